package ui

import (
	"fmt"
	"strings"

	"robotslens/engine"
)

// plainWords says the rule and the group at the cursor, and the whole file for
// the crawler, in sentences that a client understands.
func (a *App) plainWords() {
	c, l := a.c, a.look
	p := &page{title: "Plain words"}
	line, _ := a.file.ed.Position()
	if line <= len(c.File.Lines) {
		at := c.File.Lines[line-1]
		if at.Rule >= 0 {
			r := c.File.Rules[at.Rule]
			p.text.add(part{l.Accent, fmt.Sprintf("Line %d, at the cursor", line)})
			p.text.add(part{l.Rule(r.Allow), ruleVerb(c, r) + ": "}, part{l.Path, c.File.Pattern(r)})
			p.text.add(part{"", c.File.PlainRule(r)})
			p.text.gap()
		}
		if at.Group >= 0 && !groupOf(c, at.Group) {
			group := c.File.Groups[at.Group]
			p.text.add(part{l.Accent, fmt.Sprintf("The group at the cursor, lines %d to %d", group.First, group.Last)})
			names := c.File.Named(group)
			sel := engine.Selection{Groups: []int32{at.Group}}
			p.sentences(c.File.Plain(sel).Sentences(crawlerNames(names)))
			p.text.gap()
		}
	}
	p.text.add(part{l.Accent, "The file for " + c.Who.Tokens[0]})
	if allowed, decided := c.Meaning.Verdict(); decided {
		word := "nothing"
		if allowed {
			word = "everything"
		}
		p.text.add(part{"", c.Who.Tokens[0] + " may fetch " + word + ". "}, part{"", c.Meaning.Sentence})
	} else {
		p.sentences(c.File.Plain(c.Trace.Selection).Sentences(c.Who.Tokens[0]))
	}
	p.text.add(part{l.Dim, c.Trace.Selection.Sentence(c.File) + "; read as " + c.Reader.Name})
	a.over = p
}

func (p *page) sentences(all []string) {
	for _, s := range all {
		indent := 0
		if strings.HasPrefix(s, "- ") {
			indent = 2
		}
		p.text = append(p.text, para{parts: []part{{"", s}}, indent: indent})
	}
}

// groupOf reports whether the crawler reads that group, and no other.
func groupOf(c *Case, group int32) bool {
	g := c.Trace.Selection.Groups
	return len(g) == 1 && g[0] == group
}

// crawlerNames joins the names of a group for a sentence.
func crawlerNames(names []string) string {
	for i, n := range names {
		if n == "*" {
			names[i] = "Every other crawler"
		}
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
	}
	return strings.Join(names, "")
}
