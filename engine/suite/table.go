// Package suite evaluates many crawlers and URLs at once: lists of URLs, tables
// of expected verdicts, which verdicts flip between two files, and which rules
// ever decide one.
package suite

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Row is one row of a table: a crawler, a URL and the verdict that is expected.
type Row struct {
	Line     int    // 1-based line of the table; 0 where the row came from elsewhere
	Agent    string // a crawler of the catalogue, a free token, a User-Agent header, or a set
	URL      string
	Expected Expected // the verdict expected; AnyVerdict where none is
	Dialect  string   // auto, rfc, google or python; empty leaves it to Options.Dialect
	Note     string   // the author's reason
	Hits     int64    // how often access logs have it fetched; 0 where nobody counted
}

// Expected is a verdict that a row expects.
type Expected uint8

// What may be expected.
const (
	AnyVerdict Expected = iota
	ExpectAllow
	ExpectDisallow
)

// String is "allow" or "disallow", as a table spells it, or empty.
func (e Expected) String() string { return [...]string{"", "allow", "disallow"}[e] }

// Expect is the expectation that a verdict meets.
func Expect(allowed bool) Expected {
	if allowed {
		return ExpectAllow
	}
	return ExpectDisallow
}

// tableColumns are the columns of a table; the first three must be there.
var tableColumns = []string{"agent", "url", "expected", "dialect", "note"}

const (
	colAgent = iota
	colURL
	colExpected
	colDialect
	colNote
)

// ErrNoHeader says that a file has no row that names the columns of a table.
var ErrNoHeader = errors.New("no header; the first line of a table names its columns: agent,url,expected and, if wanted, dialect,note")

// ReadTable reads a table of expected verdicts: CSV, parted by comma, semicolon
// or tab, whose header names the columns agent, url and expected and, if
// wanted, dialect and note, in any order and case; other columns are passed
// over. Expected is allow or allowed, disallow, disallowed or blocked. Rows that
// cannot be read are returned as problems, each with its line, and the others
// are still good. The error is ErrNoHeader or what reading met.
func ReadTable(r io.Reader) (rows []Row, problems []*RowError, err error) {
	rs := newRecords(r)
	header, ok := rs.header(func(c []string) bool {
		at := tableHeader(c)
		return at[colAgent] >= 0 && at[colURL] >= 0 && at[colExpected] >= 0
	})
	if !ok {
		if err := rs.lines.err(); err != nil {
			return nil, nil, err
		}
		return nil, nil, ErrNoHeader
	}
	at := tableHeader(header)
	for {
		rec, err := rs.next()
		var bad *RowError
		switch {
		case errors.Is(err, io.EOF):
			return rows, problems, nil
		case errors.As(err, &bad):
			problems = append(problems, bad)
			continue
		case err != nil:
			return rows, problems, err
		}
		row, msg := tableRow(rec, at)
		if msg != "" {
			problems = append(problems, &RowError{rec.line, msg})
			continue
		}
		rows = append(rows, row)
	}
}

// tableHeader is where each column of tableColumns stands, or -1; the leftmost
// of several.
func tableHeader(cells []string) []int {
	at := make([]int, len(tableColumns))
	for i, name := range tableColumns {
		at[i] = slices.IndexFunc(cells, func(c string) bool { return strings.EqualFold(strings.TrimSpace(c), name) })
	}
	return at
}

func tableRow(rec record, at []int) (Row, string) {
	cell := func(col int) string {
		if i := at[col]; i >= 0 && i < len(rec.cells) {
			return rec.cells[i]
		}
		return ""
	}
	row := Row{Line: rec.line, Agent: cell(colAgent), URL: cell(colURL), Note: cell(colNote)}
	switch {
	case strings.Trim(row.Agent, " \t") == "":
		return row, "no agent"
	case strings.Trim(row.URL, " \t") == "":
		return row, "no url"
	}
	switch want := strings.ToLower(strings.TrimSpace(cell(colExpected))); want {
	case "allow", "allowed":
		row.Expected = ExpectAllow
	case "disallow", "disallowed", "blocked":
		row.Expected = ExpectDisallow
	case "":
		return row, "no expected verdict; write allow or disallow"
	default:
		return row, fmt.Sprintf("expected is %q; write allow or disallow", want)
	}
	row.Dialect = strings.ToLower(strings.TrimSpace(cell(colDialect)))
	switch row.Dialect {
	case "", "auto", "rfc", "google", "python":
	default:
		return row, fmt.Sprintf("unknown dialect %q; the dialects are auto, rfc, google and python", row.Dialect)
	}
	return row, ""
}

// WriteTable writes rows as a table that ReadTable reads back as they are, any
// bytes kept. The columns dialect and note are written where a row uses them.
// Every row must expect a verdict.
func WriteTable(w io.Writer, rows []Row) error {
	b := bufio.NewWriter(w)
	dialects := slices.ContainsFunc(rows, func(r Row) bool { return r.Dialect != "" })
	notes := slices.ContainsFunc(rows, func(r Row) bool { return r.Note != "" })
	cells := []string{"agent", "url", "expected"}
	if dialects {
		cells = append(cells, "dialect")
	}
	if notes {
		cells = append(cells, "note")
	}
	writeCells(b, cells)
	for _, r := range rows {
		cells = append(cells[:0], r.Agent, r.URL, r.Expected.String())
		if dialects {
			cells = append(cells, r.Dialect)
		}
		if notes {
			cells = append(cells, r.Note)
		}
		writeCells(b, cells)
	}
	return b.Flush() // a bufio.Writer keeps the first error
}

// writeCells quotes more than encoding/csv does: a # in front would make a
// comment of the row, and blanks around a cell would be dropped.
func writeCells(b *bufio.Writer, cells []string) {
	for i, c := range cells {
		if i > 0 {
			b.WriteByte(',')
		}
		if strings.ContainsAny(c, ",;\"\r\n\t") || strings.Trim(c, " ") != c || strings.HasPrefix(c, "#") {
			c = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
		}
		b.WriteString(c)
	}
	b.WriteByte('\n')
}
