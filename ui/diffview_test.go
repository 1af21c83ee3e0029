package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestADifferenceThatCannotBeMadeIsToldOfAndShutsItsView(t *testing.T) {
	dir := t.TempDir() // no text: it is not read
	a := testApp(t, 80, 24, Options{Source: Source{Kind: Local, Name: dir, Path: dir}})
	cmd := a.diffDisk()
	if _, ok := a.over.(*diffView); !ok {
		t.Fatalf("%T stands over the panes", a.over)
	}
	runAll(a, cmd)
	if a.over != nil || !a.note.Bad {
		t.Errorf("%T stands over the panes, and the note is %q", a.over, a.note.Text)
	}
}

func TestEscGoesBackFromADifferenceToTheQuestionBehindIt(t *testing.T) {
	a := testApp(t, 80, 24, Options{})
	behind := &question{text: "which?"}
	runAll(a, a.showDiff(&diffView{back: behind}, texts([]byte("a\n"), []byte("b\n"))))
	if v := a.over.(*diffView); v.waiting || v.added != 1 || v.removed != 1 {
		t.Errorf("compared: %+v", v)
	}
	press(a, tea.KeyMsg{Type: tea.KeyEsc})
	if a.over != overlay(behind) {
		t.Errorf("%T stands over the panes", a.over)
	}
}

func TestEachAnswerOfADifferenceIsReadAt60Columns(t *testing.T) {
	a := testApp(t, 60, 20, Options{})
	runAll(a, a.showDiff(&diffView{answers: []answer{
		{"k", "keep mine; the file on disk stays until I save", nil}, {"t", "take theirs; ^Z brings mine back", nil},
	}}, texts([]byte("a\n"), []byte("b\n"))))
	frame := plain(a.View())
	for _, want := range []string{"until I save", "brings mine back", "esc back", "- a", "+ b"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q\n%s", want, frame)
		}
	}
}
