package engine

import (
	"strings"
	"testing"
)

func TestARuleThatMissesByOneThingIsTold(t *testing.T) {
	own := Token("GPTBot")
	for _, tt := range []struct {
		name, file, url string
		who             Crawler
		d               Dialect
		want            string
	}{
		{"by case", "User-agent: *\nDisallow: /Shop/*.PDF", "/shop/a.pdf", own, RFC, "line 2 disallow: /Shop/*.PDF misses by case; it matches /Shop/a.PDF"},
		{"by a slash that the URL lacks", "User-agent: *\nDisallow: /shop/", "/shop", own, RFC, "line 2 disallow: /shop/ misses by the slash that the path does not end with; it matches /shop/"},
		{"by a slash too many", "User-agent: *\nDisallow: /shop$", "/shop/", own, RFC, "line 2 disallow: /shop$ misses by the slash at the end of the path; it matches /shop"},
		{"by a slash that the rule lacks", "User-agent: *\nDisallow: shop", "/shop", own, RFC, "line 2 disallow: shop misses by the slash that it does not begin with; /shop would match"},
		{"by the slash at the rule's end", "User-agent: *\nDisallow: /shop/", "/shop.html", own, RFC, "line 2 disallow: /shop/ misses by the slash at its end; /shop would match"},
		{"by the order of a query", "User-agent: *\nDisallow: /*?sort=", "/a?page=2&sort=up", own, RFC, "line 2 disallow: /*?sort= misses by the order of the parameters; it matches /a?sort=up&page=2"},
		{"by the end mark", "User-agent: *\nDisallow: /*.pdf$", "/a.pdf?x=1", own, RFC, "line 2 disallow: /*.pdf$ misses by its $: the path goes on; /*.pdf would match"},
		{"by encoding at Google", "User-agent: *\nDisallow: /é", "/é", own, Google, "line 2 disallow: /é misses by octets that google compares as they are written; it matches /%C3%A9"},
		{"by an encoded slash", "User-agent: *\nDisallow: /a/b", "/a%2Fb", own, RFC, "line 2 disallow: /a/b misses by octets that are encoded in the URL; it matches /a/b"},
		{"by a slash encoded in the rule", "User-agent: *\nDisallow: /a%2Fb", "/a/b", own, RFC, "line 2 disallow: /a%2Fb misses by octets that are encoded in the rule; /a/b would match"},
		{"by a blank in the value", "User-agent: *\nDisallow: /a b", "/ab", own, RFC, "line 2 disallow: /a b misses by white space inside it; /ab would match"},
		{"by group", "User-agent: *\nDisallow: /a\nDisallow: /\nUser-agent: GPTBot\nDisallow: /b", "/a", own, RFC, "line 2 disallow: /a matches, and is not read: GPTBot has a group of its own (line 4), and takes nothing from that of *"},
		{"by a version in the name", "User-agent: GPTBot/1.2\nDisallow: /a", "/a", own, RFC, "line 2 disallow: /a matches, and is not read: line 1 names GPTBot/1.2, which is not GPTBot"},
		{"by a name that Google cuts", "User-agent: GPTBot/1.2\nDisallow: /a", "/a", own, Google, ""},
		{"by a star that does not apply", "User-agent: *\nDisallow: /a", "/a", Crawler{Tokens: []string{"AdsBot-Google"}, NoStar: true}, Google, "line 2 disallow: /a matches, and is not read: AdsBot-Google does not go by the group of *"},
		{"not by something else", "User-agent: *\nDisallow: /b\nAllow: /$\nDisallow:", "/a", own, RFC, ""},
		{"not where it matches", "User-agent: *\nDisallow: /a", "/a", own, RFC, ""},
		{"not a word of another crawler's group", "User-agent: OtherBot\nDisallow: /a", "/a", own, RFC, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tr := Parse([]byte(tt.file), tt.d).Explain(tt.url, tt.who)
			var got []string
			for _, m := range tr.NearMisses(10) {
				got = append(got, m.Text)
			}
			if s := strings.Join(got, "\n"); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
		})
	}
}

// Whatever is said to be a near miss is one: with the one thing changed, the
// whole engine takes the rule for a match.
func TestNearMissesAreVerified(t *testing.T) {
	found := map[NearKind]int{}
	for _, name := range vectorFiles {
		for _, v := range readVectors(t, name) {
			src := v.src(t)
			for _, d := range Dialects() {
				f := Parse(src, d)
				tr := f.Explain(v.URL, Token(v.Agent))
				for _, m := range tr.NearMisses(100) {
					found[m.Kind]++
					file, url, sel := f, v.URL, tr.Selection
					switch {
					case m.Kind == NearGroup:
						sel.Groups = []int32{f.Rules[f.Lines[m.Line-1].Rule].Group}
					case m.URL != "":
						url = m.URL
					default:
						l := f.Lines[m.Line-1]
						text := string(src[:l.Value.Start]) + m.Pattern + string(src[l.Value.End:])
						file = Parse([]byte(text), d)
						sel = file.Select(Token(v.Agent))
					}
					changed := file.ExplainTarget(NewTarget(url, d), sel)
					if i := changed.StepAt(int(m.Line)); i < 0 || !changed.Steps[i].Matched() {
						t.Fatalf("%s in %s: %q, and the engine does not say so\n%s\n%s", v.ID, d.Name, m.Text, v.URL, src)
					}
				}
			}
		}
	}
	for _, k := range []NearKind{NearCase, NearSlash, NearEnd, NearGroup} {
		if found[k] == 0 {
			t.Errorf("no near miss of kind %d was found: the test asks too little", k)
		}
	}
}
