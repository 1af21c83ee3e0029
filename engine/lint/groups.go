package lint

import (
	"sort"
	"strings"

	"robotslens/engine"
)

// groupRules look at which rules belong to whom.
var groupRules = []Rule{
	{ID: "RX301", Name: "silent-merge", Severity: Error, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.1 and 2.2",
		Doc: "An agent without rules shares those of the next group.", check: (*linter).silentMerge},
	{ID: "RX302", Name: "last-group-empty", Severity: Info, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.1",
		Doc: "The last group has no rules and allows everything.", check: (*linter).lastGroupEmpty},
	{ID: "RX303", Name: "duplicate-group", Severity: Warn, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.1",
		Doc: "An agent is named in several groups, which are combined.", check: (*linter).duplicateGroup},
	{ID: "RX304", Name: "no-inheritance", Severity: Warn, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.1",
		Doc: "A named group inherits nothing from *.", check: (*linter).noInheritance},
	{ID: "RX305", Name: "fallback-shadow", Severity: Info, Dialects: both, Fix: "no", Source: "google/robotstxt; the catalogue of crawlers",
		Doc: "A crawler with a group of its own does not go by that of the name it would fall back to.", check: (*linter).fallbackShadow},
	{ID: "RX306", Name: "same-agent-twice-in-group", Severity: Info, Dialects: every, Fix: "safe", Source: "RFC 9309, 2.2.1",
		Doc: "An agent is named twice in one group.", check: (*linter).agentTwice},
	{ID: "RX512", Name: "managed-block", Severity: Warn, Dialects: both, Fix: "no", Source: "RFC 9309, 2.2.1",
		Doc: "Lines put in front by a CDN merge with the file's own groups.", check: (*linter).managedBlock},
}

// agentName is the name of a user-agent line as written.
func (l *linter) agentName(a engine.Agent) string { return clip(a.Name.Of(l.src)) }

// segment is a run of user-agent lines that the author sees as one block.
type segment struct {
	agents []engine.Agent
	last   int  // 1-based line of the last record of the block
	record bool // a record other than user-agent stands in it
}

// segments splits the user-agent lines of g where a blank line or another
// record parts them.
func (l *linter) segments(g engine.Group) []segment {
	var out []segment
	all := l.rfc.Agents[g.Agents.Start:g.Agents.End]
	cur := segment{}
	for i, a := range all {
		cur.agents = append(cur.agents, a)
		cur.last = int(a.Line)
		if i == len(all)-1 {
			break
		}
		parted := false
		for n := int(a.Line) + 1; n < int(all[i+1].Line); n++ {
			switch r := &l.rows[n-1]; {
			case r.isRecord():
				parted, cur.record, cur.last = true, true, n
			case r.Kind == engine.KindBlank, r.Kind == engine.KindNoRecord:
				parted = true
			}
		}
		if parted {
			out = append(out, cur)
			cur = segment{}
		}
	}
	return append(out, cur)
}

// strangers drops the blocks of which the last one names every agent again:
// they get its rules in any case.
func (l *linter) strangers(segs []segment) []segment {
	last := map[string]bool{}
	for _, a := range segs[len(segs)-1].agents {
		last[strings.ToLower(string(a.Name.Of(l.src)))] = true
	}
	var out []segment
	for i, s := range segs {
		again := true
		for _, a := range s.agents {
			again = again && last[strings.ToLower(string(a.Name.Of(l.src)))]
		}
		if i == len(segs)-1 || !again {
			out = append(out, s)
		}
	}
	return out
}

func (l *linter) silentMerge() {
	for _, g := range l.rfc.Groups {
		segs := l.strangers(l.segments(g))
		if len(segs) < 2 {
			continue
		}
		var rules []string
		for i := g.Rules.Start; i < g.Rules.End; i++ {
			if p := l.viewRFC().pats[i]; p.line > 0 && !p.allow {
				rules = append(rules, "Disallow: "+clip(l.rows[p.line-1].value))
			}
		}
		if len(rules) == 0 {
			continue // nothing is closed, so that nobody is hurt
		}
		first, last := segs[0], segs[len(segs)-1]
		record, star, lastStar := false, false, hasStarAgent(last.agents)
		var edits []Edit
		for _, s := range segs[:len(segs)-1] {
			record = record || s.record
			star = star || hasStarAgent(s.agents)
			edits = append(edits, l.insertAfter(s.last, "Disallow:"))
		}
		own := first.agents[len(first.agents)-1]
		has, shares := " has", "it shares"
		if len(first.agents) > 1 {
			has, shares = " have", "they share"
		}
		p := l.report(l.rows[own.Line-1].valueSpan(), "%s no Allow or Disallow before the next User-agent line, and nothing else ends a group, so %s the rules from line %d on: %s all get %s. If nothing was to be closed there, write an empty Disallow: under it.",
			list(l.agentNames(first.agents))+has, shares, l.rfc.Rules[g.Rules.Start].Line, list(l.sharing(segs)), list(rules))
		if !record && star == lastStar {
			p.Severity = Warn // blank lines in a list of names, which may be meant as one
		}
		for _, s := range segs[1:] {
			p.relate(int(s.agents[0].Line), "shares the same rules")
		}
		p.fix("Give each its own empty Disallow, which allows everything", false, edits...)
	}
}

func hasStarAgent(agents []engine.Agent) bool {
	for _, a := range agents {
		if a.Star {
			return true
		}
	}
	return false
}

func (l *linter) agentNames(agents []engine.Agent) []string {
	var names []string
	for _, a := range agents {
		names = append(names, l.agentName(a))
	}
	return names
}

// sharing names who shares the rules: the star first, since that is everybody.
func (l *linter) sharing(segs []segment) []string {
	var names []string
	for _, s := range segs {
		for _, a := range s.agents {
			if a.Star {
				names = append([]string{"*"}, names...)
			} else {
				names = append(names, l.agentName(a))
			}
		}
	}
	return names
}

func (l *linter) lastGroupEmpty() {
	n := len(l.rfc.Groups)
	if n == 0 || l.rfc.Groups[n-1].Rules.Len() > 0 {
		return
	}
	g := l.rfc.Groups[n-1]
	agents := l.rfc.Agents[g.Agents.Start:g.Agents.End]
	p := l.report(l.rows[agents[0].Line-1].valueSpan(), "The last group has no Allow or Disallow: %s may fetch everything. If that is meant, an empty Disallow says it plainly.", list(l.agentNames(agents)))
	p.fix("Add an empty Disallow", false, l.insertAfter(int(g.Last), "Disallow:"))
}

func (l *linter) duplicateGroup() {
	firstOf := map[string]engine.Agent{}
	told := map[[2]int32]bool{}
	for _, a := range l.rfc.Agents {
		name := strings.ToLower(string(a.Name.Of(l.src)))
		if name == "" {
			continue
		}
		first, again := firstOf[name]
		if !again {
			firstOf[name] = a
			continue
		}
		pair := [2]int32{first.Group, a.Group}
		if first.Group == a.Group || told[pair] || l.inManaged(int(first.Line)) != l.inManaged(int(a.Line)) {
			continue
		}
		told[pair] = true
		p := l.report(l.rows[a.Line-1].valueSpan(), "%s is named in lines %d and %d. Crawlers combine such groups, old ones take only the first: put the rules into one group.", l.agentName(a), first.Line, a.Line)
		p.relate(int(first.Line), "the other group")
		if edits := l.merge(first.Group, a.Group); edits != nil {
			p.fix("Move the rules to the first group", false, edits...)
		}
	}
}

// merge moves the rules of the group from to the end of the group to, where
// both name the same agents and only rules, comments and blank lines are moved.
func (l *linter) merge(to, from int32) []Edit {
	a, b := l.rfc.Groups[to], l.rfc.Groups[from]
	if a.Rules.Len() == 0 || b.Rules.Len() == 0 || !sameNames(l.rfc.Named(a), l.rfc.Named(b)) {
		return nil
	}
	var moved []string
	var edits []Edit
	for n := int(b.First); n <= int(b.Last); n++ {
		r := &l.rows[n-1]
		switch {
		case r.Kind == engine.KindUserAgent:
		case r.Kind.IsRule():
			moved = append(moved, string(r.text))
		case r.isRecord():
			return nil
		default:
			continue
		}
		edits = append(edits, l.deleteLine(n))
	}
	return append([]Edit{l.insertAfter(int(a.Last), strings.Join(moved, l.eol))}, edits...)
}

func sameNames(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	norm := func(in []string) []string {
		out := make([]string, len(in))
		for i, s := range in {
			out[i] = strings.ToLower(s)
		}
		sort.Strings(out)
		return out
	}
	x, y := norm(a), norm(b)
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

func (l *linter) fallbackShadow() {
	v := l.viewRFC()
	told := map[string]bool{}
	l.agents(func(r *row) {
		e := l.cat.Lookup(string(r.value))
		if e == nil || !strings.EqualFold(e.Token, string(r.value)) || told[e.Token] {
			return
		}
		told[e.Token] = true
		for _, back := range e.Fallback {
			s := v.byName[strings.ToLower(back)]
			own := v.byName[strings.ToLower(e.Token)]
			if s == nil || s == own {
				continue
			}
			p := l.report(r.valueSpan(), "%s has a group of its own, so the rules for %s in line %d do not hold for it. Groups of a fallback are not added: repeat what is to hold for both.", e.Token, back, s.lines[0])
			p.relate(s.lines[0], "does not hold for "+e.Token)
			return
		}
	})
}

func (l *linter) agentTwice() {
	for _, g := range l.rfc.Groups {
		if g.Agents.Len() < 2 {
			continue
		}
		seen := map[string]int32{}
		for _, a := range l.rfc.Agents[g.Agents.Start:g.Agents.End] {
			name := strings.ToLower(string(a.Name.Of(l.src)))
			first, again := seen[name]
			if !again {
				seen[name] = a.Line
				continue
			}
			if name == "" {
				continue
			}
			p := l.report(l.rows[a.Line-1].valueSpan(), "%s is named twice in this group, first in line %d. Once is enough: remove this line.", l.agentName(a), first)
			p.relate(int(first), "named first")
			p.fix("Remove the line", true, l.deleteLine(int(a.Line)))
		}
	}
}
