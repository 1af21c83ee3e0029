package audit

import (
	"bytes"
	"unicode/utf8"
)

// jsonLines parses one JSON object a line. It checks the structure as far as it
// walks it; it is not a validator.
type jsonLines struct {
	fields  Fields
	values  values
	path    []byte // lower-case name of the value at hand, nested names joined by dots
	text    []byte // strings with escapes, undone
	scratch []byte
	line    []byte
	pos     int
}

// maxDepth bounds the nesting of a line: no server writes more than four.
const maxDepth = 32

func (p *jsonLines) parse(line []byte, h *Hit) Fault {
	*h = Hit{coding: plain}
	p.values = values{}
	p.path, p.text = p.path[:0], p.text[:0]
	p.line, p.pos = line, 0
	p.space()
	if p.pos == len(line) || line[p.pos] != '{' || !p.value(0) {
		return BadJSON
	}
	p.space()
	if p.pos != len(line) {
		return BadJSON
	}
	var fault Fault
	p.scratch, fault = p.values.fill(h, -1, 0, p.scratch)
	return fault
}

func (p *jsonLines) space() {
	for p.pos < len(p.line) {
		switch p.line[p.pos] {
		case ' ', '\t', '\r', '\n':
			p.pos++
		default:
			return
		}
	}
}

// value walks one value and keeps it where its name means something.
func (p *jsonLines) value(depth int) bool {
	if p.pos >= len(p.line) || depth > maxDepth {
		return false
	}
	switch c := p.line[p.pos]; c {
	case '{':
		return p.object(depth)
	case '[':
		return p.array(depth)
	case '"':
		s, escaped, ok := p.str()
		if !ok {
			return false
		}
		if m := p.fields.lookup(p.path); m.role != roleNone {
			if escaped {
				s = p.undo(s)
			}
			p.values.set(m, s)
		}
		return true
	default:
		start := p.pos
		for p.pos < len(p.line) {
			c := p.line[p.pos]
			if c == ',' || c == '}' || c == ']' || c == ' ' || c == '\t' {
				break
			}
			p.pos++
		}
		s := p.line[start:p.pos]
		if len(s) == 0 {
			return false
		}
		if s[0] != '-' && s[0]-'0' > 9 {
			return string(s) == "true" || string(s) == "false" || string(s) == "null"
		}
		if m := p.fields.lookup(p.path); m.role != roleNone {
			p.values.set(m, s)
		}
		return true
	}
}

func (p *jsonLines) object(depth int) bool {
	p.pos++
	base := len(p.path)
	for first := true; ; first = false {
		p.space()
		if p.pos >= len(p.line) {
			return false
		}
		if first && p.line[p.pos] == '}' {
			p.pos++
			return true
		}
		if p.line[p.pos] != '"' {
			return false
		}
		key, _, ok := p.str()
		if !ok {
			return false
		}
		p.space()
		if p.pos >= len(p.line) || p.line[p.pos] != ':' {
			return false
		}
		p.pos++
		p.space()
		if base > 0 {
			p.path = append(p.path, '.')
		}
		for _, c := range key {
			if c-'A' < 26 {
				c |= 0x20
			}
			p.path = append(p.path, c)
		}
		if !p.value(depth + 1) {
			return false
		}
		p.path = p.path[:base]
		p.space()
		if p.pos >= len(p.line) {
			return false
		}
		c := p.line[p.pos]
		p.pos++
		if c == '}' {
			return true
		}
		if c != ',' {
			return false
		}
	}
}

// array walks the elements under the name of the array: of several values with
// one meaning the first is kept.
func (p *jsonLines) array(depth int) bool {
	p.pos++
	for first := true; ; first = false {
		p.space()
		if p.pos >= len(p.line) {
			return false
		}
		if first && p.line[p.pos] == ']' {
			p.pos++
			return true
		}
		if !p.value(depth + 1) {
			return false
		}
		p.space()
		if p.pos >= len(p.line) {
			return false
		}
		c := p.line[p.pos]
		p.pos++
		if c == ']' {
			return true
		}
		if c != ',' {
			return false
		}
	}
}

// str takes a string; escaped tells that it holds a backslash.
func (p *jsonLines) str() (s []byte, escaped, ok bool) {
	p.pos++
	start := p.pos
	for {
		i := bytes.IndexByte(p.line[p.pos:], '"')
		if i < 0 {
			return nil, false, false
		}
		end := p.pos + i
		n := 0
		for end-1-n >= start && p.line[end-1-n] == '\\' {
			n++
		}
		p.pos = end + 1
		if n%2 == 0 {
			s = p.line[start:end]
			return s, bytes.IndexByte(s, '\\') >= 0, true
		}
	}
}

// undo undoes JSON's escapes, and the \xHH that nginx writes without
// escape=json. What it returned before stays as it is.
func (p *jsonLines) undo(s []byte) []byte {
	start := len(p.text)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '\\' || i+1 == len(s) {
			p.text = append(p.text, c)
			continue
		}
		i++
		switch c = s[i]; c {
		case 'n':
			p.text = append(p.text, '\n')
		case 't':
			p.text = append(p.text, '\t')
		case 'r':
			p.text = append(p.text, '\r')
		case 'b':
			p.text = append(p.text, '\b')
		case 'f':
			p.text = append(p.text, '\f')
		case 'u':
			r, ok := hex4(s[i+1:])
			if !ok {
				p.text = append(p.text, '\\', 'u')
				continue
			}
			i += 4
			if r >= 0xD800 && r < 0xDC00 && i+2 < len(s) && s[i+1] == '\\' && s[i+2] == 'u' {
				if low, ok := hex4(s[i+3:]); ok && low >= 0xDC00 && low < 0xE000 {
					r = (r-0xD800)<<10 + (low - 0xDC00) + 0x10000
					i += 6
				}
			}
			p.text = utf8.AppendRune(p.text, r)
		case 'x':
			if i+2 < len(s) && hexDigit(s[i+1]) >= 0 && hexDigit(s[i+2]) >= 0 {
				p.text = append(p.text, byte(hexDigit(s[i+1])<<4|hexDigit(s[i+2])))
				i += 2
				continue
			}
			p.text = append(p.text, '\\', 'x')
		default:
			p.text = append(p.text, c)
		}
	}
	return p.text[start:]
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	r := rune(0)
	for _, c := range b[:4] {
		d := hexDigit(c)
		if d < 0 {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}
