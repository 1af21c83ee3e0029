package ui

import (
	"fmt"
	"strings"
	"testing"

	"robotslens/engine/crawlers"
	"robotslens/engine/suite"
	"robotslens/ui/screen"
)

// benchCase is a file of rules and a tab with a list of URLs over it.
func benchCase(rules, urls int) (*Case, *urlsTab) {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for i := range rules {
		fmt.Fprintf(&b, "Disallow: /folder-%d/part-%d/page\n", i%97, i)
	}
	c := NewCase(crawlers.BuiltIn())
	c.SetText([]byte(b.String()))
	c.SetSaved([]byte(b.String()))
	t := newURLsTab(Options{})
	rows := make([]suite.Row, urls)
	for i := range rows {
		rows[i] = suite.Row{Agent: "Googlebot", URL: fmt.Sprintf("https://shop.example/folder-%d/part-%d/page/%d", i%97, i%(2*rules), i)}
	}
	t.add(rows)
	return c, t
}

// refresh brings the tab up to date, as the program does.
func refresh(t *urlsTab, c *Case) {
	for cmd := t.Refresh(c); cmd != nil; {
		msg := cmd()
		cmd = t.Update(msg, c)
	}
}

func BenchmarkURLs100kRefreshAndPaint(b *testing.B) {
	c, t := benchCase(10_000, 100_000)
	refresh(t, c)
	canvas := screen.New(120, 36)
	edited := append([]byte("User-agent: *\nDisallow: /folder-1/\n"), c.Text...)
	texts := [][]byte{edited, c.Saved}
	for i := 0; b.Loop(); i++ {
		c.SetText(texts[i%2])
		refresh(t, c)
		t.Paint(canvas.Region(0, 0, 120, 20), c, &Look{}, true)
	}
	if len(t.found.shown) != 100_000 {
		b.Fatal("rows are missing")
	}
}

// BenchmarkURLs100kKey is what a key costs while the rows are worked out in a
// command: Refresh without it, and Paint.
func BenchmarkURLs100kKey(b *testing.B) {
	c, t := benchCase(10_000, 100_000)
	refresh(t, c)
	canvas := screen.New(120, 36)
	for b.Loop() {
		c.TextGen++
		t.running = false
		t.Refresh(c)
		t.Paint(canvas.Region(0, 0, 120, 20), c, &Look{}, true)
	}
}

func BenchmarkURLs100kSortByURL(b *testing.B) {
	c, t := benchCase(10_000, 100_000)
	refresh(t, c)
	for i := 0; b.Loop(); i++ {
		t.view.order = []urlsOrder{byURL, byList}[i%2]
		for cmd := t.evaluate(c); cmd != nil; {
			cmd = t.Update(cmd(), c)
		}
	}
}
