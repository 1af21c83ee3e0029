package suite

import (
	"context"
	"fmt"

	"robotslens/engine"
)

// Version is one state of a robots.txt: its text and, where it was fetched,
// what came of that.
type Version struct {
	Src    []byte
	Answer *engine.Answer // nil for a file at hand
}

// Run is the verdicts of a plan on one version of a file. Its results do not
// change, and line numbers are those of that version.
type Run struct {
	Plan     *Plan
	Verdicts []engine.Verdict // one for each of Plan.Asks

	files   []*engine.File // by index of Plan.dialects; nil where nobody asks
	sels    []engine.Selection
	reads   []int32 // by crawler: index into readers
	readers []reader
}

// reader is the crawlers that read the same groups in the same dialect, and so
// get the same verdicts.
type reader struct {
	dialect int
	sel     engine.Selection
	fixed   *engine.Verdict // on every URL, where a fetch leaves no rules to read
}

// askEvery is how many URLs are asked between two looks at the context.
const askEvery = 256

// Run asks everything of a version. The only error is that of the context.
func (p *Plan) Run(ctx context.Context, v Version) (*Run, error) {
	r := &Run{Plan: p, Verdicts: make([]engine.Verdict, len(p.Asks))}
	r.read(v)
	lookups := make([]lookup, len(r.readers))
	for i := range r.readers {
		a := &r.readers[i]
		lookups[i].Lookup = r.files[a.dialect].NewMatcher(a.sel).NewLookup()
	}
	for i, a := range p.Asks {
		if i%askEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n := r.reads[a.who]
		switch {
		case a.OtherHost:
			r.Verdicts[i] = engine.Verdict{Allowed: true, Reason: engine.ReasonOutOfScope}
		case r.readers[n].fixed != nil:
			r.Verdicts[i] = *r.readers[n].fixed
		default:
			r.Verdicts[i] = lookups[n].verdict(p.Rows[a.Row].URL)
		}
	}
	return r, nil
}

// read parses a version and finds out who reads what in it.
func (r *Run) read(v Version) {
	p := r.Plan
	r.files = make([]*engine.File, len(p.dialects))
	r.sels = make([]engine.Selection, len(p.whos))
	r.reads = make([]int32, len(p.whos))
	known := map[string]int32{}
	for i, w := range p.whos {
		if r.files[w.dialect] == nil {
			r.files[w.dialect] = engine.Parse(v.Src, w.Dialect)
		}
		r.sels[i] = r.files[w.dialect].Select(w.engine())
		key := fmt.Sprint(w.dialect, r.sels[i].Groups)
		n, ok := known[key]
		if !ok {
			n = int32(len(r.readers))
			known[key] = n
			r.readers = append(r.readers, reader{w.dialect, r.sels[i], withoutRules(v.Answer, w.Dialect.Name)})
		}
		r.reads[i] = n
	}
}

// lookup remembers its last answer: the rows of one URL often stand together.
type lookup struct {
	*engine.Lookup
	asked bool
	url   string
	last  engine.Verdict
}

func (l *lookup) verdict(url string) engine.Verdict {
	if !l.asked || l.url != url {
		l.asked, l.url, l.last = true, url, l.Verdict(url)
	}
	return l.last
}

func (w *Who) engine() engine.Crawler {
	return engine.Crawler{Tokens: w.Tokens, NoStar: w.NoStar}
}

// withoutRules is the verdict on every URL where a fetch leaves no rules to
// read, or nil.
func withoutRules(a *engine.Answer, dialect string) *engine.Verdict {
	if a == nil {
		return nil
	}
	bare := *a
	bare.File, bare.URL = engine.Origin{}, engine.Origin{} // scope is a matter of each row
	m := engine.Mean(bare, dialect)
	allowed, decided := m.Verdict()
	if !decided {
		return nil
	}
	v := engine.Verdict{Allowed: allowed, Reason: engine.ReasonUnavailable}
	if m.Reason == engine.ReasonUnreachable.String() {
		v.Reason = engine.ReasonUnreachable
	}
	return &v
}

// trace is the whole decision of ask i by the rules of the file.
func (r *Run) trace(i int) engine.Trace {
	f := r.files[r.Plan.Who(i).dialect]
	return f.ExplainTarget(engine.NewTarget(r.Plan.Row(i).URL, f.Dialect), r.sels[r.Plan.Asks[i].who])
}

// byRules says whether the verdict of ask i comes from rules, or from the lack
// of one that matches.
func (r *Run) byRules(i int) bool { return r.Verdicts[i].Reason < engine.ReasonUnavailable }

// Tie says whether ask i was decided on a tie, where Allow only SHOULD win
// (RFC 9309, 2.2.2).
func (r *Run) Tie(i int) bool { return r.Verdicts[i].Reason == engine.ReasonAllowOnTie }

// Differs says whether ask i has another verdict than its row expects. A URL
// that another file governs has no verdict, and so never the one expected.
func (r *Run) Differs(i int) bool {
	want := r.Plan.Row(i).Expected
	if want == AnyVerdict {
		return false
	}
	return r.Plan.Asks[i].OtherHost || want != Expect(r.Verdicts[i].Allowed)
}

// got is the verdict on ask i as a table spells it: allow, disallow, or "other
// host" where the file does not govern the URL.
func (r *Run) got(i int) string {
	if r.Plan.Asks[i].OtherHost {
		return "other host"
	}
	return Expect(r.Verdicts[i].Allowed).String()
}

// Deciding is the rule that decides ask i; the zero Rule where none does.
func (r *Run) Deciding(i int) Rule {
	v := r.Verdicts[i]
	if v.Line == 0 {
		return Rule{}
	}
	f := r.files[r.Plan.Who(i).dialect]
	n := f.Lines[v.Line-1].Rule
	if f.Dialect.ManyLineEnds && (n > 0 && f.Rules[n-1].Line == v.Line || int(n)+1 < len(f.Rules) && f.Rules[n+1].Line == v.Line) {
		t := r.trace(i) // the line holds several rules
		return ruleOf(f, t.Rule(t.Winner), int(v.Octets))
	}
	return ruleOf(f, f.Rules[n], int(v.Octets))
}

// contender is the rule that would have had to win for a row that differs to
// have its verdict: of the rules of the other verb that match, the first of
// those with the most octets (in python, the first of all). The zero Rule where
// none of them matches.
func (r *Run) contender(i int) Rule {
	if !r.byRules(i) {
		return Rule{}
	}
	t := r.trace(i)
	best := Rule{}
	for n, s := range t.Steps {
		rule := t.Rule(n)
		if !s.Matched() || rule.Allow == t.Allowed || int(s.Octets) <= best.Octets && best.Line > 0 {
			continue
		}
		best = ruleOf(t.File, rule, int(s.Octets))
		if t.File.Dialect.FirstMatch {
			break
		}
	}
	return best
}
