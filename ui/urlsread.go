package ui

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/suite"
	"robotslens/fetch"
)

// urlsLists names lists, tables and sitemaps. Where piped is not nil, "-" among
// them is that text, which came from standard input.
type urlsLists struct {
	lists, tables, sitemaps []string
	piped                   []byte
}

const stdinName = "standard input"

func (l urlsLists) empty() bool { return len(l.lists)+len(l.tables)+len(l.sitemaps) == 0 }

// The messages of a reading.
type (
	urlsOpenMsg struct{ lists urlsLists }
	urlsReadMsg struct {
		id      uint64
		from    string
		rows    []suite.Row
		trouble string
	}
)

func (t *urlsTab) askList(*Case) tea.Cmd {
	return func() tea.Msg {
		return AskMsg{Label: "load", Empty: "a list of URLs, a table, or a sitemap: a path or a URL", Enter: func(name string) tea.Cmd {
			if name = strings.TrimSpace(name); name == "" {
				return nil
			}
			return tea.Sequence(
				send(ShowTabMsg{t.Name()}),
				func() tea.Msg { return urlsOpenMsg{urlsLists{lists: []string{name}}} },
			)
		}}
	}
}

// Cancel ends a reading, wherever the focus is; the list stays as it was.
func (t *urlsTab) Cancel(*Case) (tea.Cmd, bool) {
	if !t.reading.stop() {
		return nil, false
	}
	return note("the list was given up", false), true
}

// open reads lists in a command.
func (t *urlsTab) open(l urlsLists, c *Case) tea.Cmd {
	names := slices.Concat(l.tables, l.lists, l.sitemaps)
	if at := slices.Index(names, "-"); at >= 0 && l.piped != nil {
		names[at] = stdinName
	}
	return t.reader(strings.Join(names, ", "), c, func(r *rowReader) {
		r.piped = l.piped
		for _, name := range l.tables {
			r.file(name, wantTable)
		}
		for _, name := range l.lists {
			r.file(name, wantAny)
		}
		for _, name := range l.sitemaps {
			r.file(name, wantSitemap)
		}
	})
}

// readPaste reads a list that was pasted.
func (t *urlsTab) readPaste(text []byte, c *Case) tea.Cmd {
	return tea.Batch(
		send(ShowTabMsg{t.Name()}),
		t.reader("what was pasted", c, func(r *rowReader) { r.text(bytes.NewReader(text), "") }),
	)
}

func (t *urlsTab) reader(from string, c *Case, read func(*rowReader)) tea.Cmd {
	ctx, id, rows := t.reading.start()
	t.from, t.trouble = from, ""
	r := &rowReader{ctx: ctx, agent: c.Agent, client: t.client, n: rows}
	return tea.Batch(t.reading.tick(), func() tea.Msg {
		read(r)
		return urlsReadMsg{id, from, r.rows, r.troubles()}
	})
}

// takeRows adds what a reading brought.
func (t *urlsTab) takeRows(m urlsReadMsg, c *Case) tea.Cmd {
	if !t.reading.ends(m.id) {
		return nil
	}
	t.trouble = m.trouble
	added, full := t.add(m.rows)
	words := fmt.Sprintf("%s from %s", count(added, "row", "rows"), m.from)
	if n := len(m.rows) - added; n > 0 && !full {
		words += fmt.Sprintf(", %s were in the list", thousands(n))
	}
	if full {
		words += fmt.Sprintf("; the list holds %s at most, the rest is left out", thousands(mostRows))
	}
	if m.trouble != "" {
		words += "; " + m.trouble
	}
	return tea.Batch(t.evaluate(c), note(words, m.trouble != ""))
}

// rowReader gathers rows in a command.
type rowReader struct {
	ctx    context.Context
	agent  string // for lists, which name none
	client *fetch.Client
	piped  []byte // what "-" stands for, where not nil
	n      *atomic.Int64
	rows   []suite.Row
	first  string // the first trouble
	bad    int
}

func (r *rowReader) trouble(err error) {
	if r.bad++; r.bad == 1 {
		r.first = err.Error()
	}
}

// troubleIn is trouble with the text called name, "" for one without a name.
func (r *rowReader) troubleIn(name string, err error) {
	if name != "" {
		err = fmt.Errorf("%s: %w", name, err)
	}
	r.trouble(err)
}

func (r *rowReader) troubles() string {
	if r.bad > 1 {
		return fmt.Sprintf("%s, and %s more", r.first, count(r.bad-1, "problem", "problems"))
	}
	return r.first
}

func (r *rowReader) take(rows ...suite.Row) {
	r.rows = append(r.rows, rows...)
	r.n.Store(int64(len(r.rows)))
}

type wanted uint8

const (
	wantAny wanted = iota
	wantTable
	wantSitemap
)

// file reads a file, a URL or what was piped in.
func (r *rowReader) file(name string, want wanted) {
	if name == "-" && r.piped != nil {
		in := bufio.NewReader(bytes.NewReader(r.piped))
		if want == wantSitemap || want == wantAny && fetch.LooksLikeSitemap(r.piped) {
			r.locations(fetch.SitemapFrom(r.ctx, in, stdinName, fetch.SitemapOptions{Client: r.client}))
			return
		}
		r.rowsOf(in, stdinName, want)
		return
	}
	if want == wantSitemap || fetch.IsURL(name) {
		r.sitemap(name)
		return
	}
	f, err := fetch.OpenStream(name)
	if err != nil {
		r.trouble(err)
		return
	}
	defer f.Close()
	b := bufio.NewReaderSize(f, 64<<10)
	head, _ := b.Peek(512)
	if fetch.LooksLikeSitemap(head) && want == wantAny {
		r.sitemap(name)
		return
	}
	r.rowsOf(b, name, want)
}

// rowsOf reads a table, or a list too where no table is wanted.
func (r *rowReader) rowsOf(in io.Reader, name string, want wanted) {
	switch {
	case want != wantTable:
		r.text(in, name)
	case !r.table(in, name):
		r.troubleIn(name, suite.ErrNoHeader)
	}
}

// text reads a table or a list, whichever it is.
func (r *rowReader) text(in io.Reader, name string) {
	all, err := io.ReadAll(io.LimitReader(in, fetch.InputOctets+1))
	if err == nil && len(all) > fetch.InputOctets {
		err = fmt.Errorf("longer than %d octets; robotslens check --urls reads lists of any length", fetch.InputOctets)
	}
	if err != nil {
		r.troubleIn(name, err)
		return
	}
	if !r.table(bytes.NewReader(all), name) {
		r.list(suite.List(bytes.NewReader(all)), name)
	}
}

func (r *rowReader) table(in io.Reader, name string) bool {
	rows, problems, err := suite.ReadTable(in)
	if errors.Is(err, suite.ErrNoHeader) {
		return false
	}
	if err != nil {
		r.troubleIn(name, err)
	}
	for _, p := range problems {
		r.troubleIn(name, p)
	}
	r.take(rows...)
	return true
}

func (r *rowReader) list(all iter.Seq2[suite.Listed, error], name string) {
	for l, err := range all {
		switch {
		case r.ctx.Err() != nil:
			return
		case err != nil:
			r.troubleIn(name, err)
		default:
			r.take(suite.Row{Agent: r.agent, URL: l.URL})
		}
		if len(r.rows) > mostRows {
			return
		}
	}
}

func (r *rowReader) sitemap(name string) {
	r.locations(fetch.Sitemap(r.ctx, name, fetch.SitemapOptions{Client: r.client}))
}

func (r *rowReader) locations(all iter.Seq2[fetch.SitemapURL, error]) {
	for u, err := range all {
		switch {
		case r.ctx.Err() != nil:
			return
		case err != nil:
			r.trouble(err)
		default:
			r.take(suite.Row{Agent: r.agent, URL: u.Loc})
		}
		if len(r.rows) > mostRows {
			return
		}
	}
}
