package fetch

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"robotslens/engine"
)

var morning = time.Date(2026, 10, 1, 8, 0, 0, 0, time.UTC)

func result(host, body string, at time.Time) *Result {
	o := engine.OriginOf("https://" + host)
	u := o.String() + "/robots.txt"
	return &Result{URL: u, RobotsURL: u, FinalURL: u, Origin: o, Status: 200, At: at, Body: []byte(body),
		Header: http.Header{"Etag": {`"` + body + `"`}}}
}

func record(t *testing.T, h *History, r *Result) {
	t.Helper()
	if err := h.Record(r); err != nil {
		t.Fatal(err)
	}
}

// told is the history of a host: first day-last day:body of each version.
func told(t *testing.T, h *History, host string) string {
	t.Helper()
	list, err := h.List(engine.OriginOf("https://" + host))
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, s := range list {
		body, err := h.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		if s.Gone() {
			body = fmt.Append(nil, s.Status)
		}
		parts = append(parts, fmt.Sprintf("%d-%d:%s", s.First.Day(), s.Last.Day(), body))
	}
	return strings.Join(parts, " ")
}

func TestHistoryKeepsEachVersionOnce(t *testing.T) {
	h := OpenHistory(t.TempDir(), 0)
	if got := told(t, h, "shop.example"); got != "" {
		t.Errorf("at first: %s", got)
	}
	for i, body := range []string{"a", "a", "b", "a", "a", "404", "404", "a"} {
		r := result("shop.example", body, morning.AddDate(0, 0, i))
		if body == "404" {
			r.Status = 404
		}
		record(t, h, r)
	}
	record(t, h, result("other.example", "x", morning))
	if got := told(t, h, "shop.example"); got != "1-2:a 3-3:b 4-5:a 6-7:404 8-8:a" {
		t.Errorf("got %s, want 1-2:a 3-3:b 4-5:a 6-7:404 8-8:a", got)
	}
	if got := told(t, h, "other.example"); got != "1-1:x" {
		t.Errorf("another host: got %s, want 1-1:x", got)
	}
	versions, err := h.Versions(engine.OriginOf("https://shop.example"))
	if err != nil || len(versions) != 5 || string(versions[1].Bytes) != "b" || !versions[3].Gone || versions[0].Name != versions[2].Name {
		t.Errorf("versions %+v, %v", versions, err)
	}
}

func TestTwoProgramsMayKeepAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for p := range 4 {
		wg.Go(func() {
			h := OpenHistory(dir, 0)
			for i := range 10 {
				if err := h.Record(result("shop.example", fmt.Sprint("v", i), morning.AddDate(0, 0, i).Add(time.Duration(p)*time.Second))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	h := OpenHistory(dir, 0)
	list, err := h.List(engine.OriginOf("https://shop.example"))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 10 {
		t.Errorf("%d versions, want 10", len(list))
	}
	for i, s := range list {
		if body, err := h.Open(s); err != nil || string(body) != fmt.Sprint("v", i) {
			t.Errorf("version %d: %q, %v", i, body, err)
		}
	}
}

func TestHistoryDropsTheOldestFirst(t *testing.T) {
	h := OpenHistory(t.TempDir(), 8000)
	h.now = func() time.Time { return morning.AddDate(1, 0, 0) }
	record(t, h, result("quiet.example", strings.Repeat("q", 1000), morning.AddDate(-1, 0, 0)))
	for i := range 20 {
		record(t, h, result("shop.example", fmt.Sprint(i, strings.Repeat(" ", 1000)), morning.AddDate(0, 0, i)))
	}
	list, err := h.List(engine.OriginOf("https://shop.example"))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 2 || len(list) > 7 || list[len(list)-1].First != morning.AddDate(0, 0, 19) {
		t.Errorf("%d versions kept, last of %s", len(list), list[len(list)-1].First)
	}
	if told(t, h, "quiet.example") == "" {
		t.Error("the only version of a host was dropped for newer ones of another")
	}
}

func TestDamagedAndLaterFilesAreSetAside(t *testing.T) {
	h := OpenHistory(t.TempDir(), 0)
	o := engine.OriginOf("https://shop.example")
	for i, body := range []string{"good", "cut", "junk", "later", "changed"} {
		record(t, h, result("shop.example", body, morning.AddDate(0, 0, i)))
	}
	list, err := h.List(o)
	if err != nil {
		t.Fatal(err)
	}
	edit := func(i int, change func(string) string) {
		b, err := os.ReadFile(list[i].path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(list[i].path, []byte(change(string(b))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	edit(1, func(s string) string { return s[:len(s)-1] })
	edit(2, func(string) string { return "\x00\xff junk" })
	edit(3, func(s string) string { return strings.Replace(s, "history 1", "history 2", 1) })
	edit(4, func(s string) string { return strings.Replace(s, "\nchanged", "\nCHANGED", 1) })
	if err := os.Mkdir(filepath.Join(h.folder(o), "00000000000000-folder.version"), 0o700); err != nil {
		t.Fatal(err)
	}
	left, err := h.List(o)
	if len(left) != 2 || err == nil || strings.Count(err.Error(), "set aside") != 3 || strings.Count(err.Error(), "later robotslens") != 1 {
		t.Fatalf("%d left, %v", len(left), err)
	}
	if _, err := h.Open(left[1]); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("changed octets were opened: %v", err)
	}
	if _, err := os.Stat(list[3].path); err != nil {
		t.Errorf("the file of a later version is gone: %v", err)
	}
	if again, err := h.List(o); len(again) != 2 || err == nil || strings.Contains(err.Error(), "set aside") {
		t.Errorf("a second time: %d, %v", len(again), err)
	}
	record2 := h.Record(result("shop.example", "new", morning.AddDate(0, 1, 0)))
	if again, _ := h.List(o); len(again) != 3 {
		t.Errorf("after a new version: %d, %v", len(again), record2)
	}
}

func TestAFetchGoesByTheHistory(t *testing.T) {
	status, body := 200, "# one\n"
	requests := 0
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		requests++
		w.Header().Set("Content-Type", "text/plain")
		w.Header().Set("ETag", fmt.Sprintf("%q", body))
		if status == 200 && r.Header.Get("If-None-Match") == fmt.Sprintf("%q", body) {
			w.WriteHeader(304)
			return
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	})
	now := morning
	h := OpenHistory(t.TempDir(), 0)
	c := patient(t, Options{Now: func() time.Time { return now }})
	fetch := func() *Result {
		t.Helper()
		r, err := h.Fetch(context.Background(), c, Request{URL: s.URL})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	step := func(name string, after time.Duration, want string) {
		t.Helper()
		now = now.Add(after)
		r := fetch()
		rep := r.Report()
		got := fmt.Sprintf("%d %q cached %v %ds since %s rfc %s google %s", rep.Status, r.Body, rep.Cached, rep.AgeSeconds, r.Since, rep.Meaning.RFC, rep.Meaning.Google)
		if got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
	step("first", 0, `200 "# one\n" cached false 0s since 0s rfc rules google rules`)
	step("unchanged", time.Hour, `304 "# one\n" cached true 3600s since 0s rfc rules google rules`)
	status = 503
	step("fails", time.Hour, `503 "# one\n" cached true 3600s since 0s rfc disallow-all google disallow-all`)
	step("13 hours later", 13*time.Hour, `503 "# one\n" cached true 50400s since 13h0m0s rfc disallow-all google last-good-copy`)
	if r := fetch(); string(r.Copy) != "# one\n" || !strings.Contains(codes(r.Warnings), "failing") || !strings.Contains(fmt.Sprint(r.Warnings), "for 13 hours") {
		t.Errorf("copy %q, warnings %q", r.Copy, codes(r.Warnings))
	}
	step("31 days later", 31*24*time.Hour, `503 "# one\n" cached true 2728800s since 757h0m0s rfc allow-all google allow-all`)
	status, body = 200, "# two\n"
	step("back again", time.Hour, `200 "# two\n" cached false 0s since 0s rfc rules google rules`)
	status = 429
	step("too many requests", time.Hour, `429 "# two\n" cached true 3600s since 0s rfc allow-all google disallow-all`)
	status = 404
	step("gone", time.Hour, `404 "# two\n" cached false 0s since 0s rfc allow-all google allow-all`)
	status = 500
	step("fails without a file before", time.Hour, `500 "# two\n" cached false 0s since 0s rfc disallow-all google disallow-all`)
	step("and goes on", 13*time.Hour, `500 "# two\n" cached false 0s since 13h0m0s rfc disallow-all google allow-all`)
	asked := requests
	status = 200
	if r, err := h.Fetch(context.Background(), c, Request{URL: s.URL, UserAgent: "GPTBot"}); err != nil || r.Since != 0 || requests != asked+1 {
		t.Errorf("in another name: %+v, %v", r, err)
	}
	step("a fetch in another name was not kept", time.Hour, `200 "# two\n" cached false 0s since 0s rfc rules google rules`)
	versions, err := h.Versions(engine.OriginOf(s.URL))
	if err != nil || len(versions) != 4 {
		t.Errorf("%d versions, %v", len(versions), err)
	}
}

func TestHistoryThatCannotBeWrittenIsAWarning(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, "#\n")
	})
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := OpenHistory(blocked, 0).Fetch(context.Background(), patient(t, Options{}), Request{URL: s.URL})
	if err != nil || string(r.Body) != "#\n" || codes(r.Warnings) != "history" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestFreshnessFollowsTheHeaders(t *testing.T) {
	h := func(lines ...string) http.Header {
		header := http.Header{}
		for _, l := range lines {
			key, value, _ := strings.Cut(l, ": ")
			header.Add(key, value)
		}
		return header
	}
	tests := []struct {
		name   string
		header http.Header
		want   Freshness
	}{
		{"nothing said", nil, Freshness{time.Hour, 24 * time.Hour, 24 * time.Hour, ""}},
		{"an hour", h("Cache-Control: public, max-age=3600"), Freshness{time.Hour, time.Hour, time.Hour, "max-age=3600"}},
		{"a week", h("Cache-Control: max-age=604800"), Freshness{time.Hour, 24 * time.Hour, 7 * 24 * time.Hour, "max-age=604800"}},
		{"quoted, in another line", h("Cache-Control: public", `Cache-Control: Max-Age="60"`), Freshness{time.Hour, time.Minute, time.Minute, "max-age=60"}},
		{"not to be stored", h("Cache-Control: no-store"), Freshness{time.Hour, 0, 24 * time.Hour, "no-store"}},
		{"old on arrival", h("Age: 7200"), Freshness{3 * time.Hour, 24 * time.Hour, 24 * time.Hour, ""}},
		{"Expires", h("Expires: Thu, 01 Oct 2026 10:00:00 GMT"), Freshness{time.Hour, 2 * time.Hour, 24 * time.Hour, "Expires"}},
		{"Expires long ago", h("Expires: Thu, 01 Oct 2020 10:00:00 GMT"), Freshness{time.Hour, 0, 24 * time.Hour, "Expires"}},
		{"max-age before Expires", h("Expires: Thu, 01 Oct 2020 10:00:00 GMT", "Cache-Control: max-age=60"), Freshness{time.Hour, time.Minute, time.Minute, "max-age=60"}},
		{"nonsense", h("Cache-Control: max-age=soon", "Age: -1", "Expires: 0"), Freshness{time.Hour, 24 * time.Hour, 24 * time.Hour, ""}},
		{"longer than time", h("Cache-Control: max-age=18446744073709551615"), Freshness{time.Hour, 24 * time.Hour, 365 * 24 * time.Hour, "max-age=31536000"}},
	}
	for _, tt := range tests {
		if got := Fresh(morning, morning.Add(time.Hour), tt.header); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func FuzzHistoryFile(f *testing.F) {
	h := OpenHistory(f.TempDir(), 0)
	if err := h.Record(result("shop.example", "User-agent: *\n", morning)); err != nil {
		f.Fatal(err)
	}
	list, err := h.List(engine.OriginOf("https://shop.example"))
	if err != nil || len(list) != 1 {
		f.Fatal(list, err)
	}
	b, err := os.ReadFile(list[0].path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte("robotslens history 2\n{}\n"))
	f.Add([]byte("robotslens history 1\n{\"hash\":\"\"}\n"))
	f.Add([]byte("\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, body, err := parseEntry(b)
		if err != nil {
			if body != nil {
				t.Fatal("octets with an error")
			}
			return
		}
		if s.Octets != len(body) || len(s.ID) != 12 || s.RobotsURL == "" || s.Last.Before(s.First) {
			t.Fatalf("%+v", s)
		}
	})
}
