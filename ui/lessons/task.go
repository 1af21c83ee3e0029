package lessons

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"robotslens/engine"
)

// task reads a block "== task KIND".
func (p *parser) task(kind string, body []string, start int) {
	t := &Task{At: start - 1, File: p.file, language: p.lesson.Language, hints: map[Step]string{}, wrong: map[string]string{}}
	known := false
	for _, k := range []Kind{Verdict, Line, Edit, Find} {
		if k.String() == kind {
			t.Kind, known = k, true
		}
	}
	if !known {
		p.say(start-1, "unknown task %q: write == task verdict, == task line, == task edit or == task find", kind)
		return
	}
	answered := false
	p.pairs(body, start, func(line int, key, value string) {
		if value == "" {
			p.say(line, "%q is empty: give it a value or remove the line", key)
			return
		}
		word, rest, _ := strings.Cut(key, " ")
		rest = strings.TrimSpace(rest)
		switch {
		case p.situation(&t.File, line, key, value):
		case key == "ask":
			t.Ask = value
		case key == "right":
			t.Explain = value
		case key == "answer" && t.Kind != Edit, key == "want" && t.Kind == Find:
			answered = true
			p.answer(t, line, value)
		case key == "want" && t.Kind == Edit:
			p.want(t, line, value)
		case key == "under" && t.Kind == Find:
			if value[0] != '/' {
				p.say(line, "under is a path: begin it with /")
			}
			t.Under = value
		case word == "hint":
			step, ok := stepNamed(rest)
			if !ok {
				p.say(line, "unknown step %q: a hint is for one of %s", rest, strings.Join(stepNames[:], ", "))
			}
			t.hints[step] = value
		case word == "wrong" && (t.Kind == Verdict || t.Kind == Line):
			p.wrong(t, line, rest, value)
		default:
			p.say(line, "unknown key %q: a task %s knows ask, right, hint STEP, crawler, url, dialect, fetch%s", key, t.Kind, moreKeys[t.Kind])
		}
	})
	p.complete(t, answered)
	p.open = t
	p.page.Task = t
	p.turn()
}

var moreKeys = map[Kind]string{
	Verdict: ", answer, wrong ANSWER",
	Line:    ", answer, wrong ANSWER",
	Edit:    ", want",
	Find:    ", want, under",
}

// complete says what a task lacks.
func (p *parser) complete(t *Task, answered bool) {
	if t.Ask == "" {
		p.say(t.At, "the task asks nothing: add a line ask: ...")
	}
	if t.File.Robots == nil && t.File.Fetch == nil {
		p.say(t.At, "the task has no file: put a block == robots above it")
	}
	if t.File.Crawler == "" {
		p.say(t.At, "no crawler: add crawler: NAME to the head or to the task")
	}
	if t.File.URL == "" && (t.Kind == Verdict || t.Kind == Line) {
		p.say(t.At, "no URL: add url: ... to the head or to the task")
	}
	if t.File.Fetch != nil && t.Kind != Verdict {
		p.say(t.At, "a task with a fetch asks for the verdict: write == task verdict, or remove fetch")
	}
	switch {
	case t.Kind == Edit && len(t.Want) == 0:
		p.say(t.At, "no goal: add lines want: allowed URL or want: disallowed URL")
	case t.Kind == Find && !answered:
		p.say(t.At, "no goal: add a line want: allowed by N, or want: disallowed by N")
	case t.Kind != Edit && !answered:
		p.say(t.At, "no answer: add a line answer: allowed by N, or answer: disallowed by N")
	case t.Kind == Line && !t.Answer.HasLine:
		p.say(t.At, "a task line needs the line in its answer: allowed by N, or by no line")
	}
	for i := range t.Want {
		if t.Want[i].Crawler == "" {
			t.Want[i].Crawler = t.File.Crawler
		}
	}
}

func (p *parser) answer(t *Task, line int, value string) {
	e, err := parseExpect(value)
	if err != nil {
		p.say(line, "%v", err)
	}
	t.Answer = e
}

func (p *parser) want(t *Task, line int, value string) {
	words := strings.Fields(value)
	if len(words) < 2 || len(words) > 3 || words[0] != "allowed" && words[0] != "disallowed" {
		p.say(line, "write want: allowed URL, or want: disallowed URL, with a crawler after it if it is another one")
		return
	}
	w := Want{URL: words[1], Allowed: words[0] == "allowed"}
	if len(words) == 3 {
		w.Crawler = words[2]
	}
	t.Want = append(t.Want, w)
}

func (p *parser) wrong(t *Task, line int, answer, value string) {
	n, err := strconv.Atoi(answer)
	switch {
	case t.Kind == Line && answer == "none":
		answer = "0"
	case t.Kind == Line && (err != nil || n < 1):
		p.say(line, "write wrong N: ... with a line number, or wrong none: ...")
	case t.Kind == Verdict && answer != "allowed" && answer != "disallowed":
		p.say(line, "write wrong allowed: ... or wrong disallowed: ...")
	}
	t.wrong[answer] = value
}

// parseFetch reads the value of fetch: a status or "no answer", then, between commas, "N redirects",
// "N hours", "N days", "cached".
func parseFetch(value string) (*engine.Answer, error) {
	a := &engine.Answer{}
	for i, part := range strings.Split(value, ",") {
		part = strings.TrimSpace(part)
		number, unit, _ := strings.Cut(part, " ")
		n, err := strconv.Atoi(number)
		switch {
		case i == 0 && part == "no answer":
			a.Failure = engine.FailTimeout
		case i == 0 && err == nil && unit == "" && n >= 200 && n <= 599:
			a.Status = n
		case i == 0:
			return nil, fmt.Errorf("fetch begins with an HTTP status, or with no answer, not with %q", part)
		case part == "cached":
			a.HasCached = true
		case err != nil || n < 0 || n > 100000:
			return nil, fmt.Errorf("%q: after the status write N redirects, N hours, N days or cached, between commas", part)
		case unit == "redirects" || unit == "redirect":
			a.Hops = n
		case unit == "hours" || unit == "hour":
			a.Since = time.Duration(n) * time.Hour
		case unit == "days" || unit == "day":
			a.Since = time.Duration(n) * 24 * time.Hour
		default:
			return nil, fmt.Errorf("%q: after the status write N redirects, N hours, N days or cached, between commas", part)
		}
	}
	return a, nil
}
