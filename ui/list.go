package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

// listWindow is the part of a list of rows that is in view. It paints only
// that part, so that the number of rows costs nothing.
type listWindow struct {
	top, h int
	hit    bool // the last press of the mouse was on a row
}

// moved returns the row chosen after a key or a click.
func (w *listWindow) moved(msg tea.Msg, at, rows int) int {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		switch msg.String() {
		case "up":
			at--
		case "down":
			at++
		case "pgup":
			at -= max(w.h-1, 1)
		case "pgdown":
			at += max(w.h-1, 1)
		case "home":
			at = 0
		case "end":
			at = rows - 1
		}
	case tea.MouseMsg:
		if msg.Action == tea.MouseActionPress {
			w.hit = msg.Button == tea.MouseButtonLeft && msg.Y >= 0 && msg.Y < min(w.h, rows-w.top)
		}
		switch {
		case msg.Button == tea.MouseButtonWheelUp:
			w.top -= 3
			at = min(at, max(w.top, 0)+w.h-1)
		case msg.Button == tea.MouseButtonWheelDown:
			w.top += 3
			at = max(at, min(w.top, rows-w.h))
		case msg.Action == tea.MouseActionPress && w.hit:
			at = w.top + msg.Y
		}
	}
	return max(0, min(at, rows-1))
}

// paint paints rows of r through row, with the one at chosen.
func (w *listWindow) paint(r screen.Region, rows, at int, l *Look, focused bool, row func(line screen.Region, i int)) {
	w.h = r.H()
	if at < w.top {
		w.top = at
	}
	if at >= w.top+w.h {
		w.top = at - w.h + 1
	}
	w.top = max(0, min(w.top, rows-w.h))
	for y := 0; y < w.h && w.top+y < rows; y++ {
		line := r.Sub(0, y, r.W(), 1)
		row(line, w.top+y)
		if w.top+y == at && focused {
			line.Text(0, 0, l.Accent, l.Right)
			line.Restyle(0, 0, line.W(), l.Selection)
		}
	}
	if rows > w.h && w.h > 2 { // a scroll bar, where there is more than is seen
		size := max(1, w.h*w.h/rows)
		from := (w.h - size) * w.top / max(1, rows-w.h)
		r.Fill(r.W()-1, from, 1, size, l.Dim, l.Thumb)
	}
}

// columns paints cells of fixed width from left to right.
type columns struct {
	r screen.Region
	x int
}

// cell paints s cut to w columns, or to those that are left, and moves on by w.
func (c *columns) cell(st screen.Style, s string, w int) {
	w = min(w, c.r.W()-c.x)
	c.r.Sub(c.x, 0, max(0, w-1), 1).TextCut(0, 0, max(0, w-1), st, s)
	c.x += w
}
