package audit

import (
	"bytes"
	"io"
)

// MaxLine is how many octets of one line are read. A longer one is counted as
// broken and skipped; no server writes one on purpose.
const MaxLine = 1 << 20

// splitter cuts a log into blocks of whole lines. A line ends at LF, CR or
// CRLF; CRLF is never cut in two.
type splitter struct {
	r    io.Reader
	tail []byte // what was read after the last line end of the block before
	eof  bool
	err  error
}

func newSplitter(r io.Reader, size int) *splitter {
	return &splitter{r: r, tail: make([]byte, 0, size)}
}

// next fills buf, which has as many octets as the tail has room for, with whole
// lines and returns those. huge says that the octets are the start of a line
// that does not fit, and that its rest has been skipped. After the last block err is io.EOF, or what
// went wrong while reading; the block still counts.
func (s *splitter) next(buf []byte) (block []byte, huge bool, err error) {
	n := copy(buf, s.tail)
	s.tail = s.tail[:0]
	n += s.read(buf[n:])
	if s.eof {
		return buf[:n], false, s.err
	}
	cut := lineEnd(buf[:n])
	if cut > 0 {
		s.tail = append(s.tail, buf[cut:n]...)
		return buf[:cut], false, nil
	}
	s.skip(min(n, 64<<10), buf[n-1] == '\r')
	if s.eof && len(s.tail) == 0 {
		return buf[:n], true, s.err
	}
	return buf[:n], true, nil
}

// read fills buf as far as the log goes.
func (s *splitter) read(buf []byte) int {
	n := 0
	for n < len(buf) && !s.eof {
		m, err := s.r.Read(buf[n:])
		n += m
		if err != nil {
			s.eof, s.err = true, err
		}
	}
	return n
}

// lineEnd is the offset after the last line end, 0 for none. A CR as the last
// octet may be half of a CRLF, so it does not count.
func lineEnd(b []byte) int {
	if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
		return i + 1
	}
	return bytes.LastIndexByte(b[:len(b)-1], '\r') + 1
}

// skip drops the rest of a line, reading some octets at a time, and leaves what
// follows it in tail. afterCR says that the line ended with a CR already, so
// that only an LF belongs to it.
func (s *splitter) skip(some int, afterCR bool) {
	buf := s.tail[:some]
	for !s.eof {
		n := s.read(buf)
		b := buf[:n]
		if n == 0 {
			return
		}
		if afterCR {
			s.tail = append(s.tail[:0], bytes.TrimPrefix(b, []byte("\n"))...)
			return
		}
		i := bytes.IndexAny(b, "\r\n")
		if i < 0 {
			continue
		}
		if b[i] == '\r' && i == n-1 {
			afterCR = true
			continue
		}
		if b[i] == '\r' && b[i+1] == '\n' {
			i++
		}
		s.tail = append(s.tail[:0], b[i+1:]...)
		return
	}
}

// countLines counts the lines of a block, the last with or without an end.
func countLines(b []byte) int64 {
	if len(b) == 0 {
		return 0
	}
	n := bytes.Count(b, []byte{'\n'})
	if bytes.IndexByte(b, '\r') >= 0 {
		n += bytes.Count(b, []byte{'\r'}) - bytes.Count(b, []byte("\r\n"))
	}
	if c := b[len(b)-1]; c != '\n' && c != '\r' {
		n++
	}
	return int64(n)
}

// lines walks the lines of a block.
type lines struct {
	b     []byte
	lf    int // offset of the first LF in b, or its length
	hasCR bool
}

func newLines(b []byte) lines {
	return lines{b: b, lf: -1, hasCR: bytes.IndexByte(b, '\r') >= 0}
}

// next returns the next line without its end; ok is false after the last.
func (l *lines) next() (line []byte, ok bool) {
	if len(l.b) == 0 {
		return nil, false
	}
	if l.lf < 0 {
		if l.lf = bytes.IndexByte(l.b, '\n'); l.lf < 0 {
			l.lf = len(l.b)
		}
	}
	end, after := l.lf, l.lf+1
	if l.hasCR {
		if cr := bytes.IndexByte(l.b[:l.lf], '\r'); cr >= 0 {
			end = cr
			if cr+1 != l.lf || l.lf == len(l.b) {
				after = cr + 1
			}
		}
	}
	line = l.b[:end]
	l.b = l.b[min(after, len(l.b)):]
	if l.lf -= after; l.lf < 0 {
		l.lf = -1
	}
	return line, true
}
