//go:build unix

package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"robotslens/ui/ptytest"
)

// program runs the real program, and returns its exit status, what it said on
// standard error, and the most memory it had, in KiB; 0 where that can't be told.
func program(t *testing.T, dir string, args ...string) (status int, errs string, kib int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*ptytest.Deadline)
	defer cancel()
	home := t.TempDir()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, ptytest.Binary(t), args...)
	cmd.Dir, cmd.Stderr = dir, &stderr
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}
	err := cmd.Run()
	var exit *exec.ExitError
	if ctx.Err() != nil || err != nil && !errors.As(err, &exit) {
		t.Fatalf("%q does not end: %v", args, err)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	kib = usage.Maxrss
	// Until it is the program, a child counts the memory of the test that started
	// it: what is no more than that says nothing.
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err == nil && kib <= own.Maxrss {
		kib = 0
	}
	return cmd.ProcessState.ExitCode(), stderr.String(), kib
}

func TestNoInputIsReadForEver(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "robots.txt"), "User-agent: *\nDisallow: /a\n")
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "big.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(dir, "big.txt"), 200<<20); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ args, said string }{
		{"check /dev/zero --token x --url /", "is a device, not a regular file; pipe its content in and give -"},
		{"check pipe --token x --url /", "is a pipe, not a regular file"},
		{"check . --token x --url /", "is a directory; name the file in it"},
		{"check big.txt --token x --url /", "longer than 67108864 octets; a crawler reads 512,000 octets of a robots.txt; is it the right file?"},
		{"check robots.txt --token x --urls /dev/zero", "is a device"},
		{"check robots.txt --token x --urls big.txt", "line 1: longer than 1048576 octets, skipped"},
		{"check robots.txt --token x --sitemap /dev/zero", "is a device"},
		{"check robots.txt --token x --sitemap pipe", "is a pipe"},
		{"check robots.txt --token x --sitemap big.txt", "longer than the limit for one sitemap"},
		{"test robots.txt /dev/zero", "is a device"},
		{"diff robots.txt big.txt", "longer than 67108864 octets"},
		{"diff robots.txt /dev/zero", "is a device"},
		{"lint big.txt", "longer than 67108864 octets"},
		{"lint robots.txt --urls /dev/zero", "is a device"},
		{"audit /dev/zero --robots robots.txt", "is a device"},
		{"audit big.txt --robots robots.txt", "no known log format"},
		{"when --url / --agent x pipe robots.txt", "is a pipe"},
		{"when --url / --agent x big.txt robots.txt", "longer than 67108864 octets"},
		{"learn /dev/zero", "is a device"},
		{"learn pipe", "is a pipe"},
		{"learn big.txt", "longer than 1048576 octets"},
	} {
		status, errs, kib := program(t, dir, strings.Fields(tt.args)...)
		if status != 2 || !strings.Contains(errs, tt.said) {
			t.Errorf("%s: status %d, %s", tt.args, status, errs)
		}
		if kib > 64<<10 {
			t.Errorf("%s: took %d KiB", tt.args, kib)
		}
	}
}

// TestAFileThatGrowsWhileItIsReadIsReadInBounds reads a file to which another
// process adds octets without an end.
func TestAFileThatGrowsWhileItIsReadIsReadInBounds(t *testing.T) {
	dir := t.TempDir()
	name := write(t, filepath.Join(dir, "robots.txt"), "User-agent: *\nDisallow: /a\n")
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		block := bytes.Repeat([]byte("Disallow: /b\n"), 1000)
		for end := time.Now().Add(time.Minute); time.Now().Before(end); {
			select {
			case <-stop:
				return
			default:
			}
			if info, err := f.Stat(); err != nil || info.Size() > 80<<20 {
				return
			}
			if _, err := f.Write(block); err != nil {
				return
			}
		}
	}()
	status, errs, _ := program(t, dir, "check", "robots.txt", "--token", "x", "--url", "/a")
	close(stop)
	<-stopped
	if status != 1 && !(status == 2 && strings.Contains(errs, "longer than 67108864 octets")) {
		t.Errorf("status %d, %s", status, errs)
	}
}
