package engine

import (
	"strings"
	"testing"
	"time"
)

func circumstances(text, url, token string) Circumstances {
	who := Crawler{Tokens: []string{token}}
	f := Parse([]byte(text), RFC)
	return Circumstances{Trace: f.ExplainTarget(NewTarget(url, RFC), f.Select(who)), Name: token, Octets: len(text)}
}

func TestWhyACrawlerDoesOtherwise(t *testing.T) {
	const named = "User-agent: *\nDisallow: /a\n\nUser-agent: bot\nDisallow: /b\n"
	for _, tt := range []struct {
		name     string
		question string // a part of it
		change   func(*Circumstances)
		text     string
		url      string
		want     Is
		why      string
	}{
		{name: "a change within a day may not be known to a crawler", question: "older copy", want: Yes, why: "changed 2 hours ago",
			change: func(c *Circumstances) { c.ChangeKnown, c.Changed, c.SinceChange = true, true, 2*time.Hour }},
		{name: "a change before that is known to it", question: "older copy", want: No, why: "3 days",
			change: func(c *Circumstances) { c.ChangeKnown, c.Changed, c.SinceChange = true, true, 72*time.Hour }},
		{name: "a file first seen today may have been another", question: "older copy", want: Unknown, why: "first seen 5 hours ago",
			change: func(c *Circumstances) { c.ChangeKnown, c.SinceChange = true, 5*time.Hour }},
		{name: "without a date it is not known", question: "older copy", want: Unknown, why: "not known", change: func(*Circumstances) {}},
		{name: "an edited text is not what is served", question: "older copy", want: Yes, why: "no server gives out",
			change: func(c *Circumstances) { c.Unserved = true }},

		{name: "another scheme has a file of its own", question: "another host", want: Yes, why: "governs https://shop.example",
			change: func(c *Circumstances) {
				c.Answer.File, c.Answer.URL = OriginOf("https://shop.example"), OriginOf("http://shop.example")
			}},
		{name: "the same origin is governed", question: "another host", want: No, why: "lies there",
			change: func(c *Circumstances) {
				c.Answer.File, c.Answer.URL = OriginOf("https://shop.example"), OriginOf("https://shop.example/x")
			}},
		{name: "a path alone lies nowhere", question: "another host", want: Unknown, why: "names no host",
			change: func(c *Circumstances) { c.Answer.File = OriginOf("https://shop.example") }},

		{name: "nobody asked where the URL leads", question: "redirect", want: Unknown, why: "not asked", change: func(*Circumstances) {}},
		{name: "it answers itself", question: "redirect", want: No, why: "answers 200",
			change: func(c *Circumstances) { c.Page = &PageAnswer{Status: 200} }},
		{name: "it leads to what is disallowed", question: "redirect", want: Yes, why: "/b, which is disallowed",
			change: func(c *Circumstances) {
				c.Page = &PageAnswer{Status: 200, Hops: 1, FinalURL: "https://shop.example/b", Judged: true}
			}},
		{name: "it leads where no file could be read", question: "redirect", want: Unknown, why: "could not be read",
			change: func(c *Circumstances) { c.Page = &PageAnswer{Status: 200, Hops: 1, FinalURL: "https://other.example/"} }},

		{name: "a group of its own decides", question: "not name it", want: No, why: "bot has a group", text: named, change: func(*Circumstances) {}},
		{name: "the group of * decides", question: "not name it", want: Yes, why: "goes by *", text: "User-agent: *\nDisallow: /\n", change: func(*Circumstances) {}},
		{name: "a rule under * alone does not count", question: "lack rules", want: Yes, why: "line 2, under *", text: named, url: "/a", change: func(*Circumstances) {}},
		{name: "* says the same", question: "lack rules", want: No, why: "the same", text: named, url: "/c", change: func(*Circumstances) {}},

		{name: "disallowed is not de-indexed", question: "index", want: Yes, why: "noindex", text: named, url: "/b", change: func(*Circumstances) {}},
		{name: "allowed may or may not be indexed", question: "index", want: No, why: "another matter", text: named, url: "/c", change: func(*Circumstances) {}},

		{name: "a local file was not served", question: "error", want: Unknown, why: "not fetched", change: func(*Circumstances) {}},
		{name: "403 leaves no rules", question: "error", want: Yes, why: "403", change: func(c *Circumstances) { c.Fetched, c.Answer.Status = true, 403 }},
		{name: "503 leaves no rules", question: "error", want: Yes, why: "503", change: func(c *Circumstances) { c.Fetched, c.Answer.Status = true, 503 }},
		{name: "a page is no robots.txt", question: "error", want: Yes, why: "HTML", change: func(c *Circumstances) { c.Fetched, c.Answer.Status, c.HTML = true, 200, true }},
		{name: "200 and text is as it should be", question: "error", want: No, why: "200", change: func(c *Circumstances) { c.Fetched, c.Answer.Status = true, 200 }},

		{name: "beyond 500 KiB nothing need be read", question: "500 KiB", want: Yes, why: "first 512000", change: func(c *Circumstances) { c.Octets = Limit + 1 }},
		{name: "500 KiB are read", question: "500 KiB", want: No, why: "512000 octets", change: func(c *Circumstances) { c.Octets = Limit }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.url == "" {
				tt.url = "/x"
			}
			c := circumstances(tt.text, tt.url, "bot")
			tt.change(&c)
			found := 0
			for _, d := range Otherwise(c) {
				if d.Why == "" || d.Source == "" {
					t.Errorf("%q has no reason or no source", d.Question)
				}
				if !strings.Contains(d.Question, tt.question) {
					continue
				}
				found++
				if d.Is != tt.want || !strings.Contains(d.Why, tt.why) {
					t.Errorf("%s %s: %s; want %s: %s", d.Question, d.Is, d.Why, tt.want, tt.why)
				}
			}
			if found != 1 {
				t.Errorf("%d questions have %q", found, tt.question)
			}
		})
	}
}
