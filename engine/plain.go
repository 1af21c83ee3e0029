package engine

import (
	"bytes"
	"slices"
	"strings"
)

// Plain is what a crawler may fetch, in a form that can be said in words: all
// paths that no exception holds back. It says the same as the rules do: a path
// is disallowed exactly when a Disallow matches it and no Allow with as many
// octets or more does, which is what "most octets win, Allow wins a tie" comes
// to (RFC 9309, 2.2.2).
type Plain struct {
	Exceptions []Exception
	// FirstMatch says that the dialect takes the first rule that matches; the
	// exceptions then hold every rule in file order, and Allow marks those that
	// open a path.
	FirstMatch bool
	// RobotsTxt says that /robots.txt itself may be fetched although an
	// exception holds it back.
	RobotsTxt bool
}

// Exception is paths that may not be fetched.
type Exception struct {
	Rule   Shape
	Allow  bool    // in order only: these paths may be fetched
	Unless []Shape // paths that may be fetched all the same
	octets int
}

// Shape is which paths a rule matches.
type Shape struct {
	Line   int32  // 1-based
	Text   string // the pattern as written; for the folder of an index.htm, that folder
	Exact  bool   // the path ends where the pattern does
	Stars  bool   // * stands for any run of octets
	match  Pattern
	octets int
}

// coverLimit is how many exceptions are held against each other to leave out
// those that add nothing; of more, all are said.
const coverLimit = 1500

// Plain sums up what the rules of s let a crawler fetch.
func (f *File) Plain(s Selection) Plain {
	p := Plain{FirstMatch: f.Dialect.FirstMatch}
	var allow []Shape
	for _, g := range s.Groups {
		r := f.Groups[g].Rules
		for _, rule := range f.Rules[r.Start:r.End] {
			shape, live := f.shape(rule)
			switch {
			case !live:
			case p.FirstMatch:
				p.Exceptions = append(p.Exceptions, Exception{Rule: shape, Allow: rule.Allow})
			case rule.Allow:
				allow = append(allow, shape)
				if rule.class&classIndex != 0 {
					allow = append(allow, shape.folder())
				}
			default:
				p.Exceptions = append(p.Exceptions, Exception{Rule: shape, octets: shape.octets})
			}
		}
	}
	if p.FirstMatch {
		return p
	}
	for i := range p.Exceptions {
		e := &p.Exceptions[i]
		for _, a := range allow {
			if a.octets >= e.octets && a.canMeet(e.Rule) {
				e.Unless = append(e.Unless, a)
			}
		}
	}
	if len(p.Exceptions) <= coverLimit {
		p.Exceptions = withoutCovered(p.Exceptions, allow)
	}
	p.Exceptions = slices.DeleteFunc(p.Exceptions, func(e Exception) bool {
		return slices.ContainsFunc(e.Unless, func(a Shape) bool { return a.holds(e.Rule) })
	})
	p.RobotsTxt = f.Dialect.RobotsTxtAllowed && !p.allows("/robots.txt")
	return p
}

// shape returns the shape of r, and whether it can match anything.
func (f *File) shape(r Rule) (Shape, bool) {
	value := r.Path.Of(f.Src)
	d := &f.Dialect
	switch {
	case len(value) == 0:
		return Shape{Line: r.Line, match: f.Compile(r)}, d.EmptyMatchesAll
	case r.class&classBlank != 0 && d.SpaceVoidsRule:
		return Shape{}, false
	case value[0] != '/' && (value[0] != '*' || d.NoWildcards) && !d.FirstMatch:
		return Shape{}, false
	}
	s := Shape{Line: r.Line, Text: string(value), match: f.Compile(r)}
	s.octets = s.match.Octets()
	if !d.NoWildcards {
		s.Exact = s.match.Anchored
		s.Text = strings.TrimSuffix(s.Text, "$")
		if !s.Exact {
			s.Text = string(value)
		}
		s.Stars = bytes.IndexByte(value, '*') >= 0
	}
	return s, true
}

// folder is what google takes an Allow of <dir>/index.htm for besides.
func (s Shape) folder() Shape {
	s.match = s.match.folder()
	s.octets = s.match.Octets()
	s.Text, s.Exact = s.Text[:strings.LastIndexByte(s.Text, '/')+1], true
	s.Stars = strings.Contains(s.Text, "*")
	return s
}

// matches reports whether path, in the compared form, has the shape.
func (s Shape) matches(path string) bool { return s.match.Match([]byte(path)) }

// everything reports whether every path has the shape.
func (s Shape) everything() bool {
	start := s.Text
	if s.Stars {
		start = strings.TrimRight(start, "*")
	}
	return (start == "" || start == "/") && (s.Stars && start != s.Text || s.plain())
}

// plain reports whether the shape is a prefix without more.
func (s Shape) plain() bool { return !s.Exact && !s.Stars }

// canMeet reports whether a path may have both shapes. It says no only where
// that is certain: neither of two starts without stars goes on with the other.
func (s Shape) canMeet(o Shape) bool {
	a, b := fixed(s), fixed(o)
	if s.Exact && !s.Stars && len(a) < len(b) || o.Exact && !o.Stars && len(b) < len(a) {
		return false
	}
	n := min(len(a), len(b))
	return bytes.Equal(a[:n], b[:n])
}

// holds reports whether every path of o surely has the shape s: s is a prefix,
// and o begins with it.
func (s Shape) holds(o Shape) bool {
	prefix := s.match.Form
	if s.Stars {
		prefix = bytes.TrimRight(prefix, "*")
	}
	return !s.Exact && (!s.Stars || bytes.IndexByte(prefix, '*') < 0) && bytes.HasPrefix(fixed(o), prefix)
}

// fixed is the part of the compared form before its first star.
func fixed(s Shape) []byte {
	if i := bytes.IndexByte(s.match.Form, '*'); s.Stars && i >= 0 {
		return s.match.Form[:i]
	}
	return s.match.Form
}

// withoutCovered drops exceptions that add nothing: they lie wholly within
// another one, and no Allow opens there what they would close again.
func withoutCovered(all []Exception, allow []Shape) []Exception {
	var kept []Exception
	for i, e := range all {
		covered := false
		for j, o := range all {
			if i == j || !o.Rule.plain() || !bytes.HasPrefix(fixed(e.Rule), o.Rule.match.Form) || o.octets > e.octets {
				continue
			}
			if j > i && o.octets == e.octets && e.Rule.plain() {
				continue // the same rule twice: the first stays
			}
			between := false
			for _, a := range allow {
				between = between || a.octets >= o.octets && a.octets < e.octets && a.canMeet(e.Rule)
			}
			covered = covered || !between
		}
		if !covered {
			kept = append(kept, e)
		}
	}
	return kept
}

// allows evaluates the summary for a path in its compared form.
func (p Plain) allows(path string) bool {
	if p.RobotsTxt && path == "/robots.txt" {
		return true
	}
	for _, e := range p.Exceptions {
		if !e.Rule.matches(path) {
			continue
		}
		if p.FirstMatch {
			return e.Allow
		}
		opened := false
		for _, a := range e.Unless {
			opened = opened || a.matches(path)
		}
		if !opened {
			return false
		}
	}
	return true
}
