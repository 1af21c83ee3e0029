package lint

import (
	"strings"

	"robotslens/engine"
)

// Fetch is what is known of how the file was fetched. The zero value of a
// field says nothing.
type Fetch struct {
	URL          string   // the robots.txt that was asked for
	Status       int      // of the last answer; 0 where there was none
	Err          string   // why there was none
	Redirects    int      // redirects followed
	FinalURL     string   // where the body came from
	ContentType  string   // as sent
	CacheControl string   // as sent
	Cut          bool     // the body was cut at the size limit
	Differ       []string // origins (http, https, with and without www) that serve another file
	Asked        []string // origins of URLs that were asked about and that this file does not govern
}

// fetchRules look at the answer that brought the file.
var fetchRules = []Rule{
	{ID: "RX701", Name: "http-403", Severity: Warn, Dialects: both, Fix: "no", Source: "RFC 9309, 2.3.1.3", check: (*linter).forbidden,
		Doc: "An answer of 4xx means that there is no file, not that crawlers shall keep out."},
	{ID: "RX702", Name: "http-429-5xx", Severity: Error, Dialects: both, Fix: "no", Source: "RFC 9309, 2.3.1.4; Google's robots.txt specification", check: (*linter).unreachable,
		Doc: "A server error closes the site."},
	{ID: "RX703", Name: "redirects", Severity: Warn, Dialects: both, Fix: "no", Source: "RFC 9309, 2.3.1.2", check: (*linter).redirects,
		Doc: "The file is reached by redirects."},
	{ID: "RX704", Name: "content-type", Severity: Warn, Dialects: both, Fix: "no", Source: "RFC 9309, 2.3", check: (*linter).contentType,
		Doc: "The file is not served as text/plain."},
	{ID: "RX705", Name: "http-https-differ", Severity: Warn, Dialects: both, Fix: "no", Source: "Bing Webmaster help; RFC 9309, 2.3", check: (*linter).differ,
		Doc: "Origins of one site serve different files."},
	{ID: "RX706", Name: "other-host", Severity: Info, Dialects: both, Fix: "no", Source: "RFC 9309, 2.3", check: (*linter).otherHost,
		Doc: "The file does not govern another host, scheme or port."},
	{ID: "RX707", Name: "cache", Severity: Info, Dialects: both, Fix: "no", Source: "RFC 9309, 2.4", check: (*linter).cached,
		Doc: "Crawlers may use an old copy for a day."},
}

func (l *linter) forbidden() {
	f := l.in.Fetch
	if f == nil || f.Status < 400 || f.Status > 499 || f.Status == 429 {
		return
	}
	p := l.report(Span{}, "The server answered %d. To crawlers that means that there is no robots.txt and everything may be fetched, not that they shall keep out: to close the site serve a file with Disallow: /.", f.Status)
	if f.Status != 401 && f.Status != 403 {
		p.Severity = Info
	}
}

func (l *linter) unreachable() {
	f := l.in.Fetch
	switch {
	case f == nil:
	case f.Status == 429:
		l.report(Span{}, "The server answered 429. Google takes it for a server error and stops crawling the site for 12 hours, the RFC for a missing file: let crawlers fetch robots.txt.")
	case f.Status >= 500:
		l.report(Span{}, "The server answered %d. Under the RFC nothing may be fetched; Google stops for 12 hours, then goes by its last good copy for 30 days. Serve the file, or 404 where there is none.", f.Status)
	case f.Status == 0 && f.Err != "":
		l.report(Span{}, "There was no answer (%s). Under the RFC nothing may be fetched; Google stops for 12 hours, then goes by its last good copy for 30 days.", clip([]byte(f.Err)))
	}
}

func (l *linter) redirects() {
	f := l.in.Fetch
	if f == nil || f.Redirects == 0 {
		return
	}
	if f.Redirects > engine.MaxRedirects {
		l.report(Span{}, "%d redirects: crawlers give up after five and act as if there were no file. Serve it directly.", f.Redirects).Severity = Error
		return
	}
	l.report(Span{}, "The file is reached by %s and ends at %s. Its rules hold for the host that was asked first.", count(f.Redirects, "redirect", "redirects"), clip([]byte(f.FinalURL))).Severity = Info
}

func (l *linter) contentType() {
	f := l.in.Fetch
	if f == nil || f.ContentType == "" || f.Status < 200 || f.Status > 299 {
		return
	}
	kind, _, _ := strings.Cut(f.ContentType, ";")
	if kind = strings.ToLower(strings.TrimSpace(kind)); kind != "text/plain" {
		l.report(Span{}, "The file is served as %s. RFC 9309 wants text/plain: some crawlers take anything else for a page.", clip([]byte(kind)))
	}
}

func (l *linter) differ() {
	if f := l.in.Fetch; f != nil && len(f.Differ) > 0 {
		l.report(Span{}, "%s: another robots.txt is served there, and each governs only its own origin. Serve the same file, or redirect.", list(f.Differ))
	}
}

func (l *linter) otherHost() {
	if f := l.in.Fetch; f != nil && len(f.Asked) > 0 {
		l.report(Span{}, "This file does not govern %s: scheme, host and port must be the same. Look at the file there.", list(f.Asked))
	}
}

func (l *linter) cached() {
	f := l.in.Fetch
	if f == nil || f.Status < 200 || f.Status > 299 {
		return
	}
	if f.CacheControl == "" {
		l.report(Span{}, "Crawlers may use a copy of this file for up to 24 hours, so that a change takes as long.")
		return
	}
	l.report(Span{}, "Crawlers may use a copy of this file for up to 24 hours; Google also goes by Cache-Control, which says %s.", clip([]byte(f.CacheControl)))
}
