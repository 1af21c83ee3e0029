package ui_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"
)

// stopped reports whether a process is stopped by a signal.
func stopped(t *testing.T, pid int) bool {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(b, []byte(") "))
	return bytes.HasPrefix(rest, []byte("T"))
}
