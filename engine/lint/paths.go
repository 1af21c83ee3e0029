package lint

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"robotslens/engine"
)

// pathRules look at how the patterns of rules are written.
var pathRules = []Rule{
	{ID: "RX401", Name: "missing-slash", Severity: Error, Dialects: both, Fix: "safe", Source: "RFC 9309, 2.2 and erratum 7995",
		Doc: "A pattern starts with / or *, or matches nothing.", check: (*linter).missingSlash},
	{ID: "RX402", Name: "full-url", Severity: Error, Dialects: every, Fix: "ask", Source: "RFC 9309, 2.2", Silences: []string{"RX401", "RX409", "RX404", "RX414"}, Once: true,
		Doc: "A rule holds a path, not a URL.", check: (*linter).fullURL},
	{ID: "RX403", Name: "leading-star", Severity: Info, Dialects: both, Fix: "no", Source: "RFC 9309, erratum 7995", Once: true,
		Doc: "A pattern that starts with * is outside the grammar and works.", check: (*linter).leadingStar},
	{ID: "RX404", Name: "dollar-inside", Severity: Warn, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.3",
		Doc: "$ is special only as the last character.", check: (*linter).dollarInside},
	{ID: "RX405", Name: "regex", Severity: Warn, Dialects: both, Fix: "no", Source: "RFC 9309, 2.2.3", Silences: []string{"RX404", "RX407"},
		Doc: "Patterns are no regular expressions: only * and a final $ are special.", check: (*linter).regex},
	{ID: "RX406", Name: "trailing-star", Severity: Info, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.2", Once: true,
		Doc: "A final * matches nothing more, but counts one octet.", check: (*linter).trailingStar},
	{ID: "RX407", Name: "double-star", Severity: Info, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.3", Once: true,
		Doc: "** matches what * does and counts one octet more.", check: (*linter).doubleStar},
	{ID: "RX408", Name: "space-in-path", Severity: Error, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2",
		Doc: "White space inside a value makes the rule void under the RFC.", check: (*linter).spaceInPath},
	{ID: "RX409", Name: "hash-in-path", Severity: Error, Dialects: every, Fix: "ask", Source: "RFC 9309, 2.2.3",
		Doc: "# begins a comment wherever it stands.", check: (*linter).hashInPath},
	{ID: "RX410", Name: "bad-percent", Severity: Error, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.2",
		Doc: "% wants two hexadecimal digits after it.", check: (*linter).badPercent},
	{ID: "RX411", Name: "lower-hex", Severity: Info, Dialects: both, Fix: "safe", Source: "RFC 3986, 2.1", Once: true,
		Doc: "Percent-encoding is written in upper case.", check: (*linter).lowerHex},
	{ID: "RX412", Name: "encoded-unreserved", Severity: Warn, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.2", Once: true,
		Doc: "An encoded letter or digit is decoded under the RFC and not at Google.", check: (*linter).encodedUnreserved},
	{ID: "RX413", Name: "encoded-special", Severity: Info, Dialects: []string{"google"}, Fix: "no", Source: "RFC 9309, 2.2.3; google/robotstxt, issue 57", Once: true,
		Doc: "%2A and %24 match the plain character under the RFC and not at Google.", check: (*linter).encodedSpecial},
	{ID: "RX414", Name: "non-ascii", Severity: Info, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.2", Once: true,
		Doc: "A character beyond ASCII counts three octets for each of its own.", check: (*linter).nonASCII},
}

func isFullURL(v []byte) bool {
	i := bytes.Index(v, []byte("://"))
	return i > 0 && i < 8 && bytes.IndexByte([]byte("hHfF"), v[0]) >= 0 || bytes.HasPrefix(v, []byte("www.")) || hostFirst(v)
}

// hostFirst tells "shop.example.com/cart": a host of three labels or more, or
// with a well known last one, and a slash after it.
func hostFirst(v []byte) bool {
	slash := bytes.IndexByte(v, '/')
	if slash < 4 {
		return false
	}
	labels := strings.Split(string(v[:slash]), ".")
	for _, label := range labels {
		if label == "" || strings.IndexFunc(label, func(c rune) bool { return !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-') }) >= 0 {
			return false
		}
	}
	switch last := strings.ToLower(labels[len(labels)-1]); last {
	case "com", "org", "net":
		return len(labels) > 1
	default:
		return len(labels) > 2 && len(last) >= 2 && last[0] > '9' && !strings.HasPrefix(last, "htm") && last != "php"
	}
}

func (l *linter) missingSlash() {
	l.paths(func(r *row) {
		if r.value[0] == '/' || r.value[0] == '*' {
			return
		}
		with, safe := "/"+string(r.value), true
		switch v := string(r.value); {
		case v[0] == '.' && len(v) > 1 && v[1] != '/', v[0] == '$', v[0] == '^':
			with, safe = "/*"+v, false
		case v[0] == '?' || v[0] == '&':
			with, safe = "/*"+v, false
		case strings.HasPrefix(v, "./"):
			with = v[1:]
		case v[0] == '\\':
			with, safe = strings.ReplaceAll(v, `\`, "/"), false
		}
		p := l.report(r.valueSpan(), "%s %s starts with neither / nor *, so it never matches. Write %s.", r.verb(), clip(r.value), clip([]byte(with)))
		p.fix("Write "+clip([]byte(with))+", which makes the rule live", safe, r.setValue(with))
	})
}

func (l *linter) fullURL() {
	l.paths(func(r *row) {
		if !isFullURL(r.value) {
			return
		}
		path, _ := engine.CutURL(string(r.value))
		o := engine.OriginOf(string(r.value))
		if l.in.Origin.Known() && !engine.SameOrigin(o, l.in.Origin) {
			p := l.report(r.valueSpan(), "A rule holds a path, and a file governs only its own host: this never matches, and no rule here can speak for %s. Remove it, and put the path into the file of that host.", clip([]byte(o.Host)))
			p.fix("Remove the line", false, l.deleteLine(r.num))
			return
		}
		p := l.report(r.valueSpan(), "A rule holds a path, not a URL: this never matches. Write %s.", clip([]byte(path)))
		p.fix("Write "+clip([]byte(path)), false, r.setValue(path))
	})
}

func (l *linter) leadingStar() {
	l.paths(func(r *row) {
		if r.value[0] == '*' {
			l.report(r.part(0, 1), "A pattern that starts with * is outside the grammar of RFC 9309, whose own example has one. Crawlers take it; /* says the same in one octet more.")
		}
	})
}

func (l *linter) dollarInside() {
	l.paths(func(r *row) {
		if r.has&hasDollar == 0 {
			return
		}
		at := bytes.IndexByte(r.value, '$')
		if at == len(r.value)-1 {
			return
		}
		p := l.report(r.part(at, at+1), "$ means the end only as the last character; here it is a plain character of the path. If the end is meant, end the rule with it.")
		if strings.Trim(string(r.value[at:]), "$*") == "" {
			p.fix("End the rule with $", false, Edit{p.Span.Start, int(r.Value.End), "$"})
		}
	})
}

// regexSign finds a sign of a regular expression that is no likely part of a
// path; from is -1 where there is none.
func regexSign(v []byte) (from, to int) {
	for _, sign := range []string{`\.`, `\/`, `\d`, `\w`, `\?`, `[^`, `[a-z`, `[A-Z`, `[0-9`, `(.*`, `.*)`, `(?:`, `(?!`, `.+`, `]+`, `)+`, `)?`, `)*`, `{1,`} {
		if i := bytes.Index(v, []byte(sign)); i >= 0 {
			return i, i + len(sign)
		}
	}
	if v[0] == '^' {
		return 0, 1
	}
	if i := bytes.IndexByte(v, '|'); i >= 0 && bytes.IndexByte(v, '(') >= 0 {
		return i, i + 1
	}
	return -1, 0
}

func (l *linter) regex() {
	l.paths(func(r *row) {
		if from, to := regexSign(r.value); from >= 0 {
			l.report(r.part(from, to), "%s looks like a regular expression, but only * and a final $ are special in a rule. The rest is compared as it stands: write the paths out.", clip(r.value[from:to]))
		}
	})
}

func (l *linter) trailingStar() {
	l.paths(func(r *row) {
		n := len(r.value)
		if n < 2 || r.value[n-1] != '*' || r.value[n-2] == '*' {
			return
		}
		p := l.report(r.part(n-1, n), "The final * matches nothing more, since a rule is open at its end, but it counts one octet: without it a tie may fall otherwise.")
		p.fix("Remove the final *", false, Edit{p.Span.Start, p.Span.End, ""})
	})
}

func (l *linter) doubleStar() {
	l.paths(func(r *row) {
		at := bytes.Index(r.value, []byte("**"))
		if at < 0 {
			return
		}
		end := at
		for end < len(r.value) && r.value[end] == '*' {
			end++
		}
		p := l.report(r.part(at, end), "** matches what a single * does, but each * counts one octet: with fewer of them a tie may fall otherwise.")
		p.fix("Write a single *", false, Edit{p.Span.Start, p.Span.End, "*"})
	})
}

func (l *linter) spaceInPath() {
	l.paths(func(r *row) {
		if r.has&hasBlank == 0 || isFullURL(r.value) {
			return
		}
		at := bytes.IndexAny(r.value, " \t")
		words := strings.Fields(string(r.value))
		several := len(words) > 1
		for _, w := range words {
			several = several && w[0] == '/'
		}
		if several {
			p := l.report(r.valueSpan(), "A rule holds one path. Under the RFC the blank makes this line void, and Google compares it as a single path: write a line for each.")
			p.fix("Write one line for each", false, l.split(r, words...))
			return
		}
		p := l.report(r.part(at, at+1), "A blank inside a path makes the rule void under the RFC, and Google waits for a blank in the URL, which none has. Write %%20, or put # in front of a remark.")
		p.fix("Write %20", false, r.setValue(strings.NewReplacer(" ", "%20", "\t", "%09").Replace(string(r.value))))
	})
}

func (l *linter) hashInPath() {
	l.paths(func(r *row) {
		if r.Comment.Len() < 2 || r.Comment.Start != r.Value.End {
			return
		}
		rest := l.src[r.Comment.Start+1 : r.Comment.End]
		if rest[0] == ' ' || rest[0] == '\t' || rest[0] == '#' {
			return
		}
		p := l.report(Span{int(r.Comment.Start), int(r.Comment.End)}, "# begins a comment here, so the rule is really %s. A fragment never reaches a server: write %%23 for a # in the path, or put a blank before a remark.", clip(r.value))
		if rest[0] != '/' && rest[0] != '!' && rest[0] != '*' {
			p.Severity = Warn
		}
		p.fix("Write %23", false, Edit{int(r.Comment.Start), int(r.Comment.Start) + 1, "%23"})
	})
}

// triplet reads %XX at v[i], and -1 where there is none.
func triplet(v []byte, i int) int {
	if i+2 >= len(v) || v[i] != '%' {
		return -1
	}
	n := 0
	for _, c := range v[i+1 : i+3] {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | int(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			n = n<<4 | int(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return n
}

// percents calls do with each %XX of the rules that have a percent sign; c is
// -1 where the digits are missing.
func (l *linter) percents(do func(r *row, at, c int) bool) {
	l.paths(func(r *row) {
		if r.has&hasPercent == 0 {
			return
		}
		for i := range r.value {
			if r.value[i] == '%' && !do(r, i, triplet(r.value, i)) {
				return
			}
		}
	})
}

func (l *linter) badPercent() {
	l.percents(func(r *row, at, c int) bool {
		if c >= 0 {
			return true
		}
		p := l.report(r.part(at, at+1), "%% stands without two hexadecimal digits after it. Crawlers take it for a percent sign, if they take it at all: write %%25 for that.")
		p.fix("Write %25", false, Edit{p.Span.Start, p.Span.End, "%25"})
		return false
	})
}

func (l *linter) lowerHex() {
	last, edits := (*row)(nil), []Edit(nil)
	tell := func() {
		if last != nil {
			p := l.report(Span{edits[0].Start, edits[0].End}, "Percent-encoding is best written in upper case. Crawlers compare it without case, other readers may not.")
			p.fix("Write it in upper case", true, edits...)
		}
		last, edits = nil, nil
	}
	l.percents(func(r *row, at, c int) bool {
		if c < 0 || bytes.Equal(bytes.ToUpper(r.value[at:at+3]), r.value[at:at+3]) {
			return true
		}
		if r != last {
			tell()
			last = r
		}
		s := r.part(at, at+3)
		edits = append(edits, Edit{s.Start, s.End, string(bytes.ToUpper(r.value[at : at+3]))})
		return true
	})
	tell()
}

func unreserved(c int) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

func (l *linter) encodedUnreserved() {
	l.percents(func(r *row, at, c int) bool {
		if c < 0 || !unreserved(c) {
			return true
		}
		p := l.report(r.part(at, at+3), "%s is %c. Under the RFC both are the same, Google compares it as it stands and matches only URLs written like this: write %c.", r.value[at:at+3], c, c)
		p.fix("Write the plain character", false, Edit{p.Span.Start, p.Span.End, string(rune(c))})
		return true
	})
}

func (l *linter) encodedSpecial() {
	l.percents(func(r *row, at, c int) bool {
		if c == '*' || c == '$' {
			l.report(r.part(at, at+3), "%s stands for a plain %c. Under the RFC it matches that character in a URL; Google's matcher wants the URL to be written with %s too.", r.value[at:at+3], c, r.value[at:at+3])
		}
		return true
	})
}

func (l *linter) nonASCII() {
	l.paths(func(r *row) {
		if r.has&hasHigh == 0 || !utf8.Valid(r.value) || utf8.RuneCount(r.value) == len(r.value) {
			return
		}
		var out strings.Builder
		first, size := -1, 0
		for i, c := range string(r.value) {
			if c < 0x80 {
				out.WriteRune(c)
				continue
			}
			n := utf8.RuneLen(c)
			if first < 0 {
				first, size = i, n
			}
			for _, o := range r.value[i : i+n] {
				fmt.Fprintf(&out, "%%%02X", o)
			}
		}
		p := l.report(r.part(first, first+size), "%s is compared percent-encoded and counts %d octets where the longest match decides. Write it encoded, so that the line shows what counts.", r.value[first:first+size], 3*size)
		p.fix("Write it percent-encoded", false, r.setValue(out.String()))
	})
}
