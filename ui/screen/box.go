package screen

// Border is the kind of line a Box is drawn with. The focused pane has the heavy one.
type Border uint8

// The borders. On a canvas in ASCII mode Light and Heavy draw their ASCII forms.
const (
	Light Border = iota
	Heavy
	LightASCII
	HeavyASCII
)

// lines are the pieces of a border: corners, then the horizontal and vertical line.
type lines struct {
	topLeft, topRight, bottomLeft, bottomRight, across, down rune
}

func (b Border) lines(ascii bool) lines {
	if ascii && b < LightASCII {
		b += LightASCII
	}
	switch b {
	case Heavy:
		return lines{'┏', '┓', '┗', '┛', '━', '┃'}
	case LightASCII:
		return lines{'+', '+', '+', '+', '-', '|'}
	case HeavyASCII:
		return lines{'#', '#', '#', '#', '=', '#'}
	}
	return lines{'┌', '┐', '└', '┘', '─', '│'}
}

// Box draws a border around the inside of r's edges with title in its upper line, and returns the
// region inside. The title is foreign-safe and cut with the box; a box under 2 by 2 is not drawn.
func (r Region) Box(b Border, st Style, title string, titleStyle Style) Region {
	if r.w < 2 || r.h < 2 {
		return r.Sub(0, 0, 0, 0)
	}
	l := b.lines(r.c.ascii)
	id := r.c.styleID(st)
	r.line(0, id, l.topLeft, l.across, l.topRight)
	for y := 1; y < r.h-1; y++ {
		r.piece(0, y, id, l.down)
		r.piece(r.w-1, y, id, l.down)
	}
	r.line(r.h-1, id, l.bottomLeft, l.across, l.bottomRight)
	r.title(title, titleStyle)
	return r.Sub(1, 1, r.w-2, r.h-2)
}

func (r Region) line(y int, id uint16, left, across, right rune) {
	r.piece(0, y, id, left)
	for x := 1; x < r.w-1; x++ {
		r.piece(x, y, id, across)
	}
	r.piece(r.w-1, y, id, right)
}

func (r Region) piece(x, y int, id uint16, p rune) {
	r.paint(x, y, id, glyph{base: p, width: 1})
}

// title leaves one column of line at the right, so that a long title still reads as part of a box.
func (r Region) title(title string, st Style) {
	room := r.w - 4
	if title == "" || room < 3 {
		return
	}
	tail := "…"
	if r.c.ascii {
		tail = "~"
	}
	r.Sub(1, 0, r.w-3, 1).Text(0, 0, st, " "+Truncate(title, room-1, tail)+" ")
}
