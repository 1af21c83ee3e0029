package ui

import (
	"context"
	"net/http"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/fetch"
)

// doubting is the checklist for "the crawler says otherwise", and what was asked
// for it.
type doubting struct {
	origin engine.Origin
	seen   []fetch.Stored // the versions of origin, the latest first
	url    string
	page   *fetch.Result // of url
	there  *Case         // the file that governs where it leads, where that is another one
	scroll textTab
}

var doubtKeys = []key.Binding{
	bind("u", "ask the URL once", "u"),
	bind("r", "fetch again", "r"),
	bind("a", "answer", "a"),
	bind("esc", "stop", "esc"),
}

// seenMsg brings the versions of an origin.
type seenMsg struct {
	origin engine.Origin
	seen   []fetch.Stored
}

// showDoubts shows the checklist.
func (t *fetchTab) showDoubts(c *Case) tea.Cmd {
	return tea.Batch(t.show(pageDoubts), t.lookUp(c))
}

// lookUp reads when the file was seen to change.
func (t *fetchTab) lookUp(c *Case) tea.Cmd {
	origin, history := c.Source.Origin, t.history
	if !origin.Known() || history == nil {
		return nil
	}
	return func() tea.Msg {
		list, err := history.List(origin)
		if err != nil && len(list) == 0 {
			return NoteMsg{Text: err.Error(), Bad: true}
		}
		m := seenMsg{origin: origin}
		for i := len(list) - 1; i >= 0; i-- {
			m.seen = append(m.seen, list[i])
		}
		return m
	}
}

// askPage asks for the URL under test once, and, where it leads to another host,
// for the robots.txt there: a person wants it so.
func (t *fetchTab) askPage(c *Case) tea.Cmd {
	if t.client == nil || !fetch.OriginOf(c.URL).Known() {
		return note("the URL names no host: type a whole one, such as https://shop.example/a", true)
	}
	url, client, catalogue := c.URL, t.client, c.Catalogue
	return t.run(url, func(ctx context.Context, _ func(int)) func(*Case) tea.Cmd {
		page, err := client.Get(ctx, fetch.Request{URL: url, Exact: true})
		var there *Case
		if err == nil && !engine.SameOrigin(fetch.OriginOf(url), fetch.OriginOf(page.FinalURL)) {
			if r, err := client.Get(ctx, fetch.Request{URL: page.FinalURL}); err == nil {
				s, text := sourceOf(r)
				there = NewCase(catalogue)
				there.SetText(text)
				there.SetSource(s)
			}
		}
		return func(*Case) tea.Cmd {
			if err != nil {
				return note("not asked: "+err.Error(), true)
			}
			t.doubt.url, t.doubt.page, t.doubt.there = url, page, there
			return nil
		}
	})
}

// pageAnswer is what came of asking for the URL, judged for the crawler at hand
// by the file that governs where it leads.
func (d *doubting) pageAnswer(c *Case) *engine.PageAnswer {
	if d.page == nil || d.url != c.URL {
		return nil
	}
	p := &engine.PageAnswer{Status: d.page.Status, Hops: len(d.page.Hops), FinalURL: d.page.FinalURL}
	switch {
	case d.there != nil:
		d.there.SetURL(p.FinalURL)
		d.there.SetDialect(c.Dialect)
		d.there.SetAgent(c.Agent)
		p.Allowed, p.Judged = d.there.Trace.Allowed, true
	case engine.SameOrigin(fetch.OriginOf(d.url), fetch.OriginOf(p.FinalURL)):
		t := c.File.ExplainTarget(engine.NewTarget(p.FinalURL, c.Reader), c.Trace.Selection)
		obey(&t, c.Meaning)
		p.Allowed, p.Judged = t.Allowed, true
	}
	return p
}

// circumstances is what is known of the case.
func (t *fetchTab) circumstances(c *Case) engine.Circumstances {
	k := engine.Circumstances{Trace: c.Trace, Name: c.Who.Tokens[0], Octets: len(c.Text), Answer: c.answer()}
	k.Fetched = c.Source.Kind == Live || c.Source.WhatIf != ""
	k.Unserved = c.Edited && c.Source.Kind == Live
	k.Page = t.doubt.pageAnswer(c)
	if r := t.result; r != nil && r.Origin == c.Source.Origin && c.Source.Kind == Live {
		for _, w := range r.Warnings {
			k.HTML = k.HTML || w.Code == "html" || w.Code == "html-body"
		}
		if at, err := http.ParseTime(r.Header.Get("Last-Modified")); err == nil {
			k.ChangeKnown, k.Changed, k.SinceChange = true, true, max(0, t.now().Sub(at))
		}
	}
	if seen := t.doubt.seen; !k.ChangeKnown && len(seen) > 0 && t.doubt.origin == c.Source.Origin {
		k.ChangeKnown, k.Changed = true, len(seen) > 1
		k.SinceChange = max(0, t.now().Sub(seen[0].First)).Round(time.Minute)
	}
	return k
}

// doubtText is the checklist.
func (t *fetchTab) doubtText(c *Case, l *Look, _ int) paras {
	var p paras
	for _, d := range engine.Otherwise(t.circumstances(c)) {
		mark, st := "?", l.Dim
		switch d.Is {
		case engine.Yes:
			mark, st = l.Warning, l.Notice
		case engine.No:
			mark, st = l.Check, l.Text
		}
		word := d.Is.String()
		p = append(p, para{indent: 11, parts: []part{{st, mark + " " + word + "        "[len(word):]}, {"", " " + d.Question + " "},
			{st, d.Why}, {l.Dim, " (" + d.Source + ")"}}})
	}
	if t.doubt.url != c.URL {
		p.add(part{l.Key, "u"}, part{l.Dim, " asks for the URL once, to see where it leads"})
	}
	return p
}
