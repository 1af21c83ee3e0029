package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// gather is what a walk yields, a line each: "line loc [lang]" or "! problem".
func gather(t *testing.T, source string, opts SitemapOptions) string {
	t.Helper()
	var b strings.Builder
	for u, err := range Sitemap(context.Background(), source, opts) {
		writeFound(&b, u, err)
	}
	return b.String()
}

func gatherText(text string, opts SitemapOptions) string {
	var b strings.Builder
	for u, err := range SitemapFrom(context.Background(), strings.NewReader(text), "s", opts) {
		writeFound(&b, u, err)
	}
	return b.String()
}

func writeFound(b *strings.Builder, u SitemapURL, err error) {
	if err != nil {
		var where *SitemapError
		if errors.As(err, &where) {
			fmt.Fprintf(b, "! %d %v\n", where.Line, where.Err)
		} else {
			fmt.Fprintf(b, "! %v\n", err)
		}
		return
	}
	fmt.Fprintf(b, "%d %s", u.Line, u.Loc)
	if u.HrefLang != "" {
		fmt.Fprintf(b, " [%s]", u.HrefLang)
	}
	b.WriteByte('\n')
}

func utf16le(s string) string {
	var b bytes.Buffer
	for _, u := range utf16.Encode([]rune("\ufeff" + s)) {
		b.Write([]byte{byte(u), byte(u >> 8)})
	}
	return b.String()
}

func gz(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

const oneURL = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> https://shop.example/a?x=1&amp;y=2 </loc><lastmod>2026-10-01</lastmod></url>
</urlset>`

func TestSitemapFormsAreRead(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"XML", oneURL, "3 https://shop.example/a?x=1&y=2\n"},
		{"gzip", gz(oneURL), "3 https://shop.example/a?x=1&y=2\n"},
		{"byte order mark and blank lines", "\ufeff\n" + strings.TrimPrefix(oneURL, `<?xml version="1.0" encoding="UTF-8"?>`), "2 https://shop.example/a?x=1&y=2\n"},
		{"UTF-16", utf16le(strings.Replace(oneURL, "UTF-8", "UTF-16", 1)), "3 https://shop.example/a?x=1&y=2\n"},
		{"Latin-1", "<?xml version='1.0' encoding='iso-8859-1'?><urlset><url><loc>https://shop.example/caf\xe9</loc></url></urlset>", "1 https://shop.example/café\n"},
		{"CDATA and a bare ampersand", "<urlset><url><loc><![CDATA[https://shop.example/?a&b]]></loc></url><url><loc>https://shop.example/?c&d=e</loc></url></urlset>",
			"1 https://shop.example/?a&b\n1 https://shop.example/?c&d=e\n"},
		{"prefixes", `<s:urlset xmlns:s="x"><s:url><s:loc>https://shop.example/p</s:loc><image:image xmlns:image="i"><image:loc>https://shop.example/i.png</image:loc></image:image></s:url></s:urlset>`,
			"1 https://shop.example/p\n"},
		{"text", "# ours\nhttps://shop.example/a\r\n\nHTTP://shop.example/b", "2 https://shop.example/a\n4 HTTP://shop.example/b\n"},
		{"text with a stray line", "https://shop.example/a\n/b\nhttps://shop.example/c\n", "1 https://shop.example/a\n! 2 not an absolute URL\n3 https://shop.example/c\n"},
		{"text with a long line", "https://shop.example/a\nhttps://shop.example/" + strings.Repeat("x", 20_000) + "\nhttps://shop.example/c\n",
			"1 https://shop.example/a\n! 2 the line is longer than 8192 octets\n3 https://shop.example/c\n"},
		{"another text", "Hello\nworld\n", "! 1 neither XML nor a list of URLs\n"},
		{"HTML", "<!doctype html>\n<html><body>404</body></html>", "! 2 neither a urlset nor a sitemapindex: it begins with <html>\n"},
		{"nothing", " \n", "! 0 the sitemap is empty\n"},
		{"cut in two", oneURL[:len(oneURL)-30], "3 https://shop.example/a?x=1&y=2\n! 3 the XML is cut short\n"},
		{"gzip cut in two", gz(oneURL)[:60], "! 1 the XML is cut short\n"},
		{"damaged gzip", "\x1f\x8bnonsense", "! 0 the gzip archive is damaged: gzip: invalid header\n"},
		{"relative", "<urlset><url><loc>/a</loc></url></urlset>", "! 1 not an absolute URL\n"},
		{"a closing tag too many", "<urlset><url><loc>https://shop.example/a</loc></url></urlset></x>", "1 https://shop.example/a\n! 1 </x> closes nothing that is open\n"},
		{"nested without end", "<urlset>" + strings.Repeat("<a>", 1000), "! 1 its elements are nested too deep\n"},
		{"a loc without end", "<urlset><url><loc>https://shop.example/" + strings.Repeat("x", 20_000) + "</loc></url></urlset>", "! 1 the URL is longer than 8192 octets\n"},
		{"an entity bomb", `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>https://shop.example/&b;</loc></url></urlset>`, "1 https://shop.example/&b;\n"},
		{"an index that names a local file from standard input", "<sitemapindex><sitemap><loc>sitemap_test.go</loc></sitemap></sitemapindex>", "! 0 not an http or https URL\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := gatherText(tt.text, SitemapOptions{}); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestSitemapLimitsHold(t *testing.T) {
	many := "<urlset>" + strings.Repeat("<url><loc>https://shop.example/a</loc></url>\n", 50) + "</urlset>"
	if got := gatherText(many, SitemapOptions{URLs: 2}); got != "1 https://shop.example/a\n2 https://shop.example/a\n! 3 more URLs than the limit; the rest is left out\n" {
		t.Errorf("URLs: %s", got)
	}
	if got := gatherText(many, SitemapOptions{Octets: 100}); got != "1 https://shop.example/a\n2 https://shop.example/a\n! 3 longer than the limit for one sitemap\n" {
		t.Errorf("octets: %s", got)
	}
	if got := gatherText(many, SitemapOptions{Octets: int64(len(many))}); strings.Contains(got, "!") {
		t.Errorf("exactly the limit: %s", got)
	}
	bomb := gz("<urlset>" + strings.Repeat(" ", 32<<20))
	if got := gatherText(bomb, SitemapOptions{Octets: 1 << 20}); !strings.HasSuffix(got, "longer than the limit for one sitemap\n") {
		t.Errorf("bomb: %s", got)
	}
	trouble := "https://shop.example/\n" + strings.Repeat("x\n", 1000)
	if got := gatherText(trouble, SitemapOptions{}); strings.Count(got, "\n") != 102 || !strings.HasSuffix(got, "too many problems; the rest is left out\n") {
		t.Errorf("problems: %s", got)
	}
	taken := 0
	for range SitemapFrom(context.Background(), strings.NewReader(many), "s", SitemapOptions{}) {
		if taken++; taken == 3 {
			break
		}
	}
	if taken != 3 {
		t.Errorf("took %d", taken)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range Sitemap(ctx, "x", SitemapOptions{}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("after the cancel: %v", err)
		}
	}
}

func TestAlternatesAreReadWhenAsked(t *testing.T) {
	text := `<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml"><url>
<loc>https://shop.example/en/</loc>
<xhtml:link rel="alternate" hreflang="de" href="https://shop.test/de/"/>
<xhtml:link rel="canonical" href="https://shop.example/other"/>
</url></urlset>`
	if got := gatherText(text, SitemapOptions{}); got != "2 https://shop.example/en/\n" {
		t.Errorf("not asked: %s", got)
	}
	if got := gatherText(text, SitemapOptions{Alternates: true}); got != "2 https://shop.example/en/\n3 https://shop.test/de/ [de]\n" {
		t.Errorf("asked: %s", got)
	}
}

func TestIndexInAFileReadsTheFilesBesideIt(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, "site", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	index := func(locs ...string) string {
		var b strings.Builder
		b.WriteString("<sitemapindex>\n")
		for _, l := range locs {
			fmt.Fprintf(&b, "<sitemap><loc>%s</loc></sitemap>\n", l)
		}
		return b.String() + "</sitemapindex>"
	}
	write("../secret.xml", oneURL)
	write("one.xml", oneURL)
	write("sub/two.xml.gz", gz("https://shop.example/two\n"))
	write("deep.xml", index("deep2.xml"))
	write("deep2.xml", index("deep3.xml"))
	write("deep3.xml", index("one.xml"))
	write("index.xml", index("https://shop.example/maps/one.xml", "sub/two.xml.gz", "../secret.xml", "https://shop.example/none.xml", "index.xml", "deep.xml"))
	want := "3 https://shop.example/a?x=1&y=2\n1 https://shop.example/two\n! 0 no such file\n" +
		"! 0 it is on the web and was not fetched\n! 2 index files are nested deeper than 3; these are left out\n"
	var visited []string
	got := gather(t, filepath.Join(dir, "site", "index.xml"), SitemapOptions{Visit: func(n string) { visited = append(visited, n) }})
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(visited) != 8 {
		t.Errorf("visited %q", visited)
	}
	if got := gather(t, filepath.Join(dir, "site", "index.xml"), SitemapOptions{Files: 2}); !strings.HasSuffix(got, "more sitemaps than the limit; the rest is left out\n") {
		t.Errorf("limit: %s", got)
	}
	if got := gather(t, filepath.Join(dir, "none.xml"), SitemapOptions{}); got != "! 0 no such file\n" {
		t.Errorf("missing: %s", got)
	}
}

func TestAnIndexOnTheWebIsFollowed(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/index.xml":
			fmt.Fprint(w, "<sitemapindex><sitemap><loc>/moved</loc></sitemap><sitemap><loc>two.txt.gz</loc></sitemap>\n"+
				"<sitemap><loc>/gone.xml</loc></sitemap><sitemap><loc>file:///etc/passwd</loc></sitemap><sitemap><loc>/loop</loc></sitemap></sitemapindex>")
		case "/moved":
			http.Redirect(w, r, "/one.xml", http.StatusFound)
		case "/one.xml":
			w.Header().Set("Content-Encoding", "gzip")
			io.WriteString(w, gz("<urlset><url><loc>/relative</loc></url></urlset>"))
		case "/two.txt.gz":
			io.WriteString(w, gz("https://shop.example/two\n"))
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	})
	c := patient(t, Options{})
	got := gather(t, s.URL+"/index.xml", SitemapOptions{Client: c})
	host := strings.TrimPrefix(s.URL, "http://")
	want := "1 " + s.URL + "/relative\n1 https://shop.example/two\n! 0 the server answers 404\n! 2 not an http or https URL\n" +
		"! 0 " + host + ": redirects in a circle, back to " + s.URL + "/loop\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func FuzzSitemap(f *testing.F) {
	f.Add([]byte(oneURL))
	f.Add([]byte(gz(oneURL)))
	f.Add([]byte(utf16le(oneURL)))
	f.Add([]byte("https://shop.example/a\n/b"))
	f.Add([]byte("<sitemapindex><sitemap><loc>https://shop.example/s.xml</loc></sitemap></sitemapindex>"))
	f.Add([]byte(`<urlset><url><xhtml:link rel="alternate" href="https://shop.test/"/></url>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		count := 0
		for u, err := range SitemapFrom(context.Background(), bytes.NewReader(text), "s", SitemapOptions{URLs: 10, Octets: 1 << 16, Alternates: true}) {
			if count++; count > 10+sitemapTrouble+2 {
				t.Fatal("more than the limits allow")
			}
			if err == nil && (!IsURL(u.Loc) || u.Line < 1 || len(u.Loc) > 3*locOctets) {
				t.Fatalf("%+v", u)
			}
		}
	})
}
