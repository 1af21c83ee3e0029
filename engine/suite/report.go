package suite

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"robotslens/engine"
)

// Report is a table of expected verdicts and what came of it.
type Report struct {
	Name     string      // the table, as its reader knows it: a file name
	Run      *Run        // nil where no row could be asked
	Problems []*RowError // rows that could not be read or asked
}

// Counts are the totals of a report.
type Counts struct {
	Rows    int `json:"rows"`    // asked: passed and differing
	Passed  int `json:"passed"`  // with the verdict that is expected
	Differs int `json:"differs"` // with another one
	Bad     int `json:"bad"`     // not read or not asked
}

// Counts counts the rows of the report.
func (r Report) Counts() Counts {
	c := Counts{Bad: len(r.Problems)}
	for i := range r.asks() {
		c.Rows++
		if r.Run.Differs(i) {
			c.Differs++
		} else {
			c.Passed++
		}
	}
	return c
}

func (c Counts) add(d Counts) Counts {
	return Counts{c.Rows + d.Rows, c.Passed + d.Passed, c.Differs + d.Differs, c.Bad + d.Bad}
}

// String is the totals in a sentence.
func (c Counts) String() string {
	s := fmt.Sprintf("%s, %d as expected", count(c.Rows, "row"), c.Passed)
	switch c.Differs {
	case 0:
	case 1:
		s += ", 1 differs"
	default:
		s += fmt.Sprintf(", %d differ", c.Differs)
	}
	if c.Bad > 0 {
		s += ", " + count(c.Bad, "bad row")
	}
	return s
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (r Report) asks() []Ask {
	if r.Run == nil {
		return nil
	}
	return r.Run.Plan.Asks
}

// WriteText writes reports for people: the rows that differ and why, bad rows,
// and a line of totals for each table. Foreign text in it is escaped.
func WriteText(w io.Writer, reports []Report) error {
	b := bufio.NewWriter(w)
	var sum Counts
	for _, r := range reports {
		name := visible(r.Name)
		for i := range r.asks() {
			if !r.Run.Differs(i) {
				continue
			}
			row := r.Run.Plan.Row(i)
			fmt.Fprintf(b, "%s:%d: %s, %s: %s\n", name, row.Line, visible(r.Run.Plan.Agent(i)), visible(row.URL), r.Run.difference(i))
			for _, why := range r.Run.why(i) {
				fmt.Fprintf(b, "    %s\n", why)
			}
			if row.Note != "" {
				fmt.Fprintf(b, "    note: %s\n", visible(row.Note))
			}
		}
		for _, p := range r.Problems {
			fmt.Fprintf(b, "%s:%d: bad row: %s\n", name, p.Line, visible(p.Msg))
		}
		fmt.Fprintf(b, "%s: %s\n", name, r.Counts())
		sum = sum.add(r.Counts())
	}
	if len(reports) > 1 {
		fmt.Fprintf(b, "%s: %s\n", count(len(reports), "table"), sum)
	}
	return b.Flush() // a bufio.Writer keeps the first error
}

// difference is "expected allow, got disallow (google)".
func (r *Run) difference(i int) string {
	return fmt.Sprintf("expected %s, got %s (%s)", r.Plan.Row(i).Expected, r.got(i), r.Plan.Who(i).Dialect.Name)
}

// why says in one or two lines why ask i has the verdict it has, and which rule
// would have been expected to win. Foreign text in them is escaped.
func (r *Run) why(i int) []string {
	switch v := r.Verdicts[i]; v.Reason {
	case engine.ReasonOutOfScope:
		return []string{"another file governs this URL"}
	case engine.ReasonUnavailable:
		return []string{"the file is unavailable: everything may be fetched"}
	case engine.ReasonUnreachable:
		return []string{"the file is unreachable: nothing may be fetched"}
	case engine.ReasonRobotsTxt:
		return []string{"/robots.txt itself is always allowed (RFC 9309, 2.2.2)"}
	case engine.ReasonNoGroup:
		return []string{"no group of the file applies to this crawler"}
	case engine.ReasonNoRules:
		return []string{"the groups that apply hold no rules"}
	}
	rule, other := r.Deciding(i), r.contender(i)
	why := []string{"no rule matches"}
	if rule.Line > 0 {
		why = []string{"decided by " + rule.described()}
	}
	verb := "Allow"
	if r.Verdicts[i].Allowed {
		verb = "Disallow"
	}
	switch {
	case other.Line == 0:
		why = append(why, fmt.Sprintf("no %s rule for this crawler matches", verb))
	case r.Verdicts[i].Reason == engine.ReasonFirstMatch:
		why = append(why, "comes later: "+other.described())
	case other.Octets == rule.Octets:
		why = append(why, "loses the tie: "+other.described())
	default:
		why = append(why, "has fewer octets: "+other.described())
	}
	return why
}

// WriteCSV writes reports as CSV: every row of one table, or of several a line
// of totals for each. Foreign text in it is escaped, and no cell begins as a
// spreadsheet's formula does.
func WriteCSV(w io.Writer, reports []Report) error {
	c := csv.NewWriter(w)
	if len(reports) == 1 {
		csvRows(c, reports[0])
	} else {
		csvTotals(c, reports)
	}
	c.Flush()
	return c.Error() // a csv.Writer keeps the first error
}

func csvTotals(c *csv.Writer, reports []Report) {
	_ = c.Write([]string{"table", "rows", "passed", "differs", "bad"})
	for _, r := range reports {
		n := r.Counts()
		_ = c.Write([]string{cell(r.Name), strconv.Itoa(n.Rows), strconv.Itoa(n.Passed), strconv.Itoa(n.Differs), strconv.Itoa(n.Bad)})
	}
}

func csvRows(c *csv.Writer, r Report) {
	_ = c.Write([]string{"line", "agent", "url", "dialect", "expected", "got", "result", "reason", "deciding_line", "deciding_rule", "other_line", "other_rule", "note"})
	for i := range r.asks() {
		row, rule, result := r.Run.Plan.Row(i), r.Run.Deciding(i), "pass"
		var other Rule
		if r.Run.Differs(i) {
			result, other = "differs", r.Run.contender(i)
		}
		_ = c.Write([]string{strconv.Itoa(row.Line), cell(r.Run.Plan.Agent(i)), cell(row.URL), r.Run.Plan.Who(i).Dialect.Name,
			row.Expected.String(), r.Run.got(i), result, r.Run.Verdicts[i].Reason.String(),
			lineCell(rule), cell(rule.String()), lineCell(other), cell(other.String()), cell(row.Note)})
	}
	for _, p := range r.Problems {
		_ = c.Write([]string{strconv.Itoa(p.Line), "", "", "", "", "", "bad", "", "", "", "", "", cell(p.Msg)})
	}
}

func lineCell(r Rule) string {
	if r.Line == 0 {
		return ""
	}
	return strconv.Itoa(r.Line)
}

// cell makes foreign text safe for a spreadsheet, which would run what begins
// like a formula.
func cell(s string) string {
	s = visible(s)
	if s != "" && strings.IndexByte("=+-@", s[0]) >= 0 {
		return "'" + s
	}
	return s
}
