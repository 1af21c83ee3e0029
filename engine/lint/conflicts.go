package lint

import (
	"fmt"
	"maps"
	"strconv"

	"robotslens/engine"
)

// conflictRules prove what rules of one selection do to each other.
var conflictRules = []Rule{
	{ID: "RX502", Name: "conflict-tie", Severity: Warn, Dialects: both, Fix: "no", Source: "RFC 9309, 2.2.2", Once: true,
		Doc: "An Allow and a Disallow of equally many octets match the same URL, and only the tie-break decides, which is a SHOULD.", check: (*linter).conflictTie},
	{ID: "RX503", Name: "dead-rule", Severity: Info, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.2", Once: true,
		Doc: "A rule can never decide, since another one that wins over it matches all that it matches.", check: (*linter).deadRule},
	{ID: "RX511", Name: "equal-allow-opens", Severity: Warn, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.1 and 2.2.2", Silences: []string{"RX502"},
		Doc: "An Allow in another group of the same agent ties with a Disallow and wins, so that the block has no effect.", check: (*linter).equalAllowOpens},
	{ID: "RX513", Name: "redundant-rule", Severity: Info, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.2", Once: true,
		Doc: "A shorter rule already says the same of all that this rule matches.", check: (*linter).redundantRule},
}

var both = []string{"rfc", "google"}

// Work bounds, in patterns compared. At about 50 ns each they keep an analysis
// below a few tenths of a second on any file.
const (
	containBudget = 4 << 20
	tieBudget     = 1 << 20
)

// tie is a proved conflict.
type tie struct {
	allow, disallow pat
	url             string
	scope           *scope
}

// ties finds pairs of rules that tie on a URL: first those of which one matches
// all that the other does, then as many as the budget allows of those that just
// meet.
func (v *view) ties() []tie {
	var out []tie
	work := budget(tieBudget)
	told := map[int32]bool{} // rules in a tie
	for _, meet := range []bool{false, true} {
		for _, s := range v.scopes {
			allows, disallows := s.verb(true), s.verb(false)
			if allows.size == 0 || disallows.size == 0 {
				continue
			}
			for i := range s.pats {
				p := &s.pats[i]
				if meet && !p.allow {
					continue // each pair once
				}
				ask := func(q *pat) bool {
					if !work.spend(1) {
						return false
					}
					if q.octets != p.octets || told[p.rule] && told[q.rule] {
						return true
					}
					if !work.spend(4 + len(p.pattern.Form)*len(q.pattern.Form)/16) {
						return false
					}
					allow, disallow := p, q
					if q.allow {
						allow, disallow = q, p
					}
					if url, ok := s.tiesOn(allow, disallow); ok {
						told[p.rule], told[q.rule] = true, true
						out = append(out, tie{*allow, *disallow, url, s})
					}
					return true
				}
				if other := s.verb(!p.allow); meet {
					other.meets(p, ask)
				} else {
					other.holds(p, ask)
				}
			}
		}
	}
	return out
}

// tiesOn looks for a URL on which the two rules tie and no longer one decides,
// and asks the engine whether it is so.
func (s *scope) tiesOn(allow, disallow *pat) (string, bool) {
	path, ok := witness(allow.pattern, disallow.pattern)
	if !ok {
		return "", false
	}
	tries := []string{path}
	if !allow.pattern.Anchored && !disallow.pattern.Anchored {
		tries = append(tries, path+"x")
	}
	for _, try := range tries {
		if v := s.verdict(try); v.Reason == engine.ReasonAllowOnTie && v.Line == allow.line {
			return try, true
		}
	}
	return "", false
}

func (l *linter) conflictTie() {
	type pair struct{ a, d int32 }
	at := map[pair]int{}
	dead := l.dead()
	for _, v := range []*view{l.viewRFC(), l.viewGoogle()} {
		for _, t := range v.ties() {
			k := pair{t.allow.line, t.disallow.line}
			if j, known := at[k]; known {
				l.found[j].Dialects = both
				continue
			}
			if _, told := dead[t.disallow.line]; told && contains(t.allow.pattern, t.disallow.pattern) {
				continue // the Disallow has no effect at all, which is told
			}
			later := l.rows[max(t.allow.line, t.disallow.line)-1]
			first := l.rows[min(t.allow.line, t.disallow.line)-1]
			p := l.report(later.valueSpan(), "%s %s and %s %s in line %d have %s each and both match %s. Allow wins the tie, but that is only a SHOULD: make the rule that you mean longer.",
				later.verb(), clip(later.value), first.verb(), clip(first.value), first.num, count(t.allow.octets, "octet", "octets"), clip([]byte(t.url)))
			p.relate(first.num, "ties with it")
			p.Dialects = []string{v.file.Dialect.Name}
			p.key = fmt.Sprint(k)
			if !contains(t.disallow.pattern, t.allow.pattern) && !contains(t.allow.pattern, t.disallow.pattern) {
				// Two rules on different things that happen to meet.
				p.Severity, p.key, p.Related = Info, "meet", nil
			}
			at[k] = len(l.found) - 1
		}
	}
}

// wins reports that p decides wherever both match.
func wins(p, q *pat) bool {
	switch {
	case p.octets != q.octets:
		return p.octets > q.octets
	case p.allow != q.allow:
		return p.allow
	}
	return p.line < q.line
}

// deaths returns for each dead rule of the view a rule that always wins over
// it, in all selections that hold the dead one.
func (v *view) deaths() map[int32]pat {
	work := budget(containBudget)
	dead := map[int32]pat{}
	times := map[int32]int{}
	for _, s := range v.scopes {
		for i := range s.pats {
			q := &s.pats[i]
			if q.only {
				continue
			}
			found := false
			ask := func(p *pat) bool {
				if !work.spend(1) {
					return false
				}
				if p.rule == q.rule || !wins(p, q) || !contains(p.pattern, q.pattern) {
					return true
				}
				if times[q.rule]++; times[q.rule] == 1 {
					dead[q.rule] = *p
				}
				found = true
				return false
			}
			if s.verb(true).holds(q, ask); !found {
				s.verb(false).holds(q, ask)
			}
			if work <= 0 {
				break
			}
		}
	}
	for rule := range dead {
		if times[rule] < v.inner[rule] {
			delete(dead, rule)
		}
	}
	return dead
}

// linesOf turns rules of a view into lines, so that two views can be compared.
func linesOf(f *engine.File, rules map[int32]pat) map[int32]pat {
	out := make(map[int32]pat, len(rules))
	for r, by := range rules {
		out[f.Rules[r].Line] = by
	}
	return out
}

// dead returns the lines of rules that are dead under the RFC and at Google
// alike, with what wins over them under the RFC.
func (l *linter) dead() map[int32]pat {
	if l.deadLines == nil {
		l.deadLines = linesOf(l.rfc, l.viewRFC().deaths())
		if len(l.deadLines) > 0 {
			google := linesOf(l.google, l.viewGoogle().deaths())
			maps.DeleteFunc(l.deadLines, func(line int32, _ pat) bool { _, also := google[line]; return !also })
		}
	}
	return l.deadLines
}

func (l *linter) deadRule() {
	dead := l.dead()
	for i := range l.rows {
		r := &l.rows[i]
		by, ok := dead[int32(r.num)]
		if !ok {
			continue
		}
		other := &l.rows[by.line-1]
		why, key, do := "is longer", "over", "Remove it, or keep it for the reader."
		if by.allow != r.allows() {
			key, do = "against", "Remove it, or make it longer if it should win."
		}
		switch {
		case by.octets > l.viewRFC().pats[r.Rule].octets:
		case by.allow != r.allows():
			why = "wins the tie"
		default:
			why = "says the same before it"
		}
		p := l.report(r.valueSpan(), "%s %s can never decide: %s %s in line %d matches all that it matches and %s. %s",
			r.verb(), clip(r.value), other.verb(), clip(other.value), other.num, why, do)
		p.relate(other.num, "always wins")
		p.fix("Remove the line", false, l.deleteLine(r.num))
		if by.allow != r.allows() {
			p.Severity = Warn
		}
		p.key = key + strconv.Itoa(other.num)
	}
}

func (l *linter) equalAllowOpens() {
	v := l.viewRFC()
	for _, s := range v.scopes {
		if len(s.groups) < 2 {
			continue
		}
		_, by := s.decide("/")
		if by == nil || !by.allow {
			continue
		}
		for _, i := range s.verb(false).byLit["/"] {
			p := &s.pats[i]
			if p.octets != by.octets || len(p.pattern.Form) != 1 || v.file.Rules[p.rule].Group == v.file.Rules[by.rule].Group {
				continue
			}
			if t := s.verdict("/"); t.Reason != engine.ReasonAllowOnTie || t.Line != by.line {
				continue
			}
			f := l.report(l.rows[by.line-1].valueSpan(), "Allow: / in this group and Disallow: / in line %d are both for %s: the groups are combined, the tie goes to Allow, and the block has no effect. Remove this line if the site is to be blocked.",
				p.line, list(s.agents))
			f.relate(int(p.line), "has no effect")
			f.fix("Remove Allow: /, so that line "+fmt.Sprint(p.line)+" blocks", false, l.deleteLine(int(by.line)))
			break
		}
	}
}

// covers returns for each rule of the view a shorter one of the same verb that
// says the same of all that it matches, in all selections that hold it.
func (v *view) covers() map[int32]pat {
	work := budget(containBudget)
	covered := map[int32]pat{}
	times := map[int32]int{}
	for _, s := range v.scopes {
		for i := range s.pats {
			q := &s.pats[i]
			if q.only {
				continue
			}
			var by *pat
			s.verb(q.allow).holds(q, func(p *pat) bool {
				if !work.spend(1) {
					return false
				}
				if p.octets < q.octets && (by == nil || p.octets > by.octets) && contains(p.pattern, q.pattern) {
					by = p
				}
				return true
			})
			if work <= 0 {
				break
			}
			if by == nil || !s.undisturbed(by, q, &work) {
				continue
			}
			if times[q.rule]++; times[q.rule] == 1 {
				covered[q.rule] = *by
			}
		}
	}
	for rule := range covered {
		if times[rule] < v.inner[rule] {
			delete(covered, rule)
		}
	}
	return covered
}

// undisturbed reports that no rule of the other verb stands between by and q in
// octets and matches anything that q matches: then q changes no verdict.
func (s *scope) undisturbed(by, q *pat, work *budget) bool {
	clear := true
	ask := func(o *pat) bool {
		if !work.spend(1) {
			clear = false
			return false
		}
		between := o.octets >= by.octets && o.octets < q.octets
		if q.allow {
			between = o.octets > by.octets && o.octets <= q.octets
		}
		if !between && !o.only {
			return true
		}
		if !work.spend(len(o.pattern.Form) * len(q.pattern.Form) / 16) {
			clear = false
			return false
		}
		if (len(o.pattern.Form)+2)*(len(q.pattern.Form)+2) > mostCells {
			clear = false
		} else if _, meet := witness(o.pattern, q.pattern); meet || o.only {
			clear = false
		}
		return clear
	}
	s.verb(!q.allow).meets(q, ask)
	return clear
}

func (l *linter) redundantRule() {
	rfc := linesOf(l.rfc, l.viewRFC().covers())
	if len(rfc) == 0 {
		return
	}
	google := linesOf(l.google, l.viewGoogle().covers())
	for i := range l.rows {
		r := &l.rows[i]
		by, known := rfc[int32(r.num)]
		if _, also := google[int32(r.num)]; !known || !also {
			continue
		}
		other := &l.rows[by.line-1]
		p := l.report(r.valueSpan(), "%s %s changes no verdict: %s %s in line %d already covers it. Remove it, or keep it for the reader.",
			r.verb(), clip(r.value), other.verb(), clip(other.value), other.num)
		p.key = fmt.Sprint(by.line)
		p.relate(other.num, "already covers it")
		p.fix("Remove what is already covered", false, l.deleteLine(r.num))
	}
}
