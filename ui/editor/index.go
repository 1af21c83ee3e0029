package editor

import (
	"bytes"
	"slices"
)

// setText takes text as the whole text and indexes its lines.
func (b *Buffer) setText(text []byte) {
	b.text = text
	b.starts = appendLineStarts(append(b.starts[:0], 0), text, 0)
	b.ends = lineEndCounts{}
	b.countLineEnds(0, len(b.starts)-1, 1)
	b.columns.clear()
}

// splice replaces the octets [start, end) in place and mends the index around them. Only the lines touched
// are scanned again, with the one before where an LF could join its CR.
func (b *Buffer) splice(start, end int, insert []byte) {
	first := b.LineAt(start)
	if first > 0 && b.starts[first] == start && b.text[start-1] == '\r' {
		first--
	}
	last := b.LineAt(end)
	tail := b.starts[last+1:]
	from, to := b.starts[first], b.nextStart(last)
	b.countLineEnds(first, last, -1)
	grow := len(insert) - (end - start)

	old := len(b.text)
	b.text = slices.Grow(b.text, max(grow, 0))[:max(old, old+grow)]
	copy(b.text[start+len(insert):], b.text[end:old])
	copy(b.text[start:], insert)
	b.text = b.text[:old+grow]

	// Each start after the first line of the region that falls before its end: the start at its end is tail's.
	fresh := appendLineStarts(nil, b.text[from:to+grow], from)
	if len(tail) > 0 {
		fresh = fresh[:len(fresh)-1]
	}
	for i := range tail {
		tail[i] += grow
	}
	b.starts = slices.Replace(b.starts, first+1, last+1, fresh...)
	b.countLineEnds(first, first+len(fresh), 1)
	b.columns.edited(first, last, first+len(fresh), start-from)
}

// appendLineStarts appends the offset after each line end in text, base added.
func appendLineStarts(starts []int, text []byte, base int) []int {
	lf, cr := -1, -1
	for at := 0; at < len(text); {
		lf, cr = nextOctet(text, '\n', lf, at), nextOctet(text, '\r', cr, at)
		next := min(lf, cr)
		if next == len(text) {
			break
		}
		if next == cr && lf == cr+1 && lf < len(text) {
			next = lf
		}
		at = next + 1
		starts = append(starts, base+at)
	}
	return starts
}

// nextOctet finds c in text from at, or len(text); known is an earlier answer, still good when not passed.
func nextOctet(text []byte, c byte, known, at int) int {
	if known >= at {
		return known
	}
	if i := bytes.IndexByte(text[at:], c); i >= 0 {
		return at + i
	}
	return len(text)
}
