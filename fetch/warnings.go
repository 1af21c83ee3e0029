package fetch

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"robotslens/engine"
)

// manyHeaders is far above what servers send and far below what is refused.
const manyHeaders = 200

func (r *Result) addWarning(code, format string, args ...any) {
	r.Warnings = append(r.Warnings, Warning{code, fmt.Sprintf(format, args...)})
}

// warn collects what is odd about how a file is served.
func (r *Result) warn() {
	switch {
	case r.Status == 401 || r.Status == 403:
		r.addWarning("access-denied", "Status %d does not keep crawlers out: it counts as no file, and everything may be crawled. It may also be meant for this program's User-Agent alone.", r.Status)
	case r.Status == 429:
		r.addWarning("too-many-requests", "Status 429 is a server error to Google, which stops crawling, and no file at all to a crawler that follows the RFC.")
	}
	r.warnHops()
	if r.HeaderLines > manyHeaders {
		r.addWarning("many-headers", "The answer has %d header lines.", r.HeaderLines)
	}
	if !r.good() {
		return
	}
	if r.Status != http.StatusNotModified { // whose headers are few
		r.warnContentType()
	}
	r.Warnings = append(r.Warnings, sniff(r.Body)...)
	switch {
	case r.Stopped:
		r.addWarning("stopped", "The file is longer than %d octets: reading stopped there, and verdicts are taken from the first %d.", len(r.Body), VerdictOctets)
	case r.Truncated():
		r.addWarning("cut", "The file has %d octets: verdicts are taken from the first %d, a crawler may ignore the rest.", len(r.Body), VerdictOctets)
	}
}

func (r *Result) good() bool {
	return r.Failure == engine.FailNone && (r.Status >= 200 && r.Status <= 299 || r.Status == 304 && r.Cached)
}

func (r *Result) warnHops() {
	if len(r.Hops) == 0 {
		return
	}
	first, last := engine.OriginOf(r.RobotsURL), engine.OriginOf(r.FinalURL)
	if first.Host != last.Host || first.Port != last.Port && first.Scheme == last.Scheme {
		r.addWarning("other-host", "The rules come from %s but govern %s, the first host asked.", last, first)
	}
	if first.Scheme == "https" && last.Scheme == "http" {
		r.addWarning("downgrade", "A redirect leads from https to http: anyone on the way can change the file.")
	}
}

func (r *Result) warnContentType() {
	value := r.Header.Get("Content-Type")
	if value == "" {
		r.addWarning("no-content-type", "The answer names no Content-Type; it should be text/plain; charset=utf-8.")
		return
	}
	kind, params, err := mime.ParseMediaType(value)
	switch {
	case err != nil && kind == "":
		r.addWarning("content-type", "The Content-Type %q cannot be read; it should be text/plain; charset=utf-8.", value)
	case kind == "text/html" || kind == "application/xhtml+xml":
		r.addWarning("html", "It is served as HTML (%s); it should be text/plain.", kind)
	case kind != "text/plain":
		r.addWarning("content-type", "It is served as %s; it should be text/plain.", kind)
	}
	switch charset := strings.ToLower(params["charset"]); charset {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
	default:
		r.addWarning("charset", "The charset is said to be %s; crawlers read UTF-8 (RFC 9309 2.2).", charset)
	}
}

// sniff tells what is odd about the octets of a robots.txt, wherever they came
// from: UTF-16, NUL, other binary content, a byte order mark, an HTML page.
func sniff(body []byte) []Warning {
	head := body[:min(len(body), 4096)]
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}), halfNUL(head):
		return []Warning{{"utf-16", "The text is UTF-16; crawlers read UTF-8 and find no rule in it. Save it as UTF-8."}}
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return []Warning{{"binary", "The content is a gzip archive, not text."}}
	case bytes.HasPrefix(head, []byte("\x89PNG")), bytes.HasPrefix(head, []byte("GIF8")),
		bytes.HasPrefix(head, []byte("\xff\xd8\xff")), bytes.HasPrefix(head, []byte("%PDF")), bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return []Warning{{"binary", "The content is binary, not text."}}
	}
	var found []Warning
	text := head
	if after, ok := bytes.CutPrefix(head, []byte("\xef\xbb\xbf")); ok {
		found = append(found, Warning{"bom", "The text begins with a byte order mark, which some crawlers read as part of the first line."})
		text = after
	}
	if looksHTML(text) {
		found = append(found, Warning{"html-body", "The body is an HTML page; only lines in it that read as rules count."})
	}
	switch {
	case bytes.IndexByte(body, 0) >= 0:
		found = append(found, Warning{"nul", "The content holds NUL octets; it may not be text."})
	case !utf8.Valid(body):
		found = append(found, Warning{"not-utf-8", "The text is not valid UTF-8; its octets are compared as they are."})
	}
	return found
}

// halfNUL knows UTF-16 without a mark: ASCII text with every other octet NUL.
func halfNUL(head []byte) bool {
	if len(head) < 8 {
		return false
	}
	var nul [2]int
	for i, c := range head {
		if c == 0 {
			nul[i&1]++
		}
	}
	most := len(head) / 2 * 9 / 10
	return nul[0] >= most && nul[1] == 0 || nul[1] >= most && nul[0] == 0
}

func looksHTML(text []byte) bool {
	text = bytes.ToLower(bytes.TrimLeft(text, " \t\r\n"))
	for _, start := range []string{"<!doctype html", "<html", "<head", "<body", "<!--", "<script", "<title"} {
		if bytes.HasPrefix(text, []byte(start)) {
			return true
		}
	}
	return false
}

// ScopeWarning tells whether a URL under test lies outside what the file
// governs.
func (r *Result) ScopeWarning(rawURL string) (Warning, bool) {
	o := OriginOf(rawURL)
	if engine.SameOrigin(r.Origin, o) {
		return Warning{}, false
	}
	return Warning{"out-of-scope", engine.Mean(engine.Answer{Status: 200, File: r.Origin, URL: o}, "rfc").Sentence + "."}, true
}
