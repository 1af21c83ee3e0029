package ui

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

// overlay is what stands over the panes and takes all keys until it is done.
type overlay interface {
	Update(msg tea.KeyMsg) (done bool, cmd tea.Cmd)
	Paint(r screen.Region, l *Look)
}

// Command is something a person can do, found by its key and by its name.
type Command struct {
	Title string
	Key   key.Binding // its first key is shown; may be disabled
	Run   func() tea.Cmd
}

// question asks for one key out of a few.
type question struct {
	text    string
	answers []answer
	esc     string // what Esc does, where it is not to go on as before
	places  []rect // of the answers and of esc, as last painted
}

type answer struct {
	key, words string
	run        func() tea.Cmd
}

func (q *question) Update(msg tea.KeyMsg) (bool, tea.Cmd) {
	if msg.String() == "esc" {
		return true, nil
	}
	for _, a := range q.answers {
		if msg.String() == a.key {
			return true, a.run()
		}
	}
	return false, nil
}

// click is the key of the answer at a place of the screen.
func (q *question) click(x, y int) (key tea.KeyMsg, ok bool) {
	for i, at := range q.places {
		switch {
		case !at.holds(x, y):
		case i == len(q.answers):
			return tea.KeyMsg{Type: tea.KeyEsc}, true
		default:
			return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(q.answers[i].key)}, true
		}
	}
	return tea.KeyMsg{}, false
}

func (q *question) Paint(r screen.Region, l *Look) {
	var p paras
	p.add(part{"", q.text})
	p.gap()
	first := len(p)
	for _, a := range q.answers {
		p.add(part{l.Key, fmt.Sprintf("  %-5s", a.key)}, part{"", a.words})
		p[len(p)-1].indent = 7
	}
	p.add(part{l.Key, "  esc  "}, part{"", cmp.Or(q.esc, "go on as before")})
	w := min(r.W()-2, 72)
	lines := p.wrap(w - 4)
	h := min(r.H(), len(lines)+2)
	x, y := (r.W()-w)/2, max(0, (r.H()-h)/3)
	box := r.Sub(x, y, w, h)
	box.Fill(0, 0, box.W(), box.H(), "", " ")
	in := l.box(box, "", true)
	paintLines(in.Sub(1, 0, in.W()-2, in.H()), lines, 0)
	q.places = q.places[:0]
	for i := first; i < len(p); i++ {
		top := len(p[:i].wrap(w - 4))
		q.places = append(q.places, rect{x + 1, y + 1 + top, w - 2, len(p[:i+1].wrap(w-4)) - top})
	}
}

// prompt asks for a line of text in the last row of the screen.
type prompt struct {
	label   string
	field   field
	enter   func(value string) tea.Cmd
	changed func(value string) // nil, or called after each change
	closed  func()             // nil, or called after esc
	stays   bool               // after enter too
	keys    map[string]func(value string) tea.Cmd
	hint    string
}

func (p *prompt) Update(msg tea.KeyMsg) (bool, tea.Cmd) {
	switch name := msg.String(); {
	case name == "esc":
		if p.closed != nil {
			p.closed()
		}
		return true, nil
	case name == "enter" && !msg.Paste:
		return !p.stays, p.enter(p.field.Value())
	case p.keys[name] != nil:
		return false, p.keys[name](p.field.Value())
	}
	changed, cmd := p.field.Update(msg)
	if changed && p.changed != nil {
		p.changed(p.field.Value())
	}
	return false, cmd
}

func (p *prompt) Paint(r screen.Region, l *Look) {
	line := r.Sub(0, r.H()-1, r.W(), 1)
	line.Fill(0, 0, line.W(), 1, "", " ")
	x := line.Text(1, 0, l.Accent, p.label+" ")
	room := line.W() - x - 1
	switch w := screen.Width(p.hint); {
	case w == 0:
	case room > w+12:
		line.TextRight(line.W()-1, 0, l.Dim, p.hint)
		room -= w + 2
	default: // in the row above
		above := r.Sub(0, r.H()-2, r.W(), 1)
		above.Fill(0, 0, above.W(), 1, "", " ")
		above.TextCut(1, 0, above.W()-2, l.Dim, p.hint)
	}
	p.field.Paint(line.Sub(x, 0, room, 1), l, true, "")
}

// palette lists every command by name, and filters as one types.
type palette struct {
	commands []Command
	field    field
	at       int
	top      int  // the first that is shown
	list     rect // where they were painted
}

// click chooses the command at a place of the screen.
func (p *palette) click(x, y int) bool {
	at := p.top + y - p.list.y
	if !p.list.holds(x, y) || at >= len(p.found()) {
		return false
	}
	p.at = at
	return true
}

func (p *palette) found() []Command {
	words := strings.Fields(strings.ToLower(p.field.Value()))
	var out []Command
next:
	for _, c := range p.commands {
		title := strings.ToLower(c.Title)
		for _, w := range words {
			if !strings.Contains(title, w) {
				continue next
			}
		}
		out = append(out, c)
	}
	return out
}

func (p *palette) Update(msg tea.KeyMsg) (bool, tea.Cmd) {
	found := p.found()
	switch msg.String() {
	case "esc", "ctrl+p":
		return true, nil
	case "enter":
		if p.at < len(found) {
			return true, found[p.at].Run()
		}
		return false, nil
	case "up":
		p.at = max(0, p.at-1)
	case "down":
		p.at = max(0, min(p.at+1, len(found)-1))
	default:
		changed, cmd := p.field.Update(msg)
		if changed {
			p.at = 0
		}
		return false, cmd
	}
	return false, nil
}

func (p *palette) Paint(r screen.Region, l *Look) {
	found := p.found()
	w, h := min(r.W()-2, 68), min(r.H()-1, 22)
	box := r.Sub((r.W()-w)/2, min(2, r.H()-h), w, h)
	box.Fill(0, 0, box.W(), box.H(), "", " ")
	in := l.box(box, "Commands", true)
	in = in.Sub(1, 0, in.W()-2, in.H())
	p.field.Paint(in.Sub(0, 0, in.W(), 1), l, true, "")
	list := in.Sub(0, 1, in.W(), in.H()-1)
	top := max(0, p.at-list.H()+1)
	p.top, p.list = top, rect{(r.W()-w)/2 + 2, min(2, r.H()-h) + 2, list.W(), list.H()}
	for y := 0; y < list.H() && top+y < len(found); y++ {
		c := found[top+y]
		name := l.KeyName(c.Key.Help().Key)
		list.TextCut(2, y, list.W()-3-screen.Width(name), "", c.Title)
		list.TextRight(list.W(), y, l.Key, name)
		if top+y == p.at {
			list.Text(0, y, l.Accent, l.Right)
			list.Restyle(0, y, list.W(), l.Selection)
		}
	}
	if len(found) == 0 {
		list.Text(2, 0, l.Dim, "no command has these words")
	}
}
