//go:build unix

package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"robotslens/ui/ptytest"
)

// What a command refuses is refused before a screen opens.
func TestTheScreenTakesNoFlagThatACommandRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "robots.txt"), "User-agent: *\n")
	for _, tt := range []struct{ name, args, says string }{
		{"a dialect that nobody speaks", "--dialect klingon", `unknown dialect "klingon": use auto, rfc, google or python`},
		{"an origin that no file governs", "--origin ftp://shop.example", `--origin: "ftp://shop.example" is neither http nor https`},
		{"an origin of a file that is fetched", "https://shop.example/ --origin https://b.example", "--origin is for files"},
	} {
		x := ptytest.Start(t, ptytest.Options{Dir: dir}, strings.Fields(tt.args)...)
		if status := x.Exit(); status != statusTrouble {
			t.Errorf("%s: status %d", tt.name, status)
		}
		if raw := string(x.Raw()); !strings.HasPrefix(raw, "robotslens: "+tt.says) {
			t.Errorf("%s: says %q", tt.name, raw)
		}
	}
}
