package files

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// temporaries are the files that a save of path left or is writing now.
func temporaries(t *testing.T, path string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		if isTemporary(e.Name(), path) {
			found = append(found, filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
	return found
}

// age makes a file older than any save takes.
func age(t *testing.T, path string) {
	t.Helper()
	then := time.Now().Add(-2 * sweepAge)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}

// stuck is another program that saves path, and is killed just before the new
// file takes the place of the old one.
func stuck(path string) {
	system.rename = func(string, string) error {
		os.Stdout.WriteString("held\n")
		select {}
	}
	_ = Save(path, []byte("text of another program"))
	os.Exit(1)
}

func TestWhatAKilledSaveLeftIsSweptAwayAndWhatALivingOneWritesIsNot(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there a file is closed, and its lock gone, before it is renamed")
	}
	for _, c := range []struct {
		name  string
		sweep func(path string) error
	}{
		{"by the next save", func(path string) error { return Save(path, []byte("new")) }},
		{"when the file is opened", func(path string) error { Sweep(path); return nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "robots.txt")
			put(t, path, "old", 0o600)
			other := startOther(t, "FILES_TEST_SAVE="+path)
			sweep := func() {
				t.Helper()
				if err := c.sweep(path); err != nil {
					t.Fatal(err)
				}
			}
			left := temporaries(t, path)
			if len(left) != 1 {
				t.Fatalf("another program writes %v", left)
			}
			age(t, left[0]) // its disk is slow
			sweep()
			if got := temporaries(t, path); len(got) != 1 {
				t.Fatal("the file of a living program was taken away")
			}
			_ = other.Process.Kill()
			_ = other.Wait()
			now := time.Now()
			if err := os.Chtimes(left[0], now, now); err != nil {
				t.Fatal(err)
			}
			sweep()
			if got := temporaries(t, path); len(got) != 1 {
				t.Error("a young file was taken away: another host may be writing it")
			}
			age(t, left[0])
			sweep()
			if got := temporaries(t, path); len(got) != 0 {
				t.Errorf("%v is left", got)
			}
		})
	}
}

func TestOnlyTemporariesOfTheSameFileAreSwept(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "robots.txt")
	put(t, path, "old", 0o600)
	others := []string{
		".robots.txt.robotslens-ABCDEFG",       // too short
		".robots.txt.robotslens-ABCDEFGHI",     // too long
		".robots.txt.robotslens-abcdefgh",      // not of rand.Text
		".robots.txt.robotslens-ABCDEFG1",      // likewise
		".robots.txt.bak.robotslens-ABCDEFGH",  // of another file
		"robots.txt.robotslens-ABCDEFGH",       // a person's
		".robots.txt.robotslens-ABCDEFGH.orig", // likewise
	}
	for _, name := range others {
		put(t, filepath.Join(dir, name), "keep", 0o600)
		age(t, filepath.Join(dir, name))
	}
	folder := filepath.Join(dir, ".robots.txt.robotslens-AAAAAAAA")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	age(t, folder)
	linked := filepath.Join(dir, ".robots.txt.robotslens-BBBBBBBB")
	if err := os.Symlink(path, linked); err == nil {
		others = append(others, filepath.Base(linked))
	}
	gone := filepath.Join(dir, ".robots.txt.robotslens-ABCDEFGH")
	put(t, gone, "left", 0o600)
	age(t, gone)
	Sweep(path)
	if Exists(gone) {
		t.Error("the temporary stays")
	}
	for _, name := range append(others, "robots.txt", filepath.Base(folder)) {
		if !Exists(filepath.Join(dir, name)) {
			t.Error(name, "was taken away")
		}
	}
}

func TestTheNameOfATemporaryIsOneThatIsSwept(t *testing.T) {
	for range 100 {
		path := filepath.Join(t.TempDir(), "robots.txt")
		f, err := createHeld(path)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		if name := filepath.Base(f.Name()); !isTemporary(name, path) || !strings.HasPrefix(name, ".robots.txt.robotslens-") {
			t.Fatalf("%s is no temporary", name)
		}
	}
}
