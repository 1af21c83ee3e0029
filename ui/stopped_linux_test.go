package ui_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"robotslens/ui/ptytest"
)

// stopped reports whether a process is stopped by a signal.
func stopped(t *testing.T, pid int) bool {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(b, []byte(") "))
	return bytes.HasPrefix(rest, []byte("T"))
}

// cont continues the program and waits until it has the terminal again: what is
// typed before is what the terminal makes of it.
func cont(t *testing.T, x *ptytest.Term) {
	t.Helper()
	before := len(x.Raw())
	x.Signal(syscall.SIGCONT)
	until(t, "the screen again", func() bool {
		out := string(x.Raw()[before:])
		return strings.Contains(out, "\x1b[?1049h") && strings.Contains(out, "\x1b[?1002h")
	})
}

func TestStoppedAndContinuedTheProgramGivesTheTerminalBackAndTakesItAgain(t *testing.T) {
	dir, state := write(t, "robots.txt", blocksShop), t.TempDir()
	x := ptytest.Start(t, ptytest.Options{Dir: dir, Env: []string{"XDG_STATE_HOME=" + state}}, "robots.txt", "--url", "/shop")
	x.Wait("DISALLOWED")
	x.Send(ptytest.Alt("3"), "# typed", ptytest.Enter)
	x.Wait("# typed")
	waitForRecovery(t, state) // there is no place to keep it in before
	for range 2 {
		before := len(x.Raw())
		x.Signal(syscall.SIGTSTP)
		until(t, "a stopped process", func() bool { return stopped(t, x.Pid()) })
		until(t, "the terminal given back", func() bool {
			out := string(x.Raw()[before:])
			return strings.Contains(out, "\x1b[?1049l") && strings.Contains(out, "\x1b[?25h")
		})
		if len(recoveryFiles(t, state)) != 1 {
			t.Error("what is unsaved is not kept while it is stopped")
		}
		cont(t, x)
		x.Wait("# typed", "DISALLOWED")
	}
	x.Signal(syscall.SIGSTOP)
	until(t, "a stopped process", func() bool { return stopped(t, x.Pid()) })
	cont(t, x)
	x.Send("# more", ptytest.Enter)
	x.Wait("# more")
	x.Send(ptytest.Ctrl('s'))
	x.Wait("saved")
	wantFile(t, filepath.Join(dir, "robots.txt"), "# typed\n# more\n"+blocksShop)
}
