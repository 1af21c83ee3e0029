package fetch

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

func packed(t *testing.T, how, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch how {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "zstd":
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	default:
		return []byte(text)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestLogsAreUnpacked(t *testing.T) {
	text := strings.Repeat("a line of a log\n", 100000)
	for _, how := range []string{"plain", "gzip", "zstd"} {
		t.Run(how, func(t *testing.T) {
			// Two packed files in a row are one log, as logrotate and cat leave them.
			whole := append(packed(t, how, text), packed(t, how, "the end\n")...)
			path := filepath.Join(t.TempDir(), "access.log")
			if err := os.WriteFile(path, whole, 0o600); err != nil {
				t.Fatal(err)
			}
			l, err := OpenLog(path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(l)
			if err != nil || string(got) != text+"the end\n" {
				t.Errorf("%d octets, %v", len(got), err)
			}
			if err := l.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLogsThatCannotBeReadSayWhy(t *testing.T) {
	if _, err := OpenLog(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := OpenLog(t.TempDir()); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: %v", err)
	}
	for magic, name := range map[string]string{"BZh91AY": "bzip2", "\xfd7zXZ\x00\x00": "xz", "PK\x03\x04\x00\x00": "zip"} {
		if _, err := NewLog("x", strings.NewReader(magic)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, how := range []string{"gzip", "zstd"} {
		whole := packed(t, how, strings.Repeat("some text that is packed\n", 1000))
		l, err := NewLog("x", bytes.NewReader(whole[:len(whole)-6]))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(l); err == nil {
			t.Errorf("%s cut short is no error", how)
		}
	}
	for _, text := range []string{"", "x", "\x1f"} {
		l, err := NewLog("x", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(l); err != nil || string(got) != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}
