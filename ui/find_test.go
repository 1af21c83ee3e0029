package ui

import (
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
