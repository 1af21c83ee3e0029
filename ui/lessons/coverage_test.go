package lessons

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// coverage is every sentence of RFC 9309 2.1 to 2.5 that obliges or permits something, in our own short
// words, with the lesson that teaches it and the test that holds it. Sentences that define, without a
// capital key word, are marked "is". A sentence with two duties has two rows.
var coverage = []struct{ section, level, says, lesson, test string }{
	{"2.1", "is", "a group is user-agent lines and the rules after them", "groups-merge", "engine.TestAGroupIsUserAgentLinesAndTheRulesAfterThem"},
	{"2.1", "is", "the last group may end without rules, which allows everything", "groups-trap", "engine.TestALastGroupWithoutRulesAllowsEverything"},

	{"2.2.1", "MUST", "a product token holds letters, hyphens and underscores only", "groups-fallback", "engine.TestAProductTokenHoldsLettersHyphensAndUnderscoresOnly"},
	{"2.2.1", "SHOULD", "the token is part of what the crawler calls itself towards the server", "groups-fallback", "engine/crawlers.TestANameIsResolvedToACrawler"},
	{"2.2.1", "SHOULD", "in HTTP that is the User-Agent header", "groups-fallback", "engine/crawlers.TestANameIsResolvedToACrawler"},
	{"2.2.1", "SHOULD", "what it calls itself says what the crawler is for", "groups-fallback", "fetch.TestRequestIsHonestAndBare"},
	{"2.2.1", "MUST", "the name is compared without case", "whose-group", "engine.TestNamesAreComparedWithoutCase"},
	{"2.2.1", "MUST", "the crawler obeys the group that bears its name", "whose-group", "engine.TestACrawlerObeysItsOwnGroupOnly"},
	{"2.2.1", "MUST", "several groups of its name are combined into one", "groups-merge", "engine.TestGroupsOfOneNameAreCombined"},
	{"2.2.1", "MUST", "without such a group, the group of * is obeyed if there is one", "groups-fallback", "engine.TestWithoutAGroupOfItsOwnACrawlerObeysTheStar"},
	{"2.2.1", "is", "without either, no rules apply", "whose-group", "engine.TestWithoutAnyGroupNoRulesApply"},

	{"2.2.2", "MUST", "the paths of the rules are matched against the URL", "first-rule", "engine.TestRulesAreMatchedAgainstThePathOfTheURL"},
	{"2.2.2", "SHOULD", "paths are compared with case", "case", "engine.TestPathsAreComparedWithCase"},
	{"2.2.2", "MUST", "a match begins at the first octet of the path", "first-rule", "engine.TestAMatchBeginsAtTheFirstOctet"},
	{"2.2.2", "MUST", "the match with the most octets is used", "longest-wins", "engine.TestTheMostOctetsWin"},
	{"2.2.2", "MAY", "duplicate rules are dropped", "order", "engine.TestDuplicateRulesChangeNothing"},
	{"2.2.2", "SHOULD", "Allow is used where it is as specific as Disallow", "tie", "engine.TestATieGoesToAllow"},
	{"2.2.2", "is", "a URL that no rule matches is allowed", "first-rule", "engine.TestWithoutAMatchTheURLIsAllowed"},
	{"2.2.2", "is", "/robots.txt itself is allowed", "one-file-line-by-line", "engine.TestOnlyRobotsTxtItselfIsExcepted"},
	{"2.2.2", "MUST", "octets outside ASCII are percent-encoded before they are compared", "percent", "engine.TestOctetsOutsideASCIIAreEncodedOnBothSides"},
	{"2.2.2", "MUST", "reserved octets are percent-encoded before they are compared", "octets", "engine.TestReservedOctetsAreEncodedOnBothSides"},
	{"2.2.2", "MUST", "a percent-encoded octet is decoded, unless it is reserved or not unreserved", "percent", "engine.TestEncodedOctetsAreDecodedUnlessReserved"},
	{"2.2.2", "is", "a rule matches if its path ends before a difference", "first-rule", "engine.TestARuleMatchesIfItEndsBeforeADifference"},
	{"2.2.2", "SHOULD", "rules outside every group are ignored", "groups-trap", "engine.TestARuleOutsideEveryGroupIsIgnored"},
	{"2.2.2", "MAY", "a file in another encoding is bridged", "octets", "engine.TestOctetsThatAreNotUTF8AreComparedAsTheyAre"},

	{"2.2.3", "MUST", "# begins a comment", "literal", "engine.TestHashBeginsAComment"},
	{"2.2.3", "MUST", "$ is the end of the path", "dollar", "engine.TestDollarIsTheEndOfThePath"},
	{"2.2.3", "MUST", "* is any run of octets, also none", "star-anywhere", "engine.TestStarIsAnyRunOfOctets"},
	{"2.2.3", "SHOULD", "a special sign that is meant as such is percent-encoded", "literal", "engine.TestASpecialSignIsMeantVerbatimWhereItIsEncoded"},

	{"2.2.4", "MAY", "other records are read", "other-records", "engine.TestOtherRecordsAreReadApart"},
	{"2.2.4", "MAY", "other records are read leniently", "other-records", "engine.TestALenientReaderTakesMisspeltRecords"},
	{"2.2.4", "MUST NOT", "other records disturb the records of the standard", "groups-trap", "engine.TestOtherRecordsDoNotInterfere"},
	{"2.2.4", "MUST NOT", "a Sitemap ends a group", "other-records", "engine.TestASitemapDoesNotEndAGroup"},

	{"2.3", "MUST", "the file is at /robots.txt, in small letters, at the top of the service", "one-file-line-by-line", "fetch.TestTheRobotsTxtThatGovernsAURLIsFound"},
	{"2.3", "MUST", "the file is UTF-8", "one-file-line-by-line", "engine.TestTheFileIsUTF8WithOrWithoutAMark"},
	{"2.3", "MUST", "the file is served as text/plain", "one-file-line-by-line", "fetch.TestContentTypesAreReported"},
	{"2.3.1.1", "MUST", "after a successful fetch the rules that can be read are followed", "unavailable", "engine.TestASuccessfulFetchBringsRulesToFollow"},
	{"2.3.1.2", "SHOULD", "at least five redirects are followed, also to another authority", "redirects", "engine.TestFiveRedirectsAreFollowed"},
	{"2.3.1.2", "MUST", "a file found within five redirects is fetched, parsed and followed", "redirects", "fetch.TestRedirectsAreFollowedByHand"},
	{"2.3.1.2", "MUST", "its rules hold for the authority that was asked first", "redirects", "engine.TestRulesHoldForTheFirstAuthority"},
	{"2.3.1.2", "MAY", "after more than five redirects the file counts as unavailable", "redirects", "engine.TestMoreThanFiveRedirectsAreUnavailable"},
	{"2.3.1.3", "MAY", "where the file is unavailable, everything is fetched", "unavailable", "engine.TestUnavailableOpensEverything"},
	{"2.3.1.4", "MUST", "where the file is unreachable, everything counts as disallowed", "unreachable", "engine.TestUnreachableClosesEverything"},
	{"2.3.1.4", "MAY", "after a long time it counts as unavailable, or a copy is used", "unreachable", "engine.TestUnreachableForAMonthMayCountAsUnavailable"},
	{"2.3.1.5", "MUST", "every line is tried", "one-file-line-by-line", "engine.TestEveryLineIsTried"},
	{"2.3.1.5", "MUST", "the rules that can be read are used", "one-file-line-by-line", "engine.TestRulesThatCanBeReadAreUsed"},

	{"2.4", "MAY", "the file is kept", "caching", "fetch.TestRefetchAsksWhetherTheCopyHolds"},
	{"2.4", "MAY", "the usual cache control is followed", "caching", "fetch.TestCacheControlShortensTheDay"},
	{"2.4", "SHOULD NOT", "a copy is used for more than a day, unless the file is unreachable", "caching", "fetch.TestACopyMayBeUsedForADayAtMost"},

	{"2.5", "SHOULD", "a crawler stops reading somewhere", "size-limit", "fetch.TestBodiesAreReadWithinLimits"},
	{"2.5", "MUST", "that is not before 500 KiB", "size-limit", "engine.TestTheLimitLiesAt500KiBAndNotBefore"},
}

// duties is how many key words in capitals each section holds, counted in the RFC. The table must not
// have fewer: a sentence that is left out shows here.
var duties = map[string]int{
	"2.2.1": 7, "2.2.2": 10, "2.2.3": 2, "2.2.4": 4, "2.3": 2, "2.3.1.1": 1, "2.3.1.2": 3, "2.3.1.3": 1,
	"2.3.1.4": 2, "2.3.1.5": 2, "2.4": 3, "2.5": 2,
}

func TestEverySentenceOfTheRFCHasALessonAndATest(t *testing.T) {
	tests := testNames(t, "engine", "engine/crawlers", "fetch")
	lessons := map[string]*Lesson{}
	for _, l := range For("en") {
		lessons[l.Slug] = l
	}
	rows := map[string]int{}
	for _, row := range coverage {
		if !slices.Contains([]string{"MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "is"}, row.level) {
			t.Errorf("%s %q: level %q", row.section, row.says, row.level)
		}
		if row.level != "is" {
			rows[row.section]++
		}
		l := lessons[row.lesson]
		switch {
		case l == nil:
			t.Errorf("%s %s %q has no lesson: %q is none", row.section, row.level, row.says, row.lesson)
		case !slices.Contains(l.Sections, row.section):
			t.Errorf("%s %s %q: lesson %s names the sections %v", row.section, row.level, row.says, row.lesson, l.Sections)
		}
		if !tests[row.test] {
			t.Errorf("%s %s %q has no test: there is no %s", row.section, row.level, row.says, row.test)
		}
	}
	for section, n := range duties {
		if rows[section] < n {
			t.Errorf("%s has %d rows for %d key words", section, rows[section], n)
		}
	}
}

func TestEveryLessonNamesSectionsThatExist(t *testing.T) {
	known := []string{"2.1", "2.2", "2.2.1", "2.2.2", "2.2.3", "2.2.4", "2.3", "2.3.1", "2.3.1.1", "2.3.1.2", "2.3.1.3", "2.3.1.4", "2.3.1.5", "2.4", "2.5"}
	for _, l := range For("en") {
		for _, s := range l.Sections {
			if !slices.Contains(known, s) {
				t.Errorf("%s: section %s", l.Slug, s)
			}
		}
	}
}

// testNames parses the tests of the packages and returns their functions as "package.TestName".
func testNames(t *testing.T, packages ...string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, p := range packages {
		dir := filepath.Join("..", "..", filepath.FromSlash(p))
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			tree, err := goparser.ParseFile(token.NewFileSet(), filepath.Join(dir, f.Name()), nil, goparser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range tree.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Test") {
					names[p+"."+fn.Name.Name] = true
				}
			}
		}
	}
	return names
}
