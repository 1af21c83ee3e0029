package engine

import (
	"fmt"
	"strings"
)

// Dialect is how one family of readers understands robots.txt: a set of named
// switches over one shared scanner, selection and matcher. Dialects compare
// with ==. The zero Dialect is not useful; take [RFC], [Google] or [Python].
type Dialect struct {
	// Name is "rfc", "google" or "python".
	Name string

	// How a line is scanned.

	// WideTrim is the white space dropped around keys and values beyond space
	// and tab. Google: absl::StripAsciiWhitespace. Python: str.strip.
	WideTrim Trim
	// KeyByPrefix compares only the start of a key, so that "Disallowed" is
	// a Disallow. Google: robots.cc, KeyIsDisallow and its like.
	KeyByPrefix bool
	// KeyTypos accepts frequent misspellings of keys. Google: robots.cc,
	// kAllowFrequentTypos.
	KeyTypos bool
	// ColonOptional accepts a line of exactly two words without a colon.
	// Google: robots.cc, GetKeyAndValueFrom.
	ColonOptional bool
	// CutAtNUL ends a line at its first NUL octet. Google: lines are C strings.
	CutAtNUL bool
	// LineLimit is the number of octets of a line that are read, 0 for all.
	// Google: robots.cc, kMaxLineLen of 2083*8 less one.
	LineLimit int
	// ManyLineEnds also ends a line at VT, FF, FS, GS, RS, NEL, LS and PS; the
	// parts keep the number of the line they stand in. Python: str.splitlines.
	ManyLineEnds bool
	// BOM is what becomes of a byte order mark at the start of the file.
	BOM BOMRule

	// How groups are made and chosen.

	// AgentCut cuts a user-agent value at its first octet outside letters,
	// "-" and "_". Google: robots.cc, ExtractUserAgent.
	AgentCut bool
	// StarWithTail takes "*" followed by white space and more for "*".
	// Google: robots.cc, HandleUserAgent.
	StarWithTail bool
	// BlankEndsGroup ends a group at an empty line, and drops one that has no
	// rules yet. Python: RobotFileParser.parse.
	BlankEndsGroup bool
	// AgentInName selects a group when its value stands anywhere in the
	// crawler's name. Python: Entry.applies_to.
	AgentInName bool
	// FirstGroupOnly uses the first group that applies and combines none.
	// Python: RobotFileParser.can_fetch.
	FirstGroupOnly bool

	// How rules are compared and which one decides.

	// SpaceVoidsRule ignores a rule whose value holds white space or a control
	// octet, since it is no path-pattern (RFC 9309, 2.2).
	SpaceVoidsRule bool
	// Form is the form in which pattern and path are compared.
	Form Form
	// NoWildcards takes * and $ for themselves. Python: RuleLine.applies_to.
	NoWildcards bool
	// IndexHTML lets an Allow of <dir>/index.htm... also open <dir>/.
	// Google: robots.cc, HandleAllow.
	IndexHTML bool
	// EmptyMatchesAll makes an empty value match every path, and an empty
	// Disallow an Allow. Python: RuleLine.
	EmptyMatchesAll bool
	// FirstMatch lets the first matching rule in file order decide, not the
	// longest. Python: Entry.allowance.
	FirstMatch bool
	// RobotsTxtAllowed excepts /robots.txt from every rule (RFC 9309, 2.2.2).
	RobotsTxtAllowed bool
}

// Trim names a set of white space octets.
type Trim uint8

// The white space that dialects drop around keys and values.
const (
	TrimBlank   Trim = iota // space and tab (RFC 9309, 2.2: WS)
	TrimASCII               // and VT, FF, CR, LF
	TrimUnicode             // what Python's str.strip drops
)

// BOMRule says what a reader does with a UTF-8 byte order mark.
type BOMRule uint8

// What becomes of a byte order mark.
const (
	BOMSkipped        BOMRule = iota // a whole one is skipped
	BOMSkippedPartial                // a whole or a partial one is skipped
	BOMKept                          // it belongs to the first key
)

// Form names the form in which patterns and paths are compared.
type Form uint8

// The forms of comparison.
const (
	FormRFC    Form = iota // both sides normalised (RFC 9309, 2.2.2)
	FormGoogle             // the pattern escaped, the path as it is
	FormPython             // both unquoted and quoted again
)

// RFC is RFC 9309 read word by word.
var RFC = Dialect{
	Name:             "rfc",
	SpaceVoidsRule:   true,
	RobotsTxtAllowed: true,
}

// Google is google/robotstxt at commit 22b355f.
var Google = Dialect{
	Name:          "google",
	WideTrim:      TrimASCII,
	KeyByPrefix:   true,
	KeyTypos:      true,
	ColonOptional: true,
	CutAtNUL:      true,
	LineLimit:     2083*8 - 1,
	BOM:           BOMSkippedPartial,
	AgentCut:      true,
	StarWithTail:  true,
	Form:          FormGoogle,
	IndexHTML:     true,
}

// Python is urllib.robotparser of CPython 3.6 to 3.14.
var Python = Dialect{
	Name:            "python",
	WideTrim:        TrimUnicode,
	ManyLineEnds:    true,
	BOM:             BOMKept,
	BlankEndsGroup:  true,
	AgentInName:     true,
	FirstGroupOnly:  true,
	Form:            FormPython,
	NoWildcards:     true,
	EmptyMatchesAll: true,
	FirstMatch:      true,
}

// Dialects lists the dialects in the order in which they are shown.
func Dialects() []Dialect { return []Dialect{RFC, Google, Python} }

// DialectByName returns the dialect called name, without case.
func DialectByName(name string) (Dialect, error) {
	for _, d := range Dialects() {
		if strings.EqualFold(d.Name, name) {
			return d, nil
		}
	}
	return Dialect{}, fmt.Errorf("unknown dialect %q: use rfc, google or python", name)
}
