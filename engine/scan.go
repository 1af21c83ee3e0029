package engine

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// Span is a range of octets, End excluded.
type Span struct{ Start, End int32 }

// Len returns the number of octets in s.
func (s Span) Len() int { return int(s.End - s.Start) }

// Of returns the octets of b that s covers.
func (s Span) Of(b []byte) []byte { return b[s.Start:s.End] }

// Kind is what a line is.
type Kind uint8

// The kinds of lines. A KindOther line has a key that is none of the fields
// known to the engine; a KindNoRecord line has text but no key.
const (
	KindBlank Kind = iota
	KindComment
	KindUserAgent
	KindAllow
	KindDisallow
	KindSitemap
	KindCrawlDelay
	KindOther
	KindNoRecord
)

var kindNames = [...]string{"blank", "comment", "user-agent", "allow", "disallow", "sitemap", "crawl-delay", "other", "no record"}

// String returns the kind's name, such as "user-agent".
func (k Kind) String() string { return kindNames[k] }

// IsRule reports whether k is an allow or a disallow line.
func (k Kind) IsRule() bool { return k == KindAllow || k == KindDisallow }

// Notes are the facts that made a line live or dead, a set of bits.
type Notes uint16

// The notes that a scan or a parse can leave on a line.
const (
	// Taken although RFC 9309 would not.
	NoteTypo      Notes = 1 << iota // the key is a misspelling that is accepted
	NotePrefix                      // only the start of the key was compared
	NoteNoColon                     // two words without a colon were accepted
	NoteCutNUL                      // the line was cut at a NUL octet
	NoteCutLong                     // the line was cut at Dialect.LineLimit
	NoteAgentCut                    // the user-agent value was cut to a product token
	NoteStarTail                    // "* and more" was taken for "*"
	NoteEmptyAll                    // the empty value matches every path
	NoteIndexHTML                   // the rule also opens its folder

	// Not taken, or without effect.
	NoteNoGroup   // a rule before the first user-agent line (RFC 9309, 2.2.2)
	NoteEmpty     // an empty value matches nothing (2.2.2)
	NoteSpace     // white space or a control octet in the value: no path-pattern (2.2)
	NoteNoSlash   // starts with neither "/" nor "*": can match nothing (2.2, erratum 7995)
	NoteNotToken  // the user-agent value is no product token (2.2.1)
	NoteGroupLost // python: a blank line dropped this group before it had rules
)

// Scanned is one line taken apart. Spans are offsets into the line.
type Scanned struct {
	Kind    Kind
	Notes   Notes
	Key     Span // as written, trimmed
	Value   Span // trimmed; empty where there is none
	Comment Span // from "#" to the end of what is read, or empty
	Colon   int32
	class   class // which octets the value holds
}

// ScanLine takes one line apart, without its line end. It is the only
// tokenizer: the parser and the colours both come from it. Colon is the offset
// of the separator, or -1.
func ScanLine(line []byte, d *Dialect) Scanned {
	var s Scanned
	s.scan(line, d)
	return s
}

// scan is ScanLine in place. It passes over each octet of a usual line once:
// up to the separator, and from there while the value's classes are gathered.
func (s *Scanned) scan(line []byte, d *Dialect) {
	*s = Scanned{Colon: -1}
	if d.LineLimit > 0 && len(line) > d.LineLimit {
		line = line[:d.LineLimit]
		s.Notes |= NoteCutLong
	}
	sep := -1
	for i, c := range line {
		if c > ':' {
			continue
		}
		if c == ':' {
			sep = i
			break
		}
		if c == '#' || c == 0 && d.CutAtNUL {
			line = s.stop(line, i, d)
			break
		}
	}
	if sep < 0 {
		if sep = s.withoutColon(line, d); sep < 0 {
			return
		}
	}
	from := sep + 1
	for from < len(line) && (line[from] == ' ' || line[from] == '\t') {
		from++
	}
	c, whole := class(0), true
	for i, x := range line[from:] {
		t := classes[x]
		if t == 0 {
			continue
		}
		c |= t
		if t&classStop != 0 && (x == '#' || d.CutAtNUL) {
			line, whole = s.stop(line, from+i, d), false
			break
		}
	}
	klo, khi := trim(line, 0, sep, d.WideTrim)
	vlo, vhi := trim(line, from, len(line), d.WideTrim)
	if !whole || vlo != from || vhi != len(line) {
		c = classOf(line[vlo:vhi])
	}
	if vlo == vhi {
		vlo, vhi = sep+1, sep+1
	}
	s.Colon, s.class = int32(sep), c
	s.Key, s.Value = Span{int32(klo), int32(khi)}, Span{int32(vlo), int32(vhi)}
	if klo == khi {
		s.Kind = KindNoRecord
		return
	}
	kind, notes := keyKind(line[klo:khi], d)
	s.Kind, s.Notes = kind, s.Notes|notes
}

// stop ends the text of line at i, where a comment begins or the line is cut.
func (s *Scanned) stop(line []byte, i int, d *Dialect) []byte {
	end := len(line)
	if d.CutAtNUL {
		if n := bytes.IndexByte(line[i:], 0); n >= 0 {
			end = i + n
			s.Notes |= NoteCutNUL
		}
	}
	if line[i] == '#' {
		s.Comment = Span{int32(i), int32(end)}
	}
	return line[:i]
}

// withoutColon takes apart a text that has none. Where two words will do it
// returns the offset between them, else -1.
func (s *Scanned) withoutColon(text []byte, d *Dialect) int {
	lo, hi := trim(text, 0, len(text), d.WideTrim)
	if lo == hi {
		if s.Comment.Len() > 0 {
			s.Kind = KindComment
		}
		s.Key, s.Value = Span{int32(lo), int32(lo)}, Span{int32(lo), int32(lo)}
		return -1
	}
	if d.ColonOptional {
		if sep := twoWords(text[lo:hi]); sep > 0 {
			s.Notes |= NoteNoColon
			return lo + sep
		}
	}
	s.Kind = KindNoRecord
	s.Key, s.Value = Span{int32(lo), int32(hi)}, Span{int32(hi), int32(hi)}
	return -1
}

// twoWords returns the offset of the white space between exactly two words, or
// -1. text is trimmed (google/robotstxt, GetKeyAndValueFrom).
func twoWords(text []byte) int {
	sep := bytes.IndexAny(text, " \t")
	if sep < 0 {
		return -1
	}
	val := bytes.TrimLeft(text[sep:], " \t")
	if bytes.ContainsAny(val, " \t") {
		return -1
	}
	return sep
}

// trim narrows b[lo:hi] by the white space of t on both sides.
func trim(b []byte, lo, hi int, t Trim) (int, int) {
	for lo < hi && isBlank(b[lo], t) {
		lo++
	}
	for lo < hi && isBlank(b[hi-1], t) {
		hi--
	}
	if t != TrimUnicode || lo == hi || (b[lo] < 0x80 && b[hi-1] < 0x80) {
		return lo, hi
	}
	for lo < hi {
		r, n := utf8.DecodeRune(b[lo:hi])
		if !pythonSpace(r) {
			break
		}
		lo += n
	}
	for lo < hi {
		r, n := utf8.DecodeLastRune(b[lo:hi])
		if !pythonSpace(r) {
			break
		}
		hi -= n
	}
	return lo, hi
}

func isBlank(c byte, t Trim) bool {
	if c == ' ' || c == '\t' {
		return true
	}
	switch t {
	case TrimASCII:
		return c >= '\n' && c <= '\r'
	case TrimUnicode:
		return c >= '\n' && c <= '\r' || c >= 0x1C && c <= 0x1F
	}
	return false
}

// keyKind says which field a key names. Google compares only the start of the
// key, and takes some misspellings, none of them for allow (robots.cc).
func keyKind(key []byte, d *Dialect) (Kind, Notes) {
	switch key[0] | 0x20 {
	case 'u':
		if n := foldPrefix(key, "user-agent", d); n != noPrefix {
			return KindUserAgent, n
		}
		if d.KeyTypos && (hasFold(key, "useragent") || hasFold(key, "user agent")) {
			return KindUserAgent, NoteTypo
		}
	case 'a':
		if n := foldPrefix(key, "allow", d); n != noPrefix {
			return KindAllow, n
		}
	case 'd':
		if len(key) == len("disallow") && binary.LittleEndian.Uint64(key)|caseBits == disallow {
			return KindDisallow, 0
		}
		if n := foldPrefix(key, "disallow", d); n != noPrefix {
			return KindDisallow, n
		}
		if d.KeyTypos {
			for _, typo := range disallowTypos {
				if hasFold(key, typo) {
					return KindDisallow, NoteTypo
				}
			}
		}
	case 's':
		if n := foldPrefix(key, "sitemap", d); n != noPrefix {
			return KindSitemap, n
		}
		if d.KeyTypos && hasFold(key, "site-map") {
			return KindSitemap, NoteTypo
		}
	case 'c':
		if len(key) == len("crawl-delay") && hasFold(key, "crawl-delay") {
			return KindCrawlDelay, 0
		}
	}
	return KindOther, 0
}

// disallow is the word as a number; caseBits, which are set in its letters, make
// capitals small.
const (
	disallow = 'd' | 'i'<<8 | 's'<<16 | 'a'<<24 | 'l'<<32 | 'l'<<40 | 'o'<<48 | 'w'<<56
	caseBits = 0x2020202020202020
)

var disallowTypos = [...]string{"dissallow", "dissalow", "disalow", "diasllow", "disallaw"}

const noPrefix Notes = 0xFFFF

// foldPrefix compares key with name as d wants it: whole, or only its start.
func foldPrefix(key []byte, name string, d *Dialect) Notes {
	if !hasFold(key, name) {
		return noPrefix
	}
	if len(key) == len(name) {
		return 0
	}
	if d.KeyByPrefix {
		return NotePrefix
	}
	return noPrefix
}

// hasFold reports whether key starts with name, which is lower case, without
// ASCII case.
func hasFold(key []byte, name string) bool {
	if len(key) < len(name) {
		return false
	}
	for i := range len(name) {
		c := key[i]
		if c-'A' < 26 {
			c |= 0x20
		}
		if c != name[i] {
			return false
		}
	}
	return true
}
