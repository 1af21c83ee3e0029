package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

func TestAPathIsCompletedByWhatAllNamesHaveInCommon(t *testing.T) {
	dir := t.TempDir() + string(filepath.Separator)
	for _, name := range []string{"shop-a.txt", "shop-b.txt", "\u00e9", "\u00ea", "only.txt", ".hidden"} {
		if err := os.WriteFile(dir+name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(dir+"folder", 0o700); err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"s": "shop-", "on": "only.txt", "f": "folder" + string(filepath.Separator), "x": "x", ".h": ".hidden",
		"": "", // nothing is common, not even half of a letter
	} {
		if got := completePath(dir + typed); got != dir+want {
			t.Errorf("%q: %q, want %q", typed, got, dir+want)
		}
	}
	for _, name := range []string{"shop-a.txt", "shop-b.txt", "only.txt"} {
		if err := os.Remove(dir + name); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(dir + "folder"); err != nil {
		t.Fatal(err)
	}
	if got := completePath(dir); got != dir {
		t.Errorf("of two letters with the same first octet: %q", got)
	}
}

func TestThatNothingFlippedGivesWayToKeysOnANarrowScreen(t *testing.T) {
	told := func(w int, edit bool) bool {
		a := testApp(t, w, 24, Options{Text: []byte("Disallow: /a\n")})
		runAll(a, a.refresh())
		if edit {
			a.setFocus(paneFile)
			do(a, typed("#"))
		}
		return strings.Contains(plain(a.View()), "flipped since save")
	}
	if told(80, false) || !told(80, true) || !told(120, false) {
		t.Errorf("told at 80 columns %v, after an edit %v, at 120 columns %v", told(80, false), told(80, true), told(120, false))
	}
}

func TestKeysAreTypedInASCIIWhereTheScreenIs(t *testing.T) {
	a := testApp(t, 120, 36, Options{Text: []byte("Disallow: /a\n"), ASCII: true})
	a.showTab("Why")
	for _, want := range []string{"left/right step", "up/down scroll"} {
		if frame := plain(a.View()); !strings.Contains(frame, want) || strings.Contains(frame, "?") {
			t.Errorf("no %q, or a stand-in for what is no ASCII\n%s", want, frame)
		}
	}
	a.over = newHelp(a)
	for range 60 {
		frame := plain(a.View())
		for line := range strings.Lines(frame) {
			if strings.Contains(line, "??") || strings.Contains(line, "+?") {
				t.Fatalf("the help names a key %s", line)
			}
		}
		press(a, tea.KeyMsg{Type: tea.KeyPgDown})
	}
}

func TestTheDecisionStaysInSightWhenATabTakesRoomFromTheFile(t *testing.T) {
	text := strings.Repeat("# a line\n", 30) + "User-agent: *\nAllow: /a\nAllow: /b\nAllow: /c\nAllow: /d\nDisallow: /here\n" + strings.Repeat("# a line\n", 30)
	a := testApp(t, 80, 24, Options{Text: []byte(text), URL: "/here"})
	for _, p := range []string{"verdict", "URLs", "verdict", "Problems", "Learn"} {
		if p == "verdict" {
			a.setFocus(paneVerdict)
		} else {
			a.showTab(p)
		}
		if frame := plain(a.View()); !strings.Contains(frame, "Disallow: /here") {
			t.Errorf("with %s below, the deciding line is out of sight\n%s", p, frame)
		}
	}
}

func TestTheHeaderTellsOfMixedLineEndsAt80Columns(t *testing.T) {
	a := testApp(t, 80, 24, Options{Source: Source{Kind: Local, Name: "robots.txt", Path: "robots.txt"}, Text: []byte("User-agent: *\r\nDisallow: /a\nDisallow: /b")})
	if head, _, _ := strings.Cut(plain(a.View()), "\n"); !strings.Contains(head, "mixed line ends") {
		t.Errorf("%q", head)
	}
}

func TestANoteLeavesTheVerdictInSightOnTheSmallestScreen(t *testing.T) {
	a := testApp(t, 20, 6, Options{Text: []byte("User-agent: *\nDisallow: /\n")})
	a.View()
	a.note = NoteMsg{Text: firstHint}
	if frame := plain(a.View()); !strings.Contains(frame, "disallowed") {
		t.Errorf("the note hides the verdict\n%s", frame)
	}
}
