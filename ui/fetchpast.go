package ui

import (
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/fetch"
	"robotslens/ui/screen"
)

// pastVersions lists what was fetched of an origin before.
type pastVersions struct {
	origin  engine.Origin
	list    []fetch.Stored // the latest first
	trouble string
	read    bool
	marked  int // the one that others are compared with, -1 for the text on the screen
	at      int
	diff    *difference
	window  listWindow
}

// pastMsg brings the list.
type pastMsg struct {
	origin  engine.Origin
	list    []fetch.Stored
	trouble string
	diff    *difference
}

var pastKeys = []key.Binding{
	bind("enter", "open it", "enter"),
	bind("m", "mark to compare with", "m"),
	bind("d", "line diff", "d"),
	bind("v", "verdicts that flip", "v"),
	bind("a", "answer", "a"),
}

// showPast lists the versions of the site, read in a command.
func (t *fetchTab) showPast(c *Case) tea.Cmd {
	if t.history == nil {
		return note("no history is kept here", true)
	}
	history := t.history
	return tea.Batch(t.show(pageHistory), t.withSite(c, func(url string, _ *Case) tea.Cmd {
		origin := fetch.OriginOf(url)
		return func() tea.Msg {
			list, err := history.List(origin)
			m := pastMsg{origin: origin}
			for i := len(list) - 1; i >= 0; i-- {
				m.list = append(m.list, list[i])
			}
			if err != nil {
				m.trouble = err.Error()
			}
			return m
		}
	}))
}

func (p *pastVersions) take(m pastMsg) {
	if m.diff != nil {
		p.diff = m.diff
		return
	}
	p.origin, p.list, p.trouble, p.read = m.origin, m.list, m.trouble, true
	p.marked, p.diff = -1, nil
	p.at = max(0, min(p.at, len(p.list)-1))
}

// pastSource is a version of the past as the screen shows it.
func pastSource(s fetch.Stored, origin engine.Origin) Source {
	answer := engine.Answer{Status: s.Status}
	return Source{Kind: Past, Name: s.RobotsURL, Origin: origin, Answer: &answer,
		Status: fmt.Sprintf("%d, %s to %s", s.Status, day(s.First), day(s.Last))}
}

func (t *fetchTab) pastKey(msg tea.Msg, c *Case) tea.Cmd {
	p := &t.past
	k, _ := msg.(tea.KeyMsg)
	if len(p.list) == 0 {
		return nil
	}
	switch k.String() {
	case "enter":
		s, origin, history := p.list[p.at], p.origin, t.history
		return func() tea.Msg {
			body, err := openStored(history, s)
			if err != nil {
				return NoteMsg{Text: err.Error(), Bad: true}
			}
			return OpenMsg{Source: pastSource(s, origin), Text: body}
		}
	case "m", " ":
		if p.marked == p.at {
			p.marked = -1
		} else {
			p.marked = p.at
		}
		p.diff = nil
	case "d":
		return t.pastPair(c, func(_ *Case, was, now edition) tea.Msg {
			return showDiffMsg{"From version to version", was.name, now.name, was.text, now.text}
		})
	case "v":
		return t.pastPair(c, func(c *Case, was, now edition) tea.Msg {
			d := findDifference(c, was, now)
			return pastMsg{diff: &d}
		})
	default:
		p.at = p.window.moved(msg, p.at, len(p.list))
	}
	return nil
}

// openStored is the octets of a version; of one that says there was no file,
// none.
func openStored(h *fetch.History, s fetch.Stored) ([]byte, error) {
	if s.Gone() {
		return nil, nil
	}
	return h.Open(s)
}

// pastPair reads in a command the chosen version and the marked one, else the
// text on the screen, and compares them by what; the older is what was.
func (t *fetchTab) pastPair(c *Case, what func(c *Case, was, now edition) tea.Msg) tea.Cmd {
	p, history, still := &t.past, t.history, c.Still()
	older := p.list[p.at]
	var newer *fetch.Stored // nil for the text on the screen
	if p.marked >= 0 {      // the list begins with the latest
		older = p.list[max(p.at, p.marked)]
		newer = &p.list[min(p.at, p.marked)]
	}
	edit := func(s fetch.Stored) (edition, error) {
		text, err := openStored(history, s)
		return edition{"the version of " + minute(s.First), text, &engine.Answer{Status: s.Status}}, err
	}
	return func() tea.Msg {
		was, err := edit(older)
		now := still.edition()
		if err == nil && newer != nil {
			now, err = edit(*newer)
		}
		if err != nil {
			return NoteMsg{Text: err.Error(), Bad: true}
		}
		return what(still, was, now)
	}
}

// Paint paints the list, and what the last comparison found below it.
func (p *pastVersions) Paint(r screen.Region, l *Look, focused bool) {
	if len(p.list) == 0 {
		words := "nothing was fetched of this site before"
		if !p.read {
			words = "h lists the versions that were fetched of this site"
		}
		said := paras{{parts: []part{{l.Dim, words}}}, {parts: []part{{l.Error, p.trouble}}}}
		paintLines(r, said.wrap(r.W()), 0)
		return
	}
	h := r.H()
	if p.diff != nil {
		h = max(2, min(len(p.list), r.H()/2))
		in := r.Sub(0, h, r.W(), r.H()-h)
		paintLines(in, p.diff.text(l).wrap(in.W()), 0)
	}
	p.window.paint(r.Sub(0, 0, r.W(), h), len(p.list), p.at, l, focused, func(line screen.Region, i int) {
		s := p.list[i]
		mark := " "
		if i == p.marked {
			mark = l.Bullet
		}
		w := &columns{line, 1}
		w.cell(l.Accent, mark, 2)
		w.cell(l.Text, minute(s.First), 18)
		w.cell(l.Dim, "to "+minute(s.Last), 21)
		w.cell(l.Text, fmt.Sprint(s.Status), 5)
		what := count(s.Octets, "octet", "octets")
		if s.Gone() {
			what = "no file"
		}
		w.cell(l.Text, what, 18)
		w.cell(l.Dim, s.ID, line.W())
	})
}
