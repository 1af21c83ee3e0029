package lint

import (
	"bytes"
	"strings"

	"robotslens/engine"
)

// pat is a rule with its pattern in compared form.
type pat struct {
	rule    int32 // index into File.Rules
	line    int32 // 1-based
	allow   bool
	octets  int
	pattern engine.Pattern
	lit     string // what every path that it matches begins with
	only    bool   // no claim of containment: it also matches otherwise (google's index.htm)
}

// anyPage is a path that no rule has in mind, so that only one on everything
// matches it.
const anyPage = "/9anypage"

// everything reports whether the rule matches every path.
func (p *pat) everything() bool {
	form := p.pattern.Form
	if p.pattern.Anchored && !bytes.HasSuffix(form, []byte("*")) {
		return false
	}
	rest := bytes.TrimRight(form, "*")
	return len(rest) == 0 || len(rest) == 1 && rest[0] == '/'
}

// start returns what every path that p matches begins with. A path begins
// with "/", so a pattern that starts with a star has that.
func start(p engine.Pattern) []byte {
	s := p.Form
	if star := bytes.IndexByte(s, '*'); star >= 0 {
		s = s[:star]
	}
	if len(s) == 0 {
		return []byte("/")
	}
	return s
}

// contains reports that p matches every path that q matches. It is a proof: a
// star of q is replaced by an octet that p does not hold, and what takes that
// octet in p is a star, which would take anything in its place.
func contains(p, q engine.Pattern) bool {
	if !bytes.HasPrefix(start(q), start(p)) {
		return false
	}
	if !p.Anchored && len(start(p)) == len(p.Form) {
		return true // p is a prefix without more
	}
	fresh := byte(0)
	for c := byte(1); c < 8; c++ {
		if bytes.IndexByte(p.Form, c) < 0 && bytes.IndexByte(q.Form, c) < 0 {
			fresh = c
			break
		}
	}
	if fresh == 0 {
		return false
	}
	buf := make([]byte, 0, 256) // of a fixed size, so that the usual one stays off the heap
	leading := len(q.Form) > 0 && q.Form[0] == '*'
	if leading {
		buf = append(buf, '/')
	}
	for _, c := range q.Form {
		if c == '*' {
			c = fresh
		}
		buf = append(buf, c)
	}
	if !q.Anchored {
		buf = append(buf, fresh)
	}
	if !p.Match(buf) {
		return false
	}
	if !leading {
		return true
	}
	// The star may also take nothing, where "/" comes next.
	rest := bytes.TrimLeft(q.Form, "*")
	if len(rest) == 0 || rest[0] != '/' {
		return true
	}
	return p.Match(buf[1+len(q.Form)-len(rest):])
}

// mostCells bounds the table of witness.
const mostCells = 1 << 16

// witness returns a path that both patterns match, or false where there is none
// or the patterns are too long to tell.
func witness(p, q engine.Pattern) (string, bool) {
	a, b := glob(p), glob(q)
	la, lb := len(a), len(b)
	if (la+1)*(lb+1) > mostCells {
		return "", false
	}
	// reach[i][j]: something matches both a[i:] and b[j:].
	w := lb + 1
	reach := make([]bool, (la+1)*w)
	for i := la; i >= 0; i-- {
		for j := lb; j >= 0; j-- {
			sa, sb := i < la && a[i] == '*', j < lb && b[j] == '*'
			switch {
			case i == la && j == lb:
				reach[i*w+j] = true
			case sa && (reach[(i+1)*w+j] || j < lb && reach[i*w+j+1]),
				sb && (reach[i*w+j+1] || i < la && reach[(i+1)*w+j]),
				!sa && !sb && i < la && j < lb && a[i] == b[j] && reach[(i+1)*w+j+1]:
				reach[i*w+j] = true
			}
		}
	}
	if !reach[0] {
		return "", false
	}
	var path []byte
	for i, j := 0, 0; i < la || j < lb; {
		sa, sb := i < la && a[i] == '*', j < lb && b[j] == '*'
		switch {
		case sa && reach[(i+1)*w+j]:
			i++
		case sb && reach[i*w+j+1]:
			j++
		case sa: // the star takes what b wants
			path = append(path, b[j])
			j++
		case sb:
			path = append(path, a[i])
			i++
		default:
			path = append(path, a[i])
			i, j = i+1, j+1
		}
	}
	if len(path) == 0 || path[0] != '/' {
		path = append([]byte{'/'}, path...) // both start with a star
	}
	return string(path), true
}

// glob is the pattern with its open end written as a star.
func glob(p engine.Pattern) []byte {
	if p.Anchored {
		return p.Form
	}
	return append(p.Form[:len(p.Form):len(p.Form)], '*')
}

// asURL makes a path one that is read as such: two slashes at its start would
// be taken for a host.
func asURL(path string) string {
	if strings.HasPrefix(path, "//") {
		return "https://any.example" + path
	}
	return path
}

// sample is a path that p matches, with fill in the place of each star. It is
// no proof: whoever uses it asks the engine.
func sample(p engine.Pattern, fill string) string {
	s := string(bytes.ReplaceAll(p.Form, []byte("*"), []byte(fill)))
	if s == "" || s[0] != '/' {
		s = "/" + s
	}
	return s
}
