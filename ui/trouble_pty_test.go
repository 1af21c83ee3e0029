//go:build unix

package ui_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"robotslens/ui/ptytest"
)

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// editMine opens the file at path, types a line above it and waits until that is
// kept in state.
func editMine(t *testing.T, o ptytest.Options, state, path string) *ptytest.Term {
	t.Helper()
	o.Env = append(o.Env, "XDG_STATE_HOME="+state)
	x := ptytest.Start(t, o, path, "--url", "/shop")
	x.Wait("DISALLOWED")
	x.Send(ptytest.Alt("3"), "# mine", ptytest.Enter)
	x.Wait("# mine", "edited")
	waitForRecovery(t, state)
	return x
}

func TestASymlinkSwappedUnderneathIsAskedAbout(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put(t, at("old.txt"), blocksShop)
	put(t, at("new.txt"), "# theirs\n"+blocksShop)
	must(t, os.Symlink("old.txt", at("robots.txt")), os.Symlink("new.txt", at("next")))
	x := editMine(t, ptytest.Options{Dir: dir}, t.TempDir(), "robots.txt")
	must(t, os.Rename(at("next"), at("robots.txt")))
	x.Send(ptytest.Ctrl('s'))
	x.Wait("leads to another file now", "keep mine", "take theirs")
	wantFile(t, at("old.txt"), blocksShop)
	wantFile(t, at("new.txt"), "# theirs\n"+blocksShop)
	x.Send("t")
	x.Wait("# theirs")
	x.WaitGone("# mine")
	x.Send(ptytest.Ctrl('z'))
	x.Wait("# mine", "edited")
	x.Send(ptytest.Ctrl('s')) // the person knows now where it goes
	x.Wait("saved robots.txt")
	wantFile(t, at("old.txt"), blocksShop)
	wantFile(t, at("new.txt"), "# mine\n"+blocksShop)
	if to, err := os.Readlink(at("robots.txt")); to != "new.txt" {
		t.Errorf("the link leads to %q (%v)", to, err)
	}
}

// The text alone does not tell the two files apart here: only that the link leads
// elsewhere does.
func TestASymlinkSwappedForAFileOfTheSameTextIsAskedAbout(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put(t, at("old.txt"), blocksShop)
	put(t, at("new.txt"), blocksShop)
	must(t, os.Symlink("old.txt", at("robots.txt")), os.Symlink("new.txt", at("next")))
	x := editMine(t, ptytest.Options{Dir: dir}, t.TempDir(), "robots.txt")
	must(t, os.Rename(at("next"), at("robots.txt")))
	x.Send(ptytest.Ctrl('s'))
	x.Wait("Not saved", "leads to another file now", "keep mine")
	wantFile(t, at("old.txt"), blocksShop)
	wantFile(t, at("new.txt"), blocksShop)
	x.Send("k")
	x.Wait("saved robots.txt")
	wantFile(t, at("old.txt"), blocksShop)
	wantFile(t, at("new.txt"), "# mine\n"+blocksShop)
}

func TestAFolderThatVanishesTakesNoTextWithIt(t *testing.T) {
	dir, state := filepath.Join(t.TempDir(), "site"), t.TempDir()
	path := filepath.Join(dir, "robots.txt")
	must(t, os.Mkdir(dir, 0o755))
	put(t, path, blocksShop)
	x := editMine(t, ptytest.Options{W: 200, H: 36}, state, path)
	must(t, os.RemoveAll(dir))
	x.Wait("no longer on the disk")
	x.Send(ptytest.Ctrl('s'))
	x.Wait("the folder", "is not there", "# mine", "edited")
	x.Signal(syscall.SIGTERM)
	if s := x.Exit(); s != 130 {
		t.Errorf("exit status %d", s)
	}
	x.Wait("is kept")
	must(t, os.Mkdir(dir, 0o755))
	put(t, path, blocksShop)
	y := ptytest.Start(t, ptytest.Options{Env: []string{"XDG_STATE_HOME=" + state}}, path)
	y.Wait("was not saved when robotslens ended")
	y.Send("t")
	y.Wait("# mine", "edited")
}

func TestAFolderInTheFilesPlaceIsNotWrittenOver(t *testing.T) {
	dir, state := write(t, "robots.txt", blocksShop), t.TempDir()
	path := filepath.Join(dir, "robots.txt")
	x := editMine(t, ptytest.Options{Dir: dir}, state, "robots.txt")
	must(t, os.Remove(path), os.Mkdir(path, 0o755))
	x.Wait("the text is now only here", "directory")
	x.Send(ptytest.Ctrl('s'))
	x.Wait("this is a folder", "# mine", "edited")
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		t.Errorf("the folder: %v, %v", info, err)
	}
	x.Send(ptytest.Ctrl('q'), "d")
	if s := x.Exit(); s != 0 {
		t.Errorf("exit status %d", s)
	}
}

// powerless is how the program is started as a user whom permissions hold, with a
// folder of that user's. The root user may write everywhere, so another is taken.
func powerless(t *testing.T) (o ptytest.Options, site, state string) {
	t.Helper()
	base, err := os.MkdirTemp("", "robotslens-test-") // the test's own folder is closed to others
	must(t, err)
	t.Cleanup(func() { os.Chmod(filepath.Join(base, "site"), 0o755); os.RemoveAll(base) })
	site, state = filepath.Join(base, "site"), filepath.Join(base, "state")
	o = ptytest.Options{W: 200, H: 36, Dir: site, Program: filepath.Join(base, "robotslens")}
	binary, err := os.ReadFile(ptytest.Binary(t))
	must(t, err, os.Chmod(base, 0o755), os.WriteFile(o.Program, binary, 0o755))
	for _, dir := range []string{site, state} {
		must(t, os.Mkdir(dir, 0o755))
	}
	if os.Getuid() == 0 {
		o.As = &syscall.Credential{Uid: 65534, Gid: 65534}
		must(t, os.Chown(site, 65534, 65534), os.Chown(state, 65534, 65534))
	}
	try := exec.Command(o.Program, "version")
	try.SysProcAttr = &syscall.SysProcAttr{Credential: o.As}
	if out, err := try.CombinedOutput(); err != nil {
		t.Skipf("no user without power can run the program here: %v, %s", err, out)
	}
	return o, site, state
}

func TestWhatIsReadOnlyStaysAndTheTextToo(t *testing.T) {
	for _, c := range []struct {
		name      string
		dir, file os.FileMode
		rootsOwn  bool // the file is the root user's
		says      string
	}{
		{name: "folder", dir: 0o555, file: 0o644, says: "the folder . is read-only"},
		{name: "file", dir: 0o755, file: 0o444, says: "the file is read-only"},
		{name: "another's file in a folder of one's own", dir: 0o755, file: 0o644, rootsOwn: true, says: "the file is read-only"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() {
				t.Skip("starts the real program")
			}
			o, site, state := powerless(t)
			if c.rootsOwn && o.As == nil {
				t.Skip("only the root user can make another's file")
			}
			path := filepath.Join(site, "robots.txt")
			must(t, os.WriteFile(path, []byte(blocksShop), c.file))
			if o.As != nil && !c.rootsOwn {
				must(t, os.Chown(path, 65534, 65534))
			}
			must(t, os.Chmod(path, c.file), os.Chmod(site, c.dir))
			x := editMine(t, o, state, "robots.txt")
			x.Send(ptytest.Ctrl('s'))
			x.Wait(c.says, "save under another name", "# mine", "edited")
			wantFile(t, path, blocksShop)
			entries, err := os.ReadDir(site)
			if err != nil || len(entries) != 1 {
				var names []string
				for _, e := range entries {
					names = append(names, e.Name())
				}
				t.Errorf("the folder holds %s (%v)", strings.Join(names, ", "), err)
			}
		})
	}
}
