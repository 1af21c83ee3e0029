package lint

// Severity says how bad a problem is.
type Severity uint8

// The severities, from a fact to know to a line that does not do what it says.
const (
	Info  Severity = iota // style, or a fact to know
	Warn                  // works only for some crawlers, or is probably not meant
	Error                 // does not do what it says
)

// String is "info", "warn" or "error".
func (s Severity) String() string { return [...]string{"info", "warn", "error"}[s] }

// Span is a range of octets of the source, End excluded.
type Span struct{ Start, End int }

// Edit replaces the octets from Start to End of the source by Text.
type Edit struct {
	Start, End int
	Text       string
}

// Fix is a change of the text that mends a problem. Its edits are sorted by
// place, do not overlap and refer to the source as it was.
type Fix struct {
	Title string
	// Safe says that no verdict flips in any dialect, or that the flips are
	// what the line plainly meant to say and the title tells.
	Safe  bool
	Edits []Edit
}

// Related is another line that belongs to a problem.
type Related struct {
	Line int // 1-based
	Note string
}

// Problem is one finding.
type Problem struct {
	ID, Name string // "RX301", "silent-merge"
	Severity Severity
	Dialects []string // the dialects that it concerns
	Message  string   // what happens and what to do; text of the file stands in it as it is
	Source   string   // section or page that makes it so

	Span            Span // octets of the source
	Line, Col       int  // where the span starts: 1-based line, 0-based octet in it
	EndLine, EndCol int  // where it ends

	Related []Related
	Fix     *Fix // nil where only the author knows
}
