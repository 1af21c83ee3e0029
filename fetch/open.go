package fetch

import (
	"context"
	"fmt"
	"io"
	"time"
)

// open asks for a URL and gives its body as a stream, with redirects followed
// and the content coding undone, and the URL that answered. Anything but a
// good answer is an error.
func (c *Client) open(ctx context.Context, rawURL string, limit time.Duration) (io.ReadCloser, string, error) {
	target, err := pageURL(rawURL)
	if err != nil {
		return nil, rawURL, err
	}
	within, cancel := context.WithCancelCause(ctx)
	clock := time.AfterFunc(limit, func() { cancel(errTime) })
	end := func() { clock.Stop(); cancel(nil) }
	r := &Result{RobotsURL: target, FinalURL: target}
	resp, fail := c.follow(within, Request{}, r)
	if fail != nil {
		if resp != nil {
			resp.Body.Close()
		}
		end()
		return nil, r.FinalURL, fmt.Errorf("%s", fail.text)
	}
	if r.Status < 200 || r.Status > 299 {
		resp.Body.Close()
		end()
		return nil, r.FinalURL, fmt.Errorf("the server answers %d", r.Status)
	}
	plain, err := decode(r.Encoding, resp.Body)
	if err != nil {
		resp.Body.Close()
		end()
		return nil, r.FinalURL, err
	}
	return &stream{plain, resp.Body, end, within}, r.FinalURL, nil
}

type stream struct {
	plain io.Reader
	body  io.Closer
	end   func()
	ctx   context.Context
}

func (s *stream) Read(p []byte) (int, error) {
	n, err := s.plain.Read(p)
	if err != nil && err != io.EOF && context.Cause(s.ctx) != nil {
		err = context.Cause(s.ctx)
	}
	return n, err
}

func (s *stream) Close() error {
	s.end()
	return s.body.Close()
}
