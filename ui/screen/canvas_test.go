package screen

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// at is what stands at column x, row y of the canvas, for the tests of this package.
func (c *Canvas) at(x, y int) (string, Style) {
	l := c.cells[y*c.w+x]
	switch {
	case l.width == 0:
		return "", c.styles[l.style].style
	case l.r >= 0:
		return string(utf8.AppendRune(nil, l.r)), c.styles[l.style].style
	}
	var b []byte
	for _, m := range c.joined[-l.r-1] {
		if m != 0 {
			b = utf8.AppendRune(b, m)
		}
	}
	return string(b), c.styles[l.style].style
}

func TestTextIsPaintedSafely(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"plain text stays", "Allow: /a*$", "Allow: /a*$"},
		{"escape becomes a picture", "a\x1b[2Jb", "a␛[2Jb"},
		{"DEL has its own picture", "\x7f", "␡"},
		{"line ends become pictures", "a\r\nb", "a␍␊b"},
		{"a tab reaches the next stop", "ab\tc", "ab      c"},
		{"a lone C1 octet is not UTF-8", "\x9b31m", "\uFFFD31m"},
		{"an encoded C1 is a stand-in", "\u009b31m", "▯31m"},
		{"an overlong slash is two errors", "\xc0\xaf", "\uFFFD\uFFFD"},
		{"a surrogate is three errors", "\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"},
		{"a bidi override is seen", "a\u202eb", "a▯b"},
		{"a zero width space is seen", "a\u200bb", "a▯b"},
		{"a byte order mark is seen", "\ufeffUser", "▯User"},
		{"a no-break space is seen", "a\u00a0b", "a␣b"},
		{"a soft hyphen is seen", "a\u00adb", "a▯b"},
		{"a variation selector does not join", "❤\ufe0f", "❤▯"},
		{"a tag is seen", "a\U000e0041", "a▯"},
		{"a flag is two stand-ins", "🇩🇪", "▯▯"},
		{"a family does not join", "👩\u200d👩", "👩▯👩"},
		{"Hebrew does not reorder the line", "aאb", "a▯b"},
		{"two marks stay on a letter", "e\u0302\u0301x", "e\u0302\u0301x"},
		{"a third mark stands apart", "e\u0302\u0301\u0300x", "e\u0302\u0301▯x"},
		{"a mark without a letter is a stand-in", "/\u0301", "/▯"},
		{"an invisible mark is seen", "a\u034fb", "a▯b"},
		{"smart quotes are themselves", "“a”", "“a”"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in); got != tt.want {
				t.Errorf("Clean(%q) = %q, want %q", tt.in, got, tt.want)
			}
			w := Width(tt.in)
			c := New(w, 1)
			if end := c.Region(0, 0, w, 1).Text(0, 0, "", tt.in); end != w {
				t.Errorf("Text(%q) ends at %d, Width is %d", tt.in, end, w)
			}
			if got := c.String(); got != tt.want {
				t.Errorf("painted %q as %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestWideCellsAreCutAsBlanks(t *testing.T) {
	c := New(6, 1)
	c.Region(0, 0, 6, 1).Fill(0, 0, 6, 1, "", ".")
	c.Region(1, 0, 4, 1).Text(-1, 0, "", "世a世")
	if got := c.String(); got != ". a世." {
		t.Errorf("got %q", got)
	}
	c.Region(2, 0, 2, 1).Text(0, 0, "", "世")
	if got := c.String(); got != ". 世 ." {
		t.Errorf("a first half overwritten: got %q", got)
	}
	c.Region(3, 0, 1, 1).Text(0, 0, "", "x")
	if got := c.String(); got != ".  x ." {
		t.Errorf("a half overwritten: got %q", got)
	}
}

func TestStyleChangesAreShort(t *testing.T) {
	c := New(9, 1)
	r := c.Region(0, 0, 9, 1)
	r.Text(0, 0, "31", "a")
	r.Text(1, 0, "32", "b")
	r.Text(2, 0, "1;32", "c")
	r.Text(3, 0, "32", "d")
	r.Text(5, 0, "32", "e")
	r.Text(6, 0, "31\x1b]", "f")
	want := "\x1b[31ma\x1b[32mb\x1b[1;32mc\x1b[0;32md e\x1b[mf  "
	if got := c.String(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	r.Restyle(5, 0, 2, "7")
	if got := c.String(); !strings.HasSuffix(got, "\x1b[0;32md \x1b[32;7me\x1b[0;7mf\x1b[m  ") {
		t.Errorf("restyled: %q", got)
	}
}
