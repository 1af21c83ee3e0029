package editor

import "bytes"

var byteOrderMark = []byte("\xEF\xBB\xBF")

// LineEnd is one of the three line ends of RFC 9309, section 2.2 (EOL = CR, LF or CRLF).
type LineEnd string

// The line ends.
const (
	LF   LineEnd = "\n"
	CRLF LineEnd = "\r\n"
	CR   LineEnd = "\r"
)

// String is the name a person reads.
func (e LineEnd) String() string {
	switch e {
	case CRLF:
		return "CRLF"
	case CR:
		return "CR"
	}
	return "LF"
}

// LineEnds says which line ends a text has.
type LineEnds struct {
	LF, CRLF, CR int
	Had          LineEnd // of a text without line ends: what most lines had before an edit took the last one, if ever
	Final        bool    // the last line has a line end, or the text is empty
	BOM          bool    // the text starts with the UTF-8 byte order mark
}

// Dominant is the line end most lines have, and on equal numbers LF, then CRLF. Where there is none it is the
// one that the text had, or LF.
func (s LineEnds) Dominant() LineEnd {
	switch {
	case s.CRLF > s.LF && s.CRLF >= s.CR:
		return CRLF
	case s.CR > s.LF && s.CR > s.CRLF:
		return CR
	case s.LF == 0 && s.Had != "":
		return s.Had
	}
	return LF
}

// Mixed reports whether the text has more than one kind of line end.
func (s LineEnds) Mixed() bool {
	return s.LF > 0 && (s.CRLF > 0 || s.CR > 0) || s.CRLF > 0 && s.CR > 0
}

type lineEndCounts struct{ lf, crlf, cr int }

// countLineEnds adds by for the line end of each line from first to last.
func (b *Buffer) countLineEnds(first, last, by int) {
	for n := first; n <= last && n < len(b.starts)-1; n++ {
		next := b.starts[n+1]
		switch {
		case b.text[next-1] == '\r':
			b.ends.cr += by
		case next-2 >= b.starts[n] && b.text[next-2] == '\r':
			b.ends.crlf += by
		default:
			b.ends.lf += by
		}
	}
}

// LineEnds says which line ends the text has; it costs nothing.
func (b *Buffer) LineEnds() LineEnds {
	ends := LineEnds{
		LF: b.ends.lf, CRLF: b.ends.crlf, CR: b.ends.cr,
		Final: b.starts[len(b.starts)-1] == len(b.text),
		BOM:   b.afterMark() > 0,
	}
	if len(b.starts) == 1 {
		ends.Had = b.had
	}
	return ends
}

// afterMark is the offset after the byte order mark that the text starts with, and 0 where it has none.
func (b *Buffer) afterMark() int {
	if bytes.HasPrefix(b.text, byteOrderMark) {
		return len(byteOrderMark)
	}
	return 0
}

// textStart is the offset of line n (from 0) where people take it to start: after a byte order mark, which
// belongs to the text and not to its first line.
func (b *Buffer) textStart(n int) int { return max(b.starts[n], b.afterMark()) }

// Convert gives every line the line end to, in one undo step. The last line is left without one if it has
// none.
func (b *Buffer) Convert(to LineEnd, how How) {
	var edits []Edit
	for n := range len(b.starts) - 1 {
		_, end := b.lineSpan(n)
		edits = append(edits, Edit{end, b.starts[n+1], []byte(to)})
	}
	if err := b.Apply(edits, how); err != nil {
		panic(err) // line ends lie inside the text and do not overlap
	}
}

// newLineEnd is the line end that a line broken at offset takes: that of the line it breaks or, on the last
// line, of the line above; in a text without line ends, the one it had before an edit took the last, or LF.
func (b *Buffer) newLineEnd(offset int) LineEnd {
	n := b.LineAt(offset)
	end := LineEnd(b.LineEnd(n))
	if end == "" && n > 0 {
		end = LineEnd(b.LineEnd(n - 1))
	}
	switch {
	case end == "":
		return b.LineEnds().Dominant()
	case end == LF && offset > 0 && b.text[offset-1] == '\r':
		return CR // an LF here would join the CR before it and break no line
	}
	return end
}
