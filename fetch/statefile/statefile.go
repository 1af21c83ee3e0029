// Package statefile reads the files in which the program keeps its own state. A
// file that can't be understood is set aside, so that it never stands in the way
// of the next one and nothing in it is lost.
package statefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// BadSuffix is what the name of a file that was set aside ends in.
const BadSuffix = ".bad"

// AsideError tells that a file could not be understood, and where it is now.
type AsideError struct {
	Name  string // of the file, with its folder
	Err   error  // what is wrong with it
	Moved error  // why it is still where it was; nil where it was set aside
}

// Error is one sentence with the name of the file that was set aside.
func (e *AsideError) Error() string {
	if e.Moved != nil {
		return fmt.Sprintf("%s: %v, and it cannot be set aside (%v): move it away", e.Name, e.Err, e.Moved)
	}
	return fmt.Sprintf("%s: %v; it was set aside as %s", filepath.Base(e.Name), e.Err, e.Name+BadSuffix)
}

// Unwrap is Err.
func (e *AsideError) Unwrap() error { return e.Err }

// Load hands the octets of a file to understand. Where that refuses them, and
// where the file has more than limit octets or is a folder, a pipe or a device, it
// is renamed to its name and BadSuffix, in the place of an older one, and the
// error is an *AsideError. A file that is not there (fs.ErrNotExist) or that may
// not be read stays as it is.
func Load(name string, limit int64, understand func([]byte) error) error {
	b, odd, err := read(name, limit)
	if err != nil {
		return err
	}
	if odd == nil {
		odd = understand(b)
	}
	if odd == nil {
		return nil
	}
	return Aside(name, odd)
}

// Aside sets a file aside for the reason why, and returns an *AsideError.
func Aside(name string, why error) error {
	bad := name + BadSuffix
	err := os.Rename(name, bad)
	if err != nil && os.Remove(bad) == nil { // no folder is renamed to a file, and no file to a folder
		err = os.Rename(name, bad)
	}
	return &AsideError{name, why, err}
}

// Read returns the octets of a regular file of at most limit octets.
func Read(name string, limit int64) ([]byte, error) {
	b, odd, err := read(name, limit)
	if odd != nil {
		return nil, fmt.Errorf("%s: %w", name, odd)
	}
	return b, err
}

// read tells a file that is odd from one that can't be read.
func read(name string, limit int64) (b []byte, odd, err error) {
	info, err := os.Stat(name) // before it is opened: that of a pipe waits for a writer
	switch {
	case err != nil:
		return nil, nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("is a " + kind(info.Mode()) + ", not a regular file"), nil
	case info.Size() > limit:
		return nil, fmt.Errorf("is longer than %d octets", limit), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	return bounded(f, limit)
}

// bounded reads no more than one octet past limit: a file may grow after its size
// was asked.
func bounded(f io.Reader, limit int64) (b []byte, odd, err error) {
	b, err = io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(b)) > limit {
		return nil, fmt.Errorf("is longer than %d octets", limit), nil
	}
	return b, nil, err
}

func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "folder"
	case m&fs.ModeNamedPipe != 0:
		return "pipe"
	}
	return "device"
}
