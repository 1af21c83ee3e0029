package lint

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

// fieldRules look at the keys of lines.
var fieldRules = []Rule{
	{ID: "RX101", Name: "missing-colon", Severity: Error, Dialects: both, Fix: "safe", Source: "RFC 9309, 2.2; google/robotstxt, robots.cc",
		Doc: "A line without a colon is no record.", Once: true, check: (*linter).missingColon},
	{ID: "RX102", Name: "key-typo", Severity: Error, Dialects: both, Fix: "safe", Source: "RFC 9309, 2.2; google/robotstxt, robots.cc", Silences: []string{"RX104", "RX105"},
		Doc: "The key is a misspelling, which some readers accept and others ignore.", check: (*linter).keyTypo},
	{ID: "RX103", Name: "agent-hyphen", Severity: Error, Dialects: both, Fix: "safe", Source: "RFC 9309, 2.2.1; google/robotstxt, robots.cc", Silences: []string{"RX102", "RX104", "RX105"},
		Doc: "User-agent is written with a hyphen.", check: (*linter).agentHyphen},
	{ID: "RX104", Name: "key-prefix", Severity: Warn, Dialects: both, Fix: "safe", Source: "google/robotstxt, robots.cc", Silences: []string{"RX105"},
		Doc: "Google compares only the start of a key, so that this works there and nowhere else.", check: (*linter).keyPrefix},
	{ID: "RX105", Name: "unknown-field", Severity: Info, Dialects: every, Fix: "no", Source: "RFC 9309, 2.2.4", Once: true,
		Doc: "No crawler is known to read this field.", check: (*linter).unknownField},
	{ID: "RX106", Name: "unsupported-field", Severity: Info, Dialects: every, Fix: "no", Source: "RFC 9309, 2.2.4", Once: true,
		Doc: "Only some crawlers read this field.", check: (*linter).unsupportedField},
	{ID: "RX107", Name: "noindex-field", Severity: Warn, Dialects: every, Fix: "ask", Source: "Google Search Central blog, 2019-07-02", Silences: []string{"RX105"}, Once: true,
		Doc: "Noindex in robots.txt does nothing.", check: (*linter).noindexField},
	{ID: "RX108", Name: "bad-number", Severity: Warn, Dialects: every, Fix: "no", Source: "Bing Webmaster help", Silences: []string{"RX106"},
		Doc: "Crawl-delay wants a number of seconds, to 30.", check: (*linter).badNumber},
}

// fieldNames are the keys that a misspelling may stand for.
var fieldNames = []string{"user-agent", "disallow", "allow", "sitemap", "crawl-delay"}

// otherFields are keys beyond the RFC that somebody reads or once read, and
// that are therefore no misspellings.
var otherFields = map[string]bool{"host": true, "clean-param": true, "request-rate": true, "visit-time": true,
	"content-signal": true, "content-usage": true, "license": true, "noindex": true, "nofollow": true, "noarchive": true,
	"robot-version": true, "cache-delay": true, "comment": true, "schemamap": true}

func (l *linter) missingColon() {
	if l.html {
		return
	}
	for i := range l.rows {
		r := &l.rows[i]
		if r.Kind != engine.KindNoRecord {
			continue
		}
		text := bytes.TrimRight(r.record(l.src)[int(r.Key.Start-r.Start):], " \t")
		span := Span{int(r.Key.Start), int(r.Key.Start) + len(text)}
		field, from, to := fieldAtStart(text)
		google := l.google.Lines[i]
		if bytes.IndexFunc(text, func(c rune) bool { return c > 0x20 }) < 0 {
			continue // only control characters
		}
		if field == "" {
			p := l.report(span, "No field and colon: every crawler ignores %s. If it is a remark, begin it with #.", clip(text))
			p.Severity, p.key = Warn, "text"
			if google.Notes&engine.NoteNoColon == 0 {
				p.fix("Make it a comment", true, Edit{span.Start, span.Start, "# "})
			}
			continue
		}
		who := "no crawler reads the line"
		if google.Notes&engine.NoteNoColon != 0 && google.Kind != engine.KindOther {
			who = "only Google reads the line, since just two words stand in it"
		}
		p := l.report(span, "No colon after %s: %s. Write %s: and the value.", clip(text[:from]), who, upperFirst(field))
		p.key = field + who
		if to < len(text) || field == "disallow" {
			p.fix("Put the colon in", true, Edit{span.Start, span.Start + to, upperFirst(field) + ": "})
		}
	}
}

// fieldAtStart finds the field that text begins with although no colon
// follows: the end of the word and the start of what comes after it.
func fieldAtStart(text []byte) (field string, end, rest int) {
	for _, name := range append(fieldNames, "user agent", "useragent") {
		if len(text) < len(name) || !strings.EqualFold(string(text[:len(name)]), name) {
			continue
		}
		end = len(name)
		if end < len(text) && bytes.IndexByte([]byte(" \t=;/*"), text[end]) < 0 && !bytes.HasPrefix(text[end:], []byte("：")) {
			continue
		}
		rest = end
		for rest < len(text) && bytes.IndexByte([]byte(" \t=;"), text[rest]) >= 0 {
			rest++
		}
		if bytes.HasPrefix(text[rest:], []byte("：")) {
			rest += len("：")
		}
		if strings.HasPrefix(name, "user") {
			name = "user-agent"
		}
		return name, end, rest
	}
	return "", 0, 0
}

func (l *linter) keyTypo() {
	l.others(func(r *row, key string) {
		field := nearField(key)
		if field == "" || l.google.Lines[r.num-1].Notes&engine.NotePrefix != 0 {
			return
		}
		who := "no crawler reads it"
		if l.google.Lines[r.num-1].Notes&engine.NoteTypo != 0 {
			who = "Google accepts this spelling, others ignore the line"
		}
		p := l.report(r.keySpan(), "%s is a misspelling of %s: %s. Correct it.", clip(r.key), upperFirst(field), who)
		p.fix("Write "+upperFirst(field), true, r.setKey(upperFirst(field)))
	})
}

// nearField is the field that key most likely means, or "".
func nearField(key string) string {
	if otherFields[key] {
		return ""
	}
	best, bestAt := "", 3
	for _, name := range fieldNames {
		most := 2
		if len(name) <= 5 {
			most = 1
		}
		if d := distance(key, name); d <= most && d < bestAt {
			best, bestAt = name, d
		}
	}
	return best
}

// distance counts the letters to insert, drop, change or swap with their
// neighbour to make b of a.
func distance(a, b string) int {
	if len(a) > 2*len(b) {
		return len(a)
	}
	var prev, cur, before []int
	for j := range len(b) + 1 {
		prev = append(prev, j)
	}
	for i := 1; i <= len(a); i++ {
		cur = append(make([]int, 0, len(b)+1), i)
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			cur = append(cur, d)
		}
		before, prev = prev, cur
	}
	return prev[len(b)]
}

func (l *linter) agentHyphen() {
	l.others(func(r *row, key string) {
		plain := strings.NewReplacer(" ", "", "\t", "", "_", "", "-", "").Replace(key)
		if plain != "useragent" && plain != "useragents" {
			return
		}
		who := "no crawler reads it"
		if l.google.Lines[r.num-1].Kind == engine.KindUserAgent {
			who = "only Google reads it"
		}
		p := l.report(r.keySpan(), "%s is not User-agent: %s, and for the others the rules below belong to the group above. Write User-agent.", clip(r.key), who)
		p.fix("Write User-agent", true, r.setKey("User-agent"))
	})
}

func (l *linter) keyPrefix() {
	l.others(func(r *row, _ string) {
		g := l.google.Lines[r.num-1]
		if g.Notes&engine.NotePrefix == 0 {
			return
		}
		name := upperFirst(g.Kind.String())
		p := l.report(r.keySpan(), "%s counts as %s at Google, which compares only the start of the word. Other crawlers ignore the line: write %s.", clip(r.key), name, name)
		rest := strings.ToLower(string(r.key[len(name):]))
		p.fix("Write "+name, rest == "s" || rest == "ed", r.setKey(name))
	})
}

func (l *linter) unknownField() {
	l.others(func(r *row, key string) {
		if otherFields[key] {
			return
		}
		hint := "Check the word, or make it a comment."
		if key == "http" || key == "https" {
			hint = "A URL alone says nothing: for a sitemap write Sitemap: in front of it."
		}
		p := l.report(r.keySpan(), "%s is no field that a crawler is known to read, so the line is ignored. %s", clip(r.key), hint)
		p.key = key
	})
}

func (l *linter) unsupportedField() {
	for i := range l.rows {
		r := &l.rows[i]
		if r.Kind == engine.KindCrawlDelay {
			l.crawlDelay(r)
		}
	}
	l.others(func(r *row, key string) {
		var say string
		switch key {
		case "host":
			say = "Host was read by Yandex until March 2018, and by nobody now. Redirect to the main host, or use rel=canonical."
		case "request-rate", "visit-time":
			say = upperFirst(key) + " is an old proposal that no large crawler reads; Python's urllib.robotparser reads Request-rate."
		case "nofollow", "noarchive":
			say = upperFirst(key) + " was never documented for robots.txt and does nothing. Use a robots meta tag or X-Robots-Tag."
		case "robot-version", "cache-delay", "comment":
			say = upperFirst(key) + " is read by no crawler that is known."
		default:
			return
		}
		l.report(r.keySpan(), "%s", say).key = key
	})
}

// crawlDelay tells who reads the delay, unless all agents of its group do.
func (l *linter) crawlDelay(r *row) {
	if r.Group >= 0 {
		g := l.rfc.Groups[r.Group]
		all := true
		for _, a := range l.rfc.Agents[g.Agents.Start:g.Agents.End] {
			e := l.cat.Lookup(string(a.Name.Of(l.src)))
			all = all && e != nil && e.ReadsCrawlDelay() == crawlers.Yes
		}
		if all {
			return
		}
	}
	var read []string
	for _, e := range l.cat.Entries() {
		if e.ReadsCrawlDelay() == crawlers.Yes {
			read = append(read, e.Token)
		}
	}
	p := l.report(r.keySpan(), "Crawl-delay is not in RFC 9309. %s read it; Google and Yandex do not. It is no rule, so it does not end the list of agents above it.", list(read))
	p.key = "crawl-delay"
}

func (l *linter) noindexField() {
	l.others(func(r *row, key string) {
		if key != "noindex" {
			return
		}
		p := l.report(r.lineSpan(), "Noindex in robots.txt does nothing: Google stopped reading it on 2019-09-01, and no other crawler documents it. Use a robots meta tag or the header X-Robots-Tag on pages that may be crawled.")
		p.fix("Make it a comment", false, Edit{int(r.Key.Start), int(r.Key.Start), "# "})
	})
}

func (l *linter) badNumber() {
	for i := range l.rows {
		r := &l.rows[i]
		if r.Kind != engine.KindCrawlDelay {
			continue
		}
		n, err := strconv.ParseFloat(string(r.value), 64)
		switch {
		case err != nil || n < 0 || n != n:
			l.report(r.valueSpan(), "%s is no number of seconds, so a crawler that reads Crawl-delay ignores it. Write a number from 1 to 30.", quoted(r.value))
		case n > 30:
			l.report(r.valueSpan(), "A Crawl-delay of %s seconds is beyond Bing's window of 1 to 30: at one page in that time a day ends after %d pages. Write a smaller number.", clip(r.value), int(86400/n))
		}
	}
}

func quoted(value []byte) string {
	if len(value) == 0 {
		return "The empty value"
	}
	return fmt.Sprintf("%q", clip(value))
}
