package editor

import (
	"slices"
	"strconv"

	"robotslens/ui/screen"
)

// StyledSpan gives the octets [Start, End) of a line a style.
type StyledSpan struct {
	Start, End int
	Style      screen.Style
}

// Mark is what stands beside a line.
type Mark struct {
	// Gutter is a text of at most two columns before the line number.
	Gutter      string
	GutterStyle screen.Style
	// Bar draws a bar beside the line, so that lines which belong together show as one.
	Bar bool
	// Trailing is shown at the right edge where it leaves the text uncovered; if it does not fit, Short is,
	// and if that does not fit either, nothing.
	Trailing, Short string
	TrailingStyle   screen.Style
	// Dim paints the text in the dim style instead of its colours.
	Dim bool
	// Underlines are laid over the colours of the text.
	Underlines []StyledSpan
}

// Look is how the editor is painted. The styles that say so are laid over the others.
type Look struct {
	Text, Dim, LineNumber, CurrentNumber, Bar, Cut screen.Style
	Placeholder, Ghost                             screen.Style
	Popup, PopupChosen                             screen.Style

	CurrentLine screen.Style // over the line of the cursor
	Selection   screen.Style // over what is selected
	Match       screen.Style // over what a search found
	Odd         screen.Style // over characters that are not what they look like
	Cursor      screen.Style // over the cell of the cursor, and so over all of the above; reverse when empty
	PopupDetail screen.Style // over the words about a suggestion

	ASCII bool // draw the bar and the cut marks in ASCII
}

// placed is a cell of a line as it was painted: its octets in the line and its columns in the text area.
type placed struct {
	start, end, x, width int
	odd                  bool
}

// Columns before the text: two for the mark, one for the bar, the line number, and two that part it from the
// text, the second of which says that text is cut off at the left.
const (
	markWidth = 2
	barColumn = markWidth
	partWidth = 2
)

// numberWidth is the width of the line numbers, 0 where the editor is too narrow to spare it.
func (e *Editor) numberWidth() int {
	digits := max(2, len(strconv.Itoa(e.buf.Lines())))
	if e.width < markWidth+1+digits+partWidth+16 {
		return 0
	}
	return digits
}

func (e *Editor) gutterWidth() int {
	if e.width < 12 {
		return 0
	}
	return markWidth + 1 + e.numberWidth() + partWidth
}

// textWidth is the number of columns for text.
func (e *Editor) textWidth() int { return e.width - e.gutterWidth() }

// firstLine is the first line in view, from 0.
func (e *Editor) firstLine() int { return e.top }

// Paint paints the lines in view into r and takes r's size as the editor's. Its cost does not depend on the
// length of the text.
func (e *Editor) Paint(r screen.Region, look Look) {
	e.SetSize(r.W(), r.H())
	if e.width == 0 || e.height == 0 {
		return
	}
	e.top = e.clampTop(e.top)
	for y := range min(e.height, e.buf.Lines()-e.top) {
		e.paintLine(r.Sub(0, y, e.width, 1), e.top+y, look)
	}
	if e.buf.Len() == 0 && e.Placeholder != "" {
		text := r.Sub(e.gutterWidth(), 0, e.textWidth(), 1)
		text.Text(0, 0, look.Placeholder, e.Placeholder)
		if e.focused {
			text.Restyle(0, 0, 1, cursorStyle(look))
		}
	}
	e.paintPopup(r, look)
}

// paintLine paints line n into a region of one row.
func (e *Editor) paintLine(r screen.Region, n int, look Look) {
	var mark Mark
	if e.Marks != nil {
		mark = e.Marks(n)
	}
	current := n == e.cursorLine()
	e.paintGutter(r, n, mark, current, look)
	text := r.Sub(e.gutterWidth(), 0, e.textWidth(), 1)
	end, cut := e.paintText(text, n, mark.Dim, look)
	ghost := end
	if current && e.focused && !cut {
		ghost = text.Text(end, 0, look.Ghost, e.ghost())
	}
	if !cut {
		e.paintTrailing(text, ghost, mark)
	}
	if current {
		r.Restyle(0, 0, r.W(), look.CurrentLine)
	}
	e.paintOver(text, n, end, mark, look)
	left, right := "‹", "›"
	if look.ASCII {
		left, right = "<", ">"
	}
	if e.left > 0 && len(e.buf.Line(n)) > 0 && e.gutterWidth() > 0 {
		r.Text(e.gutterWidth()-1, 0, look.Cut, left)
	}
	if cut {
		text.Text(text.W()-1, 0, look.Cut, right)
	}
	if current && e.focused {
		e.paintCursor(text, n, end, look)
	}
}

func (e *Editor) paintGutter(r screen.Region, n int, mark Mark, current bool, look Look) {
	if e.gutterWidth() == 0 {
		return
	}
	gutter := r.Sub(0, 0, markWidth, 1)
	gutter.TextRight(markWidth, 0, mark.GutterStyle, mark.Gutter)
	if mark.Bar {
		bar := "┃"
		if look.ASCII {
			bar = "|"
		}
		r.Text(barColumn, 0, look.Bar, bar)
	}
	width := e.numberWidth()
	if width == 0 {
		return
	}
	style := look.LineNumber
	if current {
		style = look.CurrentNumber
	}
	r.TextRight(barColumn+1+width, 0, style, strconv.Itoa(n+1))
}

// paintText paints the cells of line n that are in view and notes their places in e.row. It returns the
// column after them, and whether text was cut off at the right.
func (e *Editor) paintText(r screen.Region, n int, dim bool, look Look) (end int, cut bool) {
	e.row = e.row[:0]
	line := e.buf.Line(n)
	var spans []StyledSpan
	if e.Highlight != nil && !dim && len(line) > 0 {
		spans = e.Highlight(n, line)
	}
	base := look.Text
	if dim {
		base = look.Dim
	}
	for column, c := range e.buf.cellsFromColumn(n, e.left) {
		x := column - e.left
		if x+c.Width <= 0 {
			continue
		}
		if x >= r.W() {
			return r.W(), true
		}
		if len(e.row) == 0 {
			i, _ := slices.BinarySearchFunc(spans, c.Start, func(s StyledSpan, at int) int { return s.End - at - 1 })
			spans = spans[i:]
		}
		for len(spans) > 0 && spans[0].End <= c.Start {
			spans = spans[1:]
		}
		style := base
		if len(spans) > 0 && spans[0].Start <= c.Start {
			style = spans[0].Style
		}
		r.Put(x, 0, style, c)
		e.row = append(e.row, placed{c.Start, c.End, x, c.Width, c.Odd})
		end = x + c.Width
	}
	return min(end, r.W()), end > r.W()
}

func (e *Editor) paintTrailing(r screen.Region, end int, mark Mark) {
	for _, words := range []string{mark.Trailing, mark.Short} {
		if width := screen.Width(words); words != "" && end+3+width <= r.W() {
			r.TextRight(r.W()-1, 0, mark.TrailingStyle, words)
			return
		}
	}
}

// paintOver lays odd characters, underlines, matches and the selection over the text of line n, which ends
// before column end.
func (e *Editor) paintOver(r screen.Region, n, end int, mark Mark, look Look) {
	if look.Odd != "" {
		for _, p := range e.row {
			if p.odd {
				r.Restyle(p.x, 0, p.width, look.Odd)
			}
		}
	}
	for _, s := range mark.Underlines {
		e.restyle(r, s.Start, s.End, s.Style)
	}
	start, textEnd := e.buf.lineSpan(n)
	if e.find.active && len(e.find.query) > 0 {
		found := e.found()
		i, _ := slices.BinarySearch(found, start-len(e.find.query)+1)
		for ; i < len(found) && found[i] < textEnd; i++ {
			e.restyle(r, found[i]-start, found[i]-start+len(e.find.query), look.Match)
		}
	}
	from, to := e.sel.Span()
	if from >= to || to <= start || from > textEnd {
		return
	}
	e.restyle(r, from-start, to-start, look.Selection)
	if to > textEnd {
		r.Restyle(end, 0, 1, look.Selection)
	}
}

// restyle lays style over the painted cells of the octets [start, end) of the line in e.row.
func (e *Editor) restyle(r screen.Region, start, end int, style screen.Style) {
	i, _ := slices.BinarySearchFunc(e.row, start, func(p placed, at int) int { return p.end - at - 1 })
	for ; i < len(e.row) && e.row[i].start < end; i++ {
		r.Restyle(e.row[i].x, 0, e.row[i].width, style)
	}
}

// paintCursor shows the cursor as a cell of its own style, since it does not blink and must be seen on any
// background.
func (e *Editor) paintCursor(r screen.Region, n, end int, look Look) {
	start, textEnd := e.buf.lineSpan(n)
	at := e.sel.Head - start
	if e.sel.Head >= textEnd {
		if len(e.row) > 0 || e.buf.Column(textEnd) == e.left {
			r.Restyle(end, 0, 1, cursorStyle(look))
		}
		return
	}
	for _, p := range e.row {
		if p.start <= at && at < p.end {
			width := p.width
			if e.buf.Bytes()[e.sel.Head] == '\t' {
				width = 1
			}
			r.Restyle(max(p.x, 0), 0, width, cursorStyle(look))
		}
	}
}

func cursorStyle(look Look) screen.Style {
	if look.Cursor == "" {
		return "7"
	}
	return look.Cursor
}
