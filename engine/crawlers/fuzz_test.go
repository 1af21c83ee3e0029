package crawlers

import (
	"regexp"
	"strings"
	"testing"
)

// slowInHeader is the rule of InHeader once more, word by word.
func slowInHeader(c *Catalogue, header string) string {
	best := ""
	for _, w := range regexp.MustCompile(`[A-Za-z0-9_-]+`).FindAllString(header, -1) {
		for _, e := range c.Entries() {
			if lower(w) == lower(e.Token) && len(w) > len(best) {
				best = e.Token
			}
		}
	}
	return best
}

func FuzzResolve(f *testing.F) {
	for _, s := range []string{"Googlebot", "Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)", "@search", "a\xffb", "Googlebot-Image Googlebot", "ſlurp K"} {
		f.Add(s)
	}
	c := BuiltIn()
	f.Fuzz(func(t *testing.T, name string) {
		r := c.Resolve(name)
		if len(r.Tokens) == 0 {
			t.Fatal("no token")
		}
		switch r.From {
		case FreeToken:
			if r.Entry != nil || r.Tokens[0] != strings.TrimSpace(name) || r.NoStar {
				t.Fatalf("%q: %+v", name, r)
			}
		default:
			if r.Entry == nil || r.Tokens[0] != r.Entry.Token {
				t.Fatalf("%q: %+v", name, r)
			}
		}
		got := ""
		if e := c.InHeader(name); e != nil {
			got = e.Token
		}
		if want := slowInHeader(c, name); got != want {
			t.Fatalf("%q names %q, want %q", name, got, want)
		}
		if e := c.Near(name); e != nil && c.Resolve(name).From == FromCatalogue && lower(e.Token) == lower(strings.TrimSpace(name)) {
			t.Fatalf("%q is near to itself", name)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("token,notes\nFooBot,x\n"))
	f.Add([]byte("# date: 2026-01-01\ntoken,kind\n\"a\nb\",search\n"))
	f.Add([]byte("token,fallback_order\nA,B?>C none\n\"\n"))
	f.Add(builtIn)
	f.Fuzz(func(t *testing.T, data []byte) {
		own, _ := Read(data)
		c := BuiltIn().With(own)
		for _, e := range own.Entries() {
			got := c.Lookup(e.Token)
			if got == nil || !got.Own || lower(got.Token) != lower(e.Token) {
				t.Fatalf("%q is read and not found: %+v", e.Token, got)
			}
			if r := c.Resolve(e.Token); r.From != FromCatalogue || r.Tokens[0] != got.Token {
				t.Fatalf("%q resolves to %+v", e.Token, r)
			}
		}
		if len(c.Entries()) < len(BuiltIn().Entries()) {
			t.Fatal("a built-in row is gone")
		}
	})
}
