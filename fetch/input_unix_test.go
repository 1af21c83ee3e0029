//go:build unix

package fetch

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestPipesAndDevicesAreRefused(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip("no named pipes here:", err)
	}
	for source, says := range map[string]string{fifo: "is a pipe", "/dev/zero": "is a device"} {
		if _, err := Read(context.Background(), source, InputOptions{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", source, err)
		}
	}
}

func TestUnreadableFileIsToldApart(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	path := filepath.Join(t.TempDir(), "robots.txt")
	if err := os.WriteFile(path, nil, 0o200); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(context.Background(), path, InputOptions{}); err == nil || !strings.Contains(err.Error(), "not allowed to read it") {
		t.Errorf("got %v", err)
	}
}
