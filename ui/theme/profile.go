package theme

import (
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/termenv"
)

// Profile tells how many colours out takes: termenv.Ascii, none, under NO_COLOR or CLICOLOR=0 or
// where out is no terminal, unless CLICOLOR_FORCE asks for colours all the same.
func Profile(out io.Writer) termenv.Profile {
	o := termenv.NewOutput(out)
	if o.EnvNoColor() {
		return termenv.Ascii
	}
	p := o.EnvColorProfile()
	// termenv does not know the -direct entries of terminfo, which are true colour by definition.
	if p > termenv.TrueColor && strings.HasSuffix(os.Getenv("TERM"), "-direct") && isTerminal(out) {
		return termenv.TrueColor
	}
	return p
}

// DarkFromEnv reads COLORFGBG, which rxvt, Konsole and others set to "foreground;background" in ANSI
// colours. known is false where it says nothing.
func DarkFromEnv(getenv func(string) string) (dark, known bool) {
	v := getenv("COLORFGBG")
	i := strings.LastIndexByte(v, ';')
	if i < 0 {
		return true, false
	}
	n, err := strconv.Atoi(v[i+1:])
	if err != nil || n < 0 || n > 15 {
		return true, false
	}
	return n < 7 || n == 8, true
}

func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}
