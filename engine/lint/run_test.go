package lint

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"robotslens/engine"
)

func TestCommentsSilenceProblems(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      string // ids that are left, of RX505 and RX901
	}{
		{"nothing silences", "User-agent: *\nDisallow: /\n", "RX505"},
		{"on the same line", "User-agent: *\nDisallow: / # lint-off RX505\n", ""},
		{"on the line before", "User-agent: *\n# lint-off RX505\nDisallow: /\n", ""},
		{"on a comment above other comments", "User-agent: *\n# lint-off RX505\n# closed for now\nDisallow: /\n", ""},
		{"without case, among others", "User-agent: *\nDisallow: / # lint-off rx505, RX507\n", "RX901"},
		{"for the whole file", "# lint-off-file RX505\nUser-agent: *\n\nDisallow: /\n", ""},
		{"for the whole file, from its end", "User-agent: *\nDisallow: /\n# lint-off-file RX505\n", ""},
		{"another id", "User-agent: *\nDisallow: / # lint-off RX504\n", "RX505 RX901"},
		{"two lines above", "# lint-off RX505\nUser-agent: *\nDisallow: /\n", "RX901 RX505"},
		{"with words to the reader", "User-agent: *\nDisallow: / # lint-off RX505 staging, see RX504\n", ""},
	} {
		var got []string
		for _, p := range Run(Input{Src: []byte(c.src)}) {
			if p.ID == "RX505" || p.ID == "RX901" {
				got = append(got, p.ID)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

func TestTheMostSpecificIDSpeaks(t *testing.T) {
	for _, c := range []struct{ src, says, not string }{
		{"User-agent: *\nDisallow: https://example.com/a\n", "RX402", "RX401"},
		{"User-agent: *\nNoindex: /a\n", "RX107", "RX105"},
		{"User-agent: Googlebot, bingbot/2.0\nDisallow: /a\n", "", "RX205"},
		{"User-agent: Mozilla/5.0 (compatible; Googlebot/2.1)\nDisallow: /a\n", "RX207", "RX204"},
		{"User-agent: a, b\nDisallow: /a\n", "RX203", "RX206"},
		{"User-agent: Googlebot/2.1\nDisallow: /a\n", "RX204", "RX206"},
		{"User-agent: *\nDisallow: \"/a\"\n", "RX006", "RX401"},
		{"User-agent: *\nClean-param: a\n", "RX610", "RX106"},
	} {
		problems := Run(Input{Src: []byte(c.src)})
		if c.says != "" && find(problems, c.says, 0) == nil || find(problems, c.not, 0) != nil {
			t.Errorf("%q: %s, want %s and not %s", c.src, ids(problems), c.says, c.not)
		}
	}
}

// TestValidExtensionsAreNoErrors pins that records of others are never called
// syntax errors.
func TestValidExtensionsAreNoErrors(t *testing.T) {
	src := "User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no, use=reference\nContent-Signal: /news/ ai-train=no\n" +
		"Content-Usage: train-ai=n\nContent-Usage: /news/ train-ai=y, search=n\nAllow: /\n\n" +
		"License: https://example.com/license.xml\nHost: example.com\nClean-param: ref&sid /shop/\nSitemap: https://example.com/sitemap.xml\n"
	for _, p := range Run(Input{Src: []byte(src)}) {
		if p.Severity > Info {
			t.Errorf("line %d: %s %s", p.Line, p.ID, p.Message)
		}
	}
}

func TestAGoodFileHasNoProblems(t *testing.T) {
	src := "# Shop\nUser-agent: *\nDisallow: /cart/\nDisallow: /*?sort=\nAllow: /cart/help\n\nUser-agent: GPTBot\nDisallow: /\n\nSitemap: https://example.com/sitemap.xml\n"
	for _, p := range Run(Input{Src: []byte(src), Name: "robots.txt"}) {
		if p.ID != "RX505" && p.ID != "RX507" || p.Severity > Info {
			t.Errorf("line %d: %s %s", p.Line, p.ID, p.Message)
		}
	}
}

func TestMessagesNameWhatHappens(t *testing.T) {
	for _, c := range []struct{ src, id, want string }{
		{"User-agent: *\nCrawl-delay: 5\nUser-agent: badbot\nDisallow: /\n", "RX301",
			"* has no Allow or Disallow before the next User-agent line, and nothing else ends a group, so it shares the rules from line 4 on: * and badbot all get Disallow: /. If nothing was to be closed there, write an empty Disallow: under it."},
		{"User-agent: *\nDisallow: /cart\nDisallow: /admin\n\nUser-agent: GPTBot\nDisallow: /blog\n", "RX304",
			"GPTBot goes by its own group and inherits nothing from *: it may fetch what lines 2 and 3 close for * (/cart and /admin). Copy the rules that are to hold here too."},
		{"User-agent: *\nAllow: /a/$\nDisallow: /a/*\n", "RX502",
			"Disallow /a/* and Allow /a/$ in line 2 have 4 octets each and both match /a/. Allow wins the tie, but that is only a SHOULD: make the rule that you mean longer."},
		{"User-agent: *\nDisallow: /x*\nDisallow: /y*\nDisallow: /z*\n", "RX406",
			"The final * matches nothing more, since a rule is open at its end, but it counts one octet: without it a tie may fall otherwise. Likewise lines 3 and 4."},
	} {
		p := find(Run(Input{Src: []byte(c.src)}), c.id, 0)
		if p == nil || p.Message != c.want {
			t.Errorf("%s: %+v, want %s", c.id, p, c.want)
		}
	}
}

func TestInheritanceIsToldOnlyWhereAccessIsGained(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"the group closes the same with fewer letters", "User-agent: *\nDisallow: /a/b\nUser-agent: x\nDisallow: /a\n"},
		{"the group closes everything", "User-agent: *\nDisallow: /a\nUser-agent: x\nDisallow: /\n"},
		{"the group plainly allows everything", "User-agent: *\nDisallow: /a\nUser-agent: x\nAllow: /\n"},
		{"* closes everything", "User-agent: *\nDisallow: /\nUser-agent: x\nDisallow: /a\n"},
		{"the crawler does not go by * anyway", "User-agent: *\nDisallow: /a\nUser-agent: AdsBot-Google\nDisallow: /b\n"},
		{"the name is no crawler's", "User-agent: *\nDisallow: /a\nUser-agent: MSNPTC/1.0\nDisallow: /b\n"},
		{"the rule of * is opened again there", "User-agent: *\nDisallow: /a\nAllow: /a\nUser-agent: x\nDisallow: /b\n"},
	} {
		if p := find(Run(Input{Src: []byte(c.src)}), "RX304", 0); p != nil {
			t.Errorf("%s: %s", c.name, p.Message)
		}
	}
}

func TestAMergeThatHurtsNobodyIsNotTold(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"the same agent is named again", "User-agent: *\nCrawl-delay: 5\nUser-agent: *\nDisallow: /a\n"},
		{"the shared rules close nothing", "User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow:\n"},
		{"the agents stand together", "User-agent: a\nUser-agent: b\nCrawl-delay: 5\nDisallow: /\n"},
	} {
		if p := find(Run(Input{Src: []byte(c.src)}), "RX301", 0); p != nil {
			t.Errorf("%s: %s", c.name, p.Message)
		}
	}
}

func TestBlockingAllIsWorstForEverybody(t *testing.T) {
	for _, c := range []struct {
		src  string
		want Severity
	}{
		{"User-agent: *\nDisallow: /\n", Error},
		{"User-agent: Googlebot\nDisallow: /*\n", Error},
		{"User-agent: Baiduspider\nDisallow: /\n", Warn},
		{"User-agent: GPTBot\nDisallow: /\n", Info},
		{"User-agent: *\nDisallow: /\nAllow: /public\n", Info},
		{"User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n", Info},
	} {
		p := find(Run(Input{Src: []byte(c.src)}), "RX505", 0)
		if p == nil || p.Severity != c.want {
			t.Errorf("%q: %+v, want %v", c.src, p, c.want)
		}
	}
}

func TestFixesKeepLineEnds(t *testing.T) {
	for _, c := range []struct{ id, src, want string }{
		{"RX301", "User-agent: a\r\n\r\nUser-agent: *\r\nDisallow: /x\r\n", "User-agent: a\r\nDisallow:\r\n\r\nUser-agent: *\r\nDisallow: /x\r\n"},
		{"RX203", "User-agent: a, b\rDisallow: /x", "User-agent: a\rUser-agent: b\rDisallow: /x"},
		{"RX302", "User-agent: a", "User-agent: a\nDisallow:"},
		{"RX418", "\ufeffUser-agent: *\n\tDisallow: /?a= # why", "\ufeffUser-agent: *\n\tDisallow: /*?a=\n\tDisallow: /*&a= # why"},
		{"RX201", "\ufeffDisallow: /a\n", "\ufeffUser-agent: *\nDisallow: /a\n"},
	} {
		p := find(Run(Input{Src: []byte(c.src)}), c.id, 0)
		if p == nil || p.Fix == nil {
			t.Errorf("%s: no fix in %q", c.id, c.src)
			continue
		}
		if got, err := Apply([]byte(c.src), p.Fix.Edits); err != nil || string(got) != c.want {
			t.Errorf("%s: %q, %v, want %q", c.id, got, err, c.want)
		}
	}
}

func TestApplyRefusesEditsThatCannotBeMade(t *testing.T) {
	for _, edits := range [][]Edit{{{0, 5, ""}}, {{-1, 0, ""}}, {{2, 1, ""}}, {{0, 2, ""}, {1, 3, ""}}} {
		if out, err := Apply([]byte("abcd"), edits); err == nil {
			t.Errorf("%v: %q", edits, out)
		}
	}
	out, err := Apply([]byte("abcd"), []Edit{{4, 4, "!"}, {1, 1, "1"}, {1, 1, "2"}, {2, 3, ""}})
	if err != nil || string(out) != "a12bd!" {
		t.Errorf("%q, %v", out, err)
	}
}

func TestCombineLeavesOutFixesThatCollide(t *testing.T) {
	problems := []Problem{
		{ID: "A", Fix: &Fix{Safe: true, Edits: []Edit{{0, 2, "x"}}}},
		{ID: "B", Fix: &Fix{Safe: true, Edits: []Edit{{1, 3, "y"}}}},
		{ID: "C", Fix: &Fix{Safe: false, Edits: []Edit{{5, 6, "z"}}}},
		{ID: "D", Fix: &Fix{Safe: true, Edits: []Edit{{3, 3, "w"}}}},
		{ID: "E"},
	}
	edits, n := Combine(problems, func(p *Problem) bool { return p.Fix.Safe })
	if want := []Edit{{0, 2, "x"}, {3, 3, "w"}}; n != 2 || !reflect.DeepEqual(edits, want) {
		t.Errorf("%v of %d fixes, want %v", edits, n, want)
	}
}

func FuzzRun(f *testing.F) {
	for _, e := range examples {
		if len(e.hit) < 1000 {
			f.Add([]byte(e.hit))
		}
	}
	f.Add([]byte("User-agent: *\r\nAllow\r\n\xef\xbb\xbf: \x00*$#\n"))
	f.Add([]byte("User-agent:*\nDisallow:/*%\nDisallow:/%4\nDisallow: ://\nContent-Usage: /\nContent-Signal: ,\nClean-param:\n"))
	f.Add([]byte("User-agent: \x82\x82\x82\x82 Allow:\nDisallow: /\x82\x82&AMP;\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		in := Input{Src: src, Name: "robots.txt", URLs: []string{"https://example.com/a?b=1", string(src[:min(len(src), 40)])}}
		problems := Run(in)
		if !reflect.DeepEqual(problems, Run(in)) {
			t.Fatal("two runs differ")
		}
		last := 0
		for _, p := range problems {
			checkSpans(t, src, p)
			if p.Span.Start < last {
				t.Errorf("%s at %d stands after %d", p.ID, p.Span.Start, last)
			}
			last = p.Span.Start
			if p.Fix == nil {
				continue
			}
			after, err := Apply(src, p.Fix.Edits)
			if err != nil {
				t.Fatalf("%s: %v", p.ID, err)
			}
			kept := len(src)
			added := 0
			for _, e := range p.Fix.Edits {
				kept -= e.End - e.Start
				added += len(e.Text)
			}
			if len(after) != kept+added {
				t.Errorf("%s: %d octets of %d kept", p.ID, len(after)-added, kept)
			}
			Run(Input{Src: after})
		}
	})
}

// bigFile has rules of many shapes in one group.
func bigFile(rules int) []byte {
	var b bytes.Buffer
	b.WriteString("User-agent: *\n")
	for i := range rules {
		switch i % 10 {
		case 0:
			fmt.Fprintf(&b, "Disallow: /*/section%d/*.html$\n", i)
		case 1:
			fmt.Fprintf(&b, "Allow: /shop/%d/public\n", i-1)
		case 2:
			fmt.Fprintf(&b, "Disallow: /*?filter%d=\n", i)
		default:
			fmt.Fprintf(&b, "Disallow: /shop/%d/item\n", i)
		}
	}
	b.WriteString("\nUser-agent: GPTBot\nDisallow: /shop/3/\n")
	return b.Bytes()
}

func TestABigFileIsLinted(t *testing.T) {
	src := bigFile(3000)
	problems := Run(Input{Src: src})
	if find(problems, "RX304", 0) == nil {
		t.Errorf("no RX304 among %s", ids(problems))
	}
	for _, p := range problems {
		checkSpans(t, src, p)
	}
}

func TestARunThatNobodyWantsEnds(t *testing.T) {
	asked := 0
	in := Input{Src: []byte("User-agent: *\nDisalow: /\n"), Done: func() bool { asked++; return asked > 3 }}
	if got := Run(in); got != nil || asked != 4 {
		t.Errorf("%d problems after it was asked %d times", len(got), asked)
	}
}

func BenchmarkRun30000Rules(b *testing.B) {
	src := bigFile(30_000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Run(Input{Src: src})
	}
}

func BenchmarkRunTypical(b *testing.B) {
	src := bigFile(60)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Run(Input{Src: src})
	}
}

func TestTheTableIsWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if seen[r.ID] || r.Name == "" || r.Doc == "" || r.Source == "" || len(r.Dialects) == 0 {
			t.Errorf("%+v", r)
		}
		if !strings.HasPrefix(r.ID, "RX") || r.Fix != "no" && r.Fix != "ask" && r.Fix != "safe" {
			t.Errorf("%s: fix %q", r.ID, r.Fix)
		}
		for _, d := range r.Dialects {
			if _, err := engine.DialectByName(d); err != nil {
				t.Errorf("%s: %v", r.ID, err)
			}
		}
		for _, id := range r.Silences {
			if _, known := ruleByID(id); !known || id == r.ID {
				t.Errorf("%s silences %s", r.ID, id)
			}
		}
		seen[r.ID] = true
	}
}
