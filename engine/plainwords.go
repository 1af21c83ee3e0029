package engine

import (
	"strconv"
	"strings"
)

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

// Sentences says p of the crawler called name. Patterns and name stand in them
// as they are.
func (p Plain) Sentences(name string) []string {
	if p.InOrder {
		return p.inOrder(name)
	}
	var lines []string
	var all *Exception
	var rest []Exception
	for i := range p.Exceptions {
		if e := &p.Exceptions[i]; e.Rule.everything() && all == nil {
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
		lines = append(lines, robotsTxtAlways)
	}
	return lines
}

const robotsTxtAlways = "/robots.txt itself may always be fetched."

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
	lines = append(lines, "everything else may be fetched.")
	if p.RobotsTxt {
		lines = append(lines, robotsTxtAlways)
	}
	return lines
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
		case s.everything() && before != "":
			return "everything"
		case s.everything():
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
	if s.everything() {
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
