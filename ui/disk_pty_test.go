//go:build unix

package ui_test

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"robotslens/ui/ptytest"
)

// put writes a file as other programs do: by renaming another to it.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path+".tmp", []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".tmp", path); err != nil {
		t.Fatal(err)
	}
}

func wantFile(t *testing.T, path, text string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != text {
		t.Errorf("the file holds %q (%v), want %q", got, err, text)
	}
}

const blocksShop = "User-agent: *\nDisallow: /shop\n"

func TestAFileChangedOnDiskIsReloadedAndTheFlipsAreCounted(t *testing.T) {
	dir := write(t, "robots.txt", blocksShop)
	path := filepath.Join(dir, "robots.txt")
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "robots.txt", "--url", "/shop")
	x.Wait("DISALLOWED")
	x.Send(ptytest.Alt("3"), ptytest.Down)
	put(t, path, "# a line above\n"+"User-agent: *\nDisallow: /other\n")
	x.Wait("reloaded: changed on disk", "verdicts changed", "ALLOWED", "a line above", "line 3 col 1")
	x.WaitGone("edited")
	x.Send(ptytest.Ctrl('z'))
	x.Wait("DISALLOWED", "edited")
}

func TestAFileChangedHereAndOnDiskIsAskedAbout(t *testing.T) {
	for _, c := range []struct{ name, key, shows, saved string }{
		{"keep mine", "k", "yours is kept", "# mine\n" + blocksShop},
		{"take theirs", "t", "taken from the disk", "# theirs\n" + blocksShop},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, "robots.txt", blocksShop)
			path := filepath.Join(dir, "robots.txt")
			x := ptytest.Start(t, ptytest.Options{Dir: dir}, "robots.txt", "--url", "/shop")
			x.Wait("DISALLOWED")
			x.Send(ptytest.Alt("3"), "# mine", ptytest.Enter)
			x.Wait("edited")
			put(t, path, "# theirs\n"+blocksShop)
			x.Wait("Another program changed", "keep mine", "take theirs")
			wantFile(t, path, "# theirs\n"+blocksShop)
			x.Send("d")
			x.Wait("Difference", "- on disk", "+ here", "- # theirs", "+ # mine", "1 line removed, 1 line added")
			x.Send(ptytest.Esc)
			x.Wait("Another program changed")
			x.Send(c.key)
			x.Wait(c.shows)
			x.Send(ptytest.Ctrl('s'))
			x.Wait("saved robots.txt")
			wantFile(t, path, c.saved)
		})
	}
}

func TestASaveNeverWritesOverWhatAnotherProgramWrote(t *testing.T) {
	dir := write(t, "robots.txt", blocksShop)
	path := filepath.Join(dir, "robots.txt")
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "robots.txt", "--url", "/shop")
	x.Wait("DISALLOWED")
	x.Send(ptytest.Alt("3"), "#")
	x.Wait("edited")
	put(t, path, "theirs\n")
	x.Send("x", ptytest.Ctrl('s'))
	x.Wait("changed robots.txt", "keep mine")
	wantFile(t, path, "theirs\n")
}

func TestAFileThatVanishesIsWrittenAgain(t *testing.T) {
	dir := filepath.Join(write(t, "x", ""), "site")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "robots.txt")
	put(t, path, blocksShop)
	x := ptytest.Start(t, ptytest.Options{}, path, "--url", "/shop")
	x.Wait("DISALLOWED")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	x.Wait("no longer on the disk", "edited")
	x.Send(ptytest.Ctrl('s'))
	x.Wait("the folder", "is not there")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	x.Send(ptytest.Ctrl('s'))
	x.Wait("saved")
	wantFile(t, path, blocksShop)
}

func TestReloadAsksWhereItWouldLoseAChange(t *testing.T) {
	dir := write(t, "robots.txt", blocksShop)
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "robots.txt", "--url", "/shop")
	x.Wait("DISALLOWED")
	x.Send(ptytest.Ctrl('r'))
	x.Wait("the same, octet by octet")
	x.Send(ptytest.Alt("3"), "# mine", ptytest.Enter)
	x.Wait("edited")
	x.Send(ptytest.Ctrl('r'))
	x.Wait("drop the changes")
	x.Send("t")
	x.WaitGone("edited")
	x.Send(ptytest.Ctrl('z'))
	x.Wait("# mine", "edited")
}

func TestTheFileIsEditedInAnotherEditor(t *testing.T) {
	dir := write(t, "robots.txt", blocksShop)
	editor := filepath.Join(dir, "my editor")
	script := "#!/bin/sh\ntest -t 0 || exit 3\ntest -t 1 || exit 4\necho 'editing, press a key'\nread answer\necho \"# $answer\" >> \"$2\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	x := ptytest.Start(t, ptytest.Options{Dir: dir, Env: []string{"EDITOR=\"" + editor + "\" --wait"}}, "robots.txt", "--url", "/shop")
	x.Wait("DISALLOWED")
	x.Send(ptytest.Alt("3"), "# mine", ptytest.Enter)
	x.Wait("edited")
	x.Send(ptytest.Ctrl('e'))
	x.Wait("editing, press a key")
	x.Send("by hand\r")
	x.Wait("# by hand", "# mine", "^Z takes it back", "File")
	wantFile(t, filepath.Join(dir, "robots.txt"), blocksShop)
	x.Send(ptytest.Ctrl('z'))
	x.WaitGone("# by hand")
	x.Wait("# mine")
}

func TestWithoutAnEditorThatIsSaid(t *testing.T) {
	dir := write(t, "robots.txt", blocksShop)
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "robots.txt")
	x.Wait("User-agent")
	x.Send(ptytest.Ctrl('e'))
	x.Wait("set VISUAL or EDITOR")
}

func TestLineEndsAreNamedAndConverted(t *testing.T) {
	dir := write(t, "robots.txt", "\xEF\xBB\xBFUser-agent: *\r\nDisallow: /shop\nAllow: /x")
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "robots.txt")
	x.Wait("mixed line ends", "BOM", "no final line end")
	x.Send(ptytest.Ctrl('p'), "ends to crlf", ptytest.Enter)
	x.Wait("all lines end in CRLF now", "edited")
	x.Send(ptytest.Ctrl('s'))
	x.Wait("saved")
	wantFile(t, filepath.Join(dir, "robots.txt"), "\xEF\xBB\xBFUser-agent: *\r\nDisallow: /shop\r\nAllow: /x")
	x.Send(ptytest.Ctrl('z'), ptytest.Ctrl('s'))
	x.Wait("mixed")
	x.Wait("saved")
}

func TestUnsavedTextOutlivesTheProgram(t *testing.T) {
	for _, c := range []struct {
		name   string
		signal syscall.Signal
		status int
	}{
		{"killed", syscall.SIGKILL, -1},
		{"SIGTERM", syscall.SIGTERM, 130},
		{"SIGHUP", syscall.SIGHUP, 130},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, "robots.txt", blocksShop)
			env := []string{"XDG_STATE_HOME=" + t.TempDir()}
			x := ptytest.Start(t, ptytest.Options{Dir: dir, Env: env}, "robots.txt", "--url", "/shop")
			x.Wait("DISALLOWED")
			x.Send(ptytest.Alt("3"), "# typed", ptytest.Enter)
			x.Wait("# typed")
			waitForRecovery(t, env[0][len("XDG_STATE_HOME="):]) // there is no place to keep it in before
			x.Signal(c.signal)
			if s := x.Exit(); s != c.status {
				t.Errorf("exit status %d, want %d\n%s", s, c.status, x.Screen())
			}
			if c.signal != syscall.SIGKILL {
				x.Wait("unsaved text of robots.txt is kept")
			}
			wantFile(t, filepath.Join(dir, "robots.txt"), blocksShop)

			y := ptytest.Start(t, ptytest.Options{Dir: dir, Env: env}, "robots.txt", "--url", "/shop")
			y.Wait("was not saved when robotslens ended", "take it")
			y.Send("d")
			y.Wait("Unsaved text", "+ # typed")
			y.Send(ptytest.Esc)
			y.Wait("was not saved when")
			y.Send("t")
			y.Wait("the unsaved text is back", "# typed", "edited")
			y.Send(ptytest.Ctrl('s'))
			y.Wait("saved robots.txt")
			wantFile(t, filepath.Join(dir, "robots.txt"), "# typed\n"+blocksShop)
			y.Send(ptytest.Ctrl('q'))
			y.Exit()
			if bytes.Contains(y.Raw(), []byte("also open")) {
				t.Error("the program that ended was said to have the file open")
			}
			noRecovery(t, env[0][len("XDG_STATE_HOME="):])
		})
	}
}

func recoveryFiles(t *testing.T, state string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(state, "robotslens", "unsaved", "*", "*.text"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func noRecovery(t *testing.T, state string) {
	t.Helper()
	if found := recoveryFiles(t, state); len(found) > 0 {
		t.Errorf("there still are %v", found)
	}
}
