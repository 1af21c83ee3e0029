package lint

import (
	"bytes"
	"strings"

	"robotslens/engine"
)

// suppressRules look at the comments that silence other rules. They are told by
// finish, which knows what was silenced.
var suppressRules = []Rule{
	{ID: "RX901", Name: "unused-lint-off", Severity: Info, Dialects: every, Fix: "safe", Source: "robotslens",
		Doc: "A lint-off comment silences nothing."},
}

// lintOff is one id in a lint-off comment.
type lintOff struct {
	id   string
	line int // the line that it silences, 1-based; 0 for the whole file
	span Span
	row  int  // the line of the comment, 1-based
	sole bool // the comment holds nothing else
	used bool
}

// lintOffs reads the comments "lint-off RX505, RX101" and "lint-off-file ...".
// One on a line of its own is for the next line that is not a comment; before
// the first record, standing alone, lint-off-file is for all lines.
func (l *linter) lintOffs() []lintOff {
	var out []lintOff
	for i := range l.rows {
		r := &l.rows[i]
		if r.Comment.Len() == 0 {
			continue
		}
		text := r.Comment.Of(l.src)
		at := bytes.Index(text, []byte("lint-off"))
		if at < 0 || strings.Trim(string(text[:at]), "# \t") != "" {
			continue
		}
		line := r.num
		if r.Kind == engine.KindComment {
			for line++; line < len(l.rows) && l.rows[line-1].Kind == engine.KindComment; line++ {
			}
		}
		first := len(out)
		rest := at + len("lint-off")
		if bytes.HasPrefix(text[rest:], []byte("-file")) {
			rest += len("-file")
			line = 0
		}
		for rest < len(text) {
			c := text[rest]
			if c == ' ' || c == '\t' || c == ',' {
				rest++
				continue
			}
			end := rest
			for end < len(text) && bytes.IndexByte([]byte(" \t,"), text[end]) < 0 {
				end++
			}
			id := strings.ToUpper(string(text[rest:end]))
			if !strings.HasPrefix(id, "RX") {
				break // words to the reader follow
			}
			from := int(r.Comment.Start) + rest
			out = append(out, lintOff{id: id, line: line, span: Span{from, from + end - rest}, row: r.num})
			rest = end
		}
		if len(out) == first+1 && rest == len(text) {
			out[first].sole = true
		}
	}
	return out
}

// unsuppressed drops what comments silence, and tells of those that silence
// nothing.
func (l *linter) unsuppressed(all []found) []found {
	offs := l.lintOffs()
	if len(offs) == 0 {
		return all
	}
	kept := all[:0]
	for _, f := range all {
		silent := false
		for i := range offs {
			if o := &offs[i]; o.id == f.ID && (o.line == 0 || o.line == f.Line) {
				o.used, silent = true, true
			}
		}
		if !silent {
			kept = append(kept, f)
		}
	}
	l.found, l.rule = kept, suppressRules[0]
	for _, o := range offs {
		if o.used {
			continue
		}
		say := "Nothing is found here under %s, so this comment silences nothing. Remove it."
		if _, known := ruleByID(o.id); !known {
			say = "There is no rule %s. Check the id."
		}
		p := l.report(o.span, say, o.id)
		l.place(&p.Problem)
		if r := &l.rows[o.row-1]; o.sole && r.Kind == engine.KindComment {
			p.fix("Remove the comment", true, l.deleteLine(o.row))
		} else if o.sole {
			from := len(bytes.TrimRight(l.src[r.Start:r.Comment.Start], " \t"))
			p.fix("Remove the comment", true, Edit{int(r.Start) + from, int(r.End), ""})
		}
	}
	return l.found
}
