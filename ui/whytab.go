package ui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/ui/editor"
	"robotslens/ui/screen"
)

// whyTab walks through the decision, one stage at a time, and ends with the
// rules that missed by little.
type whyTab struct {
	story []engine.Stage
	gen   uint64 // Case.Gen of story
	near  uint64 // Case.Gen for which the last stage, the near misses, was filled
	at    int
	front bool
	w     int
	scroller
}

func newWhyTab() *whyTab { return &whyTab{} }

func (t *whyTab) Name() string  { return "Why" }
func (t *whyTab) Badge() string { return "" }

var whyKeys = []key.Binding{
	bind("←→", "step", "left", "right"),
	bind("↑↓", "scroll", "up", "down"),
	bind("enter", "go to the line", "enter"),
}

func (t *whyTab) Keys() []key.Binding { return whyKeys }

// Tall is false: the lines that a stage speaks of are in the file.
func (t *whyTab) Tall(shape) bool { return false }

// Commands are the tab's own, for the palette and for keys that work everywhere.
func (t *whyTab) Commands(*Case) []Command {
	step := func(by int) func() tea.Cmd {
		return func() tea.Cmd {
			return tea.Batch(send(FrontMsg{t.Name()}), t.walk(t.at+by))
		}
	}
	return []Command{
		{"Step forward through the decision", bind("alt+right", "step", "alt+right"), step(1)},
		{"Step back through the decision", bind("alt+left", "step back", "alt+left"), step(-1)},
	}
}

// Refresh is part of Tab. The story is a view of the trace that is at hand.
func (t *whyTab) Refresh(c *Case) tea.Cmd {
	t.story, t.gen = append(c.Trace.Story(), engine.Stage{Title: "Near misses", Step: -1}), c.Gen
	t.at, t.top = min(t.at, len(t.story)-1), 0
	return nil
}

// fillNear looks for near misses once somebody looks at them: a big file has many
// rules to ask.
func (t *whyTab) fillNear(c *Case) {
	if t.near == c.Gen {
		return
	}
	t.near = c.Gen
	g := &t.story[len(t.story)-1]
	g.Text, g.Lines = nil, nil
	if c.Meaning.Do != engine.DoRules {
		g.Text = []string{"The rules are not asked."}
		return
	}
	const most = 12
	for _, m := range c.Trace.NearMisses(most) {
		g.Text = append(g.Text, m.Text)
		g.Lines = append(g.Lines, m.Line)
	}
	if len(g.Text) == 0 {
		g.Text = []string{"No rule misses this URL by one thing alone: case, a slash, the order of the query, $, encoding or the group."}
	}
}

// Front is told before each frame whether the tab is seen.
func (t *whyTab) Front(seen bool) { t.front = seen }

// MarkLine is part of LineMarker: it marks the lines of the stage.
func (t *whyTab) MarkLine(line int, m *editor.Mark, l *Look) {
	if !t.front || t.at >= len(t.story) {
		return
	}
	for _, n := range t.story[t.at].Lines {
		if int(n) != line {
			continue
		}
		words := fmt.Sprintf("%s step %d", l.Left, t.at+1)
		m.Short = words
		if m.Trailing != "" {
			words = m.Trailing + "  " + words
		}
		m.Trailing, m.TrailingStyle = words, l.Accent
	}
}

func (t *whyTab) Update(msg tea.Msg, c *Case) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		switch msg.String() {
		case "left":
			return t.walk(t.at - 1)
		case "right":
			return t.walk(t.at + 1)
		case "home":
			return t.walk(0)
		case "end":
			return t.walk(len(t.story) - 1)
		case "enter":
			if t.at < len(t.story) && len(t.story[t.at].Lines) > 0 {
				return send(JumpMsg{int(t.story[t.at].Lines[0])})
			}
			return nil
		}
		t.scroll(msg)
	case tea.MouseMsg:
		press := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
		if press && msg.Y == 0 && msg.X < t.sliderWidth() {
			return t.walk(msg.X * len(t.story) / max(1, t.sliderWidth()))
		}
		t.scroll(msg)
	}
	return nil
}

// walk goes to a stage, and lets the File pane follow.
func (t *whyTab) walk(to int) tea.Cmd {
	to = max(0, min(to, len(t.story)-1))
	if to == t.at {
		return nil
	}
	t.at, t.top = to, 0
	if lines := t.story[to].Lines; len(lines) > 0 {
		return send(ShowLineMsg{int(lines[0])})
	}
	return nil
}

// sliderWidth is how many columns the slider has, a place for each stage where
// there is room.
func (t *whyTab) sliderWidth() int { return min(len(t.story), 24) }

func (t *whyTab) Paint(r screen.Region, c *Case, l *Look, focused bool) {
	if c.Hidden {
		r.Text(1, 0, l.Dim, "The lesson asks for the verdict: its story is told once you have answered.")
		return
	}
	if t.gen != c.Gen || len(t.story) == 0 {
		return
	}
	if t.at == len(t.story)-1 {
		t.fillNear(c)
	}
	g := t.story[t.at]
	n := t.sliderWidth()
	for x := range n {
		st, glyph := l.Dim, l.Across
		if x == t.at*n/len(t.story) {
			st, glyph = l.Accent, l.Dot
		}
		r.Text(x, 0, st, glyph)
	}
	head := row{r: r, x: n + 1}
	head.add(l.Dim, fmt.Sprintf("%d of %d ", t.at+1, len(t.story)))
	r.TextCut(head.x, 0, r.W()-head.x, l.Key, g.Title)
	head.x += screen.Width(g.Title)
	source := g.Source
	if source == "" {
		source = "each verified by the engine"
	}
	if g.Level != "" {
		source += ", " + g.Level
	}
	if head.x+2+screen.Width(source) <= r.W()-1 {
		r.TextRight(r.W()-1, 0, l.Dim, source)
		source = ""
	}
	body := r.Sub(1, 1, r.W()-2, r.H()-1)
	lines := t.text(c, l, body.W(), g, source).wrap(body.W())
	t.w = body.W()
	t.paintMore(body, lines, l)
}

// text is what a stage says, with the match drawn on top.
func (t *whyTab) text(c *Case, l *Look, w int, g engine.Stage, source string) paras {
	var p paras
	switch {
	case g.Kind == engine.StageOctets && len(g.Changes) > 0:
		p = append(p, drawChanges(c, l, g)...)
	case g.Step >= 0:
		p = append(p, drawMatch(c, l, w, g.Step)...)
	}
	for i, s := range g.Text {
		st := l.Text
		if g.Kind == engine.StageVerdict && i == len(g.Text)-1 {
			_, _, st = l.Verdict(c.Trace.Allowed)
		}
		p = append(p, para{parts: []part{{st, s}}, indent: 2})
	}
	if g.Kind == engine.StageVerdict && c.Meaning.Do != engine.DoRules {
		p.add(part{l.Notice, c.Meaning.Sentence}, part{l.Dim, ", " + c.Meaning.Source})
	}
	if source != "" {
		p.add(part{l.Dim, source})
	}
	return p
}

// drawChanges writes the path as given and as compared, with what became of its
// octets set apart.
func drawChanges(c *Case, l *Look, g engine.Stage) paras {
	var from, to []part
	at, put := int32(0), int32(0)
	form := c.Trace.Target.Form
	for _, x := range g.Changes {
		from = append(from, part{"", g.Written[at:x.From.Start]}, part{l.Wildcard, g.Written[x.From.Start:x.From.End]})
		to = append(to, part{"", form[put:x.To.Start]}, part{l.Wildcard, form[x.To.Start:x.To.End]})
		at, put = x.From.End, x.To.End
	}
	from, to = append(from, part{"", g.Written[at:]}), append(to, part{"", form[put:]})
	pad := strings.Repeat(" ", 13)
	return paras{
		{parts: append([]part{{l.Dim, "as given     "}}, from...), indent: len(pad)},
		{parts: append([]part{{l.Dim, "as compared  "}}, to...), indent: len(pad)},
	}
}
