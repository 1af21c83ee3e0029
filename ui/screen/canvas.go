// Package screen turns foreign text into cells of a terminal. It is the only way for text from a
// file, a URL, a header or an error to reach the terminal: controls become pictures, what is
// invisible becomes visible, and no text can move a border or leave the region it was painted in.
//
// Characters of ambiguous East Asian width count as one column, as box drawing does; in a terminal
// set to draw those in two, the ASCII mode is the way out.
package screen

import (
	"strings"
	"unicode/utf8"
)

// Canvas is a grid of cells. Text is painted through its Regions; String is the frame. A Canvas is
// meant to be kept and cleared for each frame, so that painting allocates next to nothing. It is
// not safe for concurrent use.
type Canvas struct {
	w, h    int
	cells   []cell
	joined  [][1 + maxMarks]rune
	ascii   bool
	wide    bool
	lastLen int

	styles []styleInfo
	index  map[Style]uint16
	merged map[[2]uint16]uint16
	last   Style
	lastID uint16
	odd    uint16
	oddSt  Style
}

// cell is a place of the grid. A wide character takes two cells, the second with width 0.
type cell struct {
	r     rune // below 0: index -r-1 in Canvas.joined
	style uint16
	width uint8
}

type styleInfo struct {
	style Style
	attrs attrs
}

// maxStyles bounds the memory of a Canvas whose styles are computed anew each frame.
const maxStyles = 4096

// New returns a blank canvas of w columns and h rows; below 0 counts as 0.
func New(w, h int) *Canvas {
	c := &Canvas{}
	c.forgetStyles()
	c.Resize(w, h)
	return c
}

func (c *Canvas) forgetStyles() {
	c.styles = append(c.styles[:0], styleInfo{})
	c.index = map[Style]uint16{"": 0}
	c.merged = map[[2]uint16]uint16{}
	c.last, c.lastID = "", 0
	c.odd = c.styleID(c.oddSt)
}

// Resize makes the canvas w columns by h rows and blank.
func (c *Canvas) Resize(w, h int) {
	c.w, c.h = max(w, 0), max(h, 0)
	if n := c.w * c.h; n <= cap(c.cells) {
		c.cells = c.cells[:n]
	} else {
		c.cells = make([]cell, n)
	}
	c.Clear()
}

// Clear makes every cell blank and plain.
func (c *Canvas) Clear() {
	for i := range c.cells {
		c.cells[i] = cell{r: ' ', width: 1}
	}
	c.joined = c.joined[:0]
	c.wide = false
	if len(c.styles) > maxStyles {
		c.forgetStyles()
	}
}

// ASCII sets whether every column of a non-ASCII cell is written as a question mark. It is the last
// guard: callers choose ASCII marks themselves, and Box does so when this is on.
func (c *Canvas) ASCII(on bool) { c.ascii = on }

// MarkOdd sets the style that Text lays over odd cells, so that a stand-in differs from the same
// character in the text. Callers of Put style their cells themselves.
func (c *Canvas) MarkOdd(st Style) {
	c.oddSt = st
	c.odd = c.styleID(st)
}

// styleID is the index of st in the canvas's table. A frame with more styles than the table holds
// shows the rest plain.
func (c *Canvas) styleID(st Style) uint16 {
	if st == c.last {
		return c.lastID
	}
	id, ok := c.index[st]
	if !ok {
		v := st.valid()
		if v == "" || len(c.styles) > maxStyles*2 {
			return 0
		}
		id = uint16(len(c.styles))
		c.styles = append(c.styles, styleInfo{v, v.attrs()})
		c.index[st] = id
	}
	c.last, c.lastID = st, id
	return id
}

func (c *Canvas) mergedID(below, above uint16) uint16 {
	key := [2]uint16{below, above}
	id, ok := c.merged[key]
	if !ok {
		id = c.styleID(c.styles[below].style.over(c.styles[above].style))
		c.merged[key] = id
	}
	return id
}

// set paints g at grid column x of row y; the caller has checked that all of g fits.
func (c *Canvas) set(x, y int, id uint16, g glyph) {
	r := g.base
	if g.marks[0] != 0 {
		c.joined = append(c.joined, [1 + maxMarks]rune{g.base, g.marks[0], g.marks[1]})
		r = rune(-len(c.joined))
	}
	i := y*c.w + x
	if c.wide {
		c.split(i, x)
		if x+g.width < c.w {
			c.split(i+g.width, x+g.width)
		}
	}
	c.cells[i] = cell{r, id, uint8(g.width)}
	if g.width == 2 {
		c.cells[i+1] = cell{0, id, 0}
		c.wide = true
	}
}

// setASCII is set for one printable ASCII octet.
func (c *Canvas) setASCII(x, y int, id uint16, b byte) {
	if c.wide {
		c.set(x, y, id, glyph{base: rune(b), width: 1})
		return
	}
	c.cells[y*c.w+x] = cell{rune(b), id, 1}
}

// split blanks the wide character whose second half is cell i, so that i can begin something new.
func (c *Canvas) split(i, x int) {
	if x == 0 || c.cells[i].width != 0 {
		return
	}
	for k := i - 1; k <= i; k++ {
		c.cells[k] = cell{' ', c.cells[k].style, 1}
	}
}

// String is the frame: h lines joined by line feeds, each exactly w columns wide and ending plain.
// It holds no controls but line feeds and SGR sequences.
func (c *Canvas) String() string {
	var b strings.Builder
	b.Grow(c.lastLen + c.lastLen/8 + c.w*c.h)
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		c.writeLine(&b, c.cells[y*c.w:(y+1)*c.w])
	}
	c.lastLen = b.Len()
	return b.String()
}

func (c *Canvas) writeLine(b *strings.Builder, line []cell) {
	var now uint16
	for i := range line {
		l := &line[i]
		if l.width == 0 {
			continue
		}
		if l.style != now && !(l.r == ' ' && c.sameOnBlank(now, l.style)) {
			c.writeChange(b, now, l.style)
			now = l.style
		}
		switch {
		case l.r >= 0 && l.r < utf8.RuneSelf:
			b.WriteByte(byte(l.r))
		case c.ascii:
			b.WriteString("??"[:l.width])
		case l.r >= 0:
			b.WriteRune(l.r)
		default:
			for _, r := range c.joined[-l.r-1] {
				if r != 0 {
					b.WriteRune(r)
				}
			}
		}
	}
	if now != 0 {
		b.WriteString("\x1b[m")
	}
}

// sameOnBlank reports whether a blank looks the same in both styles, as it does when neither has a
// background, a line or reverse.
func (c *Canvas) sameOnBlank(a, b uint16) bool {
	return (c.styles[a].attrs|c.styles[b].attrs)&attrBlank == 0
}

func (c *Canvas) writeChange(b *strings.Builder, from, to uint16) {
	f, t := &c.styles[from], &c.styles[to]
	if f.style == t.style {
		return
	}
	b.WriteString("\x1b[")
	switch {
	case t.style == "":
	case f.attrs&^t.attrs == 0:
		b.WriteString(string(t.style))
	default:
		b.WriteString("0;")
		b.WriteString(string(t.style))
	}
	b.WriteByte('m')
}
