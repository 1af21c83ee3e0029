package lessons

import (
	"fmt"
	"strings"

	"robotslens/engine"
)

// Answer is what the learner says or has done; each kind of task reads the fields that it asks for.
type Answer struct {
	Allowed bool   // Verdict
	Line    int    // Line: 1-based; 0 says that no rule decides
	URL     string // Find
	Robots  []byte // Edit: the file as it stands now
}

// Result says whether an answer is right and, where it is not, at which step of the decision the thought
// went astray.
type Result struct {
	Right   bool
	Step    Step         // meaningful where Right is false
	Message string       // what the engine found, or the author's word after a right answer; in the language of the lesson
	Hint    string       // the author's word for this wrong answer or this step, or ""
	Failed  []int        // Edit: indices of Task.Want that do not hold
	Trace   engine.Trace // the decision that the message speaks of
}

// Check grades a. What is right comes from the engine alone, never from the answer in the lesson file.
func (e Explain) Check(t *Task, a Answer) Result {
	g := grader{explain: e, task: t, say: faultsOf(t.language), words: phrasesOf(t.language)}
	r := g.check(a)
	if r.Right {
		r.Message = t.Explain
		return r
	}
	r.Hint = t.hints[r.Step]
	key := itoa(a.Line)
	if t.Kind == Verdict {
		key = english.verdict(a.Allowed)
	}
	if own := t.wrong[key]; own != "" {
		r.Hint = own
	}
	return r
}

type grader struct {
	explain Explain
	task    *Task
	say     *faults
	words   *phrases
}

func (g *grader) check(a Answer) Result {
	switch g.task.Kind {
	case Verdict:
		got := g.explain.find(g.task.File)
		if a.Allowed == got.Allowed {
			return Result{Right: true, Trace: got.trace}
		}
		return g.verdict(got, a.Allowed)
	case Line:
		got := g.explain.find(g.task.File)
		if a.Line == got.Line {
			return Result{Right: true, Trace: got.trace}
		}
		return g.line(&got.trace, a.Line)
	case Edit:
		return g.edit(a)
	}
	return g.find(a)
}

func (g *grader) astray(t engine.Trace, s Step, format string, args ...any) Result {
	return Result{Step: s, Message: fmt.Sprintf(format, args...), Trace: t}
}

// verdict finds out why somebody may have said the other verdict.
func (g *grader) verdict(got finding, said bool) Result {
	t := got.trace
	if got.decided {
		return g.astray(t, StepFetch, g.say.fetchOpens[got.Allowed], g.words.fetch(g.task.File.Fetch))
	}
	elsewhere := matchElsewhere(&t, said)
	if t.Winner < 0 {
		return g.nothing(t, said, elsewhere)
	}
	other, most := -1, int32(0)
	for i, s := range t.Steps {
		if s.Matched() && t.Rule(i).Allow == said && s.Octets > most {
			other, most = i, s.Octets
		}
	}
	win := t.Steps[t.Winner]
	switch {
	case t.Reason == engine.ReasonAllowOnTie:
		return g.tie(t)
	case t.Reason == engine.ReasonFirstMatch && t.Matches > 1:
		return g.astray(t, StepSort, g.say.first, t.Line)
	case other >= 0:
		return g.astray(t, StepSort, g.say.shorter, t.Rule(other).Line, g.words.count(most), t.Line, g.words.count(win.Octets))
	case elsewhere > 0:
		return g.otherGroup(t, elsewhere)
	case respelt(&t, t.Winner):
		return g.respelling(t, t.Winner)
	}
	return g.astray(t, StepMatch, g.say.matches, t.Line, g.words.count(win.Octets))
}

// nothing is verdict where no rule decides.
func (g *grader) nothing(t engine.Trace, said bool, elsewhere int) Result {
	switch {
	case t.Reason == engine.ReasonRobotsTxt:
		return g.astray(t, StepURL, "%s", g.say.robotsTxt)
	case elsewhere > 0:
		return g.otherGroup(t, elsewhere)
	case t.Reason == engine.ReasonNoGroup:
		return g.astray(t, StepGroup, g.say.noGroup, g.task.File.Crawler)
	}
	if step, ok := nearest(&t, said); ok {
		if respelt(&t, step) {
			return g.respelling(t, step)
		}
		return g.misses(t, step)
	}
	return g.astray(t, StepMatch, g.say.noMatch, g.task.File.Crawler)
}

// line finds out why somebody may have named line n.
func (g *grader) line(t *engine.Trace, n int) Result {
	switch {
	case t.Reason == engine.ReasonRobotsTxt:
		return g.astray(*t, StepURL, "%s", g.say.robotsTxt)
	case n == 0:
		if respelt(t, t.Winner) {
			return g.respelling(*t, t.Winner)
		}
		return g.astray(*t, StepMatch, g.say.matches, t.Line, g.words.count(t.Octets))
	case n < 0 || n > len(t.File.Lines):
		return g.astray(*t, StepGroup, g.say.lines, len(t.File.Lines))
	}
	step := t.StepAt(n)
	if step < 0 {
		if t.File.Lines[n-1].Rule >= 0 {
			return g.otherGroup(*t, n)
		}
		return g.astray(*t, StepGroup, g.say.noRule, n)
	}
	return g.lost(t, step)
}

// lost says why the rule of step does not decide.
func (g *grader) lost(t *engine.Trace, step int) Result {
	s, n := t.Steps[step], t.Rule(step).Line
	switch s.Outcome {
	case engine.NoMatch:
		return g.misses(*t, step)
	case engine.Shorter:
		return g.astray(*t, StepSort, g.say.shorter, n, g.words.count(s.Octets), t.Line, g.words.count(t.Octets))
	case engine.TieLost:
		return g.tie(*t)
	case engine.Duplicate:
		return g.astray(*t, StepSort, g.say.copy, n, t.Line)
	case engine.Later:
		return g.astray(*t, StepSort, g.say.first, t.Line)
	}
	return g.astray(*t, StepVerdict, g.say.decides, n)
}

func (g *grader) otherGroup(t engine.Trace, line int) Result {
	if len(t.Selection.Agents) == 0 {
		return g.astray(t, StepGroup, g.say.unread, line, g.task.File.Crawler)
	}
	lines := make([]string, len(t.Selection.Agents))
	for i, n := range t.Selection.Agents {
		lines[i] = itoa(int(n))
	}
	return g.astray(t, StepGroup, g.say.otherGroup, line, g.task.File.Crawler, strings.Join(lines, g.say.andLine))
}

func (g *grader) tie(t engine.Trace) Result {
	for i, s := range t.Steps {
		if s.Outcome == engine.TieLost {
			return g.astray(t, StepTie, g.say.tie, t.Rule(i).Line, t.Line, g.words.count(t.Octets))
		}
	}
	return g.astray(t, StepTie, g.say.decides, t.Line)
}

// respelling says how path and rule look when they are compared.
func (g *grader) respelling(t engine.Trace, step int) Result {
	p, _ := t.Detail(step)
	rule := string(p.Form)
	if p.Anchored {
		rule += "$"
	}
	return g.astray(t, StepNormalise, g.say.respelt, t.Target.Path, t.Target.Form, t.Rule(step).Line, rule)
}

// misses says where the rule of step stops.
func (g *grader) misses(t engine.Trace, step int) Result {
	r := t.Rule(step)
	if t.File.Lines[r.Line-1].Notes&(engine.NoteEmpty|engine.NoteSpace) != 0 {
		return g.astray(t, StepMatch, g.say.void, r.Line)
	}
	p, m := t.Detail(step)
	path := t.Target.Form
	switch x := m.Miss; {
	case x.Anchor:
		return g.astray(t, StepMatch, g.say.missEnd, r.Line, path[x.Path:])
	case x.Search:
		piece, _, _ := strings.Cut(string(p.Form[x.Pattern:]), "*")
		return g.astray(t, StepMatch, g.say.missPiece, r.Line, piece, path[:x.Path])
	case x.Path >= len(path):
		return g.astray(t, StepMatch, g.say.missShort, r.Line, p.Form[x.Pattern:])
	default:
		return g.astray(t, StepMatch, g.say.missOctet, r.Line, x.Path+1, p.Form[x.Pattern:x.Pattern+1], path[x.Path:x.Path+1])
	}
}

// edit grades the file as it stands.
func (g *grader) edit(a Answer) Result {
	r := Result{Right: true}
	for i, w := range g.task.Want {
		f := g.task.File.with(a.Robots)
		f.URL, f.Crawler = w.URL, w.Crawler
		got := g.explain.find(f)
		if got.Allowed == w.Allowed {
			continue
		}
		if r.Right {
			// The grader speaks of the crawler at hand, which here is the one of this wish.
			at := grader{g.explain, &Task{Kind: Verdict, File: f}, g.say, g.words}
			why := at.verdict(got, w.Allowed)
			r = Result{Step: why.Step, Trace: got.trace, Message: fmt.Sprintf(g.say.wish, w.URL, w.Crawler, g.words.verdict(w.Allowed)) + " " + why.Message}
		}
		r.Failed = append(r.Failed, i)
	}
	return r
}

// find grades a URL.
func (g *grader) find(a Answer) Result {
	f := g.task.File
	f.URL = a.URL
	got := g.explain.find(f)
	t, want := got.trace, g.task.Answer
	switch {
	case !strings.HasPrefix(t.Target.Path, g.task.Under):
		return g.astray(t, StepURL, g.say.under, t.Target.Path, g.task.Under)
	case want.meets(got.Expect):
		return Result{Right: true, Trace: t}
	case want.HasLine && want.Line > 0 && want.Line != got.Line:
		step := t.StepAt(want.Line)
		if step < 0 {
			return g.otherGroup(t, want.Line)
		}
		return g.lost(&t, step)
	case want.HasLine && want.Line == 0 && got.Line > 0:
		return g.astray(t, StepMatch, g.say.matches, t.Line, g.words.count(t.Octets))
	case want.Allowed != got.Allowed:
		return g.verdict(got, want.Allowed)
	}
	return g.astray(t, StepTie, g.say.noTie, t.Line)
}
