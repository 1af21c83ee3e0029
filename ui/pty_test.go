//go:build unix

package ui_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"robotslens/ui/ptytest"
)

// write puts a file into a new folder and returns the folder.
func write(t *testing.T, name, text string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTypeAURLSeeTheWinnerEditARuleAndSave(t *testing.T) {
	dir := write(t, "robots.txt", "User-agent: *\nDisallow: /reports/\nAllow: /reports/public/\n")
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "robots.txt")
	x.Wait("no rule matches")
	x.Send("reports/public/overview")
	x.Wait("✓ ALLOWED", "by line 3", "16 octets, WINS", "9 octets, shorter", "longer than 9 (line 2)")

	x.Send(ptytest.Alt("3"), ptytest.Down, ptytest.Down, ptytest.Delete, "Disa") // Allow -> Disallow
	x.Wait("✗ DISALLOWED", "● edited")
	x.Send(ptytest.Ctrl('s'))
	x.Wait("saved robots.txt")
	x.WaitGone("edited")
	x.Send(ptytest.Ctrl('q'))
	if s := x.Exit(); s != 0 {
		t.Errorf("exit status %d", s)
	}
	got, err := os.ReadFile(filepath.Join(dir, "robots.txt"))
	if want := "User-agent: *\nDisallow: /reports/\nDisallow: /reports/public/\n"; err != nil || string(got) != want {
		t.Errorf("saved %q (%v), want %q", got, err, want)
	}
	if info, _ := os.Stat(filepath.Join(dir, "robots.txt")); info.Mode().Perm() != 0o640 {
		t.Errorf("the mode became %v", info.Mode())
	}
}

func TestQuittingWithUnsavedTextAsks(t *testing.T) {
	dir := write(t, "robots.txt", "User-agent: *\n")
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "robots.txt")
	x.Wait("User-agent")
	x.Send(ptytest.Alt("3"), "#", ptytest.Ctrl('c'))
	x.Wait("not saved", "discard")
	x.Send(ptytest.Esc)
	x.WaitGone("discard")
	x.Send(ptytest.Ctrl('q'))
	x.Wait("discard")
	x.Send("d")
	if s := x.Exit(); s != 0 {
		t.Errorf("exit status %d", s)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "robots.txt")); string(got) != "User-agent: *\n" {
		t.Errorf("the file became %q", got)
	}
}

func TestATieIsMarkedAndSaysThatAllowWonIt(t *testing.T) {
	dir := write(t, "robots.txt", "User-agent: *\nDisallow: /page\nAllow: /page\n")
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "--url", "/page", "--dialect", "rfc")
	x.Wait("▶=", "WINS THE TIE", "loses the tie", "SHOULD")
}

func TestTheVersionWritesNoEscapeAndEndsAtOnce(t *testing.T) {
	x := ptytest.Start(t, ptytest.Options{}, "--version")
	if s := x.Exit(); s != 0 {
		t.Errorf("exit status %d", s)
	}
	if raw := x.Raw(); bytes.ContainsRune(raw, '\x1b') || !strings.HasPrefix(string(raw), "robotslens ") {
		t.Errorf("wrote %q", raw)
	}
}

func TestEverySizeShowsTheVerdictOrSaysWhyNot(t *testing.T) {
	dir := write(t, "robots.txt", "User-agent: *\nDisallow: /\n")
	x := ptytest.Start(t, ptytest.Options{Dir: dir})
	x.Wait("DISALLOWED")
	for _, size := range [][2]int{{80, 24}, {60, 20}, {40, 12}, {20, 6}, {19, 6}, {1, 1}, {200, 60}, {100, 14}, {100, 24}} {
		x.Resize(size[0], size[1])
		switch {
		case size[0] < 10:
		case size[0] < 20:
			x.Wait("enlarge")
		default:
			x.Until("a verdict", func(s string) bool {
				return strings.Contains(strings.ToUpper(s), "DISALLOWED") && !strings.Contains(s, "enlarge")
			})
		}
	}
}
