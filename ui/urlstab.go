package ui

import (
	"bytes"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/suite"
	"robotslens/fetch"
)

// urlsTab holds the list of URLs that must be allowed or disallowed, and shows
// which of their verdicts an edit flips and which rules decide them.
type urlsTab struct {
	rows    []suite.Row // replaced when it changes: evaluations read it
	list    []string    // of rows, made when asked for
	rowsGen uint64
	known   map[[2]string]int // agent and URL of the rows

	view    urlsView
	page    urlsPage
	covers  bool // shown beside the rules of the file
	base    baseline
	gen     uint64 // of what is wanted; a result of another is stale
	want    urlsKey
	found   *urlsResult // the last one there is
	running bool
	again   bool // something changed while an evaluation ran

	client  *fetch.Client
	start   urlsLists // from the command line
	reading job       // counts rows
	from    string
	trouble string
	since   string // words for what happened after the baseline

	at      int
	painted listWindow
	flipsAt int
	flipsIn listWindow
	idleAt  int
	idleIn  listWindow
}

// urlsPage is one of the views of the tab.
type urlsPage uint8

const (
	pageRows urlsPage = iota
	pageFlips
	pageIdle
	urlsPages
)

func newURLsTab(o Options) *urlsTab {
	return &urlsTab{known: map[[2]string]int{}, client: o.Client, start: urlsLists{o.URLLists, o.Tables, o.Sitemaps, o.Piped}}
}

func (t *urlsTab) Name() string { return "URLs" }

func (t *urlsTab) Badge() string {
	if len(t.rows) == 0 {
		return ""
	}
	return thousands(len(t.rows))
}

// Init reads the lists that the command line named.
func (t *urlsTab) Init() tea.Cmd {
	if t.start.empty() {
		return nil
	}
	return send(urlsOpenMsg{t.start})
}

var urlsKeys = []key.Binding{
	bind("enter", "test it", "enter"),
	bind("v", "flips, unused rules", "v"),
	bind("f", "filter", "f", "/"),
	bind("o", "only some", "o"),
	bind("s", "sort", "s"),
	bind("n", "add the URL", "n"),
	bind("l", "load", "l"),
	bind("w", "save as a table", "w"),
	bind("c", "coverage", "c"),
	bind("e", "expect this verdict", "e"),
	bind("r", "URLs from the rules", "r"),
	bind("del", "remove", "delete", "x"),
	bind("esc", "stop, show all", "esc"),
}

func (t *urlsTab) Keys() []key.Binding { return urlsKeys }

// urlsDoneMsg brings the end of an evaluation.
type urlsDoneMsg struct{ found *urlsResult }

// Commands are the tab's own for the palette.
func (t *urlsTab) Commands(c *Case) []Command {
	do := func(f func(c *Case) tea.Cmd) func() tea.Cmd {
		return func() tea.Cmd { return f(c) }
	}
	return []Command{
		{"Add this URL and crawler to the list", bind("^N", "add to the list", "ctrl+n"), do(t.addCurrent)},
		{"Load a list of URLs, a table or a sitemap", key.Binding{}, do(t.askList)},
		{"Save the list as a table of expected verdicts", key.Binding{}, do(t.askTable)},
		{"Empty the list of URLs", key.Binding{}, do(t.clear)},
		{"Make URLs from the rules", key.Binding{}, do(t.addProbes)},
		{"Make URLs that hit and just miss the rule under the cursor", key.Binding{}, do(t.addProbesOfRule)},
		{"Mark this moment as the baseline for flips", key.Binding{}, do(t.markBaseline)},
		{"Compare with the saved file again", key.Binding{}, do(t.savedBaseline)},
		{"Show or hide coverage: how many URLs each rule decides", key.Binding{}, do(t.toggleCovers)},
		{"Reverse the rules inside the groups: does order matter?", key.Binding{}, do(t.reverseRules)},
		{"Shuffle the rules inside the groups: does order matter?", key.Binding{}, do(t.shuffleRules)},
	}
}

func (t *urlsTab) Refresh(c *Case) tea.Cmd {
	t.since = t.base.since(c)
	if t.key(c) == t.want && t.found != nil {
		return nil
	}
	return t.evaluate(c)
}

// key names what the list is to be asked of.
func (t *urlsTab) key(c *Case) urlsKey {
	k := urlsKey{text: c.TextGen, base: t.base.key(c), served: served{c.Source.Answer}}
	k.plan = planKey{rows: t.rowsGen, dialect: c.Dialect, origin: c.Source.Origin}
	if len(t.rows) == 0 {
		k.plan.text, k.plan.base = k.text, k.base
	}
	return k
}

// evaluate asks all of the list again: at once where that is little, else in a
// command, of which one runs at a time.
func (t *urlsTab) evaluate(c *Case) tea.Cmd {
	t.gen++
	t.since = t.base.since(c)
	t.want = t.key(c)
	c.SetList(t.rowsGen, t.rows, t.urls())
	if t.running {
		t.again = true
		return nil
	}
	base := t.base.text(c)
	job := &urlsJob{
		gen: t.gen, key: t.want, view: t.wanted(), catalogue: c.Catalogue, rows: t.rows, was: t.found,
		now:  suite.Version{Src: bytes.Clone(c.read()), Answer: c.Source.Answer},
		base: suite.Version{Src: c.cut(base), Answer: c.Source.Answer},
	}
	if job.small() {
		t.take(job.run())
		return nil
	}
	t.running = true
	return send(urlsDoneMsg{job.run()})
}

// small reports whether a job takes about a millisecond at most: a row costs a
// microsecond or two, an octet of text some ten nanoseconds, each twice.
func (j *urlsJob) small() bool {
	if len(j.rows) == 0 {
		return bytes.Equal(j.now.Src, j.base.Src)
	}
	return len(j.rows)*150+len(j.now.Src) < 24_000
}

func (t *urlsTab) wanted() urlsView {
	v := t.view
	v.covers = t.covers || t.page == pageIdle
	return v
}

// take shows a result. One that is older than what is wanted is still newer
// than what is shown.
func (t *urlsTab) take(r *urlsResult) {
	ask := t.chosen()
	t.found = r
	if ask >= 0 {
		if i := slices.Index(r.shown, ask); i >= 0 {
			t.at = i
		}
	}
	t.at = max(0, min(t.at, len(r.shown)-1))
	t.flipsAt = max(0, min(t.flipsAt, t.flipRows()-1))
	t.idleAt = max(0, min(t.idleAt, len(r.idle)-1))
}

// chosen is the ask under the tab's cursor, or -1.
func (t *urlsTab) chosen() int32 {
	if t.found == nil || t.at >= len(t.found.shown) {
		return -1
	}
	return t.found.shown[t.at]
}

// stale reports whether what is shown waits for its new result.
func (t *urlsTab) stale() bool { return t.found != nil && t.found.gen != t.gen }

func (t *urlsTab) Update(msg tea.Msg, c *Case) tea.Cmd {
	switch msg := msg.(type) {
	case urlsDoneMsg:
		t.running = false
		t.take(msg.found)
		if t.again {
			t.again = false
			return t.evaluate(c)
		}
	case urlsOpenMsg:
		return t.open(msg.lists, c)
	case urlsReadMsg:
		return t.takeRows(msg, c)
	case jobTickMsg:
		return t.reading.ticked(msg)
	case PasteListMsg:
		return t.readPaste(msg.Text, c)
	case AddRowsMsg:
		return t.addRows(msg.Rows, c)
	case BaselineMsg:
		t.base = baseline{set: true, name: msg.Name, src: msg.Text, n: t.base.n + 1}
		return t.evaluate(c)
	case tea.KeyMsg:
		if msg.Paste {
			return t.readPaste([]byte(string(msg.Runes)), c)
		}
		return t.press(msg, c)
	case tea.MouseMsg:
		t.move(msg)
	}
	return nil
}
