package theme

import (
	"runtime"
	"strings"

	"robotslens/ui/screen"
)

// Glyphs are the marks and lines of the screen. Each is one column wide unless its comment says
// otherwise.
type Glyphs struct {
	ASCII bool

	Wins    string // the rule that wins on length
	WinsTie string // an Allow that wins a tie; two columns
	Ties    string // a rule as long as the winner
	Shorter string // a rule that matches and is shorter
	Bar     string // beside the lines of the group that applies

	Check, Cross, Warning string
	Differs               string // a row that differs from the others
	Dot                   string // before the word edited
	Bullet                string
	Ellipsis              string // where text is cut
	Right, Left, Down     string // arrows

	Across string // a line under a match, and between rows
	Thumb  string // a scroll bar

	Border, BorderFocus screen.Border
}

// NewGlyphs returns the Unicode marks, or those for terminals that show nothing but ASCII.
func NewGlyphs(ascii bool) Glyphs {
	if ascii {
		return Glyphs{
			ASCII: true,
			Wins:  ">", WinsTie: ">=", Ties: "=", Shorter: ".", Bar: "|",
			Check: "+", Cross: "x", Warning: "!", Differs: "!", Dot: "*", Bullet: "-", Ellipsis: "~",
			Right: ">", Left: "<", Down: "v",
			Across: "-", Thumb: "#",
			Border: screen.LightASCII, BorderFocus: screen.HeavyASCII,
		}
	}
	return Glyphs{
		Wins: "▶", WinsTie: "▶=", Ties: "=", Shorter: "·", Bar: "┃",
		Check: "✓", Cross: "✗", Warning: "⚠", Differs: "≠", Dot: "●", Bullet: "•", Ellipsis: "…",
		Right: "→", Left: "←", Down: "↓",
		Across: "─", Thumb: "█",
		Border: screen.Light, BorderFocus: screen.Heavy,
	}
}

// UTF8Locale reports whether the locale that getenv tells, in the order of POSIX, writes UTF-8. No
// locale at all is the C locale, save where the system is known to use none: Windows and macOS.
func UTF8Locale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(name); v != "" {
			v = strings.ToLower(v)
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin"
}
