package files

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"robotslens/fetch/statefile"
)

func open(t *testing.T, state, name string) *Session {
	t.Helper()
	s, err := OpenSession(state, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestMain(m *testing.M) {
	if state := os.Getenv("FILES_TEST_HOLD"); state != "" {
		hold(state)
	}
	if path := os.Getenv("FILES_TEST_SAVE"); path != "" {
		stuck(path)
	}
	os.Exit(m.Run())
}

// hold is another program: it holds a text, keeps what is unsaved of it and
// waits to be killed.
func hold(state string) {
	s, err := OpenSession(state, "the file")
	if err == nil {
		err = s.Keep([]byte("typed\x00by another\r\n"))
	}
	if err != nil {
		os.Stdout.WriteString(err.Error())
		os.Exit(1)
	}
	os.Stdout.WriteString("held\n")
	select {}
}

// startHolder runs another program that holds the text.
func startHolder(t *testing.T, state string) *exec.Cmd {
	t.Helper()
	return startOther(t, "FILES_TEST_HOLD="+state)
}

// startOther runs another program, and waits until it holds what it is to hold.
func startOther(t *testing.T, env string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), env)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	buf := make([]byte, 200)
	if n, err := out.Read(buf); string(buf[:n]) != "held\n" {
		t.Fatalf("the other program says %q (%v)", buf[:n], err)
	}
	return cmd
}

func TestWhoHoldsATextIsSeenUntilItEndsAndLeavesWhatItDidNotSave(t *testing.T) {
	state := t.TempDir()
	other := startHolder(t, state)
	s := open(t, state, "the file")
	if got := s.Others(); !slices.Equal(got, []int{other.Process.Pid}) {
		t.Fatalf("the others are %v, want %d", got, other.Process.Pid)
	}
	if left, damaged := s.Left(); len(left) != 0 || damaged != 0 {
		t.Fatalf("offers what a running program keeps: %v", left)
	}
	_ = other.Process.Kill()
	_ = other.Wait()
	if got := s.Others(); len(got) != 0 {
		t.Errorf("a program that was killed still holds: %v", got)
	}
	left, damaged := s.Left()
	if len(left) != 1 || damaged != 0 {
		t.Fatalf("left are %v, %d damaged", left, damaged)
	}
	if l := left[0]; string(l.Text) != "typed\x00by another\r\n" || l.Process != other.Process.Pid || time.Since(l.When) > time.Hour {
		t.Errorf("left is %+v", l)
	}
	third := open(t, state, "the file")
	for _, one := range []*Session{s, third} {
		if got := one.Others(); !slices.Equal(got, []int{os.Getpid()}) {
			t.Errorf("while its text is offered, a program that died holds: %v, want only %d", got, os.Getpid())
		}
	}
	if again, _ := third.Left(); len(again) != 0 {
		t.Error("two programs offer the same text")
	}
	left[0].Release()
	again, _ := third.Left()
	if len(again) != 1 {
		t.Fatal("what was released is not offered again")
	}
	if err := again[0].Drop(); err != nil {
		t.Error(err)
	}
	if last, _ := s.Left(); len(last) != 0 {
		t.Error("what was dropped is offered again")
	}
}

func TestNothingStaysOfATextThatWasSaved(t *testing.T) {
	state := t.TempDir()
	s := open(t, state, "a file")
	if err := s.Keep([]byte("text")); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := s.Keep([]byte("late")); err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(filepath.Join(state, "unsaved")); len(entries) != 0 {
		t.Errorf("there still are %v", entries)
	}
}

func TestHalfATextOfAProgramThatDiedIsTakenAway(t *testing.T) {
	state := t.TempDir()
	dead := open(t, state, "a file")
	if err := dead.Keep([]byte("whole")); err != nil {
		t.Fatal(err)
	}
	put(t, dead.path(textEnd+nextEnd), "{\"robotslens_rec", 0o600)
	dead.Close()
	s := open(t, state, "a file")
	if left, damaged := s.Left(); len(left) != 1 || damaged != 0 || string(left[0].Text) != "whole" {
		t.Errorf("left %v, damaged %d", left, damaged)
	}
	if Exists(dead.path(textEnd + nextEnd)) {
		t.Error("half a text stays")
	}
}

func TestSessionsOfOtherTextsDoNotMeet(t *testing.T) {
	state := t.TempDir()
	a, b := open(t, state, "a"), open(t, state, "b")
	if err := a.Keep([]byte("of a")); err != nil {
		t.Fatal(err)
	}
	a.Close()
	if left, _ := b.Left(); len(left) != 0 || len(b.Others()) != 0 {
		t.Error("b sees a")
	}
}

func TestDamagedRecoveryFilesAreSetAside(t *testing.T) {
	good := func(t *testing.T) []byte {
		path := filepath.Join(t.TempDir(), "x")
		if err := writeLeft(path, "n", []byte("some text\n"), time.Now()); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	for _, c := range []struct {
		name  string
		spoil func([]byte) []byte
	}{
		{"empty", func([]byte) []byte { return nil }},
		{"cut in the text", func(b []byte) []byte { return b[:len(b)-3] }},
		{"cut in the head", func(b []byte) []byte { return b[:20] }},
		{"one octet of the text changed", func(b []byte) []byte { b[len(b)-2] ^= 1; return b }},
		{"binary", func([]byte) []byte { return bytes.Repeat([]byte{0, 0xFF, '\n'}, 99) }},
		{"of a later version", func(b []byte) []byte { return bytes.Replace(b, []byte(`recovery":1`), []byte(`recovery":2`), 1) }},
		{"of another text", func(b []byte) []byte { return bytes.Replace(b, []byte(`"n"`), []byte(`"m"`), 1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			state := t.TempDir()
			dead := open(t, state, "n")
			if err := os.WriteFile(dead.path(textEnd), c.spoil(good(t)), 0o600); err != nil {
				t.Fatal(err)
			}
			dead.Close()
			s := open(t, state, "n")
			if left, damaged := s.Left(); len(left) != 0 || damaged != 1 {
				t.Errorf("left %v, damaged %d", left, damaged)
			}
			if !Exists(dead.path(textEnd + statefile.BadSuffix)) {
				t.Error("it is not set aside")
			}
			if left, damaged := s.Left(); len(left) != 0 || damaged != 0 {
				t.Errorf("then left %v, damaged %d", left, damaged)
			}
		})
	}
}

func TestWithoutAStateFolderThereIsAnErrorAndNoSession(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a file")
	put(t, file, "", 0o600)
	for _, state := range []string{"", "relative/state", file} {
		if s, err := OpenSession(state, "x"); err == nil || s != nil {
			t.Errorf("state %q: a session, and %v", state, err)
		}
	}
	if Exists("relative") {
		t.Error("a folder was made in the working folder")
	}
}

func FuzzParseLeft(f *testing.F) {
	f.Add([]byte("{\"robotslens_recovery\":1,\"octets\":0}\n"))
	f.Add([]byte("\n"))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, head, err := parseLeft(raw)
		if err == nil && (len(text) != head.Octets || !bytes.HasSuffix(raw, text)) {
			t.Errorf("takes %q for %q", text, raw)
		}
	})
}

func TestASymlinkAndItsTargetAreOneText(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "robots.txt"), filepath.Join(dir, "link.txt")
	put(t, target, "", 0o600)
	if err := os.Symlink(target, link); err != nil {
		t.Skip("no symlinks here:", err)
	}
	if FileName(target) != FileName(link) {
		t.Errorf("%q and %q", FileName(target), FileName(link))
	}
	if got := FileName(filepath.Join(dir, "new.txt")); !strings.HasSuffix(got, "new.txt") || !filepath.IsAbs(got) {
		t.Errorf("a new file is %q", got)
	}
}

func TestWatch(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a watched folder cannot be removed there")
	}
	dir := filepath.Join(t.TempDir(), "site")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "robots.txt")
	put(t, path, "one", 0o600)
	w, err := Watch(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	told := func(what string) {
		t.Helper()
		select {
		case <-w.Changed():
		case <-time.After(20 * time.Second):
			t.Fatal("not told of", what)
		}
	}
	told("the state at the start")
	put(t, path, "two", 0o600)
	told("a write")
	put(t, path+"~", "three", 0o600)
	if err := os.Rename(path+"~", path); err != nil {
		t.Fatal(err)
	}
	told("another file renamed to it")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	told("the folder going")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	told("the folder coming back")
	put(t, path, "four", 0o600)
	told("a file in the new folder")
	w.Close()
	for range w.Changed() {
	}
}
