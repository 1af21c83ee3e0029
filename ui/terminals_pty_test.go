//go:build unix

package ui_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"robotslens/ui/ptytest"
)

// opensAndQuits starts the screen, sees the verdict, quits, and returns all
// that was written.
func opensAndQuits(t *testing.T, o ptytest.Options) []byte {
	t.Helper()
	o.Dir = write(t, "robots.txt", blocksShop)
	x := ptytest.Start(t, o, "robots.txt", "--url", "/shop")
	x.Wait("DISALLOWED")
	x.Send(ptytest.Ctrl('q'))
	if s := x.Exit(); s != 0 {
		t.Errorf("exit status %d\n%s", s, x.Screen())
	}
	if bad := ptytest.OddOnScreen(x.Raw(), false); bad != "" {
		t.Errorf("the screen wrote %q", bad)
	}
	return x.Raw()
}

func TestTheScreenOpensWhateverTheTerminalIsCalled(t *testing.T) {
	for term, colours := range map[string]string{
		"dumb": "", "nobody-knows-it": "", "linux": "", "screen-256color": "38;5;", "tmux-256color": "38;5;", "xterm-direct": "38;2;",
	} {
		t.Run(term, func(t *testing.T) {
			raw := opensAndQuits(t, ptytest.Options{Env: []string{"TERM=" + term}, Without: []string{"COLORTERM"}})
			for _, c := range []string{"38;5;", "38;2;"} {
				if got := bytes.Contains(raw, []byte(c)); got != (c == colours) {
					t.Errorf("colours with %q: %v, want only %q", c, got, colours)
				}
			}
		})
	}
	t.Run("unset", func(t *testing.T) {
		opensAndQuits(t, ptytest.Options{Without: []string{"TERM", "COLORTERM"}})
	})
}

func TestWithoutAUTF8LocaleTheScreenIsASCII(t *testing.T) {
	for name, o := range map[string]ptytest.Options{
		"LC_ALL=C":     {Env: []string{"LC_ALL=C"}},
		"no locale":    {Without: []string{"LANG"}},
		"LANG=latin 1": {Env: []string{"LANG=de_DE.ISO-8859-1"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, b := range opensAndQuits(t, o) {
				if b >= 0x80 {
					t.Fatalf("the screen wrote octet %#x", b)
				}
			}
		})
	}
}

func TestTheSmallestAndALargeTerminalAndOneThatChangesAtEachKey(t *testing.T) {
	dir := write(t, "robots.txt", blocksShop)
	x := ptytest.Start(t, ptytest.Options{W: 1, H: 1, Dir: dir}, "robots.txt")
	x.Until("the screen", func(string) bool { return bytes.Contains(x.Raw(), []byte("\x1b[?1049h")) })
	x.Resize(500, 200)
	x.Wait("ALLOWED", "Disallow: /shop")
	x.Send(ptytest.Ctrl('u'))
	typed := "/shop/resized-20-keys"
	for i, key := range strings.Split(typed, "") {
		x.Send(key)
		x.Resize(1+i*37%300, 1+i*23%90)
	}
	x.Resize(120, 36)
	x.Wait(typed, "DISALLOWED")
	x.Send(ptytest.Ctrl('q'))
	if s := x.Exit(); s != 0 {
		t.Errorf("exit status %d", s)
	}
	if bad := ptytest.OddOnScreen(x.Raw(), false); bad != "" {
		t.Errorf("the screen wrote %q", bad)
	}
}

// namesCheck looks for one line that says what to use in place of the screen.
func namesCheck(t *testing.T, status int, told string) {
	t.Helper()
	if told = strings.ReplaceAll(told, "\r\n", "\n"); status != 2 || strings.Count(told, "\n") != 1 || !strings.Contains(told, "robotslens check") {
		t.Errorf("status %d, told %q", status, told)
	}
}

func TestWithoutATerminalTheScreenNamesCheckInOneLine(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the real program")
	}
	program, dir := ptytest.Binary(t), write(t, "robots.txt", blocksShop)
	for name, line := range map[string]string{
		"no terminal at all":   `exec "$0" robots.txt </dev/null`,
		"standard input shut":  `exec "$0" robots.txt <&-`,
		"text on the input":    `echo a | "$0" robots.txt`,
		"no file, no terminal": `cd / && exec "$0" </dev/null`,
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command("/bin/sh", "-c", line, program)
			cmd.Dir = dir
			var out, told bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &told
			_ = cmd.Run() // the status is looked at
			namesCheck(t, cmd.ProcessState.ExitCode(), told.String())
			if out.Len() > 0 {
				t.Errorf("wrote %q", out.String())
			}
		})
	}
	for name, line := range map[string]string{
		"only the input is a terminal":  `exec "$0" robots.txt >out`,
		"only the output is a terminal": `exec "$0" robots.txt </dev/null`,
		"the input shut on a terminal":  `exec "$0" robots.txt <&-`,
	} {
		t.Run(name, func(t *testing.T) {
			x := ptytest.Start(t, ptytest.Options{Dir: dir, Program: "/bin/sh"}, "-c", line, program)
			namesCheck(t, x.Exit(), string(x.Raw()))
		})
	}
}

func TestTheScreenOpensWhereverHomeAndTheXDGFoldersAre(t *testing.T) {
	dir := t.TempDir()
	file, folder := filepath.Join(dir, "file"), filepath.Join(dir, "read-only")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	xdg := func(path string) []string {
		return []string{"XDG_CONFIG_HOME=" + path, "XDG_STATE_HOME=" + path, "XDG_CACHE_HOME=" + path}
	}
	own := []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"}
	for name, o := range map[string]ptytest.Options{
		"HOME unset":            {Without: append([]string{"HOME"}, own...)},
		"HOME is /dev/null":     {Without: own, Env: []string{"HOME=/dev/null"}},
		"HOME is not there":     {Without: own, Env: []string{"HOME=" + filepath.Join(dir, "absent")}},
		"folders under a file":  {Env: xdg(filepath.Join(file, "below"))},
		"folders are a file":    {Env: xdg(file)},
		"folders are read-only": {Env: xdg(folder)},
	} {
		t.Run(name, func(t *testing.T) { opensAndQuits(t, o) })
	}
}
