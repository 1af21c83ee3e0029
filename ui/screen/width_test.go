package screen

import (
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"
	"github.com/rivo/uniseg"
)

// widths are the ways terminals and their libraries count columns: by character as wcwidth does, and by
// grapheme.
var widths = map[string]func(string) int{
	"runewidth": func() func(string) int {
		c := runewidth.NewCondition()
		c.EastAsianWidth = false
		return c.StringWidth
	}(),
	"uniseg":        uniseg.StringWidth,
	"ansi grapheme": ansi.StringWidth,
	"ansi wcwidth":  ansi.StringWidthWc,
}

// shown calls f for every character that is shown as itself.
func shown(f func(r rune, g glyph, joins bool)) {
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		if g, joins := classify(r); !g.standIn {
			f(r, g, joins)
		}
	}
}

func TestEveryoneAgreesOnTheWidthOfWhatIsShown(t *testing.T) {
	n := 0
	shown(func(r rune, g glyph, _ bool) {
		n++
		for name, width := range widths {
			if got := width(string(r)); got != g.width {
				t.Errorf("%U %q: %s counts %d columns, a cell has %d", r, r, name, got, g.width)
			}
		}
	})
	if n < 100_000 {
		t.Errorf("only %d characters are shown", n)
	}
	for _, s := range []string{"▯", "␣", "␡", "\uFFFD", "␛"} {
		for name, width := range widths {
			if width(s) != 1 {
				t.Errorf("stand-in %q: %s does not count one column", s, name)
			}
		}
	}
}

func TestWhatIsShownJoinsNoNeighbour(t *testing.T) {
	shown(func(r rune, _ glyph, _ bool) {
		for _, other := range []string{"a", "世", "한", "क", "👩", "▯", "│"} {
			if n := uniseg.GraphemeClusterCount(string(r) + other); n != 2 {
				t.Errorf("%U %q joins a following %q", r, r, other)
			}
			if n := uniseg.GraphemeClusterCount(other + string(r)); n != 2 {
				t.Errorf("%U %q joins a preceding %q", r, r, other)
			}
		}
	})
}

func TestMarksTakeNoColumn(t *testing.T) {
	n := 0
	for r := rune(0x300); r <= utf8.MaxRune; r++ {
		if !isMark(r) {
			continue
		}
		n++
		for _, base := range []string{"a", "Z", "é", "Я", "ก"} {
			s := base + string(r) + "\u0301"
			if Clean(s) != s || Width(s) != 1 {
				t.Errorf("%U on %q is shown as %q", r, base, Clean(s))
			}
			for name, width := range widths {
				if got := width(s); got != 1 {
					t.Errorf("%U on %q: %s counts %d columns", r, base, name, got)
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d marks", n)
	}
}
