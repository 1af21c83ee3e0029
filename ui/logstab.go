package ui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/audit"
	"robotslens/engine/suite"
	"robotslens/ui/editor"
	"robotslens/ui/screen"
)

// logsTab judges the hits of crawlers in access logs by the text on the screen.
type logsTab struct {
	paths   []string
	reading job // counts lines

	base    audit.Site // the text as it was when the logs were opened
	based   bool
	report  *audit.Report
	hits    map[int]int64 // by line of the text
	trouble string        // logs that could not be read to their end
	judged  uint64        // Case.TextGen of report
	now     uint64        // Case.TextGen at present
	rows    []logRow
	at      int
	painted listWindow
}

// logRow is a row of the report: a heading, or cells of which the last takes
// what is left.
type logRow struct {
	heading string
	cells   []string
	bad     bool // disallowed hits
	line    int  // where enter goes, 0 for nowhere
	agent   string
	url     string
}

func newLogsTab() *logsTab { return &logsTab{} }

func (t *logsTab) Name() string { return "Logs" }

func (t *logsTab) Badge() string {
	switch {
	case t.reading.running():
		return "reading"
	case t.report != nil:
		return thousands(t.report.Totals.Disallowed)
	}
	return ""
}

var logsKeys = []key.Binding{
	bind("o", "open logs", "o"),
	bind("enter", "go to the rule", "enter"),
	bind("r", "read again", "r"),
	bind("u", "test its URLs", "u"),
	bind("esc", "stop", "esc"),
}

// List is part of Lister.
func (t *logsTab) List() *listWindow { return &t.painted }

func (t *logsTab) Keys() []key.Binding { return logsKeys }

// Commands are the tab's own for the palette.
func (t *logsTab) Commands(*Case) []Command {
	return []Command{{"Judge access logs by this file", key.Binding{}, func() tea.Cmd {
		return tea.Sequence(send(ShowTabMsg{t.Name()}), t.ask())
	}}}
}

func (t *logsTab) Refresh(c *Case) tea.Cmd {
	t.now = c.TextGen
	return nil
}

// logsOpenMsg asks for logs to be read.
type logsOpenMsg struct{ paths []string }

// logsReadMsg brings the report of a reading.
type logsReadMsg struct {
	id      uint64
	report  *audit.Report
	trouble string
}

func (t *logsTab) ask() tea.Cmd {
	was := strings.Join(t.paths, " ")
	return func() tea.Msg {
		return AskMsg{Label: "access logs", Value: was, Empty: "a path, or several, such as /var/log/nginx/access.log*", Enter: func(text string) tea.Cmd {
			return send(logsOpenMsg{logPaths(text)})
		}}
	}
}

func (t *logsTab) Update(msg tea.Msg, c *Case) tea.Cmd {
	switch msg := msg.(type) {
	case logsOpenMsg:
		if len(msg.paths) > 0 {
			t.paths, t.based = msg.paths, false
			return t.start(c)
		}
	case jobTickMsg:
		return t.reading.ticked(msg)
	case logsReadMsg:
		t.take(msg)
	case tea.KeyMsg:
		switch msg.String() {
		case "o":
			return t.ask()
		case "r":
			if len(t.paths) > 0 {
				return t.start(c)
			}
		case "u":
			return t.testURLs()
		case "enter":
			if len(t.rows) == 0 {
				return t.ask()
			}
			return t.enter()
		default:
			t.at = t.painted.moved(msg, t.at, len(t.rows))
		}
	case tea.MouseMsg:
		t.at = t.painted.moved(msg, t.at, len(t.rows))
	}
	return nil
}

// Cancel gives up a reading, wherever the focus is; the report before it stays.
func (t *logsTab) Cancel(*Case) (tea.Cmd, bool) {
	if !t.reading.stop() {
		return nil, false
	}
	return note("reading the logs was given up", false), true
}

func (t *logsTab) take(m logsReadMsg) {
	if !t.reading.ends(m.id) {
		return
	}
	t.report, t.trouble = m.report, m.trouble
	t.rows, t.hits, t.at = nil, map[int]int64{}, 0
	if m.report == nil {
		return
	}
	for _, a := range m.report.Crawlers {
		for _, l := range a.ByLine {
			t.hits[l.Line] += l.Count
		}
	}
	t.rows = logRows(m.report)
}

// enter goes where the row at hand points to.
func (t *logsTab) enter() tea.Cmd {
	row := t.rows[t.at]
	var cmds []tea.Cmd
	if row.agent != "" {
		cmds = append(cmds, send(SetAgentMsg{row.agent}))
	}
	if row.url != "" {
		cmds = append(cmds, send(SetURLMsg{row.url}))
	}
	if row.line > 0 {
		cmds = append(cmds, send(JumpMsg{row.line}))
	}
	return tea.Sequence(cmds...)
}

// testURLs makes the URLs that crawlers fetch most the list of the URLs tab,
// each with its hits, so that flips count hits there.
func (t *logsTab) testURLs() tea.Cmd {
	if t.report == nil || len(t.report.FetchedURLs) == 0 {
		return send(NoteMsg{Text: "open logs first: there are no URLs yet", Bad: true})
	}
	var rows []suite.Row
	for _, f := range t.report.FetchedURLs {
		rows = append(rows, suite.Row{Agent: f.Crawler, URL: urlOf(f.Host + f.Target), Hits: f.Count})
	}
	return send(AddRowsMsg{rows})
}

// MarkLine writes the hits that a rule decided behind it, where nothing else
// stands.
func (t *logsTab) MarkLine(line int, m *editor.Mark, l *Look) {
	if t.judged != t.now || m.Trailing != "" {
		return
	}
	if n := t.hits[line]; n > 0 {
		m.Trailing, m.TrailingStyle = count(n, "hit", "hits"), l.Dim
	}
}

func (t *logsTab) Paint(r screen.Region, _ *Case, l *Look, focused bool) {
	if len(t.rows) == 0 {
		t.paintNothing(r, l)
		return
	}
	y := 0
	if words := t.state(); words != "" {
		r.TextCut(1, 0, r.W()-2, l.Notice, words)
		y = 1
	}
	stale := t.judged != t.now || t.reading.running()
	t.painted.paint(r.Sub(0, y, r.W(), r.H()-y), len(t.rows), t.at, l, focused, func(line screen.Region, i int) {
		row := t.rows[i]
		if row.heading != "" {
			line.TextCut(1, 0, line.W()-2, l.Title, row.heading)
			return
		}
		st := l.Text
		switch {
		case stale:
			st = l.Stale
		case row.bad:
			st = l.Disallow
		}
		w := &columns{line, 2}
		for i, cell := range row.cells {
			if i == len(row.cells)-1 {
				w.cell(st, cell, line.W())
				break
			}
			w.cell(st, cell, logColumns[i])
		}
	})
}

// logColumns are the widths of the cells before the last.
var logColumns = []int{11, 9, 9}

// state is what is to be said of the rows.
func (t *logsTab) state() string {
	switch {
	case t.reading.running():
		return "reading, " + count(t.reading.done.Load(), "line", "lines") + " so far; esc stops"
	case t.trouble != "":
		return t.trouble
	case t.judged != t.now:
		return "judged by the text before your changes; r judges again"
	}
	return ""
}

func (t *logsTab) paintNothing(r screen.Region, l *Look) {
	var p paras
	switch {
	case t.reading.running():
		p.add(part{l.Notice, t.state()})
	case t.trouble != "":
		p.add(part{l.Error, t.trouble})
		p.add(part{l.Dim, "o opens other logs"})
	case t.report != nil:
		p.add(part{"", fmt.Sprintf("no crawler of the catalogue in %s", count(t.report.Lines, "line", "lines"))})
	default:
		p.add(part{"", "Which crawlers fetched what they may not? Press "}, part{l.Key, "o"}, part{"", " and name access logs: they are judged by the text on the screen."})
		p.add(part{l.Dim, "Combined, with a host, JSON, CloudFront, IIS; plain, gzip or zstd. A crawler is who its User-Agent says."})
	}
	paintLines(r.Sub(1, 0, r.W()-2, r.H()), p.wrap(r.W()-2), 0)
}
