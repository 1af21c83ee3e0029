package ui

import (
	"cmp"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/engine/lint"
	"robotslens/ui/editor"
	"robotslens/ui/screen"
)

// choice is a change of the text that may be made.
type choice struct {
	title, why string
	edits      []lint.Edit
}

// proposal shows changes of the text to choose from, each with what it changes
// in the text and which verdicts it flips, before anything is done.
type proposal struct {
	title   string
	choices []choice
	at      int
	seen    map[int]preview
	c       *Case // as it was when the proposal was made
	window  listWindow
	high    int // of the box, lines
	scroller
}

// preview is what a choice would do.
type preview struct {
	diff  []string
	flips []lint.Flip
	err   error
}

// previewMsg brings a preview to the proposal that asked for it.
type previewMsg struct {
	of *proposal
	at int
	preview
}

// OverlayMsg opens what stands over the panes; Next is run beside it.
type OverlayMsg struct {
	Over overlay
	Next tea.Cmd
}

// propose opens a proposal of choices.
func propose(c *Case, title string, choices []choice) tea.Cmd {
	p := &proposal{title: title, choices: choices, seen: map[int]preview{}, c: c.Still()}
	return send(OverlayMsg{p, p.look()})
}

// look works out in a command what the choice at hand would do.
func (p *proposal) look() tea.Cmd {
	at := p.at
	if _, ok := p.seen[at]; ok || at >= len(p.choices) {
		return nil
	}
	ch, c := p.choices[at], p.c
	return func() tea.Msg {
		after, err := lint.Apply(c.Text, ch.edits)
		m := previewMsg{of: p, at: at, preview: preview{err: err}}
		if err == nil {
			m.diff = diffLines(c.Text, after)
			m.flips = lint.Consequences(c.Text, after, consequenceURLs(c, after), lint.Names(c.Text, after), nil, c.Catalogue)
		}
		return m
	}
}

// consequenceURLs are the URLs that a change is tried on: those of the list,
// the one under test, and such as the rules of both texts make.
func consequenceURLs(c *Case, after []byte) []string {
	seen := map[string]bool{}
	var urls []string
	for _, list := range [][]string{{c.URL}, c.List, lint.Probes(c.Text, after)} {
		for _, u := range list {
			if !seen[u] {
				seen[u] = true
				urls = append(urls, u)
			}
		}
	}
	return urls
}

// diffLines are the lines that differ, each with its sign and its number, and
// one line around them.
func diffLines(before, after []byte) []string {
	hunks, _, _ := diffOf(before, after, 1)
	var lines []string
	for i, h := range hunks {
		if i > 0 {
			lines = append(lines, "")
		}
		for _, l := range h {
			sign := " "
			switch {
			case l.now == 0:
				sign = "-"
			case l.was == 0:
				sign = "+"
			}
			lines = append(lines, fmt.Sprintf("%s %4d  %s %s", sign, cmp.Or(l.now, l.was), l.text, l.end))
		}
	}
	return lines
}

func (p *proposal) Update(msg tea.KeyMsg) (bool, tea.Cmd) {
	switch msg.String() {
	case "esc":
		return true, nil
	case "enter":
		ch := p.choices[p.at]
		edits := make([]editor.Edit, len(ch.edits))
		for i, e := range ch.edits {
			edits[i] = editor.Edit{Start: e.Start, End: e.End, Text: []byte(e.Text)}
		}
		return true, send(ApplyMsg{Title: ch.title, Edits: edits})
	case "pgup", "pgdown":
		p.scroll(msg)
		return false, nil
	}
	was := p.at
	p.at = p.window.moved(msg, p.at, len(p.choices))
	if p.at != was {
		p.top = 0
	}
	return false, p.look()
}

func (p *proposal) Paint(r screen.Region, l *Look) {
	w, highest := min(r.W()-2, 96), min(r.H()-2, max(12, r.H()-10), 30)
	n := min(len(p.choices), max(1, (highest-3)/3))
	lines := p.text(l).wrap(w - 4)
	// The box is as high as what it says, stands at the bottom and never shrinks:
	// most of the file stays in sight, the line to be fixed as a rule too.
	p.high = min(highest, max(p.high, 12, n+len(lines)+4))
	h := p.high
	box := r.Sub((r.W()-w)/2, max(0, r.H()-h-1), w, h)
	box.Fill(0, 0, box.W(), box.H(), "", " ")
	in := l.box(box, p.title, true)
	in = in.Sub(1, 0, in.W()-2, in.H()-1)
	p.window.paint(in.Sub(0, 0, in.W(), n), len(p.choices), p.at, l, true, func(line screen.Region, i int) {
		ch := p.choices[i]
		line.TextCut(2, 0, line.W()-2, l.Text, ch.title)
		if x := 4 + screen.Width(ch.title); x < line.W() {
			line.TextCut(x, 0, line.W()-x, l.Dim, ch.why)
		}
	})
	body := in.Sub(0, n+1, in.W(), in.H()-n-1)
	p.paint(body, lines)
	keys := "enter apply  " + l.KeyName("↑↓") + " choose  pgdn scroll  esc close"
	if screen.Width(keys) > in.W() {
		keys = "enter apply  " + l.KeyName("↑↓") + "  pgdn  esc"
	}
	box.TextRight(box.W()-2, box.H()-2, l.Dim, keys)
}

// text is what the choice at hand would do.
func (p *proposal) text(l *Look) paras {
	var out paras
	seen, ok := p.seen[p.at]
	switch {
	case !ok:
		out.add(part{l.Dim, "asking what it would change" + l.Ellipsis})
		return out
	case seen.err != nil:
		out.add(part{l.Error, seen.err.Error()})
		return out
	}
	for _, line := range seen.diff {
		st := l.Dim
		switch {
		case strings.HasPrefix(line, "+"):
			st = l.Allow
		case strings.HasPrefix(line, "-"):
			st = l.Disallow
		}
		out = append(out, para{parts: []part{{st, line}}, fixed: true})
	}
	out.gap()
	if len(seen.flips) == 0 {
		out.add(part{"", "No verdict flips"}, part{l.Dim, ", in any dialect, for the crawlers that the file names, over the list and URLs made from the rules."})
		return out
	}
	flips := acrossDialects(seen.flips)
	out.add(part{l.Notice, count(len(flips), "verdict flips", "verdicts flip") + ":"})
	const most = 60
	for i, f := range flips {
		if i == most {
			out.add(part{l.Dim, fmt.Sprintf("and %d more", len(flips)-most)})
			break
		}
		mark, word, st := l.Verdict(f.After.Allowed)
		out.add(part{st, mark + " " + word}, part{"", " " + f.Agent + " " + f.URL}, part{l.Dim, " in " + f.Dialect + flipLines(f)})
	}
	return out
}

// acrossDialects joins the flips that are the same in several dialects.
func acrossDialects(flips []lint.Flip) []lint.Flip {
	type same struct {
		agent, url    string
		allowed       bool
		before, after int32
	}
	at := map[same]int{}
	var out []lint.Flip
	for _, f := range flips {
		key := same{f.Agent, f.URL, f.After.Allowed, f.Before.Line, f.After.Line}
		if i, ok := at[key]; ok {
			out[i].Dialect += " and " + f.Dialect
			continue
		}
		at[key] = len(out)
		out = append(out, f)
	}
	return out
}

// flipLines names the deciding lines before and after a flip.
func flipLines(f lint.Flip) string {
	name := func(v engine.Verdict) string {
		if v.Line == 0 {
			return "no rule"
		}
		return fmt.Sprintf("line %d", v.Line)
	}
	return ", by " + name(f.Before) + " before, " + name(f.After) + " after"
}

// offerFlips proposes the smallest edits that turn the verdict on the screen.
func offerFlips(c *Case) tea.Cmd {
	return c.Later(func(c *Case) tea.Msg {
		urls := c.List
		if len(urls) == 0 {
			urls = lint.Probes(c.Text)
		}
		var choices []choice
		for _, s := range lint.WhatFlips(c.Text, c.Reader, c.URL, Crawler(c.Who), urls) {
			why := "flips nothing else"
			if n := len(s.Others); n > 0 {
				why = fmt.Sprintf("flips %d more", n)
			}
			choices = append(choices, choice{s.Title, why, s.Edits})
		}
		if len(choices) == 0 {
			return NoteMsg{Text: "no edit of the file turns this verdict"}
		}
		return propose(c, "What would flip it?", choices)()
	})
}

// offerRules proposes rules that say something of the URL on the screen.
func offerRules(c *Case) tea.Cmd {
	return c.Later(func(c *Case) tea.Msg {
		var choices []choice
		for _, intent := range lint.Intents(c.URL) {
			params := []string{""}
			if intent == lint.ThisParam {
				params = lint.Params(c.URL)
			}
			for _, param := range params {
				d, err := lint.RuleFromURL(c.URL, intent, param)
				if err != nil {
					continue
				}
				edit, group := d.Into(c.Text, c.Reader, Crawler(c.Who))
				why := strings.Join(d.Lines(), ", ")
				if group == 0 {
					why += ", in a new group"
				} else {
					why += fmt.Sprintf(", in the group of line %d", group)
				}
				if n := len(d.Catches(c.List, c.Reader)); n > 0 {
					why += ", catches " + count(n, "URL", "URLs") + " of the list"
				}
				title := intent.String()
				if param != "" {
					title += " " + param
				}
				choices = append(choices, choice{title, why, []lint.Edit{edit}})
			}
		}
		return propose(c, "A rule from the URL", choices)()
	})
}
