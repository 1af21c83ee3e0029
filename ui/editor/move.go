package editor

import "unicode/utf8"

// place puts the cursor and the anchor on whole cells inside the text and brings the cursor into view.
func (e *Editor) place(sel Selection) {
	e.sel = Selection{e.buf.snap(sel.Anchor), e.buf.snap(sel.Head)}
	e.reveal()
}

// jump moves to a place that may be far off, and then shows it away from the edge.
func (e *Editor) jump(sel Selection) {
	top := e.top
	e.SetSelection(sel)
	if e.top != top && e.height > 2 {
		e.top = e.clampTop(e.cursorLine() - e.height/3)
	}
}

// SelectAll selects the whole text and leaves the view where it is.
func (e *Editor) SelectAll() {
	e.sel = Selection{e.buf.snap(0), e.buf.Len()}
	e.goal = -1
	e.buf.endStep()
}

// travel moves the cursor to an offset as a motion key does.
func (e *Editor) travel(to int, selecting bool) {
	sel := Selection{to, to}
	if selecting {
		sel.Anchor = e.sel.Anchor
	}
	e.place(sel)
	e.buf.endStep()
}

// motion is where the key called name moves the cursor, and whether it selects.
func (e *Editor) motion(name string) (to int, selecting, ok bool) {
	if to, ok = e.target(name, &e.KeyMap.Move, false); ok {
		return to, false, true
	}
	to, ok = e.target(name, &e.KeyMap.Select, true)
	return to, true, ok
}

func (e *Editor) target(name string, m *Motions, selecting bool) (int, bool) {
	head := e.sel.Head
	page := max(e.height-1, 1)
	switch {
	case matches(name, m.Up):
		return e.vertical(-1), true
	case matches(name, m.Down):
		return e.vertical(1), true
	case matches(name, m.PageUp):
		e.top = e.clampTop(e.top - page)
		return e.vertical(-page), true
	case matches(name, m.PageDown):
		e.top = e.clampTop(e.top + page)
		return e.vertical(page), true
	}
	goal := e.goal
	e.goal = -1
	start, end := e.sel.Span()
	collapse := start != end && !selecting
	switch {
	case matches(name, m.Left) && collapse:
		return start, true
	case matches(name, m.Right) && collapse:
		return end, true
	case matches(name, m.Left):
		return e.buf.Prev(head), true
	case matches(name, m.Right):
		return e.buf.Next(head), true
	case matches(name, m.WordLeft):
		return e.wordLeft(head), true
	case matches(name, m.WordRight):
		return e.wordRight(head), true
	case matches(name, m.LineStart):
		start, _ := e.buf.lineSpan(e.cursorLine())
		return start, true
	case matches(name, m.LineEnd):
		_, end := e.buf.lineSpan(e.cursorLine())
		return end, true
	case matches(name, m.TextStart):
		return 0, true
	case matches(name, m.TextEnd):
		return e.buf.Len(), true
	}
	e.goal = goal
	return 0, false
}

// vertical is the offset lines below the cursor, in the column that a run of such moves began in; past the
// first or last line it is the end of the text.
func (e *Editor) vertical(lines int) int {
	if e.goal < 0 {
		e.goal = e.buf.Column(e.sel.Head)
	}
	n := e.cursorLine() + lines
	switch {
	case n < 0:
		return 0
	case n >= e.buf.Lines():
		return e.buf.Len()
	}
	return e.buf.offsetAt(n, e.goal)
}

// wordRight is the end of the word at or after offset, or the start of the next line from a line's end.
func (e *Editor) wordRight(offset int) int {
	_, end := e.buf.lineSpan(e.buf.LineAt(offset))
	if offset >= end {
		return e.buf.Next(offset)
	}
	text := e.buf.Bytes()
	for offset < end && !isWord(text[offset]) {
		offset++
	}
	for offset < end && isWord(text[offset]) {
		offset++
	}
	return offset
}

// wordLeft is the start of the word at or before offset, or the end of the line before from a line's start.
func (e *Editor) wordLeft(offset int) int {
	start := e.buf.textStart(e.buf.LineAt(offset))
	if offset <= start {
		return e.buf.Prev(offset)
	}
	text := e.buf.Bytes()
	for offset > start && !isWord(text[offset-1]) {
		offset--
	}
	for offset > start && isWord(text[offset-1]) {
		offset--
	}
	return offset
}

// wordAt is the word around offset, or the cell there when it is none.
func (e *Editor) wordAt(offset int) (int, int) {
	text := e.buf.Bytes()
	n := e.buf.LineAt(offset)
	from := e.buf.textStart(n)
	_, to := e.buf.lineSpan(n)
	if offset >= to || !isWord(text[offset]) {
		return offset, max(offset, min(e.buf.Next(offset), to))
	}
	start, end := offset, offset
	for start > from && isWord(text[start-1]) {
		start--
	}
	for end < to && isWord(text[end]) {
		end++
	}
	return start, end
}

// isWord takes hyphens as a part of words, since names in plain text files have them, and every octet that
// is not ASCII, so that no word is cut inside a character.
func isWord(c byte) bool {
	return c >= utf8.RuneSelf || c == '_' || c == '-' ||
		c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func (e *Editor) clampTop(top int) int {
	return max(0, min(top, e.buf.Lines()-1))
}

// reveal scrolls as little as brings the cursor into view.
func (e *Editor) reveal() {
	line := e.cursorLine()
	e.top = e.clampTop(max(line-max(e.height, 1)+1, min(e.top, line)))
	width := e.textWidth()
	if width <= 0 {
		return
	}
	column := e.buf.Column(e.sel.Head)
	margin := min(4, width/4)
	switch {
	case column < width-margin-1:
		e.left = 0
	case column < e.left+margin:
		e.left = max(0, column-margin)
	default:
		right := column + margin + 1
		if _, end := e.buf.lineSpan(line); e.buf.offsetAt(line, right) == end {
			right = e.buf.Column(end)
		}
		e.left = min(column, max(e.left, right-width+1))
	}
}
