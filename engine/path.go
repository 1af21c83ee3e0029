package engine

import "strings"

// class is the set of what kinds of octets a pattern holds.
type class uint16

const (
	classBlank  class = 1 << iota // 00 to 20 and 7F
	classEscape                   // an octet that the RFC form changes, or may: "%" and all but unreserved, / ? & = * $
	classHigh                     // 80 to FF
	classPct                      // "%"
	classStar                     // "*"
	classDollar                   // "$"
	classStop                     // "#" and NUL, at which a line may end
	classQuery                    // "?", "&" and "="
	classHost                     // set by the parser: begins with "//"
	classIndex                    // set by the parser: an Allow of index.htm that also opens its folder
)

// changed is the set of octets that the form writes otherwise than they are.
func (f Form) changed() class {
	switch f {
	case FormRFC:
		return classEscape
	case FormGoogle:
		return classHigh | classPct
	}
	return classEscape | classQuery | classStar | classDollar | classHost
}

var classes = func() (t [256]class) {
	for i := range t {
		c := byte(i)
		switch {
		case c <= 0x20 || c == 0x7F:
			t[i] = classBlank | classEscape
		case c >= 0x80:
			t[i] = classHigh | classEscape
		case c == '%':
			t[i] = classPct | classEscape
		case c == '*':
			t[i] = classStar
		case c == '$':
			t[i] = classDollar
		case c == '?' || c == '&' || c == '=':
			t[i] = classQuery
		case !unreserved(c) && c != '/':
			t[i] = classEscape
		}
	}
	t['#'] |= classStop
	t[0] |= classStop
	return t
}()

func classOf(b []byte) (c class) {
	for _, x := range b {
		c |= classes[x]
	}
	return c
}

// unreserved reports whether c is unreserved in RFC 3986, 2.3.
func unreserved(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~'
}

// Target is a URL made ready to be asked about.
type Target struct {
	URL  string // as given
	Path string // path and query as written; always begins with "/"
	At   int    // offset of Path in URL; -1 where a "/" had to be put before it
	Form string // path and query as compared
}

// NewTarget cuts url to path and query, and brings them into the form in which
// d compares them. Any string is a URL: odd ones are read as Google's
// GetPathParamsQuery does.
func NewTarget(url string, d Dialect) Target {
	t := Target{URL: url}
	t.Path, t.At = CutURL(url)
	switch d.Form {
	case FormRFC:
		t.Form = string(appendRFC(nil, []byte(t.Path), false))
	case FormGoogle:
		t.Form = t.Path
	case FormPython:
		t.Form = pythonURL(url)
	}
	return t
}

// CutURL returns the path and query of url and their offset in it: scheme,
// authority and fragment are dropped, an empty path is "/". The offset is -1
// where the path had to be made up or a "/" put before it
// (google/robotstxt, GetPathParamsQuery).
func CutURL(url string) (path string, at int) {
	start := 0
	if len(url) >= 2 && url[0] == '/' && url[1] == '/' {
		start = 2
	}
	from := start
	if p := indexFrom(url, "://", start); p >= 0 {
		if early := indexAnyFrom(url, start); early < 0 || early > p {
			from = p + 3
		}
	}
	at = indexAnyFrom(url, from)
	if at < 0 {
		return "/", -1
	}
	end := len(url)
	if hash := indexFrom(url, "#", start); hash >= 0 {
		if hash < at {
			return "/", -1
		}
		end = hash
	}
	if url[at] != '/' {
		return "/" + url[at:end], -1
	}
	return url[at:end], at
}

func indexFrom(s, sub string, from int) int {
	if i := strings.Index(s[from:], sub); i >= 0 {
		return from + i
	}
	return -1
}

// indexAnyFrom returns the first "/", "?" or ";" of s at or after from, or -1.
func indexAnyFrom(s string, from int) int {
	for i := from; i < len(s); i++ {
		if s[i] == '/' || s[i] == '?' || s[i] == ';' {
			return i
		}
	}
	return -1
}

const hexDigits = "0123456789ABCDEF"

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// triplet returns the octet that "%XX" at b[i] stands for, or -1.
func triplet(b []byte, i int) int {
	if b[i] != '%' || i+2 >= len(b) {
		return -1
	}
	hi, lo := unhex(b[i+1]), unhex(b[i+2])
	if hi < 0 || lo < 0 {
		return -1
	}
	return hi<<4 | lo
}

// appendRFC appends to dst the compared form of src (RFC 9309, 2.2.2). In a
// pattern a raw "*" stays as the wildcard; a final "$" must be cut before.
func appendRFC(dst, src []byte, pattern bool) []byte {
	query := false
	for i := 0; i < len(src); i++ {
		c, n := nextRFC(src, i, query, pattern)
		if n == 0 { // stands for itself
			dst = append(dst, c)
			query = query || c == '?'
			continue
		}
		i += n - 1
		if unreserved(c) && n == 3 || query && n == 3 && (c == '/' || c == '?') {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return dst
}

// nextRFC reads the octet that stands at src[i]. n is 0 where it is written as
// itself in the compared form, 3 for a "%XX" and 1 for a raw octet that is to
// be encoded.
func nextRFC(src []byte, i int, query, pattern bool) (c byte, n int) {
	c = src[i]
	if v := triplet(src, i); v >= 0 {
		return byte(v), 3
	}
	if classes[c]&^(classStar|classDollar|classQuery) == 0 && (c != '*' || pattern) && c != '$' {
		return c, 0
	}
	return c, 1
}

// appendGoogle appends to dst the compared form of a pattern at Google: "%xx"
// in upper case, octets from 80 on encoded, nothing decoded (robots.cc,
// MaybeEscapePattern).
func appendGoogle(dst, src []byte) []byte {
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch v := triplet(src, i); {
		case v >= 0:
			dst = append(dst, '%', hexDigits[v>>4], hexDigits[v&15])
			i += 2
		case c >= 0x80:
			dst = append(dst, '%', hexDigits[c>>4], hexDigits[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
