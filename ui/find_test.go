package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestANewSearchBeginsAtTheCursor(t *testing.T) {
	a := testApp(t, 100, 30, Options{Text: []byte("a1\na2\na3\n")})
	search := func() {
		a.find()
		press(a, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("a")}, tea.KeyMsg{Type: tea.KeyEsc})
	}
	search()
	a.file.ed.GoToLine(3)
	search()
	if line, _ := a.file.ed.Position(); line != 3 {
		t.Errorf("the second search begins at line %d, want that of the cursor, 3", line)
	}
}

func TestReplaceSaysThatNothingIsFoundAndNamesItsKeysAt80Columns(t *testing.T) {
	a := testApp(t, 80, 24, Options{Text: []byte("Disallow: /a\n")})
	ask := func(q string) string {
		a.replace()
		a.over.(*prompt).field.Set(q)
		press(a, tea.KeyMsg{Type: tea.KeyEnter})
		return a.View()
	}
	if frame := ask("nowhere"); a.over != nil || !strings.Contains(frame, `"nowhere" is not found`) {
		t.Errorf("over %v, want a word that nothing is found\n%s", a.over, frame)
	}
	if frame := ask("Disallow: /a"); !strings.Contains(frame, "alt+a all") {
		t.Errorf("the keys of the prompt are not seen\n%s", frame)
	}
}

func TestEscTakesTheMarksOfASearchAway(t *testing.T) {
	a := testApp(t, 100, 30, Options{Text: []byte("Disallow: /a\nDisallow: /b\n")})
	marked := func() int { return strings.Count(a.View(), string(a.look.Found)) }
	plain := marked()
	esc := tea.KeyMsg{Type: tea.KeyEsc}
	for name, end := range map[string][]tea.KeyMsg{
		"while it is typed": {esc},
		"after it is done":  {{Type: tea.KeyEnter}, esc},
		"after the next":    {esc, {Type: tea.KeyF3}, esc},
	} {
		a.find()
		press(a, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("Disallow")})
		if marked() == plain {
			t.Errorf("%s: no match is marked", name)
		}
		press(a, end...)
		if got := marked(); got != plain {
			t.Errorf("%s: %d marks are left", name, got-plain)
		}
	}
}

func TestReplaceGoesOnUntilEsc(t *testing.T) {
	a := testApp(t, 60, 20, Options{Text: []byte("/a /a /a\n")})
	a.replace()
	press(a, typed("/a"), tea.KeyMsg{Type: tea.KeyEnter}, typed("/b"))
	if frame := plain(a.View()); !strings.Contains(frame, "enter one  alt+a all") || !strings.Contains(frame, "/b") {
		t.Errorf("the prompt or its keys are not seen\n%s", frame)
	}
	enter := tea.KeyMsg{Type: tea.KeyEnter}
	press(a, enter, enter)
	if got := string(a.file.ed.Buffer().Bytes()); got != "/b /b /a\n" || a.over == nil {
		t.Errorf("after two: %q, over %v", got, a.over)
	}
	press(a, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'a'}, Alt: true})
	if got := string(a.file.ed.Buffer().Bytes()); got != "/b /b /b\n" || a.over != nil {
		t.Errorf("after all: %q, over %v", got, a.over)
	}
}
