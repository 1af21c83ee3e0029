package lessons

import (
	"fmt"
	"slices"
	"strings"
)

// Verify asks the engine about everything that l claims: the verdicts, lines, octets, forms and groups in
// its texts, the answers of its tasks, and that every solution solves its task while the file before it
// does not. It returns the claims that are wrong, by line of the lesson file. A lesson that was just
// parsed can be wrong in these ways only.
func Verify(l *Lesson, explain Explain) Problems {
	var all Problems
	for _, page := range l.Pages {
		for _, c := range page.Claim {
			if why := explain.holds(c); why != "" {
				all = append(all, Problem{c.At, fmt.Sprintf("[[%s]] is wrong: %s", c.Source, why)})
			}
		}
		if page.Task == nil {
			continue
		}
		for _, why := range explain.sound(page.Task) {
			all = append(all, Problem{page.Task.At, why})
		}
	}
	slices.SortStableFunc(all, func(a, b Problem) int { return a.Line - b.Line })
	return all
}

// holds returns what is wrong with c, or "".
func (e Explain) holds(c Claim) string {
	f := c.File
	if c.URL != "" {
		f.URL = c.URL
	}
	if c.Crawler != "" {
		f.Crawler = c.Crawler
	}
	if c.Dialect != "" {
		f.Dialect = c.Dialect
	}
	if c.Fetch != nil {
		f.Fetch = c.Fetch
	}
	got := e.find(f)
	t := &got.trace
	switch c.Kind {
	case Decides:
		if !c.Expect.meets(got.Expect) {
			return "it is " + got.String()
		}
	case Matches, Misses:
		step := t.StepAt(c.Expect.Line)
		if step < 0 {
			return fmt.Sprintf("line %d is no rule that %s reads", c.Expect.Line, f.Crawler)
		}
		s := t.Steps[step]
		switch {
		case s.Matched() != (c.Kind == Matches):
			return fmt.Sprintf("line %d %s", c.Expect.Line, t.StepText(step))
		case c.Expect.Octets > 0 && int(s.Octets) != c.Expect.Octets:
			return fmt.Sprintf("line %d has %d octets", c.Expect.Line, s.Octets)
		}
	case Compares:
		if t.Target.Form != c.Path {
			return "it is compared as " + t.Target.Form
		}
	case Reads:
		lines := make([]int, len(t.Selection.Agents))
		for i, n := range t.Selection.Agents {
			lines[i] = int(n)
		}
		if !slices.Equal(lines, c.Groups) {
			return fmt.Sprintf("the lines are %v", lines)
		}
	}
	return ""
}

// sound returns what is wrong with a task.
func (e Explain) sound(t *Task) []string {
	var wrong []string
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	switch t.Kind {
	case Verdict, Line:
		got := e.find(t.File)
		if !t.Answer.meets(got.Expect) {
			say("the answer is wrong: it is %s", got.Expect)
		}
		for answer := range t.wrong {
			if answer == itoa(got.Line) && t.Kind == Line || t.Kind == Verdict && (answer == "allowed") == got.Allowed {
				say("wrong %s speaks of the right answer", answer)
			}
		}
	case Edit:
		if e.Check(t, Answer{Robots: t.File.Robots}).Right {
			say("the file fulfils all wishes before anything was changed")
		}
		if r := e.Check(t, Answer{Robots: []byte(t.Solution)}); !r.Right {
			say("the solution does not solve it: %s", r.Message)
		}
	case Find:
		if r := e.Check(t, Answer{URL: t.Solution}); !r.Right {
			say("the solution does not solve it: %s", r.Message)
		}
	}
	return wrong
}

// String writes e as a lesson file does: "disallowed by 3, 6 octets".
func (e Expect) String() string {
	s := english.verdict(e.Allowed)
	if e.HasLine && e.Line > 0 {
		s += " by " + itoa(e.Line)
	} else if e.HasLine {
		s += " by no line"
	}
	if e.Octets > 0 {
		s += fmt.Sprintf(", %d octets", e.Octets)
	}
	if e.Tie {
		s += ", tie"
	}
	return strings.TrimSpace(s)
}
