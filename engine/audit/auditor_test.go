package audit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

func shopBook(t testing.TB, host string) *Rulebook {
	t.Helper()
	b, err := NewRulebook([]Site{{Host: host, Versions: []Version{{Name: "robots.txt", Src: []byte(shopRobots)}}}}, crawlers.BuiltIn(), "auto")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func read(t testing.TB, opt Options, name string, r io.Reader) *Report {
	t.Helper()
	opt.Catalogue = crawlers.BuiltIn()
	a := New(opt)
	if err := a.Read(context.Background(), name, r); err != nil {
		t.Fatal(err)
	}
	return a.Report()
}

func TestEveryFigureIsTheGenerators(t *testing.T) {
	for _, format := range []Format{Combined, HostCombined, CombinedHost, Common, HostCommon, CommonHost, JSON, CloudFront, IIS, W3C} {
		t.Run(format.String(), func(t *testing.T) {
			g := generate(format, 6000, uint64(format))
			googleNets := &Networks{}
			if _, err := googleNets.Add("Google", []byte(`{"prefixes":[{"ipv4Prefix":"66.249.64.0/27"},{"ipv6Prefix":"2001:4860:4801::/48"}]}`), crawlers.BuiltIn()); err != nil {
				t.Fatal(err)
			}
			r := read(t, Options{Rulebook: shopBook(t, "shop.example"), Networks: googleNets, Host: "shop.example", Split: logSplit}, "log", iotest.HalfReader(bytes.NewReader(g.text)))

			wantFormat := format
			if format == IIS {
				wantFormat = W3C
			}
			if r.Logs[0].Format != wantFormat.String() || r.Logs[0].Lines != g.lines {
				t.Errorf("log %+v, want format %s and %d lines", r.Logs[0], wantFormat, g.lines)
			}
			if r.Lines != g.lines || r.Parsed != g.parsed || r.Skipped != g.skipped || r.Blank != g.blank {
				t.Errorf("lines %d parsed %d skipped %d blank %d, want %d %d %d %d", r.Lines, r.Parsed, r.Skipped, r.Blank, g.lines, g.parsed, g.skipped, g.blank)
			}
			if !r.From.Equal(g.first) || !r.To.Equal(g.last) {
				t.Errorf("from %s to %s, want %s and %s", r.From, r.To, g.first, g.last)
			}
			hits, allowed, disallowed, byLine := map[string]int64{}, map[string]int64{}, map[string]int64{}, map[string]int64{}
			before, after := map[string]int64{}, map[string]int64{}
			all := r.Others
			for _, c := range r.Crawlers {
				hits[c.Name] = c.Hits
				all += c.Hits
				put(allowed, c.Name, c.Allowed)
				put(disallowed, c.Name, c.Disallowed)
				put(before, c.Name, c.Before.Disallowed)
				put(after, c.Name, c.After.Disallowed)
				ruled := c.NoRule
				for _, l := range c.ByLine {
					byLine[fmt.Sprint(c.Name, " ", l.Line)] = l.Count
					ruled += l.Count
					if *l.Before+*l.After != l.Count {
						t.Errorf("%s line %d: before %d and after %d are not %d", c.Name, l.Line, *l.Before, *l.After, l.Count)
					}
				}
				if ruled != c.Allowed+c.Disallowed {
					t.Errorf("%s: lines and no rule give %d, verdicts %d", c.Name, ruled, c.Allowed+c.Disallowed)
				}
				if c.Allowed+c.Disallowed+c.Unsure+c.NoFile+c.NoTarget != c.Hits {
					t.Errorf("%s: verdicts do not add up: %+v", c.Name, c.Counts)
				}
			}
			if all != r.Parsed {
				t.Errorf("others and crawlers give %d, parsed are %d", all, r.Parsed)
			}
			for _, m := range []struct {
				what      string
				got, want map[string]int64
			}{
				{"hits", hits, g.hits}, {"allowed", allowed, g.allowed}, {"disallowed", disallowed, g.disallowed},
				{"by line", byLine, g.byLine}, {"before", before, g.before}, {"after", after, g.after}, {"robots.txt", statuses(r), g.statuses},
			} {
				if !maps.Equal(m.got, m.want) {
					t.Errorf("%s: got %v, want %v", m.what, m.got, m.want)
				}
			}
			if r.Totals.NoFile != g.noFile {
				t.Errorf("no file: %d, want %d", r.Totals.NoFile, g.noFile)
			}
			if len(r.Crawlers) == 0 {
				return
			}
			if g.noFile > 0 && (len(r.NoFileHosts) != 1 || r.NoFileHosts[0] != (Tally{"other.example", g.noFile, 0})) {
				t.Errorf("hosts without a file: %v", r.NoFileHosts)
			}
			if want := []string{"bingbot", "GPTBot", "AdsBot-Google"}; !sameSet(r.NoGroup, want) {
				t.Errorf("no group of their own: %v, want %v", r.NoGroup, want)
			}
			if len(r.UnusedRules) != 1 || r.UnusedRules[0].Line != 8 || r.UnusedRules[0].Rule != "Disallow: /never-used" {
				t.Errorf("unused rules: %+v", r.UnusedRules)
			}
			var folders int64
			for _, f := range r.DisallowedFolders {
				folders += f.Count
			}
			if folders != r.Totals.Disallowed {
				t.Errorf("folders hold %d hits, disallowed are %d", folders, r.Totals.Disallowed)
			}
			for _, c := range r.Crawlers {
				if c.Name == "Googlebot" && (c.Verified+c.FalseClaims != c.Hits || c.FalseClaims == 0 || c.FalseDisallowed == 0 || c.FalseDisallowed > c.FalseClaims) ||
					c.Name == "bingbot" && c.Unknown != c.Hits {
					t.Errorf("%s: verified %d false %d unknown %d of %d", c.Name, c.Verified, c.FalseClaims, c.Unknown, c.Hits)
				}
			}
		})
	}
}

func put(m map[string]int64, k string, n int64) {
	if n > 0 {
		m[k] = n
	}
}

func statuses(r *Report) map[string]int64 {
	m := map[string]int64{}
	for _, row := range r.RobotsTxt {
		for s, n := range row.Statuses {
			m[row.Crawler+" "+s] = n
		}
	}
	return m
}

func sameSet(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

func TestOneWorkerAndFourSayTheSame(t *testing.T) {
	g := generate(CombinedHost, 20000, 7)
	var reports []string
	for _, workers := range []int{1, 4} {
		r := read(t, Options{Rulebook: shopBook(t, ""), Workers: workers}, "log", bytes.NewReader(g.text))
		reports = append(reports, fmt.Sprintf("%+v %+v %+v %+v %+v", r.Totals.Disallowed, r.Crawlers, r.DisallowedFolders, r.RobotsTxt, r.Broken))
	}
	if reports[0] != reports[1] {
		t.Errorf("one worker\n%.2000s\nfour workers\n%.2000s", reports[0], reports[1])
	}
}

func TestVerdictsAgreeWithTheEngine(t *testing.T) {
	g := generate(Combined, 3000, 11)
	want := map[string]int64{}
	p := NewParser(Combined, Fields{})
	l := newLines(g.text)
	var h Hit
	for line, ok := l.next(); ok; line, ok = l.next() {
		if len(line) > MaxLine || p.Parse(line, &h) != None {
			continue
		}
		e := crawlers.BuiltIn().InHeader(string(h.Agent))
		if e == nil {
			continue
		}
		d, err := engine.DialectByName(e.Dialect)
		if err != nil {
			t.Fatal(err)
		}
		tr := engine.Parse([]byte(shopRobots), d).Explain("https://shop.example"+string(h.Target), engine.Crawler{Tokens: e.Tokens(), NoStar: e.NoStar()})
		want[fmt.Sprintf("%s %v", e.Token, tr.Allowed)]++
		if tr.Line > 0 {
			want[fmt.Sprintf("%s line %d", e.Token, tr.Line)]++
		}
	}
	got := map[string]int64{}
	for _, c := range read(t, Options{Rulebook: shopBook(t, "")}, "log", bytes.NewReader(g.text)).Crawlers {
		put(got, c.Name+" true", c.Allowed)
		put(got, c.Name+" false", c.Disallowed)
		for _, l := range c.ByLine {
			got[fmt.Sprintf("%s line %d", c.Name, l.Line)] = l.Count
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

// hitAt is a Combined line of bingbot.
func hitAt(at time.Time, target string) string {
	return write(Combined, "", "192.0.2.1", target, agentBing, 200, at, time.FixedZone("", 2*3600)) + "\n"
}

func TestHitsAreJudgedByTheFileThatWasLive(t *testing.T) {
	change := time.Date(2024, 5, 10, 0, 0, 0, 0, time.UTC)
	book, err := NewRulebook([]Site{{Versions: []Version{
		{Name: "new", Since: change, Src: []byte("User-agent: *\nDisallow: /a\n")},
		{Name: "same again", Since: change.Add(48 * time.Hour), Src: []byte("User-agent: *\nDisallow: /a\n")},
		{Name: "old", Since: change.Add(-240 * time.Hour), Src: []byte("User-agent: *\nDisallow: /b\n")},
	}}}, crawlers.BuiltIn(), "")
	if err != nil {
		t.Fatal(err)
	}
	log := hitAt(change.Add(-241*time.Hour), "/a") + // no file known for then
		hitAt(change.Add(-240*time.Hour), "/a") + // allowed by old, and its first day is no change
		hitAt(change.Add(-time.Second), "/b") + // disallowed by old
		hitAt(change, "/a") + // unsure
		hitAt(change.Add(24*time.Hour-time.Second), "/b") + // unsure
		hitAt(change.Add(24*time.Hour), "/a") + // disallowed by new
		hitAt(change.Add(49*time.Hour), "/a") // disallowed: the same file again is no change
	r := read(t, Options{Rulebook: book}, "log", strings.NewReader(log))
	if len(r.Crawlers) != 1 {
		t.Fatalf("crawlers: %+v", r.Crawlers)
	}
	c := r.Crawlers[0]
	got := fmt.Sprintf("allowed %d disallowed %d unsure %d (%d) no file %d", c.Allowed, c.Disallowed, c.Unsure, c.UnsureDisallowed, c.NoFile)
	if want := "allowed 1 disallowed 3 unsure 2 (1) no file 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var rows []string
	for _, l := range c.ByLine {
		rows = append(rows, fmt.Sprintf("%s:%d %s %d+%d", l.File, l.Line, l.Rule, l.Count, l.Unsure))
	}
	if got, want := strings.Join(rows, ", "), "new:2 Disallow: /a 2+1, old:2 Disallow: /b 1+0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAnswersWithoutRulesDecide(t *testing.T) {
	for _, tt := range []struct {
		status                      int
		bingDisallowed, googAllowed int64
	}{{404, 0, 1}, {503, 1, 0}, {200, 0, 1}} {
		book, err := NewRulebook([]Site{{Versions: []Version{{Name: "u", Answer: engine.Answer{Status: tt.status}}}}}, crawlers.BuiltIn(), "")
		if err != nil {
			t.Fatal(err)
		}
		log := hitAt(logStart, "/a") + write(Combined, "", "192.0.2.1", "/a", agentGoogle, 200, logStart, time.UTC)
		got := map[string]Counts{}
		for _, c := range read(t, Options{Rulebook: book}, "log", strings.NewReader(log)).Crawlers {
			got[c.Name] = c.Counts
		}
		if got["bingbot"].Disallowed != tt.bingDisallowed || got["Googlebot"].Allowed != tt.googAllowed {
			t.Errorf("status %d: %+v", tt.status, got)
		}
	}
}

func TestHostsAreLookedUpAsSites(t *testing.T) {
	book := shopBook(t, "Shop.Example:443")
	for host, want := range map[string]int{"shop.example": 0, "SHOP.example.": 0, "shop.example:80": 0, "shop.example:8080": -1, "www.shop.example": -1, "": -1} {
		if got, _ := book.live(hostKey(nil, []byte(host)), 0); got != want {
			t.Errorf("%q: edition %d, want %d", host, got, want)
		}
	}
	if _, err := NewRulebook([]Site{{Host: "a.example"}, {Host: "A.example"}}, crawlers.BuiltIn(), ""); err == nil {
		t.Error("a host with two files is no error")
	}
	if _, err := NewRulebook(nil, crawlers.BuiltIn(), "elvish"); err == nil {
		t.Error("an unknown dialect is no error")
	}
}

func TestAnAbsoluteTargetNamesItsHost(t *testing.T) {
	log := hitAt(logStart, "http://other.example/private/x") + hitAt(logStart, "HTTPS://shop.example:443/private/x") + hitAt(logStart, "*")
	r := read(t, Options{Rulebook: shopBook(t, "shop.example"), Host: "shop.example"}, "log", strings.NewReader(log))
	if n := r.Totals; n.Disallowed != 1 || n.NoFile != 1 || n.NoTarget != 1 {
		t.Errorf("%+v", n)
	}
	if len(r.DisallowedURLs) != 1 || r.DisallowedURLs[0].Name != "shop.example/private/x" || r.DisallowedFolders[0].Name != "shop.example/private/" {
		t.Errorf("%+v %+v", r.DisallowedURLs, r.DisallowedFolders)
	}
}

func TestBrokenLinesAreShownWithTheirPlace(t *testing.T) {
	log := hitAt(logStart, "/a") + "first\r\rsecond \x1b[31m\n" + hitAt(logStart, "/a") + "third"
	r := read(t, Options{Rulebook: shopBook(t, "")}, "access.log", strings.NewReader(log))
	want := []Broken{{"access.log", 2, "no time", "first"}, {"access.log", 4, "no time", "second \x1b[31m"}, {"access.log", 6, "no time", "third"}}
	if !slices.Equal(r.Broken, want) || r.Lines != 6 || r.Blank != 1 {
		t.Errorf("lines %d blank %d %+v", r.Lines, r.Blank, r.Broken)
	}
	if len(r.Faults) != 1 || r.Faults[0] != (Tally{Name: "no time", Count: 3}) {
		t.Errorf("faults %+v", r.Faults)
	}
}

func TestALogThatCannotBeReadSaysWhy(t *testing.T) {
	opt := Options{Catalogue: crawlers.BuiltIn(), Rulebook: shopBook(t, "")}
	t.Run("a log that is none", func(t *testing.T) {
		err := New(opt).Read(context.Background(), "x", strings.NewReader("\n\nhello\nworld\n"))
		var unknown *UnknownFormatError
		if !errors.As(err, &unknown) || unknown.Line != "hello" || !strings.HasPrefix(err.Error(), "x: ") {
			t.Errorf("%v", err)
		}
	})
	t.Run("an empty log is fine", func(t *testing.T) {
		a := New(opt)
		if err := a.Read(context.Background(), "x", strings.NewReader("")); err != nil {
			t.Error(err)
		}
		if r := a.Report(); r.Lines != 0 || r.From != nil || r.Crawlers == nil {
			t.Errorf("%+v", r)
		}
	})
	t.Run("what was read before an error counts", func(t *testing.T) {
		a := New(opt)
		broken := errors.New("flate: corrupt input")
		err := a.Read(context.Background(), "x", io.MultiReader(strings.NewReader(hitAt(logStart, "/private/")), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) || !strings.Contains(err.Error(), "after line 1") {
			t.Errorf("%v", err)
		}
		if r := a.Report(); r.Totals.Disallowed != 1 {
			t.Errorf("%+v", r.Totals)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		seen := opt
		seen.Progress = func(lines, octets int64) { cancel() }
		one := []byte(hitAt(logStart, "/private/"))
		err := New(seen).Read(ctx, "x", &repeat{text: bytes.Repeat(one, 1000), left: 1 << 40})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
	t.Run("several logs in several formats", func(t *testing.T) {
		a := New(opt)
		for _, f := range []Format{Combined, JSON, CloudFront} {
			if err := a.Read(context.Background(), f.String(), bytes.NewReader(generate(f, 1000, 3).text)); err != nil {
				t.Fatal(err)
			}
		}
		r := a.Report()
		if len(r.Logs) != 3 || r.Logs[2].Format != "cloudfront" || r.Lines != r.Logs[0].Lines+r.Logs[1].Lines+r.Logs[2].Lines {
			t.Errorf("%d %+v", r.Lines, r.Logs)
		}
	})
}

func BenchmarkCombinedLog(b *testing.B) {
	text := generate(Combined, 100000, 5).text
	text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
	opt := Options{Catalogue: crawlers.BuiltIn(), Rulebook: shopBook(b, "")}
	var lines int64
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		a := New(opt)
		if err := a.Read(context.Background(), "log", bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
		lines += a.Report().Lines
	}
	b.ReportMetric(float64(lines)/b.Elapsed().Seconds(), "lines/s")
}

func TestHitsThatAnotherFileFlipsAreCounted(t *testing.T) {
	against, err := NewRulebook([]Site{{Versions: []Version{{Name: "new", Src: []byte("User-agent: *\nAllow: /private/\nDisallow: /page\n")}}}}, crawlers.BuiltIn(), "")
	if err != nil {
		t.Fatal(err)
	}
	log := hitAt(logStart, "/private/1") + hitAt(logStart, "/private/2") + hitAt(logStart, "/private/open") + hitAt(logStart, "/page/1") +
		hitAt(logStart, "/robots.txt") + hitAt(logStart, "/x.pdf?") + write(Combined, "", "192.0.2.1", "/nogoogle", agentGoogle, 200, logStart, time.UTC)
	r := read(t, Options{Rulebook: shopBook(t, ""), Against: against}, "log", strings.NewReader(log))
	var got []string
	for _, f := range r.Flips {
		got = append(got, fmt.Sprintf("%s %d: %v %d %s -> %v %d %s (%s)", f.Crawler, f.Count,
			f.Before.Allowed, f.Before.Line, f.Before.Rule, f.After.Allowed, f.After.Line, f.After.Rule, f.Example))
	}
	want := []string{
		"bingbot 2: false 2 Disallow: /private/ -> true 2 Allow: /private/ (/private/1)",
		"Googlebot 1: false 7 Disallow: /nogoogle -> true 0  (/nogoogle)",
		"bingbot 1: true 0  -> false 3 Disallow: /page (/page/1)",
	}
	if !slices.Equal(got, want) || *r.Flipped != 4 {
		t.Errorf("%d flipped\n%s\nwant\n%s", *r.Flipped, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if same := read(t, Options{Rulebook: shopBook(t, ""), Against: shopBook(t, "")}, "log", strings.NewReader(log)); *same.Flipped != 0 {
		t.Errorf("a file flips %d hits against itself", *same.Flipped)
	}
}

func TestFetchedURLsAreCountedByCrawler(t *testing.T) {
	log := strings.Repeat(hitAt(logStart, "/private/1"), 3) + hitAt(logStart, "http://b.example/x?y") + hitAt(logStart, "/robots.txt") +
		strings.Repeat(write(Combined, "", "192.0.2.1", "/private/1", agentGoogle, 200, logStart, time.UTC)+"\n", 2)
	got := read(t, Options{Rulebook: shopBook(t, ""), Host: "a.example"}, "log", strings.NewReader(log)).FetchedURLs
	want := []Fetched{{"bingbot", "a.example", "/private/1", 3, 0}, {"Googlebot", "a.example", "/private/1", 2, 0}, {"bingbot", "b.example", "/x?y", 1, 0}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
