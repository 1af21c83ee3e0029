package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
)

const (
	batchOctets = 256 << 10 // of input that one worker takes at a time
	lineLimit   = 64 << 20  // octets of one line
)

// batch is a run of lines on its way from the reader through a worker to the
// writer.
type batch struct {
	in   []byte
	ends []int // of the lines in in, without their line ends
	out  []byte
	bad  bool // a line of it is answered with an error
	done chan struct{}
}

// reset makes b empty, and lets go of what an unusually long line needed.
func (b *batch) reset() {
	if cap(b.in) > 4*batchOctets || cap(b.out) > 16*batchOctets {
		b.in, b.out = nil, nil
	}
	b.in, b.ends, b.out, b.bad = b.in[:0], b.ends[:0], b.out[:0], false
}

// jsonLines answers each JSON line of standard input with one on standard
// output, in the same order. Workers decide batches side by side; the number of
// batches is fixed, so memory does not grow with the input. What has been
// decided is written before the reader waits for more. Dialect is for lines that
// name none.
func (c *cli) jsonLines(ctx context.Context, dialect string, explain bool) error {
	if _, err := dialectFor(dialect, bare("")); err != nil {
		return err
	}
	catalogue, err := c.catalogue()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	workers := runtime.GOMAXPROCS(0)
	n := 2*workers + 1
	free, work, order := make(chan *batch, n), make(chan *batch, n), make(chan *batch, n)
	for range n {
		free <- &batch{done: make(chan struct{}, 1)}
	}
	files := newFileStore()
	for range workers {
		go func() {
			a := asker{files: files, catalogue: catalogue, dialect: dialect, explain: explain}
			for b := range work {
				a.answerAll(b)
				b.done <- struct{}{}
			}
		}()
	}
	var readErr error
	go func() {
		defer close(order)
		defer close(work)
		r := lineReader{in: bufio.NewReaderSize(c.in, batchOctets)}
		for more := true; more; {
			var b *batch
			select {
			case b = <-free:
			case <-ctx.Done():
				return
			}
			b.reset()
			more, readErr = r.fill(b)
			work <- b
			order <- b
		}
	}()
	bad := false
	for {
		select {
		case <-ctx.Done(): // the reader may be waiting for input that does not come
			return ctx.Err()
		case b, more := <-order:
			if !more {
				return jsonLinesEnd(ctx, readErr, bad)
			}
			<-b.done
			bad = bad || b.bad
			if _, err := c.out.Write(b.out); err != nil {
				return err
			}
			if len(order) == 0 {
				if err := c.out.Flush(); err != nil {
					return err
				}
			}
			free <- b
		}
	}
}

func jsonLinesEnd(ctx context.Context, readErr error, bad bool) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case readErr != nil:
		return fmt.Errorf("cannot read standard input: %w", readErr)
	case bad:
		return errTold
	}
	return nil
}

// lineReader cuts a stream into batches of whole lines.
type lineReader struct {
	in *bufio.Reader
}

// fill reads lines into b until it is full or the next would have to be waited
// for. more is false at the end of the stream.
func (r *lineReader) fill(b *batch) (more bool, err error) {
	for len(b.in) < batchOctets {
		start := len(b.in)
		for {
			var part []byte
			part, err = r.in.ReadSlice('\n')
			if len(b.in)-start <= lineLimit { // one octet more shows that it is too long
				b.in = append(b.in, part...)
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				break
			}
		}
		b.ends = append(b.ends, len(b.in))
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if r.in.Buffered() == 0 {
			break
		}
	}
	return true, nil
}

// answerAll answers the lines of b. Blank lines are no questions.
func (a *asker) answerAll(b *batch) {
	start := 0
	for _, end := range b.ends {
		line := bytes.TrimSpace(b.in[start:end])
		start = end
		if len(line) == 0 {
			continue
		}
		var ok bool
		b.out, ok = a.answer(b.out, line)
		b.bad = b.bad || !ok
	}
}
