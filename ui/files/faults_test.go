package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// fault is a file in which one call fails; of a write, half arrives.
type fault struct {
	*os.File
	call string
	err  error
}

func (f fault) Write(b []byte) (int, error) {
	if f.call == "write" {
		n, _ := f.File.Write(b[:len(b)/2])
		return n, &fs.PathError{Op: "write", Path: f.Name(), Err: f.err}
	}
	return f.File.Write(b)
}

func (f fault) Sync() error {
	if f.call == "sync" {
		return &fs.PathError{Op: "sync", Path: f.Name(), Err: f.err}
	}
	return f.File.Sync()
}

func (f fault) Close() error {
	err := f.File.Close()
	if f.call == "close" {
		return &fs.PathError{Op: "close", Path: f.Name(), Err: f.err}
	}
	return err
}

// failing lets a call of the file system fail until the test ends.
func failing(t *testing.T, call string, err error) {
	was := system
	t.Cleanup(func() { system = was })
	system.through = func(f *os.File) file { return fault{f, call, err} }
	switch call {
	case "open":
		system.open = func(name string, _ int, _ fs.FileMode) (*os.File, error) {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	case "rename":
		system.rename = func(from, to string) error {
			return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
		}
	}
}

func TestWhateverFailsInASaveTheOldFileStaysWholeAndAlone(t *testing.T) {
	for _, e := range []struct {
		err  error
		says string
	}{
		{syscall.ENOSPC, "the disk is full; the old file is untouched and the text is still here"},
		{syscall.EDQUOT, "the disk is full; the old file is untouched"},
		{syscall.EIO, "the old file is untouched, save under another name"},
		{syscall.EROFS, "the old file is untouched, save under another name"},
		{syscall.EACCES, "is read-only; save under another name"},
		{syscall.ENOENT, "is not there; make it or save under another name"},
	} {
		for _, call := range []string{"open", "write", "sync", "rename"} {
			t.Run(call+" fails with "+e.err.Error(), func(t *testing.T) {
				dir := t.TempDir()
				path := filepath.Join(dir, "robots.txt")
				put(t, path, "old", 0o640)
				failing(t, call, e.err)
				err := Save(path, []byte("a new text"))
				if err == nil || !strings.Contains(err.Error(), e.says) || strings.Contains(err.Error(), temporaryMark) {
					t.Errorf("says %v", err)
				}
				want(t, path, "old")
				alone(t, dir, "robots.txt")
			})
		}
	}
}

func TestWhateverFailsInKeepingTheTextKeptBeforeStays(t *testing.T) {
	for _, call := range []string{"open", "write", "close", "rename"} {
		t.Run(call+" fails", func(t *testing.T) {
			s := open(t, t.TempDir(), "a file")
			if err := s.Keep([]byte("kept before")); err != nil {
				t.Fatal(err)
			}
			failing(t, call, syscall.ENOSPC)
			err := s.Keep([]byte("kept later"))
			if err == nil || err.Error() != "the disk is full" {
				t.Errorf("says %v", err)
			}
			l, err := readLeft(nil, s.path(textEnd), "a file")
			if err != nil || string(l.Text) != "kept before" {
				t.Errorf("kept is %+v, %v", l, err)
			}
			if Exists(s.path(textEnd + nextEnd)) {
				t.Error("half a text is left behind")
			}
		})
	}
}

func TestAFileThatThisUserMayNotWriteIsNotReplaced(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	path := filepath.Join(t.TempDir(), "robots.txt")
	put(t, path, "old", 0o464) // the group may write, the owner may not
	err := Save(path, []byte("new"))
	if err == nil || !strings.Contains(err.Error(), "the file is read-only") {
		t.Errorf("says %v", err)
	}
	want(t, path, "old")
	if errors.Is(err, fs.ErrPermission) {
		t.Error("blames the folder")
	}
}
