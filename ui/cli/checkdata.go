package cli

import (
	"encoding/csv"
	"strconv"
	"strings"

	"robotslens/engine"
)

// checkRow is one answer of check --format json.
type checkRow struct {
	Agent   string     `json:"agent"`
	URL     string     `json:"url"`
	Path    string     `json:"path"`
	Dialect string     `json:"dialect"`
	Allowed bool       `json:"allowed"`
	Line    int32      `json:"line"`
	Rule    string     `json:"rule"`
	Octets  int32      `json:"octets"`
	Reason  string     `json:"reason"`
	Matches []matchRow `json:"matches"`
}

// matchRow is one rule that matches.
type matchRow struct {
	Line    int32  `json:"line"`
	Verb    string `json:"verb"`
	Pattern string `json:"pattern"`
	Octets  int32  `json:"octets"`
	Outcome string `json:"outcome"`
}

func (j *judged) row() checkRow {
	t := &j.trace
	return checkRow{j.who.Name, j.url, t.Target.Path, j.file.Dialect.Name, t.Allowed, t.Line, j.rule(), t.Octets, t.Reason.String(), matchRows(t)}
}

// matchRows are the rules of t that match, in file order.
func matchRows(t *engine.Trace) []matchRow {
	rows := []matchRow{}
	for i, s := range t.Steps {
		if s.Matched() {
			r := t.Rule(i)
			rows = append(rows, matchRow{r.Line, t.Verb(i), t.File.Pattern(r), s.Octets, s.Outcome.String()})
		}
	}
	return rows
}

// checkJSON writes the answers as one JSON array.
type checkJSON struct{ array *jsonArray }

func (w *checkJSON) answer(j *judged) error { return w.array.add(j.row()) }
func (w *checkJSON) end() error             { return w.array.end() }

// jsonArray writes an array element by element, so that it can be long.
type jsonArray struct {
	c *cli
	n int
}

func (c *cli) jsonArray() *jsonArray { return &jsonArray{c: c} }

func (a *jsonArray) add(v any) error {
	b, err := marshal(v, "  ")
	if err != nil {
		return err
	}
	before := ",\n  "
	if a.n == 0 {
		before = "[\n  "
	}
	a.n++
	if _, err := a.c.out.WriteString(before); err != nil {
		return err
	}
	_, err = a.c.out.Write(b)
	return err
}

func (a *jsonArray) end() error {
	after := "\n]\n"
	if a.n == 0 {
		after = "[]\n"
	}
	_, err := a.c.out.WriteString(after)
	return err
}

// checkCSV writes a row for each answer.
type checkCSV struct {
	c *cli
	w *csv.Writer
}

func (c *cli) newCheckCSV() (*checkCSV, error) {
	w := &checkCSV{c, csv.NewWriter(c.out)}
	return w, w.w.Write([]string{"agent", "url", "path", "dialect", "verdict", "line", "rule", "octets", "reason"})
}

func (w *checkCSV) answer(j *judged) error {
	t := &j.trace
	verdict := "disallowed"
	switch {
	case j.otherHost():
		verdict = "other host"
	case t.Allowed:
		verdict = "allowed"
	}
	return w.w.Write([]string{w.c.cell(j.who.Name), w.c.cell(j.url), w.c.cell(t.Target.Path), j.file.Dialect.Name, verdict,
		strconv.Itoa(int(t.Line)), w.c.cell(j.rule()), strconv.Itoa(int(t.Octets)), t.Reason.String()})
}

func (w *checkCSV) end() error {
	w.w.Flush()
	return w.w.Error()
}

// cell makes foreign text fit for a cell: no controls, and nothing that a
// spreadsheet would take for a formula.
func (c *cli) cell(s string) string {
	s = c.clean(s)
	if s != "" && strings.IndexByte("=+-@", s[0]) >= 0 {
		return "'" + s
	}
	return s
}
