package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/lint"
	"robotslens/ui/editor"
	"robotslens/ui/screen"
)

// problemsTab lists what the author may not have meant, and marks it in the
// file.
type problemsTab struct {
	all    []lint.Problem
	rows   []lint.Problem // those that the filter lets through
	byLine map[int][]int  // 1-based line: indices into rows
	of     problemsKey    // what all was found in
	asked  problemsKey    // what was last looked at
	others elsewhere
	lines  int // how many lines the text had then
	least  lint.Severity
	only   string // dialect, or "" for all
	at     int
	window listWindow
}

func newProblemsTab() *problemsTab { return &problemsTab{} }

func (t *problemsTab) Name() string { return "Problems" }

// Badge counts what is worse than a fact to know.
func (t *problemsTab) Badge() string {
	n := 0
	for _, p := range t.all {
		if p.Severity > lint.Info {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// List is part of Lister.
func (t *problemsTab) List() *listWindow { return &t.window }

func (t *problemsTab) Keys() []key.Binding {
	return []key.Binding{
		bind("enter", "go there", "enter"),
		bind("alt+enter", "fixes", "alt+enter"),
		bind("s", "by severity", "s"),
		bind("d", "by dialect", "d"),
	}
}

// Commands are those that work wherever the focus is.
func (t *problemsTab) Commands(c *Case) []Command {
	return []Command{
		{"Go to the next problem", bind("F8", "next problem", "f8"), func() tea.Cmd { return t.step(1, c.Cursor) }},
		{"Go to the previous problem", bind("shift+F8", "previous problem", "f20"), func() tea.Cmd { return t.step(-1, c.Cursor) }},
		{"Fix the problem at the cursor", bind("alt+enter", "fixes", "alt+enter"), func() tea.Cmd { return t.offerFixes(c) }},
		{"What would flip the verdict?", bind("alt+v", "what flips it", "alt+v"), func() tea.Cmd { return offerFlips(c) }},
		{"Make a rule from the URL", bind("alt+u", "rule from URL", "alt+u"), func() tea.Cmd { return offerRules(c) }},
	}
}

// problemsMsg brings the problems of a text.
type problemsMsg struct {
	of    problemsKey
	lines int
	found []lint.Problem
}

// Refresh lints the text in a command, once for each text and what is known of
// how it is served.
func (t *problemsTab) Refresh(c *Case) tea.Cmd {
	facts := t.facts(c)
	of := problemsKey{c.TextGen, c.Source.Name, c.Source.Origin, fmt.Sprintf("%+v", facts)}
	// While a text is looked at, what else changed waits for the end of that.
	if of == t.of || t.asked != t.of && t.asked != of && t.asked.text == of.text {
		return nil
	}
	t.asked = of
	return c.LaterOfText(func(c *Case) tea.Msg {
		found := c.Once(fmt.Sprint("problems of ", of), func() any {
			return lint.Run(lint.Input{Src: c.Text, Origin: c.Source.Origin, Catalogue: c.Catalogue, Fetch: &facts, Done: c.overtaken})
		})
		return problemsMsg{of, len(c.File.Lines), found.([]lint.Problem)}
	})
}

func (t *problemsTab) Update(msg tea.Msg, c *Case) tea.Cmd {
	switch msg := msg.(type) {
	case problemsMsg:
		if msg.of.text == c.TextGen {
			t.all, t.of, t.lines = msg.found, msg.of, msg.lines
			t.filter()
			return t.Refresh(c)
		}
	case tea.KeyMsg:
		switch msg.String() {
		case "enter":
			return t.goTo(t.at)
		case "s":
			t.least = (t.least + 1) % (lint.Error + 1)
			t.filter()
		case "d":
			dialects := []string{"", "rfc", "google", "python"}
			t.only = dialects[(slices.Index(dialects, t.only)+1)%len(dialects)]
			t.filter()
		default:
			t.at = t.window.moved(msg, t.at, len(t.rows))
		}
	case tea.MouseMsg:
		msg.Y-- // the line of the filter
		t.at = t.window.moved(msg, t.at, len(t.rows))
	}
	return nil
}

// filter finds the rows that are shown.
func (t *problemsTab) filter() {
	t.rows, t.byLine = nil, map[int][]int{}
	for _, p := range t.all {
		if p.Severity >= t.least && (t.only == "" || len(p.Dialects) == 0 || slices.Contains(p.Dialects, t.only)) {
			t.byLine[p.Line] = append(t.byLine[p.Line], len(t.rows))
			for _, r := range p.Related {
				if r.Note == lint.TheSame { // further places of the same finding
					t.byLine[r.Line] = append(t.byLine[r.Line], len(t.rows))
				}
			}
			t.rows = append(t.rows, p)
		}
	}
	t.at = max(0, min(t.at, len(t.rows)-1))
}

// goTo moves the cursor of the File pane to row i.
func (t *problemsTab) goTo(i int) tea.Cmd {
	if i < 0 || i >= len(t.rows) {
		return nil
	}
	t.at = i
	return send(GoMsg{Line: t.rows[i].Line, Note: t.rows[i].ID + " " + t.rows[i].Message})
}

// step goes to the next problem behind or before line cursor, around the ends.
func (t *problemsTab) step(by, cursor int) tea.Cmd {
	if len(t.rows) == 0 {
		return send(NoteMsg{Text: "no problems"})
	}
	next := -1
	for i, p := range t.rows {
		if by > 0 && p.Line > cursor {
			next = i
			break
		}
		if by < 0 && p.Line < cursor {
			next = i
		}
	}
	if next < 0 && by < 0 {
		next = len(t.rows) - 1
	}
	return t.goTo(max(next, 0))
}

// offerFixes proposes the fixes of the row chosen, or of the line at the cursor
// while the File pane has the keys.
func (t *problemsTab) offerFixes(c *Case) tea.Cmd {
	if t.of.text != c.TextGen {
		return send(NoteMsg{Text: "the text is still being looked at"})
	}
	var choices []choice
	add := func(p lint.Problem) {
		if p.Fix != nil {
			title := p.Fix.Title
			if p.Fix.Safe {
				title += " (safe)"
			}
			choices = append(choices, choice{title, p.ID + " in line " + fmt.Sprint(p.Line), p.Fix.Edits})
		}
	}
	if at := t.byLine[c.Cursor]; len(at) > 0 {
		for _, i := range at {
			add(t.rows[i])
		}
	} else if t.at < len(t.rows) {
		add(t.rows[t.at])
	}
	if len(choices) == 0 {
		return send(NoteMsg{Text: "no fix that a program can make here: the problem says what to do"})
	}
	return propose(c, "Fix", choices)
}

func (t *problemsTab) severity(l *Look, s lint.Severity) (mark string, st screen.Style) {
	switch s {
	case lint.Error:
		return l.Cross, l.Error
	case lint.Warn:
		return l.Warning, l.Notice
	}
	return l.Bullet, l.Dim
}

func (t *problemsTab) Paint(r screen.Region, c *Case, l *Look, focused bool) {
	counts := map[lint.Severity]int{}
	for _, p := range t.all {
		counts[p.Severity]++
	}
	head := row{r: r, x: 1}
	if t.of.text != c.TextGen {
		head.add(l.Dim, "looking"+l.Ellipsis)
	} else {
		head.add(l.Dim, fmt.Sprintf("%s, %s, %s", count(counts[lint.Error], "error", "errors"), count(counts[lint.Warn], "warning", "warnings"), count(counts[lint.Info], "note", "notes")))
	}
	if t.least > lint.Info || t.only != "" {
		head.add(l.Notice, "   shown: "+strings.TrimSpace(map[lint.Severity]string{lint.Info: "", lint.Warn: "no notes ", lint.Error: "errors only "}[t.least]+t.only))
	}
	body := r.Sub(0, 1, r.W(), r.H()-1)
	if len(t.rows) == 0 && t.of.text == c.TextGen {
		body.Text(1, 0, l.Dim, "nothing that the author would not mean")
		return
	}
	list := body
	if t.at < len(t.rows) && body.H() > 4 { // the chosen one in full below
		full := t.full(l, t.rows[t.at]).wrap(body.W() - 2)
		n := min(len(full), body.H()/2)
		list = body.Sub(0, 0, body.W(), body.H()-n-1)
		paintLines(body.Sub(1, body.H()-n, body.W()-2, n), full, 0)
	}
	t.window.paint(list, len(t.rows), t.at, l, focused, func(line screen.Region, i int) {
		p := t.rows[i]
		mark, st := t.severity(l, p.Severity)
		w := &columns{line, 2}
		w.cell(st, mark, 2)
		w.cell(l.Dim, fmt.Sprintf("%5d", p.Line), 6)
		w.cell(l.Dim, p.ID, 6)
		fix := ""
		if p.Fix != nil {
			fix = "fix"
		}
		w.cell(l.Text, p.Message, line.W()-w.x-5)
		w.cell(l.Key, fix, 5)
	})
}

// full is a problem with all that is known of it.
func (t *problemsTab) full(l *Look, p lint.Problem) paras {
	var out paras
	_, st := t.severity(l, p.Severity)
	out.add(part{st, p.ID + " " + p.Name + ": "}, part{"", p.Message})
	facts := "concerns " + strings.Join(p.Dialects, ", ")
	if p.Source != "" {
		facts += "; " + p.Source
	}
	for i, r := range p.Related {
		if i == 4 {
			facts += fmt.Sprintf("; and %d more lines", len(p.Related)-i)
			break
		}
		facts += fmt.Sprintf("; line %d %s", r.Line, r.Note)
	}
	out.add(part{l.Dim, facts})
	return out
}

// MarkLine underlines what a problem is about, and puts its mark into the
// gutter where no outcome stands, or behind the words where one does.
func (t *problemsTab) MarkLine(num int, m *editor.Mark, l *Look) {
	at := t.byLine[num]
	if len(at) == 0 || t.lines == 0 {
		return
	}
	worst := t.rows[at[0]]
	for _, i := range at {
		p := t.rows[i]
		if p.Severity > worst.Severity {
			worst = p
		}
		if p.Line == num && p.EndLine == num && p.EndCol > p.Col && p.Severity > lint.Info {
			m.Underlines = append(m.Underlines, editor.StyledSpan{Start: p.Col, End: p.EndCol, Style: "4"})
		}
	}
	if worst.Severity == lint.Info {
		return
	}
	mark, st := t.severity(l, worst.Severity)
	switch {
	case m.Gutter == "":
		m.Gutter, m.GutterStyle = mark, st
		if m.Trailing == "" {
			m.Trailing, m.Short, m.TrailingStyle = worst.Name, worst.ID, st
		}
	default:
		m.Trailing += " " + mark
		if m.Short != "" {
			m.Short += " " + mark
		}
	}
}
