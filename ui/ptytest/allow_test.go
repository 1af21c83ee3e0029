package ptytest

import (
	"testing"

	"robotslens/testdata/hostile"
)

func TestOnlyWhatIsOnTheListPasses(t *testing.T) {
	for _, ok := range []string{"text é 世\r\n", "\x1b[1;31mred\x1b[m", "\x1b[?1049h\x1b[2J\x1b[1;1H", "\x1b]2;robotslens a\x07", "\x1b]11;?\x1b\\"} {
		if bad := OddOnScreen([]byte(ok), false); bad != "" {
			t.Errorf("%q is refused at %q", ok, bad)
		}
	}
	for _, no := range []string{"\x1b[?1006;1049l", "\x1b]2;other\x07", "\x1b]2;robotslens \u009b\x07", "\x1b]52;c;eA==\x07", "\x1b[3;4r", "\x1bc", "\u202e", "\xff", "\x1b[6n", "a\x07", "\x1b"} {
		if OddOnScreen([]byte(no), false) == "" {
			t.Errorf("%q passes", no)
		}
	}
	if OddOnScreen([]byte("\x1b]52;c;eA==\x07"), true) != "" {
		t.Error("a copied text is refused")
	}
	passing := map[string]bool{}
	for _, h := range hostile.All() {
		if OddInPipe([]byte(h.Octets)) == "" {
			passing[h.Name] = true
		}
	}
	for _, name := range []string{"esc-clear", "osc-52-clipboard", "dcs", "c1-one-octet", "c1-in-utf8", "nul-octets", "cr", "bs", "bel", "del", "bidi-overrides", "zero-width", "tags", "invalid-utf8", "overlong-utf8", "utf16-le"} {
		if passing[name] {
			t.Errorf("%s passes", name)
		}
	}
}
