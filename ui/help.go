package ui

import (
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

// help is the page of keys and marks, made from the key map.
type help struct {
	text paras
	top  int
	rows int
	h    int
}

func newHelp(a *App) *help {
	l := a.look
	h := &help{}
	p := &h.text
	p.add(part{l.Accent, "What you see"})
	p.add(part{"", "The verdict says whether the crawler may fetch the URL (crawling, not indexing), and which line of the file decides. It is asked again at each key."})
	p.add(part{"", "Learn how it works: "}, part{l.Key, "l"}, part{"", " opens the course, robotslens learn does too."})
	p.gap()
	p.add(part{l.Accent, "Marks in the file"})
	for _, m := range [][2]string{
		{l.Wins, "this rule decides: it has the most octets of those that match"},
		{l.WinsTie, "an Allow that wins a tie against a Disallow with as many octets"},
		{l.Ties, "as many octets as the rule that decides, and loses the tie"},
		{l.Shorter, "matches, but is shorter"},
		{l.Bar, "beside the lines of the group that the crawler reads"},
	} {
		p.add(part{l.Key, fmt.Sprintf("  %-4s", m[0])}, part{"", m[1]})
		(*p)[len(*p)-1].indent = 6
	}
	p.gap()
	p.add(part{l.Accent, "Everywhere"})
	h.bindings(l, commandKeys(a.keyed))
	for i, group := range a.file.ed.KeyMap.FullHelp() {
		p.gap()
		p.add(part{l.Accent, [...]string{"File: moving", "File: selecting", "File: clipboard and undo", "File: editing", "File: suggestions"}[min(i, 4)]})
		h.bindings(l, group)
	}
	for _, t := range a.tabs {
		if keys := t.Keys(); len(keys) > 0 {
			p.gap()
			p.add(part{l.Accent, "Tab " + t.Name()})
			h.bindings(l, keys)
		}
	}
	return h
}

// commandKeys are the bindings of commands, each with the command's title.
func commandKeys(commands []Command) []key.Binding {
	var out []key.Binding
	for _, c := range commands {
		if k := c.Key.Help().Key; k != "" {
			out = append(out, bind(k, c.Title))
		}
	}
	return out
}

func (h *help) bindings(l *Look, keys []key.Binding) {
	for _, k := range keys {
		h.text.add(part{l.Key, fmt.Sprintf("  %-16s", k.Help().Key)}, part{"", k.Help().Desc})
		h.text[len(h.text)-1].indent = 18
	}
}

func (h *help) Update(msg tea.KeyMsg) (bool, tea.Cmd) {
	switch msg.String() {
	case "esc", "f1", "q", "enter":
		return true, nil
	case "l":
		return true, send(ShowTabMsg{"Learn"})
	}
	h.top = scrolled(msg, h.top, h.rows, h.h)
	return false, nil
}

func (h *help) Paint(r screen.Region, l *Look) {
	w := min(r.W(), 84)
	box := r.Sub((r.W()-w)/2, 0, w, r.H())
	box.Fill(0, 0, box.W(), box.H(), "", " ")
	in := l.box(box, "Help", true)
	in = in.Sub(1, 0, in.W()-2, in.H()-1)
	lines := h.text.wrap(in.W())
	h.rows, h.h = len(lines), in.H()
	h.top = max(0, min(h.top, len(lines)-in.H()))
	paintLines(in, lines, h.top)
	box.TextRight(box.W()-2, box.H()-2, l.Dim, fmt.Sprintf("esc close  %s%s scroll  %d of %d lines", l.Up, l.Down, min(h.top+in.H(), len(lines)), len(lines)))
}
