package lint

import (
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"robotslens/engine"
)

func titles(all []Suggestion) []string {
	var out []string
	for _, s := range all {
		out = append(out, s.Title)
	}
	return out
}

func TestWhatFlipsAVerdict(t *testing.T) {
	for _, c := range []struct {
		name, src, url string
		who            engine.Crawler
		want           []string // titles that must be among them
		first          string   // "" for any
	}{
		{"a page in a closed folder", "User-agent: *\nDisallow: /shop/\n", "/shop/a.html", engine.Token("x"),
			[]string{"Add Allow: /shop/a.html$ (13 octets) to the group of *", "Add Allow: /shop/ (6 octets) to the group of *", "Remove line 2"}, ""},
		{"a page that a prefix catches by chance", "User-agent: *\nDisallow: /shop\n", "/shopping", engine.Token("x"),
			[]string{"Narrow line 2 to Disallow: /shop/", "Narrow line 2 to Disallow: /shop$"}, ""},
		{"two lines that close the same", "User-agent: *\nDisallow: /a\nDisallow: /ab\n", "/abc", engine.Token("x"),
			[]string{"Remove lines 2 and 3"}, ""},
		{"an open page", "User-agent: *\nDisallow: /b\n", "/a?b=1", engine.Token("x"),
			[]string{"Add Disallow: /a?b=1$ (7 octets) to the group of *", "Add Disallow: /a (2 octets) to the group of *"}, ""},
		{"a tie that Allow wins", "User-agent: *\nDisallow: /a\nAllow: /a\n", "/a", engine.Token("x"),
			[]string{"Lengthen line 2 to Disallow: /a*, which matches the same", "Remove line 3"}, ""},
		{"no group at all", "Sitemap: https://example.com/s.xml\n", "/a", engine.Token("x"),
			[]string{"Add a group for x with Disallow: /a$"}, ""},
		{"an empty file", "", "/a", engine.Crawler{}, []string{"Add a group for * with Disallow: /a$"}, ""},
		{"a crawler that shares the group of *", "User-agent: *\nDisallow: /a\nDisallow: /b\n", "/a", engine.Token("x"),
			[]string{"Add a group for x with 2 rules of its present group and Allow: /a$"}, ""},
		{"a crawler in a group with others", "User-agent: x\nUser-agent: y\nDisallow: /a\n", "/a", engine.Token("x"),
			[]string{"Add a group for x with Allow: /a$"}, ""},
		{"a crawler that does not go by *", "User-agent: *\nDisallow: /\n", "/a", engine.Crawler{Tokens: []string{"AdsBot-Google"}, NoStar: true},
			[]string{"Add a group for AdsBot-Google with Disallow: /a$"}, ""},
		{"a star in the URL is meant literally", "User-agent: *\nDisallow: /a\n", "/a*b", engine.Token("x"),
			[]string{"Add Allow: /a%2Ab$ (7 octets) to the group of *"}, ""},
		{"the first is the one that flips least", "User-agent: *\nDisallow: /shop/\n", "/shop/a", engine.Token("x"), nil,
			"Add a group for x with 1 rule of its present group and Allow: /shop/a$"},
	} {
		urls := []string{"/shop/a", "/shop/b", "/shop/", "/shopping", "/a", "/b", "/"}
		got := WhatFlips([]byte(c.src), engine.RFC, c.url, c.who, urls)
		for _, want := range c.want {
			if !strings.Contains(strings.Join(titles(got), "\n")+"\n", want+"\n") {
				t.Errorf("%s: no %q in\n%s", c.name, want, strings.Join(titles(got), "\n"))
			}
		}
		if c.first != "" && (len(got) == 0 || got[0].Title != c.first) {
			t.Errorf("%s: first of %q, want %q", c.name, titles(got), c.first)
		}
		checkSuggestions(t, []byte(c.src), engine.RFC, c.url, c.who, got)
	}
}

func checkSuggestions(t *testing.T, src []byte, d engine.Dialect, url string, who engine.Crawler, all []Suggestion) {
	t.Helper()
	was := engine.Parse(src, d).Explain(url, who).Allowed
	for i, s := range all {
		after, err := Apply(src, s.Edits)
		if err != nil {
			t.Fatalf("%s: %v", s.Title, err)
		}
		if engine.Parse(after, d).Explain(url, who).Allowed == was {
			t.Errorf("%s flips nothing\n%s", s.Title, after)
		}
		if i > 0 && len(all[i-1].Others) > len(s.Others) {
			t.Errorf("%s flips %d others and stands after one that flips %d", s.Title, len(s.Others), len(all[i-1].Others))
		}
	}
}

func TestRobotsTxtItselfCannotBeFlipped(t *testing.T) {
	if got := WhatFlips([]byte("User-agent: *\nDisallow: /\n"), engine.RFC, "/robots.txt", engine.Token("x"), nil); got != nil {
		t.Errorf("%q", titles(got))
	}
}

// TestSomethingFlipsAnyVerdict asks on random files in every dialect, and holds
// each suggestion to what it says.
func TestSomethingFlipsAnyVerdict(t *testing.T) {
	r := rand.New(rand.NewSource(12))
	paths := allPaths(4)[1:]
	for range 400 {
		src := []byte(randomFile(r))
		path := paths[r.Intn(len(paths))]
		if strings.HasPrefix(path, "//") {
			continue
		}
		d := engine.Dialects()[r.Intn(3)]
		who := []engine.Crawler{engine.Token("a"), engine.Token("q"), {}}[r.Intn(3)]
		got := WhatFlips(src, d, path, who, paths[:20])
		if len(got) == 0 && d != engine.Python {
			t.Errorf("nothing flips %s for %v in %s\n%s", path, who.Tokens, d.Name, src)
		}
		checkSuggestions(t, src, d, path, who, got)
	}
}

func TestRulesFromAURL(t *testing.T) {
	const url = "https://shop.example/a/b/report.pdf?q=1&sort=up"
	for _, c := range []struct {
		url    string
		intent Intent
		param  string
		want   []string
		err    string
	}{
		{url, ThisPage, "", []string{"Disallow: /a/b/report.pdf?q=1&sort=up$"}, ""},
		{url, ThisFolder, "", []string{"Disallow: /a/b/"}, ""},
		{url, ThisParam, "", []string{"Disallow: /*?q=", "Disallow: /*&q="}, ""},
		{url, ThisParam, "sort", []string{"Disallow: /*?sort=", "Disallow: /*&sort="}, ""},
		{url, ThisType, "", []string{"Disallow: /*.pdf$", "Disallow: /*.pdf?"}, ""},
		{"/shop/open/", AllowInside, "", []string{"Allow: /shop/open/"}, ""},
		{"/shop/open", AllowInside, "", []string{"Allow: /shop/open$"}, ""},
		{"/a*b$", ThisPage, "", []string{"Disallow: /a%2Ab%24$"}, ""},
		{"https://shop.example", ThisFolder, "", []string{"Disallow: /"}, ""},
		{"/a", ThisParam, "", nil, "no parameter"},
		{"/a.b/c", ThisType, "", nil, "no file type"},
		{"/a", Intent(99), "", nil, "unknown intent"},
	} {
		d, err := RuleFromURL(c.url, c.intent, c.param)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s %v: %v, want %s", c.url, c.intent, err, c.err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(d.Lines(), c.want) {
			t.Errorf("%s %v: %q, %v, want %q", c.url, c.intent, d.Lines(), err, c.want)
		}
		if got := d.Catches([]string{c.url}, engine.RFC); len(got) != 1 {
			t.Errorf("%s %v: %q does not catch the URL itself", c.url, c.intent, d.Patterns)
		}
	}
}

func TestADraftSaysWhatElseItCatches(t *testing.T) {
	urls := []string{"/?sort=a", "/x?a=1&sort=b", "/x?resort=1", "/sort=", "/y.pdf", "/y.pdf?v=2", "/y.pdfx"}
	for _, c := range []struct {
		intent Intent
		want   []string
	}{{ThisParam, []string{"/?sort=a", "/x?a=1&sort=b"}}, {ThisType, []string{"/y.pdf", "/y.pdf?v=2"}}} {
		d, err := RuleFromURL("/z.pdf?sort=1", c.intent, "")
		if got := d.Catches(urls, engine.RFC); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %q, %v, want %q", c.intent, got, err, c.want)
		}
	}
}

func TestADraftGoesIntoTheGroupThatApplies(t *testing.T) {
	d := Draft{Patterns: []string{"/x"}}
	for _, c := range []struct {
		name, src, want string
		who             engine.Crawler
		group           int
	}{
		{"its own group", "User-agent: *\nDisallow: /a\n\nUser-agent: b\nDisallow: /c\n", "User-agent: *\nDisallow: /a\n\nUser-agent: b\nDisallow: /c\nDisallow: /x\n", engine.Token("b"), 4},
		{"that of *", "User-agent: *\r\nDisallow: /a\r\n\r\nUser-agent: b\r\nDisallow: /c\r\n", "User-agent: *\r\nDisallow: /a\r\nDisallow: /x\r\n\r\nUser-agent: b\r\nDisallow: /c\r\n", engine.Token("q"), 1},
		{"a group without rules", "User-agent: *\nCrawl-delay: 1\n", "User-agent: *\nDisallow: /x\nCrawl-delay: 1\n", engine.Token("q"), 1},
		{"a new one", "Sitemap: https://shop.example/s.xml", "Sitemap: https://shop.example/s.xml\n\nUser-agent: *\nDisallow: /x\n", engine.Token("q"), 0},
		{"an empty file", "", "User-agent: *\nDisallow: /x\n", engine.Token("q"), 0},
	} {
		edit, group := d.Into([]byte(c.src), engine.RFC, c.who)
		got, err := Apply([]byte(c.src), []Edit{edit})
		if err != nil || string(got) != c.want || group != c.group {
			t.Errorf("%s: %q, group %d, %v, want %q, %d", c.name, got, group, err, c.want, c.group)
		}
	}
}

func TestIntentsFitTheURL(t *testing.T) {
	for url, want := range map[string][]Intent{
		"/":          {ThisPage, ThisFolder, AllowInside},
		"/a.pdf?b=1": {ThisPage, ThisFolder, ThisParam, ThisType, AllowInside},
		"/a?b":       {ThisPage, ThisFolder, ThisParam, AllowInside},
	} {
		if got := Intents(url); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", url, got, want)
		}
	}
}

func TestConsequencesTellFlipsInEachDialect(t *testing.T) {
	before, after := []byte("User-agent: *\nDisallow: /a\nAllow: /a/b\n"), []byte("User-agent: *\nAllow: /a/b\nDisallow: /a\n")
	got := Consequences(before, after, []string{"/a", "/a/b"}, []string{"*", "Googlebot"}, nil, nil)
	if len(got) != 2 || got[0].Dialect != "python" || got[0].URL != "/a/b" || got[0].Agent != "*" || got[1].Agent != "Googlebot" || !got[0].After.Allowed {
		t.Errorf("%+v: only the first match in file order changes", got)
	}
}

func FuzzWhatFlips(f *testing.F) {
	f.Add([]byte("User-agent: *\nDisallow: /a*$\nAllow: /\n"), "/a$?b=%2f#c", "x")
	f.Add([]byte("\xef\xbb\xbfUser-agent: x/1\r\rAllow\n"), "//host/\x00*.pdf", "")
	f.Fuzz(func(t *testing.T, src []byte, url, token string) {
		for _, d := range engine.Dialects() {
			for _, who := range []engine.Crawler{{}, engine.Token(token), {Tokens: []string{token}, NoStar: true}} {
				checkSuggestions(t, src, d, url, who, WhatFlips(src, d, url, who, []string{"/", url}))
				for _, intent := range Intents(url) {
					draft, err := RuleFromURL(url, intent, "")
					if err != nil {
						t.Fatalf("%v of %q: %v", intent, url, err)
					}
					edit, _ := draft.Into(src, d, who)
					if _, err := Apply(src, []Edit{edit}); err != nil {
						t.Fatalf("%v of %q: %v", intent, url, err)
					}
				}
			}
		}
	})
}
