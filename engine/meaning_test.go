package engine

import (
	"strings"
	"testing"
	"time"
)

const (
	hour = time.Hour
	day  = 24 * time.Hour
)

func TestMeanFollowsTheTable(t *testing.T) {
	tests := []struct {
		name                string
		answer              Answer
		rfc, google, python Do
	}{
		{"200 is parsed", Answer{Status: 200}, DoRules, DoRules, DoRules},
		{"204 is an empty file", Answer{Status: 204}, DoRules, DoRules, DoRules},
		{"five redirects are followed", Answer{Status: 200, Hops: 5}, DoRules, DoRules, DoRules},
		{"the sixth redirect is too many", Answer{Status: 200, Hops: 6}, DoAllowAll, DoAllowAll, DoDisallowAll},
		{"a loop is too many redirects", Answer{Status: 301, Hops: 1, Failure: FailTooManyHops}, DoAllowAll, DoAllowAll, DoDisallowAll},
		{"a redirect to ftp leads nowhere", Answer{Status: 302, Hops: 1, Failure: FailBadRedirect}, DoAllowAll, DoAllowAll, DoDisallowAll},
		{"a bare 304 leads nowhere", Answer{Status: 304}, DoAllowAll, DoAllowAll, DoDisallowAll},
		{"304 confirms the copy at hand", Answer{Status: 304, HasCached: true}, DoRules, DoRules, DoRules},
		{"400 is unavailable", Answer{Status: 400}, DoAllowAll, DoAllowAll, DoAllowAll},
		{"401 is unavailable but to python", Answer{Status: 401}, DoAllowAll, DoAllowAll, DoDisallowAll},
		{"403 is unavailable but to python", Answer{Status: 403}, DoAllowAll, DoAllowAll, DoDisallowAll},
		{"404 is unavailable", Answer{Status: 404}, DoAllowAll, DoAllowAll, DoAllowAll},
		{"410 is unavailable", Answer{Status: 410}, DoAllowAll, DoAllowAll, DoAllowAll},
		{"404 after 31 days is still unavailable", Answer{Status: 404, Since: 31 * day}, DoAllowAll, DoAllowAll, DoAllowAll},
		{"404 with a broken error page stays 404", Answer{Status: 404, Failure: FailShortBody}, DoAllowAll, DoAllowAll, DoAllowAll},
		{"429 is a server error to Google", Answer{Status: 429}, DoAllowAll, DoDisallowAll, DoAllowAll},
		{"429 after 13 hours, a copy at hand", Answer{Status: 429, Since: 13 * hour, HasCached: true}, DoAllowAll, DoLastGoodCopy, DoAllowAll},
		{"429 after 13 hours, no copy", Answer{Status: 429, Since: 13 * hour}, DoAllowAll, DoAllowAll, DoAllowAll},
		{"500 is unreachable", Answer{Status: 500}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"503 now, with a copy", Answer{Status: 503, HasCached: true}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"503 at twelve hours sharp", Answer{Status: 503, Since: 12 * hour, HasCached: true}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"503 for 13 hours, with a copy", Answer{Status: 503, Since: 13 * hour, HasCached: true}, DoDisallowAll, DoLastGoodCopy, DoDisallowAll},
		{"503 for 13 hours, no copy", Answer{Status: 503, Since: 13 * hour}, DoDisallowAll, DoAllowAll, DoDisallowAll},
		{"503 for 2 days, with a copy", Answer{Status: 503, Since: 2 * day, HasCached: true}, DoDisallowAll, DoLastGoodCopy, DoDisallowAll},
		{"503 for 2 days, no copy", Answer{Status: 503, Since: 2 * day}, DoDisallowAll, DoAllowAll, DoDisallowAll},
		{"503 at 30 days sharp", Answer{Status: 503, Since: 30 * day, HasCached: true}, DoDisallowAll, DoLastGoodCopy, DoDisallowAll},
		{"503 for 31 days, with a copy", Answer{Status: 503, Since: 31 * day, HasCached: true}, DoAllowAll, DoAllowAll, DoDisallowAll},
		{"503 for 31 days, no copy", Answer{Status: 503, Since: 31 * day}, DoAllowAll, DoAllowAll, DoDisallowAll},
		{"503 for 31 days and the site is down", Answer{Status: 503, Since: 31 * day, SiteDown: true}, DoAllowAll, DoDisallowAll, DoDisallowAll},
		{"no address", Answer{Failure: FailDNS}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"refused", Answer{Failure: FailRefused}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"reset", Answer{Failure: FailReset}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"TLS", Answer{Failure: FailTLS}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"time-out", Answer{Failure: FailTimeout, Since: hour}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"time-out for 13 hours, with a copy", Answer{Failure: FailTimeout, Since: 13 * hour, HasCached: true}, DoDisallowAll, DoLastGoodCopy, DoDisallowAll},
		{"a body cut short under 200", Answer{Status: 200, Failure: FailShortBody}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"bad chunks under 200", Answer{Status: 200, Failure: FailBadChunks}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"not HTTP", Answer{Failure: FailProtocol}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"no status at all", Answer{}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
		{"a status nobody defined", Answer{Status: 999}, DoDisallowAll, DoDisallowAll, DoDisallowAll},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for dialect, want := range map[string]Do{"rfc": tt.rfc, "google": tt.google, "python": tt.python} {
				if got := Mean(tt.answer, dialect); got.Do != want {
					t.Errorf("%s: %s, want %s", dialect, got.Do, want)
				}
			}
		})
	}
}

// The questions people asked in public, as far as the state of a fetch decides
// them: with http in the vectors' cases.
func TestMeanAnswersThePublicCases(t *testing.T) {
	shop := "https://shop.example/a"
	tests := []struct {
		name        string
		answer      Answer
		robots, url string
		rfc, google Do
	}{
		{"empty file", Answer{Status: 200}, "", shop, DoRules, DoRules},
		{"rules wrapped in HTML", Answer{Status: 200}, "", shop, DoRules, DoRules},
		{"time-out for an hour", Answer{Failure: FailTimeout, Since: hour}, "", shop, DoDisallowAll, DoDisallowAll},
		{"404", Answer{Status: 404}, "", shop, DoAllowAll, DoAllowAll},
		{"503 for two days, last copy good", Answer{Status: 503, Since: 48 * hour, HasCached: true}, "", shop, DoDisallowAll, DoLastGoodCopy},
		{"403 to our own User-Agent", Answer{Status: 403}, "", shop, DoAllowAll, DoAllowAll},
		{"redirect to another host", Answer{Status: 200, Hops: 1}, "https://shop.example/robots.txt", shop, DoRules, DoRules},
		{"another port", Answer{Status: 200}, "https://shop.example/robots.txt", "https://shop.example:8443/a", DoOutOfScope, DoOutOfScope},
		{"another scheme", Answer{Status: 200}, "http://shop.example/robots.txt", shop, DoOutOfScope, DoOutOfScope},
		{"default port written out", Answer{Status: 200}, "https://shop.example/robots.txt", "https://shop.example:443/a", DoRules, DoRules},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.answer.File, tt.answer.URL = OriginOf(tt.robots), OriginOf(tt.url)
			if got := Mean(tt.answer, "rfc").Do; got != tt.rfc {
				t.Errorf("rfc: %s, want %s", got, tt.rfc)
			}
			if got := Mean(tt.answer, "google").Do; got != tt.google {
				t.Errorf("google: %s, want %s", got, tt.google)
			}
		})
	}
}

func TestMeanSaysWhy(t *testing.T) {
	tests := []struct {
		dialect string
		answer  Answer
		want    string
		reason  string
	}{
		{"rfc", Answer{Status: 503}, "503: complete disallow (RFC 9309 2.3.1.4)", "unreachable"},
		{"rfc", Answer{Status: 403}, "403: unavailable, a crawler may fetch everything (RFC 9309 2.3.1.3)", "unavailable"},
		{"rfc", Answer{Status: 200, Hops: 2}, "200 after 2 redirects: the rules of the file apply, in the scope of the first host asked (RFC 9309 2.3.1.1)", ""},
		{"rfc", Answer{Failure: FailTLS}, "no trusted TLS connection: complete disallow (RFC 9309 2.3.1.4)", "unreachable"},
		{"rfc", Answer{Status: 301, Hops: 6, Failure: FailTooManyHops}, "too many redirects (6): the file counts as unavailable, a crawler may fetch everything (RFC 9309 2.3.1.2)", "unavailable"},
		{"rfc", Answer{Status: 200, File: OriginOf("https://a.example"), URL: OriginOf("https://b.example/x")},
			"this file governs https://a.example; it says nothing about https://b.example (RFC 9309 2.3)", "out-of-scope"},
		{"google", Answer{Status: 503, Since: 13 * hour, HasCached: true},
			"503 for 13 hours: the last good copy is used for 30 days (" + sourceGoogle + ")", "unreachable"},
		{"google", Answer{Status: 503, Since: 2*day - time.Second}, "503 for 47 hours: there is no good copy to use, so no restrictions (" + sourceGoogle + ")", "unavailable"},
		{"google", Answer{Status: 503, Since: 2 * day}, "503 for 2 days: there is no good copy to use, so no restrictions (" + sourceGoogle + ")", "unavailable"},
	}
	for _, tt := range tests {
		got := Mean(tt.answer, tt.dialect)
		if got.String() != tt.want || got.Reason != tt.reason {
			t.Errorf("%s %+v:\n got %s [%s]\nwant %s [%s]", tt.dialect, tt.answer, got, got.Reason, tt.want, tt.reason)
		}
	}
}

func TestATimeIsSaidInWholeUnits(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 minutes", time.Minute: "1 minute", 59 * time.Minute: "59 minutes", hour: "1 hour", 2*hour - 1: "1 hour",
		2*day - 1: "47 hours", 2 * day: "2 days", 31 * day: "31 days",
	} {
		if got := howLong(d); got != want {
			t.Errorf("%v: got %q, want %q", d, got, want)
		}
	}
}

func TestOnlySomeMeaningsDecideWithoutRules(t *testing.T) {
	for do, want := range map[Do][2]bool{
		DoRules: {false, false}, DoLastGoodCopy: {false, false},
		DoAllowAll: {true, true}, DoOutOfScope: {true, true}, DoDisallowAll: {false, true},
	} {
		if allowed, decided := (Meaning{Do: do}).Verdict(); [2]bool{allowed, decided} != want {
			t.Errorf("%s: allowed %v, decided %v, want %v", do, allowed, decided, want)
		}
	}
}

func TestAnOriginIsReadFromTheFrontOfAURL(t *testing.T) {
	tests := []struct{ url, want string }{
		{"https://shop.example/a", "https://shop.example"},
		{"HTTPS://Shop.Example:443", "https://shop.example"},
		{"http://shop.example:80/", "http://shop.example"},
		{"http://shop.example:443/", "http://shop.example:443"},
		{"https://user:pa@ss@shop.example:8443/x?y#z", "https://shop.example:8443"},
		{"https://shop.example?u=http://other.example/", "https://shop.example"},
		{"http://[::1]:8080/a", "http://[::1]:8080"},
		{"http://[2001:DB8::1]/", "http://[2001:db8::1]"},
		{"//cdn.example/a", "://cdn.example"},
		{"shop.example/a://b", "://shop.example"},
		{"/only/a/path", ""},
		{"/path?u=https://x.example", ""},
		{"", ""},
		{"https:///a", ""},
	}
	for _, tt := range tests {
		if got := OriginOf(tt.url).String(); got != tt.want {
			t.Errorf("OriginOf(%q) = %q, want %q", tt.url, got, tt.want)
		}
	}
}

func TestOriginsAreComparedByWhatIsWritten(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"https://shop.example/", "https://shop.example:443/a", true},
		{"https://shop.example/", "http://shop.example/", false},
		{"https://shop.example/", "https://www.shop.example/", false},
		{"https://shop.example/", "https://shop.example:8443/", false},
		{"https://shop.example/", "/a", true},
		{"https://shop.example/", "shop.example/a", true},
		{"https://shop.example/", "shop.example:443/a", true},
		{"https://shop.example/", "//other.example/a", false},
		{"https://xn--bcher-kva.example/", "https://XN--BCHER-KVA.example/", true},
		{"", "https://shop.example/", true},
	}
	for _, tt := range tests {
		a, b := OriginOf(tt.a), OriginOf(tt.b)
		if SameOrigin(a, b) != tt.want || SameOrigin(b, a) != tt.want {
			t.Errorf("SameOrigin(%q, %q) is not %v both ways", tt.a, tt.b, tt.want)
		}
	}
}

func FuzzMeaning(f *testing.F) {
	f.Add(200, "", 0, int64(0), false, false, "https://shop.example/robots.txt", "https://shop.example/a", "rfc")
	f.Add(503, "", 1, int64(13*hour), true, false, "", "/a", "google")
	f.Add(0, "timeout", 6, int64(31*day), false, true, "http://[::1]", "//x", "python")
	f.Fuzz(func(t *testing.T, status int, failure string, hops int, since int64, cached, down bool, file, url, dialect string) {
		a := Answer{Status: status, Failure: Failure(failure), Hops: hops, Since: time.Duration(since),
			HasCached: cached, SiteDown: down, File: OriginOf(file), URL: OriginOf(url)}
		m := Mean(a, dialect)
		if m.Sentence == "" || m.Source == "" || strings.HasSuffix(m.Sentence, ".") && m.Do != DoOutOfScope {
			t.Fatalf("%+v: %+v", a, m)
		}
		if _, decided := m.Verdict(); decided != (m.Reason != "" && m.Do != DoLastGoodCopy) {
			t.Fatalf("%+v: decided %v but reason %q", a, decided, m.Reason)
		}
		if m.Do == DoLastGoodCopy && !cached {
			t.Fatalf("%+v: a copy is used that is not there", a)
		}
		if !a.File.Known() && m.Do == DoOutOfScope {
			t.Fatalf("%+v: out of the scope of an unknown origin", a)
		}
		if o := OriginOf(file); o.Known() && o.Scheme != "" && OriginOf(o.String()).Scheme != o.Scheme {
			t.Fatalf("OriginOf(%q) = %q does not read itself", file, o)
		}
	})
}
