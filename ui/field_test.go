package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestAWordIsErasedFromAnyPlaceInAField(t *testing.T) {
	for _, k := range []tea.KeyMsg{
		{Type: tea.KeyRunes, Runes: []rune("d"), Alt: true}, {Type: tea.KeyDelete, Alt: true},
		{Type: tea.KeyBackspace, Alt: true}, {Type: tea.KeyCtrlW},
	} {
		for _, text := range []string{"", "a", " ", "/a b", "/é  世 ", "  "} {
			for at := range len([]rune(text)) + 1 {
				f := newField("")
				f.Set(text)
				f.input.SetCursor(at)
				f.Update(k)
				if len(f.Value()) > len(text) {
					t.Errorf("%v at %d of %q: %q", k, at, text, f.Value())
				}
			}
		}
	}
	f := newField("")
	f.Set("/ab")
	f.input.SetCursor(2)
	if f.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("d"), Alt: true}); f.Value() != "/a" {
		t.Errorf("alt+d on the last letter leaves %q", f.Value())
	}
}
