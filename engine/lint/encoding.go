package lint

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

func (l *linter) notUTF8() {
	if utf8.Valid(l.src) {
		return
	}
	if text, order := utf16Text(l.src); order != "" {
		p := l.report(Span{0, min(2, len(l.src))}, "The file is UTF-16 (%s), so that no line of it is a record. Save it as UTF-8.", order)
		p.fix("Write the file as UTF-8", false, Edit{0, len(l.src), text})
		return
	}
	if l.html {
		return // no robots.txt in any encoding
	}
	var edits []Edit
	var first, n int
	inRecord := false
	for i := 0; i < len(l.src); {
		r, size := utf8.DecodeRune(l.src[i:])
		if r != utf8.RuneError || size > 1 {
			i += size
			continue
		}
		if n == 0 {
			first = i
		}
		n++
		line := &l.rows[l.rfc.LineAt(i)-1]
		inRecord = inRecord || line.Comment.Len() == 0 || i < int(line.Comment.Start)
		edits = append(edits, Edit{i, i + 1, latin1(l.src[i])})
		i++
	}
	where := "Only comments are touched, so no rule changes."
	if inRecord {
		where = "Rules are compared octet by octet, so these match only URLs in the same encoding."
	}
	p := l.report(Span{first, first + 1}, "The file is not UTF-8: %s, the first is 0x%02X. %s Save it as UTF-8.", count(n, "octet is no part of a character", "octets are no part of a character"), l.src[first], where)
	if !inRecord {
		p.Severity = Info
	}
	if n < 10000 {
		p.fix("Read them as Windows-1252 and write UTF-8", false, edits...)
	}
}

// latin1 is the character of an octet in Windows-1252, near enough: the octets
// that differ from Latin-1 are rare outside prose.
func latin1(c byte) string {
	const high = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"
	if c >= 0x80 && c < 0xA0 {
		return string([]rune(high)[c-0x80])
	}
	return string(rune(c))
}

// utf16Text decodes b if it is UTF-16, by its byte order mark or by every
// second octet of its start being zero. The order is "" where it is not.
func utf16Text(b []byte) (text, order string) {
	odd, even := 0, 0
	head := b[:min(len(b), 64)]
	for i, c := range head {
		if c == 0 && i%2 == 1 {
			odd++
		} else if c == 0 {
			even++
		}
	}
	half := len(head) / 2
	var at func(i int) rune
	switch {
	case bytes.HasPrefix(b, []byte{0xFF, 0xFE}) || half > 4 && odd > half*3/4 && even == 0:
		at, order = func(i int) rune { return rune(b[i]) | rune(b[i+1])<<8 }, "little endian"
	case bytes.HasPrefix(b, []byte{0xFE, 0xFF}) || half > 4 && even > half*3/4 && odd == 0:
		at, order = func(i int) rune { return rune(b[i+1]) | rune(b[i])<<8 }, "big endian"
	default:
		return "", ""
	}
	var out strings.Builder
	for i := 0; i+1 < len(b); i += 2 {
		r := at(i)
		if r >= 0xD800 && r < 0xDC00 && i+3 < len(b) {
			if low := at(i + 2); low >= 0xDC00 && low < 0xE000 {
				r = (r-0xD800)<<10 + (low - 0xDC00) + 0x10000
				i += 2
			}
		}
		if r != 0xFEFF || i > 0 {
			out.WriteRune(r)
		}
	}
	return out.String(), order
}

func (l *linter) bom() {
	if twice := len("\u00EF\u00BB\u00BF"); bytes.HasPrefix(l.src, []byte("\u00EF\u00BB\u00BF")) {
		p := l.report(Span{0, twice}, "The file starts with a byte order mark that was encoded twice. No crawler knows it, so the first line is lost: save without it.")
		p.Severity, p.Dialects = Error, every
		p.fix("Remove the byte order mark", true, Edit{0, twice, ""})
		return
	}
	if l.rfc.BOM == 0 {
		return
	}
	p := l.report(Span{0, l.rfc.BOM}, "The file starts with a byte order mark. Google and the RFC skip it, but a strict reader takes it for part of the first line and loses that line. Save without it.")
	p.fix("Remove the byte order mark", true, Edit{0, l.rfc.BOM, ""})
}
