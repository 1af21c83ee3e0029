package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"robotslens/engine"
	"robotslens/fetch"
)

// fileLimit is the largest robots.txt that is read, in octets. It is far above
// the 500 KiB that a crawler reads, and keeps a wrong path from filling memory.
const fileLimit = 64 << 20

// stdinName is what standard input is called in messages.
const stdinName = "standard input"

// source is a robots.txt and where it came from.
type source struct {
	name   string // as given
	robots *robots
	origin engine.Origin // what it governs; zero where not known
	result *fetch.Result // nil for a file
}

// open reads a robots.txt from a file, a URL or, for "-", standard input, and
// warns of what is odd about it. Origin is the --origin of a file, or empty.
func (c *cli) open(ctx context.Context, name, origin string) (*source, error) {
	if isURL(name) {
		if origin != "" {
			return nil, errors.New("--origin is for files: a fetched robots.txt governs the site it was asked of")
		}
		return c.openURL(ctx, name)
	}
	s := &source{name: name, robots: &robots{}}
	if origin != "" {
		if _, s.origin, s.robots.err = fetch.RobotsURL(origin); s.robots.err != nil {
			return nil, fmt.Errorf("--origin: %w", s.robots.err)
		}
	}
	src, err := c.read(name)
	if err != nil {
		return nil, err
	}
	s.robots.src = src
	for _, w := range fetch.Sniff(src) {
		c.warn("%s: %s", s.title(), w.Text)
	}
	return s, nil
}

func (c *cli) openURL(ctx context.Context, url string) (*source, error) {
	client := fetch.New(fetch.Options{Version: version(), Now: c.now})
	defer client.Close()
	bar := c.progress("fetching " + url)
	r, err := client.Get(ctx, fetch.Request{URL: url, Progress: bar.octets})
	bar.done()
	if err != nil {
		return nil, err
	}
	for _, w := range r.Warnings {
		c.warn("%s: %s", r.RobotsURL, w.Text)
	}
	return &source{name: url, robots: &robots{src: r.VerdictBody()}, origin: r.Origin, result: r}, nil
}

// noAnswer is the error of a fetch that met no HTTP answer, or nil.
func (s *source) noAnswer() error {
	if s.result == nil || s.result.Answered() {
		return nil
	}
	return fmt.Errorf("%s gave no answer: %s", s.result.RobotsURL, s.result.Error)
}

// title is the name of s in messages.
func (s *source) title() string {
	if s.name == "-" {
		return stdinName
	}
	return s.name
}

// isURL reports whether arg is to be fetched.
func isURL(arg string) bool {
	scheme, _, ok := strings.Cut(arg, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// read returns what is in a file or, for "-", in standard input.
func (c *cli) read(name string) ([]byte, error) {
	if name != "-" {
		return readFile(name)
	}
	in, err := c.takeStdin()
	if err != nil {
		return nil, err
	}
	return readLimited(in, stdinName)
}

// takeStdin returns standard input, which only one argument can have.
func (c *cli) takeStdin() (io.Reader, error) {
	if c.stdinUsed {
		return nil, errors.New("- is given twice: standard input can be read only once, use a file for the other")
	}
	c.stdinUsed = true
	return c.in, nil
}

// readFile reads a local robots.txt.
func readFile(path string) ([]byte, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readLimited(f, path)
}

// openFile opens what is no directory.
func openFile(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	if st, err := f.Stat(); err == nil && st.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s is a directory: name the file in it", path)
	}
	return f, nil
}

// readLimited reads all of r, which is called name.
func readLimited(r io.Reader, name string) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, fileLimit+1))
	if err != nil {
		return nil, fileError(name, err)
	}
	if len(b) > fileLimit {
		return nil, fmt.Errorf("%s is larger than %d MiB: is it a robots.txt?", name, fileLimit>>20)
	}
	return b, nil
}

// fileError says in one sentence why path cannot be read.
func fileError(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s does not exist: check the path, and begin a URL with https://", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s may not be read: check its permissions", path)
	}
	return fmt.Errorf("cannot read %s: %w", path, err)
}
