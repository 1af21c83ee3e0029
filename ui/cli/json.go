package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// writeJSON writes v, indented, as one JSON value and a line end.
func (c *cli) writeJSON(v any) error {
	b, err := marshal(v, "")
	if err != nil {
		return err
	}
	_, err = c.out.Write(append(b, '\n'))
	return err
}

// marshal writes v with an indent after each line's prefix, escaped as
// escapeJSON does it.
func marshal(v any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(prefix, "  ")
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return escapeJSON(nil, bytes.TrimSpace(b.Bytes())), nil
}

// escapeJSON appends the JSON in src to dst, with every character that a
// terminal does not simply show (DEL, C1, bidi marks, zero width, unassigned)
// written as an escape. They can stand in strings only, so the value is the
// same. Octets that are not UTF-8 become U+FFFD, as encoding/json does it.
func escapeJSON(dst, src []byte) []byte {
	start := 0
	for i := 0; i < len(src); {
		if src[i] >= ' ' && src[i] < 0x7F || src[i] == '\n' {
			i++
			continue
		}
		r, n := utf8.DecodeRune(src[i:])
		if r != utf8.RuneError && strconv.IsPrint(r) {
			i += n
			continue
		}
		dst = append(dst, src[start:i]...)
		i += n
		start = i
		if r == '\t' || r == '\r' {
			dst = append(dst, ' ') // white space between tokens
			continue
		}
		dst = appendEscape(dst, r)
	}
	return append(dst, src[start:]...)
}

// appendEscape appends \uXXXX, or two of them.
func appendEscape(dst []byte, r rune) []byte {
	if r1, r2 := utf16.EncodeRune(r); r1 != utf8.RuneError {
		return fmt.Appendf(dst, `\u%04x\u%04x`, r1, r2)
	}
	return fmt.Appendf(dst, `\u%04x`, r)
}

// appendString appends s as a JSON string, escaped as escapeJSON does it.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < 0x7F && c != '"' && c != '\\' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if c >= 0x80 && r != utf8.RuneError && strconv.IsPrint(r) {
			i += n
			continue
		}
		dst = append(dst, s[start:i]...)
		i += n
		start = i
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = appendEscape(dst, r)
		}
	}
	return append(append(dst, s[start:]...), '"')
}
