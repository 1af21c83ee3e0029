package lint

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

// linter is one run: the file as each dialect reads it, and what was found.
type linter struct {
	in             Input
	src            []byte
	rfc            *engine.File
	google, python *engine.File
	cat            *crawlers.Catalogue
	eol            string // the line end that the file uses
	html           bool   // the file is a page, a program or no text at all: its lines are not judged one by one
	rows           []row
	managed        []managed
	views          [2]*view // selections and compiled rules in rfc and google, made when first asked for

	deadLines map[int32]pat

	rule  Rule // the rule at hand
	found []found
}

// has is the set of what stands in the record of a line.
type has uint8

const (
	hasStar has = 1 << iota
	hasDollar
	hasPercent
	hasHigh    // 80 to FF
	hasBlank   // space or tab inside the value
	hasControl // 00 to 1F but tab, and 7F
)

// row is a line as RFC 9309 reads it.
type row struct {
	engine.Line
	num        int // 1-based
	text       []byte
	key, value []byte
	has        has // of the record; hasBlank, hasStar, hasDollar and hasPercent of the value
}

func newLinter(in Input) *linter {
	l := &linter{in: in, src: in.Src, cat: in.Catalogue, eol: "\n"}
	if l.cat == nil {
		l.cat = crawlers.BuiltIn()
	}
	l.rfc = engine.Parse(in.Src, engine.RFC)
	l.src = l.rfc.Src
	l.google = engine.Parse(l.src, engine.Google)
	l.python = engine.Parse(l.src, engine.Python)
	l.rows = make([]row, len(l.rfc.Lines))
	for i, line := range l.rfc.Lines {
		r := &l.rows[i]
		r.Line, r.num = line, i+1
		r.text = l.src[line.Start:line.End]
		r.key, r.value = line.Key.Of(l.src), line.Value.Of(l.src)
		for _, c := range r.value {
			switch c {
			case '*':
				r.has |= hasStar
			case '$':
				r.has |= hasDollar
			case '%':
				r.has |= hasPercent
			case ' ', '\t':
				r.has |= hasBlank
			}
		}
		for _, c := range r.record(l.src) {
			switch {
			case c >= 0x80:
				r.has |= hasHigh
			case c < 0x20 && c != '\t' || c == 0x7F:
				r.has |= hasControl
			}
		}
	}
	if first := l.rfc.Lines[0]; first.Next > first.End {
		l.eol = string(l.src[first.End:first.Next])
	}
	l.html = looksLikeHTML(l.src) || notText(l.src)
	l.managed = l.findManaged()
	return l
}

// record is the text of the line before its comment.
func (r *row) record(src []byte) []byte {
	if r.Comment.Len() > 0 {
		return src[r.Start:r.Comment.Start]
	}
	return src[r.Start:r.End]
}

// isRecord reports whether the line has a key.
func (r *row) isRecord() bool {
	return r.Kind != engine.KindBlank && r.Kind != engine.KindComment && r.Kind != engine.KindNoRecord
}

// paths calls do with each allow or disallow line that has a value, in a group
// or not.
func (l *linter) paths(do func(r *row)) {
	for i := range l.rows {
		if r := &l.rows[i]; r.Kind.IsRule() && len(r.value) > 0 {
			do(r)
		}
	}
}

// agents calls do with each user-agent line that has a value.
func (l *linter) agents(do func(r *row)) {
	for i := range l.rows {
		if r := &l.rows[i]; r.Kind == engine.KindUserAgent && len(r.value) > 0 {
			do(r)
		}
	}
}

// others calls do with each line whose key is none of the RFC's.
func (l *linter) others(do func(r *row, key string)) {
	if l.html {
		return
	}
	for i := range l.rows {
		if r := &l.rows[i]; r.Kind == engine.KindOther {
			do(r, strings.ToLower(string(r.key)))
		}
	}
}

func (r *row) lineSpan() Span { return Span{int(r.Start), int(r.End)} }

func (r *row) keySpan() Span { return Span{int(r.Key.Start), int(r.Key.End)} }

// valueSpan is the value, or the key where there is none.
func (r *row) valueSpan() Span {
	if r.Value.Len() == 0 {
		return r.keySpan()
	}
	return Span{int(r.Value.Start), int(r.Value.End)}
}

// part is a range of the value.
func (r *row) part(from, to int) Span {
	return Span{int(r.Value.Start) + from, int(r.Value.Start) + to}
}

// allows is the verb of a rule.
func (r *row) allows() bool { return r.Kind == engine.KindAllow }

func (r *row) verb() string { return verb(r.allows()) }

func verb(allow bool) string {
	if allow {
		return "Allow"
	}
	return "Disallow"
}

// setValue is the edit that writes another value.
func (r *row) setValue(value string) Edit {
	return Edit{int(r.Value.Start), int(r.Value.End), value}
}

func (r *row) setKey(key string) Edit { return Edit{int(r.Key.Start), int(r.Key.End), key} }

// split is the edit that writes the line once for each value.
func (l *linter) split(r *row, values ...string) Edit {
	head := string(l.src[r.Start:r.Value.Start])
	if r.num == 1 {
		head = strings.TrimPrefix(head, "\uFEFF")
	}
	return r.setValue(strings.Join(values, l.eol+head))
}

// insertBefore is the edit that puts a line before line num.
func (l *linter) insertBefore(num int, text string) Edit {
	at := int(l.rows[num-1].Start)
	if num == 1 {
		at = l.rfc.BOM
	}
	return Edit{at, at, text + l.eol}
}

// insertAfter is the edit that puts a line after line num.
func (l *linter) insertAfter(num int, text string) Edit {
	r := l.rfc.Lines[num-1]
	if r.Next > r.End {
		return Edit{int(r.Next), int(r.Next), text + l.eol}
	}
	return Edit{int(r.End), int(r.End), l.eol + text}
}

// deleteLine is the edit that takes line num away.
func (l *linter) deleteLine(num int) Edit {
	r := l.rfc.Lines[num-1]
	from := int(r.Start)
	if num == 1 {
		from = l.rfc.BOM
	}
	return Edit{from, int(r.Next), ""}
}

// clip is a value for a message: not too long, and valid UTF-8.
func clip(value []byte) string {
	const most = 60
	if len(value) <= most {
		return string(bytes.ToValidUTF8(value, []byte("\uFFFD")))
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(value[cut]) {
		cut--
	}
	return string(bytes.ToValidUTF8(value[:cut], []byte("\uFFFD"))) + "…"
}

// lower returns text with ASCII letters in lower case, octet by octet: bytes.ToLower changes the length
// of what is no UTF-8, and with it each place that follows.
func lower(text []byte) []byte {
	out := bytes.Clone(text)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return out
}

// list joins names for a sentence, and shortens a long list.
func list(names []string) string {
	const shown = 5
	switch n := len(names); {
	case n == 0:
		return ""
	case n == 1:
		return names[0]
	case n > shown+1:
		return strings.Join(names[:shown], ", ") + " and " + count(n-shown, "other", "others")
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
