package screen

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/runenames"
)

// Width is the number of columns the safe picture of s takes.
func Width(s string) int {
	col := 0
	for i := 0; i < len(s); {
		g, n := next(s, i, col, tabWidth)
		i += n
		col += g.width
	}
	return col
}

// Clean is s as one line of safe text, for commands that write to a plain terminal: a tab is
// expanded, a line end becomes its picture like every other control.
func Clean(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for c := range Cells(s, 0) {
		b.WriteString(c.Text)
	}
	return b.String()
}

// CleanASCII is Clean for terminals that show nothing but ASCII: every column that holds anything
// else is a question mark.
func CleanASCII(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for c := range Cells(s, 0) {
		if isPlain(c.Text) {
			b.WriteString(c.Text)
			continue
		}
		for range c.Width {
			b.WriteByte('?')
		}
	}
	return b.String()
}

// Truncate is Clean(s) cut to at most w columns; where something was cut off, it ends with tail,
// which is cleaned too and counts in w.
func Truncate(s string, w int, tail string) string {
	if isPlain(s) && len(s) <= w {
		return s
	}
	tail = Clean(tail)
	room := w - Width(tail)
	var b strings.Builder
	col, cut := 0, -1
	for c := range Cells(s, 0) {
		if col+c.Width > room && cut < 0 {
			cut = b.Len()
		}
		if col+c.Width > w {
			if room < 0 {
				return ""
			}
			return b.String()[:cut] + tail
		}
		b.WriteString(c.Text)
		col += c.Width
	}
	return b.String()
}

// Describe names the character at octet offset at of s, for a status line: "U+200B ZERO WIDTH
// SPACE", "tab", "0xFF, not UTF-8". It is empty where there is no such octet. The text is safe.
func Describe(s []byte, at int) string {
	if at < 0 || at >= len(s) {
		return ""
	}
	start := at
	for start > 0 && at-start < utf8.UTFMax-1 && !utf8.RuneStart(s[start]) {
		start--
	}
	r, n := utf8.DecodeRune(s[start:])
	if start+n <= at {
		start = at
		r, n = utf8.DecodeRune(s[at:])
	}
	switch {
	case r == utf8.RuneError && n <= 1:
		return fmt.Sprintf("0x%02X, not UTF-8", s[start])
	case r == '\t':
		return "tab"
	case r < ' ':
		return fmt.Sprintf("U+%04X control %s", r, controlNames[r])
	case r == 0x7F:
		return "U+007F control DEL"
	case r < 0xA0 && r >= 0x80:
		return fmt.Sprintf("U+%04X control", r)
	}
	name := runenames.Name(r)
	if name == "" {
		name = "unassigned"
	}
	return fmt.Sprintf("U+%04X %s", r, name)
}

var controlNames = [32]string{
	"NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI",
	"DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
}

// isPlain reports whether s is printable ASCII and so its own picture.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// blanks is n spaces, without an allocation for any sane tab width.
func blanks(n int) string {
	const spaces = "                                "
	if n <= len(spaces) {
		return spaces[:n]
	}
	return strings.Repeat(" ", n)
}
