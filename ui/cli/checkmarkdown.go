package cli

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

// askForReport fills in what a report is about where nothing is named: the
// crawlers that people ask for, and the root of the site.
func (f *checkFlags) askForReport() {
	if len(f.agents)+len(f.tokens) == 0 {
		f.agents = []string{"@search", "@ai-training", "@ai-search", "@user-fetch", "@opt-out"}
	}
	if !f.hasURL() {
		f.urls = []string{"/"}
	}
}

// checkMarkdown writes the report for people who ask in writing: what the file
// says to each crawler, by purpose, with a source for each fact.
type checkMarkdown struct {
	c      *cli
	source *source
	rows   []judged
}

func (m *checkMarkdown) answer(j *judged) error {
	m.rows = append(m.rows, *j)
	return nil
}

func (m *checkMarkdown) end() error {
	catalogue, err := m.c.catalogue()
	if err != nil {
		return err
	}
	p := func(format string, args ...any) { fmt.Fprintf(m.c.out, format, args...) }
	s := m.source
	p("# What %s says to crawlers\n\n", m.text(s.title()))
	p("- Date: %s\n", m.c.now().UTC().Format("2006-01-02 15:04 UTC"))
	p("- File: %s, SHA-256 `%x`\n", counted(len(s.robots.src), "octet"), sha256.Sum256(s.robots.src))
	if r := s.Result; r != nil {
		p("- Fetched: %s, status %d, %s\n", m.text(r.RobotsURL), r.Status, r.At.UTC().Format("2006-01-02 15:04:05 UTC"))
		for _, d := range []string{"rfc", "google"} {
			p("- What that means (%s): %s\n", d, m.text(r.Meaning(d, engine.Origin{}).String()))
		}
	}
	if s.Origin.Known() {
		p("- Governs: %s\n", m.text(s.Origin.String()))
	}
	p("- Facts on crawlers: gathered %s; A read in the vendor's page, B second hand, C unconfirmed\n", catalogue.Date)
	p("\nAllowed and disallowed are about crawling. They say nothing on whether a page is indexed or shown.\n")
	for _, k := range crawlers.Kinds() {
		m.kind(k)
	}
	m.signals()
	return nil
}

// kind writes the crawlers of one purpose.
func (m *checkMarkdown) kind(k crawlers.Kind) {
	begun := false
	for i := range m.rows {
		j := &m.rows[i]
		e := j.who.Entry
		if kindOf(e) != k {
			continue
		}
		if !begun {
			fmt.Fprintf(m.c.out, "\n## %s\n\n| Crawler | URL | Verdict | Line | Rule | Why | Group | Crawl-delay | Source |\n|---|---|---|---|---|---|---|---|---|\n",
				strings.ToUpper(k.String()[:1])+k.String()[1:])
			begun = true
		}
		line, rule, source := "-", "-", "not in the catalogue"
		if j.trace.Line > 0 {
			line, rule = fmt.Sprint(j.trace.Line), m.code(j.rule())
		}
		name := m.text(j.who.Name)
		if e != nil {
			name += " (" + m.text(e.Operator) + ")"
			source = m.text(e.Source) + ", " + m.text(e.Confidence)
		}
		group := "-"
		if !j.otherHost() {
			group = m.text(j.selection.Sentence(j.file))
		}
		fmt.Fprintf(m.c.out, "| %s | %s | **%s** | %s | %s | %s | %s | %s | %s |\n", name, m.code(j.url), m.text(j.words()),
			line, rule, m.text(j.why()), group, m.text(m.delay(j)), source)
	}
}

// kindOf is the purpose of a crawler; one that nobody knows is an other.
func kindOf(e *crawlers.Entry) crawlers.Kind {
	if e == nil {
		return crawlers.Other
	}
	return e.Kind
}

// delay says which Crawl-delay the crawler's group holds, and whether it is
// read.
func (m *checkMarkdown) delay(j *judged) string {
	for _, g := range j.selection.Groups {
		group := j.file.Groups[g]
		for n := group.First; n <= group.Last; n++ {
			l := j.file.Lines[n-1]
			if l.Kind != engine.KindCrawlDelay || l.Group != g {
				continue
			}
			read := crawlers.Unknown
			if j.who.Entry != nil {
				read = j.who.Entry.ReadsCrawlDelay()
			}
			words := [...]string{crawlers.Unknown: "not known whether it is read", crawlers.Yes: "read", crawlers.No: "not read"}
			return fmt.Sprintf("%s in line %d, %s", l.Value.Of(j.file.Src), n, words[read])
		}
	}
	return "-"
}

// signals lists the lines that are no rules of the RFC but say something on
// the use of pages.
func (m *checkMarkdown) signals() {
	f := m.source.robots.in(engine.RFC)
	begun := false
	for i, l := range f.Lines {
		key := strings.ToLower(string(l.Key.Of(f.Src)))
		if l.Kind != engine.KindOther || !speaksOfUse(key) {
			continue
		}
		if !begun {
			fmt.Fprint(m.c.out, "\n## Other statements in the file\n\nThese lines are no rules of RFC 9309 and change no verdict above; some operators read them.\n\n| Line | Statement |\n|---|---|\n")
			begun = true
		}
		fmt.Fprintf(m.c.out, "| %d | %s |\n", i+1, m.code(string(f.Text(i+1))))
	}
}

// speaksOfUse knows Content-Signal (contentsignals.org), Content-Usage (IETF
// AI preferences) and the names that went before them.
func speaksOfUse(key string) bool {
	switch key {
	case "content-signal", "content-signals", "content-usage", "ai-usage", "usage", "tdm-reservation", "tdm-policy", "noindex", "license", "disallowaitraining":
		return true
	}
	return false
}

var markdownEscapes = strings.NewReplacer("\\", `\\`, "|", `\|`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", ">", "&gt;",
	"[", `\[`, "]", `\]`, "&", "&amp;", "#", `\#`, "!", `\!`, "~", `\~`)

// text makes foreign text fit for a paragraph or a cell.
func (m *checkMarkdown) text(s string) string { return markdownEscapes.Replace(m.c.clean(s)) }

// code shows foreign text as it stands. Between back quotes only a bar, which
// would end the cell, and back quotes themselves need care.
func (m *checkMarkdown) code(s string) string {
	s = m.c.clean(s)
	if strings.ContainsAny(s, "|`") || s == "" {
		return m.text(s)
	}
	return "`" + s + "`"
}
