package files

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A program that is killed in the middle of a save leaves the new file under its
// temporary name. These are swept away later, but never the file of a program
// that is still at it:
//
//   - A program that writes holds a lock on its file, which the kernel takes back
//     when the program ends, however it ends. A process number in the name would
//     say less: the system gives numbers out again, and other hosts that share the
//     folder have their own.
//   - Where locks do not reach from one host to the other, age decides: no save
//     takes sweepAge. It also covers the moments before the lock and, on Windows,
//     after it. Where a system has no locks, nothing is swept.
const sweepAge = time.Minute

const (
	temporaryMark = ".robotslens-"
	randomOctets  = 8 // of rand.Text: A to Z and 2 to 7
)

func temporaryPrefix(target string) string { return "." + filepath.Base(target) + temporaryMark }

// isTemporary reports whether a file in the folder of target has a name that
// createHeld gives.
func isTemporary(name, target string) bool {
	random, ok := strings.CutPrefix(name, temporaryPrefix(target))
	return ok && len(random) == randomOctets && strings.Trim(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// createHeld makes a new file beside target, with a lock on it where there are
// locks. A sweep that comes between the two takes the file away: it is made again.
func createHeld(target string) (*os.File, error) {
	for try := 1; ; try++ {
		name := filepath.Join(filepath.Dir(target), temporaryPrefix(target)+rand.Text()[:randomOctets])
		f, err := system.open(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return nil, err
		}
		_ = tryLock(f)
		if is(f, name) || try == 3 {
			return f, nil
		}
		f.Close()
		os.Remove(name)
	}
}

// is reports whether f is the file at name, and no link to it.
func is(f *os.File, name string) bool {
	at, err := os.Lstat(name)
	if err != nil {
		return false
	}
	open, err := f.Stat()
	return err == nil && os.SameFile(open, at)
}

// Sweep removes what saves of the file at path left beside it because their
// program was killed. What cannot be removed stays.
func Sweep(path string) { sweep(FileName(path), "") }

// sweep spares the file called but.
func sweep(target, but string) {
	now := time.Now()
	if info, err := os.Lstat(but); err == nil {
		now = info.ModTime() // by the clock that gave the others their times
	}
	dir := filepath.Dir(target)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if !isTemporary(e.Name(), target) || !e.Type().IsRegular() || name == but {
			continue
		}
		info, err := e.Info()
		if err != nil || now.Sub(info.ModTime()) < sweepAge {
			continue
		}
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if tryLock(f) && is(f, name) && os.Remove(name) != nil {
			f.Close() // Windows removes no file that is open
			os.Remove(name)
		}
		f.Close()
	}
}
