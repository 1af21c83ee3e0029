package suite

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxLine is the length in octets above which a line of a list or table is
// skipped with a RowError. No URL that a crawler asks for is near it, and it
// keeps memory bounded whatever is fed in.
const MaxLine = 1 << 20

// RowError is something wrong with one row of a list or table. The rows around
// it are still good.
type RowError struct {
	Line int    // 1-based, where the row begins
	Msg  string // what is wrong and what would be right
}

// Error is "line 3: ...".
func (e *RowError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Msg) }

// line is one line with its end: "\n", "\r\n", "\r" or nothing.
type line struct {
	num     int // 1-based
	text    string
	end     string
	tooLong bool
}

// lines reads lines of any bytes in bounded memory. Exports come in UTF-8 and
// UTF-16, with and without a byte order mark; what comes out is UTF-8, without
// one, or else the bytes as they are.
type lines struct {
	s       *bufio.Scanner
	num     int
	skipped bool   // the coming line has lost its beginning
	back    []line // lines put back, the next one first
}

func newLines(r io.Reader) *lines {
	l := &lines{s: bufio.NewScanner(utf8From(r))}
	l.s.Buffer(make([]byte, 0, 64<<10), MaxLine+2)
	l.s.Split(l.split)
	return l
}

// split cuts after a line end. A line that outgrows the buffer is thrown away
// piece by piece, and its end is passed on with the flag set.
func (l *lines) split(data []byte, atEOF bool) (advance int, token []byte, err error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i >= 0 && data[i] == '\r' && i+1 == len(data) && !atEOF:
		if len(data) > MaxLine {
			l.skipped = true
			return i, nil, nil
		}
		return 0, nil, nil // an LF may follow
	case i >= 0 && data[i] == '\r' && i+1 < len(data) && data[i+1] == '\n':
		return i + 2, data[:i+2], nil
	case i >= 0:
		return i + 1, data[:i+1], nil
	case len(data) > MaxLine:
		l.skipped = true
		return len(data), nil, nil
	case atEOF && (len(data) > 0 || l.skipped):
		return len(data), data, bufio.ErrFinalToken
	}
	return 0, nil, nil
}

func (l *lines) next() (line, bool) {
	if len(l.back) > 0 {
		ln := l.back[0]
		l.back = l.back[1:]
		return ln, true
	}
	if !l.s.Scan() {
		return line{}, false
	}
	l.num++
	text := l.s.Text()
	n := len(text)
	for n > 0 && (text[n-1] == '\n' || text[n-1] == '\r') {
		n--
	}
	ln := line{num: l.num, text: text[:n], end: text[n:], tooLong: l.skipped || n > MaxLine}
	l.skipped = false
	if ln.tooLong {
		ln.text = ""
	}
	return ln, true
}

// putBack makes next return these lines first.
func (l *lines) putBack(ls []line) {
	l.back = append(append([]line(nil), ls...), l.back...)
}

func (l *lines) err() error { return l.s.Err() }

func tooLong(num int) *RowError {
	return &RowError{num, fmt.Sprintf("longer than %d octets, skipped", MaxLine)}
}

// utf8From drops a byte order mark and turns UTF-16 into UTF-8. UTF-16 without
// a mark is known by a NUL in every second of the first four bytes.
func utf8From(r io.Reader) io.Reader {
	b := bufio.NewReaderSize(r, 64<<10)
	head, _ := b.Peek(4)
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		_, _ = b.Discard(3) // peeked above, cannot fail
	case bytes.HasPrefix(head, []byte("\xFF\xFE")):
		return &utf16Reader{r: b, low: 0}
	case bytes.HasPrefix(head, []byte("\xFE\xFF")):
		return &utf16Reader{r: b, low: 1}
	case len(head) == 4 && head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0:
		return &utf16Reader{r: b, low: 0}
	case len(head) == 4 && head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0:
		return &utf16Reader{r: b, low: 1}
	}
	return b
}

// utf16Reader turns UTF-16 into UTF-8. Lone surrogates and a last odd byte
// become U+FFFD; byte order marks are dropped.
type utf16Reader struct {
	r    *bufio.Reader
	low  int    // which byte of a pair is the low one
	high rune   // a high surrogate that waits for its other half, or 0
	out  []byte // encoded and not yet read
	err  error
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) < len(p) && u.err == nil {
		u.unit()
	}
	if len(u.out) == 0 && u.err != nil {
		return 0, u.err
	}
	n := copy(p, u.out)
	u.out = u.out[:copy(u.out, u.out[n:])]
	return n, nil
}

// unit encodes one unit of 16 bits.
func (u *utf16Reader) unit() {
	pair, err := u.r.Peek(2)
	if len(pair) < 2 {
		if u.high != 0 || len(pair) == 1 {
			u.out = utf8.AppendRune(u.out, utf8.RuneError)
		}
		u.err = err
		return
	}
	c := rune(pair[u.low]) | rune(pair[1-u.low])<<8
	_, _ = u.r.Discard(2) // peeked above, cannot fail
	if u.high != 0 {
		c2 := utf16.DecodeRune(u.high, c)
		u.high = 0
		u.out = utf8.AppendRune(u.out, c2)
		if c2 != utf8.RuneError {
			return
		}
	}
	switch {
	case c >= 0xD800 && c < 0xDC00:
		u.high = c
	case c == 0xFEFF:
	default:
		u.out = utf8.AppendRune(u.out, c)
	}
}
