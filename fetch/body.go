package fetch

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"
)

// errRawLimit ends a stream that brings more coded octets than the decoded
// ones it is allowed: gzip members without content can go on for ever.
var errRawLimit = errors.New("the coded body is longer than its limit")

// decode undoes a content coding. The reader it returns is lazy; a body
// without octets is an empty file under any coding.
func decode(coding string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(strings.TrimSpace(coding)) {
	case "", "identity":
		return r, nil
	case "gzip", "x-gzip":
		b := bufio.NewReader(r)
		if _, err := b.Peek(1); err == io.EOF {
			return b, nil
		}
		return gzip.NewReader(b)
	case "deflate":
		b := bufio.NewReader(r)
		head, err := b.Peek(2)
		if err == io.EOF && len(head) == 0 {
			return b, nil
		}
		// The coding is zlib (RFC 9110 8.4.1.2), but some servers send bare
		// deflate; a zlib header is a multiple of 31 with method 8.
		if len(head) == 2 && head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
			return zlib.NewReader(b)
		}
		return flate.NewReader(b), nil
	}
	return nil, fmt.Errorf("it is coded as %q, which was not asked for", coding)
}

// octetLimit ends a stream that is longer than its limit with an error, not
// silently.
type octetLimit struct {
	r    io.Reader
	left int64
	err  error
}

func (l *octetLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		if n, err := l.r.Read(p[:min(len(p), 1)]); n == 0 {
			return 0, err
		}
		return 0, l.err
	}
	n, err := l.r.Read(p[:min(int64(len(p)), l.left)])
	l.left -= int64(n)
	return n, err
}

// readUpTo reads at most limit octets and tells whether there was more.
func readUpTo(r io.Reader, limit int, tell func(int)) (body []byte, more bool, err error) {
	chunk := make([]byte, 32<<10)
	for {
		n, err := r.Read(chunk)
		if room := limit - len(body); n > room {
			body, more = append(body, chunk[:room]...), true
		} else {
			body = append(body, chunk[:n]...)
		}
		if tell != nil && n > 0 {
			tell(len(body))
		}
		switch {
		case more:
			return body, true, nil
		case err == io.EOF:
			return body, false, nil
		case err != nil:
			return body, false, err
		}
	}
}
