package ui

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/engine/suite"
	"robotslens/fetch"
)

func TestALateResultOfAnOldFetchIsDropped(t *testing.T) {
	tab, c := newFetchTab(Options{}), NewCase(crawlers.BuiltIn())
	work := func(done *int) func(context.Context, func(int)) func(*Case) tea.Cmd {
		return func(context.Context, func(int)) func(*Case) tea.Cmd {
			return func(*Case) tea.Cmd { *done++; return nil }
		}
	}
	var first, second int
	tab.run("first", work(&first))
	old := tab.job.id
	tab.run("second", work(&second))
	late := func(id uint64, n *int) fetchedMsg {
		return fetchedMsg{id, work(n)(context.Background(), nil)}
	}
	tab.Update(late(old, &first), c)
	if first != 0 || tab.job.cancel == nil {
		t.Errorf("the old result was taken %d times; the new fetch runs: %v", first, tab.job.cancel != nil)
	}
	tab.Update(late(tab.job.id, &second), c)
	tab.Update(late(tab.job.id-1, &second), c)
	if second != 1 || tab.job.cancel != nil {
		t.Errorf("the new result was taken %d times", second)
	}
	tab.run("third", work(&first))
	tab.Cancel(c)
	tab.Update(late(tab.job.id, &first), c)
	if first != 0 {
		t.Error("what was given up was taken")
	}
}

func TestWhatIsOpenedOfAnAnswer(t *testing.T) {
	origin := engine.OriginOf("https://shop.example")
	for _, tt := range []struct {
		name         string
		r            fetch.Result
		text, status string
	}{
		{"the file", fetch.Result{Status: 200, Body: []byte("a")}, "a", "200"},
		{"a file beyond the limit, whole", fetch.Result{Status: 200, Body: make([]byte, engine.Limit+9)}, strings.Repeat("\x00", engine.Limit+9), "200"},
		{"nothing of an error page", fetch.Result{Status: 404, Body: []byte("User-agent: *\nDisallow: /\n")}, "", "404"},
		{"the last good copy of a failing one", fetch.Result{Status: 503, Body: []byte("x"), HasCached: true, Copy: []byte("old")}, "old", "503, last good copy"},
		{"nothing where nobody answers", fetch.Result{Failure: engine.FailTimeout}, "", "no answer in time"},
		{"the copy that a 304 confirms", fetch.Result{Status: 304, Cached: true, HasCached: true, Body: []byte("same")}, "same", "304, unchanged"},
	} {
		tt.r.Origin = origin
		s, text := sourceOf(&tt.r)
		if string(text) != tt.text || s.Status != tt.status || s.Kind != Live || s.Origin != origin || s.Answer == nil {
			t.Errorf("%s: %d octets, %q, %+v", tt.name, len(text), s.Status, s)
		}
	}
}

func TestAWhatIfLeavesTheRealAnswerAsItWas(t *testing.T) {
	c := NewCase(crawlers.BuiltIn())
	c.SetText([]byte("User-agent: *\nDisallow: /a\n"))
	c.SetURL("/a")
	real := engine.Answer{Status: 200}
	c.SetSource(Source{Kind: Live, Answer: &real})
	sim := newSimulator()
	for at := range whatIfAnswers {
		for since := range whatIfSpans {
			for _, cached := range []bool{false, true} {
				sim.at, sim.since, sim.cached = at, since, cached
				a := sim.answer()
				c.SetWhatIf(&a, sim.words())
				m := engine.Mean(a, c.Reader.Name)
				if allowed, decided := m.Verdict(); decided && allowed != c.Trace.Allowed || !decided && c.Trace.Line != 2 {
					t.Errorf("%s: the screen says %v by line %d, the table %+v", sim.words(), c.Trace.Allowed, c.Trace.Line, m)
				}
			}
		}
	}
	c.SetWhatIf(nil, "")
	if c.Source.Answer != &real || c.Source.WhatIf != "" || c.Trace.Line != 2 {
		t.Errorf("afterwards: %+v", c.Source)
	}
	for n, want := range map[int]engine.Do{1: engine.DoRules, engine.MaxRedirects: engine.DoRules, engine.MaxRedirects + 1: engine.DoAllowAll} {
		sim.at, sim.hops = 1, n
		if got := engine.Mean(sim.answer(), "rfc").Do; got != want {
			t.Errorf("%d redirects: %s, want %s", n, got, want)
		}
	}
}

func TestAgesAreToldInTheUnitThatFits(t *testing.T) {
	for d, want := range map[time.Duration]string{
		5 * time.Second: "just now", 3 * time.Minute: "3 min old", 5 * time.Hour: "5 hours old", 100 * time.Hour: "4 days old",
	} {
		if got := ago(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestAComparisonFollowsTheListOfURLs(t *testing.T) {
	a := testApp(t, 120, 40, Options{Text: []byte("User-agent: *\nDisallow: /new\n")})
	tab, urls := a.tabNamed("Fetch").(*fetchTab), a.tabNamed("URLs").(*urlsTab)
	tab.cmp.published = &fetch.Result{Status: 200, Body: []byte("User-agent: *\n")}
	tab.page = pageCompare
	for url, flips := range map[string]int{"/other": 0, "/new": 1} {
		urls.setRows([]suite.Row{{Agent: "Googlebot", URL: url}})
		runAll(a, tea.Batch(urls.evaluate(a.c), send(NoteMsg{}))) // what is shown follows behind each message
		if d := tab.cmp.found; d == nil || len(d.flips) != flips || d.probes {
			t.Errorf("with %s alone in the list: %+v", url, d)
		}
	}
}
