package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// query is one line that check --jsonl reads. encoding/json would turn octets
// that are not UTF-8 into U+FFFD, and a robots.txt is octets: so its strings
// are taken out of the line as they stand.
type query struct {
	id                                                  []byte // any JSON value, as written
	robots, robotsB64, file, token, agent, url, dialect text
}

// text is a member that has to be a string.
type text struct {
	raw  []byte // between the quotes, escapes and all
	set  bool   // it is there, and not null
	odd  bool   // it is there and no string
	name string
}

// String is the text with its escapes resolved.
func (t text) String() string { return unescape(t.raw) }

// readQuery reads one JSON object. Where it returns an error the id is still
// set if the line shows one.
func readQuery(line []byte) (query, error) {
	q := query{id: []byte("null")}
	var bad error
	if !json.Valid(line) {
		var raw json.RawMessage
		bad = fmt.Errorf("not JSON: %w", json.Unmarshal(line, &raw))
	}
	s := jsonScanner{b: line}
	s.blank()
	if !s.take('{') {
		return q, errors.Join(bad, oneOf(bad == nil, "not a JSON object"))
	}
	for s.blank(); !s.take('}'); s.blank() {
		s.take(',')
		s.blank()
		key := s.value()
		s.blank()
		if !s.take(':') {
			break // only in a line that is not JSON
		}
		s.blank()
		q.set(key, s.value())
	}
	if bad != nil {
		if !json.Valid(q.id) {
			q.id = []byte("null")
		}
		return q, bad
	}
	return q, q.check()
}

func oneOf(use bool, msg string) error {
	if use {
		return errors.New(msg)
	}
	return nil
}

// set stores a member; those that nobody knows are ignored, and of equal ones
// the last counts.
func (q *query) set(key, value []byte) {
	if len(key) < 2 {
		return
	}
	var to *text
	name := unescape(key[1 : len(key)-1])
	switch name {
	case "id":
		q.id = value
		return
	case "robots":
		to = &q.robots
	case "robots_b64":
		to = &q.robotsB64
	case "file":
		to = &q.file
	case "token":
		to = &q.token
	case "agent":
		to = &q.agent
	case "url":
		to = &q.url
	case "dialect":
		to = &q.dialect
	default:
		return
	}
	*to = text{name: name, set: string(value) != "null"}
	if len(value) >= 2 && value[0] == '"' {
		to.raw = value[1 : len(value)-1]
	} else {
		to.odd = to.set
	}
}

// check says what is missing or of the wrong type.
func (q *query) check() error {
	for _, t := range []text{q.robots, q.robotsB64, q.file, q.token, q.agent, q.url, q.dialect} {
		if t.odd {
			return fmt.Errorf("%q must be a string", t.name)
		}
	}
	if n := count(q.robots.set, q.robotsB64.set, q.file.set); n != 1 {
		return errors.New(`give one of "robots", "robots_b64" and "file"`)
	}
	if n := count(q.token.set, q.agent.set); n != 1 {
		return errors.New(`give one of "token" and "agent"`)
	}
	if !q.url.set {
		return errors.New(`"url" is missing`)
	}
	return nil
}

func count(all ...bool) (n int) {
	for _, b := range all {
		if b {
			n++
		}
	}
	return n
}

// jsonScanner cuts JSON into values. It trusts its input to be valid, and only
// promises not to run past the end where it is not.
type jsonScanner struct {
	b  []byte
	at int
}

func (s *jsonScanner) blank() {
	for s.at < len(s.b) && (s.b[s.at] == ' ' || s.b[s.at] == '\t' || s.b[s.at] == '\r' || s.b[s.at] == '\n') {
		s.at++
	}
}

func (s *jsonScanner) take(c byte) bool {
	if s.at < len(s.b) && s.b[s.at] == c {
		s.at++
		return true
	}
	return false
}

// value passes over one value and returns it as written. At the end of the
// input it returns nothing.
func (s *jsonScanner) value() []byte {
	start, depth := s.at, 0
	for s.at < len(s.b) {
		switch c := s.b[s.at]; c {
		case '"':
			s.quoted()
		case '{', '[':
			depth++
			s.at++
		case '}', ']':
			depth--
			s.at++
		default:
			s.at++
		}
		if depth > 0 {
			continue
		}
		if depth < 0 {
			s.at--
			break
		}
		if first := s.b[start]; first == '"' || first == '{' || first == '[' || s.at == len(s.b) || endsScalar(s.b[s.at]) {
			break
		}
	}
	return s.b[start:s.at]
}

func endsScalar(c byte) bool {
	return c == ',' || c == '}' || c == ']' || c == ':' || c == ' ' || c == '\t' || c == '\r' || c == '\n'
}

func (s *jsonScanner) quoted() {
	for s.at++; s.at < len(s.b); s.at++ {
		switch s.b[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			return
		}
	}
	s.at = len(s.b)
}

// unescape resolves the escapes of a JSON string. A lone surrogate from DC80
// to DCFF stands for the octet 80 to FF, which is how Python writes octets that
// are not UTF-8 (PEP 383); any other lone one becomes U+FFFD.
func unescape(raw []byte) string {
	i := bytes.IndexByte(raw, '\\')
	if i < 0 {
		return string(raw)
	}
	out := append(make([]byte, 0, len(raw)), raw[:i]...)
	for i < len(raw) {
		c := raw[i]
		if c != '\\' || i+1 >= len(raw) {
			out = append(out, c)
			i++
			continue
		}
		i += 2
		switch raw[i-1] {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r := hexRune(raw, i)
			i += 4
			if low := lowSurrogate(raw, i); utf16.IsSurrogate(r) && low >= 0 && utf16.DecodeRune(r, low) != utf8.RuneError {
				r = utf16.DecodeRune(r, low)
				i += 6
			}
			if r >= 0xDC80 && r <= 0xDCFF {
				out = append(out, byte(r-0xDC00))
			} else {
				out = utf8.AppendRune(out, r)
			}
		default:
			out = append(out, raw[i-1])
		}
	}
	return string(out)
}

// hexRune reads the four digits at raw[i].
func hexRune(raw []byte, i int) rune {
	if i+4 > len(raw) {
		return utf8.RuneError
	}
	n, err := strconv.ParseUint(string(raw[i:i+4]), 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}

// lowSurrogate reads the "\uXXXX" at raw[i], or returns -1.
func lowSurrogate(raw []byte, i int) rune {
	if i+6 > len(raw) || raw[i] != '\\' || raw[i+1] != 'u' {
		return -1
	}
	return hexRune(raw, i+2)
}
