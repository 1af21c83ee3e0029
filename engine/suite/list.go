package suite

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// Listed is one URL of a list.
type Listed struct {
	Line int    // 1-based, where its row begins
	URL  string // as it stands there
}

// urlColumns are the names a column of URLs has in the exports people hold:
// plain lists, Search Console ("Page", "Top pages"), Screaming Frog
// ("Address"), sitemap tools ("loc"). Compared without case.
var urlColumns = []string{"url", "page", "top pages", "address", "loc"}

func urlColumn(cells []string) int {
	return slices.IndexFunc(cells, func(c string) bool {
		return slices.Contains(urlColumns, strings.ToLower(strings.TrimSpace(c)))
	})
}

// List reads a list of URLs: text with one a line, where # begins a comment at
// the start of a line or after a blank; or CSV, parted by comma, semicolon or
// tab, with a column named URL, Page, Top pages, Address or loc, as exports
// come: with a byte order mark, in UTF-16, with a title line before the
// header. Rows are read as they are asked for, and memory is bounded.
//
// An error of type *RowError speaks of one row, and the list goes on; any
// other ends it.
func List(r io.Reader) iter.Seq2[Listed, error] {
	return func(yield func(Listed, error) bool) {
		rs := newRecords(r)
		if cells, ok := rs.header(func(c []string) bool { return urlColumn(c) >= 0 }); ok {
			listCells(rs, urlColumn(cells), cells, yield)
			return
		}
		listText(rs.lines, yield)
	}
}

func listCells(rs *records, column int, header []string, yield func(Listed, error) bool) {
	for {
		rec, err := rs.next()
		var bad *RowError
		switch {
		case errors.Is(err, io.EOF):
			return
		case errors.As(err, &bad):
			if !yield(Listed{}, err) {
				return
			}
			continue
		case err != nil:
			yield(Listed{}, err)
			return
		}
		if column >= len(rec.cells) {
			msg := fmt.Sprintf("%d cells, and %q is column %d", len(rec.cells), header[column], column+1)
			if !yield(Listed{}, &RowError{rec.line, msg}) {
				return
			}
			continue
		}
		if url := strings.Trim(rec.cells[column], " \t"); url != "" && !yield(Listed{rec.line, url}, nil) {
			return
		}
	}
}

func listText(ls *lines, yield func(Listed, error) bool) {
	for {
		ln, ok := ls.next()
		if !ok {
			break
		}
		if ln.tooLong {
			if !yield(Listed{}, tooLong(ln.num)) {
				return
			}
			continue
		}
		if url := cutComment(ln.text); url != "" && !yield(Listed{ln.num, url}, nil) {
			return
		}
	}
	if err := ls.err(); err != nil {
		yield(Listed{}, err)
	}
}

// cutComment drops a comment and the blanks around. A # inside a word is a
// fragment and stays.
func cutComment(text string) string {
	for i := 0; i < len(text); i++ {
		if text[i] == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t') {
			text = text[:i]
			break
		}
	}
	return strings.Trim(text, " \t")
}
