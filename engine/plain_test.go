package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestWhatMayBeFetchedIsSaidInSentences(t *testing.T) {
	for _, test := range []struct{ name, rules, want string }{
		{"no rules", "", "Bot may fetch everything."},
		{"an empty Disallow", "Disallow:", "Bot may fetch everything."},
		{"everything closed", "Disallow: /", "Bot may fetch nothing.\n/robots.txt itself may always be fetched."},
		{"a star closes everything too", "Disallow: *\nAllow:", "Bot may fetch nothing.\n/robots.txt itself may always be fetched."},
		{"a folder", "Disallow: /reports/", "Bot may fetch everything except paths that begin with /reports/."},
		{"a folder opened inside", "Disallow: /reports/\nAllow: /reports/public/",
			"Bot may fetch everything except paths that begin with /reports/, unless they begin with /reports/public/."},
		{"an Allow elsewhere is left out", "Disallow: /a/\nAllow: /b/", "Bot may fetch everything except paths that begin with /a/."},
		{"a shorter Allow has no say", "Disallow: /a/b\nAllow: /a", "Bot may fetch everything except paths that begin with /a/b."},
		{"a tie is the Allow's", "Disallow: /a\nAllow: /a", "Bot may fetch everything."},
		{"one folder open", "Disallow: /\nAllow: /open/", "Bot may fetch nothing except paths that begin with /open/.\n/robots.txt itself may always be fetched."},
		{"and closed again in it", "Disallow: /\nAllow: /open/\nDisallow: /open/x",
			"Bot may fetch nothing except paths that begin with /open/.\nOf these it may not fetch paths that begin with /open/x.\n/robots.txt itself may always be fetched."},
		{"an end", "Disallow: /*.pdf$", "Bot may fetch everything except paths that end in .pdf."},
		{"a part", "Disallow: /*?sort=", "Bot may fetch everything except paths that contain ?sort=."},
		{"a start and an end", "Disallow: /a*.pdf$", "Bot may fetch everything except paths that begin with /a and after that end in .pdf."},
		{"a slash that the first one cannot be", "Disallow: /*/x", "Bot may fetch everything except paths that begin with / and have further on /x."},
		{"one page", "Disallow: /a$", "Bot may fetch everything except paths that are exactly /a."},
		{"a folder within a folder adds nothing", "Disallow: /a\nDisallow: /a/b\nDisallow: /a", "Bot may fetch everything except paths that begin with /a."},
		{"but it does where an Allow is between", "Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c",
			"Bot may fetch everything except:\n- paths that begin with /a/b/c;\n- paths that begin with /a, unless they begin with /a/b."},
		{"several together", "Disallow: /a\nDisallow: /b\nDisallow: *.pdf$", "Bot may fetch everything except paths that begin with /a or /b, or end in .pdf."},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := Parse([]byte("User-agent: *\n"+test.rules+"\n"), RFC)
			p := f.Plain(f.Select(Token("Bot")))
			if got := strings.Join(p.Sentences("Bot"), "\n"); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestPlainSaysWhatTheRulesDo(t *testing.T) {
	asked, closed := 0, 0
	for _, name := range vectorFiles {
		for _, v := range readVectors(t, name) {
			src := v.src(t)
			for _, d := range Dialects() {
				f := Parse(src, d)
				s := f.Select(Token(v.Agent))
				p := f.Plain(s)
				urls := []string{v.URL, "/", "/robots.txt"}
				for _, r := range f.Rules { // what rules are about is where mistakes would be
					pattern := f.Pattern(r)
					urls = append(urls, "/"+strings.TrimPrefix(pattern, "/"), "/"+strings.Trim(strings.ReplaceAll(pattern, "*", "x"), "/$")+"y")
				}
				for _, u := range urls {
					target := NewTarget(u, d)
					want := f.ExplainTarget(target, s).Allowed
					asked++
					if !want {
						closed++
					}
					if got := p.allows(target.Form); got != want {
						t.Fatalf("%s in %s, %q: the summary says %v, the rules %v\n%s\n%s", v.ID, d.Name, u, got, want, src, strings.Join(p.Sentences("it"), "\n"))
					}
				}
			}
		}
	}
	if closed == 0 || closed == asked {
		t.Errorf("%d of %d questions are disallowed: the test asks too little", closed, asked)
	}
}

// The summary is made of the parsed patterns, so it must decide any path as the
// rules do: random rules over a few letters make overlaps, ties and stars common.
func TestPlainSaysWhatRandomRulesDo(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 309))
	word := func(alphabet string, most int) string {
		b := make([]byte, rnd.IntN(most+1))
		for i := range b {
			b[i] = alphabet[rnd.IntN(len(alphabet))]
		}
		return string(b)
	}
	asked, closed := 0, 0
	for range 4000 {
		var src strings.Builder
		src.WriteString("User-agent: *\n")
		for range 1 + rnd.IntN(6) {
			src.WriteString([]string{"Allow: ", "Disallow: "}[rnd.IntN(2)])
			switch rnd.IntN(12) {
			case 0:
				src.WriteString("/x/index.htm" + word("l?", 1))
			case 1:
				src.WriteString(word("ab*/$ %62", 5))
			default:
				src.WriteString("/" + word("ab*/", 4) + word("$", 1))
			}
			src.WriteString("\n")
		}
		for _, d := range Dialects() {
			f := Parse([]byte(src.String()), d)
			s := f.Select(Token("Bot"))
			p := f.Plain(s)
			for range 12 {
				target := NewTarget("/"+word("aabb/x", 6), d)
				want := f.ExplainTarget(target, s).Allowed
				asked++
				if !want {
					closed++
				}
				if got := p.allows(target.Form); got != want {
					t.Fatalf("%s, %q: the summary says %v, the rules %v\n%s\n%s", d.Name, target.URL, got, want, src.String(), strings.Join(p.Sentences("it"), "\n"))
				}
			}
		}
	}
	if closed < asked/20 || closed > asked*19/20 {
		t.Errorf("%d of %d questions are disallowed: the test asks too little", closed, asked)
	}
}

// Of many rules all are said, in an order in which the first that fits decides.
func TestPlainSaysWhatManyRulesDo(t *testing.T) {
	rnd := rand.New(rand.NewPCG(20, 26))
	word := func() string {
		b := make([]byte, 1+rnd.IntN(5))
		for i := range b {
			b[i] = "ab*/"[rnd.IntN(4)]
		}
		return string(b)
	}
	for _, d := range Dialects() {
		src := []byte("User-agent: *\nAllow: /x/index.html\nDisallow: /robots.txt\n")
		for range 800 {
			src = fmt.Appendf(src, "Disallow: /%s%s\nAllow: /%s\n", word(), word(), word())
		}
		f := Parse(src, d)
		s := f.Select(Token("Bot"))
		p := f.Plain(s)
		if !p.InOrder {
			t.Fatalf("%s: %d rules are held against each other", d.Name, len(f.Rules))
		}
		if lines := p.Sentences("Bot"); len(lines) < len(f.Rules) {
			t.Errorf("%s: %d lines for %d rules", d.Name, len(lines), len(f.Rules))
		}
		for i := range 500 {
			url := "/" + strings.ReplaceAll(word()+word(), "*", "c")
			switch i {
			case 0:
				url = "/robots.txt"
			case 1:
				url = "/x/"
			}
			target := NewTarget(url, d)
			if got, want := p.allows(target.Form), f.ExplainTarget(target, s).Allowed; got != want {
				t.Fatalf("%s, %q: the summary says %v, the rules %v", d.Name, url, got, want)
			}
		}
	}
}

func TestOneRuleIsSaidInASentence(t *testing.T) {
	for _, test := range []struct {
		name, rule string
		d          Dialect
		want       string
	}{
		{"a folder", "Disallow: /reports/", RFC, "Paths that begin with /reports/ may not be fetched, unless a longer rule, or an Allow as long, says otherwise."},
		{"an end", "Allow: /*.pdf$", RFC, "Paths that end in .pdf may be fetched, unless a longer rule says otherwise."},
		{"everything", "Disallow: /", RFC, "Everything may not be fetched, unless a longer rule, or an Allow as long, says otherwise."},
		{"the first match", "Disallow: /a", Python, "Paths that begin with /a may not be fetched, unless an earlier rule says otherwise."},
		{"an empty value", "Disallow:", RFC, "This rule is empty and does nothing."},
		{"a blank", "Disallow: /a b", RFC, "This rule does nothing: white space stands inside its value."},
		{"no slash", "Disallow: a", RFC, "This rule can match nothing: it begins with neither / nor *."},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := Parse([]byte("User-agent: *\n"+test.rule+"\n"), test.d)
			if got := f.PlainRule(f.Rules[0]); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}
