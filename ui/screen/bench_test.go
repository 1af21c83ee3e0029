package screen

import (
	"strings"
	"testing"
)

const (
	benchW = 200
	benchH = 60
)

// paintFull fills every cell of a canvas as a coloured file pane does, five styles a line.
func paintFull(c *Canvas, lines []string) {
	c.Clear()
	styles := [...]Style{"38;2;139;148;158", "38;2;121;184;255", "", "1;38;2;255;171;112", "38;2;210;168;255"}
	in := c.Region(0, 0, benchW, benchH).Box(Heavy, "38;2;86;212;221", "File", "1")
	for y := range in.H() {
		line, x := lines[y], 0
		for k, st := range styles {
			x = in.Text(x, y, st, line[k*len(line)/len(styles):(k+1)*len(line)/len(styles)])
		}
	}
	in.Restyle(0, 5, in.W(), "48;2;22;27;34")
}

func benchLines() []string {
	lines := make([]string, benchH)
	for i := range lines {
		lines[i] = strings.Repeat("Disallow: /products/*?page=$ # no. ", 7)[:benchW-2]
	}
	return lines
}

func BenchmarkFrame(b *testing.B) {
	c, lines := New(benchW, benchH), benchLines()
	b.ReportAllocs()
	for b.Loop() {
		paintFull(c, lines)
		_ = c.String()
	}
}

func BenchmarkFrameOfCJK(b *testing.B) {
	c, lines := New(benchW, benchH), benchLines()
	for i := range lines {
		lines[i] = strings.Repeat("世", 99)
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Clear()
		for y := range benchH {
			c.Region(0, y, benchW, 1).Text(0, 0, "31", lines[y])
		}
		_ = c.String()
	}
}

func BenchmarkFrameThroughPut(b *testing.B) {
	c := New(benchW, benchH)
	line := []byte(benchLines()[0])
	b.ReportAllocs()
	for b.Loop() {
		c.Clear()
		r := c.Region(0, 0, benchW, benchH)
		for y := range benchH {
			x := 0
			for cell := range Cells(line, 0) {
				r.Put(x, y, "31", cell)
				x += cell.Width
			}
		}
		_ = c.String()
	}
}

func TestAFrameIsOneAllocation(t *testing.T) {
	c, lines := New(benchW, benchH), benchLines()
	paintFull(c, lines)
	_ = c.String()
	if n := testing.AllocsPerRun(20, func() {
		paintFull(c, lines)
		_ = c.String()
	}); n > 1 {
		t.Errorf("%.0f allocations a frame, want the frame itself only", n)
	}
}
