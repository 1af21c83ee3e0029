package suite

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// ruleJSON is a rule in JSON.
type ruleJSON struct {
	Line    int    `json:"line"`
	Verb    string `json:"verb"`
	Pattern string `json:"pattern"`
	Octets  int    `json:"octets"`
}

func toRuleJSON(r Rule) *ruleJSON {
	if r.Line == 0 {
		return nil
	}
	return &ruleJSON{r.Line, r.verb(), r.Pattern, r.Octets}
}

type resultJSON struct {
	Line     int       `json:"line"`
	Agent    string    `json:"agent"`
	URL      string    `json:"url"`
	Dialect  string    `json:"dialect"`
	Expected string    `json:"expected"`
	Got      string    `json:"got"`
	Pass     bool      `json:"pass"`
	Reason   string    `json:"reason"`
	Deciding *ruleJSON `json:"deciding"`
	Other    *ruleJSON `json:"other"`
	Note     string    `json:"note,omitempty"`
}

type problemJSON struct {
	Line    int    `json:"line"`
	Message string `json:"message"`
}

type reportJSON struct {
	Table string `json:"table"`
	Counts
	Results  []resultJSON  `json:"results"`
	Problems []problemJSON `json:"problems"`
}

// WriteJSON writes an array with an object for each table: its totals, each row
// with the rule that decides ("deciding", null where none does) and, where the
// row differs, the best matching rule of the other verb ("other"), and its bad
// rows.
func WriteJSON(w io.Writer, reports []Report) error {
	out := make([]reportJSON, 0, len(reports))
	for _, r := range reports {
		j := reportJSON{Table: r.Name, Counts: r.Counts(), Results: []resultJSON{}, Problems: []problemJSON{}}
		for i := range r.asks() {
			row := r.Run.Plan.Row(i)
			res := resultJSON{Line: row.Line, Agent: r.Run.Plan.Agent(i), URL: row.URL, Dialect: r.Run.Plan.Who(i).Dialect.Name,
				Expected: row.Expected.String(), Got: r.Run.got(i), Pass: true, Reason: r.Run.Verdicts[i].Reason.String(),
				Deciding: toRuleJSON(r.Run.Deciding(i)), Note: row.Note}
			if r.Run.Differs(i) {
				res.Pass, res.Other = false, toRuleJSON(r.Run.contender(i))
			}
			j.Results = append(j.Results, res)
		}
		for _, p := range r.Problems {
			j.Problems = append(j.Problems, problemJSON{p.Line, p.Msg})
		}
		out = append(out, j)
	}
	return writeJSON(w, out)
}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr"`
	Line    int           `xml:"line,attr"`
	Failure *junitMessage `xml:"failure"`
	Error   *junitMessage `xml:"error"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes JUnit XML, as CI systems read it: a suite for each table, a
// case for each row, a failure where it differs, an error where it is bad.
func WriteJUnit(w io.Writer, reports []Report) error {
	var all junitSuites
	for _, r := range reports {
		n, name := r.Counts(), visible(r.Name)
		s := junitSuite{Name: name, Tests: n.Rows + n.Bad, Failures: n.Differs, Errors: n.Bad}
		for i := range r.asks() {
			row := r.Run.Plan.Row(i)
			c := junitCase{Name: visible(r.Run.Plan.Agent(i) + " " + row.URL), Class: name, File: name, Line: row.Line}
			if r.Run.Differs(i) {
				c.Failure = &junitMessage{r.Run.difference(i), "verdict", strings.Join(r.Run.why(i), "\n")}
			}
			s.Cases = append(s.Cases, c)
		}
		for _, p := range r.Problems {
			s.Cases = append(s.Cases, junitCase{Name: fmt.Sprintf("line %d", p.Line), Class: name, File: name, Line: p.Line,
				Error: &junitMessage{Message: visible(p.Msg), Type: "bad row"}})
		}
		all.Suites = append(all.Suites, s)
		all.Tests, all.Failures, all.Errors = all.Tests+s.Tests, all.Failures+s.Failures, all.Errors+s.Errors
	}
	b := bufio.NewWriter(w)
	b.WriteString(xml.Header)
	e := xml.NewEncoder(b)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	b.WriteByte('\n')
	return b.Flush() // a bufio.Writer keeps the first error
}

// WriteGitHub writes workflow commands that annotate the rows of a table which
// differ or are bad, and a line of totals for each table.
func WriteGitHub(w io.Writer, reports []Report) error {
	b := bufio.NewWriter(w)
	annotate := func(file string, line int, title, msg string) {
		fmt.Fprintf(b, "::error file=%s,line=%d,title=%s::%s\n", property(file), line, property(title), data(msg))
	}
	for _, r := range reports {
		for i := range r.asks() {
			if !r.Run.Differs(i) {
				continue
			}
			row := r.Run.Plan.Row(i)
			annotate(r.Name, row.Line, r.Run.difference(i),
				visible(r.Run.Plan.Agent(i))+", "+visible(row.URL)+": "+strings.Join(r.Run.why(i), "\n"))
		}
		for _, p := range r.Problems {
			annotate(r.Name, p.Line, "bad row", visible(p.Msg))
		}
		fmt.Fprintf(b, "%s (%s)\n", r.Counts(), data(visible(r.Name))) // a name in front could be taken for a command
	}
	return b.Flush() // a bufio.Writer keeps the first error
}

// data escapes the message of a workflow command; only its line ends and its
// percent signs mean something there.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property escapes a property of a workflow command.
func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(visible(s)))
}
