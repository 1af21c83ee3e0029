package screen

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestRegionsAreCutToWhatHoldsThem(t *testing.T) {
	for _, tt := range []struct {
		name       string
		x, y, w, h int
		want       string
	}{
		{"inside", 1, 1, 2, 1, "....|.##.|...."},
		{"over the left upper corner", -1, -2, 3, 3, "##..|....|...."},
		{"over the right lower corner", 3, 2, 5, 5, "....|....|...#"},
		{"larger than all", -5, -5, math.MaxInt, math.MaxInt, "####|####|####"},
		{"left of it", -3, 0, 2, 2, "....|....|...."},
		{"right of it", 4, 0, 2, 2, "....|....|...."},
		{"far away", math.MaxInt, math.MinInt, 3, 3, "....|....|...."},
		{"negative size", 1, 1, -1, 2, "....|....|...."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := New(4, 3)
			all := c.Region(0, 0, 4, 3)
			all.Fill(0, 0, 4, 3, "", ".")
			sub := all.Sub(tt.x, tt.y, tt.w, tt.h)
			sub.Fill(0, 0, sub.W(), sub.H(), "", "#")
			if got := strings.ReplaceAll(c.String(), "\n", "|"); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			c.Clear()
			all.Fill(0, 0, 4, 3, "", ".")
			all.Fill(tt.x, tt.y, tt.w, tt.h, "", "#")
			if got := strings.ReplaceAll(c.String(), "\n", "|"); got != tt.want {
				t.Errorf("filled: got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestTextTellsWhereItEnds(t *testing.T) {
	c := New(10, 2)
	r := c.Region(0, 0, 8, 1)
	for _, tt := range []struct {
		name    string
		x, y    int
		s, want string
		end     int
	}{
		{"inside", 1, 0, "abc", " abc      ", 4},
		{"cut on the left", -2, 0, "abc", "c         ", 1},
		{"cut on the right", 6, 0, "abc", "      ab  ", 8},
		{"a wide character cut on the right", 7, 0, "世", "          ", 9},
		{"right of it", 9, 0, "abc", "          ", 9},
		{"below it", 0, 1, "abc", "          ", 3},
		{"above it", 0, -1, "abc", "          ", 3},
		{"a tab counts from the start of the text", 2, 0, "a\tb", "  a       ", 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c.Clear()
			end := r.Text(tt.x, tt.y, "", tt.s)
			if got := c.String(); got != tt.want+"\n          " || end != tt.end {
				t.Errorf("got %q ending at %d, want %q ending at %d", got, end, tt.want, tt.end)
			}
		})
	}
	c.Clear()
	if at := r.TextRight(8, 0, "", "世b"); at != 5 || c.String() != "     世b  \n          " {
		t.Errorf("right-bound text at %d: %q", at, c.String())
	}
}

func TestPutTakesNothingOnTrust(t *testing.T) {
	for _, tt := range []struct {
		name string
		c    Cell
		want string
	}{
		{"a letter", Cell{Text: "a", Width: 1}, "a....."},
		{"a wide letter", Cell{Text: "世", Width: 2}, "世...."},
		{"a tab", Cell{Text: "    ", Width: 4}, "    .."},
		{"an escape", Cell{Text: "\x1b", Width: 1}, "␛....."},
		{"more than one character", Cell{Text: "ab", Width: 1}, "▯....."},
		{"a width that is not the text's", Cell{Text: "世", Width: 3}, "▯▯▯..."},
		{"a huge width", Cell{Text: "x", Width: math.MaxInt - 10}, "▯▯▯▯▯▯"},
		{"no width", Cell{Text: "x"}, "......"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := New(6, 1)
			r := c.Region(0, 0, 6, 1)
			r.Fill(0, 0, 6, 1, "", ".")
			r.Put(0, 0, "", tt.c)
			if got := c.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFillRepeatsWholeCells(t *testing.T) {
	c := New(5, 1)
	r := c.Region(0, 0, 5, 1)
	r.Fill(0, 0, 5, 1, "44", "世x")
	if got := c.String(); got != "\x1b[44m世世 \x1b[m" {
		t.Errorf("got %q", got)
	}
	r.Fill(1, 0, 2, 1, "", "")
	if got := c.String(); got != "\x1b[44m \x1b[m  \x1b[44m  \x1b[m" {
		t.Errorf("got %q", got)
	}
}

func TestABoxHasABorderATitleAndAnInside(t *testing.T) {
	for _, tt := range []struct {
		name  string
		w, h  int
		b     Border
		title string
		ascii bool
		want  string
	}{
		{"light", 8, 3, Light, "URL", false, "┌ URL ─┐|│xxxxxx│|└──────┘"},
		{"heavy is focus", 8, 3, Heavy, "URL", false, "┏ URL ━┓|┃xxxxxx┃|┗━━━━━━┛"},
		{"light in ASCII mode", 8, 3, Light, "URL", true, "+ URL -+||xxxxxx||+------+"},
		{"heavy in ASCII mode", 8, 3, Heavy, "URL", true, "# URL =#|#xxxxxx#|#======#"},
		{"a long title is cut", 9, 3, Light, "Crawler", false, "┌ Cra… ─┐|│xxxxxxx│|└───────┘"},
		{"a title without room is left out", 6, 3, Light, "URL", false, "┌────┐|│xxxx│|└────┘"},
		{"no room inside", 2, 2, Light, "", false, "┌┐|└┘"},
		{"no room at all", 1, 2, Light, "", false, " | "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := New(tt.w, tt.h)
			c.ASCII(tt.ascii)
			in := c.Region(0, 0, tt.w, tt.h).Box(tt.b, "", tt.title, "")
			in.Fill(0, 0, in.W(), in.H(), "", "x")
			if got := strings.ReplaceAll(c.String(), "\n", "|"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestOddCellsOfATextAreMarked(t *testing.T) {
	c := New(3, 1)
	c.MarkOdd("4")
	c.Region(0, 0, 3, 1).Text(0, 0, "31", "␛\x1bx")
	if got, want := c.String(), "\x1b[31m␛\x1b[31;4m␛\x1b[0;31mx\x1b[m"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheZeroRegionTakesEverything(t *testing.T) {
	var r Region
	r.Text(0, 0, "1", "a")
	r.TextRight(0, 0, "1", "a")
	r.Put(0, 0, "", Cell{Text: "a", Width: 1})
	r.Fill(0, 0, 9, 9, "", "a")
	r.Restyle(0, 0, 9, "1")
	if in := r.Box(Light, "", "a", ""); in.W() != 0 || in.H() != 0 {
		t.Errorf("inside of nothing: %+v", in)
	}
	for _, size := range [][2]int{{0, 0}, {-1, 5}, {5, 0}} {
		c := New(size[0], size[1])
		c.Region(0, 0, 5, 5).Text(0, 0, "", "a")
		if got := strings.Trim(c.String(), "\n"); got != "" {
			t.Errorf("%v: %q", size, got)
		}
	}
}

func TestResizeForgetsTheOldFrame(t *testing.T) {
	c := New(4, 2)
	c.Region(0, 0, 4, 2).Fill(0, 0, 4, 2, "1", "x")
	c.Resize(3, 1)
	if got := c.String(); got != "   " {
		t.Errorf("smaller: %q", got)
	}
	c.Resize(5, 3)
	if got := c.String(); got != "     \n     \n     " {
		t.Errorf("larger: %q", got)
	}
}

func TestManyStylesCostNoMemoryForEver(t *testing.T) {
	c := New(1, 1)
	for i := range 3 * maxStyles {
		c.Region(0, 0, 1, 1).Text(0, 0, Style(fmt.Sprintf("38;2;0;%d;%d", i/256, i%256)), "x")
	}
	if len(c.styles) > 2*maxStyles+1 {
		t.Errorf("%d styles kept in one frame", len(c.styles))
	}
	c.Clear()
	if len(c.styles) > maxStyles {
		t.Errorf("%d styles kept after a frame", len(c.styles))
	}
	c.Region(0, 0, 1, 1).Text(0, 0, "31", "x")
	if got := c.String(); got != "\x1b[31mx\x1b[m" {
		t.Errorf("got %q", got)
	}
}
