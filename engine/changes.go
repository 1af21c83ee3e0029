package engine

import (
	"fmt"
	"strings"
)

// Change is a place at which the compared form of a path or a pattern is not
// what was written.
type Change struct {
	From Span   // octets of what was written
	To   Span   // octets of the compared form
	Why  string // in a few words, with the section that asks for it
}

// changes lists what t's path underwent before it was compared: nothing at
// Google, where a URL is taken as it is. written is what the spans From are
// offsets into.
func (d *Dialect) changes(t Target) (written string, changes []Change) {
	written = t.Path
	switch d.Form {
	case FormRFC:
		changes = changesRFC(written, false)
	case FormPython:
		if _, fragment, ok := strings.Cut(t.URL, "#"); ok && t.At >= 0 {
			written += "#" + fragment // urllib keeps it
		}
		changes = changesPython(written, t.Form)
	}
	return written, changes
}

// patternChanges is changes for the value of a rule.
func (d *Dialect) patternChanges(value string) []Change {
	switch d.Form {
	case FormRFC:
		return changesRFC(strings.TrimSuffix(value, "$"), true)
	case FormGoogle:
		return changesGoogle(value)
	}
	return changesPython(value, pythonPath([]byte(value)))
}

// changeList gathers changes, and joins neighbours of one reason.
type changeList struct {
	all []Change
	at  int // length of the compared form so far
}

func (l *changeList) keep(n int) { l.at += n }

func (l *changeList) change(from, fromLen, toLen int, why string) {
	c := Change{Span{int32(from), int32(from + fromLen)}, Span{int32(l.at), int32(l.at + toLen)}, why}
	l.at += toLen
	if n := len(l.all) - 1; n >= 0 && l.all[n].Why == why && l.all[n].From.End == c.From.Start {
		l.all[n].From.End, l.all[n].To.End = c.From.End, c.To.End
		return
	}
	l.all = append(l.all, c)
}

// changesRFC walks src as appendRFC does.
func changesRFC(src string, pattern bool) []Change {
	var l changeList
	b, query := []byte(src), false
	for i := 0; i < len(b); i++ {
		c, n := nextRFC(b, i, query, pattern)
		switch {
		case n == 0:
			l.keep(1)
			query = query || c == '?'
		case n == 3 && unreserved(c):
			l.change(i, 3, 1, "an unreserved character means the same encoded or not, so it is decoded")
		case n == 3 && query && (c == '/' || c == '?'):
			l.change(i, 3, 1, "after the first ? an encoded / or ? is the same as a plain one")
		case n == 3 && src[i:i+3] == strings.ToUpper(src[i:i+3]):
			l.keep(3)
		case n == 3:
			l.change(i, 3, 3, "hex digits are compared in upper case")
		default:
			l.change(i, 1, 3, whyEncoded(c, pattern))
		}
		if n == 3 {
			i += 2
		}
	}
	return l.all
}

func whyEncoded(c byte, pattern bool) string {
	switch {
	case c >= 0x80:
		return "octets outside ASCII are percent-encoded"
	case c <= 0x20 || c == 0x7F:
		return "blanks and control characters are percent-encoded"
	case c == '%':
		return "a % without two hex digits after it is a plain percent sign"
	case c == '*':
		return "in a URL a * is a plain character, not the wildcard of a rule"
	case c == '$' && pattern:
		return "a $ means the end only where it is the last octet of the rule"
	case c == '$':
		return "in a URL a $ is a plain character, not the end mark of a rule"
	}
	return "reserved characters are compared percent-encoded"
}

// changesGoogle walks src as appendGoogle does.
func changesGoogle(src string) []Change {
	var l changeList
	b := []byte(src)
	for i := 0; i < len(b); i++ {
		switch v := triplet(b, i); {
		case v >= 0 && src[i:i+3] != strings.ToUpper(src[i:i+3]):
			l.change(i, 3, 3, "google writes the hex digits of a rule in upper case")
			i += 2
		case v >= 0:
			l.keep(3)
			i += 2
		case b[i] >= 0x80:
			l.change(i, 1, 3, "google percent-encodes the octets of a rule from 80 on")
		default:
			l.keep(1)
		}
	}
	return l.all
}

// changesPython follows what urllib does to each octet. Where it does more than
// that (it drops, replaces or reorders), the whole is one change.
func changesPython(src, form string) []Change {
	var l changeList
	var made strings.Builder
	b := []byte(src)
	for i := 0; i < len(b); i++ {
		c, n := b[i], 1
		if v := triplet(b, i); v >= 0 {
			c, n = byte(v), 3
		}
		to := pythonQuote(string([]byte{c}))
		made.WriteString(to)
		switch {
		case to == src[i:i+n]:
			l.keep(n)
		case len(to) == 1:
			l.change(i, n, 1, "urllib unquotes it, and leaves it plain when it quotes again")
		default:
			l.change(i, n, len(to), "urllib quotes all but letters, digits and _.-~/")
		}
		i += n - 1
	}
	if made.String() == form {
		return l.all
	}
	if src == form {
		return nil
	}
	return []Change{{Span{0, int32(len(src))}, Span{0, int32(len(form))}, "urllib unquotes it, takes it apart, puts it together and quotes it again"}}
}

// sentence says c of what was written and its compared form.
func (c Change) sentence(written, form string) string {
	return fmt.Sprintf("%s becomes %s: %s", written[c.From.Start:c.From.End], form[c.To.Start:c.To.End], c.Why)
}
