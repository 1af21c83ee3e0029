package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

// scroller is the part of a longer text that is seen.
type scroller struct {
	top  int // the first line
	rows int // lines of the text, when it was last painted
	h    int // lines of the window, likewise
}

// scroll moves by a key or the wheel.
func (s *scroller) scroll(msg tea.Msg) { s.top = scrolled(msg, s.top, s.rows, s.h) }

// below is the number of lines below those that are seen.
func (s *scroller) below() int { return s.rows - s.top - s.h }

func (s *scroller) paint(r screen.Region, lines [][]part) {
	s.rows, s.h = len(lines), r.H()
	s.top = max(0, min(s.top, s.rows-s.h))
	paintLines(r, lines, s.top)
}

// paintMore is paint with a word in the last row where lines follow.
func (s *scroller) paintMore(r screen.Region, lines [][]part, l *Look) {
	s.paint(r, lines)
	if rest := s.below(); rest > 0 && r.H() > 1 {
		r.Fill(0, r.H()-1, r.W(), 1, "", " ")
		r.TextRight(r.W(), r.H()-1, l.Dim, " "+l.Down+" "+count(rest+1, "line", "lines")+" more")
	}
}

// scrolled returns the first row shown after msg, of rows in a window of h.
func scrolled(msg tea.Msg, top, rows, h int) int {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		switch msg.String() {
		case "up":
			top--
		case "down":
			top++
		case "pgup":
			top -= h - 1
		case "pgdown":
			top += h - 1
		case "home":
			top = 0
		case "end":
			top = rows
		}
	case tea.MouseMsg:
		switch msg.Button {
		case tea.MouseButtonWheelUp:
			top -= 3
		case tea.MouseButtonWheelDown:
			top += 3
		}
	}
	return max(0, min(top, rows-h))
}

// page is a text that stands over the panes until it is closed.
type page struct {
	title string
	text  paras
	keys  map[string]tea.Cmd // more that close it, and what they do then
	scroller
}

func (p *page) Update(msg tea.KeyMsg) (bool, tea.Cmd) {
	switch name := msg.String(); name {
	case "esc", "q", "enter":
		return true, nil
	default:
		if cmd, ok := p.keys[name]; ok {
			return true, cmd
		}
	}
	p.scroll(msg)
	return false, nil
}

func (p *page) Paint(r screen.Region, l *Look) {
	w := min(r.W(), 84)
	lines := p.text.wrap(w - 4)
	h := min(r.H(), len(lines)+3)
	box := r.Sub((r.W()-w)/2, (r.H()-h)/3, w, h)
	box.Fill(0, 0, box.W(), box.H(), "", " ")
	in := l.box(box, p.title, true)
	in = in.Sub(1, 0, in.W()-2, in.H()-1)
	p.paint(in, lines)
	foot := "esc close"
	if p.rows > p.h {
		foot = fmt.Sprintf("%s scroll  %d of %d lines  %s", l.KeyName("↑↓"), p.top+p.h, p.rows, foot)
	}
	box.TextRight(box.W()-2, box.H()-2, l.Dim, foot)
}
