package editor

import (
	"iter"

	"robotslens/ui/screen"
)

// cells yields the cells of line n with their columns, from the last remembered place for which past is
// false. The offsets of the cells count from the start of the line.
func (b *Buffer) cells(n int, past func(checkpoint) bool) iter.Seq2[int, screen.Cell] {
	return func(yield func(int, screen.Cell) bool) {
		from := b.columns.nearest(n, past)
		line := b.Line(n)
		column := from.column
		for c := range screen.Cells(line[from.offset:], column) {
			c.Start, c.End = c.Start+from.offset, c.End+from.offset
			if c.Start >= checkpointSpacing {
				b.columns.add(n, checkpoint{c.Start, column})
			}
			if !yield(column, c) {
				return
			}
			column += c.Width
		}
	}
}

// cellsFromColumn yields the cells of line n from some place at or before column.
func (b *Buffer) cellsFromColumn(n, column int) iter.Seq2[int, screen.Cell] {
	return b.cells(n, func(p checkpoint) bool { return p.column > column })
}

// Column is the column on the screen, from 0, of the cell that offset lies in, or of the place after the
// last cell of its line.
func (b *Buffer) Column(offset int) int {
	n := b.LineAt(offset)
	at := offset - b.starts[n]
	end := 0
	for column, c := range b.cells(n, func(p checkpoint) bool { return p.offset > at }) {
		if c.End > at {
			return column
		}
		end = column + c.Width
	}
	return end
}

// offsetAt is the offset of the cell of line n that covers column, or of the end of the line's text when the
// line is not that wide.
func (b *Buffer) offsetAt(n, column int) int {
	start, end := b.lineSpan(n)
	for at, c := range b.cellsFromColumn(n, column) {
		if at+c.Width > column {
			return start + c.Start
		}
	}
	return end
}

// Next is the offset after the cell or the line end at offset; a combining cluster, an invalid octet and a
// CRLF are each one step.
func (b *Buffer) Next(offset int) int {
	n := b.LineAt(offset)
	start, end := b.lineSpan(n)
	if offset >= end {
		return b.nextStart(n)
	}
	at := offset - start
	for _, c := range b.cells(n, func(p checkpoint) bool { return p.offset > at }) {
		if c.End > at {
			return start + c.End
		}
	}
	return end
}

// Prev is the offset of the cell or the line end before offset.
func (b *Buffer) Prev(offset int) int {
	n := b.LineAt(offset)
	start, end := b.lineSpan(n)
	if offset > end {
		return end
	}
	if offset == start {
		if n == 0 {
			return 0
		}
		_, end = b.lineSpan(n - 1)
		return end
	}
	at, last := offset-start, 0
	for _, c := range b.cells(n, func(p checkpoint) bool { return p.offset >= at }) {
		if c.Start >= at {
			break
		}
		last = c.Start
	}
	return start + last
}

// snap moves an offset that lies inside a cell to the cell's end, one inside a CRLF before it, and one outside
// the text to the text's nearest end. No place is before a byte order mark: what is typed there would leave
// the mark in the middle of a line, where it counts as text.
func (b *Buffer) snap(offset int) int {
	offset = max(b.afterMark(), min(offset, len(b.text)))
	n := b.LineAt(offset)
	start, end := b.lineSpan(n)
	if offset >= end {
		return end
	}
	if offset == start {
		return start
	}
	if before := b.Prev(offset); b.Next(before) != offset {
		return b.Next(before)
	}
	return offset
}
