package suite

import (
	"io"
	"strings"
)

// A quoted cell may hold line ends. Past these bounds its quote counts as not
// closed, so that one stray quote costs one row and not the rest of the file.
const (
	maxRecordLines  = 200
	maxRecordOctets = MaxLine
)

// noDelimiter is for a file of one column: commas in it belong to the URLs.
const noDelimiter = 0

// record is one row of cells and the line where it begins.
type record struct {
	line  int
	cells []string
}

// records reads rows of cells parted by one delimiter.
type records struct {
	lines *lines
	delim byte
}

func newRecords(r io.Reader) *records { return &records{lines: newLines(r)} }

// next returns the next row that is no blank line and no comment (a line that
// begins with #). The error is a *RowError, after which one may go on, or io.EOF,
// or what reading met.
func (r *records) next() (record, error) {
	for {
		ln, ok := r.lines.next()
		if !ok {
			if err := r.lines.err(); err != nil {
				return record{}, err
			}
			return record{}, io.EOF
		}
		if ln.tooLong {
			return record{}, tooLong(ln.num)
		}
		if blankOrComment(ln.text) {
			continue
		}
		return r.from(ln)
	}
}

// from splits a row that begins with ln, and takes more lines where a quoted
// cell goes on.
func (r *records) from(ln line) (record, error) {
	s := splitter{delim: r.delim}
	s.feed(ln.text)
	var more []line
	size := len(ln.text)
	end := ln.end
	for s.quoted {
		next, ok := r.lines.next()
		if ok {
			more = append(more, next)
			size += len(next.text)
		}
		if !ok || next.tooLong || len(more) > maxRecordLines || size > maxRecordOctets {
			r.lines.putBack(more)
			return record{}, &RowError{ln.num, `a quote (") is not closed`}
		}
		s.cell = append(s.cell, end...)
		s.feed(next.text)
		end = next.end
	}
	return record{line: ln.num, cells: s.finish()}, nil
}

func blankOrComment(text string) bool {
	t := strings.TrimLeft(text, " \t")
	return t == "" || t[0] == '#'
}

// splitter parts lines into cells. A cell that begins with a quote ends with
// the next single one; blanks around a cell without quotes are dropped.
type splitter struct {
	delim  byte
	cells  []string
	cell   []byte
	quoted bool // inside a quoted cell
	wasQ   bool // the cell was quoted: keep its blanks
	begun  bool // the cell holds more than blanks
}

func (s *splitter) feed(text string) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case s.quoted && c == '"' && i+1 < len(text) && text[i+1] == '"':
			s.cell = append(s.cell, '"')
			i++
		case s.quoted && c == '"':
			s.quoted = false
		case s.quoted:
			s.cell = append(s.cell, c)
		case c == s.delim && s.delim != noDelimiter:
			s.endCell()
		case c == '"' && !s.begun && !s.wasQ:
			s.cell, s.quoted, s.wasQ = s.cell[:0], true, true
		case s.wasQ && (c == ' ' || c == '\t'):
			// Blanks between a closing quote and the delimiter.
		default:
			s.begun = s.begun || c != ' ' && c != '\t'
			s.cell = append(s.cell, c)
		}
	}
}

func (s *splitter) endCell() {
	text := string(s.cell)
	if !s.wasQ {
		text = strings.Trim(text, " \t")
	}
	s.cells = append(s.cells, text)
	s.cell, s.wasQ, s.begun = s.cell[:0], false, false
}

func (s *splitter) finish() []string {
	s.endCell()
	return s.cells
}

// headerLines is how many lines may stand before the header: some exports put
// a title there, or a line that names the delimiter.
const headerLines = 4

// header looks for the row that names the columns among the first lines that
// are not blank. wanted says whether cells are such a row. Where it finds one,
// reading goes on after it, with its delimiter; else at the beginning.
func (r *records) header(wanted func(cells []string) bool) ([]string, bool) {
	var seen []line
	for tries := 0; tries < headerLines; {
		ln, ok := r.lines.next()
		if !ok {
			break
		}
		seen = append(seen, ln)
		if ln.tooLong || blankOrComment(ln.text) {
			continue
		}
		tries++
		if cells, delim := bestSplit(ln.text, wanted); cells != nil {
			r.delim = delim
			return cells, true
		}
		if looksLikeURL(ln.text) {
			break
		}
	}
	r.lines.putBack(seen)
	return nil, false
}

// bestSplit parts a header by the delimiter that gives the most cells.
func bestSplit(text string, wanted func([]string) bool) (cells []string, delim byte) {
	for _, d := range []byte{noDelimiter, ',', ';', '\t'} {
		s := splitter{delim: d}
		s.feed(text)
		if s.quoted {
			continue
		}
		if c := s.finish(); len(c) > len(cells) && wanted(c) {
			cells, delim = c, d
		}
	}
	return cells, delim
}

func looksLikeURL(text string) bool {
	t := strings.TrimLeft(text, " \t\"")
	return strings.HasPrefix(t, "/") || strings.Contains(t, "://")
}
