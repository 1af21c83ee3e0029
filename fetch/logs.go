package fetch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is how far back a zstd log may refer, and so the memory that it can
// ask for: what `zstd --long` uses at most unless told otherwise.
const maxWindow = 128 << 20

// Log is an access log that is being read, unpacked where it is gzip or zstd.
type Log struct {
	Name string // the path, or what the caller calls it

	unpacked io.Reader
	close    []func() error
}

// OpenLog opens a file or a pipe, as [OpenStream] does.
func OpenLog(path string) (*Log, error) {
	f, err := OpenStream(path)
	if err != nil {
		return nil, err
	}
	l, err := NewLog(path, f)
	if err != nil {
		f.Close()
		return nil, err
	}
	l.close = append(l.close, f.Close)
	return l, nil
}

// packings are the beginnings of packed files.
var packings = []struct{ magic, name string }{
	{"\x1f\x8b", "gzip"},
	{"\x28\xb5\x2f\xfd", "zstd"},
	{"BZh", "bzip2"},
	{"\xfd7zXZ\x00", "xz"},
	{"PK\x03\x04", "zip"},
}

// NewLog reads a log from r, which it does not close. How the log is packed
// shows in its first octets; packings other than gzip and zstd are an error.
func NewLog(name string, r io.Reader) (*Log, error) {
	l := &Log{Name: name}
	in := bufio.NewReaderSize(r, 256<<10)
	head, err := in.Peek(6)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	l.unpacked = in
	for _, p := range packings {
		if !bytes.HasPrefix(head, []byte(p.magic)) {
			continue
		}
		switch p.name {
		case "gzip":
			z, err := gzip.NewReader(in)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			l.unpacked = z
			l.close = append(l.close, z.Close)
		case "zstd":
			z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			l.unpacked = z
			l.close = append(l.close, func() error { z.Close(); return nil })
		default:
			return nil, fmt.Errorf("%s is packed with %s, which is not read: unpack it first", name, p.name)
		}
		break
	}
	return l, nil
}

// Read reads unpacked octets.
func (l *Log) Read(p []byte) (int, error) { return l.unpacked.Read(p) }

// Close ends the reading.
func (l *Log) Close() error {
	var errs []error
	for _, c := range l.close {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}
