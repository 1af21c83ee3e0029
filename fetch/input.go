package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"robotslens/engine"
)

// InputOctets is the hard limit of what is read from a file or from standard
// input.
const InputOctets = 64 << 20

// InputOptions are the places an input may come from.
type InputOptions struct {
	Client  *Client          // asks servers; without one a URL is an error
	History *History         // keeps what was fetched; may be nil
	Stdin   io.Reader        // for "-"
	Origin  string           // what a local file governs (--origin); may be empty
	Limit   int64            // in octets; 0 is InputOctets
	Tell    func(octets int) // told of the octets fetched so far; may be nil
}

// Input is a robots.txt with where it came from.
type Input struct {
	Name     string        // as the user gave it; "-" is standard input
	Bytes    []byte        // the rules; empty where a server gave none
	Origin   engine.Origin // what it governs; zero where not known
	Result   *Result       // of the fetch; nil for a file
	Warnings []Warning
}

// InputError says what is wrong with an input and what to do about it.
type InputError struct {
	Name, What, Do string
	Err            error // for errors.Is; may be nil
}

// Error is "robots.txt: no such file; give ...": name, what, what to do.
func (e *InputError) Error() string {
	text := e.Name + ": " + e.What
	if e.Do != "" {
		text += "; " + e.Do
	}
	return text
}

// Unwrap is Err.
func (e *InputError) Unwrap() error { return e.Err }

// IsURL tells whether a source is a URL and not the name of a file.
func IsURL(source string) bool {
	for _, scheme := range []string{"http://", "https://"} {
		if len(source) > len(scheme) && strings.EqualFold(source[:len(scheme)], scheme) {
			return true
		}
	}
	return false
}

// Read brings a robots.txt from a file, a URL or, for "-", standard input. A
// URL that gave no HTTP answer is an error, and the Input is there all the
// same, since its Result has a meaning.
func Read(ctx context.Context, source string, opts InputOptions) (*Input, error) {
	if opts.Limit <= 0 {
		opts.Limit = InputOctets
	}
	if IsURL(source) {
		return readURL(ctx, source, opts)
	}
	in := &Input{Name: source}
	if opts.Origin != "" {
		origin, err := webOrigin(opts.Origin)
		if err != nil {
			return nil, &InputError{opts.Origin, "not an origin", "give one such as https://shop.example", err}
		}
		in.Origin = origin
	}
	var err error
	if source == "-" {
		in.Bytes, err = readStdin(ctx, opts)
	} else {
		in.Bytes, err = ReadFile(source, opts.Limit)
	}
	if err != nil {
		return nil, err
	}
	in.Warnings = sniff(in.Bytes)
	return in, nil
}

func readURL(ctx context.Context, source string, opts InputOptions) (*Input, error) {
	if opts.Client == nil {
		return nil, &InputError{Name: source, What: "a URL cannot be used here", Do: "give a file"}
	}
	req := Request{URL: source, Progress: opts.Tell}
	var (
		r   *Result
		err error
	)
	if opts.History != nil {
		r, err = opts.History.Fetch(ctx, opts.Client, req)
	} else {
		r, err = opts.Client.Get(ctx, req)
	}
	if err != nil {
		return nil, err
	}
	in := &Input{Name: source, Origin: r.Origin, Result: r, Warnings: r.Warnings}
	if r.good() {
		in.Bytes = r.Body
	}
	return in, r.Err()
}

// Err is an error where no HTTP answer was read, nil elsewhere.
func (r *Result) Err() error {
	if r.Answered() || r.Failure == engine.FailNone {
		return nil
	}
	what := strings.TrimPrefix(r.Error, hostOf(r.FinalURL)+": ")
	return &InputError{Name: r.FinalURL, What: what, Do: "check the address and the network"}
}

// Meaning is what the input means to a dialect for a URL under test: the rules
// of a file, or what the server's answer says.
func (in *Input) Meaning(dialect string, url engine.Origin) engine.Meaning {
	if in.Result != nil {
		return in.Result.Meaning(dialect, url)
	}
	return engine.Mean(engine.Answer{Status: 200, File: in.Origin, URL: url}, dialect)
}

// VerdictBytes is the part of the input that decides: all of a file, and the
// first VerdictOctets of what was fetched.
func (in *Input) VerdictBytes() []byte {
	if in.Result != nil && len(in.Bytes) > VerdictOctets {
		return in.Bytes[:VerdictOctets]
	}
	return in.Bytes
}

// ReadFile reads a regular file of at most limit octets. Pipes and devices are
// refused: they may never end.
func ReadFile(name string, limit int64) ([]byte, error) {
	f, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > limit {
		return nil, tooLong(name, limit)
	}
	return readAll(name, f, limit)
}

// openRegular opens a file without waiting for the other end of a pipe.
func openRegular(name string) (*os.File, error) {
	return openKind(name, "give the path of a robots.txt, a URL with https://, or - for standard input", "pipe its content in and give -", func(m fs.FileMode) bool { return m.IsRegular() })
}

// OpenStream opens what is read to its end in bounded memory, as lists and logs
// are: a regular file or a pipe, such as a shell's <(command). Devices are
// refused: they may never end.
func OpenStream(name string) (*os.File, error) {
	return openKind(name, "check the path", "give a file, or - for standard input", func(m fs.FileMode) bool {
		return m.IsRegular() || m&fs.ModeNamedPipe != 0
	})
}

// openKind opens a file whose mode is right; missing says what to do where there
// is none, do where it is of another kind.
func openKind(name, missing, do string, right func(fs.FileMode) bool) (*os.File, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, openError(name, missing, err)
	case info.IsDir():
		return nil, &InputError{Name: name, What: "is a directory", Do: "name the file in it, such as " + filepath.Join(name, "robots.txt")}
	case !right(info.Mode()):
		return nil, &InputError{Name: name, What: "is a " + kindOf(info.Mode()) + ", not a regular file", Do: do}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, openError(name, missing, err)
	}
	return f, nil
}

func openError(name, missing string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &InputError{name, "no such file", missing, err}
	case errors.Is(err, fs.ErrPermission):
		return &InputError{name, "not allowed to read it", "check its permissions", err}
	}
	return &InputError{name, "cannot be opened: " + plainPathError(err), "", err}
}

func kindOf(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "pipe"
	case m&fs.ModeSocket != 0:
		return "socket"
	case m&(fs.ModeDevice|fs.ModeCharDevice) != 0:
		return "device"
	}
	return "special file"
}

func plainPathError(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

func readAll(name string, r io.Reader, limit int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return nil, &InputError{name, "cannot be read: " + plainPathError(err), "", err}
	case int64(len(b)) > limit:
		return nil, tooLong(name, limit)
	}
	return b, nil
}

func tooLong(name string, limit int64) error {
	return &InputError{Name: name, What: fmt.Sprintf("longer than %d octets", limit),
		Do: "a crawler reads 512,000 octets of a robots.txt; is it the right file?"}
}

// readStdin gives up waiting when the context ends; the read itself cannot be
// ended and is left behind.
func readStdin(ctx context.Context, opts InputOptions) ([]byte, error) {
	if opts.Stdin == nil {
		return nil, &InputError{Name: "standard input", What: "is not there", Do: "give a file"}
	}
	type read struct {
		b   []byte
		err error
	}
	done := make(chan read, 1)
	go func() {
		b, err := readAll("standard input", opts.Stdin, opts.Limit)
		done <- read{b, err}
	}()
	select {
	case got := <-done:
		return got.b, got.err
	case <-ctx.Done():
		return nil, fmt.Errorf("reading standard input: %w", ctx.Err())
	}
}
