package lint

import (
	"bytes"
	"slices"
	"strings"

	"robotslens/engine"
)

// recordRules look at records beside groups: sitemaps, licences, signals.
var recordRules = []Rule{
	{ID: "RX601", Name: "sitemap-relative", Severity: Error, Dialects: every, Fix: "ask", Source: "sitemaps.org, protocol",
		Doc: "A sitemap is given by its whole URL.", check: (*linter).sitemapRelative},
	{ID: "RX602", Name: "sitemap-scheme", Severity: Warn, Dialects: every, Fix: "no", Source: "sitemaps.org, protocol",
		Doc: "A sitemap is fetched by http, https or ftp.", check: (*linter).sitemapScheme},
	{ID: "RX603", Name: "sitemap-blocked", Severity: Warn, Dialects: both, Fix: "no", Source: "Google Search Central, manage sitemaps", Once: true,
		Doc: "The file closes its own sitemap.", check: (*linter).sitemapBlocked},
	{ID: "RX604", Name: "no-sitemap", Severity: Info, Dialects: every, Fix: "no", Source: "sitemaps.org, protocol",
		Doc: "No sitemap is named.", check: (*linter).noSitemap},
	{ID: "RX605", Name: "license-relative", Severity: Warn, Dialects: every, Fix: "ask", Source: "RSL 1.0",
		Doc: "A licence is given by its whole URL.", check: (*linter).licenseRelative},
	{ID: "RX606", Name: "content-signal-syntax", Severity: Warn, Dialects: every, Fix: "ask", Source: "contentsignals.org",
		Doc: "A Content-Signal has an unknown key or value.", check: (*linter).contentSignal},
	{ID: "RX607", Name: "content-signal-conflict", Severity: Info, Dialects: every, Fix: "no", Source: "contentsignals.org", Once: true,
		Doc: "A signal permits a use of pages that may not be fetched.", check: (*linter).signalConflict},
	{ID: "RX608", Name: "content-usage-syntax", Severity: Warn, Dialects: every, Fix: "no", Source: "draft-ietf-aipref-attach-05; RFC 9651, 3.2",
		Doc: "A Content-Usage is no dictionary.", check: (*linter).contentUsage},
	{ID: "RX609", Name: "content-usage-dead", Severity: Info, Dialects: every, Fix: "no", Source: "draft-ietf-aipref-attach-05",
		Doc: "A preference stands on a path that may not be fetched.", check: (*linter).contentUsageDead},
	{ID: "RX610", Name: "clean-param", Severity: Info, Dialects: every, Fix: "no", Source: "Yandex, Clean-param", Silences: []string{"RX106"}, Once: true,
		Doc: "Clean-param is read by Yandex only.", check: (*linter).cleanParam},
}

func (l *linter) sitemaps(do func(r *row)) {
	for i := range l.rows {
		if r := &l.rows[i]; r.Kind == engine.KindSitemap && !l.html {
			do(r)
		}
	}
}

// scheme is the scheme of a URL in lower case, or "".
func scheme(v []byte) string {
	i := bytes.IndexByte(v, ':')
	if i < 1 {
		return ""
	}
	for j, c := range v[:i] {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (j == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.')) {
			return ""
		}
	}
	return strings.ToLower(string(v[:i]))
}

func (l *linter) sitemapRelative() {
	l.sitemaps(func(r *row) {
		s := scheme(r.value)
		if s != "" && (bytes.Contains(r.value, []byte("://")) || s != "http" && s != "https") && !hostPort(r.value) {
			return
		}
		if len(r.value) == 0 {
			l.report(r.keySpan(), "Sitemap without a URL is ignored. Write the whole URL, as in https://www.example.com/sitemap.xml.")
			return
		}
		p := l.report(r.valueSpan(), "A sitemap is given by its whole URL, with scheme and host; crawlers ignore %s.", clip(r.value))
		o := l.in.Origin
		switch {
		case bytes.HasPrefix(r.value, []byte("//")) && o.Scheme != "":
			p.fix("Put the scheme in front", false, r.setValue(o.Scheme+":"+string(r.value)))
		case r.value[0] == '/' && !bytes.HasPrefix(r.value, []byte("//")) && o.Known() && o.Scheme != "":
			p.fix("Write "+o.String()+" in front", false, r.setValue(o.String()+string(r.value)))
		}
	})
}

// hostPort tells "example.com:8080/x", whose host looks like a scheme.
func hostPort(v []byte) bool {
	i := bytes.IndexByte(v, ':')
	return i > 0 && bytes.IndexByte(v[:i], '.') >= 0
}

func (l *linter) sitemapScheme() {
	l.sitemaps(func(r *row) {
		s := scheme(r.value)
		if s == "" || s == "http" || s == "https" || s == "ftp" || hostPort(r.value) {
			return
		}
		l.report(r.valueSpan(), "Crawlers fetch a sitemap by http, https or ftp, not by %s. Check the URL.", s)
	})
}

// sitemapBlocked asks only for sitemaps on the file's own host, where that is
// known, or on the one host that all of them are on.
func (l *linter) sitemapBlocked() {
	own := l.in.Origin
	one := true
	l.sitemaps(func(r *row) {
		o := engine.OriginOf(string(r.value))
		if !own.Known() {
			own = o
		}
		one = one && engine.SameOrigin(own, o)
	})
	if !own.Known() || !l.in.Origin.Known() && !one {
		return
	}
	l.sitemaps(func(r *row) {
		if s := scheme(r.value); s != "http" && s != "https" || !engine.SameOrigin(own, engine.OriginOf(string(r.value))) {
			return
		}
		for _, token := range []string{"Googlebot", "bingbot"} {
			who := l.cat.Lookup(token)
			if who == nil {
				continue
			}
			f, d := l.rfc, engine.RFC
			if who.Dialect == engine.Google.Name {
				f, d = l.google, engine.Google
			}
			t := f.ExplainTarget(engine.NewTarget(string(r.value), d), f.Select(engine.Crawler{Tokens: who.Tokens(), NoStar: who.NoStar()}))
			if t.Allowed {
				continue
			}
			if root := f.Explain(anyPage, engine.Crawler{Tokens: who.Tokens(), NoStar: who.NoStar()}); root.Line == t.Line {
				return // the whole site is closed, which is told
			}
			p := l.report(r.valueSpan(), "%s may not fetch this sitemap: line %d disallows it. Allow its path.", who.Token, t.Line)
			p.relate(int(t.Line), "disallows the sitemap")
			return
		}
	})
}

func (l *linter) noSitemap() {
	if l.html {
		return
	}
	records := false
	for i := range l.rows {
		if l.rows[i].Kind == engine.KindSitemap || l.google.Lines[i].Kind == engine.KindSitemap {
			return
		}
		records = records || l.rows[i].isRecord()
	}
	if records {
		l.report(Span{}, "No Sitemap line. Crawlers find pages by links alone, unless a sitemap is sent to them otherwise; one line with its whole URL tells all of them.")
	}
}

func (l *linter) licenseRelative() {
	l.others(func(r *row, key string) {
		if s := scheme(r.value); key != "license" || s == "http" || s == "https" {
			return
		}
		p := l.report(r.valueSpan(), "License wants the whole URL of an RSL document; %s is none. Write it with scheme and host.", clip(r.value))
		if o := l.in.Origin; o.Known() && o.Scheme != "" && len(r.value) > 0 && r.value[0] == '/' {
			p.fix("Write "+o.String()+" in front", false, r.setValue(o.String()+string(r.value)))
		}
	})
}

// signal is one key=value of a Content-Signal.
type signal struct {
	key, value string
	from, to   int // in the value of the line
}

// signals takes a Content-Signal apart. A path in front of it is passed over.
func signals(v []byte) []signal {
	at := 0
	if len(v) > 0 && v[0] == '/' {
		if at = bytes.IndexAny(v, " \t"); at < 0 {
			return nil
		}
	}
	var out []signal
	for at <= len(v) {
		end := len(v)
		if i := bytes.IndexByte(v[at:], ','); i >= 0 {
			end = at + i
		}
		part := bytes.TrimSpace(v[at:end])
		from := at + bytes.Index(v[at:end], part)
		key, value, _ := strings.Cut(string(part), "=")
		out = append(out, signal{strings.ToLower(strings.TrimSpace(key)), strings.ToLower(strings.TrimSpace(value)), from, from + len(part)})
		at = end + 1
	}
	return out
}

var signalValues = map[string][]string{"search": {"yes", "no"}, "ai-input": {"yes", "no"}, "ai-train": {"yes", "no"}, "use": {"immediate", "reference", "full"}}

func (l *linter) contentSignal() {
	l.others(func(r *row, key string) {
		if key != "content-signal" {
			return
		}
		if len(r.value) == 0 {
			l.report(r.keySpan(), "Content-Signal without a signal says nothing. Write for example search=yes, ai-train=no.")
			return
		}
		for _, s := range signals(r.value) {
			values, known := signalValues[s.key]
			span := r.part(s.from, s.to)
			switch {
			case s.from == s.to:
				p := l.report(r.part(max(0, s.from-1), s.to), "An empty signal stands between commas. Remove the comma.")
				p.Severity = Info
			case !known:
				near := ""
				for _, k := range []string{"search", "ai-input", "ai-train"} {
					if distance(s.key, k) <= 2 || strings.ReplaceAll(s.key, "_", "-") == k || s.key == k+"ing" {
						near = k
					}
				}
				p := l.report(span, "%s is no content signal. Known are search, ai-input and ai-train with yes or no, and use.", clip([]byte(s.key)))
				if near != "" {
					p.fix("Write "+near, false, Edit{span.Start, span.Start + len(s.key), near})
				}
			case !slices.Contains(values, s.value):
				p := l.report(span, "The signal %s takes %s, not %s.", s.key, strings.Join(values, " or "), quoted([]byte(s.value)))
				if with := map[string]string{"y": "yes", "true": "yes", "1": "yes", "allow": "yes", "n": "no", "false": "no", "0": "no", "disallow": "no"}[s.value]; with != "" && s.key != "use" {
					p.fix("Write "+s.key+"="+with, false, Edit{span.Start, span.End, s.key + "=" + with})
				}
			}
		}
	})
}

func (l *linter) signalConflict() {
	v := l.viewRFC()
	l.others(func(r *row, key string) {
		if key != "content-signal" || r.Group < 0 || len(r.value) > 0 && r.value[0] == '/' {
			return
		}
		var yes []string
		for _, s := range signals(r.value) {
			if s.value == "yes" {
				yes = append(yes, s.key)
			}
		}
		if len(yes) == 0 {
			return
		}
		for _, s := range v.scopes {
			for _, g := range s.groups {
				if g != r.Group {
					continue
				}
				if ok, by := s.decide(anyPage); !ok && by.everything() {
					l.report(r.valueSpan(), "The signal permits %s, but line %d keeps %s from fetching anything. What is not fetched cannot be used: allow it, or drop the signal.", list(yes), by.line, list(s.agents)).relate(int(by.line), "closes the site")
					return
				}
			}
		}
	})
}

// usage parts the value of a Content-Usage: a path, if it begins with one, and
// the dictionary.
func usage(v []byte) (path, dict []byte, ok bool) {
	if len(v) == 0 || v[0] != '/' {
		return nil, v, true
	}
	i := bytes.IndexAny(v, " \t")
	if i < 0 {
		return v, nil, false
	}
	return v[:i], bytes.TrimLeft(v[i:], " \t"), true
}

func (l *linter) contentUsage() {
	l.others(func(r *row, key string) {
		if key != "content-usage" {
			return
		}
		_, dict, ok := usage(r.value)
		if !ok {
			l.report(r.valueSpan(), "After the path of a Content-Usage come a space and a preference, such as train-ai=n. Without them the line says nothing.")
			return
		}
		if at := badDictionary(dict); at >= 0 {
			from := int(r.Value.End) - len(dict) + at
			l.report(Span{min(from, int(r.Value.End)-1), int(r.Value.End)}, "Content-Usage wants a dictionary of keys in lower case, such as train-ai=n, search=y: it cannot be read from here on, and is ignored as a whole.")
		}
	})
}

func (l *linter) contentUsageDead() {
	v := l.viewRFC()
	l.others(func(r *row, key string) {
		if key != "content-usage" || r.Group < 0 {
			return
		}
		path, _, ok := usage(r.value)
		if !ok || len(path) == 0 {
			return
		}
		p := engine.NewPattern(path, engine.RFC)
		for _, s := range v.scopes {
			for _, g := range s.groups {
				if g != r.Group {
					continue
				}
				_, by := s.decide(sample(p, "x"))
				if by == nil || by.allow || !contains(by.pattern, p) {
					continue
				}
				l.report(r.valueSpan(), "%s is disallowed in line %d, so that nothing there is fetched and the preference has no effect.", clip(path), by.line).relate(int(by.line), "disallows it")
				return
			}
		}
	})
}

func (l *linter) cleanParam() {
	l.others(func(r *row, key string) {
		if key != "clean-param" {
			return
		}
		words := strings.Fields(string(r.value))
		bad := len(words) == 0 || len(words) > 2 || len(words) == 2 && words[1][0] != '/' && words[1][0] != '*'
		if len(words) > 0 {
			for _, name := range strings.Split(words[0], "&") {
				bad = bad || name == "" || strings.ContainsAny(name, "=?/,;")
			}
		}
		if bad {
			p := l.report(r.valueSpan(), "Clean-param wants names joined by &, and then a path if it is not for all: sid&ref /shop/. Yandex, its only reader, rejects this.")
			p.Severity, p.key = Warn, "bad"+string(r.value)
			return
		}
		l.report(r.keySpan(), "Only Yandex reads Clean-param; others fetch these URLs as before.").key = "only"
	})
}
