package lessons

import (
	"robotslens/engine"
	"robotslens/engine/crawlers"
)

// Explain asks the engine for the whole decision about url. dialect is "auto", "rfc", "google" or
// "python".
type Explain func(robots []byte, crawler, url, dialect string) engine.Trace

// Engine is the Explain that knows the crawlers of the built-in catalogue.
func Engine(robots []byte, crawler, url, dialect string) engine.Trace {
	who := crawlers.BuiltIn().Resolve(crawler)
	if dialect == "auto" {
		dialect = who.Dialect
	}
	d, err := engine.DialectByName(dialect)
	if err != nil {
		d = engine.RFC // Parse lets no other name through
	}
	return engine.Parse(robots, d).Explain(url, engine.Crawler{Tokens: who.Tokens, NoStar: who.NoStar})
}

// finding is what the engine says of a situation.
type finding struct {
	Expect
	trace   engine.Trace
	meaning *engine.Meaning // of the fetch; nil where the file was simply read
	decided bool            // the fetch alone decides
}

func (e Explain) find(f File) finding {
	t := e(f.Robots, f.Crawler, f.URL, f.Dialect)
	got := finding{trace: t, Expect: Expect{
		Allowed: t.Allowed, HasLine: true, Line: int(t.Line), Octets: int(t.Octets), Tie: t.Reason == engine.ReasonAllowOnTie,
	}}
	if f.Fetch == nil {
		return got
	}
	m := engine.Mean(*f.Fetch, t.File.Dialect.Name)
	got.meaning = &m
	if allowed, decided := m.Verdict(); decided {
		got.decided = true
		got.Expect = Expect{Allowed: allowed, HasLine: true}
	}
	return got
}

// meets tells whether got is what want says, in all that want says.
func (want Expect) meets(got Expect) bool {
	return want.Allowed == got.Allowed &&
		(!want.HasLine || want.Line == got.Line) &&
		(want.Octets == 0 || want.Octets == got.Octets) &&
		(!want.Tie || got.Tie)
}

// with is f with another robots file.
func (f File) with(robots []byte) File {
	f.Robots = robots
	return f
}

// matchElsewhere returns the 1-based line of the longest rule with the verb that matches the path of t
// but stands in a group that t did not read, or in no group; 0 if there is none.
func matchElsewhere(t *engine.Trace, allow bool) int {
	line, most := 0, 0
	for i, r := range t.File.Rules {
		if r.Allow != allow || read(t, r.Group) {
			continue
		}
		if octets, ok := wouldMatch(t, int32(i)); ok && octets > most {
			line, most = int(r.Line), octets
		}
	}
	return line
}

func read(t *engine.Trace, group int32) bool {
	for _, g := range t.Selection.Groups {
		if g == group {
			return true
		}
	}
	return false
}

func wouldMatch(t *engine.Trace, rule int32) (octets int, ok bool) {
	r := t.File.Rules[rule]
	if r.Path.Len() == 0 || t.File.Lines[r.Line-1].Notes&engine.NoteSpace != 0 {
		return 0, false
	}
	p := t.File.Compile(r)
	return p.Octets(), p.Match([]byte(t.Target.Form))
}

// nearest returns the step of the rule with the verb that came closest to matching, and whether there
// is one that went at least past its first octet.
func nearest(t *engine.Trace, allow bool) (step int, ok bool) {
	far := 1
	for i := range t.Steps {
		if t.Rule(i).Allow != allow || t.Steps[i].Matched() {
			continue
		}
		if _, m := t.Detail(i); m.Miss.Path > far {
			step, far, ok = i, m.Miss.Path, true
		}
	}
	return step, ok
}

// respelt tells whether the path of t or the rule of its step was brought into another form before
// they were compared.
func respelt(t *engine.Trace, step int) bool {
	if t.Target.Form != t.Target.Path {
		return true
	}
	p, _ := t.Detail(step)
	written := t.File.Pattern(t.Rule(step))
	if p.Anchored && len(written) > 0 {
		written = written[:len(written)-1]
	}
	return string(p.Form) != written
}
