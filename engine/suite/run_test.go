package suite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"robotslens/engine"
)

// run asks rows of a file and fails on a bad row.
func run(t testing.TB, src string, opt Options, rows ...Row) *Run {
	t.Helper()
	p, problems := NewPlan(rows, opt)
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	return runPlan(t, p, src)
}

func runPlan(t testing.TB, p *Plan, src string) *Run {
	t.Helper()
	r, err := p.Run(context.Background(), Version{Src: []byte(src)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// verdicts shows a run as "disallow 2" an ask, with the dialect where it is
// not rfc.
func verdicts(r *Run) string {
	var all []string
	for i := range r.Verdicts {
		s := fmt.Sprintf("%s %d", r.got(i), r.Verdicts[i].Line)
		if d := r.Plan.Who(i).Dialect.Name; d != "rfc" {
			s += " " + d
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

func TestCrawlersFallBackInOrderAndAreNeverMerged(t *testing.T) {
	for _, tc := range []struct{ about, src, agent, url, want string }{
		{"Applebot follows Googlebot before *", "User-agent: Googlebot\nDisallow: /x\n\nUser-agent: *\nAllow: /\n", "Applebot", "/x", "disallow 2"},
		{"but not where it is named", "User-agent: Googlebot\nDisallow: /x\n\nUser-agent: Applebot\nDisallow: /y\n", "Applebot", "/x", "allow 0"},
		{"a Googlebot-Image group shuts Googlebot's out", "User-agent: Googlebot\nDisallow: /bar/\n\nUser-agent: Googlebot-Image\nDisallow: /foo/\n", "Googlebot-Image", "/bar/a.png", "allow 0 google"},
		{"Googlebot-Image follows Googlebot", "User-agent: Googlebot\nDisallow: /bar/\n", "Googlebot-Image", "/bar/a.png", "disallow 2 google"},
		{"AdsBot-Google is deaf to *", "User-agent: *\nDisallow: /\n", "AdsBot-Google", "/landing", "allow 0 google"},
		{"and hears its name", "User-agent: AdsBot-Google\nDisallow: /\n", "AdsBot-Google", "/landing", "disallow 2 google"},
		{"Storebot-Google goes to * and not to Googlebot", "User-agent: Googlebot\nDisallow: /\n\nUser-agent: *\nDisallow: /y\n", "Storebot-Google", "/x", "allow 0 google"},
		{"an old msnbot block also blocks Bing", "User-agent: msnbot\nDisallow: /\n\nUser-agent: *\nAllow: /\n", "Bing", "/x", "disallow 2"},
		{"a whole header", "User-agent: GPTBot\nDisallow: /\n", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)", "/x", "disallow 2"},
		{"a free token", "User-agent: shopbot\nDisallow: /\n", "ShopBot", "/x", "disallow 2"},
	} {
		t.Run(tc.about, func(t *testing.T) {
			if got := verdicts(run(t, tc.src, Options{}, Row{Agent: tc.agent, URL: tc.url})); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}

func TestDialectOfARowThenOfTheOptionsThenOfTheCrawler(t *testing.T) {
	const src = "User-agent: *\nDisalow: /x\n"
	rows := []Row{{Agent: "Googlebot", URL: "/x"}, {Agent: "GPTBot", URL: "/x"}, {Agent: "GPTBot", URL: "/x", Dialect: "Google"}, {Agent: "Googlebot", URL: "/x", Dialect: "python"}}
	if got, want := verdicts(run(t, src, Options{}, rows...)), "disallow 2 google, allow 0, disallow 2 google, allow 0 python"; got != want {
		t.Errorf("auto: %s, want %s", got, want)
	}
	if got, want := verdicts(run(t, src, Options{Dialect: "rfc"}, rows...)), "allow 0, allow 0, disallow 2 google, allow 0 python"; got != want {
		t.Errorf("pinned to rfc: %s, want %s", got, want)
	}
}

func TestASetIsAskedCrawlerByCrawler(t *testing.T) {
	r := run(t, "User-agent: *\nDisallow: /\n", Options{}, Row{Agent: "@opt-out", URL: "/"}, Row{Agent: "A", URL: "/"})
	if len(r.Verdicts) != 3 || r.Plan.Agent(0) != "Google-Extended" || r.Plan.Agent(1) != "Applebot-Extended" || r.Plan.Agent(2) != "A" {
		t.Errorf("%d asks, first of %s", len(r.Verdicts), r.Plan.Agent(0))
	}
	p, problems := NewPlan([]Row{{Line: 7, Agent: "@nobody", URL: "/"}, {Agent: "A", URL: "/", Dialect: "perl"}, {Agent: "A", URL: "/"}}, Options{})
	if len(p.Asks) != 1 || len(problems) != 2 || problems[0].Line != 7 || !strings.Contains(problems[0].Msg, "@search") {
		t.Errorf("unknown set and dialect: %d asks, %v", len(p.Asks), problems)
	}
}

func TestURLsThatAnotherFileGovernsHaveNoVerdict(t *testing.T) {
	opt := Options{Origin: engine.OriginOf("https://shop.example/")}
	r := run(t, "User-agent: *\nDisallow: /\n", opt,
		Row{Agent: "A", URL: "https://shop.example:443/a", Expected: ExpectDisallow},
		Row{Agent: "A", URL: "http://shop.example/a", Expected: ExpectDisallow},
		Row{Agent: "A", URL: "https://www.shop.example/a", Expected: ExpectAllow},
		Row{Agent: "A", URL: "/a", Expected: ExpectDisallow})
	if got, want := verdicts(r), "disallow 2, other host 0, other host 0, disallow 2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for i, want := range []bool{false, true, true, false} {
		if r.Differs(i) != want {
			t.Errorf("ask %d differs: %v", i, !want)
		}
	}
}

func TestWhatAFetchMeansComesBeforeTheRules(t *testing.T) {
	p, _ := NewPlan([]Row{{Agent: "GPTBot", URL: "/x"}, {Agent: "Googlebot", URL: "/x"}}, Options{})
	for _, tc := range []struct {
		answer engine.Answer
		want   string
	}{
		{engine.Answer{Status: 200}, "disallow 2, disallow 2 google"},
		{engine.Answer{Status: 404}, "allow 0, allow 0 google"},
		{engine.Answer{Status: 429}, "allow 0, disallow 0 google"},
		{engine.Answer{Status: 503}, "disallow 0, disallow 0 google"},
	} {
		r, err := p.Run(context.Background(), Version{Src: []byte("User-agent: *\nDisallow: /\n"), Answer: &tc.answer})
		if err != nil {
			t.Fatal(err)
		}
		if got := verdicts(r); got != tc.want {
			t.Errorf("%d: %s, want %s", tc.answer.Status, got, tc.want)
		}
	}
}

func TestTheRuleThatWasExpectedToWin(t *testing.T) {
	for _, tc := range []struct{ about, src, url, dialect, deciding, contender, why string }{
		{"a shorter rule", "User-agent: *\nAllow: /a\nDisallow: /a/b\nAllow: /*\n", "/a/b/c", "rfc", "Disallow: /a/b", "Allow: /a", "has fewer octets: line 2: Allow: /a (2 octets)"},
		{"one that lost the tie", "User-agent: *\nDisallow: /a\nAllow: /a\n", "/a", "rfc", "Allow: /a", "Disallow: /a", "loses the tie: line 2: Disallow: /a (2 octets)"},
		{"none", "User-agent: *\nDisallow: /a\n", "/a", "rfc", "Disallow: /a", "", "no Allow rule for this crawler matches"},
		{"none, and no rule at all", "User-agent: *\nDisallow: /a\n", "/b", "rfc", "", "", "no Disallow rule for this crawler matches"},
		{"the first of several as long", "User-agent: *\nAllow: /abc\nDisallow: /a\nDisallow: /*\n", "/abc", "rfc", "Allow: /abc", "Disallow: /a", ""},
		{"a later one in python", "User-agent: *\nDisallow: /\nAllow: /a\nAllow: /ab\n", "/ab", "python", "Disallow: /", "Allow: /a", "comes later: line 3: Allow: /a (2 octets)"},
		{"python's empty Disallow allows, and is shown as it is written", "User-agent: *\nDisallow:\nDisallow: /a\n", "/a", "python", "Disallow: ", "Disallow: /a", ""},
		{"no group", "User-agent: B\nDisallow: /a\n", "/a", "rfc", "", "", "no group of the file applies to this crawler"},
		{"/robots.txt", "User-agent: *\nDisallow: /\n", "/robots.txt", "rfc", "", "", "/robots.txt itself is always allowed (RFC 9309, 2.2.2)"},
	} {
		t.Run(tc.about, func(t *testing.T) {
			r := run(t, tc.src, Options{Dialect: tc.dialect}, Row{Agent: "A", URL: tc.url})
			if got := r.Deciding(0).String(); got != tc.deciding {
				t.Errorf("decided by %q, want %q", got, tc.deciding)
			}
			if got := r.contender(0).String(); got != tc.contender {
				t.Errorf("expected to win %q, want %q", got, tc.contender)
			}
			if why := strings.Join(r.why(0), "\n"); !strings.HasSuffix(why, tc.why) {
				t.Errorf("why: %s", why)
			}
		})
	}
}

func TestARunStopsWithItsContext(t *testing.T) {
	p, _ := NewPlan([]Row{{Agent: "A", URL: "/"}}, Options{})
	ctx, cancel := context.WithCancel(context.Background())
	r, err := p.Run(ctx, Version{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := p.Run(ctx, Version{}); !errors.Is(err, context.Canceled) {
		t.Errorf("run: %v", err)
	}
	if _, err := r.Coverage(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("coverage: %v", err)
	}
}

func TestFlipsAreGatheredByRulesAndFolder(t *testing.T) {
	p, _ := NewPlan(Cross([]string{"A", "Googlebot"}, []string{"/shop/a", "/shop/b", "/shop/c?x=1", "/blog/a", "/", "/free"}), Options{})
	before := runPlan(t, p, "User-agent: *\nDisallow: /blog\nAllow: /free\n")
	now := runPlan(t, p, "\n\nUser-agent: Googlebot\nDisallow: /shop/\nUser-agent: *\nDisallow: /shop/a\nAllow: /free\n")
	flips := Flips(before, now)
	var got []string
	for _, g := range GroupFlips(p, flips) {
		got = append(got, fmt.Sprintf("%v %d>%d %s %d", g.Allow, g.Before.Line, g.After.Line, g.Folder, len(g.Flips)))
	}
	want := "false 0>4 /shop/ 3, true 2>0 /blog/ 2, false 0>6 /shop/ 1"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
	if n := CountFlips(before, now); n != len(flips) || n != 6 {
		t.Errorf("%d flips, %d counted", len(flips), n)
	}
	if back := Flips(now, before); len(back) != 6 || back[0].Allow == flips[0].Allow || back[0].Before.Line != flips[0].After.Line {
		t.Errorf("the other way round: %+v", back)
	}
	if n := CountFlips(now, now); n != 0 {
		t.Errorf("%d flips against itself", n)
	}
}

func TestTheFirstFolderOfAPathIsFound(t *testing.T) {
	for path, want := range map[string]string{"/": "/", "/a": "/", "/a/": "/a/", "/a/b/c": "/a/", "/a?b=/c/": "/", "//a/": "//"} {
		if got := firstFolder(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestEachRuleIsCountedThatDecidesOrMatches(t *testing.T) {
	r := run(t, "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /never\nDisallow: /a\nUser-agent: B\nDisallow: /\n", Options{},
		Row{Agent: "A", URL: "/a"}, Row{Agent: "A", URL: "/a/b"}, Row{Agent: "A", URL: "/c"}, Row{Agent: "Googlebot", URL: "/a"})
	covers, err := r.Coverage(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range covers {
		got = append(got, fmt.Sprintf("%d:%d/%d %v", c.Line, c.Decides, c.Matches, c.Asked))
	}
	if want := "2:2/3 true, 3:1/1 true, 4:0/0 true, 5:0/3 true, 7:0/0 false"; strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
}

func show(probes []Probe) string {
	var s []string
	for _, p := range probes {
		mark := "-"
		if p.Hits {
			mark = "+"
		}
		s = append(s, fmt.Sprintf("%d%s%s", p.Line, mark, p.URL))
	}
	return strings.Join(s, " ")
}

func TestARuleIsProbedWhereItMatchesAndJustMisses(t *testing.T) {
	for _, tc := range []struct{ about, rules, want string }{
		{"a folder", "Disallow: /shop/", "2+/shop/ 2+/shop/x 2-/shop"},
		{"a prefix", "Disallow: /shop", "2+/shop 2+/shopx 2+/shop/x 2-/sho"},
		{"everything has nothing that just misses", "Disallow: /", "2+/ 2+/x"},
		{"an anchor", "Disallow: /a.pdf$", "2+/a.pdf 2-/a.pdfx 2-/a.pd"},
		{"the root alone", "Allow: /$", "2+/ 2-/x"},
		{"a star inside", "Disallow: /*.pdf$", "2+/x.pdf 2-/x.pdfx 2-/x.pd"},
		{"a star in front", "Disallow: *.gif", "2+/x.gif 2+/x.gifx 2+/x.gif/x 2-/x.gi"},
		{"a star at the end", "Disallow: /a*", "2+/a 2+/ax 2+/a/x 2-/"},
		{"a query", "Disallow: /*?sort=", "2+/x?sort= 2+/x?sort=x 2+/x?sort=/x 2-/x?sort"},
		{"an escape is not cut in two", "Disallow: /a%2A", "2+/a%2A 2+/a%2Ax 2+/a%2A/x 2-/a"},
		{"two slashes in front need a host", "Disallow: //a", "2+https://probe.example//a 2+https://probe.example//ax 2+https://probe.example//a/x 2-https://probe.example//"},
		{"a rule that can match nothing", "Disallow: shop", "2-/sho"},
		{"a rule made void by a space", "Disallow: / tmp", ""},
		{"an empty rule", "Disallow:", ""},
		{"the same rule twice", "Disallow: /a/\nDisallow: /a/", "2+/a/ 2+/a/x 2-/a"},
		{"rules that can meet", "Allow: /docs/\nDisallow: /*.pdf", "2+/docs/ 2+/docs/x 2-/docs 3+/x.pdf 3+/x.pdfx 3+/x.pdf/x 3-/x.pd 3+/docs/x.pdf"},
	} {
		t.Run(tc.about, func(t *testing.T) {
			f := engine.Parse([]byte("User-agent: *\n"+tc.rules+"\n"), engine.RFC)
			if got := show(Probes(f, 0)); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
	google := engine.Parse([]byte("User-agent: *\nAllow: /d/index.html\n"), engine.Google)
	if got := show(Probes(google, 2)); got != "2+/d/ 2+/d/index.html" {
		t.Errorf("Google's index.html, two probes at most: %s", got)
	}
}

func TestAgentsAreNamedOnceAndStarOnlyWhereItIs(t *testing.T) {
	a := engine.Parse([]byte("User-agent: B\nUser-agent: *\nDisallow: /\nUser-agent:\nUser-agent: b\nDisallow: /\n"), engine.RFC)
	b := engine.Parse([]byte("User-agent: C\nDisallow: /\n"), engine.RFC)
	if got := fmt.Sprint(Agents(a, b)); got != "[B * C]" {
		t.Errorf("of both files: got %s, want [B * C]", got)
	}
	if got := fmt.Sprint(Agents(b)); got != "[C]" {
		t.Errorf("of one file: got %s, want [C]", got)
	}
	if got := verdicts(run(t, "User-agent: B\nAllow: /\nUser-agent: *\nDisallow: /\n", Options{}, Row{Agent: "*", URL: "/"})); got != "disallow 4" {
		t.Errorf("* stands for a crawler that nobody names: %s", got)
	}
}

func TestProbeRowsFindAFlipWithoutAList(t *testing.T) {
	for _, tc := range []struct{ about, before, now, want string }{
		{"a rule is gone", "User-agent: *\nDisallow: /a/\n", "User-agent: *\nDisallow:\n", "true /a/"},
		{"a rule ends earlier", "User-agent: *\nDisallow: /shop\n", "User-agent: *\nDisallow: /shop$\n", "true /shopx"},
		{"the slash at the end is gone", "User-agent: *\nDisallow: /shop/\n", "User-agent: *\nDisallow: /shop\n", "false /shop"},
		{"an exception to a starred rule is gone", "User-agent: *\nDisallow: /*.pdf\nAllow: /docs/longer\n", "User-agent: *\nDisallow: /*.pdf\n", "false /docs/longerx.pdf"},
		{"a misspelt key is mended, which only Google could read", "User-agent: Googlebot\nUser-agent: B\nDisalow: /x\n", "User-agent: Googlebot\nUser-agent: B\nDisallow: /x\n", "false /x"},
	} {
		t.Run(tc.about, func(t *testing.T) {
			p, problems := NewPlan(ProbeRows(nil, 0, []byte(tc.before), []byte(tc.now)), Options{})
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			var got []string
			for _, f := range Flips(runPlan(t, p, tc.before), runPlan(t, p, tc.now)) {
				got = append(got, fmt.Sprintf("%v %s", f.Allow, p.Row(f.Ask).URL))
			}
			if !slices.Contains(got, tc.want) {
				t.Errorf("no flip %q among %q", tc.want, got)
			}
		})
	}
	rows := ProbeRows([]string{"A", "B"}, 1, []byte("User-agent: C\nDisallow: /x\n"), []byte("User-agent: *\nDisallow: /x\n"))
	if len(rows) != 2 || rows[0].Agent != "A" || rows[1].Agent != "B" || rows[0].URL != "/x" {
		t.Errorf("given agents, one URL: %+v", rows)
	}
}

// FuzzRun holds a plan to Explain, its flips to its verdicts, and its probes to
// their rules.
func FuzzRun(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /a*b$\nAllow: /a\n", "User-agent: Googlebot\nAllow: /d/index.htm\nDisallow: /d\n", "https://example.com/a", "Googlebot-Image")
	f.Add("User-agent: *\nDisallow: //\nAllow: /%2a?\xff\n", "\xEF\xBB\xBFUser-agent *\nDisalow \x00\n", "/?", "*")
	f.Fuzz(func(t *testing.T, one, two, url, agent string) {
		rows := []Row{{Agent: agent, URL: url}}
		for _, src := range []string{one, two} {
			for _, d := range engine.Dialects() {
				file := engine.Parse([]byte(src), d)
				for _, p := range Probes(file, 30) {
					rows = append(rows, Row{Agent: agent, URL: p.URL, Dialect: d.Name})
				}
			}
		}
		plan, problems := NewPlan(rows, Options{})
		if len(problems) > 0 && !strings.HasPrefix(strings.TrimSpace(agent), "@") {
			t.Fatal(problems[0])
		}
		a, b := runPlan(t, plan, one), runPlan(t, plan, two)
		for i := range plan.Asks {
			who := plan.Who(i)
			want := engine.Parse([]byte(one), who.Dialect).Explain(plan.Row(i).URL, who.engine())
			if a.Verdicts[i] != want.Verdict {
				t.Fatalf("%q: %+v, Explain says %+v", plan.Row(i).URL, a.Verdicts[i], want.Verdict)
			}
			if d := a.Deciding(i); d.Line != int(want.Line) || d.Line > 0 && d.Allow != want.Allowed {
				t.Fatalf("%q: decided by %+v, Explain says %+v", plan.Row(i).URL, d, want.Verdict)
			}
			if c := a.contender(i); c.Line > 0 && c.Allow == want.Allowed {
				t.Fatalf("%q: contender %+v of the same verb", plan.Row(i).URL, c)
			}
		}
		if n := CountFlips(a, b); n != len(Flips(a, b)) {
			t.Fatal("flips are miscounted")
		}
		covers, err := a.Coverage(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		matches := map[int]int{}
		for i := range plan.Asks {
			if !a.byRules(i) {
				continue
			}
			tr := a.trace(i)
			for n, s := range tr.Steps {
				if s.Matched() {
					matches[int(tr.Rule(n).Line)]++
				}
			}
		}
		for _, c := range covers {
			if c.Matches != matches[c.Line] {
				t.Fatalf("rule matches %d asks, by their traces %d: %+v", c.Matches, matches[c.Line], c)
			}
		}
		decides, decided := 0, 0
		for _, c := range covers {
			decides += c.Decides
			if c.Decides > c.Matches {
				t.Fatalf("rule decides more than it matches: %+v", c)
			}
		}
		for _, v := range a.Verdicts {
			if v.Line > 0 {
				decided++
			}
		}
		if decides != decided {
			t.Fatalf("rules decide %d, verdicts with a line %d", decides, decided)
		}
	})
}
