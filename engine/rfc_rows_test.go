package engine

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// The tests of this file take RFC 9309, 2.1 to 2.5, sentence by sentence. The table in
// ui/lessons/coverage_test.go says which sentence each of them holds.

// question is one URL asked of one file, by the RFC.
type question struct {
	token, url string
	line       int // that decides; 0 for none
	allowed    bool
}

func ask(t *testing.T, robots string, questions ...question) {
	t.Helper()
	f := Parse([]byte(robots), RFC)
	for _, q := range questions {
		got := f.Explain(q.url, Token(q.token))
		if got.Allowed != q.allowed || int(got.Line) != q.line {
			t.Errorf("%s asks for %s: allowed %v by line %d, want %v by line %d\n%s", q.token, q.url, got.Allowed, got.Line, q.allowed, q.line, got)
		}
	}
}

func TestAGroupIsUserAgentLinesAndTheRulesAfterThem(t *testing.T) {
	f := Parse([]byte("User-agent: a\nUser-agent: b\nDisallow: /1\nAllow: /2\nUser-agent: c\nDisallow: /3"), RFC)
	if len(f.Groups) != 2 || f.Groups[0].Agents.Len() != 2 || f.Groups[0].Rules.Len() != 2 || f.Groups[1].Rules.Len() != 1 {
		t.Errorf("groups %+v, want one of two agents and two rules and one of a rule", f.Groups)
	}
	ask(t, string(f.Src), question{"a", "/1", 3, false}, question{"b", "/1", 3, false}, question{"c", "/1", 0, true})
}

func TestALastGroupWithoutRulesAllowsEverything(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /\nUser-agent: a\n", question{"a", "/x", 0, true}, question{"b", "/x", 2, false})
}

func TestAProductTokenHoldsLettersHyphensAndUnderscoresOnly(t *testing.T) {
	for value, whole := range map[string]bool{
		"ExampleBot": true, "example-bot_A": true, "*": true, "ExampleBot/1.0": false, "Example Bot": false, "Bot2": false, "Böt": false,
	} {
		f := Parse([]byte("User-agent: "+value+"\nDisallow: /"), RFC)
		if got := f.Lines[0].Notes&NoteNotToken == 0; got != whole {
			t.Errorf("%q is a product token: %v, want %v", value, got, whole)
		}
	}
	ask(t, "User-agent: ExampleBot/1.0\nDisallow: /", question{"ExampleBot", "/", 0, true})
}

func TestNamesAreComparedWithoutCase(t *testing.T) {
	ask(t, "User-agent: ExAmPlE-bOt\nDisallow: /", question{"example-bot", "/", 2, false}, question{"EXAMPLE-BOT", "/", 2, false}, question{"example_bot", "/", 0, true})
}

func TestACrawlerObeysItsOwnGroupOnly(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /all\nUser-agent: a\nDisallow: /a\nUser-agent: ab\nDisallow: /ab",
		question{"a", "/a", 4, false}, question{"a", "/all", 4, false}, question{"ab", "/all", 0, true}, question{"ab", "/ab", 6, false})
}

func TestGroupsOfOneNameAreCombined(t *testing.T) {
	ask(t, "User-agent: a\nDisallow: /1\nUser-agent: b\nDisallow: /2\nUser-agent: A\nAllow: /1/x\nDisallow: /3",
		question{"a", "/1", 2, false}, question{"a", "/1/x", 6, true}, question{"a", "/3", 7, false}, question{"a", "/2", 0, true}, question{"b", "/3", 0, true})
	ask(t, "User-agent: *\nDisallow: /1\nUser-agent: b\nDisallow: /2\nUser-agent: *\nDisallow: /3", question{"a", "/1", 2, false}, question{"a", "/3", 6, false})
}

func TestWithoutAGroupOfItsOwnACrawlerObeysTheStar(t *testing.T) {
	ask(t, "User-agent: a\nDisallow: /a\nUser-agent: *\nDisallow: /all", question{"c", "/all", 4, false}, question{"c", "/a", 0, true}, question{"a", "/all", 2, false})
	ask(t, "User-agent: a\nDisallow: /1\nUser-agent: *\nDisallow: /2", question{"c", "/2", 4, false}, question{"a", "/2", 0, true})
}

func TestWithoutAnyGroupNoRulesApply(t *testing.T) {
	ask(t, "User-agent: a\nDisallow: /", question{"b", "/x", 0, true})
	ask(t, "", question{"b", "/x", 0, true})
}

func TestRulesAreMatchedAgainstThePathOfTheURL(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /a?b=", question{"x", "https://h.example/a?b=c", 2, false}, question{"x", "https://h.example:8443/a?b=c#d", 2, false},
		question{"x", "https://h.example/a", 0, true}, question{"x", "https://h.example/#/a?b=", 0, true})
}

func TestPathsAreComparedWithCase(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /Admin", question{"x", "/Admin", 2, false}, question{"x", "/admin", 0, true}, question{"x", "/ADMIN", 0, true})
}

func TestAMatchBeginsAtTheFirstOctet(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /b", question{"x", "/b", 2, false}, question{"x", "/a/b", 0, true}, question{"x", "/ab", 0, true})
}

func TestTheMostOctetsWin(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /\nAllow: /p\nDisallow: /p*/x\nAllow: /p/a/x",
		question{"x", "/q", 2, false}, question{"x", "/p/b", 3, true}, question{"x", "/p/b/x", 4, false}, question{"x", "/p/a/x", 5, true})
	ask(t, "User-agent: *\nAllow: /shop\nDisallow: /shop*", question{"x", "/shop/1", 3, false})
	f := Parse([]byte("User-agent: *\nDisallow: /é:*$"), RFC)
	if got := f.Compile(f.Rules[0]).Octets(); got != len("/%C3%A9%3A*$") {
		t.Errorf("%d octets, want %d", got, len("/%C3%A9%3A*$"))
	}
}

func TestDuplicateRulesChangeNothing(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /a\nDisallow: /a\nDisallow: /%61", question{"x", "/a", 2, false})
	ask(t, "User-agent: *\nDisallow: /a\nAllow: /a\nAllow: /a\nDisallow: /a", question{"x", "/a", 3, true})
}

func TestATieGoesToAllow(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /a\nAllow: /a", question{"x", "/a", 3, true})
	ask(t, "User-agent: *\nAllow: /d/$\nDisallow: /d/*", question{"x", "/d/", 2, true}, question{"x", "/d/e", 3, false})
}

func TestWithoutAMatchTheURLIsAllowed(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /a", question{"x", "/b", 0, true})
	ask(t, "User-agent: *\nDisallow:\n", question{"x", "/b", 0, true})
}

func TestOnlyRobotsTxtItselfIsExcepted(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /", question{"x", "https://h.example/robots.txt", 0, true},
		question{"x", "/ROBOTS.TXT", 2, false}, question{"x", "/a/robots.txt", 2, false}, question{"x", "/robots.txt?a", 2, false}, question{"x", "/robots.txt.gz", 2, false})
}

func TestOctetsOutsideASCIIAreEncodedOnBothSides(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /ツ\nDisallow: /%e3%83%83", question{"x", "/ツ", 2, false}, question{"x", "/%E3%83%84", 2, false},
		question{"x", "/%e3%83%84/a", 2, false}, question{"x", "/ッ", 3, false}, question{"x", "/テ", 0, true})
}

func TestReservedOctetsAreEncodedOnBothSides(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /a?u=http%3A%2F%2Fh.example\nDisallow: /b:c", question{"x", "/a?u=http://h.example", 2, false},
		question{"x", "/b:c", 3, false}, question{"x", "/b%3Ac", 3, false}, question{"x", "/b%3ac", 3, false})
}

func TestEncodedOctetsAreDecodedUnlessReserved(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /foo/bar/baz\nDisallow: /a/b\nDisallow: /~j", question{"x", "/foo/bar/%62%61%7A", 2, false},
		question{"x", "/a%2Fb", 0, true}, question{"x", "/%7ej", 4, false}, question{"x", "/%2562", 0, true})
}

func TestARuleMatchesIfItEndsBeforeADifference(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /ab", question{"x", "/ab", 2, false}, question{"x", "/abc", 2, false}, question{"x", "/a", 0, true}, question{"x", "/ac", 0, true})
}

func TestARuleOutsideEveryGroupIsIgnored(t *testing.T) {
	ask(t, "Disallow: /a\nAllow: /\nUser-agent: *\nDisallow: /b", question{"x", "/a", 0, true}, question{"x", "/b", 4, false})
}

func TestOctetsThatAreNotUTF8AreComparedAsTheyAre(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /caf\xe9", question{"x", "/caf%E9", 2, false}, question{"x", "/caf\xe9", 2, false}, question{"x", "/café", 0, true})
}

func TestHashBeginsAComment(t *testing.T) {
	ask(t, "# User-agent: a\nUser-agent: * # all\nDisallow: /a#b\n #Disallow: /c", question{"x", "/a", 3, false}, question{"x", "/c", 0, true})
}

func TestDollarIsTheEndOfThePath(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /a$\nDisallow: /b*c$", question{"x", "/a", 2, false}, question{"x", "/ab", 0, true}, question{"x", "/a?b", 0, true},
		question{"x", "/bcbc", 3, false}, question{"x", "/bcb", 0, true})
}

func TestStarIsAnyRunOfOctets(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /a*z\nDisallow: *.gif$", question{"x", "/az", 2, false}, question{"x", "/a/b/c?z", 2, false}, question{"x", "/ab", 0, true},
		question{"x", "/x/y.gif", 3, false}, question{"x", "/y.gif?", 0, true})
}

func TestASpecialSignIsMeantVerbatimWhereItIsEncoded(t *testing.T) {
	ask(t, "User-agent: *\nDisallow: /a%2Ab\nDisallow: /c%24\nDisallow: /d%23", question{"x", "/a*b", 2, false}, question{"x", "/a%2ab", 2, false}, question{"x", "/aXb", 0, true},
		question{"x", "/c$d", 3, false}, question{"x", "/c", 0, true}, question{"x", "/d%23e", 4, false})
}

func TestOtherRecordsAreReadApart(t *testing.T) {
	f := Parse([]byte("Sitemap: https://h.example/s.xml\nUser-agent: *\nDisallow: /a"), RFC)
	if l := f.Lines[0]; l.Kind != KindSitemap || l.Group != -1 || string(l.Value.Of(f.Src)) != "https://h.example/s.xml" {
		t.Errorf("%+v", l)
	}
	ask(t, string(f.Src), question{"x", "/a", 3, false})
}

func TestALenientReaderTakesMisspeltRecords(t *testing.T) {
	const src = "site-map: https://h.example/s.xml\nuseragent: *\ndissallow: /a"
	f := Parse([]byte(src), Google)
	if f.Lines[0].Kind != KindSitemap || f.Explain("/a", Token("x")).Allowed {
		t.Errorf("google reads a %v and says %v, want a sitemap and a Disallow", f.Lines[0].Kind, f.Explain("/a", Token("x")))
	}
	ask(t, src, question{"x", "/a", 0, true})
}

func TestOtherRecordsDoNotInterfere(t *testing.T) {
	with := "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nNoindex: /n\nDisallow: /1\nClean-param: x /1\nAllow: /1/2\nHost: h.example\n"
	f := Parse([]byte(with), RFC)
	if len(f.Groups) != 1 || len(f.Rules) != 2 {
		t.Fatalf("%d groups and %d rules, want 1 and 2", len(f.Groups), len(f.Rules))
	}
	ask(t, with, question{"a", "/1", 5, false}, question{"b", "/1/2", 7, true}, question{"a", "/n", 0, true})
}

func TestASitemapDoesNotEndAGroup(t *testing.T) {
	ask(t, "User-agent: a\nDisallow: /1\nSitemap: https://h.example/s.xml\nDisallow: /2\nUser-agent: b\nSitemap: /t\nUser-agent: c\nDisallow: /3",
		question{"a", "/2", 4, false}, question{"b", "/3", 8, false}, question{"c", "/3", 8, false})
}

func TestTheFileIsUTF8WithOrWithoutAMark(t *testing.T) {
	ask(t, "\xef\xbb\xbfUser-agent: *\nDisallow: /é", question{"x", "/%C3%A9", 2, false})
}

func TestASuccessfulFetchBringsRulesToFollow(t *testing.T) {
	for status := 200; status <= 299; status++ {
		if m := Mean(Answer{Status: status}, "rfc"); m.Do != DoRules {
			t.Errorf("%d: %v", status, m.Do)
		}
	}
}

func TestFiveRedirectsAreFollowed(t *testing.T) {
	for hops := range MaxRedirects + 1 {
		if m := Mean(Answer{Status: 200, Hops: hops}, "rfc"); m.Do != DoRules {
			t.Errorf("after %d redirects: %v", hops, m.Do)
		}
	}
	if MaxRedirects < 5 {
		t.Errorf("only %d are followed", MaxRedirects)
	}
}

func TestRulesHoldForTheFirstAuthority(t *testing.T) {
	first := OriginOf("https://first.example/robots.txt")
	a := Answer{Status: 200, Hops: 2, File: first, URL: OriginOf("https://first.example/a")}
	if m := Mean(a, "rfc"); m.Do != DoRules {
		t.Errorf("the first authority: %v", m.Do)
	}
	a.URL = OriginOf("https://second.example/a")
	if m := Mean(a, "rfc"); m.Do != DoOutOfScope {
		t.Errorf("another authority: %v", m.Do)
	}
}

func TestMoreThanFiveRedirectsAreUnavailable(t *testing.T) {
	if m := Mean(Answer{Status: 301, Hops: 6, Failure: FailTooManyHops}, "rfc"); m.Do != DoAllowAll || m.Reason != ReasonUnavailable.String() {
		t.Errorf("%+v", m)
	}
}

func TestUnavailableOpensEverything(t *testing.T) {
	for status := 400; status <= 499; status++ {
		if m := Mean(Answer{Status: status}, "rfc"); m.Do != DoAllowAll || m.Reason != ReasonUnavailable.String() {
			t.Errorf("%d: %+v", status, m)
		}
	}
}

func TestUnreachableClosesEverything(t *testing.T) {
	for status := 500; status <= 599; status++ {
		if m := Mean(Answer{Status: status}, "rfc"); m.Do != DoDisallowAll || m.Reason != ReasonUnreachable.String() {
			t.Errorf("%d: %+v", status, m)
		}
	}
	for _, f := range []Failure{FailDNS, FailRefused, FailReset, FailTLS, FailTimeout, FailShortBody, FailBadChunks, FailProtocol} {
		if m := Mean(Answer{Failure: f}, "rfc"); m.Do != DoDisallowAll {
			t.Errorf("%s: %+v", f, m)
		}
	}
}

func TestUnreachableForAMonthMayCountAsUnavailable(t *testing.T) {
	for days, want := range map[time.Duration]Do{1: DoDisallowAll, 29: DoDisallowAll, 31: DoAllowAll} {
		if m := Mean(Answer{Status: 503, Since: days * day}, "rfc"); m.Do != want {
			t.Errorf("after %d days: %v, want %v", days, m.Do, want)
		}
	}
	if m := Mean(Answer{Status: 503, Since: 20 * day, HasCached: true}, "google"); m.Do != DoLastGoodCopy {
		t.Errorf("with a copy, google: %v", m.Do)
	}
}

func TestEveryLineIsTried(t *testing.T) {
	src := "\x00\x01\nUser-agent *\n<html>\n" + strings.Repeat("x", 1<<16) + "\nUser-agent: *\n: /\n=\nDisallow: /a\n\xff\xfe\nAllow: /a/b"
	f := Parse([]byte(src), RFC)
	if want := 1 + strings.Count(src, "\n"); len(f.Lines) != want {
		t.Errorf("%d lines, want %d", len(f.Lines), want)
	}
	ask(t, src, question{"x", "/a", 8, false}, question{"x", "/a/b", 10, true})
}

func TestRulesThatCanBeReadAreUsed(t *testing.T) {
	ask(t, "User-agent: *\nDisallow /a\nDisallow: /b c\nDisallow : /d\nDisallow: /e", question{"x", "/a", 0, true}, question{"x", "/b", 0, true},
		question{"x", "/d", 4, false}, question{"x", "/e", 5, false})
}

func TestTheLimitLiesAt500KiBAndNotBefore(t *testing.T) {
	if Limit < 500*1024 {
		t.Fatalf("limit %d", Limit)
	}
	head := []byte("User-agent: *\nDisallow: /early\n")
	src := append(head, bytes.Repeat([]byte("#\n"), (Limit-len(head)-1)/2)...)
	src = append(src, "Disallow: /late\n"...)
	f := Parse(src, RFC)
	late := bytes.Count(src, []byte("\n"))
	if got := f.CutLine(); got != late {
		t.Errorf("the mark stands at line %d, want %d", got, late)
	}
	if got := Parse(src[:Limit], RFC).CutLine(); got != 0 {
		t.Errorf("a file of exactly the limit is marked at line %d", got)
	}
	ask(t, string(src), question{"x", "/early", 2, false}, question{"x", "/late", late, false})
	ask(t, string(src[:Limit]), question{"x", "/late", 0, true})
}
