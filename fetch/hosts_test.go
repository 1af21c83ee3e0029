package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"robotslens/engine"
)

func TestHostsAreAskedOnce(t *testing.T) {
	var asked atomic.Int32
	answer := func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		fmt.Fprintf(w, "# %s\n", r.Host)
	}
	a, b := serve(t, answer), serve(t, answer)
	down := httptest.NewServer(http.NotFoundHandler())
	down.Close()
	hosts := &Hosts{Client: patient(t, Options{}), Max: 4}
	for range 100 {
		for _, u := range []string{a.URL + "/x", b.URL + "/y?z", down.URL + "/", "https://staging.example/"} {
			if !hosts.Add(u) {
				t.Fatalf("%s was turned away", u)
			}
		}
	}
	for _, u := range []string{"/path", "ftp://shop.example/", "https://one-too-many.example/"} {
		if hosts.Add(u) {
			t.Errorf("%s was taken", u)
		}
	}
	if origins, left := hosts.Origins(); len(origins) != 4 || left != 1 {
		t.Errorf("%v, %d left", origins, left)
	}
	hosts.Stand(&Input{Name: "local", Origin: engine.OriginOf("https://staging.example"), Bytes: []byte("# local\n")})
	var last int
	files, err := hosts.Fetch(context.Background(), func(done, all int) { last = done*10 + all })
	if err != nil || len(files) != 4 || asked.Load() != 2 || last != 44 {
		t.Fatalf("%d files, %d requests, told %d, %v", len(files), asked.Load(), last, err)
	}
	for origin, want := range map[string]string{a.URL: "# " + a.Listener.Addr().String() + "\n", "https://staging.example": "# local\n", down.URL: ""} {
		if got := files[engine.OriginOf(origin)]; got == nil || string(got.Bytes) != want {
			t.Errorf("%s: %+v", origin, got)
		}
	}
	if do := files[engine.OriginOf(down.URL)].Meaning("rfc", engine.Origin{}).Do; do != engine.DoDisallowAll {
		t.Errorf("the server that is down: %s", do)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := hosts.Fetch(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// byName answers for every host, as a proxy does.
func byName(t *testing.T, answer http.HandlerFunc) {
	t.Helper()
	s := serve(t, answer)
	t.Setenv("HTTP_PROXY", s.URL)
	t.Setenv("HTTPS_PROXY", s.URL)
	t.Setenv("NO_PROXY", "")
}

func TestCompareFindsHostsThatDiffer(t *testing.T) {
	byName(t, func(w http.ResponseWriter, r *http.Request) {
		u, err := url.Parse(r.RequestURI)
		switch {
		case r.Method == http.MethodConnect || err != nil:
			w.WriteHeader(502)
		case strings.HasPrefix(u.Host, "www."):
			io.WriteString(w, "User-agent: *\nDisallow: /\n")
		default:
			io.WriteString(w, "User-agent: *\n")
		}
	})
	cmp, err := Compare(context.Background(), patient(t, Options{}), "www.shop.example/page")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range cmp.Warnings {
		got = append(got, w.Text)
	}
	want := []string{
		"http://shop.example serves a file, https://shop.example does not: no connection: complete disallow.",
		"http://shop.example serves a file, https://www.shop.example does not: no connection: complete disallow.",
		"http://shop.example and http://www.shop.example serve different files: each governs its own URLs only.",
	}
	for from, want := range map[string]string{
		"http://shop.example": "[http://www.shop.example]", "http://www.shop.example": "[http://shop.example]",
		"https://shop.example": "[]", "http://other.example": "[]",
	} {
		if got := fmt.Sprint(cmp.Differ(engine.OriginOf(from))); got != want {
			t.Errorf("other files than %s: %s, want %s", from, got, want)
		}
	}
	if len(cmp.Results) != 4 || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%d results\n%s", len(cmp.Results), strings.Join(got, "\n"))
	}
}

func TestCompareKeepsAPort(t *testing.T) {
	byName(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "# same\n") })
	cmp, err := Compare(context.Background(), patient(t, Options{}), "http://shop.example:8080/")
	if err != nil || len(cmp.Results) != 2 || len(cmp.Warnings) != 0 {
		t.Errorf("%+v, %v", cmp, err)
	}
}

func TestElsewhereNamesOtherOriginsOnce(t *testing.T) {
	urls := []string{"https://shop.example/a", "/b", "shop.example/c", "https://SHOP.example:443", "http://shop.example/a", "http://shop.example?q",
		"https://shop.example:8443/a", "https://\u00fcber.example/", "https://xn--ber-goa.example/b", ""}
	got := fmt.Sprint(Elsewhere(engine.OriginOf("https://shop.example"), urls))
	if want := "[http://shop.example https://shop.example:8443 https://xn--ber-goa.example]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := Elsewhere(engine.Origin{}, urls); got != nil {
		t.Errorf("of a file that governs nobody knows what: %v", got)
	}
}
