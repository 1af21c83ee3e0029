package cli

import (
	"fmt"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/fetch"
)

// reading is a robots.txt as one crawler reads it.
type reading struct {
	source    *source
	who       crawlers.Resolved
	file      *engine.File
	selection engine.Selection
	meaning   engine.Meaning // of how the file was fetched, whatever the URL

	brief  bool           // answers need no list of the rules that match
	lookup *engine.Lookup // for brief answers; made when first asked for
}

// newReading reads s as who does in d.
func newReading(s *source, who crawlers.Resolved, d engine.Dialect) *reading {
	m := s.Meaning(d.Name, engine.Origin{})
	file := s.from(m).in(d)
	return &reading{source: s, who: who, file: file, selection: file.Select(crawler(who)), meaning: m}
}

// judged is the answer to one question.
type judged struct {
	*reading
	url   string
	trace engine.Trace
	// otherwise is what decides in place of rules: how the file was fetched, or
	// that the URL is of another host. Its Reason is empty where rules decide.
	otherwise engine.Meaning
}

// judge decides whether the crawler may fetch url.
func (r *reading) judge(url string) judged {
	j := judged{reading: r, url: url, otherwise: r.meaning}
	if r.source.Origin.Known() {
		if o := fetch.OriginOf(url); !engine.SameOrigin(r.source.Origin, o) {
			j.otherwise = r.source.Meaning(r.file.Dialect.Name, o)
		}
	}
	target := engine.NewTarget(url, r.file.Dialect)
	allowed, decided := j.otherwise.Verdict()
	j.trace = engine.Trace{File: r.file, Target: target, Selection: r.selection, Winner: -1}
	if !decided {
		j.otherwise = engine.Meaning{}
		if r.brief && !r.file.Dialect.ManyLineEnds { // where a line has one rule, the line names it
			j.trace.Verdict = r.matcher().Verdict(url)
		} else {
			j.trace = r.file.ExplainTarget(target, r.selection)
		}
		return j
	}
	j.trace.Allowed = allowed
	for _, reason := range []engine.Reason{engine.ReasonUnavailable, engine.ReasonUnreachable, engine.ReasonOutOfScope} {
		if j.otherwise.Reason == reason.String() {
			j.trace.Reason = reason
		}
	}
	return j
}

// otherHost reports whether the file does not govern the URL.
func (j *judged) otherHost() bool { return j.otherwise.Do == engine.DoOutOfScope }

// words is the verdict in the words that fit the crawler.
func (j *judged) words() string {
	if j.otherHost() {
		return "other host"
	}
	return j.who.Words(j.trace.Allowed)
}

// rule is the deciding rule, such as "Disallow: /a", or empty.
func (j *judged) rule() string {
	switch {
	case j.trace.Winner >= 0:
		return ruleText(j.file, j.trace.Rule(j.trace.Winner))
	case j.trace.Line > 0:
		return ruleText(j.file, j.file.Rules[j.file.Lines[j.trace.Line-1].Rule])
	}
	return ""
}

// matcher is the form of the rules that is fast over many URLs.
func (r *reading) matcher() *engine.Lookup {
	if r.lookup == nil {
		r.lookup = r.file.NewMatcher(r.selection).NewLookup()
	}
	return r.lookup
}

// ruleText writes a rule as it counts, with its pattern as it stands.
func ruleText(f *engine.File, r engine.Rule) string {
	field := "Disallow"
	if r.Allow {
		field = "Allow"
	}
	return field + ": " + f.Pattern(r)
}

// why says what decided, in a few words.
func (j *judged) why() string {
	switch {
	case j.otherwise.Sentence != "":
		return j.otherwise.String()
	case j.trace.Line > 0:
		return fmt.Sprintf("%s, %s", counted(int(j.trace.Octets), "octet"), j.trace.ReasonText())
	}
	return j.trace.ReasonText()
}

// notes are what a person should know beside the verdict.
func (j *judged) notes() []string {
	var notes []string
	if !j.otherHost() {
		for _, d := range []engine.Dialect{engine.RFC, engine.Google} {
			if d == j.file.Dialect {
				continue
			}
			other := newReading(j.source, j.who, d).judge(j.url)
			if other.trace.Allowed != j.trace.Allowed {
				notes = append(notes, fmt.Sprintf("%s decides otherwise: %s", d.Name, other.sentence()))
			}
		}
	}
	return append(notes, j.reading.notes()...)
}

// notes are what is known of the crawler and bears on its verdicts.
func (r *reading) notes() (notes []string) {
	e := r.who.Entry
	if e == nil {
		return nil
	}
	switch e.Stance() {
	case crawlers.Ignores:
		notes = append(notes, e.Token+" is known to ignore robots.txt")
	case crawlers.MayIgnore:
		notes = append(notes, e.Token+" may ignore robots.txt")
	case crawlers.ControlToken:
		notes = append(notes, e.Token+" fetches nothing: the verdict is about how pages may be used")
	case crawlers.NotStated, crawlers.Obeys, crawlers.NamedGroupOnly:
	}
	for _, token := range e.Unconfirmed {
		notes = append(notes, fmt.Sprintf("%s may also go by the group of %s; nobody confirms it, and it is not used here", e.Token, token))
	}
	return notes
}

// sentence is the verdict, the line and the reason in one line.
func (j *judged) sentence() string {
	if j.otherwise.Sentence == "" {
		return j.trace.Sentence()
	}
	verdict := verdictWord(j.trace.Allowed)
	if j.otherHost() {
		verdict = "not governed"
	}
	return verdict + ": " + j.otherwise.String()
}

// explanation is the whole decision, line by line.
func (j *judged) explanation() []string {
	if j.otherwise.Sentence == "" {
		lines := append(j.trace.StoryLines(), j.oddLines()...)
		const most = 12
		for _, m := range j.trace.NearMisses(most) {
			lines = append(lines, "near miss: "+m.Text)
		}
		return append(lines, prefixed("note: ", j.notes())...)
	}
	lines := []string{"dialect " + j.file.Dialect.Name, "path " + j.trace.Target.Path, j.sentence()}
	return append(lines, prefixed("note: ", j.notes())...)
}

func prefixed(prefix string, lines []string) []string {
	for i := range lines {
		lines[i] = prefix + lines[i]
	}
	return lines
}

// oddLines says what is remarkable about the lines that bear on the decision:
// the user-agent lines that chose the groups, and the rules that match.
func (j *judged) oddLines() (notes []string) {
	lines := append([]int32(nil), j.trace.Selection.Agents...)
	for i, s := range j.trace.Steps {
		if s.Matched() {
			lines = append(lines, j.trace.Rule(i).Line)
		}
	}
	for _, n := range lines {
		notes = append(notes, prefixed(fmt.Sprintf("note: line %d: ", n), j.file.Why(int(n)))...)
	}
	return notes
}
