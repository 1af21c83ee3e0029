package engine

import (
	"fmt"
	"strings"
	"testing"
)

// The five URLs of the classic exercise.
func TestTheClassicExercise(t *testing.T) {
	f := Parse([]byte("User-agent: *\nDisallow: /reports/\nAllow: /reports/public/\nDisallow: /*.csv$\n"), RFC)
	for url, want := range map[string]string{
		"/reports/private/quarterly":    "disallowed by line 2: the only rule that matches, RFC 9309 2.2.2",
		"/reports/public/overview":      "allowed by line 3: most octets win, RFC 9309 2.2.2 (MUST)",
		"/downloads/data.csv":           "disallowed by line 4: the only rule that matches, RFC 9309 2.2.2",
		"/downloads/data.csv?preview=1": "allowed: no rule matches, RFC 9309 2.2.2",
		"/REPORTS/private/quarterly":    "allowed: no rule matches, RFC 9309 2.2.2",
	} {
		if got := f.Explain(url, Token("Googlebot")).Sentence(); got != want {
			t.Errorf("%s: %s\nwant %s", url, got, want)
		}
	}
}

// RFC 9309, 5.1: the simple example.
func TestTheSimpleExampleOfTheRFC(t *testing.T) {
	f := Parse([]byte(strings.Join([]string{
		"User-Agent: *", "Disallow: *.gif$", "Disallow: /example/", "Allow: /publications/", "",
		"User-Agent: foobot", "Disallow:/", "Allow:/example/page.html", "Allow:/example/allowed.gif", "",
		"User-Agent: barbot", "User-Agent: bazbot", "Disallow: /example/page.html", "",
		"User-Agent: quxbot", "", "EOF",
	}, "\n")), RFC)
	for _, tt := range []struct {
		agent, url string
		allowed    bool
	}{
		{"other", "/a.gif", false}, {"other", "/a.gif?", true}, {"other", "/example/x", false}, {"other", "/publications/", true}, {"other", "/x", true},
		{"foobot", "/", false}, {"foobot", "/example/page.html", true}, {"foobot", "/example/allowed.gif", true}, {"foobot", "/example/other", false},
		{"barbot", "/example/page.html", false}, {"bazbot", "/example/page.html", false}, {"bazbot", "/example/a.gif", true},
		{"quxbot", "/example/page.html", true}, {"QUXBOT", "/", true},
	} {
		if got := f.Explain(tt.url, Token(tt.agent)); got.Allowed != tt.allowed {
			t.Errorf("%s for %s: %s", tt.url, tt.agent, got)
		}
	}
}

// RFC 9309, 5.2: the longest match.
func TestTheLongestMatchExampleOfTheRFC(t *testing.T) {
	f := Parse([]byte("User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n"), RFC)
	if got := f.Explain("https://www.example.com/example/page/disallow.gif", Token("foobot")); !got.Allowed || got.Line != 2 {
		t.Errorf("%s", got)
	}
	if got := f.Explain("https://www.example.com/example/page/disallowed.gif", Token("foobot")); got.Allowed || got.Line != 3 || got.Octets != 28 {
		t.Errorf("%s", got)
	}
}

func TestTheDumpReadsAloud(t *testing.T) {
	f := Parse([]byte("User-agent: *\nDisallow: /a\nAllow: /a/*.txt\nDisallow: /b c\nDisallow:\nAllow: /b\n"), RFC)
	want := `dialect rfc
path /a/x.txt
x has no group of its own and goes by *: line 1
line 2 disallow: /a 2 octets, shorter
line 3 allow: /a/*.txt 8 octets, wins on length, * = "x"
line 4 disallow: /b c ignored: white space or a control character inside the value
line 5 disallow: does not match: an empty value matches nothing
line 6 allow: /b does not match: stops at octet 2: a is not b
allowed by line 3: most octets win, RFC 9309 2.2.2 (MUST)
`
	if got := f.Explain("http://h.example/a/x.txt", Token("x")).String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func ExampleFile_Explain() {
	f := Parse([]byte("User-agent: *\nDisallow: /shop\nAllow: /shop*\n"), RFC)
	t := f.Explain("https://shop.example/shop/1", Token("Googlebot"))
	fmt.Println(t.Allowed, t.Line, t.Octets, t.Reason)
	// Output: true 3 6 longest-match
}

func ExampleMatcher() {
	f := Parse([]byte("User-agent: *\nDisallow: /*.pdf$\n"), Google)
	l := f.NewMatcher(f.Select(Token("Googlebot"))).NewLookup()
	for _, url := range []string{"/a.pdf", "/a.pdf?v=2"} {
		v := l.Verdict(url)
		fmt.Println(v.Allowed, v.Line, v.Reason)
	}
	// Output:
	// false 2 only-match
	// true 0 no-match
}
