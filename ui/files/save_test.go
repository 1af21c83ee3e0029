package files

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func want(t *testing.T, path, text string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != text {
		t.Errorf("%s holds %q (%v), want %q", filepath.Base(path), got, err, text)
	}
}

// alone checks that no other files are left in the folder.
func alone(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(names) {
		t.Errorf("the folder holds %v, want %v", entries, names)
	}
}

func TestSaveKeepsTheMode(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "robots.txt")
	for _, mode := range []os.FileMode{0o600, 0o640, 0o664, 0o755} {
		put(t, path, "old", mode)
		if err := Save(path, []byte("new")); err != nil {
			t.Fatal(err)
		}
		want(t, path, "new")
		if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm() != mode {
			t.Errorf("the mode became %v, want %v", info.Mode().Perm(), mode)
		}
	}
	alone(t, dir, "robots.txt")
}

func TestSaveWritesThroughSymlinks(t *testing.T) {
	dir := t.TempDir()
	link, target := filepath.Join(dir, "robots.txt"), filepath.Join(dir, "robots.prod.txt")
	if err := os.Symlink("robots.prod.txt", link); err != nil {
		t.Skip("no symlinks here:", err)
	}
	for _, text := range []string{"through a link to nothing", "through a link to a file"} {
		if err := Save(link, []byte(text)); err != nil {
			t.Fatal(err)
		}
		want(t, target, text)
		if to, err := os.Readlink(link); err != nil || to != "robots.prod.txt" {
			t.Errorf("the link became %q (%v)", to, err)
		}
	}
	alone(t, dir, "robots.txt", "robots.prod.txt")
}

func TestSaveSaysWhatToDoWhereItCannot(t *testing.T) {
	dir := t.TempDir()
	readOnly := filepath.Join(dir, "readonly.txt")
	put(t, readOnly, "old", 0o444)
	for _, c := range []struct{ name, path, says string }{
		{"a read-only file", readOnly, "read-only"},
		{"a folder in the file's place", dir, "not a regular file"},
		{"a folder that is not there", filepath.Join(dir, "gone", "robots.txt"), "is not there"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := Save(c.path, []byte("new"))
			if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "another name") {
				t.Errorf("says %v, want %q and save under another name", err, c.says)
			}
		})
	}
	want(t, readOnly, "old")
	alone(t, dir, "readonly.txt")
}

func TestSaveInAReadOnlyFolderLeavesTheFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "robots.txt")
	put(t, path, "old", 0o644)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
	if f, err := os.Create(filepath.Join(dir, "probe")); err == nil {
		f.Close()
		t.Skip("this user may write into read-only folders")
	}
	err := Save(path, []byte("new"))
	if err == nil || !strings.Contains(err.Error(), "folder") || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("says %v", err)
	}
	want(t, path, "old")
}

func TestSaveOverLeavesAFileThatAnotherProgramChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "robots.txt")
	put(t, path, "theirs", 0o644)
	err := SaveOver(path, []byte("mine"), []byte("as it was read"))
	var changed *ChangedError
	if !errors.As(err, &changed) || string(changed.Disk) != "theirs" {
		t.Fatalf("says %v", err)
	}
	want(t, path, "theirs")
	for _, c := range []struct{ name, was, text string }{
		{"as it was read", "theirs", "mine"},
		{"already the text to be saved", "other", "mine"},
	} {
		if err := SaveOver(path, []byte(c.text), []byte(c.was)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		want(t, path, c.text)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := SaveOver(path, []byte("again"), []byte("mine")); err != nil {
		t.Error("a file that is gone:", err)
	}
	want(t, path, "again")
}
