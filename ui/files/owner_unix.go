//go:build unix

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives f the owner of the file it will replace. Only root may give
// files away, so a refusal is no error.
func keepOwner(f *os.File, old fs.FileInfo) {
	if st, ok := old.Sys().(*syscall.Stat_t); ok && (int(st.Uid) != os.Geteuid() || int(st.Gid) != os.Getegid()) {
		_ = f.Chown(int(st.Uid), int(st.Gid))
	}
}
