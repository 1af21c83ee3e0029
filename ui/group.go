package ui

import (
	"fmt"
	"strings"

	"robotslens/engine"
)

// groupText is what the Group pane says: which groups apply and why, and their
// rules with what each of them did.
func groupText(c *Case, l *Look) paras {
	var p paras
	if c.Hidden {
		p.add(part{l.Dim, "Shown once you have answered."})
		return p
	}
	t := &c.Trace
	s := t.Selection
	p.add(part{"", s.Sentence(c.File)})
	if e := c.Who.Entry; e != nil && e.Notes != "" && s.By != engine.ByToken {
		p.add(part{l.Dim, e.Notes})
	}
	for _, g := range s.Groups {
		group := c.File.Groups[g]
		p.add(part{l.Dim, fmt.Sprintf("lines %d-%d for ", group.First, group.Last)}, part{l.Agent, strings.Join(namesOf(c.File, group), ", ")})
	}
	if len(t.Steps) > 0 {
		p.gap()
	}
	const most = 200 // a pane is no place for thousands; the File pane has all
	for i := range t.Steps {
		if i == most {
			p.add(part{l.Dim, fmt.Sprintf("and %d more rules", len(t.Steps)-most)})
			break
		}
		r := t.Rule(i)
		mark, st := l.Mark(t.Steps[i].Outcome, r.Allow)
		if t.Winner < 0 && mark != "" {
			mark, st = l.Shorter, l.Dim // a fetch decides, not the rules
		}
		verb := "Disallow"
		if r.Allow {
			verb = "Allow"
		}
		tail := part{}
		if t.Steps[i].Matched() {
			tail = part{st, fmt.Sprintf("  %d", t.Steps[i].Octets)}
		}
		verbStyle := l.Dim
		if t.Steps[i].Matched() {
			verbStyle = l.Rule(r.Allow)
		}
		p = append(p, para{fixed: true, parts: []part{
			{st, fmt.Sprintf("%2s", mark)}, {l.Dim, fmt.Sprintf("%5d ", r.Line)},
			{verbStyle, fmt.Sprintf("%-9s", verb)}, {"", c.File.Pattern(r)}, tail,
		}})
	}
	return p
}

// namesOf are the names of a group as a person reads them: a value may be empty,
// or be cut to nothing by the dialect.
func namesOf(f *engine.File, g engine.Group) []string {
	names := f.Named(g)
	for i, name := range names {
		if name == "" {
			names[i] = "(nobody)"
		}
	}
	return names
}

// groupTitle names the pane.
func groupTitle(c *Case) string { return "Group for " + c.Who.Tokens[0] }
