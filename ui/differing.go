package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"robotslens/engine"
	"robotslens/engine/suite"
	"robotslens/fetch"
)

// edition is a text that is compared with another: a version of a robots.txt,
// with a name for people, and how it was served.
type edition struct {
	name   string
	text   []byte
	answer *engine.Answer // nil for a file at hand
}

// edition is the text on the screen.
func (c *Case) edition() edition {
	return edition{c.Source.Name, c.Text, c.Source.Answer}
}

// fetchedEdition is what a fetch brought.
func fetchedEdition(r *fetch.Result) edition {
	s, text := sourceOf(r)
	return edition{"published", text, s.Answer}
}

func (e edition) version() suite.Version {
	src := e.text
	if e.answer != nil {
		src = src[:min(len(src), engine.Limit)]
	}
	return suite.Version{Src: src, Answer: e.answer}
}

// difference is what differs between two editions: lines, and verdicts.
type difference struct {
	was, now       edition
	added, removed int // lines
	plan           *suite.Plan
	flips          []suite.Flip
	groups         []suite.FlipGroup
	probes         bool // the questions were made from the rules, for want of a list
}

// findDifference asks both editions the list of URLs, or, where there is none,
// URLs made from the rules of both.
func findDifference(c *Case, was, now edition) difference {
	d := difference{was: was, now: now}
	_, d.added, d.removed = diffOf(was.text, now.text, diffContext)
	rows := c.Watched
	if d.probes = len(rows) == 0; d.probes {
		rows = probeRows(c, was, now)
	}
	d.plan, _ = suite.NewPlan(rows, suite.Options{Catalogue: c.Catalogue, Dialect: c.Dialect, Origin: c.Source.Origin, OriginOf: fetch.OriginOf})
	ctx := context.Background() // which never ends, so that there is no error
	before, _ := d.plan.Run(ctx, was.version())
	after, _ := d.plan.Run(ctx, now.version())
	d.flips = suite.Flips(before, after)
	d.groups = suite.GroupFlips(d.plan, d.flips)
	return d
}

// probeRows are the crawler at hand and those that two texts name, by URLs made
// from the rules of both.
func probeRows(c *Case, was, now edition) []suite.Row {
	const most, mostAgents = 20_000, 24
	agents := suite.Agents(engine.Parse(was.text, engine.RFC), engine.Parse(now.text, engine.RFC))
	agents = slices.DeleteFunc(agents, func(a string) bool { return strings.EqualFold(a, c.Agent) })
	agents = append([]string{c.Agent}, agents[:min(len(agents), mostAgents-1)]...)
	return suite.ProbeRows(agents, most/len(agents)/4, was.text, now.text)
}

// sentence is "published differs from ./robots.txt in 3 lines, 2 of 40 verdicts
// flip".
func (d *difference) sentence() string {
	lines := "does not differ from " + d.now.name
	if n := max(d.added, d.removed); n > 0 {
		lines = "differs from " + d.now.name + " in " + count(n, "line", "lines")
	}
	asked := count(len(d.plan.Asks), "verdict", "verdicts")
	switch len(d.flips) {
	case 0:
		return fmt.Sprintf("%s %s, none of %s flips", d.was.name, lines, asked)
	case 1:
		return fmt.Sprintf("%s %s, 1 of %s flips", d.was.name, lines, asked)
	}
	return fmt.Sprintf("%s %s, %s of %s flip", d.was.name, lines, thousands(len(d.flips)), asked)
}

// text tells the flips, grouped by the rules that bring them about.
func (d *difference) text(l *Look) paras {
	var p paras
	p.add(part{l.Key, d.sentence()})
	if d.probes {
		p.add(part{l.Dim, "asked URLs that are made from the rules of both; the URLs tab takes a list of yours"})
	}
	const most = 100
	for i, g := range d.groups {
		if i == most {
			p.add(part{l.Dim, fmt.Sprintf("and %d more", len(d.groups)-most)})
			break
		}
		mark, word, st := l.Verdict(g.Allow)
		first := d.flips[g.Flips[0]].Ask
		head := []part{{st, fmt.Sprintf("%s now %s ", mark, word)}, {"", d.plan.Row(first).URL}, {l.Dim, " for "}, {l.Agent, d.plan.Agent(first)}}
		if n := len(g.Flips) - 1; n > 0 {
			head = append(head, part{l.Dim, fmt.Sprintf(" and %d more in %s", n, g.Folder)})
		}
		p.add(head...)
		p = append(p, para{indent: 4, parts: []part{{l.Dim, "    was "}, {"", ruleText(g.Before)}, {l.Dim, ", is "}, {"", ruleText(g.After)}}})
	}
	return p
}

func ruleText(r suite.Rule) string {
	if r.Line == 0 {
		return "by no rule"
	}
	return fmt.Sprintf("line %d, %s", r.Line, r)
}
