package ui

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"robotslens/engine"
	"robotslens/engine/audit"
	"robotslens/engine/crawlers"
	"robotslens/engine/lint"
	"robotslens/engine/suite"
	"robotslens/fetch"
	"robotslens/ui/editor"
	"robotslens/ui/screen"
	"robotslens/ui/syntax"
)

// linesOf is line(0), line(1) and so on, of about n octets in all.
func linesOf(n int, line func(i int) string) []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < n; i++ {
		b.WriteString(line(i))
	}
	return b.Bytes()
}

func rulesOf(n int, value func(i int) string) []byte {
	return append([]byte("User-agent: *\n"), linesOf(n, func(i int) string { return "Disallow: " + value(i) + "\n" })...)
}

// costly are files made to be slow, of about n octets each.
var costly = []struct {
	name string
	text func(n int) []byte
}{
	{"nested prefixes", func(n int) []byte { return rulesOf(n, func(i int) string { return "/" + strings.Repeat("a", i+1) }) }},
	{"rules with one window", func(n int) []byte {
		return rulesOf(n, func(i int) string { return fmt.Sprintf("/*abcdefghijkl*%d", i) })
	}},
	{"rules that are all alike", func(n int) []byte { return rulesOf(n, func(int) string { return "/aaaaaaaa*aaaaaaaa*aaaaaaaa$" }) }},
	{"rules that begin alike", func(n int) []byte {
		return rulesOf(n, func(i int) string { return fmt.Sprintf("/aaaaaaaaaaaaaaaa%d", i) })
	}},
	{"rules that end alike", func(n int) []byte {
		return rulesOf(n, func(i int) string { return fmt.Sprintf("/%d*/aaaaaaaaaaaa$", i) })
	}},
	{"short rules with a star", func(n int) []byte { return rulesOf(n, func(int) string { return "*a" }) }},
	{"allow and disallow by turns", func(n int) []byte {
		return append([]byte("User-agent: *\n"), linesOf(n, func(i int) string { return fmt.Sprintf("Disallow: /p%d\nAllow: /p%d\n", i, i) })...)
	}},
	{"one rule of nothing but stars", func(n int) []byte { return rulesOf(1, func(int) string { return "/" + strings.Repeat("*", n) }) }},
	{"one rule of stars and letters", func(n int) []byte {
		return rulesOf(1, func(int) string { return "/" + strings.Repeat("*a", n/2) + "b" })
	}},
	{"one rule of escapes", func(n int) []byte { return rulesOf(1, func(int) string { return "/" + strings.Repeat("%2f", n/3) }) }},
	{"one line of letters", func(n int) []byte { return bytes.Repeat([]byte("x"), n) }},
	{"one line of blanks", func(n int) []byte { return bytes.Repeat([]byte(" "), n) }},
	{"one line of colons", func(n int) []byte { return bytes.Repeat([]byte(":"), n) }},
	{"one line of number signs", func(n int) []byte { return bytes.Repeat([]byte("#"), n) }},
	{"nothing but CR", func(n int) []byte { return bytes.Repeat([]byte("\r"), n) }},
	{"nothing but LF", func(n int) []byte { return bytes.Repeat([]byte("\n"), n) }},
	{"nothing but NUL", func(n int) []byte { return make([]byte, n) }},
	{"nothing but 0xFF", func(n int) []byte { return bytes.Repeat([]byte{0xFF}, n) }},
	{"a letter with marks", func(n int) []byte {
		return append([]byte("User-agent: *\nDisallow: /e"), bytes.Repeat([]byte("\u0301"), n/2)...)
	}},
	{"groups of one token", func(n int) []byte {
		return linesOf(n, func(i int) string { return fmt.Sprintf("User-agent: Googlebot\nDisallow: /%d\n", i) })
	}},
	{"groups of everybody", func(n int) []byte {
		return linesOf(n, func(i int) string { return fmt.Sprintf("User-agent: *\nDisallow: /%d\n", i) })
	}},
	{"groups of other tokens", func(n int) []byte {
		return linesOf(n, func(i int) string { return "User-agent: bot" + letters(i) + "\nDisallow: /\n" })
	}},
	{"one group of many tokens", func(n int) []byte {
		return append(linesOf(n, func(i int) string { return "User-agent: bot" + letters(i) + "\n" }), "Disallow: /a\n"...)
	}},
	{"one group that names a token again and again", func(n int) []byte {
		return append(linesOf(n, func(int) string { return "User-agent: Googlebot\n" }), "Disallow: /a\n"...)
	}},
	{"sitemap lines", func(n int) []byte {
		return linesOf(n, func(i int) string { return fmt.Sprintf("Sitemap: https://shop.example/%d.xml\n", i) })
	}},
	{"sitemap lines that are alike", func(n int) []byte {
		return linesOf(n, func(int) string { return "Sitemap: https://shop.example/s.xml\n" })
	}},
	{"unknown fields", func(n int) []byte { return linesOf(n, func(i int) string { return "Dissalow" + letters(i) + ": /\n" }) }},
	{"lines without a colon", func(n int) []byte { return linesOf(n, func(int) string { return "Disallow /a\n" }) }},
	{"comments that look like rules", func(n int) []byte {
		return linesOf(n, func(i int) string { return fmt.Sprintf("# Disallow: /%d\n", i) })
	}},
	{"crawl delays", func(n int) []byte {
		return append([]byte("User-agent: *\n"), linesOf(n, func(int) string { return "Crawl-delay: 1\n" })...)
	}},
	{"content signals", func(n int) []byte {
		return append([]byte("User-agent: *\n"), linesOf(n, func(int) string { return "Content-Signal: search=yes\n" })...)
	}},
	{"HTML", func(n int) []byte { return linesOf(n, func(int) string { return "<a href='/x'>User-agent: *</a>\n" }) }},
}

func letters(i int) string {
	s := ""
	for ; i >= 0; i = i/26 - 1 {
		s = string(rune('a'+i%26)) + s
	}
	return s
}

// calls are what is asked of a file while a person looks at it.
var calls = []struct {
	name string
	call func(text []byte, url string)
}{
	{"Parse", func(text []byte, _ string) {
		for _, d := range engine.Dialects() {
			engine.Parse(text, d)
		}
	}},
	{"Explain", func(text []byte, url string) {
		for _, d := range engine.Dialects() {
			engine.Parse(text, d).Explain(url, engine.Token("Googlebot"))
		}
	}},
	{"Story", func(text []byte, url string) {
		tr := engine.Parse(text, engine.RFC).Explain(url, engine.Token("Googlebot"))
		tr.StoryLines()
		_ = tr.String()
		tr.NearMisses(3)
	}},
	{"Matcher", func(text []byte, url string) {
		for _, d := range engine.Dialects() {
			f := engine.Parse(text, d)
			m := f.NewMatcher(f.Select(engine.Token("Googlebot"))).NewLookup()
			for range 10 {
				m.Verdict(url)
			}
		}
	}},
	{"Plain", func(text []byte, _ string) {
		f := engine.Parse(text, engine.RFC)
		f.Plain(f.Select(engine.Token("Googlebot"))).Sentences("Googlebot")
	}},
	{"suite", func(text []byte, url string) {
		half := text[:len(text)/2]
		p, _ := suite.NewPlan(suite.Cross([]string{"Googlebot", "GPTBot"}, []string{"/", url}), suite.Options{})
		before, _ := p.Run(context.Background(), suite.Version{Src: half})
		now, _ := p.Run(context.Background(), suite.Version{Src: text})
		suite.GroupFlips(p, suite.Flips(before, now))
		_, _ = now.Coverage(context.Background())
	}},
	{"probes", func(text []byte, _ string) {
		suite.ProbeEdit(text[:len(text)/2], text, 1000)
		suite.Probes(engine.Parse(text, engine.RFC), 1000)
	}},
	{"lint", func(text []byte, _ string) { lint.Run(lint.Input{Src: text, URLs: []string{"/", "/a"}}) }},
	{"WhatFlips", func(text []byte, url string) {
		lint.WhatFlips(text, engine.RFC, url, engine.Token("Googlebot"), []string{"/", "/a"})
	}},
	{"syntax", func(text []byte, _ string) {
		it, err := syntax.New(engine.Google).Tokenise(nil, string(text))
		if err == nil {
			it.Tokens()
		}
	}},
	{"editor", func(text []byte, _ string) {
		ed := editor.New(editor.NewBuffer(text))
		c := screen.New(100, 30)
		ed.SetSize(100, 30)
		ed.Find([]byte("aaaa"), true)
		for range 3 {
			ed.FindNext()
			ed.Paint(c.Region(0, 0, 100, 30), editor.Look{})
		}
		ed.PasteText([]byte("x"))
		ed.GoToLine(1 << 30)
		ed.Paint(c.Region(0, 0, 100, 30), editor.Look{})
		ed.ReplaceAll([]byte("bb"))
		ed.Undo()
	}},
	{"log lines", func(text []byte, _ string) {
		book, err := audit.NewRulebook([]audit.Site{{Versions: []audit.Version{{Src: text}}}}, crawlers.BuiltIn(), "auto")
		if err != nil {
			panic(err)
		}
		a := audit.New(audit.Options{Catalogue: crawlers.BuiltIn(), Rulebook: book})
		_ = a.Read(context.Background(), "a", bytes.NewReader(text))
		a.Report()
	}},
	{"lists and tables", func(text []byte, _ string) {
		for range suite.List(bytes.NewReader(text)) {
		}
		_, _, _ = suite.ReadTable(bytes.NewReader(append([]byte("agent,url,expected\n"), text...)))
		for range fetch.SitemapFrom(context.Background(), bytes.NewReader(text), "a", fetch.SitemapOptions{}) {
		}
	}},
}

// costlyURLs are URLs made to be slow, of about n octets each.
var costlyURLs = []struct {
	name string
	url  func(n int) string
}{
	{"one letter", func(n int) string { return "/" + strings.Repeat("a", n) }},
	{"what a pattern wants, almost", func(n int) string { return "/" + strings.Repeat("ab", n/2) + "a" }},
	{"slashes", func(n int) string { return strings.Repeat("/", n) }},
	{"segments of dots", func(n int) string { return strings.Repeat("/..", n/3) }},
	{"escapes", func(n int) string { return "/" + strings.Repeat("%61", n/3) }},
	{"percent signs", func(n int) string { return "/" + strings.Repeat("%", n) }},
	{"letters to escape", func(n int) string { return "/" + strings.Repeat("é", n/2) }},
	{"octets that are no text", func(n int) string { return "/" + strings.Repeat("\xff", n) }},
	{"marks on a letter", func(n int) string { return "/e" + strings.Repeat("\u0301", n/2) }},
	{"question marks and number signs", func(n int) string { return "/" + strings.Repeat("?;#", n/3) }},
	{"a host of dots", func(n int) string { return "https://" + strings.Repeat("a.", n/2) + "/" }},
	{"white space", func(n int) string { return strings.Repeat(" \t", n/2) }},
}

// starred is a file whose patterns look at all of a URL.
const starred = "User-agent: *\nDisallow: /*ab*ab*ab*b$\nAllow: /*a*a*a*a*c\nDisallow: *é*%61*%\nAllow: /*/*/*..*$\n" +
	"Disallow: /*aaaaaaaaaaaaaaaaaaaab\nAllow: *?*;*#\nDisallow: /e\u0301*\nAllow: /aaaaaaaaaa\n"

// costSize is the length of the costly texts in octets: ROBOTSLENS_COST, or usual.
func costSize(t *testing.T, usual int) int {
	t.Helper()
	if testing.Short() {
		t.Skip("long, and without goroutines of its own")
	}
	s := os.Getenv("ROBOTSLENS_COST")
	if s == "" {
		return usual
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// holdLinear calls with n and, where that is slow at all, with half of n: this must take less than half
// as long, or not much more.
func holdLinear(t *testing.T, name string, n int, call func(n int) time.Duration) {
	t.Helper()
	whole := call(n)
	if whole < time.Second {
		return
	}
	half := call(n / 2)
	for try := 0; try < 3 && whole > 3*half && whole > time.Second; try++ {
		whole, half = min(whole, call(n)), max(half, call(n/2)) // the machine may have been busy
	}
	if whole > 3*half && whole > time.Second {
		t.Errorf("%s: %v for %d octets, %v for half of them", name, whole, n, half)
	} else if testing.Verbose() {
		t.Logf("%s: %v for %d octets, %v for half of them", name, whole, n, half)
	}
}

func timed(call func()) time.Duration {
	start := time.Now()
	call()
	return time.Since(start)
}

func TestNoCallCostsMoreThanItsFileIsLong(t *testing.T) {
	n := costSize(t, 192<<10)
	url := "/" + strings.Repeat("a", 2000) + "abcdefghijkl"
	for _, c := range calls {
		t.Run(c.name, func(t *testing.T) {
			for _, f := range costly {
				holdLinear(t, fmt.Sprintf("%s of %q", c.name, f.name), n, func(n int) time.Duration {
					text := f.text(n)
					return timed(func() { c.call(text, url) })
				})
			}
		})
	}
}

func TestNoCallCostsMoreThanItsURLIsLong(t *testing.T) {
	n := costSize(t, 256<<10)
	for _, c := range calls {
		t.Run(c.name, func(t *testing.T) {
			for _, u := range costlyURLs {
				holdLinear(t, fmt.Sprintf("%s of %q", c.name, u.name), n, func(n int) time.Duration {
					url := u.url(n)
					return timed(func() { c.call([]byte(starred), url) })
				})
			}
		})
	}
}
