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

func lockFile(f *os.File, how uint32) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &windows.Overlapped{})
}
