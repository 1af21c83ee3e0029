package suite

import (
	"fmt"

	"robotslens/engine"
)

// Rule is a rule of a file as lists show it. The zero Rule stands for none.
type Rule struct {
	Line    int         // 1-based; 0 where there is no rule
	Kind    engine.Kind // as written: engine.KindAllow or engine.KindDisallow
	Allow   bool        // as it counts: in python an empty Disallow allows
	Pattern string      // as written; any bytes
	Octets  int         // of the compared form
}

func ruleOf(f *engine.File, r engine.Rule, octets int) Rule {
	kind := engine.KindAllow
	if !r.Allow || r.Path.Len() == 0 && f.Lines[r.Line-1].Kind == engine.KindDisallow {
		kind = engine.KindDisallow
	}
	return Rule{Line: int(r.Line), Kind: kind, Allow: r.Allow, Pattern: f.Pattern(r), Octets: octets}
}

// verb is "allow" or "disallow", as the rule counts.
func (r Rule) verb() string { return Expect(r.Allow).String() }

// String is "Disallow: /a", or empty where there is no rule. The pattern stands
// in it as it was written: any bytes.
func (r Rule) String() string {
	switch {
	case r.Line == 0:
		return ""
	case r.Kind == engine.KindAllow:
		return "Allow: " + r.Pattern
	}
	return "Disallow: " + r.Pattern
}

// described is the rule with its line and octets, for a sentence.
func (r Rule) described() string {
	octets := "octets"
	if r.Octets == 1 {
		octets = "octet"
	}
	return fmt.Sprintf("line %d: %s (%d %s)", r.Line, visible(r.String()), r.Octets, octets)
}
