package engine

import (
	"testing"
)

func TestMatcherAgreesWithExplainOnTheVectors(t *testing.T) {
	for _, name := range vectorFiles {
		for _, v := range readVectors(t, name) {
			src := v.src(t)
			for _, d := range Dialects() {
				agree(t, src, d, Token(v.Agent), v.URL)
			}
		}
	}
}

// agree checks that the index and the trace give the same verdict.
func agree(t *testing.T, src []byte, d Dialect, who Crawler, urls ...string) {
	t.Helper()
	f := Parse(src, d)
	l := f.NewMatcher(f.Select(who)).NewLookup()
	for _, url := range urls {
		want := f.Explain(url, who)
		if got := l.Verdict(url); got != want.Verdict {
			t.Errorf("%s: %q for %q:\nmatcher %+v\nexplain %+v\n%s\n%q", d.Name, url, who.Tokens, got, want.Verdict, want, src)
		}
	}
}

func TestALookupIsUsedAgain(t *testing.T) {
	src := []byte("User-agent: *\nDisallow: /a\nAllow: /a*b\nDisallow: /*.pdf$\nAllow: /a/index.html\nDisallow: /a$\nAllow: /x*/index.html\n")
	for _, d := range Dialects() {
		agree(t, src, d, Token("x"), "/", "/a", "/ab", "/acb", "/x.pdf", "/a/", "/x.pdf?", "/ab.pdf", "/robots.txt", "/xy/", "/xy/index.html/", "/a", "/%61b")
	}
}

func FuzzMatcherAgreesWithExplain(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /a*b$\nAllow: /a\n", "/acb")
	f.Add("User-agent: x\nAllow: /d/index.html\nDisallow: /d\nDisallow:\n", "/d/")
	f.Add("User-agent: x\r\nAllow: /*/*/*longpiecehere*/y\nDisallow: *\nDisallow: *$\n", "/a/b/longpiecehere/y")
	f.Add("User-agent: x\nDisallow: /%7e%2A$\nAllow: /caf\u00e9*\n", "http://h/caf%c3%a9?x=%2F*")
	f.Fuzz(func(t *testing.T, robots, url string) {
		for _, d := range Dialects() {
			agree(t, []byte(robots), d, Token("x"), url, url+"/", url+"index.html", "/"+url)
		}
	})
}

func TestAnAnswerAllocatesNothing(t *testing.T) {
	src := []byte("User-agent: *\nDisallow: /a\nAllow: /a*b\nDisallow: /*.pdf$\nDisallow: /%41\n")
	for _, d := range []Dialect{RFC, Google} {
		f := Parse(src, d)
		l := f.NewMatcher(f.Select(Token("x"))).NewLookup()
		urls := []string{"https://shop.example/a/long/path/that/goes/on?with=query&and=more", "/caf\u00e9/%41.pdf"}
		if n := testing.AllocsPerRun(100, func() {
			for _, u := range urls {
				l.Verdict(u)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations for two URLs", d.Name, n)
		}
	}
}
