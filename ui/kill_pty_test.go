//go:build unix

package ui_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"robotslens/ui/ptytest"
)

// The program is killed at random moments of typing and saving. The file on disk
// is then one of the texts that were saved, whole, and what was seen on the
// screen a second before is on disk or kept. What a kill in the middle of a save
// leaves behind is gone once the file is opened again. KILLS=200 tries more often.
func TestAKillTakesAtMostTheLastSecondAndNeverTheFile(t *testing.T) {
	kills := 12
	if n, err := strconv.Atoi(os.Getenv("KILLS")); err == nil {
		kills = n
	}
	seed := uint64(time.Now().UnixNano())
	t.Log("seed", seed)
	rnd := rand.New(rand.NewPCG(seed, 0))
	var worst time.Duration
	swept := 0
	for range kills {
		lost, left := killOnce(t, rnd)
		worst = max(worst, lost)
		if left {
			swept++
		}
	}
	t.Logf("%d kills; what was lost was never older than %v; %d left a temporary file, which is gone", kills, worst, swept)
}

// killOnce returns how long before the kill the oldest thing lost was seen, and
// whether the kill left a temporary file.
func killOnce(t *testing.T, rnd *rand.Rand) (lost time.Duration, left bool) {
	dir, state := write(t, "robots.txt", blocksShop), t.TempDir()
	x := ptytest.Start(t, ptytest.Options{Dir: dir, Env: []string{"XDG_STATE_HOME=" + state}}, "robots.txt")
	x.Wait("User-agent")
	x.Send(ptytest.Alt("3"))
	saved := map[string]bool{blocksShop: true}
	text := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "# typed %d.\n", i+1)
		}
		return b.String() + blocksShop
	}
	var seen []time.Time // when line n+1 was first seen
	var sent time.Time
	var slowest time.Duration // from a line that is sent to when it is seen
	typed := 0
	deadline := time.Now().Add(time.Duration(100+rnd.IntN(2500)) * time.Millisecond)
	for time.Now().Before(deadline) {
		if typed == len(seen) {
			typed++
			sent = time.Now()
			x.Send(fmt.Sprintf("# typed %d.\r", typed))
			if rnd.IntN(4) == 0 {
				x.Send(ptytest.Ctrl('s'))
				saved[text(typed)] = true
			}
		}
		if strings.Contains(x.Screen(), fmt.Sprintf("# typed %d.", typed)) {
			seen = append(seen, time.Now())
			slowest = max(slowest, time.Since(sent))
		}
		time.Sleep(time.Duration(rnd.IntN(40)) * time.Millisecond) // a person types no faster
	}
	killed := time.Now()
	x.Signal(syscall.SIGKILL)
	x.Exit()

	disk, err := os.ReadFile(filepath.Join(dir, "robots.txt"))
	if err != nil || !saved[string(disk)] {
		t.Fatalf("the file is no text that was saved (%v):\n%s", err, disk)
	}
	kept := disk
	if found := recoveryFiles(t, state); len(found) > 0 {
		b, err := os.ReadFile(found[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, rest, _ := bytes.Cut(b, []byte("\n")); len(rest) > len(disk) {
			kept = rest
		}
	}
	lines := bytes.Count(kept, []byte("# typed "))
	for n, at := range seen {
		if n+1 > lines {
			lost = killed.Sub(at)
			break
		}
	}
	if lost > 2*time.Second+4*slowest { // one second, and more for a busy machine
		t.Errorf("what was seen %v before the kill is lost; kept are %d of %d lines", lost, lines, len(seen))
	}
	return lost, openedAgainNothingIsLeft(t, dir, state)
}

// openedAgainNothingIsLeft reports whether a save left a temporary file in dir.
func openedAgainNothingIsLeft(t *testing.T, dir, state string) (left bool) {
	t.Helper()
	others := func() []string {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range entries {
			if e.Name() != "robots.txt" {
				names = append(names, filepath.Join(dir, e.Name()))
			}
		}
		return names
	}
	was := others()
	long := time.Now().Add(-time.Hour) // nobody takes the file for one that is being written
	for _, name := range was {
		if err := os.Chtimes(name, long, long); err != nil {
			t.Fatal(err)
		}
	}
	half := func() []string {
		found, _ := filepath.Glob(filepath.Join(state, "robotslens", "unsaved", "*", "*.new"))
		return found
	}
	if len(was) > 0 || len(half()) > 0 {
		y := ptytest.Start(t, ptytest.Options{Dir: dir, Env: []string{"XDG_STATE_HOME=" + state}}, "robots.txt")
		until(t, "nothing left beside the file", func() bool { return len(others()) == 0 && len(half()) == 0 })
		y.Signal(syscall.SIGKILL)
		y.Exit()
	}
	return len(was) > 0
}
