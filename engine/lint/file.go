package lint

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"

	"robotslens/engine"
)

var every = []string{"rfc", "google", "python"}

// fileRules look at the octets of the file.
var fileRules = []Rule{
	{ID: "RX001", Name: "file-name", Severity: Error, Dialects: every, Fix: "no", Source: "RFC 9309, 2.3",
		Doc: "Crawlers ask for /robots.txt, in lower case, at the root of the host.", check: (*linter).fileName},
	{ID: "RX002", Name: "not-utf8", Severity: Error, Dialects: every, Fix: "ask", Source: "RFC 9309, 2.3",
		Doc: "The file must be UTF-8.", check: (*linter).notUTF8},
	{ID: "RX003", Name: "bom", Severity: Warn, Dialects: []string{"python"}, Fix: "safe", Source: "Google's robots.txt specification", Silences: []string{"RX102", "RX103", "RX105"},
		Doc: "A byte order mark belongs to the first line for strict readers.", check: (*linter).bom},
	{ID: "RX004", Name: "too-large", Severity: Error, Dialects: both, Fix: "no", Source: "RFC 9309, 2.5",
		Doc: "A crawler must read 500 KiB and may stop there.", check: (*linter).tooLarge},
	{ID: "RX005", Name: "invisible-char", Severity: Error, Dialects: every, Fix: "safe", Source: "RFC 9309, 2.2", Silences: []string{"RX101", "RX102", "RX103", "RX104", "RX105", "RX206", "RX208", "RX414"},
		Doc: "A character that cannot be seen, or looks like another, stands in a record.", check: (*linter).invisible},
	{ID: "RX006", Name: "smart-quotes", Severity: Error, Dialects: every, Fix: "safe", Source: "RFC 9309, 2.2", Silences: []string{"RX401", "RX206", "RX207", "RX208", "RX414", "RX601"},
		Doc: "Quotes around a value are part of it.", check: (*linter).quotes},
	{ID: "RX007", Name: "html", Severity: Error, Dialects: every, Fix: "no", Source: "Google's robots.txt specification",
		Doc: "The file is an HTML page.", check: (*linter).isHTML},
	{ID: "RX008", Name: "html-entity", Severity: Warn, Dialects: every, Fix: "ask", Source: "RFC 9309, 2.2",
		Doc: "Character references of HTML are not decoded in robots.txt.", check: (*linter).entity},
	{ID: "RX009", Name: "control-char", Severity: Warn, Dialects: every, Fix: "ask", Source: "RFC 9309, 2.2 and 3", Silences: []string{"RX206"},
		Doc: "A control character stands in a record.", check: (*linter).control},
	{ID: "RX010", Name: "line-too-long", Severity: Warn, Dialects: []string{"google"}, Fix: "no", Source: "google/robotstxt, robots.cc; Yandex's error list",
		Doc: "Google cuts a line at 16,663 octets, Yandex rejects one of more than 1,024.", check: (*linter).longLine},
	{ID: "RX011", Name: "empty-file", Severity: Info, Dialects: every, Fix: "no", Source: "RFC 9309, 2.2.1",
		Doc: "A file without records allows everything.", check: (*linter).emptyFile},
}

// misnamed are names that people give the file; others are taken for drafts
// and copies, which may be called anything.
var misnamed = map[string]bool{"robots.txt": true, "robot.txt": true, "robots": true, "robots.text": true,
	"robots.txt.txt": true, "robots.html": true, "robots.htm": true, "robots.php": true, "robotstxt": true}

func (l *linter) fileName() {
	name := l.in.Name
	if strings.Contains(name, "://") {
		p, _ := engine.CutURL(name)
		if p != "/robots.txt" {
			l.report(Span{}, "Crawlers ask only for /robots.txt, in lower case, at the root of a host. They do not find this file at %s: serve it at /robots.txt.", clip([]byte(p)))
		}
		return
	}
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	if base != "robots.txt" && misnamed[strings.ToLower(base)] {
		l.report(Span{}, "Crawlers ask only for /robots.txt, in lower case. They do not find a file called %s: rename it to robots.txt.", clip([]byte(base)))
	}
}

func (l *linter) tooLarge() {
	cut := l.rfc.CutLine()
	if cut == 0 {
		return
	}
	line := l.rfc.Lines[cut-1]
	l.report(Span{engine.Limit, max(int(line.End), engine.Limit+1)}, "%s beyond 500 KiB. Google ignores them, and other crawlers may: what counts from line %d on belongs further up, or the file made shorter.",
		count(len(l.src)-engine.Limit, "octet lies", "octets lie"), cut)
}

// invisibleChars are characters without a shape of their own, or with that of
// another one. What replaces it follows.
var invisibleChars = map[rune]string{
	0x00AD: "", 0x180E: "", 0x200B: "", 0x200C: "", 0x200D: "", 0x200E: "", 0x200F: "", 0x2060: "", 0xFEFF: "",
	0x202A: "", 0x202B: "", 0x202C: "", 0x202D: "", 0x202E: "", 0x2066: "", 0x2067: "", 0x2068: "", 0x2069: "",
	0x00A0: " ", 0x2000: " ", 0x2001: " ", 0x2002: " ", 0x2003: " ", 0x2007: " ", 0x2008: " ", 0x2009: " ", 0x200A: " ",
	0x202F: " ", 0x205F: " ", 0x3000: " ",
	0x2010: "-", 0x2011: "-", 0x2012: "-", 0x2013: "-", 0x2014: "-", 0x2015: "-", 0x2212: "-", 0xFE63: "-", 0xFF0D: "-", 0xFF1A: ":",
}

func (l *linter) invisible() {
	if l.html {
		return
	}
	for i := range l.rows {
		r := &l.rows[i]
		if r.has&hasHigh == 0 || r.Kind == engine.KindComment || r.Kind == engine.KindBlank {
			continue
		}
		rec := r.record(l.src)
		from := 0
		if i == 0 {
			from = l.rfc.BOM
		}
		var edits []Edit
		var firstRune rune
		first, safe := -1, true
		for at := from; at < len(rec); {
			c, size := utf8.DecodeRune(rec[at:])
			off := int(r.Start) + at
			at += size
			with, bad := invisibleChars[c]
			inPath := r.Kind != engine.KindUserAgent && off >= int(r.Value.Start) && r.Value.Len() > 0
			if !bad || inPath && (with == "-" || with == ":") {
				continue // dashes are fine in a path
			}
			if first < 0 {
				first, firstRune = off, c
			}
			if inPath && with == " " {
				if off > int(r.Value.Start) && at < len(bytes.TrimRight(rec, " \t\u00A0")) {
					safe = false // a blank inside a path needs its author
					continue
				}
				with = ""
			}
			edits = append(edits, Edit{off, off + size, with})
		}
		if first < 0 {
			continue
		}
		p := l.report(Span{first, first + utf8.RuneLen(firstRune)}, "U+%04X stands here, which cannot be seen or looks like another character. Crawlers compare octets, so the line does not say what it shows: type it anew.", firstRune)
		if len(edits) > 0 {
			p.fix("Write what the line shows", safe, edits...)
		}
	}
}

const quoteMarks = "\"'`“”„‟‘’‚‛«»″′＂"

func (l *linter) quotes() {
	for i := range l.rows {
		r := &l.rows[i]
		if len(r.value) < 2 || !(r.Kind == engine.KindUserAgent || r.Kind.IsRule() || r.Kind == engine.KindSitemap) {
			continue
		}
		first, n := utf8.DecodeRune(r.value)
		last, m := utf8.DecodeLastRune(r.value)
		if !strings.ContainsRune(quoteMarks, first) {
			continue
		}
		edits := []Edit{{int(r.Value.Start), int(r.Value.Start) + n, ""}}
		if len(r.value) > n && strings.ContainsRune(quoteMarks, last) {
			edits = append(edits, Edit{int(r.Value.End) - m, int(r.Value.End), ""})
		}
		p := l.report(r.valueSpan(), "Quotes are part of the value: %s matches nothing that is meant. Write it without them.", clip(r.value))
		p.fix("Remove the quotes", true, edits...)
	}
}

// looksLikeHTML tells by how the first text of the file begins.
func looksLikeHTML(src []byte) bool {
	head := bytes.TrimLeft(bytes.TrimPrefix(src, []byte("\uFEFF")), " \t\r\n")
	head = bytes.ToLower(head[:min(len(head), 256)])
	for _, start := range []string{"<!doctype html", "<html", "<head", "<body", "<script", "<meta", "<!--", "<?xml", "<title"} {
		if bytes.HasPrefix(head, []byte(start)) {
			return true
		}
	}
	return false
}

// notText tells a file that is a program or holds octets of no text: its lines
// are records only by chance. UTF-16 is told by its own rule.
func notText(src []byte) bool {
	head := bytes.TrimLeft(src[:min(len(src), 512)], " \t\r\n")
	if bytes.HasPrefix(head, []byte("<?php")) || bytes.HasPrefix(head, []byte("\x89PNG")) || bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		return true
	}
	odd := 0
	for _, c := range string(head) {
		if c < 0x20 && !strings.ContainsRune("\t\n\v\f\r", c) || c == utf8.RuneError {
			odd++
		}
	}
	// A text in another encoding has letters that are no UTF-8, but no
	// control characters among them.
	return odd > len(head)/8 && bytes.IndexFunc(head, func(c rune) bool { return c < 0x20 && !strings.ContainsRune("\t\n\v\f\r", c) }) >= 0
}

func (l *linter) isHTML() {
	if _, order := utf16Text(l.src); !l.html || order != "" {
		return
	}
	what, rules := "This is no text", "some lines of it still count as rules"
	if looksLikeHTML(l.src) {
		what = "This is an HTML page"
	}
	if len(l.google.Rules) == 0 {
		rules = "no line of it is a rule"
	}
	line := l.rows[0].lineSpan()
	for i := range l.rows {
		if r := &l.rows[i]; r.Kind != engine.KindBlank {
			line = r.lineSpan()
			break
		}
	}
	l.report(line, "%s, not a robots.txt: %s. Crawlers keep only lines that happen to be records. Serve the plain file, or answer 404 where there is none.", what, rules)
}

func (l *linter) entity() {
	if l.html {
		return
	}
	for i := range l.rows {
		r := &l.rows[i]
		if !r.Kind.IsRule() && r.Kind != engine.KindSitemap {
			continue
		}
		for _, e := range []struct{ name, is string }{{"&amp;", "&"}, {"&quot;", "%22"}, {"&lt;", "%3C"}, {"&gt;", "%3E"}, {"&#38;", "&"}, {"&#x26;", "&"}, {"&nbsp;", "%20"}} {
			at := bytes.Index(lower(r.value), []byte(e.name))
			if at < 0 {
				continue
			}
			p := l.report(r.part(at, at+len(e.name)), "%s is five or more plain characters here: robots.txt knows no HTML, so this matches only URLs with that text in them. Write %s.", e.name, e.is)
			p.fix("Write "+e.is, false, Edit{p.Span.Start, p.Span.End, e.is})
			break
		}
	}
}

func (l *linter) control() {
	for i := range l.rows {
		r := &l.rows[i]
		if r.has&hasControl == 0 || l.html || !r.isRecord() {
			continue
		}
		var edits []Edit
		for at, c := range r.record(l.src) {
			if c < 0x20 && c != '\t' || c == 0x7F {
				off := int(r.Start) + at
				edits = append(edits, Edit{off, off + 1, ""})
			}
		}
		first := edits[0].Start
		what := "Under the RFC the record is void with it"
		if !r.Kind.IsRule() {
			what = "Readers differ in what they make of it"
		}
		p := l.report(Span{first, first + 1}, "Control character 0x%02X in the line. %s, and Google reads on or cuts the line there: remove it.", l.src[first], what)
		p.fix("Remove control characters", false, edits...)
	}
}

func (l *linter) longLine() {
	for i := range l.rows {
		r := &l.rows[i]
		switch n := len(r.record(l.src)); {
		case !r.isRecord() || n <= 1024:
		case n > engine.Google.LineLimit:
			l.report(Span{int(r.Start) + engine.Google.LineLimit, int(r.End)}, "The line is %d octets long. Google reads the first %d of them, Yandex rejects it: shorten it.", n, engine.Google.LineLimit)
		case r.Kind == engine.KindUserAgent || r.Kind.IsRule() || r.Kind == engine.KindSitemap:
			l.report(Span{int(r.Start) + 1024, int(r.End)}, "The line is %d octets long. Yandex rejects a line of more than 1,024: shorten the value.", n)
		}
	}
}

func (l *linter) emptyFile() {
	for i := range l.rows {
		if r := &l.rows[i]; r.isRecord() || r.Kind == engine.KindNoRecord {
			return
		}
	}
	what := "The file is empty"
	if len(bytes.TrimSpace(l.src)) > 0 {
		what = "The file holds only comments"
	}
	l.report(Span{}, "%s: every crawler may fetch everything. Nothing to do if that is meant.", what)
}
