package ui

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/files"
)

// editAndSave opens a file, types, deletes, comments and moves lines at some
// places, undoes all of it and saves.
func editAndSave(t *testing.T, path string, rnd *rand.Rand) {
	t.Helper()
	text, err := files.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	a := testApp(t, 100, 24, Options{Source: Source{Kind: Local, Name: path, Path: path}, Text: append([]byte{}, text...)})
	a.setFocus(paneFile)
	keys := []tea.KeyMsg{
		{Type: tea.KeyRunes, Runes: []rune("x")}, {Type: tea.KeyEnter}, {Type: tea.KeyBackspace}, {Type: tea.KeyDelete},
		{Type: tea.KeyCtrlK}, {Type: tea.KeyUp, Alt: true}, {Type: tea.KeyRunes, Runes: []rune("/"), Alt: true},
		{Type: tea.KeyRunes, Runes: []rune("d"), Alt: true}, {Type: tea.KeyRunes, Paste: true, Runes: []rune("a\r\nb\rc\n")},
		{Type: tea.KeyDown}, {Type: tea.KeyPgDown}, {Type: tea.KeyShiftDown}, {Type: tea.KeyCtrlEnd}, {Type: tea.KeyCtrlHome},
	}
	for range 12 {
		a.Update(keys[rnd.IntN(len(keys))])
		a.View()
	}
	for i := 0; a.file.ed.Buffer().CanUndo() && i < 99; i++ {
		a.Update(tea.KeyMsg{Type: tea.KeyCtrlZ})
	}
	if a.file.ed.Buffer().Dirty() {
		t.Error("still edited after undoing all")
	}
	msg := a.save()()
	if m, ok := msg.(savedMsg); !ok || m.err != nil {
		t.Fatalf("save: %+v", msg)
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, text) {
		t.Errorf("the file is not what it was (%v): %d octets, were %d", err, len(got), len(text))
	}
}

func TestAnEditThatIsUndoneSavesTheSameOctets(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	pieces := []string{
		"User-agent: *", "Disallow: /a", "Allow: /é", "# ", "\n", "\n", "\r\n", "\r", "\r\r\n", "\x00", "\xff\xfe", "\xEF\xBB\xBF",
		"\u200b", "\u202e", "é", "\x1b[31m", "\x80", "\t", " ", "U\x00s\x00", "\u0301\u0301",
	}
	path := filepath.Join(t.TempDir(), "robots.txt")
	for range 150 {
		var text []byte
		for range rnd.IntN(40) {
			text = append(text, pieces[rnd.IntN(len(pieces))]...)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		editAndSave(t, path, rnd)
		if t.Failed() {
			t.Fatalf("for %q", text)
		}
	}
}

func TestColoursOfALongLineReachItsEnd(t *testing.T) {
	text := append([]byte("User-agent: *\nDisallow: /"), bytes.Repeat([]byte("a"), 99_990)...)
	text = append(text, "*\n"...)
	a := testApp(t, 100, 24, Options{Text: text, Dialect: "rfc", Theme: "dark"})
	line := a.file.ed.Buffer().Line(1)
	first := a.file.highlight(1, line)
	if n := len(first); n == 0 || first[n-1].End != len(line) || first[n-1].Style != a.look.Wildcard {
		t.Errorf("the last of %d spans is %+v, want the star at %d", len(first), first[max(0, n-1)], len(line))
	}
	if again := a.file.highlight(1, line); &again[0] != &first[0] {
		t.Error("the line is lexed again for the same text")
	}
	a.setTheme("light")
	if other := a.file.highlight(1, line); other[0].Style == first[0].Style {
		t.Error("another theme has the same colours")
	}
}
