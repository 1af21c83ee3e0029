package editor

import (
	"bytes"

	tea "github.com/charmbracelet/bubbletea"
)

// moved is where offset is after the edit: inside what was replaced it goes to the end of the new text.
func (ed Edit) moved(offset int) int {
	switch {
	case offset < ed.Start || offset == ed.Start && ed.Start < ed.End:
		return offset
	case offset <= ed.End:
		return ed.Start + len(ed.Text)
	}
	return offset + len(ed.Text) - (ed.End - ed.Start)
}

// apply makes edits as one undo step, or merged into the last one, and then moves to what after gives.
func (e *Editor) apply(kind Kind, edits []Edit, after func() Selection) bool {
	if e.ReadOnly != "" {
		e.refused = e.ReadOnly
		return false
	}
	e.popup = popup{}
	revision := e.buf.Revision()
	if err := e.buf.Apply(edits, How{Kind: kind, When: e.Clock(), Before: e.sel}); err != nil {
		e.refused = err.Error()
		return false
	}
	e.goal = -1
	e.place(after())
	if e.buf.Revision() == revision {
		return false
	}
	e.buf.history.setAfter(e.sel)
	return true
}

// Apply makes edits, such as a fix, as one undo step and keeps the cursor at the text it was at. Offsets are
// those of the text as it is. It fails where they overlap, lie outside or the text is read-only.
func (e *Editor) Apply(edits []Edit) Result {
	revision, sel := e.buf.Revision(), e.sel
	e.refused = ""
	anchor, head := moveThrough(edits, sel.Anchor), moveThrough(edits, sel.Head)
	e.apply(Command, edits, func() Selection { return Selection{anchor, head} })
	return Result{Handled: true, Edited: e.buf.Revision() != revision, Moved: e.sel != sel, Refused: e.refused}
}

// moveThrough is where offset is after all edits, which are in the offsets of the text before them.
func moveThrough(edits []Edit, offset int) int {
	moved := offset
	for _, ed := range edits {
		moved += ed.moved(offset) - offset
	}
	return moved
}

// ConvertLineEnds gives every line the line end to, as one undo step, and keeps the cursor.
func (e *Editor) ConvertLineEnds(to LineEnd) Result {
	e.refused = ""
	if e.ReadOnly != "" {
		return Result{Handled: true, Refused: e.ReadOnly}
	}
	revision, line := e.buf.Revision(), e.cursorLine()
	start, _ := e.buf.lineSpan(line)
	at := e.sel.Head - start
	e.buf.Convert(to, How{When: e.Clock(), Before: e.sel})
	if e.buf.Revision() == revision {
		return Result{Handled: true}
	}
	start, _ = e.buf.lineSpan(line)
	e.SetCursor(start + at)
	e.buf.history.setAfter(e.sel)
	return Result{Handled: true, Edited: true, Moved: true}
}

// replaceSelection puts text in the place of the selection, and the cursor after it.
func (e *Editor) replaceSelection(kind Kind, text []byte) bool {
	start, end := e.sel.Span()
	to := start + len(text)
	return e.apply(kind, []Edit{{start, end, text}}, func() Selection { return Selection{to, to} })
}

func (e *Editor) typed(text []byte) { e.replaceSelection(Typing, text) }

func (e *Editor) newLine() {
	start, _ := e.sel.Span()
	e.replaceSelection(Typing, []byte(e.buf.newLineEnd(start)))
}

// erase removes the selection, or where there is none the text between the cursor and an offset.
func (e *Editor) erase(to int, kind Kind) {
	start, end := e.sel.Span()
	if start != end {
		e.replaceSelection(Command, nil)
		return
	}
	start, end = min(e.sel.Head, to), max(e.sel.Head, to)
	e.apply(kind, []Edit{{start, end, nil}}, func() Selection { return Selection{start, start} })
}

// Undo takes the last step back and shows where it was.
func (e *Editor) Undo() { e.travelHistory(e.buf.Undo) }

// Redo makes the step last taken back again and shows where it is.
func (e *Editor) Redo() { e.travelHistory(e.buf.Redo) }

func (e *Editor) travelHistory(step func() (Selection, bool)) {
	if e.ReadOnly != "" {
		e.refused = e.ReadOnly
		return
	}
	if sel, ok := step(); ok {
		e.jump(sel)
	}
}

// Copy keeps the selection for pasting, or the whole line where nothing is selected, and yields it as a
// CopyMsg.
func (e *Editor) Copy() tea.Cmd {
	start, end := e.sel.Span()
	if start == end {
		first, last := e.block()
		start, end = e.blockSpan(first, last)
	}
	if start == end {
		return nil
	}
	e.clip = bytes.Clone(e.buf.Bytes()[start:end])
	msg := CopyMsg{bytes.Clone(e.clip)}
	return func() tea.Msg { return msg }
}

// Cut copies and then removes the selection, or the line where nothing is selected.
func (e *Editor) Cut() tea.Cmd {
	e.popup = popup{}
	if e.ReadOnly != "" {
		e.refused = e.ReadOnly
		return nil
	}
	cmd := e.Copy()
	if start, end := e.sel.Span(); start != end {
		e.replaceSelection(Command, nil)
	} else {
		e.deleteLines()
	}
	return cmd
}

// Paste puts in what was last copied or cut here.
func (e *Editor) Paste() { e.PasteText(e.clip) }

// PasteText puts text in the place of the selection. Its line ends become those of the line it comes to;
// every other octet is kept.
func (e *Editor) PasteText(text []byte) {
	if len(text) == 0 {
		return
	}
	start, _ := e.sel.Span()
	e.replaceSelection(Command, withLineEnds(text, e.buf.newLineEnd(start)))
}

// withLineEnds is text with every CRLF, CR and LF made end.
func withLineEnds(text []byte, end LineEnd) []byte {
	out := make([]byte, 0, len(text)+len(text)/32)
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case text[i] == '\r' || text[i] == '\n':
			out = append(out, end...)
		default:
			out = append(out, text[i])
		}
	}
	return out
}
