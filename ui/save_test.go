package ui

import (
	"os"
	"path/filepath"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestATextWithoutAPathIsSavedAndTheProgramQuits(t *testing.T) {
	for name, there := range map[string]bool{"to a new path": false, "over a file, once that is answered": true} {
		t.Run(name, func(t *testing.T) {
			a := testApp(t, 80, 24, Options{Text: []byte("User-agent: *\n")})
			a.c.SetSource(Source{})
			a.setFocus(paneFile)
			press(a, typed("#"))
			path := filepath.Join(t.TempDir(), "robots.txt")
			if there {
				if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			press(a, named(tea.KeyCtrlQ), typed("s"))
			a.over.(*prompt).field.Set(path)
			_, cmd := a.Update(named(tea.KeyEnter))
			if there {
				_, cmd = a.Update(typed("y"))
			}
			m, ok := firstOf[savedMsg](cmd)
			if !ok {
				t.Fatalf("nothing is saved\n%s", plain(a.View()))
			}
			_, cmd = a.Update(m)
			if _, ok := firstOf[tea.QuitMsg](cmd); !ok {
				t.Errorf("the program goes on after %+v", m)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != "#User-agent: *\n" {
				t.Errorf("saved %q, %v", got, err)
			}
		})
	}
}

// firstOf runs cmd and gives the first message of type M that it brings.
func firstOf[M any](cmd tea.Cmd) (m M, ok bool) {
	if cmd == nil {
		return m, false
	}
	switch msg := cmd().(type) {
	case M:
		return msg, true
	case tea.BatchMsg:
		for _, c := range msg {
			if m, ok = firstOf[M](c); ok {
				return m, true
			}
		}
	}
	return m, false
}
