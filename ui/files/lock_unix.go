//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package files

import (
	"errors"
	"os"
	"syscall"
)

// lock holds f until it is closed or the process ends, however it ends. It waits
// for one who looks whether f is held.
func lock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// tryLock is lock without waiting: false where another holds f.
func tryLock(f *os.File) bool { return flock(f, syscall.LOCK_EX|syscall.LOCK_NB) == nil }

// share keeps f held, in the way that trySeen tells from lock. f must be held.
func share(f *os.File) bool { return flock(f, syscall.LOCK_SH|syscall.LOCK_NB) == nil }

// trySeen is tryLock, but true also where f is only shared.
func trySeen(f *os.File) bool { return share(f) }

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
