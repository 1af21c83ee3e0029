//go:build unix

// Package ptytest runs the real program in a pseudo-terminal, and looks at an
// emulated screen. It is for tests alone.
package ptytest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// Deadline is how long a test waits for the screen to show something. It is
// long, since machines that run tests are busy; no test waits it out when all
// is well.
const Deadline = 60 * time.Second

// The keys that tests press, as a terminal sends them.
const (
	Enter, Tab, ShiftTab, Esc, Backspace = "\r", "\t", "\x1b[Z", "\x1b", "\x7f"
	Up, Down, Right, Left                = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
	Home, End, PageUp, PageDown, Delete  = "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~", "\x1b[3~"
	F1, F3, F8                           = "\x1bOP", "\x1bOR", "\x1b[19~"
)

// Ctrl is the octet that ctrl and a letter send.
func Ctrl(letter byte) string { return string(rune(letter & 0x1F)) }

// Alt is what alt and a key send.
func Alt(key string) string { return "\x1b" + key }

// Paste is what a terminal with bracketed paste sends for a pasted text.
func Paste(text string) string { return "\x1b[200~" + text + "\x1b[201~" }

var (
	buildOnce sync.Once
	binary    string
	buildErr  error
)

// Binary builds the program once for all tests of a package, and returns its
// path.
func Binary(t testing.TB) string {
	t.Helper()
	buildOnce.Do(func() {
		dir, err := os.MkdirTemp("", "robotslens-test-")
		if err != nil {
			buildErr = err
			return
		}
		binary = filepath.Join(dir, "robotslens")
		out, err := exec.Command("go", "build", "-o", binary, "robotslens").CombinedOutput()
		if err != nil {
			buildErr = errors.New(string(out))
		}
	})
	if buildErr != nil {
		t.Fatal(buildErr)
	}
	return binary
}

// Term is a program in a terminal.
type Term struct {
	t    testing.TB
	cmd  *exec.Cmd
	pty  *os.File
	done chan struct{} // closed when the program has ended and all it wrote is read

	mu  sync.Mutex
	emu *vt.Emulator
	raw bytes.Buffer
}

// Options is how a program is started.
type Options struct {
	W, H    int      // 0 for 120 by 36
	Dir     string   // "" for a new one
	Env     []string // added to a small environment of its own
	Without []string // names taken out of it
	Program string   // "" for robotslens

	As *syscall.Credential // the user it runs as; nil for the test's own
}

// Start runs the program with args, or skips the test under -short. Its HOME and XDG folders are its own and
// empty; CI and NO_COLOR are not passed on. It is killed when the test ends.
func Start(t testing.TB, o Options, args ...string) *Term {
	t.Helper()
	if testing.Short() {
		t.Skip("starts the real program")
	}
	if o.W == 0 {
		o.W, o.H = 120, 36
	}
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	home := t.TempDir()
	if o.Program == "" {
		o.Program = Binary(t)
	}
	cmd := exec.Command(o.Program, args...)
	cmd.Dir = o.Dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: o.As}
	cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8",
		"XDG_CONFIG_HOME=" + home + "/config", "XDG_STATE_HOME=" + home + "/state", "XDG_CACHE_HOME=" + home + "/cache",
	}, o.Env...)
	cmd.Env = slices.DeleteFunc(cmd.Env, func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(o.Without, name)
	})
	p, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: uint16(o.H), Cols: uint16(o.W)})
	if err != nil {
		t.Fatal(err)
	}
	term := &Term{t: t, cmd: cmd, pty: p, done: make(chan struct{}), emu: vt.NewEmulator(o.W, o.H)}
	// The emulator answers queries as a terminal does; the answers go to the
	// program, and must be read or the emulator stops.
	go func() { _, _ = io.Copy(p, term.emu) }()
	go term.read()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-term.done
		_ = p.Close()
		_ = term.emu.Close()
	})
	return term
}

func (x *Term) read() {
	defer close(x.done)
	buf := make([]byte, 1<<16)
	for {
		n, err := x.pty.Read(buf)
		if n > 0 {
			x.mu.Lock()
			x.raw.Write(buf[:n])
			_, _ = x.emu.Write(buf[:n])
			x.mu.Unlock()
		}
		if err != nil {
			_ = x.cmd.Wait()
			return
		}
	}
}

// Send types keys.
func (x *Term) Send(keys ...string) {
	x.t.Helper()
	for _, k := range keys {
		if _, err := io.WriteString(x.pty, k); err != nil {
			x.t.Fatalf("send %q: %v\n%s", k, err, x.Screen())
		}
	}
}

// Show brings a tab to the front by the command list, whatever its place.
func (x *Term) Show(tab string) {
	x.t.Helper()
	x.Send(Ctrl('p'))
	x.Wait("Commands")
	x.Send("show " + strings.ToLower(tab))
	x.Wait("Show " + tab)
	x.Send(Enter)
	x.WaitGone("Commands ")
	x.Wait("[" + tab)
}

// Screen is what the emulated screen shows, line by line.
func (x *Term) Screen() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var b strings.Builder
	for y := range x.emu.Height() {
		line := ""
		for c := 0; c < x.emu.Width(); {
			cell := x.emu.CellAt(c, y)
			if cell == nil || cell.Content == "" {
				line += " "
				c++
				continue
			}
			line += cell.Content
			c += max(cell.Width, 1)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// Raw is every octet that the program wrote so far.
func (x *Term) Raw() []byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Clone(x.raw.Bytes())
}

// Wait waits until the screen shows every one of texts.
func (x *Term) Wait(texts ...string) {
	x.t.Helper()
	x.Until(strings.Join(texts, " and "), func(s string) bool {
		for _, t := range texts {
			if !strings.Contains(s, t) {
				return false
			}
		}
		return true
	})
}

// WaitGone waits until the screen does not show text.
func (x *Term) WaitGone(text string) {
	x.t.Helper()
	x.Until("no "+text, func(s string) bool { return !strings.Contains(s, text) })
}

// Until waits until ok is true of the screen; what says what for.
func (x *Term) Until(what string, ok func(screen string) bool) {
	x.t.Helper()
	for end := time.Now().Add(Deadline); ; {
		s := x.Screen()
		if ok(s) {
			return
		}
		if time.Now().After(end) {
			x.t.Fatalf("waited for %s\n%s", what, s)
		}
		time.Sleep(5 * time.Millisecond) // between two looks
	}
}

// Resize changes the size of the terminal.
func (x *Term) Resize(w, h int) {
	x.t.Helper()
	x.mu.Lock()
	x.emu.Resize(w, h)
	x.mu.Unlock()
	if err := pty.Setsize(x.pty, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
		x.t.Fatal(err)
	}
}

// Signal sends a signal to the program.
func (x *Term) Signal(s syscall.Signal) { _ = x.cmd.Process.Signal(s) }

// Pid is the process of the program.
func (x *Term) Pid() int { return x.cmd.Process.Pid }

// Ended reports whether the program has ended.
func (x *Term) Ended() bool {
	select {
	case <-x.done:
		return true
	default:
		return false
	}
}

// Exit waits for the program to end and returns its exit status, -1 where a
// signal ended it.
func (x *Term) Exit() int {
	x.t.Helper()
	select {
	case <-x.done:
	case <-time.After(Deadline):
		x.t.Fatalf("the program does not end\n%s", x.Screen())
	}
	return x.cmd.ProcessState.ExitCode()
}

// Forget drops what Raw holds, where that is more than limit octets, so that a
// long test does not fill the memory.
func (x *Term) Forget(limit int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.raw.Len() > limit {
		x.raw.Reset()
	}
}
