package engine

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What CPython 3.11 does to the lines and, in urllib.parse, to the paths of
// urllib.robotparser.

// pythonBreak returns the place and length of the first octets of b that
// str.splitlines takes for a line end beside LF, CR and CRLF, or -1.
func pythonBreak(b []byte) (at, n int) {
	for i, c := range b {
		switch {
		case c == '\v' || c == '\f' || c >= 0x1C && c <= 0x1E:
			return i, 1
		case c == 0xC2 && i+1 < len(b) && b[i+1] == 0x85:
			return i, 2
		case c == 0xE2 && i+2 < len(b) && b[i+1] == 0x80 && (b[i+2] == 0xA8 || b[i+2] == 0xA9):
			return i, 3
		}
	}
	return -1, 0
}

// pythonSpace reports what str.isspace does: Unicode white space and the four
// separators 1C to 1F.
func pythonSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }

// pythonPath is the path of a rule: unquoted, split, put together and quoted
// (RobotFileParser.parse and RuleLine.__init__).
func pythonPath(value []byte) string {
	u := pythonSplit(pythonUnquote(string(value)))
	return pythonQuote(u.String())
}

// pythonURL is the path of a URL as RobotFileParser.can_fetch asks for it.
func pythonURL(url string) string {
	u := pythonSplit(pythonUnquote(url))
	u.scheme, u.netloc = "", ""
	if s := pythonQuote(u.String()); s != "" {
		return s
	}
	return "/"
}

// pythonParts is what urlparse returns.
type pythonParts struct{ scheme, netloc, path, params, query, fragment string }

// pythonSplit is urllib.parse.urlparse, without the errors it raises.
func pythonSplit(s string) pythonParts {
	var u pythonParts
	s = strings.TrimLeft(s, "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f ")
	s = strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(s)
	if i := strings.IndexByte(s, ':'); i > 0 && isScheme(s[:i]) {
		u.scheme, s = strings.ToLower(s[:i]), s[i+1:]
	}
	if strings.HasPrefix(s, "//") {
		end := len(s)
		if i := strings.IndexAny(s[2:], "/?#"); i >= 0 {
			end = i + 2
		}
		u.netloc, s = s[2:end], s[end:]
	}
	s, u.fragment, _ = strings.Cut(s, "#")
	s, u.query, _ = strings.Cut(s, "?")
	if usesParams[u.scheme] {
		from := max(strings.LastIndexByte(s, '/'), 0)
		if i := strings.IndexByte(s[from:], ';'); i >= 0 {
			s, u.params = s[:from+i], s[from+i+1:]
		}
	}
	u.path = s
	return u
}

func isScheme(s string) bool {
	for i, c := range []byte(s) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.')) {
			return false
		}
	}
	return true
}

// The tables of urllib.parse: schemes that have params, and those that have a
// netloc.
var (
	usesParams = setOf("", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtspu", "sip", "sips", "mms", "sftp", "tel")
	usesNetloc = setOf("", "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp", "snews", "prospero", "rtsp", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh", "ws", "wss")
)

func setOf(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// String is urllib.parse.urlunparse.
func (u pythonParts) String() string {
	s := u.path
	if u.params != "" {
		s += ";" + u.params
	}
	if u.netloc != "" || u.scheme != "" && usesNetloc[u.scheme] && !strings.HasPrefix(s, "//") {
		if s != "" && s[0] != '/' {
			s = "/" + s
		}
		s = "//" + u.netloc + s
	}
	if u.scheme != "" {
		s = u.scheme + ":" + s
	}
	if u.query != "" {
		s += "?" + u.query
	}
	if u.fragment != "" {
		s += "#" + u.fragment
	}
	return s
}

// pythonUnquote is urllib.parse.unquote: each run of ASCII is decoded, and its
// octets are read as UTF-8 with replacement characters.
func pythonUnquote(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] < 0x80 {
			j++
		}
		if j > i {
			writeReplacing(&out, unquoteOctets([]byte(s[i:j])))
		}
		i = j
		for j < len(s) && s[j] >= 0x80 {
			j++
		}
		out.WriteString(s[i:j])
		i = j
	}
	return out.String()
}

func unquoteOctets(b []byte) []byte {
	out := b[:0]
	for i := 0; i < len(b); i++ {
		if v := triplet(b, i); v >= 0 {
			out = append(out, byte(v))
			i += 2
		} else {
			out = append(out, b[i])
		}
	}
	return out
}

// writeReplacing writes b as bytes.decode("utf-8", "replace") reads it: one
// U+FFFD for each maximal part of an ill-formed sequence.
func writeReplacing(out *strings.Builder, b []byte) {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			n = maximalPart(b)
		}
		out.WriteRune(r)
		b = b[n:]
	}
}

// maximalPart returns the length of the longest start of b that could begin a
// UTF-8 sequence (Unicode 15, 3.9, table 3-7), at least 1.
func maximalPart(b []byte) int {
	lo, hi, want := byte(0x80), byte(0xBF), 0
	switch c := b[0]; {
	case c >= 0xC2 && c <= 0xDF:
		want = 1
	case c >= 0xE0 && c <= 0xEF:
		want = 2
		if c == 0xE0 {
			lo = 0xA0
		} else if c == 0xED {
			hi = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		want = 3
		if c == 0xF0 {
			lo = 0x90
		} else if c == 0xF4 {
			hi = 0x8F
		}
	}
	n := 1
	for n <= want && n < len(b) && b[n] >= lo && b[n] <= hi {
		lo, hi = 0x80, 0xBF
		n++
	}
	return n
}

// pythonQuote is urllib.parse.quote with its default safe set.
func pythonQuote(s string) string {
	out := make([]byte, 0, len(s)+8)
	for i := range len(s) {
		if c := s[i]; unreserved(c) || c == '/' {
			out = append(out, c)
		} else {
			out = append(out, '%', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return string(out)
}
