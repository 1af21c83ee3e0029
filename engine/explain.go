package engine

import (
	"bytes"
	"sort"
)

// Outcome is what became of a rule.
type Outcome uint8

// The outcomes of a rule, by their names in the command line's contract.
const (
	NoMatch      Outcome = iota
	OnlyMatch            // the only rule that matches
	WinsOnLength         // most octets
	WinsTie              // as many octets as a rule of the other verb
	TieLost              // equal octets, other verb
	Duplicate            // equal octets, same verb, later line
	Shorter              // fewer octets
	First                // python: the first that matches decides
	Later                // python: matches after the first
)

var outcomeNames = [...]string{"no-match", "only-match", "wins-on-length", "wins-tie", "tie-lost", "duplicate", "shorter", "first", "later"}

// String returns the outcome's name, such as "wins-on-length".
func (o Outcome) String() string { return outcomeNames[o] }

// Wins reports whether o is the outcome of the deciding rule.
func (o Outcome) Wins() bool {
	return o == OnlyMatch || o == WinsOnLength || o == WinsTie || o == First
}

// Reason is why a verdict is what it is.
type Reason uint8

// The reasons, by their names in the command line's contract. The last three
// come from how the file was fetched (RFC 9309, 2.3), not from its rules.
const (
	ReasonNoGroup      Reason = iota // no group applies to the crawler
	ReasonNoRules                    // the groups that apply hold no rules
	ReasonNoMatch                    // no rule matches
	ReasonOnlyMatch                  // one rule matches
	ReasonLongestMatch               // the rule with the most octets
	ReasonAllowOnTie                 // Allow and Disallow with equally many
	ReasonFirstMatch                 // python
	ReasonRobotsTxt                  // /robots.txt itself is always allowed
	ReasonUnavailable
	ReasonUnreachable
	ReasonOutOfScope
)

var reasonNames = [...]string{"no-group", "no-rules", "no-match", "only-match", "longest-match", "allow-on-tie",
	"first-match", "robots-txt", "unavailable", "unreachable", "out-of-scope"}

// String returns the reason's name, such as "longest-match".
func (r Reason) String() string { return reasonNames[r] }

// Verdict is the answer for one URL: whether it may be crawled, and which line
// decides.
type Verdict struct {
	Allowed bool
	Reason  Reason
	Line    int32 // 1-based; 0 where no rule decides
	Octets  int32 // of the deciding rule
}

// Step is what one rule of the selection did.
type Step struct {
	Rule    int32 // index into File.Rules
	Octets  int32 // of the compared form; 0 where the rule does not match
	Outcome Outcome
	Folder  bool // google: matched as Allow: <dir>/$ for its index.htm
}

// Matched reports whether the rule matches.
func (s Step) Matched() bool { return s.Outcome != NoMatch }

// Trace is a decision, whole: the path as compared, the groups that apply and
// why these, and every rule of them in file order.
type Trace struct {
	Verdict
	File      *File
	Target    Target
	Selection Selection
	Steps     []Step // empty where /robots.txt is excepted from the rules
	Winner    int    // index into Steps, -1 where no rule decides
	Matches   int    // how many rules match
}

// Explain decides whether who may crawl url, and returns the whole decision.
func (f *File) Explain(url string, who Crawler) Trace {
	return f.ExplainTarget(NewTarget(url, f.Dialect), f.Select(who))
}

// ExplainTarget is Explain for a target and a selection that are at hand. Both
// must have been made for the file's dialect.
func (f *File) ExplainTarget(t Target, s Selection) Trace {
	tr := Trace{File: f, Target: t, Selection: s, Winner: -1}
	tr.Allowed = true
	switch {
	case f.Dialect.RobotsTxtAllowed && t.Path == "/robots.txt":
		tr.Reason = ReasonRobotsTxt
		return tr
	case len(s.Groups) == 0:
		tr.Reason = ReasonNoGroup
		return tr
	}
	n := 0
	for _, g := range s.Groups {
		n += f.Groups[g].Rules.Len()
	}
	tr.Steps = make([]Step, 0, n)
	d := decision{file: f, path: []byte(t.Form), changed: f.Dialect.Form.changed(), allow: -1, disallow: -1, first: -1}
	for _, g := range s.Groups {
		r := f.Groups[g].Rules
		for i := r.Start; i < r.End; i++ {
			tr.Steps = append(tr.Steps, d.ask(i, len(tr.Steps)))
		}
	}
	d.settle(&tr)
	return tr
}

// decision gathers matches while the rules of a selection are asked.
type decision struct {
	file            *File
	path            []byte
	changed         class // octets that the form writes otherwise
	scratch         []byte
	live            int     // rules that are not ignored
	matched         []int32 // indices of steps
	allow, disallow int32   // most octets so far, -1 for none
	first           int     // the first matching step
}

// ask asks the rule with index i of File.Rules; step is its place in the trace.
func (d *decision) ask(i int32, step int) Step {
	r := &d.file.Rules[i]
	s := Step{Rule: i}
	if r.class&classBlank != 0 && d.file.Dialect.SpaceVoidsRule {
		return s
	}
	d.live++
	if r.Path.Len() == 0 && !d.file.Dialect.EmptyMatchesAll {
		return s
	}
	octets, ok, folder := d.match(r)
	if !ok {
		return s
	}
	s.Octets, s.Outcome, s.Folder = octets, Shorter, folder
	d.matched = append(d.matched, int32(step))
	if d.first < 0 {
		d.first = step
	}
	if r.Allow {
		d.allow = max(d.allow, octets)
	} else {
		d.disallow = max(d.disallow, octets)
	}
	return s
}

// match matches one rule. Most patterns are compared as they are written, and
// are not copied for it.
func (d *decision) match(r *Rule) (octets int32, ok, folder bool) {
	value := r.Path.Of(d.file.Src)
	// Most rules differ in the octet after "/", which stands for itself in every
	// form.
	if len(value) > 1 && len(d.path) > 1 && value[0] == '/' && value[1] != d.path[1] && value[1] != '/' && classes[value[1]] == 0 {
		return 0, false, false
	}
	if r.class&(d.changed|classStar|classDollar) == 0 {
		ok = bytes.HasPrefix(d.path, value)
		octets = int32(len(value))
		if ok || r.class&classIndex == 0 {
			return octets, ok, false
		}
	}
	var p Pattern
	p, d.scratch = compile(d.scratch, value, r.class, &d.file.Dialect)
	if p.Match(d.path) {
		return int32(p.Octets()), true, false
	}
	if r.class&classIndex != 0 {
		p = p.folder()
		return int32(p.Octets()), p.Match(d.path), true
	}
	return 0, false, false
}

// settle finds the deciding rule: the most octets win, and on a tie Allow does
// (RFC 9309, 2.2.2); in python the first match decides.
func (d *decision) settle(tr *Trace) {
	tr.Matches = len(d.matched)
	if len(d.matched) == 0 {
		tr.Reason = ReasonNoMatch
		if d.live == 0 {
			tr.Reason = ReasonNoRules
		}
		return
	}
	outcome, tie := WinsOnLength, false
	if d.file.Dialect.FirstMatch {
		for _, i := range d.matched {
			tr.Steps[i].Outcome = Later
		}
		tr.Winner, outcome, tr.Reason = d.first, First, ReasonFirstMatch
	} else {
		top, allowed := max(d.allow, d.disallow), d.allow >= d.disallow
		for _, i := range d.matched {
			switch s := &tr.Steps[i]; {
			case s.Octets < top:
			case d.file.Rules[s.Rule].Allow != allowed:
				s.Outcome, tie = TieLost, true
			case tr.Winner < 0:
				tr.Winner = int(i)
			default:
				s.Outcome = Duplicate
			}
		}
		switch {
		case len(d.matched) == 1:
			outcome, tr.Reason = OnlyMatch, ReasonOnlyMatch
		case tie:
			outcome, tr.Reason = WinsTie, ReasonAllowOnTie
		default:
			tr.Reason = ReasonLongestMatch
		}
	}
	w := &tr.Steps[tr.Winner]
	w.Outcome = outcome
	r := d.file.Rules[w.Rule]
	tr.Allowed, tr.Line, tr.Octets = r.Allow, r.Line, w.Octets
}

// Rule returns the rule of step i.
func (t *Trace) Rule(i int) Rule { return t.File.Rules[t.Steps[i].Rule] }

// StepAt returns the step of the rule in line num (1-based), or -1 where that
// line is no rule of the selection.
func (t *Trace) StepAt(num int) int {
	i := sort.Search(len(t.Steps), func(i int) bool { return int(t.Rule(i).Line) >= num })
	if i < len(t.Steps) && int(t.Rule(i).Line) == num {
		return i
	}
	return -1
}

// Detail matches the rule of step i once more and tells what each part of its
// pattern took, or where it stopped.
func (t *Trace) Detail(i int) (Pattern, Match) {
	p := t.File.Compile(t.Rule(i))
	if t.Steps[i].Folder {
		p = p.folder()
	}
	return p, p.Explain([]byte(t.Target.Form))
}

// Compile brings the pattern of r into the form in which it is compared.
func (f *File) Compile(r Rule) Pattern {
	p, _ := compile(nil, r.Path.Of(f.Src), r.class, &f.Dialect)
	return p
}
