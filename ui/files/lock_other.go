//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd && !windows

package files

import (
	"errors"
	"os"
)

// Without locks nobody could tell a program that runs from one that died, so
// there is no Session.
func lock(*os.File) error { return errors.ErrUnsupported }

func tryLock(*os.File) bool { return false }

func share(*os.File) bool { return false }

func trySeen(*os.File) bool { return false }
