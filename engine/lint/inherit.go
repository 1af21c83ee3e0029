package lint

import (
	"fmt"
	"strings"
)

// inheritBudget bounds the paths that are asked for RX304.
const inheritBudget = 200_000

// noInheritance tells of rules of * that a restricted crawler with its own
// group is free of. A group that allows everything, and a file that closes
// everything for *, plainly mean the difference.
func (l *linter) noInheritance() {
	v := l.viewRFC()
	star := v.star()
	if star == nil {
		return
	}
	if ok, by := star.decide(anyPage); !ok && by.everything() {
		return
	}
	work := budget(inheritBudget)
	for _, s := range v.scopes {
		if s == star || !s.restricts() || !l.goesByStar(s) {
			continue
		}
		if ok, by := s.decide(anyPage); !ok && by.everything() {
			continue // closed itself: nothing is gained but what it names
		}
		var lines []int
		for i := range star.pats {
			p := &star.pats[i]
			if p.allow || !work.spend(1+len(s.pats)/64) {
				continue
			}
			path := sample(p.pattern, "x")
			if !p.pattern.Match([]byte(path)) {
				continue
			}
			kept, by := star.decide(path)
			gained, _ := s.decide(path)
			if !kept && by.line == p.line && gained && path != "/robots.txt" {
				lines = append(lines, int(p.line))
			}
		}
		if len(lines) == 0 {
			continue
		}
		l.reportInheritance(s, lines)
	}
}

// goesByStar reports whether a crawler of the scope would go by * if it had no
// group of its own: a name that is no crawler's does not count.
func (l *linter) goesByStar(s *scope) bool {
	for _, name := range s.agents {
		if e := l.cat.Lookup(name); e != nil && !e.NoStar() || e == nil && isToken([]byte(name)) {
			return true
		}
	}
	return false
}

// restricts reports whether the scope closes anything.
func (s *scope) restricts() bool {
	for i := range s.pats {
		if !s.pats[i].allow {
			return true
		}
	}
	return false
}

func (l *linter) reportInheritance(s *scope, lines []int) {
	at := s.lines[0]
	var shown []string
	for _, n := range lines {
		shown = append(shown, clip(l.rows[n-1].value))
	}
	say := "%s goes by its own group and inherits nothing from *: it may fetch what %s for * (%s). Copy the rules that are to hold here too."
	if len(s.agents) > 1 {
		say = "%s go by their own group and inherit nothing from *: they may fetch what %s for * (%s). Copy the rules that are to hold here too."
	}
	p := l.report(l.rows[at-1].valueSpan(), say, list(s.agents), joined(lines), list(shown))
	for _, n := range lines {
		p.relate(n, "does not hold for "+s.agents[0])
	}
	g := l.rfc.Groups[s.groups[0]]
	var text []string
	for _, n := range lines {
		text = append(text, "Disallow: "+string(l.rows[n-1].value))
	}
	// At the end of the group's rules, before what else follows them.
	end := int(l.rfc.Rules[g.Rules.End-1].Line)
	p.fix(fmt.Sprintf("Copy %s into this group", count(len(lines), "rule", "rules")), false, l.insertAfter(end, strings.Join(text, l.eol)))
}

func joined(lines []int) string {
	if len(lines) == 1 {
		return fmt.Sprintf("line %d closes", lines[0])
	}
	return "lines " + joinLines(lines) + " close"
}
