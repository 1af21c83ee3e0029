// Package files keeps a person's files: it saves them whole or not at all,
// tells when another program changed them, and keeps what is not saved yet so
// that it outlives the program.
package files

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"robotslens/fetch"
)

// Exists reports whether something stands at path.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Read returns the octets of a regular file. Errors say what to do.
func Read(path string) ([]byte, error) { return fetch.ReadFile(path, fetch.InputOctets) }

// ChangedError tells that a file is no longer what it was when it was read, and
// was therefore not written.
type ChangedError struct {
	Path string
	Disk []byte // what stands there now
}

func (e *ChangedError) Error() string {
	return fmt.Sprintf("save %s: another program changed the file; it was not written over", e.Path)
}

// SaveOver is Save for a file that should still hold was. Where it holds
// something else it is left alone, and the error is a *ChangedError. A file that
// is gone is written anew.
func SaveOver(path string, text, was []byte) error {
	disk, err := Read(path)
	switch {
	case err == nil && !bytes.Equal(disk, was) && !bytes.Equal(disk, text):
		return &ChangedError{path, disk}
	case err != nil && Exists(path) && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("save: %w", err)
	}
	return Save(path, text)
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
		return saveError(path, err)
	}
	old, err := os.Stat(target)
	switch {
	case err != nil:
		old = nil
	case !old.Mode().IsRegular():
		return fmt.Errorf("save %s: not a regular file; save under another name", path)
	case old.Mode().Perm()&0o222 == 0:
		return fmt.Errorf("save %s: the file is read-only; make it writable or save under another name", path)
	}
	if err := replace(target, text, old); err != nil {
		return saveError(path, err)
	}
	return nil
}

// saveError says in one sentence why path was not saved. The old file is
// untouched whatever failed.
func saveError(path string, err error) error {
	folder := filepath.Dir(path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("save %s: the folder %s is read-only; save under another name", path, folder)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("save %s: the folder %s is not there; make it or save under another name", path, folder)
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("save %s: %w; the old file is untouched, save under another name", path, err)
}

// replace puts a new file with text in the place of target, which is old or,
// where that is nil, not there. The new one is written beside it, for only
// within a file system is a rename atomic.
func replace(target string, text []byte, old fs.FileInfo) (err error) {
	name := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".robotslens-"+rand.Text()[:8])
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(name)
		}
	}()
	if _, err := f.Write(text); err != nil {
		return err
	}
	if old != nil {
		keepOwner(f, old) // first: giving a file away clears bits of its mode
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			return err
		}
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(name, target)
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
