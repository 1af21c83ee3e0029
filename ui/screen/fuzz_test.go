package screen

import (
	"bytes"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/vt"
)

// hostile are the seeds of every test here: what could send a control, move a cell or break a border.
var hostile = []string{
	"User-agent: *\nDisallow: /a*$", "\x1b[2J\x1b[1;1H", "\x1b]0;title\x07", "\x1b]52;c;aGk=\x1b\\", "\x1b]8;;http://e.test\x1b\\x\x1b]8;;\x1b\\",
	"\x1bP1$r0m\x1b\\", "\x9b31m", "\u009b31m", "\xc2\x9b31m", "a\x00b\rc\bd\ae\x7ff\vg\fh", "\u202eabc\u202c\u2066x\u2069",
	"a\u200b\u200c\u200d\u2060\ufeffb", "e" + strings.Repeat("\u0301", 500), "\xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf",
	"\xff\xfeU\x00s\x00e\x00r\x00", "\xed\xa0\x80\xed\xb0\x80", "x\U000e0061\U000e007f", "❤\ufe0f☎\ufe0e", "世界世界世界世界世界世界世界",
	"🇩🇪🇫🇷", "👩\u200d👩\u200d👧", "👍🏽", "한국 \u1112\u1161\u11ab", "कि क्ष नमस्ते", "กำ ที่ ນຳ", "שלום abc 123 مرحبا ١٢٣",
	"\t\tx\ty", "a\u00a0b\u2003c\u3000d\u1680", "“x” ‘y’ a\u2011b\u00adc", "\u2028\u2029\u0085", "ＡＢＣ：／＊", "\ue000\U000f0000\U0010ffff\ufffe",
	"a\x1b[3\u03011m", "\u0301\u0301/\u0301", "1\ufe0f\u20e3", "ｶﾞﾊﾟ", "\u115f\u1160\u3164\uffa0", strings.Repeat("x", 5000), strings.Repeat("世", 500),
}

func FuzzEveryOctetIsInOneCell(f *testing.F) {
	for _, s := range hostile {
		f.Add([]byte(s), 0)
	}
	f.Fuzz(func(t *testing.T, s []byte, start int) {
		if start < 0 || start > 1000 {
			t.Skip()
		}
		var of []Cell
		end, col := 0, start
		for c := range Cells(s, start) {
			of = append(of, c)
			if c.Start != end || c.End <= c.Start {
				t.Fatalf("cell %+v begins where none ends: %d", c, end)
			}
			end = c.End
			if c.Width < 1 || c.Width > 2 && s[c.Start] != '\t' {
				t.Fatalf("cell %+v has a width of %d", c, c.Width)
			}
			col += c.Width
			if s[c.Start] == '\t' && (col%tabWidth != 0 || c.Text != strings.Repeat(" ", c.Width)) {
				t.Fatalf("tab %+v ends in column %d", c, col)
			}
			if utf8.RuneCountInString(c.Text) > 1+maxMarks && s[c.Start] != '\t' || !utf8.ValidString(c.Text) {
				t.Fatalf("cell %+v has the text %q", c, c.Text)
			}
		}
		if end != len(s) {
			t.Fatalf("cells end at %d of %d", end, len(s))
		}
		i := 0
		for c := range Cells(string(s), start) {
			if c != of[i] {
				t.Fatalf("as a string %+v, as octets %+v", c, of[i])
			}
			i++
		}
	})
}

func FuzzClean(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, 10)
	}
	f.Fuzz(func(t *testing.T, s string, w int) {
		got := Clean(s)
		safe(t, got)
		if strings.Contains(got, "\n") {
			t.Fatalf("Clean(%q) has a line end", s)
		}
		if Clean(got) != got {
			t.Fatalf("Clean(%q) = %q, once more %q", s, got, Clean(got))
		}
		if Width(got) != Width(s) {
			t.Fatalf("%q is %d wide, cleaned %d", s, Width(s), Width(got))
		}
		plain := CleanASCII(s)
		if !isPlain(plain) || len(plain) != Width(s) {
			t.Fatalf("CleanASCII(%q) = %q", s, plain)
		}
		if w < 0 || w > 500 {
			return
		}
		cut := Truncate(s, w, "…")
		if Width(cut) > w || Clean(cut) != cut {
			t.Fatalf("Truncate(%q, %d) = %q", s, w, cut)
		}
		if Width(s) <= w && cut != got {
			t.Fatalf("Truncate(%q, %d) = %q, though it fits", s, w, cut)
		}
	})
}

// allowed is all a frame may hold besides text without controls.
var allowed = regexp.MustCompile("\x1b\\[[0-9;:]*m")

// safe fails where s holds a control other than a line feed or an SGR sequence.
func safe(t *testing.T, s string) {
	t.Helper()
	for _, r := range allowed.ReplaceAllString(s, "") {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
			t.Fatalf("control %U in %q", r, s)
		}
	}
	if !utf8.ValidString(s) {
		t.Fatalf("not UTF-8: %q", s)
	}
}

// terminal is an emulator that is kept from frame to frame, since making one is slow.
type terminal struct {
	sync.Mutex
	emu  *vt.Emulator
	w, h int
}

var term = sync.OnceValue(func() *terminal {
	t := &terminal{emu: vt.NewEmulator(termW, termH), w: termW, h: termH}
	// The emulator blocks in Write for ever if its replies are not read.
	go func() { _, _ = io.Copy(io.Discard, t.emu) }()
	return t
})

const termW, termH = 40, 10

// show writes a frame as the renderer does and returns what stands in each cell.
func (m *terminal) show(t *testing.T, frame string) [][]string {
	t.Helper()
	m.Lock()
	defer m.Unlock()
	if _, err := m.emu.WriteString("\x1b[m\x1b[2J\x1b[H" + strings.ReplaceAll(frame, "\n", "\r\n")); err != nil {
		t.Fatal(err)
	}
	rows := make([][]string, m.h)
	for y := range rows {
		rows[y] = make([]string, m.w)
		for x := range rows[y] {
			if c := m.emu.CellAt(x, y); c != nil {
				rows[y][x] = c.Content
			}
		}
	}
	return rows
}

func FuzzNoTextLeavesItsRegion(f *testing.F) {
	for i, s := range hostile {
		f.Add([]byte(s), []byte(hostile[(i+1)%len(hostile)]), i%7-3)
	}
	f.Fuzz(func(t *testing.T, a, b []byte, x int) {
		if x < -10_000 || x > 10_000 {
			t.Skip()
		}
		paintAndCompare(t, a, b, x)
	})
}

func TestNoTextLeavesItsRegion(t *testing.T) {
	rng := rand.New(rand.NewPCG(9309, 1))
	random := func() []byte {
		var b []byte
		for range rng.IntN(40) {
			switch rng.IntN(4) {
			case 0:
				b = append(b, byte(rng.UintN(256)))
			case 1:
				b = append(b, hostile[rng.IntN(len(hostile))][:2]...)
			case 2:
				b = utf8.AppendRune(b, rune(rng.IntN(0x20000)))
			default:
				b = append(b, "世a\u0301🤖é"...)
			}
		}
		return b
	}
	for range 3000 {
		paintAndCompare(t, random(), random(), rng.IntN(30)-10)
	}
}

// paintAndCompare paints a and b into the left and the right of two boxes side by side, as lines, title
// and right-bound text, writes the frame to the emulator and compares cell by cell.
func paintAndCompare(t *testing.T, a, b []byte, x int) {
	t.Helper()
	const w, h = 30, 7
	c := New(w, h)
	c.Region(0, 0, w, h).Fill(0, 0, w, h, "", "·")
	left, right := c.Region(1, 1, 13, 5), c.Region(15, 1, 14, 5)
	in := left.Box(Light, "32", string(a), "1")
	for y := range 3 {
		in.Text(x, y, "31;44", string(a[min(y, len(a)):]))
	}
	in2 := right.Box(Heavy, "", string(b), "7")
	in2.Text(x, 0, "1", string(b))
	in2.TextRight(in2.W()-1, 1, "1", string(a))
	col := 0
	for cell := range Cells(b, 0) {
		in2.Put(col, 2, "3", cell)
		in2.Put(col-1, 7, "3", cell)
		col += cell.Width
	}
	in2.Restyle(x, 0, 3, "7")

	frame := c.String()
	safe(t, frame)
	if n := strings.Count(frame, "\n"); n != h-1 {
		t.Fatalf("%d line ends in %q", n, frame)
	}
	got := term().show(t, frame)
	for y := range termH {
		for x := range termW {
			want := " "
			if x < w && y < h {
				want, _ = c.at(x, y)
			}
			if have := got[y][x]; have != want && !(want == " " && have == "") {
				t.Fatalf("column %d row %d: the terminal has %q, the canvas %q\nfrom %q and %q\nin %q", x, y, have, want, a, b, frame)
			}
		}
	}
	for y := range h {
		for x := range w {
			inside := y >= 2 && y <= 4 && (x >= 2 && x <= 12 || x >= 16 && x <= 27)
			titled := y == 1 && (x > 1 && x < 12 || x > 15 && x < 27)
			if inside || titled {
				continue
			}
			if have, want := got[y][x], frameCell(x, y); have != want {
				t.Fatalf("column %d row %d is %q, want %q, after %q and %q", x, y, have, want, a, b)
			}
		}
	}
}

// frameCell is what stands outside of the text in paintAndCompare.
func frameCell(x, y int) string {
	rows := []string{
		"······························",
		"·┌───────────┐·┏━━━━━━━━━━━━┓·",
		"·│           │·┃            ┃·",
		"·│           │·┃            ┃·",
		"·│           │·┃            ┃·",
		"·└───────────┘·┗━━━━━━━━━━━━┛·",
		"······························",
	}
	return string([]rune(rows[y])[x])
}

func TestASCIIFramesAreASCII(t *testing.T) {
	c := New(30, 8)
	c.ASCII(true)
	in := c.Region(0, 0, 30, 8).Box(Heavy, "1", "世界 “x”", "")
	for y, s := range hostile {
		in.Text(0, y%6, "", s)
		in.TextRight(20, (y+1)%6, "", s)
	}
	frame := c.String()
	safe(t, frame)
	if i := bytes.IndexFunc([]byte(frame), func(r rune) bool { return r > '~' }); i >= 0 {
		t.Errorf("not ASCII at %d: %q", i, frame)
	}
	for _, line := range strings.Split(allowed.ReplaceAllString(frame, ""), "\n") {
		if len(line) != 30 {
			t.Errorf("line of %d columns: %q", len(line), line)
		}
	}
}
