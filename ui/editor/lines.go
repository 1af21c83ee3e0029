package editor

import "bytes"

// block is the first and last line that the selection touches. A selection that ends before the first
// octet of a line does not touch it.
func (e *Editor) block() (first, last int) {
	start, end := e.sel.Span()
	first, last = e.buf.LineAt(start), e.buf.LineAt(end)
	if lineStart, _ := e.buf.lineSpan(last); last > first && end == lineStart {
		last--
	}
	return first, last
}

// blockSpan gives the offsets of the lines first to last with their line ends.
func (e *Editor) blockSpan(first, last int) (start, end int) {
	return e.buf.textStart(first), e.buf.nextStart(last)
}

// inLine is a selection by lines and offsets in them, for edits that move lines.
type inLine struct{ anchorLine, anchor, headLine, head int }

func (e *Editor) selectionInLines() inLine {
	anchorLine, headLine := e.buf.LineAt(e.sel.Anchor), e.cursorLine()
	return inLine{anchorLine, e.sel.Anchor - e.buf.textStart(anchorLine), headLine, e.sel.Head - e.buf.textStart(headLine)}
}

// offsets is the selection in the text as it is now, with the lines moved down by lines.
func (e *Editor) offsets(s inLine, lines int) Selection {
	offset := func(line, at int) int {
		if line += lines; line >= e.buf.Lines() {
			return e.buf.Len()
		}
		_, end := e.buf.lineSpan(line)
		return min(e.buf.textStart(line)+at, end)
	}
	return Selection{offset(s.anchorLine, s.anchor), offset(s.headLine, s.head)}
}

// moveLines moves the lines of the selection one line up (-1) or down (1), past their neighbour. Each place
// keeps its line end, so that a text without a last line end stays so.
func (e *Editor) moveLines(direction int) {
	first, last := e.block()
	from, to := first, last
	if direction < 0 {
		from--
	} else {
		to++
	}
	if from < 0 || to >= e.buf.Lines() {
		return
	}
	order := make([]int, 0, to-from+1)
	if direction > 0 {
		order = append(order, to)
	}
	for n := first; n <= last; n++ {
		order = append(order, n)
	}
	if direction < 0 {
		order = append(order, from)
	}
	start, end := e.blockSpan(from, to)
	before := e.buf.Bytes()[max(start-1, 0):start]
	text := append(make([]byte, 0, len(before)+end-start), before...)
	for i, n := range order {
		_, lineEnd := e.buf.lineSpan(n)
		text = append(text, e.buf.Bytes()[e.buf.textStart(n):lineEnd]...)
		text = appendLineEnd(text, e.buf.LineEnd(from+i))
	}
	sel := e.selectionInLines()
	e.apply(Command, []Edit{{start, end, text[len(before):]}}, func() Selection { return e.offsets(sel, direction) })
}

// appendLineEnd appends end, or CRLF where an LF would join the CR before it and end no line.
func appendLineEnd(text, end []byte) []byte {
	if len(end) > 0 && end[0] == '\n' && bytes.HasSuffix(text, []byte("\r")) {
		end = []byte(CRLF)
	}
	return append(text, end...)
}

// duplicateLines puts a copy of the selected lines below them and moves the cursor to it.
func (e *Editor) duplicateLines() {
	first, last := e.block()
	start := e.buf.textStart(first)
	_, end := e.buf.lineSpan(last)
	lineEnd := e.buf.newLineEnd(end)
	if lineEnd == CR && bytes.HasPrefix(e.buf.Bytes()[start:end], []byte(LF)) {
		lineEnd = CRLF // the CR alone would join the LF that the copy begins with
	}
	text := append([]byte(lineEnd), e.buf.Bytes()[start:end]...)
	sel := e.selectionInLines()
	e.apply(Command, []Edit{{end, end, text}}, func() Selection { return e.offsets(sel, last-first+1) })
}

// deleteLines removes the selected lines with their line ends and leaves the cursor before the next.
func (e *Editor) deleteLines() {
	first, last := e.block()
	start, end := e.blockSpan(first, last)
	e.apply(Command, []Edit{{start, end, nil}}, func() Selection { return Selection{start, start} })
}

// ToggleComment puts the comment prefix and a space before each selected line that is not blank, or takes
// them away where all have it.
func (e *Editor) ToggleComment() {
	first, last := e.block()
	var add, remove []Edit
	commented := true
	for n := first; n <= last; n++ {
		start := e.buf.textStart(n)
		_, end := e.buf.lineSpan(n)
		line := e.buf.Bytes()[start:end]
		body := bytes.TrimLeft(line, " \t")
		if len(body) == 0 && first != last {
			continue
		}
		add = append(add, Edit{start, start, []byte(e.CommentPrefix + " ")})
		rest, found := bytes.CutPrefix(body, []byte(e.CommentPrefix))
		commented = commented && found
		at := start + len(line) - len(body)
		cut := len(e.CommentPrefix)
		if bytes.HasPrefix(rest, []byte(" ")) {
			cut++
		}
		remove = append(remove, Edit{at, at + cut, nil})
	}
	edits := add
	if commented {
		edits = remove
	}
	anchor, head := moveThrough(edits, e.sel.Anchor), moveThrough(edits, e.sel.Head)
	e.apply(Command, edits, func() Selection { return Selection{anchor, head} })
}
