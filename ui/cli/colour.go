package cli

import (
	"fmt"
	"os"

	"github.com/muesli/termenv"

	"robotslens/ui/screen"
	"robotslens/ui/theme"
)

// colours returns the styles for text on standard output: none where it is no
// terminal or NO_COLOR is set. The terminal is not asked for its background,
// since a command has no time to wait for an answer.
func (c *cli) colours() theme.Theme {
	if c.styles == nil {
		t := theme.Theme{}
		profile := theme.Profile(c.stdout)
		if _, ok := terminal(c.stdout); ok && profile != termenv.Ascii {
			dark, known := theme.DarkFromEnv(os.Getenv)
			switch name := c.look.theme; {
			case name != "" && name != "auto", known:
				t = theme.Load(name, profile, dark)
			default: // words only, made bold, show on any background
				t = theme.Load("mono", profile, true)
			}
		}
		c.styles = &t
	}
	return *c.styles
}

// styled wraps clean text in st.
func (c *cli) styled(st screen.Style, text string) string {
	if st == "" || text == "" {
		return text
	}
	return fmt.Sprintf("\x1b[%sm%s\x1b[0m", st, text)
}

// verdictStyle is the style of a verdict.
func (c *cli) verdictStyle(j *judged) screen.Style {
	switch t := c.colours(); {
	case j.otherHost():
		return t.Notice
	case j.trace.Allowed:
		return t.Allow
	default:
		return t.Disallow
	}
}
