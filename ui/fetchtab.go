package ui

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/fetch"
	"robotslens/ui/screen"
)

// fetchTab fetches the robots.txt of a site, says how it was served and what
// that means, and lets a person try what another answer would mean.
type fetchTab struct {
	client  *fetch.Client
	history *fetch.History
	start   string // what to fetch when the screen comes up
	now     func() time.Time

	job     fetchJob
	result  *fetch.Result // the last one that came
	trouble string        // why the last fetch has none
	pending bool          // result is not what the screen shows: the text was edited meanwhile

	page   fetchPage
	scroll textTab
	sim    simulator
	cmp    comparing
	past   pastVersions
	doubt  doubting
}

// fetchPage is one of the views of the tab.
type fetchPage uint8

const (
	pageAnswer fetchPage = iota
	pageWhatIf
	pageCompare
	pageHistory
	pageDoubts
	fetchPages
)

var fetchPageNames = [fetchPages]string{"answer", "what if", "compare", "history", "otherwise"}

func newFetchTab(o Options) *fetchTab {
	t := &fetchTab{client: o.Client, history: o.History, start: o.Fetch, now: time.Now, sim: newSimulator()}
	t.scroll.text = t.answerText
	t.cmp.scroll.text = t.compareText
	t.doubt.scroll.text = t.doubtText
	return t
}

func (t *fetchTab) Name() string { return "Fetch" }

func (t *fetchTab) Badge() string {
	switch {
	case t.job.running():
		return "asking"
	case t.trouble != "":
		return "failed"
	case t.result == nil:
		return ""
	case !t.result.Answered():
		return "no answer"
	}
	return fmt.Sprint(t.result.Status)
}

var fetchKeys = []key.Binding{
	bind("f", "fetch", "f"),
	bind("r", "again", "r"),
	bind("w", "what if", "w"),
	bind("c", "compare", "c"),
	bind("h", "history", "h"),
	bind("x", "says otherwise", "x"),
	bind("esc", "stop", "esc"),
}

func (t *fetchTab) Keys() []key.Binding {
	switch {
	case t.page == pageWhatIf:
		return whatIfKeys
	case t.page == pageCompare:
		return compareKeys
	case t.page == pageHistory:
		return pastKeys
	case t.page == pageDoubts:
		return doubtKeys
	case t.pending:
		return append([]key.Binding{bind("enter", "open it", "enter")}, fetchKeys...)
	}
	return fetchKeys
}

// The messages of the tab's own commands.
type (
	// fetchedMsg brings the end of a job, and what is to be done then.
	fetchedMsg struct {
		id   uint64
		done func(c *Case) tea.Cmd
	}
	// fetchTickMsg makes the progress, or the age of what is shown, be painted.
	fetchTickMsg struct{ id uint64 }
)

// Commands are the tab's own for the palette.
func (t *fetchTab) Commands(c *Case) []Command {
	do := func(f func(c *Case) tea.Cmd) func() tea.Cmd {
		return func() tea.Cmd { return f(c) }
	}
	return []Command{
		{"Fetch the live robots.txt of a site", bind("^O", "fetch", "ctrl+o"), do(t.ask)},
		{"Fetch again", key.Binding{}, do(t.again)},
		{"What if the server answered otherwise?", key.Binding{}, do(t.showWhatIf)},
		{"Compare with the published file", key.Binding{}, do(t.comparePublished)},
		{"Compare http and https, www and the bare host", key.Binding{}, do(t.compareHosts)},
		{"The crawler says otherwise: work out why", key.Binding{}, do(t.showDoubts)},
		{"List the versions that were fetched before", key.Binding{}, do(t.showPast)},
	}
}

// Init fetches what the command line named.
func (t *fetchTab) Init() tea.Cmd {
	if t.start == "" {
		return nil
	}
	return tea.Batch(t.fetch(t.start), send(FrontMsg{t.Name()}))
}

func (t *fetchTab) Refresh(c *Case) tea.Cmd {
	t.sim.on = c.Source.WhatIf != ""
	if t.page == pageCompare {
		return t.compareAgain(c)
	}
	return nil
}

// ask asks which site, with that of the URL under test at hand.
func (t *fetchTab) ask(c *Case) tea.Cmd {
	at := c.Source.Origin
	if o := fetch.OriginOf(c.URL); o.Known() {
		at = o
	}
	value := ""
	if at.Known() {
		value = at.String()
	}
	return send(AskMsg{Label: "fetch robots.txt of", Value: value, Empty: "a URL, such as https://shop.example", Enter: func(url string) tea.Cmd {
		if url = strings.TrimSpace(url); url == "" {
			return nil
		}
		return t.fetch(url)
	}})
}

// again fetches what the screen shows once more, with what the server gave to
// recognise it by.
func (t *fetchTab) again(c *Case) tea.Cmd {
	switch {
	case c.Source.Kind == Live && c.Source.Origin.Known():
		return t.fetch(c.Source.Origin.String())
	case t.result != nil:
		return t.fetch(t.result.URL)
	}
	return t.ask(c)
}

// fetch asks for the robots.txt that governs url, in a command. A fetch that
// was under way is given up.
func (t *fetchTab) fetch(url string) tea.Cmd {
	if t.client == nil {
		return note("nothing is fetched here", true)
	}
	t.page, t.trouble = pageAnswer, ""
	return t.get(url, t.take)
}

func (t *fetchTab) Update(msg tea.Msg, c *Case) tea.Cmd {
	switch msg := msg.(type) {
	case RefetchMsg:
		return t.again(c)
	case fetchTickMsg:
		if msg.id == t.job.id {
			return t.tick()
		}
	case fetchedMsg:
		return t.ended(msg, c)
	case comparedMsg:
		return t.compared(msg, c)
	case seenMsg:
		t.doubt.origin, t.doubt.seen = msg.origin, msg.seen
	case pastMsg:
		t.past.take(msg)
	case tea.KeyMsg:
		return t.key(msg, c)
	case tea.MouseMsg:
		msg.Y-- // the row of the pages
		return t.inPage(msg, c)
	}
	return nil
}

func (t *fetchTab) key(msg tea.KeyMsg, c *Case) tea.Cmd {
	switch msg.String() {
	case "f":
		return t.ask(c)
	case "r":
		return t.again(c)
	case "a":
		t.page = pageAnswer
		return nil
	case "w":
		return t.showWhatIf(c)
	case "c":
		t.page = pageCompare
		return t.compareAgain(c)
	case "h":
		return t.showPast(c)
	case "x":
		return t.showDoubts(c)
	case "u":
		if t.page == pageDoubts {
			return t.askPage(c)
		}
	case "enter":
		if t.page == pageAnswer && t.pending {
			return t.open()
		}
		if t.page == pageAnswer && t.result == nil {
			return t.ask(c)
		}
	}
	return t.inPage(msg, c)
}

// inPage gives a key or a click to the page in view.
func (t *fetchTab) inPage(msg tea.Msg, c *Case) tea.Cmd {
	switch t.page {
	case pageWhatIf:
		t.sim.Update(msg, c)
		return nil
	case pageCompare:
		return t.compareKey(msg, c)
	case pageHistory:
		return t.pastKey(msg, c)
	case pageDoubts:
		return t.doubt.scroll.Update(msg, c)
	}
	return t.scroll.Update(msg, c)
}

func (t *fetchTab) showWhatIf(c *Case) tea.Cmd {
	t.page = pageWhatIf
	return send(ShowTabMsg{Name: t.Name()})
}

// take takes the end of a fetch. What came is opened, but for where that would
// take edited text away: then it waits for a key.
func (t *fetchTab) take(r *fetch.Result, err error, c *Case) tea.Cmd {
	if err != nil {
		t.trouble = err.Error()
		cmds := []tea.Cmd{note("not fetched: "+t.trouble, true)}
		if c.Source.Kind == Awaited {
			cmds = append(cmds, notFetched(t.job.what))
		}
		return tea.Batch(cmds...)
	}
	t.result, t.trouble, t.scroll.top = r, "", 0
	t.pending = c.Edited
	if t.pending {
		return note("fetched "+r.RobotsURL+"; your changes stay, the Fetch tab opens it", false)
	}
	return t.open()
}

// open shows what was fetched as a working copy.
func (t *fetchTab) open() tea.Cmd {
	s, text := sourceOf(t.result)
	t.pending = false
	return send(OpenMsg{Source: s, Text: text})
}

// Status tells of a fetched file that waits to be opened.
func (t *fetchTab) Status(l *Look) (words string, st screen.Style, news bool) {
	switch {
	case t.job.running():
		return "fetching, esc stops", l.Notice, true
	case t.pending:
		return "fetched, not opened: see Fetch", l.Notice, true
	}
	return "", "", false
}
