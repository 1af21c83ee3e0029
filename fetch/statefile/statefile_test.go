package statefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const limit = 10

func put(t *testing.T, text string) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// understand takes what ends in an exclamation mark, and no later version.
func understand(b []byte) error {
	switch {
	case strings.HasPrefix(string(b), "v2"):
		return errors.New("was written by a later version")
	case !strings.HasSuffix(string(b), "!"):
		return errors.New("is cut")
	}
	return nil
}

func TestAFileIsUnderstoodOrSetAside(t *testing.T) {
	for _, tt := range []struct{ name, text, odd string }{
		{"a good file stays", "good!", ""},
		{"one as long as the limit stays", "123456789!", ""},
		{"one octet more is too long, whatever it holds", "1234567890!", "is longer than 10 octets"},
		{"an empty file", "", "is cut"},
		{"a cut file", "goo", "is cut"},
		{"a binary file", "\x00\xff\x7f", "is cut"},
		{"a file of a later version", "v2!", "was written by a later version"},
	} {
		for _, older := range []bool{false, true} {
			name := put(t, tt.text)
			if older {
				if err := os.WriteFile(name+BadSuffix, []byte("an older one"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var got string
			err := Load(name, limit, func(b []byte) error { got = string(b); return understand(b) })
			if tt.odd == "" {
				if _, gone := os.Stat(name); err != nil || gone != nil || got != tt.text {
					t.Errorf("%s: %q, %v, %v", tt.name, got, err, gone)
				}
				continue
			}
			var aside *AsideError
			if want := "state: " + tt.odd + "; it was set aside as " + name + ".bad"; !errors.As(err, &aside) || aside.Moved != nil || err.Error() != want {
				t.Errorf("%s: %v, want %s", tt.name, err, want)
			}
			if b, err := os.ReadFile(name + BadSuffix); string(b) != tt.text || err != nil {
				t.Errorf("%s: aside is %q (%v)", tt.name, b, err)
			}
			if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: it is still there (%v)", tt.name, err)
			}
		}
	}
}

func TestAFileThatIsTooLongIsNotHandedOver(t *testing.T) {
	name := put(t, strings.Repeat("!", limit+1))
	_ = Load(name, limit, func(b []byte) error {
		t.Errorf("%d octets are handed over", len(b))
		return nil
	})
	name = put(t, strings.Repeat("!", limit+1))
	if b, err := Read(name, limit); b != nil || err == nil || err.Error() != name+": is longer than 10 octets" {
		t.Errorf("%q, %v", b, err)
	}
}

func TestOfAFileThatIsFarTooLongNothingIsRead(t *testing.T) {
	const most = 16 << 20
	name := put(t, "")
	if err := os.Truncate(name, 2*most); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(name, most)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; err == nil || took > most/4 {
		t.Errorf("took %d octets of memory, %v", took, err)
	}
}

// counted is an endless file: one that grows faster than it is read.
type counted struct{ octets int }

func (c *counted) Read(p []byte) (int, error) {
	c.octets += len(p)
	return len(p), nil
}

func TestAFileThatGrowsWhileItIsReadIsReadNoFurtherThanTheLimit(t *testing.T) {
	const most = 1 << 20
	c := &counted{}
	b, odd, err := bounded(c, most)
	if b != nil || err != nil || odd == nil || !strings.Contains(odd.Error(), "longer than") {
		t.Errorf("%d octets, %v, %v", len(b), odd, err)
	}
	if c.octets > most+1 {
		t.Errorf("%d octets were read", c.octets)
	}
}

func TestAFileThatCannotBeReadStaysWhereItIs(t *testing.T) {
	name := filepath.Join(t.TempDir(), "none")
	if err := Load(name, limit, understand); !errors.Is(err, fs.ErrNotExist) || errors.As(err, new(*AsideError)) {
		t.Errorf("a file that is not there: %v", err)
	}
	if os.Geteuid() == 0 {
		return // nothing is closed to root
	}
	name = put(t, "cut")
	if err := os.Chmod(name, 0); err != nil {
		t.Fatal(err)
	}
	if err := Load(name, limit, understand); !errors.Is(err, fs.ErrPermission) || errors.As(err, new(*AsideError)) {
		t.Errorf("a file that may not be read: %v", err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Error(err)
	}
}

func TestAFolderIsSetAsideWithWhatIsInIt(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state")
	for _, dir := range []string{filepath.Join(name, "in it"), name + BadSuffix} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	err := Load(name, limit, understand)
	if err == nil || !strings.Contains(err.Error(), "is a folder, not a regular file; it was set aside") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(filepath.Join(name+BadSuffix, "in it")); err != nil {
		t.Error(err)
	}
}

func TestWhatCannotBeSetAsideIsSaidToStandInTheWay(t *testing.T) {
	name := put(t, "cut")
	if err := os.MkdirAll(filepath.Join(name+BadSuffix, "in it"), 0o700); err != nil {
		t.Fatal(err)
	}
	err := Load(name, limit, understand)
	var aside *AsideError
	if !errors.As(err, &aside) || aside.Moved == nil || !strings.Contains(err.Error(), name+": is cut, and it cannot be set aside") || !strings.HasSuffix(err.Error(), "move it away") {
		t.Errorf("%v", err)
	}
	if b, err := os.ReadFile(name); string(b) != "cut" || err != nil {
		t.Errorf("the file holds %q (%v)", b, err)
	}
}
