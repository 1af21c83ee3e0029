package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// site is a server on loopback with a robots.txt.
func site(t *testing.T, robots http.HandlerFunc) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/robots.txt", robots)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.UserAgent(), "GPTBot") {
			w.WriteHeader(http.StatusForbidden)
		}
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

func plainText(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprint(w, body)
	}
}

func status503(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }

func TestFetchAlwaysPrintsOneObject(t *testing.T) {
	ownFolders(t)
	closed := httptest.NewServer(nil)
	closed.Close()
	for _, test := range []struct {
		name, url  string
		status     int
		rfc        string
		httpStatus float64
		failed     bool
	}{
		{"a good answer", site(t, plainText("User-agent: *\n")) + "/a", 0, "rules", 200, false},
		{"no file", site(t, http.NotFound), 0, "allow-all", 404, false},
		{"a failing server", site(t, status503), 0, "disallow-all", 503, false},
		{"nobody there", closed.URL, 2, "disallow-all", 0, true},
		{"no address", "nothing://x", 2, "", 0, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, out, errs := run(t, "", "fetch", test.url, "--format", "json")
			if status != test.status {
				t.Errorf("status %d, want %d; %s", status, test.status, errs)
			}
			var got map[string]any
			if err := json.Unmarshal([]byte(out), &got); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for _, key := range []string{"url", "robots_url", "hops", "status", "error", "content_type", "bytes", "truncated", "cached", "age_seconds", "encoding", "meaning", "warnings"} {
				if _, ok := got[key]; !ok {
					t.Errorf("no member %q in %s", key, out)
				}
			}
			if got["status"] != test.httpStatus || (got["error"] != "") != test.failed || got["meaning"].(map[string]any)["rfc"] != test.rfc {
				t.Errorf("got %s", out)
			}
			if textStatus, _, _ := run(t, "", "fetch", test.url); textStatus != test.status {
				t.Errorf("in text the status is %d", textStatus)
			}
		})
	}
}

func TestFetchWritesTheBodyAsItIs(t *testing.T) {
	ownFolders(t)
	body := "User-agent: *\r\nDisallow: /\xff\x1b\n"
	status, out, _ := run(t, "", "fetch", site(t, plainText(body)), "--body")
	if status != 0 || out != body {
		t.Errorf("status %d, body %q", status, out)
	}
}

func TestFetchAsACrawlerShowsTheAnswerBesideTheVerdict(t *testing.T) {
	ownFolders(t)
	url := site(t, plainText("User-agent: *\nAllow: /\n"))
	status, out, _ := run(t, "", "fetch", url+"/page", "--as", "GPTBot", "--as", "bingbot")
	for _, want := range []string{"\nGPTBot\n  robots.txt  200, the same file as to this program\n  verdict     allowed by line 2: ", "  page        403: allowed, but the server answers 403 to GPTBot\n",
		"\nbingbot\n", "  page        200\n", "from an address that is not the crawler's"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if status != 0 {
		t.Errorf("status %d", status)
	}
}

func TestFetchAsACrawlerThatGetsNoAnswerSaysSo(t *testing.T) {
	ownFolders(t)
	url := site(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.UserAgent(), "GPTBot") {
			panic(http.ErrAbortHandler) // closes the connection
		}
		plainText("User-agent: *\nAllow: /\n")(w, r)
	})
	if _, out, _ := run(t, "", "fetch", url+"/page", "--as", "GPTBot"); !strings.Contains(out, "\nGPTBot\n  robots.txt  no answer: ") {
		t.Errorf("got %s", out)
	}
}

func TestCheckTakesWhatAFetchMeans(t *testing.T) {
	ownFolders(t)
	closed := httptest.NewServer(nil)
	closed.Close()
	for _, test := range []struct {
		name, site, agent, reason string
		allowed                   bool
		status                    int
	}{
		{"rules", site(t, plainText("User-agent: *\nDisallow: /\n")), "bingbot", "only-match", false, 1},
		{"a file that is not there", site(t, http.NotFound), "bingbot", "unavailable", true, 0},
		{"a failing server", site(t, status503), "bingbot", "unreachable", false, 1},
		{"a failing server, to Google", site(t, status503), "Googlebot", "unreachable", false, 1},
		{"no answer", closed.URL, "bingbot", "unreachable", false, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, out, _ := run(t, "", "check", test.site+"/page", "--agent", test.agent, "--format", "json")
			var got []checkRow
			if err := json.Unmarshal([]byte(out), &got); err != nil || len(got) != 1 {
				t.Fatalf("%v: %s", err, out)
			}
			if status != test.status || got[0].Allowed != test.allowed || got[0].Reason != test.reason || got[0].URL != test.site+"/page" {
				t.Errorf("status %d, %+v", status, got[0])
			}
		})
	}
}

func TestWhenReadsTheHistory(t *testing.T) {
	ownFolders(t)
	body := "User-agent: *\n"
	url := site(t, func(w http.ResponseWriter, r *http.Request) { plainText(body)(w, r) })
	run(t, "", "fetch", url)
	body += "Disallow: /c/\n"
	run(t, "", "fetch", url)
	status, out, errs := run(t, "", "when", "--agent", "Googlebot", "--url", "/c/1", "--url", url+"/c/2", "--history", url)
	if status != 1 || !strings.Contains(out, "  after   line 2: Disallow: /c/ (3 octets)\n    +Disallow: /c/\n  disallowed  Googlebot  line 2  /c/1\n") {
		t.Errorf("status %d, %s\n%s", status, out, errs)
	}
}

func TestCheckLiveJudgesEachURLByItsOwnSite(t *testing.T) {
	dir := ownFolders(t)
	open, shut := site(t, plainText("User-agent: *\nAllow: /\n")), site(t, plainText("User-agent: *\nDisallow: /c/\n"))
	same, down := site(t, plainText("User-agent: *\nAllow: /\n")), site(t, status503)
	urls := write(t, filepath.Join(dir, "urls.txt"), strings.Join([]string{open + "/c/1", shut + "/c/1", shut + "/a", same + "/c/1", down + "/a"}, "\n"))
	status, out, errs := run(t, "", "check", "--live", "--urls", urls, "--agent", "bingbot")
	if status != 1 {
		t.Errorf("status %d, %s", status, errs)
	}
	for _, want := range []string{
		"disallowed  bingbot  line 2     " + shut + "/c/1\n",
		"disallowed  bingbot  no line    " + down + "/a\n",
		"\n2 of 5 URLs are disallowed for bingbot (rfc)\n",
		"  " + shut + "  Disallow: /c/\n",
		open + "  200     A     0 of 1 disallowed\n",
		shut + "  200     B     1 of 2 disallowed\n",
		same + "  200     A     0 of 1 disallowed\n",
		down + "  503     C     1 of 1 disallowed\n",
		"4 sites serve 3 different files: ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	// A local file stands in for a site, which is then not asked.
	file := write(t, filepath.Join(dir, "robots.txt"), "User-agent: *\nDisallow: /\n")
	_, out, _ = run(t, "", "check", file, "--live", "--origin", open, "--url", open+"/c/1", "--agent", "bingbot", "--format", "json")
	if !strings.Contains(out, `"rule": "Disallow: /"`) {
		t.Errorf("got %s", out)
	}
	if status, _, errs := run(t, "", "check", "--live", "--url", "/no/site", "--agent", "bingbot"); !strings.Contains(errs, "/no/site is left out: no site is named in it") || status != 2 {
		t.Errorf("status %d, %s", status, errs)
	}
}
