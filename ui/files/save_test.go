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
		{"a folder in the file's place", dir, "this is a folder"},
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
	err := SaveOver(path, []byte("mine"), []byte("as it was read"), FileName(path))
	var changed *ChangedError
	if !errors.As(err, &changed) || string(changed.Disk) != "theirs" {
		t.Fatalf("says %v", err)
	}
	want(t, path, "theirs")
	for _, c := range []struct{ name, was, text string }{
		{"as it was read", "theirs", "mine"},
		{"already the text to be saved", "other", "mine"},
	} {
		if err := SaveOver(path, []byte(c.text), []byte(c.was), FileName(path)); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		want(t, path, c.text)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := SaveOver(path, []byte("again"), []byte("mine"), FileName(path)); err != nil {
		t.Error("a file that is gone:", err)
	}
	want(t, path, "again")
}

func TestSaveOverAsksWhereALinkWasSwapped(t *testing.T) {
	for _, c := range []struct {
		name string
		swap func(t *testing.T, dir string) // what another program does
		disk string                         // what stands at the new place
		none bool                           // nothing does
	}{
		{"to a file with another text", func(t *testing.T, dir string) { link(t, "two.txt", filepath.Join(dir, "robots.txt")) }, "two", false},
		{"to a file with the same text", func(t *testing.T, dir string) { link(t, "same.txt", filepath.Join(dir, "robots.txt")) }, "one", false},
		{"to nothing", func(t *testing.T, dir string) { link(t, "none.txt", filepath.Join(dir, "robots.txt")) }, "", true},
		{"of a folder above", func(t *testing.T, dir string) { link(t, "r2", filepath.Join(dir, "current")) }, "two", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, d := range []string{"r1", "r2"} {
				if err := os.Mkdir(filepath.Join(dir, d), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			files := map[string]string{"one.txt": "one", "two.txt": "two", "same.txt": "one", "r1/robots.txt": "one", "r2/robots.txt": "two"}
			for name, text := range files {
				put(t, filepath.Join(dir, name), text, 0o600)
			}
			link(t, "one.txt", filepath.Join(dir, "robots.txt"))
			link(t, "r1", filepath.Join(dir, "current"))
			path := filepath.Join(dir, "robots.txt")
			if strings.Contains(c.name, "folder") {
				path = filepath.Join(dir, "current", "robots.txt")
			}
			from := FileName(path)
			c.swap(t, dir)
			err := SaveOver(path, []byte("mine"), []byte("one"), from)
			var changed *ChangedError
			if !errors.As(err, &changed) || changed.Target != FileName(path) || changed.Target == from || string(changed.Disk) != c.disk || (changed.Disk == nil) != c.none {
				t.Fatalf("says %#v", err)
			}
			for name, text := range files {
				want(t, filepath.Join(dir, name), text)
			}
			if err := SaveOver(path, []byte("mine"), changed.Disk, changed.Target); err != nil {
				t.Error("once it was asked:", err)
			}
			want(t, path, "mine")
			want(t, from, "one")
		})
	}
}

// link makes a symlink as deployments do: by renaming another to it.
func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at+"~"); err != nil {
		t.Skip("no symlinks here:", err)
	}
	if err := os.Rename(at+"~", at); err != nil {
		t.Fatal(err)
	}
}

func TestFileNameOfLinksThatLeadNowhere(t *testing.T) {
	dir := FileName(t.TempDir())
	link(t, "circle", filepath.Join(dir, "circle"))
	link(t, "none/at/all.txt", filepath.Join(dir, "dangling"))
	for path, want := range map[string]string{
		"circle":          "circle",
		"dangling":        "none/at/all.txt",
		"none/robots.txt": "none/robots.txt",
	} {
		if got := FileName(filepath.Join(dir, path)); got != filepath.Join(dir, want) {
			t.Errorf("%s is %s", path, got)
		}
	}
	if err := Save(filepath.Join(dir, "circle"), nil); err == nil {
		t.Error("saved into a circle of links")
	}
}

func TestSavingTakesThePlaceOfWhatIsThereButNeverOfAFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "robots.txt")
	put(t, file, "old", 0o644)
	for path, want := range map[string]bool{file: true, dir: false, filepath.Join(dir, "new.txt"): false} {
		if got := Replaces(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
