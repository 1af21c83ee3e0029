package crawlers

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// columns are the names of the data's columns. A row keeps its cells as text
// so that a person's row can be laid over a built-in one cell by cell.
var columns = [...]string{
	"token", "product", "operator", "kind", "purpose", "fallback_order", "star_applies",
	"obeys_robots", "crawl_delay", "dialect", "notes", "source", "confidence",
}

const (
	colToken = iota
	colProduct
	colOperator
	colKind
	colPurpose
	colFallback
	colStar
	colObeys
	colDelay
	colDialect
	colNotes
	colSource
	colConfidence
)

type row [len(columns)]string

// LineError is something wrong with one line of a catalogue file.
type LineError struct {
	Line int    // 1-based
	Msg  string // what is wrong and what would be right
}

// Error is "line 3: ...".
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Msg) }

// Read reads a catalogue from CSV. The header names the columns, in any order;
// only token must be there, and an unknown column is an error, since it is
// likely a misspelt one. Lines that begin with # are comments, and one that
// reads "# date: 2026-11-30" sets the date. Good rows are kept where others are
// wrong: the error then joins a *LineError for each, and the catalogue holds
// the rest.
func Read(data []byte) (*Catalogue, error) {
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	c := &Catalogue{Date: dateLine(data)}
	r := csv.NewReader(bytes.NewReader(data))
	r.Comment = '#'
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = true
	var problems []error
	var at []int
	lines := map[string]int{}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			var bad *csv.ParseError
			if !errors.As(err, &bad) {
				return c, err
			}
			problems = append(problems, &LineError{bad.StartLine, bad.Err.Error()})
			continue
		}
		line, _ := r.FieldPos(0)
		if at == nil {
			if at, err = header(cells, line); err != nil {
				return c, err
			}
			continue
		}
		rw, msg := cellsToRow(cells, at)
		if msg == "" {
			msg = rw.problem()
		}
		key := lower(rw[colToken])
		if first := lines[key]; msg == "" && first > 0 {
			msg = fmt.Sprintf("%q stands in line %d already", rw[colToken], first)
		}
		if msg != "" {
			problems = append(problems, &LineError{line, msg})
			continue
		}
		lines[key] = line
		c.rows = append(c.rows, rw)
	}
	if at == nil && len(problems) == 0 {
		problems = append(problems, &LineError{1, "no header; the first line names the columns: " + strings.Join(columns[:], ",")})
	}
	c.index()
	return c, errors.Join(problems...)
}

func dateLine(data []byte) string {
	for line := range bytes.Lines(data) {
		comment, ok := bytes.CutPrefix(line, []byte("#"))
		if !ok {
			break
		}
		if date, ok := bytes.CutPrefix(bytes.TrimSpace(comment), []byte("date:")); ok {
			return string(bytes.TrimSpace(date))
		}
	}
	return ""
}

// header maps the place of each cell to its column.
func header(cells []string, line int) ([]int, error) {
	at := make([]int, len(cells))
	for i, name := range cells {
		name = lower(strings.TrimSpace(name))
		at[i] = slices.Index(columns[:], name)
		if at[i] < 0 {
			return nil, &LineError{line, fmt.Sprintf("unknown column %q; the columns are %s", name, strings.Join(columns[:], ", "))}
		}
		if slices.Contains(at[:i], at[i]) {
			return nil, &LineError{line, fmt.Sprintf("column %q is named twice", name)}
		}
	}
	if !slices.Contains(at, colToken) {
		return nil, &LineError{line, "no column named token"}
	}
	return at, nil
}

func cellsToRow(cells []string, at []int) (row, string) {
	var rw row
	if len(cells) > len(at) {
		return rw, fmt.Sprintf("%d cells, but the header names %d columns", len(cells), len(at))
	}
	for i, cell := range cells {
		rw[at[i]] = strings.TrimSpace(cell)
	}
	return rw, ""
}

// problem says what keeps a row out of the catalogue, or nothing.
func (rw row) problem() string {
	switch token := rw[colToken]; {
	case token == "":
		return "no token"
	case !usableToken(token):
		return fmt.Sprintf("%q cannot be a product token: no white space, no control bytes, no * # : , ; and no @ in front", token)
	}
	if k := rw[colKind]; k != "" {
		if _, ok := kindOf(k); !ok {
			return fmt.Sprintf("unknown kind %q; the kinds are %s", k, kindSlugs())
		}
	}
	switch d := lower(rw[colDialect]); d {
	case "", "rfc", "google", "python":
	default:
		return fmt.Sprintf("unknown dialect %q; the dialects are rfc, google and python", d)
	}
	for _, f := range splitList(rw[colFallback]) {
		if f = strings.TrimSuffix(f, "?"); !usableToken(f) {
			return fmt.Sprintf("fallback %q cannot be a product token", f)
		}
	}
	return ""
}

// usableToken is wider than the RFC's grammar: real crawlers have digits and
// dots in their names, and the RFC dialect lets them be named exactly.
func usableToken(s string) bool {
	if s == "" || s[0] == '@' {
		return false
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] == 0x7F || strings.IndexByte("*#:,;", s[i]) >= 0 {
			return false
		}
	}
	return true
}

func kindSlugs() string {
	var slugs []string
	for _, k := range Kinds() {
		slugs = append(slugs, k.Slug())
	}
	return strings.Join(slugs, ", ")
}

func splitList(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ';' || r == ',' || r == '>' })
}

// entry reads a row that has no problem.
func (rw row) entry() Entry {
	e := Entry{
		Token: rw[colToken], Operator: rw[colOperator], Purpose: rw[colPurpose], Star: rw[colStar],
		Obeys: rw[colObeys], CrawlDelay: rw[colDelay], Notes: rw[colNotes], Source: rw[colSource],
		Confidence: rw[colConfidence], Dialect: lower(rw[colDialect]),
	}
	if e.Star == "" {
		e.Star = "unknown"
	}
	if k, ok := kindOf(rw[colKind]); ok {
		e.Kind = k
	} else {
		e.Kind = kindFromPurpose(e.Purpose)
	}
	if e.Dialect == "" {
		e.Dialect = "rfc"
		if strings.EqualFold(e.Operator, "Google") {
			e.Dialect = "google"
		}
	}
	for name := range strings.SplitSeq(rw[colProduct], ";") {
		if name = strings.TrimSpace(name); name != "" {
			e.Products = append(e.Products, name)
		}
	}
	for _, f := range splitList(rw[colFallback]) {
		if token, unconfirmed := strings.CutSuffix(f, "?"); unconfirmed {
			e.Unconfirmed = append(e.Unconfirmed, token)
		} else if !strings.EqualFold(f, "none") {
			e.Fallback = append(e.Fallback, f)
		}
	}
	return e
}
