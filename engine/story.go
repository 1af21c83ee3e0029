package engine

import (
	"fmt"
	"slices"
	"strings"
)

// StageKind is what a stage of a story is about.
type StageKind uint8

// The stages, in the order in which a decision goes through them.
const (
	StageURL     StageKind = iota // the URL is cut to path and query
	StageOctets                   // octets are decoded or encoded
	StageGroup                    // groups are chosen
	StageRule                     // one rule is tried, or the rest of them is counted
	StageSort                     // the matches are put in order
	StageTie                      // equal octets
	StageVerdict                  // what comes of it
)

// number is the number of the stage as it is shown, from 1.
func (k StageKind) number() int { return int(k) + 1 }

// Stage is one step of a decision, told. Octets of the file and the URL stand in
// its texts as they are.
type Stage struct {
	Kind    StageKind
	Title   string
	Text    []string // sentences, one a line
	Source  string   // the section of RFC 9309, or the program, on whose word
	Level   string   // "MUST", "SHOULD", "MAY" or ""
	Lines   []int32  // the 1-based lines of the file that it is about
	Step    int      // index into Trace.Steps of the rule whose match is to be drawn, or -1
	Changes []Change // StageOctets: of the path, From in Written and To in Trace.Target.Form
	Written string   // StageOctets: what Changes is about
}

// storyRules is how many rules a story tells one by one. Of more, it tells those
// that match and those that came nearest, and counts the others.
const storyRules = 24

// fewLines bounds the lists inside a stage.
const fewLines = 10

// Story is the decision as a sequence of stages. It is a view of the trace:
// nothing is decided again.
func (t *Trace) Story() []Stage { return t.story(false) }

// story tells the decision; all says that each match stands in the order of
// matches, also where they are many.
func (t *Trace) story(all bool) []Stage {
	s := storyteller{t: t, d: &t.File.Dialect, all: all}
	s.url()
	s.octets()
	switch {
	case t.Reason == ReasonRobotsTxt:
	case t.Reason >= ReasonUnavailable:
	default:
		s.group()
		if len(t.Steps) > 0 {
			s.rules()
		}
		if t.Matches > 0 {
			s.order()
			s.tie()
		}
	}
	s.verdict()
	return s.stages
}

type storyteller struct {
	t      *Trace
	d      *Dialect
	all    bool
	stages []Stage
}

// add adds a stage with the source that the dialect goes by.
func (s *storyteller) add(g Stage, section, level string) *Stage {
	g.Source, g.Level = "RFC 9309, "+section, level
	switch s.d.Name {
	case "google":
		g.Source, g.Level = "google/robotstxt", ""
	case "python":
		g.Source, g.Level = "urllib.robotparser", ""
	}
	s.stages = append(s.stages, g)
	return &s.stages[len(s.stages)-1]
}

func (g *Stage) say(format string, args ...any) {
	g.Text = append(g.Text, fmt.Sprintf(format, args...))
}

func (s *storyteller) url() {
	g := s.add(Stage{Kind: StageURL, Title: "Cut the URL to path and query", Step: -1}, "2.2.2", "")
	t := s.t.Target
	g.say("given %s", t.URL)
	g.say("path %s", t.Path)
	switch {
	case t.At < 0 && t.Path == "/":
		g.say("No path is given, and an empty path is /.")
	case t.At < 0:
		g.say("What follows the host begins without a slash, so a slash is put before it.")
	case t.At == 0 && len(t.Path) == len(t.URL):
		g.say("It is a path already: nothing is cut.")
	default:
		if t.At > 0 {
			g.say("Rules are about paths: %s is cut off.", t.URL[:t.At])
		}
		if rest := t.URL[t.At+len(t.Path):]; rest != "" && s.d.Form == FormPython {
			g.say("The fragment %s stays: urllib compares it too.", rest)
		} else if rest != "" {
			g.say("The fragment %s never reaches a server, and is cut off.", rest)
		}
	}
}

func (s *storyteller) octets() {
	g := s.add(Stage{Kind: StageOctets, Title: "Bring the octets into one form", Step: -1}, "2.2.2", "MUST")
	t := s.t
	g.Written, g.Changes = s.d.changes(t.Target)
	g.say("as compared %s", t.Target.Form)
	switch {
	case s.d.Form == FormGoogle:
		g.say("google takes the URL as it is: only rules are brought into another form.")
	case len(g.Changes) == 0:
		g.say("Nothing in it has to be decoded or encoded.")
	}
	for i, c := range g.Changes {
		if i == fewLines {
			g.say("and %d more", len(g.Changes)-fewLines)
			break
		}
		g.say("%s", c.sentence(g.Written, t.Target.Form))
	}
	told := 0
	for i := range t.Steps {
		r := t.Rule(i)
		if r.class&s.d.Form.changed() == 0 {
			continue
		}
		value := t.File.Pattern(r)
		changes := s.d.patternChanges(value)
		if len(changes) == 0 {
			continue
		}
		if told++; told > fewLines {
			g.say("and rules in further lines likewise")
			break
		}
		form := string(t.File.Compile(r).Form)
		g.Lines = append(g.Lines, r.Line)
		g.say("line %d: %s", r.Line, changes[0].sentence(value, form)+more(len(changes)-1))
	}
}

func more(n int) string {
	if n <= 0 {
		return ""
	}
	return " (and " + plural(n, "more change", "more changes") + ")"
}

func (s *storyteller) group() {
	t := s.t
	sel := t.Selection
	g := s.add(Stage{Kind: StageGroup, Title: "Choose the groups", Step: -1, Lines: slices.Clone(sel.Agents)}, "2.2.1", "MUST")
	for _, token := range sel.Crawler.Tokens {
		if sel.By != ByStar && sel.By != ByNothing && token == sel.Token {
			break
		}
		g.say("%s: no user-agent line names it%s", token, s.tried())
	}
	if sel.By == ByNothing && !sel.Crawler.NoStar {
		g.say("*: no user-agent line has it")
	}
	g.say("%s.", sel.Sentence(t.File))
	switch {
	case s.d.Name == "python":
		g.say("The first record whose user-agent is part of the crawler's name is used, else the first of *, and none is combined.")
	case len(sel.Groups) > 1:
		g.say("All groups of one name are read as one group.")
	}
	if sel.By == ByFallback {
		g.say("The order of the names is the vendor's; groups of two names are never added up.")
	}
	if sel.By == ByToken || sel.By == ByFallback {
		if star := t.File.starLines(); len(star) > 0 {
			g.say("The group of * (%s) is not read: a crawler with a group of its own takes nothing from it.", linesWords(star))
		}
	}
	if sel.By == ByNothing {
		g.say("Without a group there are no rules, and everything is allowed.")
	}
	for _, i := range sel.Groups {
		group := t.File.Groups[i]
		if len(g.Text) > 2*fewLines {
			break
		}
		g.say("lines %d to %d hold %s", group.First, group.Last, plural(int(group.Rules.Len()), "rule", "rules"))
		if words := t.File.unparted(group); words != "" {
			g.say("%s", words)
		}
	}
}

// tried lists the user-agent lines that were looked at, where they are few.
func (s *storyteller) tried() string {
	f := s.t.File
	if len(f.Agents) == 0 || len(f.Agents) > fewLines {
		return ""
	}
	var all []string
	for _, a := range f.Agents {
		if !a.Star {
			all = append(all, fmt.Sprintf("%s in line %d", a.Name.Of(f.Src), a.Line))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return " (not " + strings.Join(all, ", ") + ")"
}

// starLines are the user-agent lines of *.
func (f *File) starLines() (lines []int32) {
	for _, a := range f.Agents {
		if a.Star && !f.Groups[a.Group].Lost {
			lines = append(lines, a.Line)
		}
	}
	return lines
}

func (s *storyteller) tie() {
	t := s.t
	if t.Reason != ReasonAllowOnTie {
		return
	}
	g := s.add(Stage{Kind: StageTie, Title: "Settle the tie", Step: t.Winner, Lines: []int32{t.Line}}, "2.2.2", "SHOULD")
	for i, x := range t.Steps {
		if x.Outcome == TieLost && len(g.Lines) < fewLines {
			g.Lines = append(g.Lines, t.Rule(i).Line)
		}
	}
	g.say("An allow (line %d) and a disallow (%s) have %s each.", t.Line, linesWords(g.Lines[1:]), plural(int(t.Octets), "octet", "octets"))
	if s.d.Name == "google" {
		g.say("google disallows only where the disallow is longer: the allow wins.")
	} else {
		g.say("Then the allow should be used, the rule that asks for the least.")
	}
}

func (s *storyteller) verdict() {
	t := s.t
	section, level := "2.2.2", "MUST"
	switch t.Reason {
	case ReasonAllowOnTie:
		level = "SHOULD"
	case ReasonNoGroup:
		section, level = "2.2.1", ""
	case ReasonNoMatch, ReasonNoRules, ReasonRobotsTxt:
		level = ""
	case ReasonUnavailable:
		section, level = "2.3.1.3", "MAY"
	case ReasonUnreachable:
		section = "2.3.1.4"
	case ReasonOutOfScope:
		section, level = "2.3", ""
	}
	g := s.add(Stage{Kind: StageVerdict, Title: "The verdict", Step: t.Winner}, section, level)
	if t.Winner >= 0 {
		g.Lines = []int32{t.Line}
	}
	switch t.Reason {
	case ReasonNoMatch, ReasonNoRules:
		g.say("What no rule matches is allowed.")
	case ReasonUnavailable, ReasonUnreachable, ReasonOutOfScope:
		g.say("The rules are not asked: how the file was fetched decides.")
	}
	g.say("%s", t.Sentence())
}

// StoryLines is the story as single lines for who reads line by line: the titles
// with their numbers, and the sentences below them, indented. Who prints them
// must make each line safe by itself.
func (t *Trace) StoryLines() []string {
	lines := []string{"dialect " + t.File.Dialect.Name}
	for _, g := range t.story(true) {
		title := fmt.Sprintf("%d %s (%s", g.Kind.number(), g.Title, g.Source)
		if g.Level != "" {
			title += ", " + g.Level
		}
		lines = append(lines, title+")")
		for _, s := range g.Text {
			lines = append(lines, "  "+s)
		}
	}
	return lines
}
