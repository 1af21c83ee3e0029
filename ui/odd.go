package ui

import (
	"bytes"
	"unicode/utf8"

	"robotslens/ui/screen"
)

// oddText says what is odd about the octets of a text, or "".
func oddText(b []byte) string {
	switch {
	case len(b) > 1 && (b[0] == 0xFF && b[1] == 0xFE || b[0] == 0xFE && b[1] == 0xFF):
		return "this text is UTF-16: crawlers read robots.txt as UTF-8 and find no rule in it"
	case !utf8.Valid(b):
		return "this text is not UTF-8: what is not is shown as " + screen.Clean("\xff")
	case bytes.IndexByte(b, 0) >= 0:
		return "this text holds NUL octets: is it a robots.txt?"
	}
	return ""
}
