package ui

import (
	"bytes"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// diffContext is the usual number of lines around those that differ.
const diffContext = 3

// diffLine is a line of a comparison. Of a line that is in one text only, the
// number in the other is 0.
type diffLine struct {
	was, now int // 1-based
	text     string
	end      string // its line end, where the texts differ in it
}

// diffHunk is lines that differ, with those around them.
type diffHunk []diffLine

// diffOf compares two texts line by line. Lines end as in a robots.txt, by LF,
// CR or CRLF, and two that end differently differ. context is how many lines
// stand around those that differ.
func diffOf(was, now []byte, context int) (hunks []diffHunk, added, removed int) {
	a, b := splitLines(was), splitLines(now)
	var h diffHunk
	at, last := 0, 0 // lines of a shown so far, and the first after the last change
	shift := 0       // what a line's number grows by
	same := func(to int) {
		for ; at < to; at++ {
			h = append(h, diffLine{was: at + 1, now: at + 1 + shift, text: a[at]})
		}
	}
	flush := func() {
		if h != nil {
			same(min(last+context, len(a)))
			hunks = append(hunks, h)
			h = nil
		}
	}
	for _, d := range lcs.DiffLines(a, b) {
		if h == nil || d.Start-last > 2*context {
			flush()
			at = max(at, d.Start-context)
			h = diffHunk{}
		}
		same(d.Start)
		for i := d.Start; i < d.End; i++ {
			h = append(h, diffLine{was: i + 1, text: a[i]})
		}
		for i := d.ReplStart; i < d.ReplEnd; i++ {
			h = append(h, diffLine{now: i + 1, text: b[i]})
		}
		removed += d.End - d.Start
		added += d.ReplEnd - d.ReplStart
		at, last = d.End, d.End
		shift = d.ReplEnd - d.End
	}
	flush()
	for _, h := range hunks {
		tellLineEnds(h)
	}
	return hunks, added, removed
}

// splitLines cuts a text behind each line end.
func splitLines(text []byte) []string {
	var lines []string
	for len(text) > 0 {
		n := bytes.IndexAny(text, "\r\n") + 1
		switch {
		case n == 0:
			n = len(text)
		case text[n-1] == '\r' && n < len(text) && text[n] == '\n':
			n++
		}
		lines = append(lines, string(text[:n]))
		text = text[n:]
	}
	return lines
}

// tellLineEnds takes the line ends off, and names those of the lines that
// differ where not all end in LF.
func tellLineEnds(h diffHunk) {
	tell := false
	ends := make([]string, len(h))
	for i := range h {
		l := &h[i]
		body := trimLineEnd(l.text)
		ends[i] = l.text[len(body):]
		l.text = body
		tell = tell || (l.was == 0 || l.now == 0) && ends[i] != "\n"
	}
	for i := range h {
		if tell && (h[i].was == 0 || h[i].now == 0) {
			h[i].end = map[string]string{"\n": "LF", "\r\n": "CRLF", "\r": "CR", "": "no line end"}[ends[i]]
		}
	}
}

func trimLineEnd(s string) string {
	if n := len(s); n > 0 && s[n-1] == '\n' {
		s = s[:n-1]
	}
	if n := len(s); n > 0 && s[n-1] == '\r' {
		s = s[:n-1]
	}
	return s
}
