package engine

import (
	"bytes"
	"slices"
	"strconv"
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

// PlainRule says what r does to the paths that it matches, when no other rule
// has more octets, or why it does nothing. The pattern stands in it as it is.
func (f *File) PlainRule(r Rule) string {
	s, live := f.shape(r)
	switch l := f.Lines[r.Line-1]; {
	case live:
	case l.Notes&NoteEmpty != 0:
		return "This rule is empty and does nothing."
	case l.Notes&NoteSpace != 0:
		return "This rule does nothing: white space stands inside its value."
	default:
		return "This rule can match nothing: it begins with neither / nor *."
	}
	effect := "may not be fetched"
	if r.Allow {
		effect = "may be fetched"
	}
	subject := s.subject()
	unless := ", unless a longer rule says otherwise"
	switch {
	case f.Dialect.FirstMatch:
		unless = ", unless an earlier rule says otherwise"
	case !r.Allow:
		unless = ", unless a longer rule, or an Allow as long, says otherwise"
	}
	return strings.ToUpper(subject[:1]) + subject[1:] + " " + effect + unless + "."
}

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

// Matches reports whether path, in the compared form, has the shape.
func (s Shape) Matches(path string) bool { return s.match.Match([]byte(path)) }

// All reports whether every path has the shape.
func (s Shape) All() bool {
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
		if !e.Rule.Matches(path) {
			continue
		}
		if p.FirstMatch {
			return e.Allow
		}
		opened := false
		for _, a := range e.Unless {
			opened = opened || a.Matches(path)
		}
		if !opened {
			return false
		}
	}
	return true
}

// Sentences says p of the crawler called name. Patterns and name stand in them
// as they are.
func (p Plain) Sentences(name string) []string {
	if p.FirstMatch {
		return p.inOrder(name)
	}
	var lines []string
	var all *Exception
	var rest []Exception
	for i := range p.Exceptions {
		if e := &p.Exceptions[i]; e.Rule.All() && all == nil {
			all = e
		} else {
			rest = append(rest, *e)
		}
	}
	switch {
	case all == nil && len(rest) == 0:
		return []string{name + " may fetch everything."}
	case all != nil && len(all.Unless) == 0:
		lines = []string{name + " may fetch nothing."}
		rest = nil
	case all != nil:
		lines = []string{name + " may fetch nothing except " + them(all.Unless, "paths that ") + "."}
		lines = append(lines, list("Of these it may not fetch", rest)...)
	default:
		lines = list(name+" may fetch everything except", rest)
	}
	if p.RobotsTxt {
		lines = append(lines, "/robots.txt itself may always be fetched.")
	}
	return lines
}

func (p Plain) inOrder(name string) []string {
	if len(p.Exceptions) == 0 {
		return []string{name + " may fetch everything."}
	}
	lines := []string{name + " goes by the first of these that fits:"}
	for i, e := range p.Exceptions {
		verdict := "may not be fetched"
		if e.Allow {
			verdict = "may be fetched"
		}
		lines = append(lines, strconv.Itoa(i+1)+". "+e.Rule.subject()+" "+verdict+";")
	}
	return append(lines, "everything else may be fetched.")
}

// list says the exceptions after start: those without an "unless" together, in
// one sentence where they are few.
func list(start string, all []Exception) []string {
	var bare []Shape
	var parts, unless []string
	for _, e := range all {
		if len(e.Unless) == 0 {
			bare = append(bare, e.Rule)
		} else {
			unless = append(unless, them([]Shape{e.Rule}, "paths that ")+", unless they "+them(e.Unless, ""))
		}
	}
	const few = 4 // what a sentence holds
	if len(bare) > few {
		for _, s := range bare {
			parts = append(parts, s.subject())
		}
	} else if len(bare) > 0 {
		parts = append(parts, them(bare, "paths that "))
	}
	parts = append(parts, unless...)
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return []string{start + " " + parts[0] + "."}
	}
	lines := []string{start + ":"}
	for i, part := range parts {
		end := ";"
		if i == len(parts)-1 {
			end = "."
		}
		lines = append(lines, "- "+part+end)
	}
	return lines
}

// them joins shapes: "paths that begin with /a or /b, or end in .pdf". Where
// one of them is every path, that is all there is to say.
func them(all []Shape, before string) string {
	var begins, others []string
	for _, s := range all {
		switch {
		case s.All() && before != "":
			return "everything"
		case s.All():
			return "are anything at all"
		case s.plain():
			begins = append(begins, s.Text)
		default:
			others = append(others, s.predicate())
		}
	}
	if len(begins) > 0 {
		others = append([]string{"begin with " + strings.Join(begins, " or ")}, others...)
	}
	return before + strings.Join(others, ", or ")
}

func (s Shape) subject() string {
	if s.All() {
		return "everything"
	}
	return "paths that " + s.predicate()
}

// predicate says the shape after "paths that".
func (s Shape) predicate() string {
	if !s.Stars {
		if s.Exact {
			return "are exactly " + s.Text
		}
		return "begin with " + s.Text
	}
	pieces := strings.Split(s.Text, "*")
	first, rest := pieces[0], pieces[1:]
	var middle []string
	last := rest[len(rest)-1]
	for _, m := range rest[:len(rest)-1] {
		if m != "" {
			middle = append(middle, m)
		}
	}
	ends := s.Exact && last != ""
	if !ends && last != "" {
		middle = append(middle, last)
	}
	// Every path begins with "/", so a star right after it leaves nothing to say
	// of the start, as long as what follows cannot be that same slash.
	if first == "/" && len(middle) > 0 && middle[0][0] != '/' || first == "/" && len(middle) == 0 && ends && last[0] != '/' {
		first = ""
	}
	var say []string
	if first != "" {
		say = append(say, "begin with "+first)
	}
	for i, m := range middle {
		word := "contain "
		if i > 0 || first != "" {
			word = "have further on "
		}
		say = append(say, word+m)
	}
	if ends {
		word := "end in "
		if len(say) > 0 {
			word = "after that end in "
		}
		say = append(say, word+last)
	}
	if len(say) == 0 {
		return "exist"
	}
	return strings.Join(say, " and ")
}
