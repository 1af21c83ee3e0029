package ui

import (
	"strings"

	"robotslens/ui/screen"
)

// part is a run of text in one style.
type part struct {
	st screen.Style
	s  string
}

// para is a line of text that may be wrapped; indent is where its further
// lines begin.
type para struct {
	parts  []part
	indent int
	fixed  bool // a drawing: cut, never wrapped
}

// paras is a text to be painted into a pane.
type paras []para

func (p *paras) add(parts ...part) { *p = append(*p, para{parts: parts}) }

func (p *paras) gap() {
	if n := len(*p); n > 0 && len((*p)[n-1].parts) > 0 {
		*p = append(*p, para{})
	}
}

// wrap breaks the text into lines of at most w columns, at blanks where it can.
func (p paras) wrap(w int) [][]part {
	var out [][]part
	for _, q := range p {
		if q.fixed || w < 8 {
			out = append(out, q.parts)
			continue
		}
		out = append(out, q.wrap(w)...)
	}
	return out
}

func (q para) wrap(w int) [][]part {
	var out [][]part
	var line []part
	col := 0
	flush := func() {
		out = append(out, line)
		line, col = nil, q.indent
		if q.indent > 0 {
			line = append(line, part{"", strings.Repeat(" ", q.indent)})
		}
	}
	for i, p := range q.parts {
		for rest := p.s; rest != ""; {
			word := rest
			if i := strings.IndexByte(rest, ' '); i >= 0 {
				word = rest[:i+1]
			}
			rest = rest[len(word):]
			if col > q.indent && !fits(word, w-col) {
				flush()
			} else if rest == "" && col > q.indent && !strings.HasSuffix(word, " ") {
				// What follows without a blank stays on its line, as a comma does.
				if whole := word + glued(q.parts[i+1:]); !fits(whole, w-col) && fits(whole, w-q.indent) {
					flush()
				}
			}
			for !fits(word, w-col) && w > q.indent { // longer than a line: cut it
				head := cutColumns(word, w-col)
				line = append(line, part{p.st, head})
				word = word[len(head):]
				if head == "" || word == "" {
					break
				}
				flush()
			}
			line = append(line, part{p.st, word})
			col += screen.Width(word)
		}
	}
	return append(out, line)
}

// glued is what parts begin with before a blank, as far as a line may be long.
func glued(parts []part) string {
	const most = 500
	s := ""
	for _, p := range parts {
		if i := strings.IndexByte(p.s, ' '); i >= 0 {
			return s + p.s[:min(i, most)]
		}
		if s += p.s[:min(len(p.s), most)]; len(s) > most {
			break
		}
	}
	return s
}

// fits reports whether a word takes at most w columns, a blank at its end left
// out. It looks no further than w, since a word may be a header of a megabyte.
func fits(word string, w int) bool {
	col := 0
	for c := range screen.Cells(strings.TrimSuffix(word, " "), 0) {
		if col += c.Width; col > w {
			return false
		}
	}
	return col <= w
}

// cutColumns returns as much of the start of s as fits into w columns, at least
// one cell.
func cutColumns(s string, w int) string {
	end, col := 0, 0
	for c := range screen.Cells(s, 0) {
		if col+c.Width > w && end > 0 {
			break
		}
		col += c.Width
		end = c.End
		if col >= w {
			break
		}
	}
	return s[:end]
}

// paint paints lines from line top on.
func paintLines(r screen.Region, lines [][]part, top int) {
	for y := 0; y < r.H() && top+y < len(lines); y++ {
		x := 0
		for _, p := range lines[top+y] {
			x = r.Text(x, y, p.st, p.s)
		}
	}
}
