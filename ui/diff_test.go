package ui

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// dump writes a comparison as text, for comparing.
func dump(hunks []diffHunk) string {
	var b strings.Builder
	for i, h := range hunks {
		if i > 0 {
			b.WriteString("...\n")
		}
		for _, l := range h {
			sign := " "
			if l.now == 0 {
				sign = "-"
			} else if l.was == 0 {
				sign = "+"
			}
			fmt.Fprintf(&b, "%s %d %d %s%s\n", sign, l.was, l.now, l.text, strings.TrimSuffix("|"+l.end, "|"))
		}
	}
	return b.String()
}

func TestDiff(t *testing.T) {
	for _, c := range []struct{ name, was, now, want string }{
		{"two equal texts", "a\nb\n", "a\nb\n", ""},
		{"a line changed", "a\nb\nc\n", "a\nB\nc\n", "  1 1 a\n- 2 0 b\n+ 0 2 B\n  3 3 c\n"},
		{"a line more at the end", "a\n", "a\nb\n", "  1 1 a\n+ 0 2 b\n"},
		{"from nothing", "", "a\n", "+ 0 1 a\n"},
		{"to nothing", "a\n", "", "- 1 0 a\n"},
		{"only the last line end", "a\nb", "a\nb\n", "  1 1 a\n- 2 0 b|no line end\n+ 0 2 b|LF\n"},
		{"only the kind of line end", "a\r\n", "a\n", "- 1 0 a|CRLF\n+ 0 1 a|LF\n"},
		{"lines that end in CR", "a\rb\rc\r", "a\rx\rc\r", "  1 1 a\n- 2 0 b|CR\n+ 0 2 x|CR\n  3 3 c\n"},
		{"two changes far apart", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n1\n2\n3\n4\n5\n6\n7\n8\n",
			"+ 0 1 x\n  1 2 1\n  2 3 2\n  3 4 3\n...\n  6 7 6\n  7 8 7\n  8 9 8\n- 9 0 9\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			hunks, _, _ := diffOf([]byte(c.was), []byte(c.now), diffContext)
			if got := dump(hunks); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// The lines of a comparison, taken from the side they are in, are the lines of
// the two texts at their numbers, and outside the hunks the texts agree.
func TestADiffAgreesWithItsTexts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range rnd.IntN(30) {
			b.WriteString(strings.Repeat("x", rnd.IntN(3)) + []string{"\n", "\r", "\r\n"}[rnd.IntN(3)])
		}
		return b.String()
	}
	for range 2000 {
		was, now := text(), text()
		a, b := splitLines([]byte(was)), splitLines([]byte(now))
		hunks, added, removed := diffOf([]byte(was), []byte(now), diffContext)
		rebuilt := []string{}
		at := 0
		for _, h := range hunks {
			for _, l := range h {
				if l.was > 0 {
					for ; at < l.was-1; at++ {
						rebuilt = append(rebuilt, a[at])
					}
					at = l.was
				}
				switch {
				case l.was > 0 && l.text != trimLineEnd(a[l.was-1]), l.now > 0 && l.text != trimLineEnd(b[l.now-1]):
					t.Fatalf("%q to %q: line %+v is not there", was, now, l)
				case l.now > 0:
					rebuilt = append(rebuilt, b[l.now-1])
				}
			}
		}
		rebuilt = append(rebuilt, a[at:]...)
		if got := strings.Join(rebuilt, ""); got != now {
			t.Fatalf("%q to %q gives %q", was, now, got)
		}
		if len(b)-len(a) != added-removed {
			t.Fatalf("%q to %q: %d added, %d removed", was, now, added, removed)
		}
	}
}
