package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/ui/screen"
)

// crawlersTab has a row for each crawler that the file names or that the
// catalogue holds, grouped by purpose.
type crawlersTab struct {
	all     bool // the whole catalogue, not only the usual ones and those named
	rows    []crawlerRow
	at      int
	gen     uint64 // Case.Gen of rows
	painted listWindow
}

// crawlerRow is what one crawler makes of the case, or the heading of a
// purpose.
type crawlerRow struct {
	heading string
	who     crawlers.Resolved
	trace   engine.Verdict
	group   string // which group, and why
	delay   string // Crawl-delay of its groups, and whether it is read
	differs bool   // other verdict than the current crawler
}

// usual are the crawlers shown where the file does not name them.
var usual = map[crawlers.Kind]bool{crawlers.Search: true, crawlers.AITraining: true, crawlers.AISearch: true}

func newCrawlersTab() *crawlersTab { return &crawlersTab{} }

func (t *crawlersTab) Name() string { return "Crawlers" }

func (t *crawlersTab) Badge() string { return "" }

var crawlersKeys = []key.Binding{
	bind("enter", "use this crawler", "enter"),
	bind("a", "all, or the usual ones", "a"),
}

// List is part of Lister.
func (t *crawlersTab) List() *listWindow { return &t.painted }

func (t *crawlersTab) Keys() []key.Binding { return crawlersKeys }

type crawlerRowsMsg struct {
	gen  uint64
	rows []crawlerRow
}

func (t *crawlersTab) Refresh(c *Case) tea.Cmd {
	if c.Small() {
		t.rows, t.gen = findCrawlerRows(c, t.all), c.Gen
		return nil
	}
	all := t.all
	return c.Later(func(c *Case) tea.Msg { return crawlerRowsMsg{c.Gen, findCrawlerRows(c, all)} })
}

func (t *crawlersTab) Update(msg tea.Msg, c *Case) tea.Cmd {
	switch msg := msg.(type) {
	case crawlerRowsMsg:
		if msg.gen == c.Gen {
			t.rows, t.gen = msg.rows, msg.gen
		}
	case tea.KeyMsg:
		switch msg.String() {
		case "enter":
			if t.at < len(t.rows) && t.rows[t.at].heading == "" {
				name := t.rows[t.at].who.Tokens[0]
				return send(SetAgentMsg{name})
			}
		case "a":
			t.all = !t.all
			return t.Refresh(c)
		default:
			t.at = t.painted.moved(msg, t.at, len(t.rows))
		}
	case tea.MouseMsg:
		msg.Y-- // the titles of the columns
		t.at = t.painted.moved(msg, t.at, len(t.rows))
	}
	return nil
}

func (t *crawlersTab) Paint(r screen.Region, c *Case, l *Look, focused bool) {
	name, words := 8, 8
	for _, row := range t.rows {
		if row.heading == "" {
			name = max(name, screen.Width(row.who.Tokens[0]))
			words = max(words, screen.Width(row.who.Words(row.trace.Allowed))+2)
		}
	}
	name = min(name+2, max(14, r.W()/3))
	octets := 8
	if r.W() < 76 {
		octets, words = 0, min(words, 16) // the group matters more
	}
	head := &columns{r.Sub(0, 0, r.W(), 1), 2}
	for _, h := range []struct {
		title string
		w     int
	}{{"crawler", name}, {"verdict", words + 1}, {"  line", 7}, {"octets", octets}} {
		head.cell(l.Dim, h.title, h.w)
	}
	head.cell(l.Dim, "group", r.W()-head.x)
	stale := t.gen != c.Gen
	t.painted.paint(r.Sub(0, 1, r.W(), r.H()-1), len(t.rows), t.at, l, focused, func(line screen.Region, i int) {
		row := t.rows[i]
		if row.heading != "" {
			line.Text(1, 0, l.Key, row.heading)
			return
		}
		mark, _, st := l.Verdict(row.trace.Allowed)
		plain, dim := l.Text, l.Dim
		if stale {
			st, plain, dim = l.Stale, l.Stale, l.Stale
		}
		if row.differs {
			line.Text(1, 0, l.Notice, l.Differs)
		}
		w := &columns{line, 2}
		w.cell(plain, row.who.Tokens[0], name)
		w.cell(st, mark+" "+row.who.Words(row.trace.Allowed), words+1)
		if row.trace.Line > 0 {
			w.cell(plain, fmt.Sprintf("%6d", row.trace.Line), 7)
			w.cell(plain, fmt.Sprintf("%6d", row.trace.Octets), octets)
		} else {
			w.cell(dim, reasonWords[row.trace.Reason], 7+max(octets, 5))
		}
		group := row.group
		if row.delay != "" {
			group += ", " + row.delay
		}
		w.cell(dim, group, line.W()-w.x)
	})
}

// reasonWords are the reasons of verdicts that no rule decides, in few words.
var reasonWords = map[engine.Reason]string{
	engine.ReasonNoGroup:     "no group",
	engine.ReasonNoRules:     "no rules",
	engine.ReasonNoMatch:     "no match",
	engine.ReasonRobotsTxt:   "robots.txt",
	engine.ReasonUnavailable: "unavailable",
	engine.ReasonUnreachable: "unreachable",
	engine.ReasonOutOfScope:  "other host",
}

// findCrawlerRows asks each crawler of the table.
func findCrawlerRows(c *Case, all bool) []crawlerRow {
	byKind := map[crawlers.Kind][]crawlers.Resolved{}
	seen := map[string]bool{}
	add := func(who crawlers.Resolved) {
		token := strings.ToLower(who.Tokens[0])
		if seen[token] || token == "" || token == "*" {
			return
		}
		seen[token] = true
		kind := crawlers.Other
		if who.Entry != nil {
			kind = who.Entry.Kind
		}
		byKind[kind] = append(byKind[kind], who)
	}
	named := namedCrawlers(c)
	for _, e := range c.Catalogue.Entries() {
		if all || usual[e.Kind] || named[strings.ToLower(e.Token)] {
			add(c.Catalogue.Resolve(e.Token))
		}
	}
	for _, a := range c.File.Agents {
		if !a.Star && len(seen) < 400 {
			add(c.Catalogue.Resolve(string(a.Name.Of(c.File.Src))))
		}
	}
	var rows []crawlerRow
	for _, k := range crawlers.Kinds() {
		list := byKind[k]
		if len(list) == 0 {
			continue
		}
		slices.SortStableFunc(list, func(a, b crawlers.Resolved) int {
			return strings.Compare(operator(a), operator(b))
		})
		rows = append(rows, crawlerRow{heading: k.String()})
		for _, who := range list {
			rows = append(rows, askCrawler(c, who))
		}
	}
	return rows
}

func operator(r crawlers.Resolved) string {
	if r.Entry == nil {
		return "~"
	}
	return r.Entry.Operator
}

// namedCrawlers are the tokens that the file names, in lower case.
func namedCrawlers(c *Case) map[string]bool {
	named := map[string]bool{}
	for _, a := range c.File.Agents {
		named[strings.ToLower(string(a.Name.Of(c.File.Src)))] = true
	}
	return named
}

func askCrawler(c *Case, who crawlers.Resolved) crawlerRow {
	t := c.VerdictIn(readerFor(c.Dialect, who), who)
	row := crawlerRow{who: who, trace: t.Verdict, differs: t.Allowed != c.Trace.Allowed}
	switch t.Selection.By {
	case engine.ByToken:
		row.group = "own group"
	case engine.ByFallback:
		row.group = "by " + t.Selection.Token
	case engine.ByStar:
		row.group = "by *"
	default:
		row.group = "no group"
		if who.NoStar {
			row.group = "no group, * does not apply"
		}
	}
	if len(t.Selection.Agents) > 0 {
		row.group += fmt.Sprintf(", line %d", t.Selection.Agents[0])
	}
	if delay := crawlDelay(t.File, t.Selection); delay != "" {
		row.delay = "Crawl-delay " + delay
		if who.Entry != nil {
			row.delay += map[crawlers.Answer]string{crawlers.Yes: ", read", crawlers.No: ", not read", crawlers.Unknown: ", reading unknown"}[who.Entry.ReadsCrawlDelay()]
		}
	}
	return row
}

// crawlDelay is the value of the first Crawl-delay in the groups of s.
func crawlDelay(f *engine.File, s engine.Selection) string {
	for _, g := range s.Groups {
		group := f.Groups[g]
		for n := group.First; n <= group.Last; n++ {
			if l := f.Lines[n-1]; l.Kind == engine.KindCrawlDelay {
				return string(l.Value.Of(f.Src))
			}
		}
	}
	return ""
}
