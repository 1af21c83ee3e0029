package lint

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

// Rule is a row of the table: what is looked for under one id.
type Rule struct {
	ID, Name string
	Severity Severity // the usual one; a finding may be milder or worse
	Dialects []string
	Fix      string   // "safe", "ask" or "no": what fix it can offer
	Doc      string   // one sentence
	Source   string   // section or page
	Silences []string // ids that say nothing new about the same line
	Once     bool     // findings are gathered into one, with the other lines related

	check func(*linter)
}

// Rules lists every rule in the order of their ids.
func Rules() []Rule {
	all := slices.Concat(fileRules, fieldRules, agentRules, groupRules, pathRules, queryRules, ruleRules, conflictRules, recordRules, fetchRules, suppressRules)
	slices.SortFunc(all, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// ruleByID finds a rule by its id, without case.
func ruleByID(id string) (Rule, bool) {
	for _, r := range Rules() {
		if strings.EqualFold(r.ID, id) {
			return r, true
		}
	}
	return Rule{}, false
}

// Input is what a run looks at. Only Src is needed.
type Input struct {
	Src       []byte
	Name      string        // the file's name or URL; "" for none
	Origin    engine.Origin // what the file governs, if known
	URLs      []string      // URLs of the site, to show what a rule also catches
	Catalogue *crawlers.Catalogue
	Fetch     *Fetch // how the file was fetched; nil where it was not

	// Done is asked before each rule is looked for; where it says yes, nobody
	// wants the answer any more, and Run returns nil. Nil says no.
	Done func() bool
}

// Run returns the problems of a file, sorted by place and then id. The same
// input gives the same list.
func Run(in Input) []Problem {
	l := newLinter(in)
	for _, r := range Rules() {
		if in.Done != nil && in.Done() {
			return nil
		}
		if r.check != nil {
			l.rule = r
			r.check(l)
		}
	}
	return l.finish()
}

// found is a problem on its way, with what decides whether it is shown.
type found struct {
	Problem
	rule Rule
	key  string // findings of a Once rule are gathered by key
}

// report adds a finding of the rule at hand. What it returns may be changed
// until the next call.
func (l *linter) report(s Span, format string, args ...any) *found {
	l.found = append(l.found, found{rule: l.rule, Problem: Problem{
		ID: l.rule.ID, Name: l.rule.Name, Severity: l.rule.Severity,
		Dialects: l.rule.Dialects, Source: l.rule.Source,
		Message: fmt.Sprintf(format, args...), Span: s,
	}})
	return &l.found[len(l.found)-1]
}

func (f *found) fix(title string, safe bool, edits ...Edit) {
	f.Fix = &Fix{Title: title, Safe: safe, Edits: edits}
}

func (f *found) relate(line int, note string) {
	f.Related = append(f.Related, Related{line, note})
}

// finish drops what is silenced or suppressed, gathers what is told once and
// sorts the rest.
func (l *linter) finish() []Problem {
	for i := range l.found {
		l.place(&l.found[i].Problem)
	}
	l.found = l.unsilenced(l.found)
	l.found = l.unsuppressed(l.found)
	sort.SliceStable(l.found, func(i, j int) bool {
		a, b := &l.found[i], &l.found[j]
		if a.Span.Start != b.Span.Start {
			return a.Span.Start < b.Span.Start
		}
		return a.ID < b.ID
	})
	return gather(l.found)
}

// place fills lines and columns from the span.
func (l *linter) place(p *Problem) {
	p.Line = l.rfc.LineAt(p.Span.Start)
	p.Col = p.Span.Start - int(l.rfc.Lines[p.Line-1].Start)
	p.EndLine, p.EndCol = p.Line, p.Col
	if p.Span.End > p.Span.Start {
		p.EndLine = l.rfc.LineAt(p.Span.End - 1)
		p.EndCol = p.Span.End - int(l.rfc.Lines[p.EndLine-1].Start)
	}
}

// unsilenced keeps the most specific findings of each line.
func (l *linter) unsilenced(all []found) []found {
	type at struct {
		line int
		id   string
	}
	silenced := map[at]bool{}
	for _, f := range all {
		for _, id := range f.rule.Silences {
			silenced[at{f.Line, id}] = true
		}
	}
	return slices.DeleteFunc(all, func(f found) bool { return silenced[at{f.Line, f.ID}] })
}

// TheSame is the note of a related line that has the same problem.
const TheSame = "the same"

// gather makes one problem of the findings of a Once rule that share a key.
func gather(all []found) []Problem {
	type group struct{ id, key string }
	first := map[group]int{}
	out := make([]Problem, 0, len(all))
	for _, f := range all {
		g := group{f.ID, f.key}
		i, again := first[g]
		if !f.rule.Once || !again {
			first[g] = len(out)
			out = append(out, f.Problem)
			continue
		}
		p := &out[i]
		if p.Fix != nil && f.Fix != nil && !overlap(p.Fix.Edits, f.Fix.Edits) {
			p.Fix.Edits = append(p.Fix.Edits, f.Fix.Edits...)
			p.Fix.Safe = p.Fix.Safe && f.Fix.Safe
		}
		p.Related = append(p.Related, Related{f.Line, TheSame})
		p.Severity = max(p.Severity, f.Severity)
	}
	for i := range out {
		if lines := out[i].alike(); len(lines) > 0 {
			out[i].Message += " Likewise " + lineWord(len(lines)) + " " + joinLines(lines) + "."
		}
	}
	return out
}

func overlap(a, b []Edit) bool {
	return len(a) > 0 && len(b) > 0 && b[0].Start < a[len(a)-1].End
}

// alike are the other lines in which the same was found.
func (p *Problem) alike() (lines []int) {
	for _, r := range p.Related {
		if r.Note == TheSame {
			lines = append(lines, r.Line)
		}
	}
	return lines
}

func lineWord(n int) string {
	if n == 1 {
		return "line"
	}
	return "lines"
}

// joinLines writes line numbers, and shortens a long list.
func joinLines(lines []int) string {
	const shown = 6
	var b strings.Builder
	for i, n := range lines {
		switch {
		case i == shown && len(lines) > shown+1:
			fmt.Fprintf(&b, " and %d more", len(lines)-i)
			return b.String()
		case i > 0 && i == len(lines)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, n)
	}
	return b.String()
}
