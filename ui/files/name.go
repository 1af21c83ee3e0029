package files

import (
	"os"
	"path/filepath"
)

// FileName is the one name of the file at path: absolute, and the same through
// symlinks, also through those that lead to nothing.
func FileName(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	rest := ""
	for range 40 { // links may lead in a circle
		if to, err := filepath.EvalSymlinks(path); err == nil {
			return filepath.Join(to, rest)
		}
		if to, err := os.Readlink(path); err == nil {
			if !filepath.IsAbs(to) {
				to = filepath.Join(filepath.Dir(path), to)
			}
			path = to
			continue
		}
		dir := filepath.Dir(path)
		if dir == path {
			break
		}
		path, rest = dir, filepath.Join(filepath.Base(path), rest)
	}
	return filepath.Join(path, rest)
}
