package suite

import (
	"context"
	"slices"
)

// Cover is what a list of questions makes of one rule.
type Cover struct {
	Rule
	Decides int  // asks that it decides
	Matches int  // asks that it matches, decided by it or not
	Asked   bool // some crawler of the list reads its group
}

// Coverage says how many asks each rule of the file decides and matches, in
// file order. A rule that never decides has no say over these URLs; one whose
// group no crawler of the list reads was not Asked. Each ask is put to all rules
// of its groups, so this takes longer than a Run; the only error is that of the
// context.
func (r *Run) Coverage(ctx context.Context) ([]Cover, error) {
	byLine := map[int]*Cover{}
	for d, f := range r.files {
		if f == nil {
			continue
		}
		read := make([]bool, len(f.Groups))
		for i, w := range r.Plan.whos {
			if w.dialect == d {
				for _, g := range r.sels[i].Groups {
					read[g] = true
				}
			}
		}
		for _, rule := range f.Rules {
			c := byLine[int(rule.Line)]
			if c == nil {
				c = &Cover{Rule: ruleOf(f, rule, f.Compile(rule).Octets())}
				byLine[c.Line] = c
			}
			c.Asked = c.Asked || read[rule.Group]
		}
	}
	for i := range r.Verdicts {
		if i%askEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !r.byRules(i) {
			continue
		}
		t := r.trace(i)
		for n, s := range t.Steps {
			if !s.Matched() {
				continue
			}
			c := byLine[int(t.Rule(n).Line)]
			c.Matches++
			if n == t.Winner {
				c.Decides++
			}
		}
	}
	covers := make([]Cover, 0, len(byLine))
	for _, c := range byLine {
		covers = append(covers, *c)
	}
	slices.SortFunc(covers, func(a, b Cover) int { return a.Line - b.Line })
	return covers, nil
}

// NeverDecide lists the rules that were asked and decide nothing.
func NeverDecide(covers []Cover) []Rule {
	var rules []Rule
	for _, c := range covers {
		if c.Asked && c.Decides == 0 {
			rules = append(rules, c.Rule)
		}
	}
	return rules
}

// Decided is how many asks one rule decides, and an example.
type Decided struct {
	Rule
	Count   int
	Example int // index into Plan.Asks
}

// ByRule counts the asks with a verdict by the rule that decides them, the most
// first; those that no rule decides are left out.
func (r *Run) ByRule(allowed bool) []Decided {
	at := map[int32]int{}
	var list []Decided
	for i, v := range r.Verdicts {
		if v.Line == 0 || v.Allowed != allowed {
			continue
		}
		n, ok := at[v.Line]
		if !ok {
			n = len(list)
			at[v.Line] = n
			list = append(list, Decided{Rule: r.Deciding(i), Example: i})
		}
		list[n].Count++
	}
	slices.SortStableFunc(list, func(a, b Decided) int { return b.Count - a.Count })
	return list
}
