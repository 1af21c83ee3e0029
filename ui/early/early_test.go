//go:build unix

package early_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	_ "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"
	"github.com/muesli/termenv"

	"robotslens/ui/early"
)

// The tests run their own binary again, as a program that imports Bubble Tea and the guard.
const role = "ROBOTSLENS_EARLY_TEST"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "":
		os.Exit(m.Run())
	case "ask":
		early.Restore()
		termenv.HasDarkBackground()
	case "version":
		before := os.Getenv("TERM")
		early.Restore()
		after, set := os.LookupEnv("TERM")
		fmt.Printf("%s,%s,%t", before, after, set)
	}
}

// run starts this binary on a terminal that answers nothing and returns what it wrote up to its end,
// or up to its first escape, at which it is killed.
func run(t *testing.T, as string, env ...string) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	for _, kv := range os.Environ() {
		// termenv takes any terminal for none under CI.
		if !strings.HasPrefix(kv, "CI=") && !strings.HasPrefix(kv, "TERM=") {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, append(env, role+"="+as)...)
	tty, err := pty.Start(cmd)
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	var out bytes.Buffer
	buf := make([]byte, 256)
	for {
		n, err := tty.Read(buf)
		out.Write(buf[:n])
		if bytes.IndexByte(out.Bytes(), 0x1b) >= 0 {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			return out.String()
		}
		// Linux reports the end of the other side as EIO.
		if errors.Is(err, io.EOF) || errors.Is(err, syscall.EIO) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v, wrote %q", err, out.String())
	}
	return out.String()
}

func TestNoQueryWhilePackagesAreInitialised(t *testing.T) {
	for _, tt := range []struct{ name, env, want string }{
		{"TERM comes back", "TERM=xterm-256color", "dumb,xterm-256color,true"},
		{"an empty TERM comes back empty", "TERM=", "dumb,,true"},
		{"an unset TERM comes back unset", "UNRELATED=1", "dumb,,false"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := run(t, "version", tt.env); got != tt.want {
				t.Errorf("wrote %q, want %q", got, tt.want)
			}
		})
	}
}

// TestTheTerminalWouldBeAsked shows that the other test can fail: on the same terminal the same query,
// made after Restore, does write an escape.
func TestTheTerminalWouldBeAsked(t *testing.T) {
	if got := run(t, "ask", "TERM=xterm-256color"); !strings.HasPrefix(got, "\x1b]11;?") {
		t.Errorf("wrote %q, want the query for the background", got)
	}
}
