package screen

// Region is a rectangle of a Canvas. All its columns and rows are 0-based and relative to it, and
// nothing painted through it changes a cell outside, save that the outer half of a wide character
// that is half overwritten becomes a blank.
type Region struct {
	c          *Canvas
	x, y, w, h int
}

// Region is the part of the canvas with its left upper corner at column x, row y, cut to the canvas.
func (c *Canvas) Region(x, y, w, h int) Region {
	return Region{c, 0, 0, c.w, c.h}.Sub(x, y, w, h)
}

// Sub is the part of r with its left upper corner at column x, row y of r, cut to r.
func (r Region) Sub(x, y, w, h int) Region {
	x, w = cut(x, w, r.w)
	y, h = cut(y, h, r.h)
	return Region{r.c, r.x + x, r.y + y, w, h}
}

// cut is the part of the stretch of n from at that lies in 0 to limit.
func cut(at, n, limit int) (int, int) {
	if at < 0 {
		at, n = 0, max(n, 0)+at
	}
	at = min(at, limit)
	return at, max(min(n, limit-at), 0)
}

// W is the width of r in columns.
func (r Region) W() int { return r.w }

// H is the height of r in rows.
func (r Region) H() int { return r.h }

// Text paints the safe picture of s, which may hold any octets, from column x of row y; what lies
// outside r is not painted. It returns the column after the text. Where the text leaves r on the right
// it stops there and returns a column at or past r.W(). Tab stops count from the start of s.
func (r Region) Text(x, y int, st Style, s string) int {
	seen := y >= 0 && y < r.h
	var id uint16
	if seen {
		id = r.c.styleID(st)
	}
	col := 0
	for i := 0; i < len(s) && x+col < r.w; {
		if alone(s, i) {
			if seen && x+col >= 0 {
				r.c.setASCII(r.x+x+col, r.y+y, id, s[i])
			}
			i++
			col++
			continue
		}
		g, n := next(s, i, col, tabWidth)
		switch {
		case seen && g.odd && !ours(g.base):
			r.paint(x+col, y, r.c.mergedID(id, r.c.odd), g)
		case seen:
			r.paint(x+col, y, id, g)
		}
		i += n
		col += g.width
	}
	return x + col
}

// ours reports whether the screen itself writes r, as a mark or where text is cut. Text does not call it
// odd; Cells does, for it is a look-alike in a file.
func ours(r rune) bool { return r == '·' || r == '…' }

// TextCut is Text for at most w columns: where s is longer, an ellipsis ends it.
func (r Region) TextCut(x, y, w int, st Style, s string) {
	tail := "…"
	if r.c.ascii {
		tail = "~"
	}
	r.Text(x, y, st, Truncate(s, w, tail))
}

// TextRight paints the safe picture of s so that it ends before column x of row y, and returns the
// column it begins in. What lies outside r is not painted.
func (r Region) TextRight(x, y int, st Style, s string) int {
	x -= Width(s)
	r.Text(x, y, st, s)
	return x
}

// Put paints one cell at column x of row y. The text of c is held to the same rules as any other:
// where it is not what Cells could have made, stand-ins fill its width.
func (r Region) Put(x, y int, st Style, c Cell) {
	if y < 0 || y >= r.h || x >= r.w || c.Width < 1 {
		return
	}
	id := r.c.styleID(st)
	if len(c.Text) == 1 && c.Width == 1 && c.Text[0] >= ' ' && c.Text[0] <= '~' {
		if x >= 0 {
			r.c.setASCII(r.x+x, r.y+y, id, c.Text[0])
		}
		return
	}
	if c.Text == "" || c.Text[0] == ' ' {
		r.paint(x, y, id, glyph{base: ' ', width: c.Width, tab: true})
		return
	}
	if g, n := next(c.Text, 0, 0, tabWidth); n == len(c.Text) && g.width == c.Width && !g.tab {
		r.paint(x, y, id, g)
		return
	}
	for k := max(x, 0); k < min(x+c.Width, r.w); k++ {
		r.paint(k, y, id, standIn(hidden))
	}
}

// paint paints g at column x of row y, which is in r. What is cut by an edge of r is blank.
func (r Region) paint(x, y int, id uint16, g glyph) {
	if x >= 0 && x+g.width <= r.w && !g.tab {
		r.c.set(r.x+x, r.y+y, id, g)
		return
	}
	for k := max(x, 0); k < min(x+g.width, r.w); k++ {
		r.c.set(r.x+k, r.y+y, id, glyph{base: ' ', width: 1})
	}
}

// Fill paints the first cell of cluster all over the rectangle at column x, row y, cut to r.
// An empty cluster fills with blanks.
func (r Region) Fill(x, y, w, h int, st Style, cluster string) {
	g := glyph{base: ' ', width: 1}
	if cluster != "" {
		g, _ = next(cluster, 0, 0, 1)
	}
	sub := r.Sub(x, y, w, h)
	if sub.w == 0 || sub.h == 0 {
		return
	}
	id := r.c.styleID(st)
	for row := range sub.h {
		for col := 0; col < sub.w; col += g.width {
			sub.paint(col, row, id, g)
		}
	}
}

// Restyle lays add over the style of w cells from column x of row y, as a selection or the current line
// does; the text stays.
func (r Region) Restyle(x, y, w int, add Style) {
	sub := r.Sub(x, y, w, 1)
	if sub.w == 0 || sub.h == 0 {
		return
	}
	id := r.c.styleID(add)
	line := r.c.cells[sub.y*r.c.w+sub.x:][:sub.w]
	for i := range line {
		line[i].style = r.c.mergedID(line[i].style, id)
	}
}
