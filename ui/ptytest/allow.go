package ptytest

import (
	"regexp"
	"unicode"
	"unicode/utf8"
)

// What the screen may write besides text, and why.
var screenMay = regexp.MustCompile(`^(?:` +
	`\x1b\[[0-9;:]*m` + // SGR: styles
	`|\x1b\[[0-9;]*[Hf]` + // the cursor to a place
	`|\x1b\[[0-9]*[A-G]` + // the cursor by columns and rows
	`|\x1b\[[0-2]?[JK]` + // erase
	`|\x1b\[\?1049[hl]` + // the alternate screen
	`|\x1b\[\?25[hl]` + // the cursor shown or hidden
	`|\x1b\[\?100[0-36][hl]` + // the mouse
	`|\x1b\[\?2004[hl]` + // bracketed paste
	`|\x1b\]2;robotslens [^\x00-\x1f\x7f-\x9f]*\x07` + // the title, in cleaned text
	`|\x1b\[2[23];0t` + // the title the terminal had, kept and given back
	`|\x1b\]11;\?\x1b\\` + // the question for the background
	`)`)

// clipboard is OSC 52, which the screen may write where something was copied.
var clipboard = regexp.MustCompile(`^\x1b\]52;c;[A-Za-z0-9+/=]*(?:\x07|\x1b\\)`)

// What a command may write to a terminal besides text: styles, and a line of
// progress that is written over and taken away.
var (
	commandMay = regexp.MustCompile(`^\x1b\[[0-9;:]*m`)
	progress   = regexp.MustCompile(`^\r\x1b\[K`)
)

// OddOnScreen returns the first place in what the screen wrote that is neither
// text nor on the list of what it may write, or "". copied allows OSC 52.
func OddOnScreen(raw []byte, copied bool) string {
	may := []*regexp.Regexp{screenMay}
	if copied {
		may = append(may, clipboard)
	}
	return odd(raw, "\r\n", may...)
}

// OddInTerminal is OddOnScreen for what a command wrote to a terminal, which
// makes CR LF of LF.
func OddInTerminal(raw []byte) string { return odd(raw, "\r\n", progress, commandMay) }

// OddInPipe is OddOnScreen for what a command wrote to a pipe: text and LF alone.
func OddInPipe(raw []byte) string { return odd(raw, "\n") }

func odd(raw []byte, controls string, may ...*regexp.Regexp) string {
next:
	for i := 0; i < len(raw); {
		for _, m := range may {
			if loc := m.FindIndex(raw[i:]); loc != nil {
				i += loc[1]
				continue next
			}
		}
		r, n := utf8.DecodeRune(raw[i:])
		ok := r >= ' ' && r != 0x7F && (r < 0x80 || r >= 0xA0) && (r != utf8.RuneError || n > 1) &&
			!unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector)
		for _, c := range controls {
			ok = ok || r == c
		}
		if !ok {
			return string(raw[max(0, i-30):min(len(raw), i+n+30)])
		}
		i += n
	}
	return ""
}
