package ui

import (
	"bytes"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/engine/suite"
	"robotslens/ui/screen"
)

// baseline is what verdicts are compared with: the saved file, unless another
// text is set.
type baseline struct {
	set  bool
	name string
	src  []byte
	n    uint64 // counts those that were set
}

// text is the text to compare with. It never changes.
func (b *baseline) text(c *Case) []byte {
	if b.set {
		return b.src
	}
	return c.Saved
}

// key tells one baseline from another.
func (b *baseline) key(c *Case) uint64 {
	if b.set {
		return b.n<<1 | 1
	}
	return c.SavedGen << 1
}

// since are the words for what happened after the baseline.
func (b *baseline) since(c *Case) string {
	switch {
	case b.set:
		return "since " + b.name
	case c.Source.Kind == Local:
		return "since save"
	}
	return "since opening"
}

func (t *urlsTab) markBaseline(c *Case) tea.Cmd {
	name := time.Now().Format("15:04:05")
	t.base = baseline{set: true, name: name, src: bytes.Clone(c.Text), n: t.base.n + 1}
	return tea.Batch(t.evaluate(c), note("verdicts are compared with the text of this moment", false))
}

func (t *urlsTab) savedBaseline(c *Case) tea.Cmd {
	t.base.set, t.base.src = false, nil
	return tea.Batch(t.evaluate(c), note("verdicts are compared with the saved file", false))
}

// Status is the count of flips for the status bar.
func (t *urlsTab) Status(l *Look) (words string, st screen.Style, news bool) {
	if t.found == nil {
		return "", "", false
	}
	st = l.Dim
	n := len(t.found.flips)
	if n > 0 {
		st = l.Notice
	}
	if t.stale() {
		st = l.Stale
	}
	all := len(t.found.plan.Asks)
	switch {
	case t.found.probes && all > 0:
		return fmt.Sprintf("%s of %s probes flipped %s", thousands(n), thousands(all), t.since), st, n > 0
	case t.found.probes: // nothing was edited, and so nothing was asked
		return "0 flipped " + t.since, st, n > 0
	}
	return fmt.Sprintf("%s of %s flipped %s", thousands(n), thousands(all), t.since), st, n > 0
}

// manyFlips is the number of flips from which on they are shown in groups.
const manyFlips = 12

// flipRows is how many rows the view of flips has.
func (t *urlsTab) flipRows() int {
	switch {
	case t.found == nil:
		return 0
	case len(t.found.flips) > manyFlips:
		return len(t.found.groups)
	}
	return len(t.found.flips)
}

// flipAt is the flip that stands in a row for its group, or by itself.
func (t *urlsTab) flipAt(row int) int {
	if len(t.found.flips) > manyFlips {
		return t.found.groups[row].Flips[0]
	}
	return row
}

func (t *urlsTab) paintFlips(r screen.Region, l *Look, focused bool) {
	words := "no verdict flipped " + t.since
	if n := len(t.found.flips); n > 0 {
		words = fmt.Sprintf("%s flipped %s", count(n, "verdict", "verdicts"), t.since)
		if n > manyFlips {
			words += ", by rule and folder"
		}
		if hits := t.found.counts.hitsFlipped; hits > 0 {
			words += ", of " + count(hits, "hit", "hits")
		}
	}
	if t.found.probes && len(t.found.plan.Asks) > 0 {
		words += fmt.Sprintf(", of %s made from the rules of both texts", thousands(len(t.found.plan.Asks)))
	}
	r.Text(1, 0, l.Title, words)
	t.flipsIn.paint(r.Sub(0, 1, r.W(), r.H()-1), t.flipRows(), t.flipsAt, l, focused, func(line screen.Region, i int) {
		f := t.found.flips[t.flipAt(i)]
		n, what, agent := 1, t.found.plan.Path(f.Ask), t.found.plan.Agent(f.Ask)
		if len(t.found.flips) > manyFlips {
			g := t.found.groups[i]
			n, what = len(g.Flips), g.Folder
			agent = thousands(n) + " in"
		}
		mark, word, st := l.Verdict(f.Allow)
		plain := l.Text
		if t.stale() {
			st, plain = l.Stale, l.Stale
		}
		w := &columns{line, 2}
		w.cell(st, mark+" "+word, 14)
		w.cell(plain, agent, 13)
		rules := ruleWords(f.Before) + " " + l.Right + " " + ruleWords(f.After)
		room := line.W() - w.x - 1
		if room-screen.Width(rules) < 16 { // what was flipped matters more than the text of the rules
			rules = lineWords(f.Before) + " " + l.Right + " " + lineWords(f.After)
		}
		rest := max(room-screen.Width(rules)-1, 8)
		w.cell(plain, screen.Truncate(what, rest-1, l.Ellipsis), rest)
		w.cell(plain, rules, max(line.W()-w.x, 0))
	})
}

// lineWords names a rule by its line and verb.
func lineWords(r suite.Rule) string {
	switch {
	case r.Line == 0:
		return "no rule"
	case r.Kind == engine.KindAllow:
		return fmt.Sprintf("line %d Allow", r.Line)
	}
	return fmt.Sprintf("line %d Disallow", r.Line)
}

// ruleWords names a rule whole.
func ruleWords(r suite.Rule) string {
	if r.Line == 0 {
		return lineWords(r)
	}
	return fmt.Sprintf("line %d %s", r.Line, r)
}
