// Package files keeps a person's files: saving them whole or not at all.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// Exists reports whether something stands at path.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Save writes text to path so that the file is at every moment the old or the
// new text, whole. A symlink stays and its target is written; the mode is kept,
// and the owner where the system allows. Errors say what to do.
func Save(path string, text []byte) error {
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		target, err = danglingTarget(path)
	}
	if err != nil {
		return fmt.Errorf("save %s: %w", path, err)
	}
	mode := fs.FileMode(0o644)
	info, err := os.Stat(target)
	if err == nil {
		if !info.Mode().IsRegular() {
			return fmt.Errorf("save %s: not a regular file; save under another name", path)
		}
		if info.Mode().Perm()&0o222 == 0 {
			return fmt.Errorf("save %s: the file is read-only; make it writable or save under another name", path)
		}
		mode = info.Mode().Perm()
	}
	f, err := renameio.NewPendingFile(target, renameio.WithTempDir(filepath.Dir(target)), renameio.WithStaticPermissions(mode))
	if err != nil {
		return fmt.Errorf("save %s: %w; save under another name", path, err)
	}
	defer f.Cleanup()
	if _, err := f.Write(text); err != nil {
		return fmt.Errorf("save %s: %w; the old file is untouched", path, err)
	}
	if info != nil {
		keepOwner(f.File, info)
	}
	if err := f.CloseAtomicallyReplace(); err != nil {
		return fmt.Errorf("save %s: %w; the old file is untouched", path, err)
	}
	return nil
}

// danglingTarget is where a symlink to nothing points, or path itself.
func danglingTarget(path string) (string, error) {
	to, err := os.Readlink(path)
	if err != nil {
		return path, nil // no link: a new file
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(path), to)
	}
	return to, nil
}
