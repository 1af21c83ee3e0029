// Package theme gives each role on the screen its style: dark, light, mono and high contrast, in
// true colour, 256 or 16 colours.
//
// Marks and words say everything first; colour repeats it. Blue and orange stand for allowed and
// disallowed, which people with any common colour blindness tell apart. Backgrounds are kept for the
// selection, the current line and the verdict.
package theme

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"robotslens/ui/screen"
)

// Theme is a style for each role. The zero Theme is plain text, as a pipe wants it.
type Theme struct {
	Name string // dark, light, mono or high-contrast; auto has become one of them
	Dark bool   // made for a dark background

	Text  screen.Style // what is neither said by a colour nor dim
	Dim   screen.Style // what may be overlooked: line numbers, units, placeholders
	Title screen.Style // the title of a pane without focus
	Key   screen.Style // the name of a key in hints and help

	Allow    screen.Style // an Allow rule that decides, the word allowed
	Disallow screen.Style // a Disallow rule that decides, the word disallowed
	Tie      screen.Style // a tie in octets
	Notice   screen.Style // a warning, a verdict of another dialect, an edited file
	Error    screen.Style // what went wrong and what to do

	VerdictAllowed    screen.Style // the verdict word in its own background
	VerdictDisallowed screen.Style

	Accent      screen.Style // the title of the pane in focus, the one accent there is
	Border      screen.Style
	BorderFocus screen.Style

	// Laid over other styles by Region.Restyle.
	Selection   screen.Style
	CurrentLine screen.Style
	Popup       screen.Style // a list that stands over text
	Found       screen.Style // each match of a search
	Cursor      screen.Style // seen on top of every other style
	Stale       screen.Style // a row that waits for its new result

	Field    screen.Style // a field name the RFC or a dialect knows
	Agent    screen.Style // the product token of a user-agent line
	Path     screen.Style // the path of a rule
	Value    screen.Style // any other value, such as a sitemap's URL
	Wildcard screen.Style // * in a path
	Anchor   screen.Style // $ at the end of a path
	Comment  screen.Style
	Unknown  screen.Style // a field name nobody knows
	Ignored  screen.Style // a line the parser passes over
	Odd      screen.Style // a stand-in for a control, invisible or invalid character
}

// Names lists the themes Load knows, in the order a key goes round them.
func Names() []string { return []string{"auto", "dark", "light", "high-contrast", "mono"} }

// Load makes the named theme for a terminal of profile p. dark tells a dark background; auto and
// high-contrast follow it. With termenv.Ascii, the profile of NO_COLOR, every theme is mono. A
// name that is not in Names counts as auto.
func Load(name string, p termenv.Profile, dark bool) Theme {
	var ink palette
	switch {
	case name == "mono" || p == termenv.Ascii:
		return mono(dark)
	case name == "high-contrast" && dark:
		ink = strongDark
	case name == "high-contrast":
		ink = strongLight
	case name == "light", name != "dark" && !dark:
		name, ink, dark = "light", lightInk, false
	default:
		name, ink, dark = "dark", darkInk, true
	}
	t := coloured(ink, p)
	t.Name, t.Dark = name, dark
	return t
}

// pens hands out lipgloss styles of a fixed profile, so that neither CI nor NO_COLOR in the
// environment makes lipgloss drop bold and reverse.
func pens(p termenv.Profile) lipgloss.Style {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(p)
	r.SetHasDarkBackground(true)
	return r.NewStyle()
}

func coloured(ink palette, p termenv.Profile) Theme {
	pen := pens(p)
	on := func(c colour) lipgloss.Style { return pen.Foreground(c.complete()) }
	bar := func(fore, back colour) screen.Style {
		return sgr(pen.Foreground(fore.complete()).Background(back.complete()).Bold(true))
	}
	notice, alarm := sgr(on(ink.notice)), on(ink.error).Bold(true)
	selection := pen.Background(ink.selection.complete())
	currentLine := pen.Background(ink.currentLine.complete())
	popup := pen.Background(ink.popup.complete())
	if p == termenv.ANSI {
		// Sixteen colours have one red and no orange, no yellow that shows on white and no quiet
		// background: errors are reversed, a notice on white is underlined, the selection brings its own
		// foreground and the current line is told by its number.
		alarm = alarm.Reverse(true)
		if ink.notice.ansi == "0" {
			notice = underlined(sgr(pen.Bold(true)))
		}
		selection = selection.Foreground(ink.onSelection.complete())
		currentLine = pen
		popup = pen.Reverse(true)
	}
	return Theme{
		Text:  sgr(on(ink.text)),
		Dim:   sgr(on(ink.dim)),
		Title: sgr(on(ink.dim)),
		Key:   sgr(pen.Bold(true)),

		Allow:    sgr(on(ink.allow)),
		Disallow: sgr(on(ink.disallow)),
		Tie:      sgr(on(ink.tie)),
		Notice:   notice,
		Error:    sgr(alarm),

		VerdictAllowed:    bar(ink.onVerdict, ink.allow),
		VerdictDisallowed: bar(ink.onVerdict, ink.disallow),

		Accent:      sgr(on(ink.accent).Bold(true)),
		Border:      sgr(on(ink.border)),
		BorderFocus: sgr(on(ink.accent)),

		Selection:   sgr(selection),
		CurrentLine: sgr(currentLine),
		Popup:       sgr(popup),
		Found:       underlined(sgr(pen.Bold(true))),
		Cursor:      sgr(pen.Reverse(true)),
		Stale:       sgr(on(ink.dim)),

		Field:    sgr(on(ink.field)),
		Agent:    sgr(on(ink.text).Bold(true)),
		Path:     sgr(on(ink.text)),
		Value:    sgr(on(ink.text)),
		Wildcard: sgr(on(ink.special)),
		Anchor:   sgr(on(ink.special).Bold(true)),
		Comment:  sgr(on(ink.dim)),
		Unknown:  underlined(sgr(on(ink.notice))),
		Ignored:  underlined(sgr(on(ink.dim))),
		Odd:      underlined(sgr(on(ink.error))),
	}
}

// mono has bold, faint, underline and reverse, and no colour.
func mono(dark bool) Theme {
	// Any profile but Ascii lets the attributes through; no colour is asked of it.
	pen := pens(termenv.ANSI)
	var (
		bold      = sgr(pen.Bold(true))
		faint     = sgr(pen.Faint(true))
		under     = underlined("")
		boldUnder = underlined(sgr(pen.Bold(true)))
		reverse   = sgr(pen.Reverse(true))
		loud      = sgr(pen.Bold(true).Reverse(true))
	)
	return Theme{
		Name: "mono", Dark: dark,
		Dim: faint, Key: bold,
		Allow: bold, Disallow: boldUnder, Tie: under, Notice: reverse, Error: loud,
		VerdictAllowed: bold, VerdictDisallowed: loud,
		Accent: bold, Border: faint, BorderFocus: bold,
		// Underlined, so that the reversed cursor is seen in it.
		Selection: under, Popup: reverse, Found: bold, Cursor: reverse, Stale: faint,
		Agent: bold, Wildcard: bold, Anchor: bold,
		Comment: faint, Unknown: under, Ignored: underlined(faint), Odd: reverse,
	}
}

// sgr is what st puts before a text, as parameters.
func sgr(st lipgloss.Style) screen.Style {
	before, _, _ := strings.Cut(st.Render("x"), "x")
	before, found := strings.CutPrefix(before, "\x1b[")
	if !found {
		return ""
	}
	return screen.Style(strings.TrimSuffix(before, "m"))
}

// underlined adds the underline here because lipgloss writes it twice, once for the spaces.
func underlined(st screen.Style) screen.Style {
	if st == "" {
		return "4"
	}
	return "4;" + st
}
