package engine

import (
	"bytes"
	"cmp"
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
	// InOrder says that the exceptions hold every rule, of which the first that
	// matches decides, and that Allow marks those that open a path: the rules of
	// a dialect that takes the first one, or more rules than can be held against
	// each other, those with the most octets first.
	InOrder bool
	// RobotsTxt says that /robots.txt itself may be fetched although an
	// exception holds it back.
	RobotsTxt bool
}

// Exception is paths that may not be fetched.
type Exception struct {
	Rule   Shape
	Allow  bool    // in order only: these paths may be fetched
	Unless []Shape // paths that may be fetched all the same
	below  int     // octets of the longest Allow that is shorter and meets Rule, or -1
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

// Of more rules than these, all are said in their order: the first is how many
// Disallows are held against each other, the second how many pairs of a Disallow
// and an Allow, each of which may have to be kept.
const (
	mostClosed = 2000
	mostPairs  = 250_000
)

// Plain sums up what the rules of s let a crawler fetch.
func (f *File) Plain(s Selection) Plain {
	p := Plain{InOrder: f.Dialect.FirstMatch}
	var all []Exception
	for _, g := range s.Groups {
		r := f.Groups[g].Rules
		for _, rule := range f.Rules[r.Start:r.End] {
			shape, live := f.shape(rule)
			if !live {
				continue
			}
			all = append(all, Exception{Rule: shape, Allow: rule.Allow})
			if rule.Allow && rule.class&classIndex != 0 && !p.InOrder {
				all = append(all, Exception{Rule: shape.folder(), Allow: true})
			}
		}
	}
	if p.InOrder {
		p.Exceptions = all
		return p
	}
	allow := 0
	for _, e := range all {
		if e.Allow {
			allow++
		}
	}
	if closed := len(all) - allow; closed > mostClosed || closed*allow > mostPairs {
		slices.SortStableFunc(all, func(a, b Exception) int {
			return cmp.Or(cmp.Compare(b.Rule.octets, a.Rule.octets), allowFirst(a, b))
		})
		p.InOrder, p.Exceptions = true, all
	} else {
		p.Exceptions = exceptions(all)
	}
	p.RobotsTxt = f.Dialect.RobotsTxtAllowed && !p.allows("/robots.txt")
	return p
}

func allowFirst(a, b Exception) int {
	switch {
	case a.Allow == b.Allow:
		return 0
	case a.Allow:
		return -1
	}
	return 1
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

// exceptions are the Disallows of all, each with the Allows that open it, but
// for those that add nothing.
func exceptions(all []Exception) []Exception {
	var closed []Exception
	for _, e := range all {
		if e.Allow {
			continue
		}
		e.below = -1
		for _, a := range all {
			switch {
			case !a.Allow || !a.Rule.canMeet(e.Rule):
			case a.Rule.octets >= e.Rule.octets:
				e.Unless = append(e.Unless, a.Rule)
			default:
				e.below = max(e.below, a.Rule.octets)
			}
		}
		closed = append(closed, e)
	}
	return slices.DeleteFunc(withoutCovered(closed), func(e Exception) bool {
		return slices.ContainsFunc(e.Unless, func(a Shape) bool { return a.holds(e.Rule) })
	})
}

// withoutCovered drops exceptions that add nothing: they lie wholly within
// another one, and no Allow opens there what they would close again.
func withoutCovered(all []Exception) []Exception {
	var kept []Exception
	for i, e := range all {
		covered := false
		for j, o := range all {
			if i == j || !o.Rule.plain() || !bytes.HasPrefix(fixed(e.Rule), o.Rule.match.Form) || o.Rule.octets > e.Rule.octets {
				continue
			}
			if j > i && o.Rule.octets == e.Rule.octets && e.Rule.plain() {
				continue // the same rule twice: the first stays
			}
			if covered = e.below < o.Rule.octets; covered {
				break
			}
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
		if p.InOrder {
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
