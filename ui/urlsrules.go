package ui

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/engine/suite"
	"robotslens/fetch"
)

// mostProbes bounds the URLs that are made from the rules of a file.
const mostProbes = 50_000

// addProbes adds URLs made from the rules, for the crawler under test.
func (t *urlsTab) addProbes(c *Case) tea.Cmd {
	src, agent, d := bytes.Clone(c.read()), c.Agent, c.Reader
	return tea.Batch(send(ShowTabMsg{t.Name()}), t.reader("the rules", c, func(r *rowReader) {
		for _, p := range suite.Probes(engine.Parse(src, d), mostProbes) {
			r.take(suite.Row{Agent: agent, URL: p.URL})
		}
	}))
}

// addProbesOfRule adds a URL that the rule under the cursor matches and one
// that it just misses, for a crawler that reads it.
func (t *urlsTab) addProbesOfRule(c *Case) tea.Cmd {
	var rows []suite.Row
	agent := c.Agent
	if c.Cursor >= 1 && c.Cursor <= len(c.File.Lines) {
		if g := c.File.Lines[c.Cursor-1].Group; g >= 0 && !slices.Contains(c.Trace.Selection.Groups, g) {
			names := c.File.Named(c.File.Groups[g])
			if i := slices.IndexFunc(names, func(name string) bool { return name != "" }); i >= 0 {
				agent = names[i]
			}
		}
	}
	hit, miss := "", ""
	for _, p := range suite.Probes(c.File, mostProbes) {
		switch {
		case p.Line != c.Cursor:
			continue
		case p.Hits && hit == "":
			hit = p.URL
		case !p.Hits && miss == "":
			miss = p.URL
		default:
			continue
		}
		rows = append(rows, suite.Row{Agent: agent, URL: p.URL})
	}
	if len(rows) == 0 {
		return note(fmt.Sprintf("line %d is no rule that a URL can match: put the cursor on one", c.Cursor), true)
	}
	t.add(rows)
	words := fmt.Sprintf("line %d hits %s", c.Cursor, hit)
	if miss != "" {
		words += " and just misses " + miss
	}
	return tea.Batch(t.evaluate(c), send(ShowTabMsg{t.Name()}), note(words, false))
}

func (t *urlsTab) reverseRules(c *Case) tea.Cmd {
	return t.reorder(c, "reversed", func(n int, swap func(i, j int)) {
		for i := range n / 2 {
			swap(i, n-1-i)
		}
	})
}

func (t *urlsTab) shuffleRules(c *Case) tea.Cmd { return t.reorder(c, "shuffled", rand.Shuffle) }

// reorder asks the list, or probes where it is empty, of the text with the
// rules of each group in another order, and says how many verdicts change.
func (t *urlsTab) reorder(c *Case, how string, permute func(n int, swap func(i, j int))) tea.Cmd {
	src, rows := bytes.Clone(c.read()), t.rows
	opt := suite.Options{Catalogue: c.Catalogue, Origin: c.Source.Origin, OriginOf: fetch.OriginOf}
	what := "verdicts"
	if len(rows) == 0 {
		what = "probes"
	}
	return func() tea.Msg {
		if len(rows) == 0 {
			rows = suite.ProbeRows(nil, 300, src)
		}
		words := fmt.Sprintf("rules %s, in memory: of %s %s", how, thousands(len(rows)), what)
		for i, d := range engine.Dialects() {
			n := suite.OrderFlips(context.Background(), rows, opt, src, d, permute)
			words += []string{" ", ", "}[min(i, 1)] + countOrNone(n) + []string{" change", ""}[min(i, 1)] + " in " + d.Name
		}
		return NoteMsg{Text: words}
	}
}

func countOrNone(n int) string {
	if n == 0 {
		return "none"
	}
	return thousands(n)
}
