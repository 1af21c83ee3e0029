// Package lessons holds the course on RFC 9309: one small text file a lesson, read strictly, and a
// grader that asks the engine instead of trusting what the lesson says. FORMAT.md beside this file
// tells a teacher how to write a lesson; Parse reads it, Verify checks its claims.
package lessons

import (
	"strings"

	"robotslens/engine"
)

// Kind is what a task asks the learner to do.
type Kind int

// The four kinds of task.
const (
	Verdict Kind = iota // say whether the URL is allowed or disallowed
	Line                // name the line that decides, or say that none does
	Edit                // change the file until given URLs have given verdicts
	Find                // find a URL with a given verdict, decided by a given line
)

// String returns the word a lesson file uses for k.
func (k Kind) String() string {
	return [...]string{"verdict", "line", "edit", "find"}[k]
}

// Step is a step of the decision, in the order in which the engine takes them.
type Step int

// The steps. Fetch comes before all others: without a file there is nothing to read.
const (
	StepFetch     Step = iota // what the server answered, RFC 9309 2.3
	StepURL                   // the URL is cut to path and query
	StepNormalise             // octets are decoded or percent-encoded, 2.2.2
	StepGroup                 // the groups that apply are chosen, 2.2.1
	StepMatch                 // each rule of the groups is tried, 2.2.2 and 2.2.3
	StepSort                  // the matches are sorted by octets, 2.2.2
	StepTie                   // equal octets: Allow, 2.2.2
	StepVerdict               // what is left is the verdict
)

var stepNames = [...]string{"fetch", "url", "normalise", "group", "match", "sort", "tie", "verdict"}

// String returns the word a lesson file uses for s.
func (s Step) String() string { return stepNames[s] }

func stepNamed(name string) (Step, bool) {
	for i, n := range stepNames {
		if n == name {
			return Step(i), true
		}
	}
	return 0, false
}

// Lesson is one lesson, as its file says it.
type Lesson struct {
	Slug     string   // lower-case letters, digits and hyphens; the same in every language
	Title    string   // one line
	Language string   // "en", "id" or "pt-BR"
	Chapter  string   // the chapter it stands in, in its own language
	Sections []string // sections of RFC 9309, such as "2.2.1"
	Minutes  int      // how long a newcomer takes, in minutes; 0 if the file does not say
	Pages    []Page   // at least one
}

// Page is what the learner has before them at one time: a text, a file, and at most one task.
// A task ends its page.
type Page struct {
	Text  []Paragraph
	File  File
	Task  *Task   // nil on a page that is only read
	Claim []Claim // the checked claims of the text, in order
}

// Paragraph is one paragraph of a text.
type Paragraph struct {
	Text     string // claims already replaced by their words; no line ends unless Verbatim
	Verbatim bool   // lines that keep their breaks and blanks, as in a file
}

// File is the situation that a page, a task or a claim speaks of.
type File struct {
	Robots  []byte         // the robots file; nil before the first one of the lesson
	Crawler string         // a product token or a crawler of the catalogue
	URL     string         // as the learner finds it in the URL pane
	Dialect string         // "auto", "rfc", "google" or "python"
	Fetch   *engine.Answer // what came of the fetch; nil: the file was read
}

// Expect is a verdict that a lesson claims or wants.
type Expect struct {
	Allowed bool
	HasLine bool // Line says which line decides
	Line    int  // 1-based line of the robots file; 0: no rule decides
	Octets  int  // length of the deciding pattern in octets; 0: not claimed
	Tie     bool // claimed: Allow wins a tie
}

// Want is one URL of an edit task with the verdict it must have.
type Want struct {
	URL     string
	Crawler string
	Allowed bool
}

// Task is something to do, graded by the engine.
type Task struct {
	Kind     Kind
	At       int // 1-based line of the task in the lesson file
	Ask      string
	File     File
	Answer   Expect // Verdict, Line: the claimed answer. Find: the verdict the URL must have
	Want     []Want // Edit
	Under    string // Find: the path the URL must begin with, or ""
	Solution string // Find: a URL. Edit: a robots file. Shown when the learner gives up
	Explain  string // said after a right answer
	hints    map[Step]string
	wrong    map[string]string // by answer: "3", "0" for none, "allowed"
	language string
}

// Hint returns the author's words for a thought that went astray at s, or "".
func (t *Task) Hint(s Step) string { return t.hints[s] }

// Problem is one thing wrong with a lesson file.
type Problem struct {
	Line    int // 1-based
	Message string
}

// Problems is every problem of a file, in line order.
type Problems []Problem

// Error lists the problems, one a line, as "line 3: ...".
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, q := range p {
		lines[i] = "line " + itoa(q.Line) + ": " + q.Message
	}
	return strings.Join(lines, "\n")
}
