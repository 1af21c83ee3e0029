//go:build unix

package ui_test

import (
	"os"
	"testing"
	"time"

	"robotslens/ui/ptytest"
)

// until polls for what is not on the screen.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(ptytest.Deadline); !ok(); {
		if time.Now().After(end) {
			t.Fatal("waited for", what)
		}
		time.Sleep(5 * time.Millisecond) // between two looks
	}
}

func waitForRecovery(t *testing.T, state string) {
	t.Helper()
	until(t, "a recovery file", func() bool { return len(recoveryFiles(t, state)) > 0 })
}

func TestQuittingOrSavingLeavesNoRecoveryFile(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []string
	}{
		{"saving", []string{ptytest.Ctrl('s')}},
		{"undoing", []string{ptytest.Ctrl('z')}},
		{"discarding", []string{ptytest.Ctrl('q'), "d"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, state := write(t, "robots.txt", blocksShop), t.TempDir()
			x := ptytest.Start(t, ptytest.Options{Dir: dir, Env: []string{"XDG_STATE_HOME=" + state}}, "robots.txt")
			x.Wait("User-agent")
			x.Send(ptytest.Alt("3"), "#")
			waitForRecovery(t, state)
			x.Send(c.keys...)
			until(t, "no recovery file", func() bool { return len(recoveryFiles(t, state)) == 0 })
		})
	}
}

func TestTwoProgramsOnOneFileAreToldOfEachOther(t *testing.T) {
	dir, state := write(t, "robots.txt", blocksShop), t.TempDir()
	env := []string{"XDG_STATE_HOME=" + state}
	x := ptytest.Start(t, ptytest.Options{Dir: dir, Env: env}, "robots.txt")
	x.Wait("User-agent")
	x.Send(ptytest.Alt("3"), "#")
	waitForRecovery(t, state) // and so x looks out for others
	x.Send(ptytest.Ctrl('z'))
	x.WaitGone("edited")
	y := ptytest.Start(t, ptytest.Options{Dir: dir, Env: env}, "robots.txt")
	y.Wait("is also open in another robotslens")
	x.Wait("is now also open in another robotslens")
	y.Send(ptytest.Alt("3"), "# from y", ptytest.Enter, ptytest.Ctrl('s'))
	y.Wait("saved robots.txt")
	x.Wait("reloaded", "line 2 col 1") // at the text it was at
}

func TestWithoutAPlaceForStateTheScreenStillWorks(t *testing.T) {
	dir := write(t, "robots.txt", blocksShop)
	x := ptytest.Start(t, ptytest.Options{Dir: dir, Env: []string{"XDG_STATE_HOME=/dev/null"}}, "robots.txt", "--url", "/shop")
	x.Wait("DISALLOWED") // that unsaved text is not kept is told in a note, which another may follow at once
	x.Send(ptytest.Alt("3"), "#", ptytest.Ctrl('s'))
	x.Wait("saved robots.txt")
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the working folder holds %v (%v)", entries, err)
	}
}
