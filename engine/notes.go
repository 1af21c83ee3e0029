package engine

import (
	"bytes"
	"fmt"
	"strings"
)

// Why says what is remarkable about line num (1-based): what made it live
// although the RFC would not read it so, or why it has no effect, each with
// the dialect that reads it otherwise. It is empty for most lines.
func (f *File) Why(num int) []string {
	if num < 1 || num > len(f.Lines) {
		return nil
	}
	l := f.Lines[num-1]
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, n := range noteWords {
		if l.Notes&n.note != 0 {
			out = append(out, strings.ReplaceAll(n.words, "{d}", f.Dialect.Name))
		}
	}
	if l.Notes&NoteAgentCut != 0 {
		if a, ok := f.agentLine(num); ok {
			say("google cuts this name to %q", a.Name.Of(f.Src))
		}
	}
	if l.Kind == KindOther || l.Kind == KindNoRecord {
		out = append(out, f.whyNoField(num)...)
	}
	if l.Kind == KindSitemap {
		say("a Sitemap line belongs to no group and ends none (RFC 9309 2.2.4)")
	}
	return out
}

// unparted says that user-agent lines of g are of one group although another
// line stands between them, which many take for its end: only a rule ends the
// list (RFC 9309, 2.1). It is empty where they follow each other.
func (f *File) unparted(g Group) string {
	agents := f.Agents[g.Agents.Start:g.Agents.End]
	for i := 1; i < len(agents); i++ {
		before, after := agents[i-1].Line, agents[i].Line
		for n := before + 1; n < after; n++ {
			kind := f.Lines[n-1].Kind
			if kind == KindComment {
				continue
			}
			words := fmt.Sprintf("user-agent lines %d and %d are of one group and share its rules: line %d between them (%s) does not part them", before, after, n, kind)
			if !f.Dialect.BlankEndsGroup {
				words += ", only an allow or disallow line does"
			}
			return words
		}
	}
	return ""
}

// noteWords are the words for notes; {d} stands for the dialect.
var noteWords = []struct {
	note  Notes
	words string
}{
	{NoteTypo, "{d} accepts this misspelling of the field, the RFC does not"},
	{NotePrefix, "{d} compares only the start of the field, so this counts; under the RFC it is another field"},
	{NoteNoColon, "{d} accepts two words without a colon; under the RFC this is no record"},
	{NoteCutNUL, "{d} reads this line only up to its NUL octet"},
	{NoteCutLong, "{d} reads only the first 16,663 octets of a line"},
	{NoteStarTail, "{d} takes a * with more after it for *"},
	{NoteEmptyAll, "{d} takes an empty value for: everything is allowed"},
	{NoteIndexHTML, "{d} takes an Allow of index.htm also for its folder"},
	{NoteNoGroup, "this rule stands before any user-agent line and is ignored (RFC 9309 2.2.2)"},
	{NoteEmpty, "the value is empty: it matches nothing (RFC 9309 2.2.2)"},
	{NoteSpace, "white space or a control character inside the value: this is no path, and the rule is ignored (RFC 9309 2.2)"},
	{NoteNoSlash, "the value begins with neither / nor *, so it can match nothing (RFC 9309 2.2)"},
	{NoteNotToken, "this is no product token: it names only a crawler that calls itself exactly so (RFC 9309 2.2.1)"},
	{NoteGroupLost, "{d} drops this group: an empty line follows before it has any rule"},
}

// whyNoField tells which other dialect reads a line that is no field of this
// one.
func (f *File) whyNoField(num int) []string {
	text := f.Text(num)
	if num == 1 {
		text = text[min(f.BOM, len(text)):]
	}
	s := ScanLine(text, &f.Dialect)
	for _, d := range Dialects() {
		if d == f.Dialect {
			continue
		}
		if o := ScanLine(text, &d); o.Kind == KindUserAgent || o.Kind.IsRule() {
			return []string{fmt.Sprintf("no field of %s, which ignores it; %s reads it as %s", f.Dialect.Name, d.Name, o.Kind)}
		}
	}
	if s.Kind == KindNoRecord {
		return []string{"no colon: this is no record, and is ignored (RFC 9309 2.2)"}
	}
	return []string{fmt.Sprintf("the field %q is none of RFC 9309; it is ignored and ends no group (2.2.4)", bytes.ToLower(s.Key.Of(text)))}
}
