//go:build unix

package tty

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// readable reports whether f has something to read within the time. It is select and not poll, which
// macOS doesn't have for terminals.
func readable(f *os.File, within time.Duration) bool {
	fd := int(f.Fd())
	if fd >= unix.FD_SETSIZE {
		return false
	}
	var set unix.FdSet
	set.Set(fd)
	tv := unix.NsecToTimeval(within.Nanoseconds())
	n, err := unix.Select(fd+1, &set, nil, nil, &tv)
	return err == nil && n > 0
}
