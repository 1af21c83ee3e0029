//go:build unix

package ui_test

import (
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

func TestAListFromAPipeWithoutATerminalForKeysIsRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the real program")
	}
	master, out, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer out.Close()
	cmd := exec.Command(ptytest.Binary(t), "robots.txt", "--urls", "-")
	cmd.Dir = write(t, "robots.txt", "User-agent: *\n")
	var told strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader("/a\n"), out, &told
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal is its own
	err = cmd.Run()
	if cmd.ProcessState.ExitCode() != 2 || !strings.Contains(told.String(), "no terminal to read keys from") {
		t.Errorf("%v: %s", err, told.String())
	}
}
