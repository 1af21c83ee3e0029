package ui

import (
	"bytes"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

func (a *App) urlKey(msg tea.KeyMsg) tea.Cmd {
	if list := []byte(strings.TrimSpace(string(msg.Runes))); msg.Paste && bytes.ContainsAny(list, "\r\n") {
		return send(PasteListMsg{list})
	}
	changed, cmd := a.url.Update(msg)
	if changed {
		a.c.SetURL(a.url.Value())
	}
	return cmd
}

// crawlerKey edits the crawler's name; right at its end takes the completion.
func (a *App) crawlerKey(msg tea.KeyMsg) tea.Cmd {
	if rest := a.completion(); rest != "" && a.crawler.AtEnd() {
		if s := msg.String(); s == "right" || s == "end" || s == "enter" {
			a.setAgent(a.crawler.Value() + rest)
			return nil
		}
	}
	changed, cmd := a.crawler.Update(msg)
	if changed {
		a.c.SetAgent(a.crawler.Value())
	}
	return cmd
}

// completion is what the catalogue would put behind what is typed.
func (a *App) completion() string {
	typed := a.crawler.Value()
	if typed == "" {
		return ""
	}
	for _, e := range a.c.Catalogue.Complete(typed) {
		if len(e.Token) > len(typed) && strings.EqualFold(e.Token[:len(typed)], typed) {
			return e.Token[len(typed):]
		}
	}
	return ""
}

func (a *App) paintInputs() {
	l := a.look
	tail := ""
	if a.focus == paneCrawler && a.crawler.AtEnd() {
		tail = a.completion()
	}
	if a.lay.shape == compact {
		for _, in := range []struct {
			r     rect
			name  string
			f     *field
			focus bool
			tail  string
		}{{a.lay.url, "URL", &a.url, a.focus == paneURL, ""}, {a.lay.crawler, "as", &a.crawler, a.focus == paneCrawler, tail}} {
			r := a.region(in.r)
			st := l.Dim
			if in.focus {
				st = l.Accent
			}
			r.Text(0, 0, st, in.name)
			in.f.Paint(r.Sub(4, 0, r.W()-4, 1), l, in.focus, in.tail)
		}
		r := a.region(a.lay.verdictLine)
		x := 0
		for _, p := range a.verdictInShort() {
			x = r.Text(x, 0, p.st, p.s)
		}
		return
	}
	in := l.box(a.region(a.lay.url), "URL", a.focus == paneURL)
	a.url.Paint(in.Sub(1, 0, in.W()-2, 1), l, a.focus == paneURL, "")
	if !slices.Contains(a.visible(), paneVerdict) {
		a.paintVerdictInBorder(a.region(a.lay.url))
	}
	in = l.box(a.region(a.lay.crawler), "Crawler", a.focus == paneCrawler)
	if tail == "" {
		tail = "  " + crawlerWords(a.c)
	}
	a.crawler.Paint(in.Sub(1, 0, in.W()-2, 1), l, a.focus == paneCrawler, tail)
}

// verdictInShort is the verdict where there is no pane for it.
func (a *App) verdictInShort() []part {
	l := a.look
	switch {
	case a.c.Source.Kind == Awaited:
		return []part{{l.Notice, awaitedWords}}
	case a.c.Hidden:
		return []part{{l.Dim, "what does it say?"}}
	}
	mark, word, st := l.Verdict(a.c.Trace.Allowed)
	return []part{{st, mark + " " + word}, {"", byLine(&a.c.Trace)}}
}

// paintVerdictInBorder writes the verdict into the upper border of the URL,
// while another pane covers the one that has it.
func (a *App) paintVerdictInBorder(r screen.Region) {
	parts := a.verdictInShort()
	x := r.W() - 2
	for _, p := range slices.Backward(parts) {
		x -= screen.Width(p.s)
	}
	if x < 8 {
		return
	}
	x = r.Text(x-1, 0, "", " ")
	for _, p := range parts {
		x = r.Text(x, 0, p.st, p.s)
	}
	r.Text(x, 0, "", " ")
}

// crawlerWords says in a few words who the crawler is.
func crawlerWords(c *Case) string {
	e := c.Who.Entry
	if e == nil {
		return "not in the catalogue"
	}
	words := e.Operator + ", " + e.Kind.String()
	if !strings.EqualFold(e.Token, c.Who.Name) {
		words = e.Token + ": " + words
	}
	return words
}
