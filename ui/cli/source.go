package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"robotslens/engine"
	"robotslens/fetch"
)

// stdinName is what standard input is called in messages.
const stdinName = "standard input"

// source is a robots.txt and where it came from.
type source struct {
	*fetch.Input
	robots *robots // what decides
	copy   *robots // the last good copy, where a fetch failed and there is one
	failed error   // a fetch that met no HTTP answer; it still means something
	live   bool    // one of several that were fetched for a list
}

var errOriginOfURL = errors.New("--origin is for files: a fetched robots.txt governs the site it was asked of")

// open reads a robots.txt from a file, a URL or, for "-", standard input, and
// warns of what is odd about it. Origin is the --origin of a file, or empty.
func (c *cli) open(ctx context.Context, name, origin string) (*source, error) {
	s, err := c.read(ctx, name, origin)
	if err != nil {
		return nil, err
	}
	for _, w := range s.Warnings {
		c.warn("%s: %s", s.title(), w.Text)
	}
	return s, nil
}

// read is open without the warnings.
func (c *cli) read(ctx context.Context, name, origin string) (*source, error) {
	opts := fetch.InputOptions{Origin: origin}
	if fetch.IsURL(name) {
		if origin != "" {
			return nil, errOriginOfURL
		}
		opts.Client, opts.History = c.client(), c.history()
	}
	if name == "-" {
		in, err := c.takeStdin()
		if err != nil {
			return nil, err
		}
		opts.Stdin = in
	}
	bar := c.progress("fetching " + name)
	opts.Tell = bar.octets
	in, err := fetch.Read(ctx, name, opts)
	bar.done()
	if in == nil {
		return nil, err
	}
	return newSource(in, err), nil
}

// newSource is a robots.txt that was read; failed is a fetch's error.
func newSource(in *fetch.Input, failed error) *source {
	s := &source{Input: in, robots: &robots{src: in.VerdictBytes()}, failed: failed}
	if in.Result != nil && in.Result.HasCached {
		s.copy = &robots{src: in.Result.Copy}
	}
	return s
}

// readText returns the octets of a file or, for "-", of standard input.
func (c *cli) readText(ctx context.Context, name string) ([]byte, error) {
	in, err := fetch.Read(ctx, name, fetch.InputOptions{Stdin: c.in})
	if err != nil {
		return nil, err
	}
	return in.Bytes, nil
}

// client asks servers. It is made when first needed.
func (c *cli) client() *fetch.Client {
	if c.web == nil {
		c.web = fetch.New(fetch.Options{Version: shortVersion(), Now: c.now})
	}
	return c.web
}

// history keeps what was fetched.
func (c *cli) history() *fetch.History { return fetch.OpenHistory(fetch.StateDir(), 0) }

// title is the name of s in messages.
func (s *source) title() string {
	if s.Name == "-" {
		return stdinName
	}
	return s.Name
}

// from is the robots.txt that a meaning says is to be read.
func (s *source) from(m engine.Meaning) *robots {
	if m.Do == engine.DoLastGoodCopy && s.copy != nil {
		return s.copy
	}
	return s.robots
}

// takeStdin returns standard input, which only one argument can have.
func (c *cli) takeStdin() (io.Reader, error) {
	if c.stdinUsed {
		return nil, errors.New("- is given twice: standard input can be read only once, use a file for the other")
	}
	c.stdinUsed = true
	return c.in, nil
}

// fileError says in one sentence why path cannot be read.
func fileError(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s does not exist: check the path", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s may not be read: check its permissions", path)
	}
	return fmt.Errorf("cannot read %s: %w", path, err)
}
