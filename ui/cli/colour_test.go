package cli

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// onTerminal runs a command whose standard output is a terminal.
func onTerminal(t *testing.T, args ...string) string {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Skipf("there is no pseudo terminal here: %v", err)
	}
	defer master.Close()
	seen := make(chan []byte, 1)
	go func() {
		b, _ := io.ReadAll(master) // ends with an error of its own once the terminal is closed
		seen <- b
	}()
	Main(context.Background(), args, strings.NewReader(""), tty, io.Discard)
	tty.Close()
	return string(bytes.ReplaceAll(<-seen, []byte("\r\n"), []byte("\n")))
}

func TestTextIsColouredOnATerminalOnly(t *testing.T) {
	dir := ownFolders(t)
	robots := write(t, filepath.Join(dir, "robots.txt"), "User-agent: *\nDisallow: /a\n")
	args := []string{"check", robots, "--agent", "bingbot", "--url", "/a\x1b[31m", "--theme", "dark"}
	for _, test := range []struct {
		name, term, noColor string
		coloured            bool
	}{
		{"a terminal with colours", "xterm-256color", "", true},
		{"NO_COLOR", "xterm-256color", "1", false},
		{"a dumb terminal", "dumb", "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, name := range []string{"CI", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLORFGBG"} {
				t.Setenv(name, "")
			}
			t.Setenv("TERM", test.term)
			t.Setenv("NO_COLOR", test.noColor)
			out := onTerminal(t, args...)
			plain := strings.HasPrefix(out, "disallowed  bingbot  /a␛[31m")
			styled := strings.HasPrefix(out, "\x1b[") && strings.Contains(out, "mdisallowed\x1b[0m  bingbot  /a␛[31m")
			if plain == test.coloured || styled != test.coloured {
				t.Errorf("got %q", out)
			}
		})
	}
	t.Run("a pipe", func(t *testing.T) {
		t.Setenv("TERM", "xterm-256color")
		if _, out, _ := run(t, "", args...); !strings.HasPrefix(out, "disallowed  bingbot") {
			t.Errorf("got %q", out)
		}
	})
}
