package editor

import (
	"strings"
	"testing"
)

func TestShowLineMovesTheViewOnlyWhenTheLineIsOut(t *testing.T) {
	e := newEditor("|" + strings.Repeat("x\n", 100))
	for _, tt := range []struct{ line, first int }{{9, 0}, {10, 7}, {16, 7}, {17, 14}, {6, 3}, {0, 0}} {
		e.ShowLine(tt.line)
		if e.firstLine() != tt.first || e.Cursor() != 0 {
			t.Errorf("line %d: line %d is the first in view, want %d; cursor %d", tt.line, e.firstLine(), tt.first, e.Cursor())
		}
	}
}

func TestRevertingToTheSavedTextIsClean(t *testing.T) {
	e := newEditor("ab|\n")
	keys(t, e, "x", "enter")
	e.ReplaceText(e.Buffer().SavedText())
	if got := shown(e); got != "ab|\n" || e.Buffer().Dirty() {
		t.Fatalf("%q, dirty %v", got, e.Buffer().Dirty())
	}
	keys(t, e, "ctrl+z")
	if got := string(e.Buffer().Bytes()); got != "abx\n\n" || !e.Buffer().Dirty() {
		t.Fatalf("after undo: %q", got)
	}
}
