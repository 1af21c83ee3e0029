package screen

import (
	"iter"
	"unicode/utf8"
)

// tabWidth is the distance of tab stops in columns.
const tabWidth = 8

// Cell is what one place of the screen shows for a stretch of source text.
type Cell struct {
	// Text is safe to print: one base character with at most two combining marks, a stand-in,
	// or, for a tab, Width spaces.
	Text string
	// Width is the number of columns Text takes: 1 or 2, and up to eight for a tab.
	Width int
	// Start and End are octet offsets in the source; the cell stands for source[Start:End].
	Start, End int
	// Odd marks a cell a reader would be misled by: a stand-in for a control, invalid or
	// invisible character, or a look-alike of an ASCII character shown as itself.
	Odd bool
}

// Cells yields the safe picture of s, one line of foreign text. Every octet of s belongs to exactly
// one cell, in order. startCol is the 0-based column of the first cell; it only decides where tab
// stops fall, every eight columns.
func Cells[T string | []byte](s T, startCol int) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		col := max(startCol, 0)
		for i := 0; i < len(s); {
			if b := s[i]; alone(s, i) {
				if !yield(Cell{Text: printable[b-' ' : b-' '+1], Width: 1, Start: i, End: i + 1}) {
					return
				}
				i++
				col++
				continue
			}
			g, n := next(s, i, col, tabWidth)
			c := Cell{Width: g.width, Start: i, End: i + n, Odd: g.odd}
			switch {
			case g.tab:
				c.Text = blanks(g.width)
			case g.standIn:
				c.Text = standInText(g.base)
			default:
				c.Text = string(s[i : i+n])
			}
			if !yield(c) {
				return
			}
			i += n
			col += g.width
		}
	}
}

// maxMarks is how many combining marks a base keeps. Vietnamese needs two; more only serve to
// paint over the lines above and below.
const maxMarks = 2

// alone reports whether s[i] is printable ASCII that no mark can join: nearly all text, and worth a
// short way. 0xCC begins U+0300, the first combining mark.
func alone[T string | []byte](s T, i int) bool {
	return s[i] >= ' ' && s[i] <= '~' && (i+1 == len(s) || s[i+1] < 0xCC)
}

// glyph is a cell before it is text: what to paint and how wide.
type glyph struct {
	base    rune
	marks   [maxMarks]rune
	width   int
	odd     bool
	standIn bool
	tab     bool
}

// next reads the glyph at s[i:] and the number of octets it stands for, at least 1. col is the
// column it will stand in.
func next[T string | []byte](s T, i, col, tab int) (glyph, int) {
	b := s[i]
	if b < utf8.RuneSelf {
		switch {
		case b == '\t':
			return glyph{base: ' ', width: tab - col%tab, tab: true}, 1
		case b < ' ' || b == 0x7F:
			return glyph{base: picture(b), width: 1, odd: true, standIn: true}, 1
		}
		g := glyph{base: rune(b), width: 1}
		if isASCIILetter(b) && !alone(s, i) {
			return withMarks(g, s, i, 1)
		}
		return g, 1
	}
	r, n := decode(s, i) // one octet where it is not UTF-8
	g, joins := classify(r)
	if joins && i+n < len(s) && s[i+n] >= 0xCC {
		return withMarks(g, s, i, n)
	}
	return g, n
}

// withMarks adds the combining marks that follow the base of n octets at s[i:].
func withMarks[T string | []byte](g glyph, s T, i, n int) (glyph, int) {
	for k := 0; k < maxMarks && i+n < len(s); k++ {
		r, m := decode(s, i+n)
		if !isMark(r) {
			break
		}
		g.marks[k] = r
		n += m
	}
	return g, n
}

func decode[T string | []byte](s T, i int) (rune, int) {
	// The conversion of a []byte stays on the stack: it is at most four octets and does not escape.
	return utf8.DecodeRuneInString(string(s[i:min(i+utf8.UTFMax, len(s))]))
}

func isASCIILetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

const printable = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
