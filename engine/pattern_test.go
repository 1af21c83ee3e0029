package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// slowMatch is the matcher by positions: after each octet of the pattern, which
// places in the path can have been reached.
func slowMatch(p Pattern, path string) bool {
	live := make([]bool, len(path)+1)
	live[0] = true
	for _, c := range p.Form {
		next := make([]bool, len(path)+1)
		for at, reached := range live {
			switch {
			case c == '*' && !p.literal:
				next[at] = reached || at > 0 && next[at-1]
			case reached && at < len(path) && path[at] == c:
				next[at+1] = true
			}
		}
		live = next
	}
	if p.Anchored {
		return live[len(path)]
	}
	return slices.Contains(live, true)
}

func FuzzMatchAgreesWithASlowMatcher(f *testing.F) {
	for _, s := range [][2]string{
		{"/a*b*c$", "/axbxxc"}, {"*", "/"}, {"$", ""}, {"/*$", "/x"}, {"**a", "/ba"}, {"/a*ab", "/aaab"}, {"/ab*ab$", "/ab"}, {"/%41*%", "/A%"}, {"a$b", "a$b"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if len(pattern) > 200 || len(path) > 400 {
			return
		}
		for _, d := range Dialects() {
			p := NewPattern([]byte(pattern), d)
			want := slowMatch(p, path)
			if got := p.Match([]byte(path)); got != want {
				t.Fatalf("%s: Match(%q, %q) = %v", d.Name, pattern, path, got)
			}
			m := p.Explain([]byte(path))
			if m.OK != want {
				t.Fatalf("%s: Explain(%q, %q) = %+v", d.Name, pattern, path, m)
			}
			checkPieces(t, p, path, m)
		}
	})
}

// checkPieces checks that the pieces follow each other and that literal ones
// are equal on both sides.
func checkPieces(t *testing.T, p Pattern, path string, m Match) {
	at, pat := int32(0), int32(0)
	for _, x := range m.Pieces {
		if x.Path.Start != at || x.Pattern.Start != pat || x.Star && string(x.Pattern.Of(p.Form)) != "*" {
			t.Fatalf("%q on %q: pieces %+v", p.Form, path, m.Pieces)
		}
		if !x.Star && string(x.Pattern.Of(p.Form)) != path[x.Path.Start:x.Path.End] {
			t.Fatalf("%q on %q: piece %+v takes other octets", p.Form, path, x)
		}
		at, pat = x.Path.End, x.Pattern.End
	}
	if m.OK && int(pat) != len(p.Form) {
		t.Fatalf("%q on %q: the pieces end at %d", p.Form, path, pat)
	}
}

func TestWhatEachStarTookAndWhereARuleStopped(t *testing.T) {
	for _, tt := range []struct{ pattern, path, want string }{
		{"/a/*/c", "/a/b/c", `3 "/a/", * "b", "/c"`},
		{"/*.pdf$", "/x/y.pdf", `"/", * "x/y", ".pdf"`},
		{"/*", "/rest", `"/", * "rest"`},
		{"/*a*", "/bac", `"/", * "b", "a", * "c"`},
		{"/Private", "/private", "stops at octet 2: p is not P"},
		{"/shop/", "/shop", `the path ends after octet 5, the rule goes on with "/"`},
		{"/a$", "/ab", "$ wants the end at octet 3, 1 octet is left"},
		{"/*.pdf$", "/x.pdf?v=2", `does not end in ".pdf"`},
		{"/a*?x=", "/abc", `no "?x=" from octet 3 on`},
		{"/é", "/e", `stops at octet 2: e is not %`},
	} {
		t.Run(tt.pattern+" on "+tt.path, func(t *testing.T) {
			p := NewPattern([]byte(tt.pattern), RFC)
			m := p.Explain([]byte(tt.path))
			got := missText(p, m, tt.path)
			if m.OK {
				var parts []string
				for _, x := range m.Pieces {
					star := ""
					if x.Star {
						star = "* "
					}
					parts = append(parts, fmt.Sprintf("%s%q", star, tt.path[x.Path.Start:x.Path.End]))
				}
				got = strings.Join(parts, ", ")
			}
			if got != strings.TrimPrefix(tt.want, "3 ") {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func FuzzTheComparedFormIsStable(f *testing.F) {
	for _, s := range []string{"/a%62c", "/%2f?%2f%3F", "/é%c3%a9", "/%", "/%4", "/%zz%25", "/a$b*c", "/:,;", "/\x00\xff", "/?x=%2F*$"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := appendRFC(nil, []byte(s), false)
		if twice := appendRFC(nil, once, false); string(twice) != string(once) {
			t.Fatalf("%q becomes %q and then %q", s, once, twice)
		}
		for _, c := range once {
			if !unreserved(c) && !strings.ContainsRune("/?&=%", rune(c)) {
				t.Fatalf("%q: octet %02X is left in %q", s, c, once)
			}
		}
		// A pattern made of the path's own octets must match it.
		if strings.ContainsAny(s, "*$") {
			return
		}
		if p := NewPattern([]byte(s), RFC); !p.Match(once) || p.Octets() != len(once) {
			t.Fatalf("%q: the pattern %q of %d octets does not match the path %q", s, p.Form, p.Octets(), once)
		}
		google := appendGoogle(nil, []byte(s))
		if twice := appendGoogle(nil, google); string(twice) != string(google) {
			t.Fatalf("google: %q becomes %q and then %q", s, google, twice)
		}
	})
}
