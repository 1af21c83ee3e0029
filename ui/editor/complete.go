package editor

import (
	"strings"

	"robotslens/ui/screen"
)

// Completer gives suggestions for a line whose cursor is at octet col of it; the best one first.
type Completer func(line []byte, col int) []Suggestion

// Suggestion is a text that may take the place of the octets [Start, End) of the line; the cursor must lie in
// that span or at its end.
type Suggestion struct {
	Text       string
	Start, End int
	Detail     string // a few words about it, for the list
}

// popup is what is being suggested. Nothing of it takes a key that types.
type popup struct {
	items  []Suggestion
	chosen int // with the arrows, from 0; -1 for none
}

// popupRows is how many suggestions are shown at a time.
const popupRows = 6

// Suggesting reports whether a suggestion is shown: then tab and esc are the editor's.
func (e *Editor) Suggesting() bool { return len(e.popup.items) > 0 }

// suggest asks for suggestions at the cursor.
func (e *Editor) suggest() {
	e.popup = popup{}
	if e.Complete == nil || e.sel.Anchor != e.sel.Head || e.refused != "" {
		return
	}
	n := e.cursorLine()
	start, _ := e.buf.lineSpan(n)
	line, col := e.buf.Line(n), e.sel.Head-start
	var items []Suggestion
	for _, s := range e.Complete(line, col) {
		inside := 0 <= s.Start && s.Start <= col && col <= s.End && s.End <= len(line)
		if inside && s.Text != string(line[s.Start:s.End]) {
			items = append(items, s)
		}
	}
	e.popup = popup{items, -1}
}

// popupKey does what a key means while suggestions are shown.
func (e *Editor) popupKey(name string) bool {
	p := &e.popup
	if len(p.items) == 0 {
		return false
	}
	k := &e.KeyMap
	switch {
	case matches(name, k.HideSuggestion):
		*p = popup{}
	case matches(name, k.AcceptSuggestion),
		matches(name, k.Enter) && p.chosen >= 0,
		matches(name, k.Move.Right) && e.ghost() != "":
		e.accept(p.items[max(p.chosen, 0)])
	case matches(name, k.Move.Down) && e.listed():
		p.chosen = min(p.chosen+1, len(p.items)-1)
	case matches(name, k.Move.Up) && p.chosen >= 0:
		p.chosen--
	default:
		return false
	}
	return true
}

func (e *Editor) accept(s Suggestion) {
	e.popup = popup{}
	start, _ := e.buf.lineSpan(e.cursorLine())
	to := start + s.Start + len(s.Text)
	e.apply(Command, []Edit{{start + s.Start, start + s.End, []byte(s.Text)}}, func() Selection {
		return Selection{to, to}
	})
}

// ghost is the rest of the first or chosen suggestion, shown behind a cursor at the line's end; empty when
// what was typed is not how it begins.
func (e *Editor) ghost() string {
	if len(e.popup.items) == 0 {
		return ""
	}
	s := e.popup.items[max(e.popup.chosen, 0)]
	line := e.buf.Line(e.cursorLine())
	typed := line[s.Start:]
	if s.End != len(line) || len(typed) >= len(s.Text) || !strings.EqualFold(string(typed), s.Text[:len(typed)]) {
		return ""
	}
	return s.Text[len(typed):]
}

// listed reports whether there is more to show than the ghost.
func (e *Editor) listed() bool {
	return len(e.popup.items) > 1 || len(e.popup.items) == 1 && e.ghost() == ""
}

// paintPopup lists the suggestions below the cursor, or above it where there is no room below.
func (e *Editor) paintPopup(r screen.Region, look Look) {
	y := e.cursorLine() - e.top
	if !e.focused || !e.listed() || y < 0 || y >= r.H() {
		return
	}
	p := &e.popup
	below, above := r.H()-y-1, y
	rows := min(len(p.items), popupRows, max(below, above))
	if rows <= 0 {
		return
	}
	top := y + 1
	if rows > below {
		top = y - rows
	}
	first := max(0, min(p.chosen-rows+1, len(p.items)-rows))
	names, details := 0, 0
	for _, s := range p.items[first : first+rows] {
		names = max(names, screen.Width(s.Text))
		details = max(details, screen.Width(s.Detail))
	}
	width := names + 2
	if details > 0 {
		width += details + 2
	}
	start, _ := e.buf.lineSpan(e.cursorLine())
	x := e.gutterWidth() + e.buf.Column(start+p.items[0].Start) - e.left - 1
	x = max(0, min(x, r.W()-width))
	box := r.Sub(x, top, min(width, r.W()), rows)
	for row, s := range p.items[first : first+rows] {
		style := look.Popup
		if first+row == p.chosen {
			style = look.PopupChosen
		}
		box.Fill(0, row, box.W(), 1, style, " ")
		box.Text(1, row, style, s.Text)
		box.Text(names+3, row, style, s.Detail)
		if first+row != p.chosen {
			box.Restyle(names+3, row, details, look.PopupDetail)
		}
	}
}
