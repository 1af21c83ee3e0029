package ui

import (
	"fmt"
	"strings"

	"robotslens/engine"
	"robotslens/ui/screen"
)

// awaitedWords stand where the verdict would, while the file is on its way.
const awaitedWords = "no verdict yet: the file is being fetched"

// verdictText is what the Verdict pane says: the verdict, the line that
// decides, why, the match drawn under the path, and what others make of it.
// cursor is the line of the File pane's cursor (1-based).
func verdictText(c *Case, l *Look, w int, f few, cursor int) paras {
	var p paras
	switch {
	case c.Source.Kind == Awaited:
		p.add(part{l.Notice, awaitedWords})
		return p
	case c.Hidden:
		p.add(part{l.Dim, "The lesson asks for the verdict: it is shown once you have answered."})
		return p
	}
	t := &c.Trace
	mark, word, _ := l.Verdict(t.Allowed)
	st := l.VerdictDisallowed
	if t.Allowed {
		st = l.VerdictAllowed
	}
	head := []part{{st, " " + mark + " " + strings.ToUpper(word) + " "}}
	if c.Meaning.Do == engine.DoOutOfScope {
		head = []part{{l.Notice, l.Warning + " OTHER HOST"}, {"", ", not a verdict"}}
	}
	if t.Winner >= 0 {
		head = append(head, part{"", fmt.Sprintf(" by line %d", t.Line)})
	}
	p.add(head...)
	if c.Source.WhatIf != "" {
		p.add(part{l.Notice, "what if: " + c.Source.WhatIf}, part{l.Dim, "; esc ends it"})
	}
	if note := c.Who.Words(t.Allowed); note != word {
		p.add(part{l.Notice, fmt.Sprintf("%s: %s", c.Who.Tokens[0], note)})
	}
	if c.Meaning.Do != engine.DoRules {
		p.add(part{l.Notice, c.Meaning.Sentence}, part{l.Dim, ", " + c.Meaning.Source})
	}
	if t.Winner >= 0 {
		r := t.Rule(t.Winner)
		p.add(part{l.Rule(r.Allow), ruleVerb(c, r) + ": "}, part{"", c.File.Pattern(r)})
	}
	why, source := reasonDetail(c)
	if c.Meaning.Do == engine.DoRules {
		p.add(part{"", why}, part{l.Dim, source})
	}
	p.gap()
	p = append(p, drawMatch(c, l, w, t.Winner)...)
	if i := t.StepAt(cursor); i >= 0 && i != t.Winner {
		p.gap()
		if t.Steps[i].Matched() {
			p.add(part{l.Dim, fmt.Sprintf("line %d, at the cursor: ", cursor)}, part{"", t.StepText(i)})
		} else {
			p.add(part{l.Dim, fmt.Sprintf("line %d, at the cursor, ", cursor)}, part{"", t.MissText(i)})
			if m, ok := t.NearMiss(i); ok {
				p.add(part{l.Notice, "near miss: "}, part{"", m.Text})
			}
		}
	} else if i < 0 {
		for _, s := range c.File.Why(cursor) {
			p.gap()
			p.add(part{l.Dim, fmt.Sprintf("line %d, at the cursor: ", cursor)}, part{"", s})
		}
	}
	p.gap()
	if f.gen == c.Gen {
		p = append(p, othersText(c, l, f)...)
	} else {
		p.add(part{l.Dim, "asking the other dialects and crawlers" + l.Ellipsis})
	}
	return p
}

// ruleVerb is the field of r as the file spells it.
func ruleVerb(c *Case, r engine.Rule) string {
	key := c.File.Lines[r.Line-1].Key
	return string(key.Of(c.File.Src))
}

// reasonDetail says why, with the rival that lost, and on whose word.
func reasonDetail(c *Case) (why, source string) {
	t := &c.Trace
	switch t.Reason {
	case engine.ReasonLongestMatch:
		best, line := int32(-1), int32(0)
		for i, s := range t.Steps {
			if i != t.Winner && s.Matched() && s.Octets > best {
				best, line = s.Octets, t.Rule(i).Line
			}
		}
		if best == t.Octets {
			return fmt.Sprintf("%d octets, as line %d, which is the same verb and later: ", best, line), t.ReasonText()
		}
		return fmt.Sprintf("%d octets, longer than %d (line %d): ", t.Octets, best, line), t.ReasonText()
	case engine.ReasonAllowOnTie:
		for i, s := range t.Steps {
			if s.Outcome == engine.TieLost {
				return fmt.Sprintf("%d octets, as many as Disallow in line %d: ", t.Octets, t.Rule(i).Line), t.ReasonText()
			}
		}
	case engine.ReasonOnlyMatch:
		return octets(int(t.Octets)) + ": ", t.ReasonText()
	case engine.ReasonNoGroup:
		return t.Selection.Sentence(t.File), ""
	}
	return "", t.ReasonText()
}

// drawMatch draws the path as compared, and under it what the pattern of step i
// covered: the literal octets, and what each star took.
func drawMatch(c *Case, l *Look, w, i int) paras {
	var p paras
	form := c.Trace.Target.Form
	under := []byte(strings.Repeat(" ", len(form)+1))
	var took []part
	if i >= 0 {
		pat, m := c.Trace.Detail(i)
		star := 0
		for _, piece := range m.Pieces {
			mark := byte('-')
			if piece.Star {
				star++
				mark = '*'
				took = append(took, part{l.Wildcard, "  *"}, part{l.Dim, " took "}, part{"", quoteTaken(form[piece.Path.Start:piece.Path.End])})
			}
			for k := piece.Path.Start; k < piece.Path.End; k++ {
				under[k] = mark
			}
		}
		if pat.Anchored && m.OK {
			under[len(form)] = '$'
		}
	}
	const rows = 4 // a longer path is cut: the URL pane holds all of it
	for row, at := 0, 0; at < len(form); row++ {
		// The compared form may hold octets of any kind (google compares the
		// path as it is); cells keep the drawing under its octets.
		var over, below []part
		col := 0
		for cell := range screen.Cells(form[at:], 0) {
			if col+cell.Width > w && col > 0 {
				break
			}
			k := at + cell.Start
			st, glyph := l.Dim, " "
			switch under[k] {
			case '-':
				st, glyph = l.Accent, l.Across
			case '*':
				st, glyph = l.Wildcard, "*"
			}
			over = append(over, part{"", form[k : at+cell.End]})
			below = append(below, part{st, strings.Repeat(glyph, cell.Width)})
			col += cell.Width
			if at+cell.End == len(form) && under[len(form)] == '$' && col < w {
				below = append(below, part{l.Anchor, "$"})
			}
		}
		n := 0
		for _, o := range over {
			n += len(o.s)
		}
		at += n
		if row == rows-1 && at < len(form) {
			over = append(over[:len(over)-1], part{l.Dim, l.Ellipsis})
			at = len(form)
		}
		p = append(p, para{parts: merge(over), fixed: true})
		if i >= 0 {
			p = append(p, para{parts: merge(below), fixed: true})
		}
	}
	if len(took) > 0 {
		p.add(took...)
	}
	return p
}

// merge joins neighbours of the same style.
func merge(parts []part) []part {
	var out []part
	for _, p := range parts {
		if n := len(out); n > 0 && out[n-1].st == p.st {
			out[n-1].s += p.s
		} else {
			out = append(out, p)
		}
	}
	return out
}

func quoteTaken(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// othersText says what other dialects and a few other crawlers make of the URL.
func othersText(c *Case, l *Look, f few) paras {
	var p paras
	same := []string{c.Reader.Name}
	for i := range f.dialects {
		t := &f.dialects[i]
		name := t.File.Dialect.Name
		if t.Allowed == c.Trace.Allowed {
			same = append(same, name)
			continue
		}
		_, word, st := l.Verdict(t.Allowed)
		p.add(part{l.Notice, l.Warning + " " + name + " decides otherwise: "}, part{st, word}, part{"", byLine(t)})
	}
	if len(same) > 1 {
		p.add(part{l.Dim, "the same in " + andList(same)})
	}
	var line []part
	for _, v := range f.crawlers {
		if v.who.Tokens[0] == c.Who.Tokens[0] {
			continue
		}
		mark, _, st := l.Verdict(v.verdict.Allowed)
		if len(line) > 0 {
			line = append(line, part{"", "  "})
		}
		line = append(line, part{st, mark + v.who.Tokens[0]})
	}
	p.add(line...)
	return p
}

// byLine names the line that decides t, or says that none does.
func byLine(t *engine.Trace) string {
	if t.Winner < 0 {
		return ", no rule decides"
	}
	return fmt.Sprintf(" by line %d", t.Line)
}
