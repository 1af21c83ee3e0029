//go:build unix

package ui_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"robotslens/ui/ptytest"
)

// piped starts the program with text on its standard input and the terminal for
// all else.
func piped(t *testing.T, text, args string) *ptytest.Term {
	t.Helper()
	dir := write(t, "robots.txt", "User-agent: *\nDisallow: /private/\n")
	if err := os.WriteFile(filepath.Join(dir, "piped"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return ptytest.Start(t, ptytest.Options{Dir: dir, Program: "/bin/sh"}, "-c", "cat piped | "+ptytest.Binary(t)+" "+args)
}

func TestAListFromAPipeIsWatchedWhileKeysComeFromTheTerminal(t *testing.T) {
	for _, tt := range []struct{ name, text, args string }{
		{"a list", "/private/1\n/open # home\n", "robots.txt --urls -"},
		{"a sitemap", "<urlset><url><loc>https://shop.example/private/1</loc></url><url><loc>https://shop.example/open</loc></url></urlset>", "robots.txt --sitemap -"},
		{"a table", "agent,url,expected\nGooglebot,/private/1,disallow\nGooglebot,/open,allow\n", "--table -"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := piped(t, tt.text, tt.args)
			x.Wait("URLs 2", "2 rows from standard input", "2 rows, 1 disallowed")
			x.Send(ptytest.Alt("1"), "private/")
			x.Wait("by line 2")
		})
	}
}

func TestStandardInputThatCannotBeHadForAListIsRefused(t *testing.T) {
	for args, want := range map[string]string{
		"- --urls -":                    "- is given twice",
		"robots.txt --urls - </dev/tty": "pipe the list in, or name a file",
	} {
		x := piped(t, "/a\n", args)
		x.Wait(want)
		if status := x.Exit(); status != 2 {
			t.Errorf("%s: status %d", args, status)
		}
	}
}

// withoutATerminal starts the program with a terminal for its output that is not
// its own: there is no /dev/tty.
func withoutATerminal(t *testing.T, in io.Reader, args ...string) (status int, told string) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts the real program")
	}
	master, out, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer out.Close()
	ctx, cancel := context.WithTimeout(t.Context(), ptytest.Deadline)
	defer cancel()
	cmd := exec.CommandContext(ctx, ptytest.Binary(t), args...)
	cmd.Dir = write(t, "robots.txt", "User-agent: *\n")
	var errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, &errs
	cmd.WaitDelay = ptytest.Deadline
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	_ = cmd.Run() // the status is looked at
	if ctx.Err() != nil {
		t.Fatalf("%q does not end: %s", args, errs.String())
	}
	return cmd.ProcessState.ExitCode(), errs.String()
}

func TestPipedTextWithoutATerminalForKeysIsRefused(t *testing.T) {
	for _, args := range []string{"-", "- --urls robots.txt", "robots.txt --urls -", "--urls -", "robots.txt --sitemap -", "--table -"} {
		status, told := withoutATerminal(t, strings.NewReader("/a\n"), strings.Fields(args)...)
		if status != 2 || strings.Count(told, "\n") != 1 || !strings.Contains(told, "no terminal to read keys from") || !strings.Contains(told, "robotslens check") {
			t.Errorf("%s: status %d, %s", args, status, told)
		}
	}
	for _, args := range []string{"robots.txt", ""} { // what is piped is not asked for
		status, told := withoutATerminal(t, strings.NewReader("/a\n"), strings.Fields(args)...)
		namesCheck(t, status, told)
	}
}

func TestPipedTextWithoutAnEndIsRefusedAtItsLimit(t *testing.T) {
	for _, args := range []string{"-", "robots.txt --urls -", "robots.txt --sitemap -", "--table -"} {
		x := ptytest.Start(t, ptytest.Options{Dir: write(t, "robots.txt", blocksShop), Program: "/bin/sh"}, "-c", "cat /dev/zero | "+ptytest.Binary(t)+" "+args)
		x.Wait("standard input: longer than 67108864 octets")
		if status := x.Exit(); status != 2 {
			t.Errorf("%s: status %d", args, status)
		}
	}
}
