//go:build unix

package ui_test

import (
	"os"
	"path/filepath"
	"testing"

	"robotslens/ui/ptytest"
)

func TestOneWalksThroughDatedVersionsAndBack(t *testing.T) {
	dir := write(t, "robots.txt", "User-agent: *\nDisallow: /c/\nDisallow: /d/\n")
	for name, text := range map[string]string{
		"robots-2026-01-10.txt": "User-agent: *\nAllow: /\n",
		"robots-2026-02-10.txt": "User-agent: *\nAllow: /\nDisallow: /c/\n",
		"robots-2026-03-10.txt": "User-agent: *\nDisallow: /c/\nDisallow: /d/\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	x := ptytest.Start(t, ptytest.Options{Dir: dir, W: 150, H: 44}, "robots.txt", "--url", "/c/1", "--dialect", "rfc")
	x.Wait("by line 2")
	x.Send(ptytest.Alt("3"), "# mine", ptytest.Enter) // unsaved, and it stays so
	x.Wait("by line 3")
	x.Send(ptytest.Ctrl('p'), "dated files", ptytest.Enter)
	x.Wait("such as old/robots")
	x.Send("robots-*.txt", ptytest.Enter)
	x.Wait("Versions 3", "/c/1 is disallowed since 2026-02-10: line 3, Disallow: /c/", "flips")
	x.Send(ptytest.Left, ptytest.Left)
	x.Wait("past version", "2026-02-10", "new; 3 octets, WINS")
	x.Send(ptytest.Left)
	x.Wait("✓ ALLOWED", "in every version since 2026-01-10")
	x.Send(ptytest.Alt("3"), "x")
	x.Wait("esc brings the present back")
	x.Send(ptytest.Up)
	x.WaitGone("esc brings the present back")
	x.Send(ptytest.Ctrl('s'))
	x.Wait("can't be edited")
	x.Send(ptytest.Esc)
	x.Wait("# mine", "● edited", "✗ DISALLOWED")
	x.Send(ptytest.Ctrl('q'))
	x.Wait("not saved")
}
