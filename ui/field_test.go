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

func TestWhatIsTypedTakesThePlaceOfAProposedText(t *testing.T) {
	typed := func(s string) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s)} }
	for _, tt := range []struct {
		name string
		keys []tea.KeyMsg
		want string
	}{
		{"nothing typed keeps it", nil, "robots.txt"},
		{"a letter replaces it", []tea.KeyMsg{typed("a"), typed("b")}, "ab"},
		{"a paste replaces it", []tea.KeyMsg{{Type: tea.KeyRunes, Runes: []rune("x/y"), Paste: true}}, "x/y"},
		{"backspace erases it", []tea.KeyMsg{{Type: tea.KeyBackspace}}, ""},
		{"delete erases it", []tea.KeyMsg{{Type: tea.KeyDelete}}, ""},
		{"right keeps it and goes on behind it", []tea.KeyMsg{{Type: tea.KeyRight}, typed("1")}, "robots.txt1"},
		{"home keeps it and goes on before it", []tea.KeyMsg{{Type: tea.KeyHome}, typed("a/")}, "a/robots.txt"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := newField("")
			f.Propose("robots.txt")
			for _, k := range tt.keys {
				f.Update(k)
			}
			if f.Value() != tt.want {
				t.Errorf("%q, want %q", f.Value(), tt.want)
			}
		})
	}
}
