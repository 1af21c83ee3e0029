package statefile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The kernel calls this a regular file of no octets, and gives more when it is
// read: what a file is that grew after its size was asked.
const grown = "/proc/self/status"

func TestAFileThatGrewAfterItsSizeWasAskedIsTooLong(t *testing.T) {
	info, err := os.Stat(grown)
	if err != nil || info.Size() != 0 || !info.Mode().IsRegular() {
		t.Skipf("%s is another file here: %v, %v", grown, info, err)
	}
	if b, err := Read(grown, limit); b != nil || err == nil || !strings.Contains(err.Error(), "longer than 10 octets") {
		t.Errorf("%d octets, %v", len(b), err)
	}
}

// inTime fails where f waits for what does not come.
func inTime(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("it waits for ever")
	}
}

func TestAPipeIsSetAsideAndADeviceRefusedWithoutWaiting(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	inTime(t, func() {
		if _, err := Read(name, limit); err == nil || !strings.Contains(err.Error(), "is a pipe, not a regular file") {
			t.Errorf("a pipe: %v", err)
		}
		if err := Load(name, limit, understand); !errors.As(err, new(*AsideError)) || !strings.Contains(err.Error(), "is a pipe") {
			t.Errorf("a pipe: %v", err)
		}
		for _, device := range []string{"/dev/zero", "/dev/null"} {
			if _, err := Read(device, limit); err == nil || !strings.Contains(err.Error(), "is a device, not a regular file") {
				t.Errorf("%s: %v", device, err)
			}
		}
	})
	if info, err := os.Lstat(name + BadSuffix); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("aside is %v (%v)", info, err)
	}
}

func TestALinkToADeviceIsSetAsideAndTheDeviceStays(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state")
	if err := os.Symlink("/dev/zero", name); err != nil {
		t.Fatal(err)
	}
	inTime(t, func() {
		if err := Load(name, limit, understand); !errors.As(err, new(*AsideError)) {
			t.Errorf("got %v", err)
		}
	})
	if to, err := os.Readlink(name + BadSuffix); to != "/dev/zero" {
		t.Errorf("aside is a link to %q (%v)", to, err)
	}
}
