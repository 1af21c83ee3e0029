package fetch

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"robotslens/engine"
)

// patient is a client whose clocks do not run out on a busy machine, but for
// those the test sets.
func patient(t *testing.T, opts Options) *Client {
	t.Helper()
	opts.Version = "1.2.3"
	setDefault(&opts.Connect, time.Minute)
	setDefault(&opts.Headers, time.Minute)
	setDefault(&opts.Body, time.Minute)
	setDefault(&opts.Whole, 2*time.Minute)
	c := New(opts)
	t.Cleanup(c.Close)
	return c
}

func serve(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func get(t *testing.T, c *Client, url string) *Result {
	t.Helper()
	r, err := c.Get(context.Background(), Request{URL: url})
	if err != nil {
		t.Fatalf("Get(%q): %v", url, err)
	}
	return r
}

func codes(ws []Warning) string {
	var list []string
	for _, w := range ws {
		list = append(list, w.Code)
	}
	return strings.Join(list, " ")
}

func TestEachStatusMeansWhatTheTableSays(t *testing.T) {
	tests := []struct {
		status      int
		rfc, google engine.Do
		warning     string
	}{
		{200, engine.DoRules, engine.DoRules, ""},
		{401, engine.DoAllowAll, engine.DoAllowAll, "access-denied"},
		{403, engine.DoAllowAll, engine.DoAllowAll, "access-denied"},
		{404, engine.DoAllowAll, engine.DoAllowAll, ""},
		{410, engine.DoAllowAll, engine.DoAllowAll, ""},
		{429, engine.DoAllowAll, engine.DoDisallowAll, "too-many-requests"},
		{500, engine.DoDisallowAll, engine.DoDisallowAll, ""},
		{503, engine.DoDisallowAll, engine.DoDisallowAll, ""},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.status), func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/plain")
				w.WriteHeader(tt.status)
				io.WriteString(w, "User-agent: *\nDisallow: /x\n")
			})
			rep := get(t, patient(t, Options{}), s.URL+"/some/page?q").Report()
			if rep.Status != tt.status || rep.Meaning.RFC != tt.rfc || rep.Meaning.Google != tt.google {
				t.Errorf("got %d %+v, want %s and %s", rep.Status, rep.Meaning, tt.rfc, tt.google)
			}
			if rep.RobotsURL != s.URL+"/robots.txt" || rep.Bytes != 27 || rep.Error != "" {
				t.Errorf("report %+v", rep)
			}
			if got := codes(get(t, patient(t, Options{}), s.URL).Warnings); got != tt.warning {
				t.Errorf("warnings %q, want %q", got, tt.warning)
			}
		})
	}
}

func TestRequestIsHonestAndBare(t *testing.T) {
	var got http.Header
	var uri string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got, uri = r.Header.Clone(), r.RequestURI
		w.Header().Set("Set-Cookie", "a=b")
		w.Header().Set("Content-Type", "text/plain")
	})
	c := patient(t, Options{})
	host := strings.TrimPrefix(s.URL, "http://")
	for range 2 {
		get(t, c, "http://user:secret@"+host+"/page#frag")
	}
	if uri != "/robots.txt" {
		t.Errorf("asked for %q", uri)
	}
	if ua := got.Get("User-Agent"); ua != "robotslens/1.2.3 (robots.txt debugger)" {
		t.Errorf("User-Agent %q", ua)
	}
	for _, h := range []string{"Cookie", "Authorization", "Referer"} {
		if got.Get(h) != "" {
			t.Errorf("%s was sent: %q", h, got.Get(h))
		}
	}
	if _, err := c.Get(context.Background(), Request{URL: s.URL, UserAgent: "GPTBot/1.0"}); err != nil || got.Get("User-Agent") != "GPTBot/1.0" {
		t.Errorf("User-Agent %q, %v", got.Get("User-Agent"), err)
	}
}

func TestRedirectsAreFollowedByHand(t *testing.T) {
	other := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, "# other\n")
	})
	var chain int
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		var n int
		if fmt.Sscanf(r.URL.Path, "/hop%d", &n); n >= chain {
			io.WriteString(w, "# end\n")
			return
		}
		w.Header()["Location"] = []string{fmt.Sprintf("/hop%d", n+1)}
		w.WriteHeader(301 + n%2)
	})
	for _, tt := range []struct {
		hops    int
		failure engine.Failure
		body    string
	}{{1, "", "# end\n"}, {5, "", "# end\n"}, {6, engine.FailTooManyHops, ""}, {60, engine.FailTooManyHops, ""}} {
		chain = tt.hops
		r := get(t, patient(t, Options{}), s.URL)
		if r.Failure != tt.failure || string(r.Body) != tt.body || len(r.Hops) != min(tt.hops, 6) {
			t.Errorf("%d hops: %q %q, %d recorded", tt.hops, r.Failure, r.Body, len(r.Hops))
		}
		if r.Hops[0] != (Hop{s.URL + "/robots.txt", 301, "/hop1"}) {
			t.Errorf("first hop %+v", r.Hops[0])
		}
	}

	single := []struct {
		name, location string
		failure        engine.Failure
		do             engine.Do
		warning        string
	}{
		{"to another host", other.URL + "/r.txt", "", engine.DoRules, "other-host"},
		{"without a scheme", strings.TrimPrefix(other.URL, "http:") + "/r.txt", "", engine.DoRules, "other-host"},
		{"with user information", strings.Replace(other.URL, "//", "//u:p@", 1) + "/r.txt", "", engine.DoRules, "other-host"},
		{"to itself", "/robots.txt", engine.FailTooManyHops, engine.DoAllowAll, ""},
		{"to itself with a fragment", "#x", engine.FailTooManyHops, engine.DoAllowAll, ""},
		{"to a file", "file:///etc/passwd", engine.FailBadRedirect, engine.DoAllowAll, ""},
		{"to ftp", "ftp://ftp.example/robots.txt", engine.FailBadRedirect, engine.DoAllowAll, ""},
		{"to a script", "javascript:alert(1)", engine.FailBadRedirect, engine.DoAllowAll, ""},
		{"to no host", "https:///robots.txt", engine.FailBadRedirect, engine.DoAllowAll, ""},
		{"to nonsense", "http://[::1/%zz", engine.FailBadRedirect, engine.DoAllowAll, ""},
		{"to a port that is none", "http://shop.example:99999/", engine.FailBadRedirect, engine.DoAllowAll, ""},
		{"with an empty Location", "", engine.FailTooManyHops, engine.DoAllowAll, ""},
	}
	for _, tt := range single {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header()["Location"] = []string{tt.location}
				w.WriteHeader(302)
			})
			r := get(t, patient(t, Options{}), s.URL)
			if r.Failure != tt.failure || r.Meaning("rfc", engine.Origin{}).Do != tt.do || codes(r.Warnings) != tt.warning {
				t.Errorf("failure %q (%s), %s, warnings %q", r.Failure, r.Error, r.Meaning("rfc", engine.Origin{}).Do, codes(r.Warnings))
			}
			if r.Origin != engine.OriginOf(s.URL) {
				t.Errorf("the file governs %s, want the first authority", r.Origin)
			}
		})
	}
	t.Run("301 without Location", func(t *testing.T) {
		s := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(301) })
		if rep := get(t, patient(t, Options{}), s.URL).Report(); rep.Meaning != (ReportMeaning{engine.DoAllowAll, engine.DoAllowAll}) || len(rep.Hops) != 0 {
			t.Errorf("%+v", rep)
		}
	})
}

func TestBodiesAreReadWithinLimits(t *testing.T) {
	rules := "User-agent: *\nDisallow: /x\n"
	pack := func(n int, w func(io.Writer) io.WriteCloser) []byte {
		var b bytes.Buffer
		z := w(&b)
		z.Write(bytes.Repeat([]byte{'#'}, n))
		io.WriteString(z, "\n"+rules)
		z.Close()
		return b.Bytes()
	}
	gz := func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }
	zl := func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }
	tests := []struct {
		name, coding string
		body         []byte
		octets       int
		truncated    bool
		stopped      bool
		failure      engine.Failure
		warnings     string
	}{
		{"plain", "", []byte(rules), 27, false, false, "", ""},
		{"empty", "", nil, 0, false, false, "", ""},
		{"gzip", "gzip", pack(10, gz), 38, false, false, "", ""},
		{"empty gzip", "gzip", nil, 0, false, false, "", ""},
		{"zlib deflate", "deflate", pack(10, zl), 38, false, false, "", ""},
		{"exactly 512,000 octets", "", bytes.Repeat([]byte{'#'}, VerdictOctets), VerdictOctets, false, false, "", ""},
		{"one octet more", "", bytes.Repeat([]byte{'#'}, VerdictOctets+1), VerdictOctets + 1, true, false, "", "cut"},
		{"exactly 4 MiB", "", bytes.Repeat([]byte{'#'}, ReadOctets), ReadOctets, true, false, "", "cut"},
		{"5 MiB", "", bytes.Repeat([]byte{'#'}, 5<<20), ReadOctets, true, true, "", "stopped"},
		{"a gzip bomb", "gzip", pack(64<<20, gz), ReadOctets, true, true, "", "stopped"},
		{"a deflate bomb", "deflate", pack(64<<20, zl), ReadOctets, true, true, "", "stopped"},
		{"gzip members without content", "gzip", bytes.Repeat(pack0(), 5<<20/len(pack0())), 0, false, false, engine.FailProtocol, ""},
		{"gzip cut in two", "gzip", pack(10, gz)[:20], 0, false, false, engine.FailShortBody, ""},
		{"gzip that is none", "gzip", []byte(rules), 0, false, false, engine.FailProtocol, ""},
		{"a coding nobody asked for", "br", []byte(rules), 0, false, false, engine.FailProtocol, ""},
		{"UTF-16", "", []byte("\xff\xfeU\x00s\x00e\x00r\x00"), 10, false, false, "", "utf-16"},
		{"byte order mark", "", []byte("\xef\xbb\xbf" + rules), 30, false, false, "", "bom"},
		{"an HTML page", "", []byte("\n<!DOCTYPE html><p>" + rules), 46, false, false, "", "html-body"},
		{"NUL octets", "", []byte("User-agent: *\x00\n"), 15, false, false, "", "nul"},
		{"Latin-1", "", []byte("Disallow: /caf\xe9\n"), 16, false, false, "", "not-utf-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/plain; charset=utf-8")
				if tt.coding != "" {
					w.Header().Set("Content-Encoding", tt.coding)
				}
				w.Write(tt.body)
			})
			c := patient(t, Options{})
			told := 0
			r, err := c.Get(context.Background(), Request{URL: s.URL, Progress: func(n int) { told = n }})
			if err != nil {
				t.Fatal(err)
			}
			if r.Failure != tt.failure {
				t.Fatalf("failure %q (%s), want %q", r.Failure, r.Error, tt.failure)
			}
			if tt.failure == "" && (len(r.Body) != tt.octets || told != tt.octets) {
				t.Errorf("%d octets, told of %d, want %d", len(r.Body), told, tt.octets)
			}
			if r.Truncated() != tt.truncated || r.Stopped != tt.stopped || codes(r.Warnings) != tt.warnings {
				t.Errorf("truncated %v, stopped %v, warnings %q", r.Truncated(), r.Stopped, codes(r.Warnings))
			}
			if len(r.VerdictBody()) > VerdictOctets {
				t.Errorf("verdicts from %d octets", len(r.VerdictBody()))
			}
		})
	}
}

// pack0 is a gzip member without content.
func pack0() []byte {
	var b bytes.Buffer
	gzip.NewWriter(&b).Close()
	return b.Bytes()
}

func TestContentTypesAreReported(t *testing.T) {
	for value, want := range map[string]string{
		"text/plain": "", "TEXT/PLAIN; charset=\"UTF-8\"": "", "text/html": "html", "application/json": "content-type",
		"text/plain; charset=iso-8859-1": "charset", ";;;": "content-type",
	} {
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", value)
			io.WriteString(w, "#\n")
		})
		if got := codes(get(t, patient(t, Options{}), s.URL).Warnings); got != want {
			t.Errorf("%q: warnings %q, want %q", value, got, want)
		}
	}
}

func TestRefetchAsksWhetherTheCopyHolds(t *testing.T) {
	var asked []string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Header.Get("If-None-Match")+" "+r.Header.Get("If-Modified-Since"))
		w.Header().Set("ETag", `"v1"`)
		if r.Header.Get("If-None-Match") == `"v1"` {
			w.WriteHeader(304)
			return
		}
		io.WriteString(w, "# v1\n")
	})
	now := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)
	c := New(Options{Now: func() time.Time { return now }})
	defer c.Close()
	prev := &Previous{URL: s.URL + "/robots.txt", Stopped: true, Header: http.Header{
		"Etag": {`"v1"`}, "Last-Modified": {"Thu, 01 Oct 2026 00:00:00 GMT"}, "Content-Type": {"text/plain"}},
		Body: []byte("# v1\n"), At: now.Add(-2 * time.Hour)}
	r, err := c.Get(context.Background(), Request{URL: s.URL, Previous: prev})
	if err != nil {
		t.Fatal(err)
	}
	rep := r.Report()
	if rep.Status != 304 || !rep.Cached || rep.AgeSeconds != 7200 || string(r.Body) != "# v1\n" || rep.Meaning.RFC != engine.DoRules {
		t.Errorf("%+v", rep)
	}
	if codes(r.Warnings) != "stopped" || rep.ContentType != "text/plain" {
		t.Errorf("what the copy was served as is lost: %q, %q", codes(r.Warnings), rep.ContentType)
	}
	prev.URL = "https://elsewhere.example/robots.txt"
	if _, err := c.Get(context.Background(), Request{URL: s.URL, Previous: prev}); err != nil {
		t.Fatal(err)
	}
	if want := `"v1" Thu, 01 Oct 2026 00:00:00 GMT| `; strings.Join(asked, "|") != want {
		t.Errorf("asked with %q, want %q", asked, want)
	}
}

func TestTLSTrustDecides(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Proto) }))
	s.EnableHTTP2 = true
	s.Config.ErrorLog = quiet
	s.StartTLS()
	defer s.Close()
	r := get(t, patient(t, Options{}), s.URL)
	if r.Failure != engine.FailTLS || !strings.Contains(r.Error, "signed by nobody") {
		t.Errorf("unknown signer: %q %s", r.Failure, r.Error)
	}
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	c := New(Options{RootCAs: roots})
	defer c.Close()
	if r := get(t, c, s.URL); string(r.Body) != "HTTP/2.0" || r.Proto != "HTTP/2.0" {
		t.Errorf("trusted: %q over %s, %s", r.Body, r.Proto, r.Error)
	}
	wrong := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
	if r := get(t, c, wrong); r.Failure != engine.FailTLS || !strings.Contains(r.Error, "another host name") {
		t.Errorf("wrong name: %q %s", r.Failure, r.Error)
	}
	plain := serve(t, func(http.ResponseWriter, *http.Request) {})
	if r := get(t, c, strings.Replace(plain.URL, "http:", "https:", 1)); r.Failure != engine.FailTLS || !strings.Contains(r.Error, "does not speak TLS") {
		t.Errorf("no TLS there: %q %s", r.Failure, r.Error)
	}
	if rep := get(t, patient(t, Options{}), s.URL).Report(); rep.Status != 0 || rep.Error == "" || rep.Meaning.RFC != engine.DoDisallowAll {
		t.Errorf("%+v", rep)
	}
}

func TestAnIPv6HostIsAsked(t *testing.T) {
	l, err := net.Listen("tcp6", "[::1]:0")
	if err != nil {
		t.Skip("this machine has no IPv6 loopback:", err)
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "# six\n") }))
	s.Listener.Close()
	s.Listener = l
	s.Start()
	defer s.Close()
	r := get(t, patient(t, Options{}), s.URL+"/a")
	if string(r.Body) != "# six\n" || r.Origin.Host != "::1" || r.RobotsURL != s.URL+"/robots.txt" {
		t.Errorf("%q from %s, governs %s: %s", r.Body, r.RobotsURL, r.Origin, r.Error)
	}
}

func TestProxyOfTheEnvironmentIsUsed(t *testing.T) {
	var seen string
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) {
		seen = r.Method + " " + r.RequestURI
		if r.Method == http.MethodConnect {
			w.WriteHeader(403)
			return
		}
		io.WriteString(w, "# by proxy\n")
	})
	t.Setenv("HTTP_PROXY", proxy.URL)
	t.Setenv("HTTPS_PROXY", proxy.URL)
	t.Setenv("NO_PROXY", "")
	c := patient(t, Options{})
	if r := get(t, c, "http://shop.example/a"); string(r.Body) != "# by proxy\n" || seen != "GET http://shop.example/robots.txt" {
		t.Errorf("%q, the proxy saw %q: %s", r.Body, seen, r.Error)
	}
	if r := get(t, c, "https://shop.example/a"); r.Failure != engine.FailRefused || !strings.Contains(r.Error, "proxy") {
		t.Errorf("%q %s", r.Failure, r.Error)
	}
}

func TestCancelEndsAtOnce(t *testing.T) {
	release := make(chan struct{})
	asked := make(chan struct{}, 1)
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-release
	})
	defer close(release)
	ctx, cancel := context.WithCancel(context.Background())
	c := New(Options{})
	defer c.Close()
	done := make(chan error, 1)
	go func() {
		_, err := c.Get(ctx, Request{URL: s.URL})
		done <- err
	}()
	<-asked
	cancel()
	select {
	case err := <-done:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("still asking a minute after the cancel")
	}
}

func TestReportIsOneStableObject(t *testing.T) {
	b, err := json.Marshal((&Result{URL: "u"}).Report())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"url":"u","robots_url":"","hops":[],"status":0,"error":"","content_type":"","bytes":0,"truncated":false,"cached":false,` +
		`"age_seconds":0,"encoding":"","meaning":{"rfc":"disallow-all","google":"disallow-all"},"warnings":[]}`
	if string(b) != want {
		t.Errorf("got  %s\nwant %s", b, want)
	}
}

func TestAURLOutsideTheFilesScopeIsWarnedOf(t *testing.T) {
	r := &Result{Origin: OriginOf("https://bücher.example")}
	for url, outside := range map[string]bool{
		"https://xn--bcher-kva.example/a": false, "https://BÜCHER.example:443/": false, "/a": false,
		"http://bücher.example/": true, "https://www.bücher.example/": true,
	} {
		if w, got := r.ScopeWarning(url); got != outside || got != (w.Text != "") {
			t.Errorf("%s: outside %v %q", url, got, w.Text)
		}
	}
}

func TestAnHTTP2StreamThatIsResetIsAFailure(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			io.WriteString(w, "User-agent: *\n")
			w.(http.Flusher).Flush()
		}
		panic(http.ErrAbortHandler)
	}))
	s.EnableHTTP2 = true
	s.Config.ErrorLog = quiet
	s.StartTLS()
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	r := get(t, patient(t, Options{RootCAs: roots}), s.URL)
	if r.Failure != engine.FailReset || r.Status != 200 || !strings.Contains(r.Error, "while reading the body") {
		t.Errorf("%d %q %s", r.Status, r.Failure, r.Error)
	}
}
