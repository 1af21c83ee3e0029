package theme

import "github.com/charmbracelet/lipgloss"

// colour is a role's colour in full, and what stands for it in 256 and 16 colours. The two are chosen
// by eye: the nearest of 256 often tints a grey, and the nearest of sixteen is often the wrong one.
type colour struct {
	hex, ansi256, ansi string
}

func (c colour) complete() lipgloss.CompleteColor {
	return lipgloss.CompleteColor{TrueColor: c.hex, ANSI256: c.ansi256, ANSI: c.ansi}
}

// palette is what a coloured theme is made of. text is the terminal's own foreground but in 16 colours on
// dark, where that is the grey of dim. The dark ones are measured against #0D1117 and black,
// the light ones against white.
type palette struct {
	text, dim, allow, disallow, tie, notice, error colour
	accent, border, field, special                 colour
	onVerdict, selection, onSelection, currentLine colour
	popup                                          colour
}

var darkInk = palette{
	text:        colour{"", "", "15"},
	dim:         colour{"#8B949E", "246", "7"},
	allow:       colour{"#79B8FF", "111", "14"},
	disallow:    colour{"#FFAB70", "215", "9"},
	tie:         colour{"#D2A8FF", "183", "13"},
	notice:      colour{"#E3C567", "185", "11"},
	error:       colour{"#FF7B72", "209", "9"},
	accent:      colour{"#56D4DD", "80", "14"},
	border:      colour{"#6E7681", "243", "7"},
	field:       colour{"#9FC5BC", "152", "15"},
	special:     colour{"#F2A7D0", "218", "13"},
	onVerdict:   colour{"#0D1117", "16", "0"},
	selection:   colour{"#1A2C47", "17", "4"},
	onSelection: colour{"#FFFFFF", "231", "15"},
	currentLine: colour{"#161B22", "234", "0"},
	popup:       colour{"#1C222B", "235", ""},
}

var lightInk = palette{
	text:        colour{"", "", ""},
	dim:         colour{"#59636E", "241", "8"},
	allow:       colour{"#0B5CAD", "25", "4"},
	disallow:    colour{"#A04100", "130", "1"},
	tie:         colour{"#6F42C1", "55", "5"},
	notice:      colour{"#7A5C00", "58", "0"},
	error:       colour{"#B3261E", "124", "1"},
	accent:      colour{"#0B6B75", "24", "4"},
	border:      colour{"#818B98", "102", "8"},
	field:       colour{"#2B5F58", "23", "0"},
	special:     colour{"#9A2C6E", "89", "5"},
	onVerdict:   colour{"#FFFFFF", "231", "15"},
	selection:   colour{"#D6E6F8", "195", "4"},
	onSelection: colour{"#FFFFFF", "231", "15"},
	currentLine: colour{"#F3F5F8", "255", "15"},
	popup:       colour{"#E6EAEF", "254", ""},
}

var strongDark = palette{
	text:        colour{"", "", "15"},
	dim:         colour{"#C8D0DA", "252", "7"},
	allow:       colour{"#8CC8FF", "117", "14"},
	disallow:    colour{"#FFB454", "215", "9"},
	tie:         colour{"#E2B8FF", "183", "13"},
	notice:      colour{"#FFF06A", "227", "11"},
	error:       colour{"#FF9A94", "210", "9"},
	accent:      colour{"#6BF0FF", "87", "14"},
	border:      colour{"#C8D0DA", "252", "7"},
	field:       colour{"#C9F0E6", "195", "15"},
	special:     colour{"#FFB3DE", "218", "13"},
	onVerdict:   colour{"#000000", "16", "0"},
	selection:   colour{"#10305A", "17", "4"},
	onSelection: colour{"#FFFFFF", "231", "15"},
	currentLine: colour{"#1A1A1A", "234", "0"},
	popup:       colour{"#2A2A2A", "236", ""},
}

var strongLight = palette{
	text:        colour{"", "", ""},
	dim:         colour{"#3D454D", "238", "8"},
	allow:       colour{"#00408A", "18", "4"},
	disallow:    colour{"#7A2E00", "88", "1"},
	tie:         colour{"#54219B", "54", "5"},
	notice:      colour{"#574000", "58", "0"},
	error:       colour{"#8E0B12", "88", "1"},
	accent:      colour{"#004E57", "23", "4"},
	border:      colour{"#3D454D", "238", "8"},
	field:       colour{"#0B3F38", "23", "0"},
	special:     colour{"#781552", "53", "5"},
	onVerdict:   colour{"#FFFFFF", "231", "15"},
	selection:   colour{"#CFE3F8", "195", "4"},
	onSelection: colour{"#FFFFFF", "231", "15"},
	currentLine: colour{"#F4F4F4", "255", "15"},
	popup:       colour{"#E8E8E8", "254", ""},
}
