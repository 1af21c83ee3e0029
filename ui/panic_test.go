//go:build unix

package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/crawlers"
	"robotslens/ui/ptytest"
	"robotslens/ui/screen"
)

const panicIn = "UI_TEST_PANIC_IN"

// TestMain runs the screen with a tab that panics where the tests ask for it.
func TestMain(m *testing.M) {
	where := os.Getenv(panicIn)
	if where == "" {
		os.Exit(m.Run())
	}
	err := show(Options{
		Catalogue: crawlers.BuiltIn(), StateDir: os.Getenv("STATE"), Theme: "dark",
		Source: Source{Kind: Stdin, Name: "a text"}, Text: []byte("User-agent: *\n"),
	}, func(o Options) *App {
		a := newApp(o)
		a.tabs = append(a.tabs, &panicTab{textTab: textTab{name: "Panic", text: func(*Case, *Look, int) paras { return nil }}, where: where})
		a.keyed = a.commands()
		return a
	})
	fmt.Println("the screen ended:", err)
}

// panicTab panics on F9.
type panicTab struct {
	textTab
	where string
	armed bool
}

func (t *panicTab) Commands(*Case) []Command {
	return []Command{{"Panic", bind("F9", "panic", "f9"), func() tea.Cmd {
		switch t.where {
		case "Update":
			panic("in Update")
		case "a command":
			return func() tea.Msg { panic("in a command") }
		}
		t.armed = true
		return func() tea.Msg { return ShowTabMsg{"Panic"} }
	}}}
}

func (t *panicTab) Keys() []key.Binding { return nil }

func (t *panicTab) Paint(screen.Region, *Case, *Look, bool) {
	if t.armed {
		panic("in View")
	}
}

func TestAPanicGivesTheTerminalBackAndKeepsWhatIsUnsaved(t *testing.T) {
	for _, where := range []string{"Update", "View", "a command"} {
		t.Run(where, func(t *testing.T) {
			state := t.TempDir()
			x := ptytest.Start(t, ptytest.Options{Program: os.Args[0], Env: []string{panicIn + "=" + where, "STATE=" + state}})
			x.Wait("User-agent")
			x.Send(ptytest.Alt("3"), "# typed", ptytest.Enter)
			x.Wait("# typed", "edited")
			kept := func() []string {
				found, _ := filepath.Glob(filepath.Join(state, "unsaved", "*", "*.text"))
				return found
			}
			x.Until("a place to keep the text in", func(string) bool { return len(kept()) > 0 })
			x.Send("\x1b[20~") // F9
			x.Exit()
			raw := string(x.Raw())
			for _, seq := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?2004l", "\x1b[?1002l"} {
				if !strings.Contains(raw, seq) {
					t.Errorf("never wrote %q", seq)
				}
			}
			x.Wait("the screen ended", "is kept")
			found := kept()
			if len(found) != 1 {
				t.Fatalf("kept are %v", found)
			}
			if b, _ := os.ReadFile(found[0]); !strings.HasSuffix(string(b), "\n# typed\nUser-agent: *\n") {
				t.Errorf("kept is %q", b)
			}
		})
	}
}
