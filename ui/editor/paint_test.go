package editor

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

// testLook has a style for each role that shows in the frame as one SGR number.
var testLook = Look{Selection: "44", Match: "43", CurrentLine: "100", Ghost: "2", Cut: "35", Odd: "4", Cursor: "7"}

// frame is what the editor paints, without the blanks at the ends of rows.
func frame(e *Editor, w, h int, look Look) string {
	c := screen.New(w, h)
	e.Paint(c.Region(0, 0, w, h), look)
	lines := strings.Split(c.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// plainFrame is the frame without styles; the cell of the cursor is not told apart.
func plainFrame(e *Editor, w, h int) string {
	e.focused = false
	return frame(e, w, h, Look{})
}

func TestAFrameShowsMarksNumbersTextAndWords(t *testing.T) {
	winner := func(n int) Mark {
		switch n {
		case 0:
			return Mark{Gutter: "▶=", Bar: true, Trailing: "17 octets, WINS", Short: "WINS"}
		case 1:
			return Mark{Gutter: "·", Bar: true}
		}
		return Mark{}
	}
	for _, tt := range []struct {
		name, text string
		w, h       int
		marks      func(int) Mark
		want       string
	}{
		{"marks, bar, numbers and words", "|Allow: /a\nDisallow: /\n", 48, 4, winner, `
▶=┃ 1  Allow: /a                17 octets, WINS
 ·┃ 2  Disallow: /
    3`},
		{"the short words where the long do not fit", "|Allow: /a\nx", 28, 2, winner, `
▶=┃ 1  Allow: /a       WINS
 ·┃ 2  x`},
		{"no words where none fits", "|Allow: /a/long\nx", 26, 2, winner, `
▶=┃ 1  Allow: /a/long
 ·┃ 2  x`},
		{"text that is cut says so", "|" + strings.Repeat("0123456789", 4), 30, 1, nil, `
    1  0123456789012345678901›`},
		{"a line that fits exactly does not", "|01234567890123456789012", 30, 1, nil, `
    1  01234567890123456789012`},
		{"scrolled sideways", strings.Repeat("0123456789", 4) + "|\nshort\n", 30, 2, nil, `
    1 ‹8901234567890123456789
    2 ‹`},
		{"narrow: without numbers", "|Allow: /a", 21, 1, winner, `
▶=┃  Allow: /a  WINS`},
		{"narrower: text alone", "|Allow: /a", 11, 1, winner, `
Allow: /a`},
		{"controls show as pictures", "|a\x1b[2J\x00\xff\u200bb\tc", 40, 1, nil, fmt.Sprintf(`
    1  a␛[2J␀%c▯b       c`, '\uFFFD')},
		{"a wide character is cut as a blank", "|" + strings.Repeat("日", 20), 26, 1, nil, `
    1  日日日日日日日日日›`},
		{"only the lines in view", "1\n2\n3\n4\n5\n|6\n7", 20, 2, nil, `
     5
     6`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEditor(tt.text)
			e.Marks = tt.marks
			if got := plainFrame(e, tt.w, tt.h); got != tt.want[1:] {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want[1:])
			}
		})
	}
}

func TestMarksInASCII(t *testing.T) {
	e := newEditor(strings.Repeat("0123456789", 8) + "|0123456789")
	e.Marks = func(int) Mark { return Mark{Gutter: ">", Bar: true} }
	e.SetFocus(false)
	for _, c := range frame(e, 30, 1, Look{ASCII: true}) {
		if c > '~' {
			t.Errorf("%q is not ASCII", c)
		}
	}
}

func TestStylesAreLaidOverTheText(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		change     func(e *Editor)
		want       string
	}{
		{"the cursor is a cell of its own", "a|bc", nil,
			"\x1b[100m    1  a\x1b[100;7mb\x1b[0;100mc"},
		{"the cursor stands after the text at its end", "ab|", nil,
			"\x1b[100m    1  ab\x1b[100;7m "},
		{"without focus there is no cursor", "a|b", func(e *Editor) { e.SetFocus(false) },
			"\x1b[100m    1  ab"},
		{"the selection", "a^b|c", nil,
			"\x1b[100m    1  a\x1b[100;44mb\x1b[100;7mc"},
		{"a selected line end is a cell", "|ab\n^", nil,
			"\x1b[100m    1  \x1b[100;44;7ma\x1b[0;100;44mb "},
		{"matches", "|xaxa", func(e *Editor) { e.Find([]byte("a"), false); e.SetCursor(0) },
			"\x1b[100m    1  \x1b[100;7mx\x1b[0;100;43ma\x1b[100mx\x1b[100;43ma"},
		{"colours and underlines", "|abcd", func(e *Editor) {
			e.Highlight = func(int, []byte) []StyledSpan { return []StyledSpan{{1, 2, "31"}, {3, 4, "32"}} }
			e.Marks = func(int) Mark { return Mark{Underlines: []StyledSpan{{2, 4, "4"}}} }
		}, "\x1b[100m    1  \x1b[100;7ma\x1b[0;31;100mb\x1b[0;100;4mc\x1b[32;100;4md"},
		{"dim text has no colours", "|abcd", func(e *Editor) {
			e.Highlight = func(int, []byte) []StyledSpan { return []StyledSpan{{0, 4, "31"}} }
			e.Marks = func(int) Mark { return Mark{Dim: true} }
		}, "\x1b[100m    1  \x1b[100;7ma\x1b[0;100mbcd"},
		{"odd characters", "|a\u00a0b", nil,
			"\x1b[100m    1  \x1b[100;7ma\x1b[0;100;4m␣\x1b[0;100mb"},
		{"the cursor takes one column of a tab", "|\tb", nil,
			"\x1b[100m    1  \x1b[100;7m \x1b[0;100m       b"},
		{"the placeholder", "|", func(e *Editor) { e.Placeholder = "type here" },
			"\x1b[100m    1  \x1b[0;7mt\x1b[mype here"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEditor(tt.text)
			if tt.change != nil {
				tt.change(e)
			}
			got, _, _ := strings.Cut(frame(e, 40, 1, testLook), "\n")
			got = strings.TrimRight(strings.TrimSuffix(got, "\x1b[m"), " ")
			got = strings.TrimSuffix(strings.TrimSuffix(got, "\x1b[0;100m"), "\x1b[100m")
			if got != tt.want {
				t.Errorf("\ngot  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestTheCursorIsAlwaysInView(t *testing.T) {
	e := newEditor("|" + strings.Repeat(strings.Repeat("0123456789", 20)+"\n", 60))
	for _, size := range [][2]int{{60, 10}, {30, 3}, {11, 1}, {5, 2}, {1, 1}, {2, 5}} {
		for _, name := range strings.Fields("end down up pgdown home ctrl+end ctrl+home ctrl+right pgdown end left left pgup") {
			keys(t, e, name)
			if got := frame(e, size[0], size[1], Look{Cursor: "7"}); !strings.Contains(got, "\x1b[7m") {
				t.Errorf("%s at %dx%d: no cursor in\n%s\n%+v", name, size[0], size[1], got, e.Selection())
			}
		}
	}
}

func TestPaintAtNoSizeDoesNotPanic(t *testing.T) {
	e := newEditor("a|b")
	for w := range 16 {
		for h := range 4 {
			frame(e, w, h, testLook)
		}
	}
}

func TestHostileTextStaysInItsRegion(t *testing.T) {
	hostile := "\x1b]52;c;AAAA\x07\x9b31m\u202e\r\x1b[10;10H" + strings.Repeat("\u0301", 50) + "日\t\xff"
	e := newEditor("|")
	keys(t, e, "paste:"+hostile, "home")
	c := screen.New(40, 6)
	r := c.Region(0, 0, 40, 6)
	r.Fill(0, 0, 40, 6, "", "#")
	inner := r.Sub(3, 1, 30, 4)
	inner.Fill(0, 0, 30, 4, "", " ")
	e.Paint(inner, testLook)
	for y, line := range strings.Split(c.String(), "\n") {
		plain := stripSGR(line)
		if y == 0 || y == 5 {
			if plain != strings.Repeat("#", 40) {
				t.Errorf("row %d is %q", y, plain)
			}
			continue
		}
		if !strings.HasPrefix(plain, "###") || !strings.HasSuffix(plain, "#######") {
			t.Errorf("row %d is %q", y, plain)
		}
		if strings.ContainsAny(plain, "\x1b\x07\r\u202e") {
			t.Errorf("row %d holds a control: %q", y, plain)
		}
	}
}

func stripSGR(s string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, s, _ = strings.Cut(rest, "m")
	}
}

func TestHighlightAndMarksAreAskedForVisibleLinesOnly(t *testing.T) {
	e := newEditor("|" + strings.Repeat("line\n", 1000))
	e.GoToLine(500)
	var asked []int
	e.Highlight = func(n int, text []byte) []StyledSpan { asked = append(asked, n); return nil }
	plainFrame(e, 40, 10)
	if len(asked) != 10 || asked[0] != e.firstLine() {
		t.Errorf("asked for the lines %v", asked)
	}
}

func TestTheMousePlacesTheCursorAndSelects(t *testing.T) {
	at := func(x, y int, action tea.MouseAction) tea.MouseMsg {
		return tea.MouseMsg{X: 7 + x, Y: y, Button: tea.MouseButtonLeft, Action: action}
	}
	down, up, move := tea.MouseActionPress, tea.MouseActionRelease, tea.MouseActionMotion
	for _, tt := range []struct {
		name string
		acts []tea.MouseMsg
		want string
	}{
		{"a click", []tea.MouseMsg{at(2, 0, down), at(2, 0, up)}, "on|e two\nthree"},
		{"a click past a line's end", []tea.MouseMsg{at(30, 0, down)}, "one two|\nthree"},
		{"a click below the text", []tea.MouseMsg{at(1, 9, down)}, "one two\nt|hree"},
		{"a click on the number", []tea.MouseMsg{at(-4, 1, down)}, "one two\n|three"},
		{"a drag", []tea.MouseMsg{at(1, 0, down), at(2, 1, move), at(2, 1, up), at(0, 0, move)}, "o^ne two\nth|ree"},
		{"a drag back", []tea.MouseMsg{at(2, 1, down), at(1, 0, move)}, "o|ne two\nth^ree"},
		{"a double click takes the word", []tea.MouseMsg{at(5, 0, down), at(5, 0, up), at(5, 0, down)}, "one ^two|\nthree"},
		{"a double click and a drag take words", []tea.MouseMsg{at(5, 0, down), at(5, 0, up), at(5, 0, down), at(1, 0, move)}, "|one two^\nthree"},
		{"a triple click takes the line", []tea.MouseMsg{at(5, 0, down), at(5, 0, up), at(5, 0, down), at(5, 0, up), at(5, 0, down)}, "^one two\n|three"},
		{"shift and a click extend", []tea.MouseMsg{at(1, 0, down), at(1, 0, up), {X: 10, Y: 0, Button: tea.MouseButtonLeft, Action: down, Shift: true}}, "o^ne| two\nthree"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEditor("|one two\nthree")
			for _, msg := range tt.acts {
				e.Update(msg)
			}
			if got := shown(e); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestTheWheelMovesTheViewAndNotTheCursor(t *testing.T) {
	e := newEditor("|" + strings.Repeat("x\n", 50))
	for range 40 {
		e.Update(tea.MouseMsg{Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
	}
	if e.firstLine() != 41 || e.Cursor() != 0 {
		t.Errorf("line %d in view, cursor %d", e.firstLine(), e.Cursor())
	}
	keys(t, e, "right")
	if e.firstLine() != 0 {
		t.Errorf("a key leaves line %d in view", e.firstLine())
	}
}

func TestTheWheelStopsAtTheWidestLineInView(t *testing.T) {
	e := newEditor("|short\n" + strings.Repeat("x", 80) + "\n")
	for _, tt := range []struct {
		button tea.MouseButton
		want   int
	}{{tea.MouseButtonWheelRight, 30}, {tea.MouseButtonWheelLeft, 0}} {
		for range 20 {
			e.Update(tea.MouseMsg{Button: tt.button, Action: tea.MouseActionPress})
		}
		if e.left != tt.want {
			t.Errorf("column %d is the first in view, want %d", e.left, tt.want)
		}
	}
}

// BenchmarkKey types a key and paints the frame, as the program does.
func BenchmarkKey(bench *testing.B) {
	for _, tt := range []struct {
		name string
		text []byte
		at   int
	}{
		{"3.7MB", rulesText(3_700_000), 1_850_000},
		{"line of 100000, start", bytes.Repeat([]byte("a"), 100_000), 10},
		{"line of 100000, end", bytes.Repeat([]byte("a"), 100_000), 100_000},
		{"wide line of 100000, end", bytes.Repeat([]byte("日"), 33_333), 99_999},
		{"many long lines, end", bytes.Repeat(append(bytes.Repeat([]byte("a"), 100_000), '\n'), 40), 100_000},
	} {
		bench.Run(tt.name, func(bench *testing.B) {
			e := newEditor("|" + string(tt.text))
			c := screen.New(120, 40)
			region := c.Region(0, 0, 120, 40)
			e.Paint(region, Look{})
			e.SetCursor(tt.at)
			var x, back tea.Msg = press(bench, "x"), press(bench, "backspace")
			bench.ReportAllocs()
			for bench.Loop() {
				e.Update(x)
				e.Paint(region, Look{})
				e.Update(back)
				e.Paint(region, Look{})
			}
		})
	}
}

func BenchmarkEndAndHomeOfALongLine(bench *testing.B) {
	e := newEditor("|" + strings.Repeat("a", 100_000))
	c := screen.New(120, 40)
	region := c.Region(0, 0, 120, 40)
	home, end := press(bench, "home"), press(bench, "end")
	bench.ReportAllocs()
	for bench.Loop() {
		e.Update(end)
		e.Paint(region, Look{})
		e.Update(home)
		e.Paint(region, Look{})
	}
}

func BenchmarkFindIn3_7MB(bench *testing.B) {
	e := newEditor("|" + string(rulesText(3_700_000)))
	for bench.Loop() {
		e.Find([]byte("frag-12345"), true)
	}
}
