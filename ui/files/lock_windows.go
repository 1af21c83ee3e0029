package files

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock holds f until it is closed or the process ends, however it ends. It waits
// for one who looks whether f is held.
func lock(f *os.File) error { return lockFile(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// tryLock is lock without waiting: false where another holds f.
func tryLock(f *os.File) bool {
	return lockFile(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY) == nil
}

// share keeps f held, in the way that trySeen tells from lock. f must be held.
func share(f *os.File) bool {
	h := windows.Handle(f.Fd())
	return trySeen(f) && windows.UnlockFileEx(h, 0, 1, 0, &windows.Overlapped{}) == nil // the first to go is the exclusive one
}

// trySeen is tryLock, but true also where f is only shared.
func trySeen(f *os.File) bool { return lockFile(f, windows.LOCKFILE_FAIL_IMMEDIATELY) == nil }

func lockFile(f *os.File, how uint32) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &windows.Overlapped{})
}
