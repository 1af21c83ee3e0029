package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// fileLimit is the largest robots.txt that is read, in octets. It is far above
// the 500 KiB that a crawler reads, and keeps a wrong path from filling memory.
const fileLimit = 64 << 20

// readFile reads a local robots.txt.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return nil, fmt.Errorf("%s is a directory: name the robots.txt in it", path)
	}
	return readLimited(f, path)
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
		return fmt.Errorf("%s does not exist: check the path", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s may not be read: check its permissions", path)
	}
	return fmt.Errorf("cannot read %s: %w", path, err)
}
