package ui

import (
	"bytes"
	"encoding/binary"
	"time"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/engine/lint"
	"robotslens/engine/suite"
	"robotslens/fetch"
)

// Kind is what the text on the screen is a copy of.
type Kind uint8

// The kinds of sources.
const (
	NewFile Kind = iota // no file yet
	Local               // a file on disk
	Stdin               // read from standard input
	Live                // fetched, nothing edited
	Past                // a version of the past
	Awaited             // being fetched: there is no text yet, and no verdict
	Lesson              // the file of a lesson
)

// Source says what the text on the screen is and where it came from.
type Source struct {
	Kind    Kind
	Name    string // as shown: a path as given, a URL
	Path    string // the file it is saved to; empty where there is none
	Origin  engine.Origin
	Answer  *engine.Answer // how it was served, where it was fetched
	Status  string         // a few words on that: "200"
	At      time.Time      // when it was fetched; zero where it was not
	WhatIf  string         // in words how it is supposed to be served; empty where Answer is the real one
	Warning string         // what is odd about its octets

	served  *engine.Answer // the real answer, while WhatIf stands for another
	fetched *lint.Fetch    // what the linter is told of the real one; may be nil
}

// Case is what the screen is about: a text, a URL, a crawler and a dialect,
// and what the engine makes of them. Panes read it; only its Set methods change
// it, and each of them asks the engine again, at once.
type Case struct {
	Source    Source
	Catalogue *crawlers.Catalogue

	Text    []byte // never changes; another takes its place
	Edited  bool   // Text has changes that are not saved
	URL     string
	Agent   string // as typed
	Dialect string // auto, rfc, google or python

	Who     crawlers.Resolved
	Reader  engine.Dialect // the dialect that decides
	File    *engine.File   // Text as Reader reads it
	Trace   engine.Trace
	Meaning engine.Meaning // what the fetch means, DoRules for a local file

	// Saved is the text without the changes that are not saved: what stands on
	// disk, or what was opened. It never changes; another takes its place.
	Saved []byte
	// List is the URLs that a person watches, for whatever wants to say what a
	// change does to them. It never changes; another takes its place.
	List []string
	// Watched are the rows of the URLs tab; they never change, others take their
	// place.
	Watched []suite.Row
	// Hosts is what the usual addresses of a site were found to serve; nil
	// before anybody asked them.
	Hosts *fetch.Comparison
	// Cursor is the line (1-based) of the File pane's cursor.
	Cursor int

	Hidden bool // a lesson asks for the verdict: panes keep it back

	// TextGen counts the changes of Text, Gen those of anything: what was
	// worked out for another Gen is stale. SavedGen counts those of Saved, and
	// ListGen names what List and Watched hold.
	TextGen, Gen, SavedGen, ListGen uint64

	reading *reading                // Text as each dialect reads it
	asked   map[string]engine.Trace // by dialect and groups: what VerdictIn found
	queue   *queue
}

// NewCase returns the case of an empty text.
func NewCase(cat *crawlers.Catalogue) *Case {
	c := &Case{Catalogue: cat, Dialect: "auto", URL: "/", Agent: "Googlebot", queue: &queue{}}
	c.SetText(nil)
	return c
}

// SetText changes the text. It takes a copy, since the editor changes its own
// in place and commands read on.
func (c *Case) SetText(text []byte) {
	c.Text = bytes.Clone(text)
	c.reading = newReading(c.Text)
	c.TextGen++
	c.decide()
}

// SetSaved tells what the text was before the changes that are not saved; it
// must never change.
func (c *Case) SetSaved(text []byte) {
	c.Saved = text
	c.SavedGen++
	c.changed()
}

// SetList changes the rows that are watched, and urls, which are those of the
// rows. Neither must ever change; gen names what they hold.
func (c *Case) SetList(gen uint64, rows []suite.Row, urls []string) {
	if gen == c.ListGen {
		return
	}
	c.ListGen, c.Watched, c.List = gen, rows, urls
	c.changed()
}

// SetHosts tells what the usual addresses of a site serve.
func (c *Case) SetHosts(found *fetch.Comparison) { c.Hosts = found; c.changed() }

// changed makes stale what was worked out so far.
func (c *Case) changed() {
	c.Gen++
	c.asked = map[string]engine.Trace{}
	c.queue.gen.Store(c.Gen)
	c.queue.textGen.Store(c.TextGen)
}

// SetURL changes the URL under test.
func (c *Case) SetURL(url string) { c.URL = url; c.decide() }

// SetAgent changes the crawler: a token, a product of the catalogue or a whole
// User-Agent header.
func (c *Case) SetAgent(name string) { c.Agent = name; c.decide() }

// SetDialect changes the dialect: auto, rfc, google or python.
func (c *Case) SetDialect(name string) { c.Dialect = name; c.decide() }

// SetSource changes what the text is said to be.
func (c *Case) SetSource(s Source) { c.Source = s; c.decide() }

// SetHidden keeps the verdict back, or shows it.
func (c *Case) SetHidden(hidden bool) { c.Hidden = hidden; c.decide() }

// decide asks the engine. It costs a parse where the text changed, and one look
// at each rule of the groups that apply.
func (c *Case) decide() {
	c.changed()
	c.Who = c.Catalogue.Resolve(c.Agent)
	d := readerFor(c.Dialect, c.Who)
	c.Reader = d
	c.File = c.FileIn(d)
	c.Trace = c.File.ExplainTarget(engine.NewTarget(c.URL, d), c.File.Select(Crawler(c.Who)))
	c.Meaning = engine.Mean(c.answer(), d.Name)
	obey(&c.Trace, c.Meaning)
}

// readerFor is the dialect that decides for a crawler: of the name chosen, or,
// with auto, the crawler's own.
func readerFor(name string, who crawlers.Resolved) engine.Dialect {
	if name == "auto" {
		name = who.Dialect
	}
	d, err := engine.DialectByName(name)
	if err != nil {
		return engine.RFC
	}
	return d
}

// FileIn returns the text as d reads it. It is parsed once for each text.
func (c *Case) FileIn(d engine.Dialect) *engine.File {
	return c.reading.file(d, len(c.read()))
}

// read is the part of the text that a verdict is taken from: where it was
// fetched, what lies beyond the size that crawlers must read is not
// (RFC 9309, 2.5).
func (c *Case) read() []byte { return c.cut(c.Text) }

// cut is the part of text that would be read, served as this one was.
func (c *Case) cut(text []byte) []byte {
	if c.Source.Answer != nil && len(text) > engine.Limit {
		return text[:engine.Limit]
	}
	return text
}

// VerdictIn asks the case of another dialect or crawler. Crawlers that read the
// same groups share one look at the rules.
func (c *Case) VerdictIn(d engine.Dialect, who crawlers.Resolved) engine.Trace {
	f := c.FileIn(d)
	s := f.Select(Crawler(who))
	key := []byte(d.Name)
	for _, g := range s.Groups {
		key = binary.LittleEndian.AppendUint32(key, uint32(g))
	}
	t, ok := c.asked[string(key)]
	if !ok {
		t = f.ExplainTarget(engine.NewTarget(c.URL, d), s)
		c.asked[string(key)] = t
	}
	t.Selection = s
	obey(&t, engine.Mean(c.answer(), d.Name))
	return t
}

// answer is how the text was served, for the URL under test.
func (c *Case) answer() engine.Answer {
	a := engine.Answer{Status: 200}
	if c.Source.Answer != nil {
		a = *c.Source.Answer
	}
	a.File, a.URL = c.Source.Origin, fetch.OriginOf(c.URL)
	return a
}

// obey makes the verdict of t that of m, where a fetch decides and not the
// rules. The trace keeps its steps, which then decide nothing.
func obey(t *engine.Trace, m engine.Meaning) {
	allowed, decided := m.Verdict()
	if !decided {
		return
	}
	t.Winner = -1
	t.Verdict = engine.Verdict{Allowed: allowed, Reason: reasons[m.Reason]}
}

var reasons = map[string]engine.Reason{
	"unavailable":  engine.ReasonUnavailable,
	"unreachable":  engine.ReasonUnreachable,
	"out-of-scope": engine.ReasonOutOfScope,
}

// Crawler is r as the engine asks for it.
func Crawler(r crawlers.Resolved) engine.Crawler {
	return engine.Crawler{Tokens: r.Tokens, NoStar: r.NoStar}
}

// small is the size up to which everything is asked again within a keystroke;
// beyond it what is not the verdict itself is worked out in a command.
const small = 48 * 1024

// Small reports whether the text is small enough to ask much of it within one
// frame.
func (c *Case) Small() bool { return len(c.Text) <= small }
