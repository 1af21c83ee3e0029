package editor

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

const (
	// doubleClick is how long after a click the next at the same place counts with it.
	doubleClick = 400 * time.Millisecond
	// A turn of the wheel moves the view by so much.
	wheelLines   = 3
	wheelColumns = 6
)

// mouse is what earlier clicks mean for the next event.
type mouse struct {
	dragging bool
	x, y     int
	when     time.Time
	clicks   int
	anchor   Selection // the word or line that a double or triple click began with
}

// Dragging reports whether a selection is being drawn with the mouse: then events outside the editor are its
// too.
func (e *Editor) Dragging() bool { return e.mouse.dragging }

func (e *Editor) pointer(msg tea.MouseMsg) bool {
	switch {
	case msg.Button == tea.MouseButtonWheelUp && msg.Shift, msg.Button == tea.MouseButtonWheelLeft:
		e.scrollSideways(-wheelColumns)
	case msg.Button == tea.MouseButtonWheelDown && msg.Shift, msg.Button == tea.MouseButtonWheelRight:
		e.scrollSideways(wheelColumns)
	case msg.Button == tea.MouseButtonWheelUp:
		e.scroll(-wheelLines)
	case msg.Button == tea.MouseButtonWheelDown:
		e.scroll(wheelLines)
	case msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft:
		e.press(msg)
	case msg.Action == tea.MouseActionMotion && e.mouse.dragging:
		e.drag(e.offsetAt(msg.X, msg.Y))
	case msg.Action == tea.MouseActionRelease && e.mouse.dragging:
		e.mouse.dragging = false
	default:
		return false
	}
	return true
}

// scroll moves the view by lines, down when positive, and leaves the cursor where it is.
func (e *Editor) scroll(lines int) {
	e.top = max(0, min(e.top+lines, e.buf.Lines()-max(e.height, 1)))
}

// scrollSideways moves the view by columns, right when positive and while a line in view goes on there.
func (e *Editor) scrollSideways(columns int) {
	right := e.left + e.textWidth() - 1
	for n := e.top; columns > 0 && n < min(e.top+e.height, e.buf.Lines()); n++ {
		if _, end := e.buf.lineSpan(n); e.buf.offsetAt(n, right) != end {
			e.left += columns
			return
		}
	}
	e.left = max(0, e.left+min(columns, 0))
}

func (e *Editor) press(msg tea.MouseMsg) {
	m := &e.mouse
	now := e.Clock()
	again := m.clicks > 0 && m.clicks < 3 && m.x == msg.X && m.y == msg.Y && now.Sub(m.when) <= doubleClick
	clicks := 1
	if again {
		clicks = m.clicks + 1
	}
	at := e.offsetAt(msg.X, msg.Y)
	*m = mouse{dragging: true, x: msg.X, y: msg.Y, when: now, clicks: clicks, anchor: Selection{at, at}}
	if msg.Shift {
		m.anchor = Selection{e.sel.Anchor, e.sel.Anchor}
	}
	e.drag(at)
	if clicks == 1 {
		return
	}
	m.anchor.Anchor, m.anchor.Head = e.unit(at)
	e.drag(at)
}

// unit is what is selected at once at offset: a cell's place, a word after two clicks, a line after three.
func (e *Editor) unit(offset int) (start, end int) {
	switch e.mouse.clicks {
	case 2:
		return e.wordAt(offset)
	case 3:
		n := e.buf.LineAt(offset)
		start, _ := e.buf.lineSpan(n)
		return start, e.buf.nextStart(n)
	}
	return offset, offset
}

func (e *Editor) drag(to int) {
	start, end := e.unit(to)
	sel := Selection{min(e.mouse.anchor.Anchor, start), max(e.mouse.anchor.Head, end)}
	if to < e.mouse.anchor.Anchor {
		sel = Selection{e.mouse.anchor.Head, start}
	}
	if e.mouse.clicks == 1 {
		sel = Selection{e.mouse.anchor.Anchor, to}
	}
	e.SetSelection(sel)
}

// offsetAt is the offset of the text at column x, row y of the editor, or of what lies nearest.
func (e *Editor) offsetAt(x, y int) int {
	n := max(0, min(e.top+y, e.buf.Lines()-1))
	return e.buf.offsetAt(n, max(0, e.left+x-e.gutterWidth()))
}
