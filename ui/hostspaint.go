package ui

import (
	"fmt"
	"strings"

	"robotslens/engine"
	"robotslens/ui/screen"
)

func (t *hostsTab) Paint(r screen.Region, c *Case, l *Look, focused bool) {
	in := r.Sub(1, 0, r.W()-2, r.H())
	switch {
	case t.asking.running():
		in.Text(0, 0, l.Notice, fmt.Sprintf("asked %d of %s; esc stops", t.asking.done.Load(), count(t.all, "site", "sites")))
	case len(t.hosts) == 0 || t.trouble != "":
		var p paras
		if t.trouble != "" {
			p.add(part{l.Error, t.trouble})
		}
		p.add(part{"", "Is it so on all our hosts? Press "}, part{l.Key, "enter"},
			part{"", ": each site of the list in the URLs tab is asked for its robots.txt once, four at a time, and what they say of this path is compared."})
		paintLines(in, p.wrap(in.W()), 0)
		return
	default:
		in.TextCut(0, 0, in.W(), l.Key, t.summary(c))
	}
	who := hostAgents(c)
	site := 12
	for _, h := range t.hosts {
		site = max(site, screen.Width(h.origin.String()))
	}
	site = min(site+1, max(16, r.W()/3))
	head := &columns{r.Sub(0, 1, r.W(), 1), 2}
	head.cell(l.Dim, "site", site)
	head.cell(l.Dim, "answer", 7)
	head.cell(l.Dim, "file", 5)
	head.cell(l.Dim, "disallowed", hostColumn) // URLs of the list that lie there
	for _, w := range who {
		head.cell(l.Dim, w.Tokens[0], hostColumn)
	}
	t.window.paint(r.Sub(0, 2, r.W(), r.H()-2), len(t.hosts), t.at, l, focused, func(line screen.Region, i int) {
		t.paintHost(line, i, site, c, l)
	})
}

// hostColumn is the width of a crawler's column.
const hostColumn = 13

func (t *hostsTab) paintHost(line screen.Region, i, site int, c *Case, l *Look) {
	h := &t.hosts[i]
	w := &columns{line, 2}
	w.cell(l.Text, h.origin.String(), site)
	status := "local"
	if r := h.in.Result; r != nil {
		if status = fmt.Sprint(r.Status); !r.Answered() {
			status = "none"
		}
	}
	w.cell(l.Text, status, 7)
	st := l.Dim
	if h.letter != t.hosts[0].letter {
		st = l.Notice
	}
	w.cell(st, h.letter, 5)
	if i >= len(t.rows) {
		return
	}
	row := &t.rows[i]
	listed := ""
	if row.asked > 0 {
		listed = fmt.Sprintf("%d of %d", row.forbidden, row.asked)
	}
	w.cell(l.Text, listed, hostColumn)
	stale := t.judged.url != c.URL || t.judged.agent != c.Agent || t.judged.dialect != c.Dialect
	for k, v := range row.verdicts {
		mark, word, st := l.Verdict(v.Allowed)
		if stale {
			st = l.Stale
		}
		if v.Allowed != t.rows[0].verdicts[k].Allowed {
			word = "differs"
		}
		w.cell(st, mark+" "+word, hostColumn)
	}
}

// summary is a sentence on all of them.
func (t *hostsTab) summary(c *Case) string {
	kinds, differ := map[string]bool{}, 0
	for _, h := range t.hosts {
		kinds[h.letter] = true
	}
	for _, row := range t.rows {
		if row.differs {
			differ++
		}
	}
	words := count(len(t.hosts), "site", "sites") + " serve " + count(len(kinds), "file", "different files")
	if len(t.hosts) == 1 {
		words = "1 site"
	}
	path := engine.NewTarget(c.URL, engine.RFC).Path
	if differ == 0 {
		words += "; all say the same of " + path
	} else {
		words += "; " + count(differ, "differs", "differ") + " from the first on " + path
	}
	if t.left > 0 {
		words += fmt.Sprintf("; %d URLs on further sites were left out", t.left)
	}
	return strings.TrimSpace(words)
}
