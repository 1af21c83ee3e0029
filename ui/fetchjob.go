package ui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/fetch"
)

// fetchJob is the fetch at hand; it counts octets.
type fetchJob struct {
	job
	what  string // what is being asked for
	began time.Time
}

// get asks for one robots.txt, through the history where there is one.
func (t *fetchTab) get(url string, done func(*fetch.Result, error, *Case) tea.Cmd) tea.Cmd {
	what := url
	if robots, _, err := fetch.RobotsURL(url); err == nil {
		what = robots
	}
	client, history := t.client, t.history
	return t.run(what, func(ctx context.Context, tell func(octets int)) func(*Case) tea.Cmd {
		req := fetch.Request{URL: url, Progress: tell}
		ask := client.Get
		if history != nil {
			ask = func(ctx context.Context, req fetch.Request) (*fetch.Result, error) {
				return history.Fetch(ctx, client, req)
			}
		}
		r, err := ask(ctx, req)
		return func(c *Case) tea.Cmd { return done(r, err, c) }
	})
}

// run does work in a command, in place of what was under way. What work
// returns is done behind it, unless the job was given up meanwhile.
func (t *fetchTab) run(what string, work func(ctx context.Context, tell func(octets int)) func(*Case) tea.Cmd) tea.Cmd {
	ctx, id, octets := t.job.start()
	t.job.what, t.job.began = what, t.now()
	return tea.Batch(t.tick(), func() tea.Msg {
		return fetchedMsg{id, work(ctx, func(n int) { octets.Store(int64(n)) })}
	})
}

// ended takes the end of a job.
func (t *fetchTab) ended(m fetchedMsg, c *Case) tea.Cmd {
	if !t.job.ends(m.id) {
		return nil
	}
	return tea.Batch(t.tick(), m.done(c))
}

// Cancel ends what goes on, wherever the focus is: a fetch, or a what if.
func (t *fetchTab) Cancel(c *Case) (tea.Cmd, bool) {
	switch {
	case t.job.stop():
		t.trouble = "given up: " + t.job.what
		if c.Source.Kind == Awaited {
			return tea.Batch(note("the fetch was given up", false), notFetched(t.job.what)), true
		}
		return note("the fetch was given up", false), true
	case c.Source.WhatIf != "":
		c.SetWhatIf(nil, "")
		return nil, true
	}
	return nil, false
}

// notFetched opens an empty text in place of one that was awaited.
func notFetched(what string) tea.Cmd {
	return send(OpenMsg{Source: Source{Kind: NewFile, Name: "not fetched: " + what}})
}

// tick makes the screen be painted while a fetch goes on, and now and then
// after it, since a fetched file ages.
func (t *fetchTab) tick() tea.Cmd {
	id, every := t.job.id, 100*time.Millisecond
	if !t.job.running() {
		every = 15 * time.Second
	}
	return tea.Tick(every, func(time.Time) tea.Msg { return fetchTickMsg{id} })
}
