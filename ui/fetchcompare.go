package ui

import (
	"context"
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/fetch"
)

// comparing is the text on the screen beside the published one, and what the
// usual addresses of a site serve.
type comparing struct {
	published *fetch.Result
	found     *difference
	of        compareKey // what found was made of
	running   bool
	scroll    textTab
}

// compareKey names what a comparison is made of.
type compareKey struct {
	published *fetch.Result
	text      uint64
	list      uint64
	dialect   string
	answer    *engine.Answer
}

func (t *fetchTab) compareKeyOf(c *Case) compareKey {
	return compareKey{t.cmp.published, c.TextGen, c.ListGen, c.Dialect, c.Source.Answer}
}

// comparedMsg brings a comparison.
type comparedMsg struct {
	of    compareKey
	found difference
}

var compareKeys = []key.Binding{
	bind("p", "fetch the published file", "p"),
	bind("d", "text diff", "d"),
	bind("b", "as the URLs' baseline", "b"),
	bind("o", "http, https, www", "o"),
	bind("a", "answer", "a"),
	bind("esc", "stop", "esc"),
}

// site is the URL whose site the screen is about, or "".
func (t *fetchTab) site(c *Case) string {
	switch o := fetch.OriginOf(c.URL); {
	case c.Source.Origin.Known():
		return c.Source.Origin.String()
	case o.Known():
		return o.String()
	case t.result != nil:
		return t.result.Origin.String()
	}
	return ""
}

// withSite does something with the site the screen is about, and asks where
// that is not known.
func (t *fetchTab) withSite(c *Case, do func(url string, c *Case) tea.Cmd) tea.Cmd {
	if site := t.site(c); site != "" {
		return do(site, c)
	}
	return send(AskMsg{Label: "site", Empty: "a URL of the site, such as https://shop.example", Enter: func(url string) tea.Cmd { return do(url, c) }})
}

// show brings a page to the front.
func (t *fetchTab) show(p fetchPage) tea.Cmd {
	t.page = p
	return send(ShowTabMsg{Name: t.Name()})
}

// comparePublished fetches the published file and leaves the text as it is.
func (t *fetchTab) comparePublished(c *Case) tea.Cmd {
	if t.client == nil {
		return note("nothing is fetched here", true)
	}
	return tea.Batch(t.show(pageCompare), t.withSite(c, func(url string, _ *Case) tea.Cmd {
		return t.get(url, func(r *fetch.Result, err error, c *Case) tea.Cmd {
			if err != nil {
				return note("not fetched: "+err.Error(), true)
			}
			t.cmp.published, t.cmp.found = r, nil
			return t.compareAgain(c)
		})
	}))
}

// compareAgain compares in a command, where there is something new.
func (t *fetchTab) compareAgain(c *Case) tea.Cmd {
	of := t.compareKeyOf(c)
	if of.published == nil || t.cmp.running || t.cmp.found != nil && t.cmp.of == of {
		return nil
	}
	t.cmp.running = true
	still, was := c.Still(), fetchedEdition(of.published)
	return send(comparedMsg{of, findDifference(still, was, still.edition())})
}

func (t *fetchTab) compared(m comparedMsg, c *Case) tea.Cmd {
	t.cmp.running = false
	if m.of.published == t.cmp.published {
		t.cmp.found, t.cmp.of = &m.found, m.of
	}
	return t.compareAgain(c)
}

// compareHosts asks the usual addresses of the site, when a person wants it: it
// costs the site up to four requests.
func (t *fetchTab) compareHosts(c *Case) tea.Cmd {
	if t.client == nil {
		return note("nothing is fetched here", true)
	}
	client := t.client
	return tea.Batch(t.show(pageCompare), t.withSite(c, func(url string, _ *Case) tea.Cmd {
		return t.run("http, https, www and the bare host of "+url, func(ctx context.Context, _ func(int)) func(*Case) tea.Cmd {
			found, err := fetch.Compare(ctx, client, url)
			return func(c *Case) tea.Cmd {
				if err != nil {
					return note("not compared: "+err.Error(), true)
				}
				c.SetHosts(found)
				return nil
			}
		})
	}))
}

// baseline makes the published file, as last fetched, what the URLs tab compares
// verdicts with.
func (t *fetchTab) baseline() tea.Cmd {
	r := t.cmp.published
	if r == nil {
		r = t.result
	}
	if r == nil {
		return note("nothing was fetched yet: p fetches the published file", true)
	}
	text := r.VerdictBody()
	return send(BaselineMsg{Name: "the published file", Text: text})
}

func (t *fetchTab) compareKey(msg tea.Msg, c *Case) tea.Cmd {
	if k, ok := msg.(tea.KeyMsg); ok {
		switch k.String() {
		case "p", "enter":
			return t.comparePublished(c)
		case "o":
			return t.compareHosts(c)
		case "d":
			if t.cmp.published == nil {
				return note("p fetches the published file first", false)
			}
			was, now := fetchedEdition(t.cmp.published), c.edition()
			return func() tea.Msg {
				return showDiffMsg{"Published and here", was.name, now.name, was.text, now.text}
			}
		case "b":
			return t.baseline()
		}
	}
	return t.cmp.scroll.Update(msg, c)
}

// compareText tells what a comparison found.
func (t *fetchTab) compareText(c *Case, l *Look, _ int) paras {
	var p paras
	switch {
	case t.cmp.found != nil:
		p = append(p, t.cmp.found.text(l)...)
		r := t.cmp.published
		p.add(part{l.Dim, "published: " + r.RobotsURL + ", " + statusWords(r) + " at " + r.At.Local().Format("15:04:05")})
		if m := r.Meaning("rfc", engine.Origin{}); m.Do != engine.DoRules {
			p.add(part{l.Notice, m.Sentence}, part{l.Dim, " (" + m.Source + ")"})
		}
	case t.cmp.running:
		p.add(part{l.Dim, "comparing" + l.Ellipsis})
	default:
		p.add(part{l.Key, "p"}, part{"", " fetches the published file and tells how it differs from the text on the screen: lines, and the verdicts that flip"})
	}
	p.gap()
	if c.Hosts == nil {
		p.add(part{l.Key, "o"}, part{"", " asks http and https, www and the bare host, whether they serve the same file"})
		return p
	}
	for _, r := range c.Hosts.Results {
		p = append(p, para{indent: 4, parts: []part{{l.Key, r.Origin.String()}, {"", "  " + statusWords(r)},
			{l.Dim, fmt.Sprintf(", %s: %s", count(len(r.Body), "octet", "octets"), r.Meaning("rfc", engine.Origin{}).Sentence)}}})
	}
	if len(c.Hosts.Warnings) == 0 {
		p.add(part{"", "they serve the same"})
	}
	for _, w := range c.Hosts.Warnings {
		p.add(part{l.Notice, l.Warning + " " + w.Text})
	}
	return p
}
