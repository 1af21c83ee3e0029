package crawlers

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

func show(r Resolved) string {
	s := strings.Join(r.Tokens, ">")
	if r.NoStar {
		s += " nostar"
	}
	return fmt.Sprintf("%s %s %s", s, r.Dialect, r.From)
}

func TestANameIsResolvedToACrawler(t *testing.T) {
	for _, tc := range []struct{ about, name, want string }{
		{"a token without case", "googlebot", "Googlebot google catalogue"},
		{"white space around it is dropped", "\tGPTBot \n", "GPTBot rfc catalogue"},
		{"Google's image crawler falls back to Googlebot", "Googlebot-Image", "Googlebot-Image>Googlebot google catalogue"},
		{"Storebot-Google falls back to nobody", "Storebot-Google", "Storebot-Google google catalogue"},
		{"an unconfirmed fallback is not used", "Google-InspectionTool", "Google-InspectionTool google catalogue"},
		{"AdsBot-Google is deaf to *", "AdsBot-Google", "AdsBot-Google nostar google catalogue"},
		{"the retired app crawler obeyed AdsBot-Google", "AdsBot-Google-Mobile-Apps", "AdsBot-Google-Mobile-Apps>AdsBot-Google nostar google catalogue"},
		{"Mediapartners-Google is deaf to *", "Mediapartners-Google", "Mediapartners-Google nostar google catalogue"},
		{"Applebot follows Googlebot, in its own dialect", "Applebot", "Applebot>Googlebot rfc catalogue"},
		{"bingbot still reads msnbot", "Bingbot", "bingbot>msnbot rfc catalogue"},
		{"YandexBot falls back to Yandex", "YandexBot", "YandexBot>Yandex rfc catalogue"},
		{"a plain no turns * off outside Google too", "Perplexity-User", "Perplexity-User nostar rfc catalogue"},
		{"may not apply leaves * on", "ChatGPT-User", "ChatGPT-User rfc catalogue"},
		{"unverified leaves * on", "adidxbot", "adidxbot rfc catalogue"},
		{"a product's name", "google images", "Googlebot-Image>Googlebot google catalogue"},
		{"a product's name in one word", "BING", "bingbot>msnbot rfc catalogue"},
		{"a free token stands for itself", "AI2Bot", "AI2Bot rfc free token"},
		{"a free token is not cut at a slash", "ExampleBot/2.1", "ExampleBot/2.1 rfc free token"},
		{"an empty name is a free token that equals nothing", "", " rfc free token"},
		{"a token and its version", "Googlebot/2.1", "Googlebot google header"},
		{"a whole header", "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", "bingbot>msnbot rfc header"},
		{"the image crawler's header does not name Googlebot", "Googlebot-Image/1.0", "Googlebot-Image>Googlebot google header"},
		{"a phone's header with the token in the middle", "Mozilla/5.0 (Linux; Android 6.0.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/1.2.3.4 Mobile Safari/537.36 (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)", "AdsBot-Google-Mobile nostar google header"},
		{"the longest token wins over an earlier one", "Applebot GoogleOther-Video", "GoogleOther-Video google header"},
		{"the leftmost of equals", "ClaudeBot Googlebot", "ClaudeBot rfc header"},
		{"a token inside a longer word does not count", "Mozilla/5.0 (compatible; NotGooglebot/1.0)", "Mozilla/5.0 (compatible; NotGooglebot/1.0) rfc free token"},
		{"an underscore continues a word", "my_GPTBot", "my_GPTBot rfc free token"},
		{"a header of no known crawler stands for itself", "Mozilla/5.0 (compatible; ExampleBot/1.0)", "Mozilla/5.0 (compatible; ExampleBot/1.0) rfc free token"},
	} {
		t.Run(tc.about, func(t *testing.T) {
			if got := show(BuiltIn().Resolve(tc.name)); got != tc.want {
				t.Errorf("%q\n got %s\nwant %s", tc.name, got, tc.want)
			}
		})
	}
}

func TestBuiltInDataIsWhole(t *testing.T) {
	c, err := Read(builtIn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := time.Parse(time.DateOnly, c.Date); err != nil {
		t.Errorf("the date users are shown: %v", err)
	}
	if n := len(c.Entries()); n < 44 {
		t.Errorf("%d rows", n)
	}
	token := regexp.MustCompile(`^[A-Za-z_-]+$`)
	products := map[string]string{}
	for _, e := range c.Entries() {
		if !token.MatchString(e.Token) {
			t.Errorf("%q is no product token of RFC 9309", e.Token)
		}
		if e.Operator == "" || e.Purpose == "" || e.Obeys == "" || e.CrawlDelay == "" {
			t.Errorf("%s: a cell is missing: %+v", e.Token, e)
		}
		if !strings.HasPrefix(e.Source, "http") || !strings.Contains("ABC", e.Confidence) || e.Confidence == "" {
			t.Errorf("%s: source %q, confidence %q", e.Token, e.Source, e.Confidence)
		}
		if (e.Dialect == "google") != (e.Operator == "Google") {
			t.Errorf("%s of %s reads as %s", e.Token, e.Operator, e.Dialect)
		}
		for _, p := range e.Products {
			key := strings.ToLower(p)
			if _, isToken := c.tokens[key]; isToken || products[key] != "" {
				t.Errorf("product %q of %s is taken by %s", p, e.Token, products[key])
			}
			products[key] = e.Token
		}
	}
	for _, r := range parseRetired() {
		if r.Notes == "" || !strings.HasPrefix(r.Source, "https://") || !strings.Contains("ABC", r.Confidence) {
			t.Errorf("retired %s: %+v", r.Token, r)
		}
		for _, now := range r.Instead {
			if c.Lookup(now) == nil {
				t.Errorf("retired %s: its successor %s is not in the catalogue", r.Token, now)
			}
		}
	}
}

func TestASetHoldsTheCrawlersOfItsKind(t *testing.T) {
	c := BuiltIn()
	total := 0
	for _, k := range Kinds() {
		set, err := c.Set("@" + strings.ToUpper(k.Slug()))
		if err != nil || len(set) == 0 {
			t.Errorf("@%s: %d crawlers, %v", k.Slug(), len(set), err)
		}
		for _, e := range set {
			if e.Kind != k {
				t.Errorf("%s of kind %s in @%s", e.Token, e.Kind, k.Slug())
			}
		}
		total += len(set)
	}
	if all, err := c.Set("@all"); err != nil || len(all) != total || total != len(c.Entries()) {
		t.Errorf("@all: %d, the kinds together: %d, rows: %d, %v", len(all), total, len(c.Entries()), err)
	}
	_, err := c.ResolveAll("@seo")
	if err == nil || !strings.Contains(err.Error(), "@ai-training") {
		t.Errorf("an unknown set must list the sets: %v", err)
	}
	search, _ := c.ResolveAll("@search")
	if got := show(search[0]); got != "Googlebot google catalogue" {
		t.Errorf("first of @search: %s", got)
	}
	if one, _ := c.ResolveAll("FooBot"); len(one) != 1 || one[0].From != FreeToken {
		t.Errorf("a free token: %+v", one)
	}
}

func TestWordsFitTheKind(t *testing.T) {
	for _, tc := range []struct{ name, allowed, disallowed string }{
		{"Googlebot", "allowed", "disallowed"},
		{"FreeBot", "allowed", "disallowed"},
		{"AdsBot-Google", "allowed", "disallowed"},
		{"Google-Extended", "use not opted out", "use opted out"},
		{"Applebot-Extended", "use not opted out", "use opted out"},
		{"ChatGPT-User", "allowed", "asked not to, may ignore"},
		{"Perplexity-User", "allowed", "asked not to, may ignore"},
		{"facebookexternalhit", "allowed", "asked not to, may ignore"},
		{"Bytespider", "allowed", "asked not to, may ignore"},
		{"Claude-User", "allowed", "disallowed"},
		{"OAI-AdsBot", "allowed", "disallowed"},
		{"Google-Safety", "ignores robots.txt", "ignores robots.txt"},
	} {
		r := BuiltIn().Resolve(tc.name)
		if r.Words(true) != tc.allowed || r.Words(false) != tc.disallowed {
			t.Errorf("%s: %q / %q, want %q / %q", tc.name, r.Words(true), r.Words(false), tc.allowed, tc.disallowed)
		}
	}
}

func TestCrawlDelayIsReadOrNot(t *testing.T) {
	for name, want := range map[string]Answer{"bingbot": Yes, "ClaudeBot": Yes, "Googlebot": No, "Yandex": No, "GPTBot": Unknown} {
		if got := BuiltIn().Lookup(name).ReadsCrawlDelay(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := (&Entry{CrawlDelay: "not stated"}).ReadsCrawlDelay(); got != Unknown {
		t.Errorf("not stated: %s", got)
	}
}

func TestAPersonsOwnFileLiesOverTheBuiltInOne(t *testing.T) {
	own, err := Read([]byte("\xEF\xBB\xBF# date: 2026-12-01\nToken,Operator,Purpose,Fallback_order,star_applies,notes\n" +
		"ShopBot,Example,price search,Googlebot-Image>Googlebot,no,ours\n" +
		"applebot,,,none,,we asked them\n" +
		"archive.example_bot,Example,AI training,,,\n"))
	if err != nil {
		t.Fatal(err)
	}
	c := BuiltIn().With(own)
	if got := show(c.Resolve("shopbot")); got != "ShopBot>Googlebot-Image>Googlebot nostar rfc catalogue" {
		t.Errorf("added row: %s", got)
	}
	apple := c.Lookup("Applebot")
	if show(c.Resolve("Applebot")) != "applebot rfc catalogue" || apple.Notes != "we asked them" || apple.Operator != "Apple" || !apple.Own {
		t.Errorf("overridden row: %+v", apple)
	}
	if apple.Kind != Search || apple.Confidence != "B" {
		t.Errorf("cells left empty must stay as they were: %+v", apple)
	}
	if got := c.Resolve("Mozilla/5.0 (compatible; archive.example_bot/3)"); got.From != FromHeader || got.Entry.Kind != AITraining {
		t.Errorf("a token with a dot in a header: %+v", got)
	}
	if got := c.Resolve("xarchive.example_bot"); got.From != FreeToken {
		t.Errorf("half a word: %+v", got)
	}
	if c.Lookup("Googlebot").Own || c.Date != BuiltIn().Date || own.Date != "2026-12-01" {
		t.Error("what is the person's own is mixed up")
	}
	if got := show(BuiltIn().Resolve("Applebot")); got != "Applebot>Googlebot rfc catalogue" {
		t.Errorf("the built-in catalogue changed: %s", got)
	}
}

func TestAFaultyOwnFileSaysWhereItIsWrong(t *testing.T) {
	for _, tc := range []struct{ about, text, want string }{
		{"nothing at all", "", "line 1: no header"},
		{"a misspelt column", "token,fallback\n", `line 1: unknown column "fallback"`},
		{"a column twice", "token,notes,Notes\n", "line 1: column \"notes\" is named twice"},
		{"no token column", "notes\nx\n", "line 1: no column named token"},
		{"an empty token", "token,notes\nA,x\n,y\n", "line 3: no token"},
		{"a token with a blank", "token\n\nMy Bot\n", `line 3: "My Bot" cannot be a product token`},
		{"a set's name", "token\n@mine\n", `line 2: "@mine" cannot`},
		{"a row with too many cells", "token\nA,b\n", "line 2: 2 cells"},
		{"a token twice", "token\nA\nB\na\n", `line 4: "a" stands in line 2 already`},
		{"an unknown kind", "token,kind\nA,seo\n", `line 2: unknown kind "seo"; the kinds are search, ai-training`},
		{"an unknown dialect", "token,dialect\nA,perl\n", `line 2: unknown dialect "perl"`},
		{"a stray quote", "token,notes\nA,b\"c\nB,d\n", "line 2: bare \""},
		{"a fallback that is no token", "token,fallback_order\nA,@search\n", `line 2: fallback "@search"`},
	} {
		t.Run(tc.about, func(t *testing.T) {
			_, err := Read([]byte(tc.text))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %s", err, tc.want)
			}
		})
	}
	c, err := Read([]byte("token\nGood\nMy Bot\nAlso-Good\n"))
	if err == nil || len(c.Entries()) != 2 {
		t.Errorf("good rows beside a bad one: %d, %v", len(c.Entries()), err)
	}
}

func TestKindOfAPersonsRowComesFromItsPurpose(t *testing.T) {
	for purpose, want := range map[string]Kind{
		"AI opt-out token": OptOut, "link preview": UserFetch, "training / indexing": AITraining,
		"AI answers": AISearch, "ads review": Ads, "image search": Search, "uploads": Other, "": Other,
	} {
		if got := kindFromPurpose(purpose); got != want {
			t.Errorf("%q: %s, want %s", purpose, got, want)
		}
	}
}

func TestASlipIsTracedToTheCrawlerThatIsMeant(t *testing.T) {
	for value, want := range map[string]string{
		"Google-bot": "Googlebot", "google bot": "Googlebot", "GPT-Bot": "GPTBot", "Claude_Bot": "ClaudeBot",
		"Googelbot": "Googlebot", "Gogglebot": "Googlebot", "Googlebott": "Googlebot", "Bytespder": "Bytespider",
		"meta_externalagent": "meta-externalagent", "Perplexity-Bot": "PerplexityBot",
		// No suggestion: known, retired, too short for a slip, or far away.
		"googlebot": "", "msnbot": "", "GPTBt": "", "CCBots": "", "SeznamBot": "", "Googlebot/2.1": "", "*": "", "": "",
	} {
		got := ""
		if e := BuiltIn().Near(value); e != nil {
			got = e.Token
		}
		if got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}

func TestARetiredTokenNamesItsSuccessor(t *testing.T) {
	if r := RetiredToken("MSNBot"); r == nil || r.Instead[0] != "bingbot" {
		t.Errorf("msnbot: %+v", r)
	}
	if r := RetiredToken("Googlebot"); r != nil {
		t.Errorf("Googlebot is retired: %+v", r)
	}
}

func TestCompletePutsTokensThatBeginSoFirst(t *testing.T) {
	c := BuiltIn()
	if got := c.Complete("google"); got[0].Token != "Googlebot" || len(got) < 15 {
		t.Errorf("google: %d rows, first %s", len(got), got[0].Token)
	}
	if got := c.Complete("chatgpt s"); len(got) != 1 || got[0].Token != "OAI-SearchBot" {
		t.Errorf("a product: %v", got)
	}
	if got := c.Complete("microsoft"); len(got) != 2 {
		t.Errorf("an operator: %v", got)
	}
	if got := c.Complete("no such crawler"); len(got) != 0 {
		t.Errorf("nothing fits: %v", got)
	}
	if got := c.Complete(""); len(got) != len(c.Entries()) {
		t.Errorf("nothing typed: %d rows", len(got))
	}
}
