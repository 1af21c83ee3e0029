package screen

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/width"
)

// Stand-ins. Each is one column wide in every terminal that draws box characters in one column.
const (
	hidden   = '▯' // U+25AF, for what has no picture of its own or no agreed width
	oddSpace = '␣' // U+2423, for a space that is not U+0020
	deleted  = '␡' // U+2421, for DEL
)

// classify says how a valid non-ASCII character is shown and whether combining marks may join it.
//
// The rule behind the cases: where terminals may disagree on how many columns a character takes, or
// where it is drawn, it gets a stand-in, for one column lost moves every border right of it.
// Stand-ins are therefore also given to
//   - right-to-left letters and Arabic digits: terminals with bidirectional text (VTE, Konsole,
//     mlterm, macOS Terminal) reorder the whole line around them, borders and neighbours included, and
//     the isolates that could stop that are themselves drawn as something by the others;
//   - regional indicators, emoji modifiers, conjoining jamo, spacing marks, viramas and the two
//     sara am: alone they have a width, in company terminals that cluster graphemes give another;
//   - private use and unassigned characters: their width is whatever the font says.
func classify(r rune) (g glyph, joins bool) {
	switch {
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3, r >= 0x3041 && r <= 0x3096, r >= 0x30A1 && r <= 0x30FA:
		return glyph{base: r, width: 2}, false
	case r == 0xAD || r < 0xA0:
		return standIn(hidden), false
	case unicode.Is(unicode.Zs, r):
		return standIn(oddSpace), false
	case r < 0x0300:
		return glyph{base: r, width: 1, odd: isLookAlike(r)}, unicode.IsLetter(r)
	case r == utf8.RuneError:
		return standIn(utf8.RuneError), false
	case isUnsure(r):
		return standIn(hidden), false
	}
	w := 1
	if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
		w = 2
	}
	return glyph{base: r, width: w, odd: isLookAlike(r)}, w == 1 && unicode.IsLetter(r)
}

func standIn(r rune) glyph { return glyph{base: r, width: 1, odd: true, standIn: true} }

// isUnsure reports whether the width, place or visibility of r depends on the terminal.
func isUnsure(r rune) bool {
	if !unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) || unicode.Is(unsure, r) {
		return true
	}
	p, _ := bidi.LookupRune(r)
	switch p.Class() {
	case bidi.R, bidi.AL, bidi.AN:
		return true
	}
	return false
}

// unsure lists letters, numbers and symbols that isUnsure cannot know by category.
var unsure = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0D4E, 0x0D4E, 1},  // Malayalam dot reph, joins the letter after it
		{0x0E33, 0x0E33, 1},  // Thai sara am, half a mark
		{0x0EB3, 0x0EB3, 1},  // Lao am
		{0x1100, 0x11FF, 1},  // conjoining jamo
		{0x2630, 0x2637, 1},  // trigrams, wide since Unicode 16
		{0x268A, 0x268F, 1},  // monograms and digrams, wide since Unicode 16
		{0x2800, 0x2800, 1},  // braille blank
		{0x2E3A, 0x2E3B, 1},  // two- and three-em dash
		{0x3030, 0x303D, 13}, // wavy dash and part alternation mark, pictographs or CJK
		{0x3164, 0x3164, 1},  // Hangul filler
		{0x3297, 0x3299, 2},  // circled congratulation and secret, the same
		{0x4DC0, 0x4DFF, 1},  // hexagrams, wide since Unicode 16
		{0xA960, 0xA97C, 1},  // conjoining jamo
		{0xD7B0, 0xD7FB, 1},  // conjoining jamo
		{0xFF9E, 0xFFA0, 1},  // halfwidth voiced marks and Hangul filler
		{0xFFFC, 0xFFFC, 1},  // object replacement
	},
	R32: []unicode.Range32{
		{0x111C2, 0x111C3, 1}, // Sharada, Dives Akuru, Zanabazar, Soyombo, Gondi and Kawi letters that
		{0x1193F, 0x11941, 2}, // join the one after them
		{0x11A3A, 0x11A3A, 1},
		{0x11A84, 0x11A89, 1},
		{0x11D46, 0x11D46, 1},
		{0x11F02, 0x11F02, 1},
		{0x1D300, 0x1D376, 1}, // tetragrams and counting rods, wide since Unicode 16
		{0x1F1E6, 0x1F1FF, 1}, // regional indicators
		{0x1F202, 0x1F202, 1}, // squared CJK that are pictographs too
		{0x1F237, 0x1F237, 1},
		{0x1F260, 0x1F265, 1},
		{0x1F3FB, 0x1F3FF, 1}, // emoji modifiers
		{0x1F6D3, 0x1F6DF, 1}, // emoji from Unicode 10 on, narrow in terminals older than they are
		{0x1F6F7, 0x1F6FF, 1},
		{0x1F7E0, 0x1F7FF, 1},
		{0x1F90C, 0x1F90F, 1},
		{0x1F91F, 0x1F91F, 1},
		{0x1F928, 0x1F92F, 1},
		{0x1F931, 0x1F932, 1},
		{0x1F93F, 0x1F93F, 1},
		{0x1F94C, 0x1F94F, 1},
		{0x1F95F, 0x1F97F, 1},
		{0x1F992, 0x1F9FF, 1},
		{0x1FA70, 0x1FAFF, 1},
	},
}

// isMark reports whether r is a combining mark that every terminal draws over the letter before it.
// Marks of other scripts, enclosing marks and the invisible ones get stand-ins.
func isMark(r rune) bool {
	switch {
	case r < 0x0300:
		return false
	case r <= 0x036F:
		return r != 0x034F // combining grapheme joiner, invisible
	case r >= 0x0483 && r <= 0x0487: // Cyrillic
		return true
	case r == 0x0E31 || r >= 0x0E34 && r <= 0x0E3A || r >= 0x0E47 && r <= 0x0E4E: // Thai
		return true
	case r >= 0x1DC0 && r <= 0x1DFF, r >= 0xFE20 && r <= 0xFE2F:
		return true
	}
	return false
}

// isLookAlike reports whether r passes for an ASCII character that means something in a robots.txt
// file or a URL: quotes, dashes, slashes, stars, colons, dots and the fullwidth forms.
func isLookAlike(r rune) bool {
	return r >= 0xA0 && strings.ContainsRune(lookAlikes, r) || r >= 0xFF01 && r <= 0xFF5E
}

const lookAlikes = "´¸·×ǃʹʺʼˈ˸˗" +
	"\u037E\u0387\u05C3\u0589" + // Greek question mark, ano teleia, sof pasuq, Armenian full stop
	"‐‑‒–—―‖‘’‚‛“”„‟․…′″‵‶⁃⁄⁎−∕∖∗∙∶∷∼⋅⧵⧸꞉" +
	"﹐﹒﹔﹕﹖﹗﹟﹠﹡﹢﹣﹤﹥﹦﹨﹩﹪﹫"

// picture is the visible form of a C0 control or DEL: U+2400 and on are drawn for that.
func picture(b byte) rune {
	if b == 0x7F {
		return deleted
	}
	return 0x2400 + rune(b)
}

const pictures = "␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐␑␒␓␔␕␖␗␘␙␚␛␜␝␞␟"

// standInText is the text of a stand-in, without an allocation.
func standInText(r rune) string {
	switch r {
	case hidden:
		return "▯"
	case oddSpace:
		return "␣"
	case deleted:
		return "␡"
	case utf8.RuneError:
		return "\uFFFD"
	}
	k := int(r-0x2400) * 3
	return pictures[k : k+3]
}
