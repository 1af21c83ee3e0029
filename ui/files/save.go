// Package files keeps a person's files: it saves them whole or not at all,
// tells when another program changed them, and keeps what is not saved yet so
// that it outlives the program.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"robotslens/fetch"
)

// Exists reports whether something stands at path.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Replaces reports whether saving to path would take the place of something.
// Nothing is ever saved over a folder.
func Replaces(path string) bool {
	info, err := os.Stat(path)
	return Exists(path) && (err != nil || !info.IsDir())
}

// Read returns the octets of a regular file. Errors say what to do.
func Read(path string) ([]byte, error) { return fetch.ReadFile(path, fetch.InputOctets) }

// ChangedError tells that a file is no longer what it was when it was read, and
// was therefore not written.
type ChangedError struct {
	Path   string
	Disk   []byte // what stands there now; nil where nothing does
	Target string // the file that Path leads to now, where that is another one; else ""
}

func (e *ChangedError) Error() string {
	if e.Target != "" {
		return fmt.Sprintf("save %s: it leads to another file now, %s; that was not written over", e.Path, e.Target)
	}
	return fmt.Sprintf("save %s: another program changed the file; it was not written over", e.Path)
}

// SaveOver is Save for a file that should still hold was and be the one that
// FileName called from. Where it holds something else, or where a symlink on the
// way to it was swapped, nothing is written, and the error is a *ChangedError: a
// link that is swapped is how a site changes its release, or how somebody makes
// another's program write where he may not, and which of the two files a person
// means only that person knows. A file that is gone is written anew.
func SaveOver(path string, text, was []byte, from string) error {
	disk, err := Read(path)
	target := FileName(path)
	switch {
	case err == nil && bytes.Equal(disk, text):
	case target != from && (err == nil || errors.Is(err, fs.ErrNotExist)):
		return &ChangedError{path, disk, target}
	case err == nil && !bytes.Equal(disk, was):
		return &ChangedError{Path: path, Disk: disk}
	case err != nil && regular(path):
		return fmt.Errorf("save: %w", err)
	}
	return Save(path, text)
}

func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Save writes text to path so that the file is at every moment the old or the
// new text, whole. A symlink stays and its target is written; the mode is kept,
// and the owner where the system allows. Errors say what to do.
func Save(path string, text []byte) error {
	target := FileName(path)
	old, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return saveError(path, err)
	case old.IsDir():
		return fmt.Errorf("save %s: this is a folder; save under another name", path)
	case !old.Mode().IsRegular():
		return fmt.Errorf("save %s: not a regular file; save under another name", path)
	case old.Mode().Perm()&0o222 == 0 || !mayWrite(target):
		return fmt.Errorf("save %s: the file is read-only; make it writable or save under another name", path)
	}
	if err := replace(target, text, old); err != nil {
		return saveError(path, err)
	}
	return nil
}

// mayWrite reports whether this user may write into the file. A rename asks for
// the folder's permission alone, and would put a file of this user's in the place
// of another's.
func mayWrite(target string) bool {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err == nil {
		f.Close()
	}
	return !errors.Is(err, fs.ErrPermission)
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
	case full(err):
		return fmt.Errorf("save %s: the disk is full; the old file is untouched and the text is still here: make room and save again, or save on another disk", path)
	}
	return fmt.Errorf("save %s: %w; the old file is untouched, save under another name", path, bare(err))
}

// full reports whether err says that there is no room left.
func full(err error) bool {
	const windowsDiskFull = syscall.Errno(112)
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) ||
		runtime.GOOS == "windows" && errors.Is(err, windowsDiskFull)
}

// bare is err without the long name of a file that a person never named.
func bare(err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case full(err):
		return errors.New("the disk is full")
	case errors.As(err, &at):
		return at.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// file is what is written through; an *os.File in earnest.
type file interface {
	Write([]byte) (int, error)
	Chmod(fs.FileMode) error
	Sync() error
	Close() error
}

// system is the part of the file system that can fail in the middle of a write;
// tests put in its place one that does.
var system = struct {
	open    func(name string, flag int, mode fs.FileMode) (*os.File, error)
	through func(*os.File) file
	rename  func(from, to string) error
}{os.OpenFile, func(f *os.File) file { return f }, os.Rename}

// replace puts a new file with text in the place of target, which is old or,
// where that is nil, not there. The new one is written beside it, for only
// within a file system is a rename atomic.
func replace(target string, text []byte, old fs.FileInfo) (err error) {
	created, err := createHeld(target)
	if err != nil {
		return err
	}
	name, f := created.Name(), system.through(created)
	defer func() {
		f.Close() // after the rename, so that the lock on the name is held until then
		if err != nil {
			os.Remove(name)
		}
	}()
	sweep(target, name)
	if _, err := f.Write(text); err != nil {
		return err
	}
	if old != nil {
		keepOwner(created, old) // first: giving a file away clears bits of its mode
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			return err
		}
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if runtime.GOOS == "windows" { // it renames no file that is open
		if err := f.Close(); err != nil {
			return err
		}
	}
	return system.rename(name, target)
}
