package ui

import (
	"strings"
	"testing"

	"robotslens/ui/screen"
)

func TestAWordOfAnyLengthIsCutIntoLinesThatFit(t *testing.T) {
	for _, word := range []string{strings.Repeat("x", 100_000), strings.Repeat("世", 50_000), strings.Repeat("\x1b[m", 30_000)} {
		for _, indent := range []int{0, 11} {
			lines := para{indent: indent, parts: []part{{"", "answer "}, {"", word + " end"}}}.wrap(40)
			var all strings.Builder
			for _, line := range lines {
				w := 0
				for i, p := range line {
					w += screen.Width(strings.TrimSuffix(p.s, " "))
					if i > 0 || indent == 0 || !strings.HasPrefix(p.s, " ") {
						all.WriteString(p.s)
					}
				}
				if w > 40 {
					t.Fatalf("a line of %d columns", w)
				}
			}
			if got := strings.ReplaceAll(all.String(), " ", ""); got != "answer"+word+"end" {
				t.Errorf("indent %d: %d octets of %d are left", indent, len(got), len(word))
			}
		}
	}
}

func TestWhatFollowsAWordWithoutABlankStaysOnItsLine(t *testing.T) {
	lines := para{parts: []part{{"", "is it so? Press "}, {"1", "enter"}, {"", ": each site"}}}.wrap(21)
	var got []string
	for _, line := range lines {
		s := ""
		for _, p := range line {
			s += p.s
		}
		got = append(got, strings.TrimSpace(s))
	}
	if want := "is it so? Press|enter: each site"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %s", got, want)
	}
}
