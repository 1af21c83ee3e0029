//go:build unix

package ui_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"robotslens/ui/ptytest"
)

const servedFile = "User-agent: *\nDisallow: /private/\n"

// serve starts a server on loopback for one test.
func serve(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func plainText(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, body)
}

func TestAURLAsArgumentIsFetchedAndEditedAsAWorkingCopy(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Etag", `"one"`)
		w.Header().Set("Cache-Control", "max-age=3600")
		if r.Header.Get("If-None-Match") == `"one"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		plainText(w, servedFile)
	})
	dir := t.TempDir()
	x := ptytest.Start(t, ptytest.Options{Dir: dir, W: 120, H: 44}, s.URL+"/private/x", "--dialect", "rfc")
	x.Wait("✗ DISALLOWED", "by line 2", "live: 200, just now", "governs "+s.URL, "[Fetch 200]", "max-age=3600")

	x.Send(ptytest.Alt("3"), "# mine", ptytest.Enter)
	x.Wait("working copy", "● edited", "by line 3")
	x.Send(ptytest.Ctrl('p'), "fetch again", ptytest.Enter)
	x.Wait("fetched, not opened", "Fetch 304") // what was typed stays
	x.Show("Fetch")
	x.Send(ptytest.Enter)
	x.Wait("not saved", "discard the changes")
	x.Send("o")
	x.Wait("live: 304, unchanged", "by line 2")

	x.Send(ptytest.Ctrl('s'))
	x.Wait("save as")
	x.Send(ptytest.Enter)
	x.Wait("saved robots.txt")
	if got, err := os.ReadFile(filepath.Join(dir, "robots.txt")); err != nil || string(got) != servedFile {
		t.Errorf("saved %q (%v)", got, err)
	}
}

// What each answer means, as a person sees it: SEMANTICS, "What a fetch means".
func TestEachAnswerIsSeenWithItsMeaning(t *testing.T) {
	for _, tt := range []struct {
		name   string
		serve  http.HandlerFunc
		rfc    string
		google string
		seen   []string
	}{
		{"2xx: the rules", func(w http.ResponseWriter, _ *http.Request) { plainText(w, servedFile) },
			"200: the rules of the file apply (RFC 9309 2.3.1.1)", "200: the rules", []string{"DISALLOWED", "by line 2"}},
		{"404: everything", status(404), "✓ allowed, 404: unavailable", "as if there were no file", []string{"ALLOWED"}},
		{"403: everything, and a warning", status(403), "✓ allowed, 403: unavailable", "✓ allowed, 403", []string{"does not keep crawlers out"}},
		{"429: to Google a server error", status(429), "✓ allowed, 429", "✗ disallowed, 429", []string{"Fetch 429"}},
		{"503: nothing", status(503), "✗ disallowed, 503: complete disallow (RFC 9309 2.3.1.4)", "in the first 12 hours", []string{"✗ DISALLOWED", "no file: 503"}},
		{"a body cut short: nothing", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "500")
			plainText(w, servedFile)
		}, "✗ disallowed, the body was cut short", "✗ disallowed, the body", []string{"✗ DISALLOWED"}},
		{"six redirects: as no file", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path+"x", http.StatusMovedPermanently)
		},
			"too many redirects (6)", "read as 404", []string{"hop 6", "301 Location /robots.txtxxxxxx", "✓ ALLOWED"}},
		{"HTML is read and told of", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<html>\n"+servedFile)
		}, "200: the rules", "200: the rules", []string{"served as HTML", "by line 3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, tt.serve)
			x := ptytest.Start(t, ptytest.Options{W: 200, H: 50}, s.URL, "--url", "/private/x", "--dialect", "rfc")
			x.Wait("[Fetch ")
			x.Show("Fetch")
			x.Wait(append(tt.seen, tt.rfc, tt.google)...)
		})
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func TestRedirectsKeepTheScopeOfTheFirstHost(t *testing.T) {
	other := serve(t, func(w http.ResponseWriter, _ *http.Request) { plainText(w, servedFile) })
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/robots.txt", http.StatusFound)
	})
	x := ptytest.Start(t, ptytest.Options{W: 160, H: 50}, s.URL+"/private/")
	x.Wait("hop 1", "302 Location "+other.URL+"/robots.txt", "governs "+s.URL, "by line 2")
	x.Send(ptytest.Alt("1"), ptytest.Ctrl('u'), other.URL+"/private/")
	x.Wait("OTHER HOST", "this file governs")
}

func TestEscGivesUpAServerThatNeverAnswers(t *testing.T) {
	never := make(chan struct{})
	s := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-never:
		case <-r.Context().Done():
		}
	})
	t.Cleanup(func() { close(never) })
	x := ptytest.Start(t, ptytest.Options{}, s.URL)
	x.Wait("being fetched", "no verdict yet", "esc stops")
	x.Send("typed")
	x.Wait("/typed")
	x.Send(ptytest.Esc)
	x.Wait("given up", "not fetched")
	x.WaitGone("esc stops")
	x.Send(ptytest.Ctrl('q'))
	if got := x.Exit(); got != 0 {
		t.Errorf("exit status %d", got)
	}
}

func TestWhatAServerSendsPaintsNothingOutsideItsCell(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.Header().Set("Location", "/\u202e\u009b31m"+strings.Repeat("long", 40))
			w.WriteHeader(http.StatusMovedPermanently)
			return
		}
		w.Header().Set("Content-Type", "text/\u202ehtml\u009b2J")
		w.Header().Set("Server", strings.Repeat("wide\u3042", 60))
		fmt.Fprint(w, "\x1b[2J\x1b]52;c;aGk=\x07\x1b]0;title\x07<html>\r\u202e\n"+servedFile)
	})
	x := ptytest.Start(t, ptytest.Options{W: 120, H: 44}, s.URL, "--dialect", "rfc")
	x.Wait("[Fetch 200]", "Disallow: /private/")
	x.Show("Fetch")
	x.Send(ptytest.End)
	x.Wait("asked as")
	waitForBorders(x, 4, 43)
	raw := string(x.Raw())
	for _, bad := range []string{"\x1b]52", "\u202e", "\u009b", "title\x07"} {
		if strings.Contains(raw, bad) {
			t.Errorf("%q reached the terminal", bad)
		}
	}
}

func TestAWhatIfChangesEveryVerdictUntilEsc(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { plainText(w, servedFile) })
	x := ptytest.Start(t, ptytest.Options{W: 150, H: 50}, s.URL+"/private/")
	x.Wait("by line 2", "[Fetch 200]")
	x.Show("Fetch")
	x.Send("w")
	x.Wait("403 Forbidden", "enter shows")
	x.Send(ptytest.Down, ptytest.Down, ptytest.Down)
	x.Wait("WHAT IF 403", "what if: 403", "✓ ALLOWED")
	x.Send(ptytest.End, ptytest.Up) // 503
	x.Wait("WHAT IF 503 Service Unavailable, since now", "✗ DISALLOWED")
	x.Send(ptytest.Right)
	x.Wait("for 13 h", "no good copy", "✓ ALLOWED")
	x.Send(" ")
	x.Wait("with a copy from before", "the last good copy is used", "by line 2")
	x.Send(ptytest.Alt("1"), ptytest.Esc) // from any pane
	x.WaitGone("WHAT IF")
	x.Wait("✗ DISALLOWED", "9 octets, WINS")
}

func TestThePublishedFileIsComparedWithTheOneOnDisk(t *testing.T) {
	published := atomic.Pointer[string]{}
	put := func(s string) { published.Store(&s) }
	put(servedFile)
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { plainText(w, *published.Load()) })
	dir := write(t, "robots.txt", servedFile+"Disallow: /shop\n")
	x := ptytest.Start(t, ptytest.Options{Dir: dir, W: 170, H: 50}, "robots.txt", "--origin", s.URL, "--url", "/shop/1", "--dialect", "rfc")
	x.Wait("✗ DISALLOWED", "by line 3")
	x.Send(ptytest.Ctrl('n')) // the URL and its crawler become the list
	x.Wait("URLs 1")
	x.Send(ptytest.Ctrl('p'), "published file", ptytest.Enter)
	x.Wait("differs from robots.txt in 1 line, 1 of 1 verdict flips", "now disallowed /shop/1", "was by no rule, is line 3")
	x.Send("b")
	x.Wait("1 of 1 flipped since the published file")

	x.Send(ptytest.Alt("3"), ptytest.Down, ptytest.Down, "#")
	x.Wait("none of 1 verdict flips") // worked out again as one types

	put("User-agent: *\nDisallow: /\n")
	x.Send(ptytest.Ctrl('p'), "published file", ptytest.Enter)
	x.Wait("now allowed /shop/1")
	x.Show("Fetch") // it was at the front before, and may not have the keys yet
	x.Send("h")
	x.Wait("26 octets", "34 octets")
	x.Wait("d line diff", "v verdicts that flip")
	x.Send("m", ptytest.Down, "v")
	x.Wait("differs from the version of", "now disallowed /shop/1")
	x.Send("d")
	x.Wait("From version to version", "+ Disallow: / ", "- Disallow: /private/", "1 line removed, 1 line added")
	x.Send(ptytest.Esc)
	x.WaitGone("From version to version")
	x.Send("m")
	x.Wait("→• ")
	x.Send("m")
	x.WaitGone("→• ")
	x.Send("d") // with the text on the screen, which has one line more
	x.Wait("+ robots.txt", "0 lines removed, 1 line added")
	x.Send(ptytest.Esc)
	x.WaitGone("From version to version")
	x.Send(ptytest.Enter)
	x.Wait("not saved") // the text has the # that was typed
	x.Send("o")
	x.Wait("past version: 200", "Disallow: /private/", "✓ ALLOWED")
}

func TestTheAddressesOfASiteAreComparedWhenAsked(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { // a proxy answers for every host: no name is looked up
		if r.Method == http.MethodConnect || strings.HasPrefix(r.Host, "www.") {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		plainText(w, servedFile)
	})
	x := ptytest.Start(t, ptytest.Options{W: 200, H: 50, Env: []string{"HTTP_PROXY=" + s.URL, "HTTPS_PROXY=" + s.URL}}, "http://shop.example/")
	x.Wait("[Fetch 200]")
	x.Send(ptytest.Ctrl('p'), "bare host", ptytest.Enter)
	x.Wait("http://shop.example", "http://www.shop.example", "https://shop.example", "https://www.shop.example", "does not: ")
}

func TestWhyTheCrawlerSaysOtherwiseIsWorkedOut(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			w.Header().Set("Last-Modified", time.Now().Add(-3*time.Hour).UTC().Format(http.TimeFormat))
			plainText(w, servedFile+"\nUser-agent: GPTBot\nDisallow: /gpt\n")
		case "/start":
			http.Redirect(w, r, "/private/end", http.StatusFound)
		}
	})
	x := ptytest.Start(t, ptytest.Options{W: 200, H: 50}, s.URL+"/start", "--agent", "GPTBot", "--dialect", "rfc")
	x.Wait("[Fetch 200]", "✓ ALLOWED")
	x.Send(ptytest.Ctrl('p'), "says otherwise", ptytest.Enter)
	x.Wait("⚠ yes", "changed 3 hours ago", "the URL was not asked for")
	x.Send(ptytest.Alt("z"), "u")
	x.Wait("it redirects to "+s.URL+"/private/end, which is allowed", "GPTBot has a group of its own", "500 KiB")
	x.Send(ptytest.Alt("2"), ptytest.Ctrl('u'), "bingbot")
	x.Wait("goes by *", "which is disallowed")
}

func TestProblemsTellWhatTheAddressesServeAndWhatIsNotGoverned(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) { // a proxy answers for every host
		if strings.HasPrefix(r.Host, "www.") {
			plainText(w, "User-agent: *\nDisallow: /\n")
			return
		}
		plainText(w, servedFile)
	})
	x := ptytest.Start(t, ptytest.Options{W: 200, H: 50, Env: []string{"HTTP_PROXY=" + s.URL}}, "http://shop.example:8080/private/")
	x.Wait("[Fetch 200]", "by line 2")
	x.Show("Problems")
	x.Wait("RX707")
	x.Send(ptytest.Ctrl('p'), "bare host", ptytest.Enter)
	x.Wait("serve different files")
	x.Show("Problems")
	x.Wait("RX705", "http://www.shop.example:8080: another robots.txt is served there")

	x.Send(ptytest.Alt("1"), ptytest.Ctrl('u'), "http://news.example/")
	x.Wait("RX706", "does not govern http://news.example")
	x.Send(ptytest.Ctrl('u'), "/private/")
	x.WaitGone("RX706")
	x.Send(ptytest.Paste("http://shop.example:8080/1\rhttps://shop.example:8080/2"))
	x.Wait("URLs 2")
	x.Show("Problems")
	x.Wait("RX706", "does not govern https://shop.example:8080")
}
