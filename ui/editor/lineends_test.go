package editor

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestABrokenLineTakesTheLineEndOfItsNeighbour(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		at         int
		want       LineEnd
	}{
		{"an empty text takes LF", "", 0, LF},
		{"a single line without an end takes LF", "abc", 2, LF},
		{"inside a CRLF line", "ab\r\ncd\n", 1, CRLF},
		{"inside an LF line of a mixed text", "ab\r\ncd\n", 5, LF},
		{"a last line without an end takes that of the line above", "a\nb\r\nc", 5, CRLF},
		{"the empty last line takes that of the line above", "a\r", 2, CR},
		{"an LF never joins the CR before it", "a\rb\n", 2, CR},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := NewBuffer([]byte(tt.text)).newLineEnd(tt.at); got != tt.want {
				t.Fatalf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestATextThatWasEmptiedKeepsTheLineEndItHad(t *testing.T) {
	b := NewBuffer([]byte("a\r\nb\r\nc\n"))
	if err := b.Apply([]Edit{{0, b.Len(), nil}}, How{}); err != nil {
		t.Fatal(err)
	}
	if got, shown := b.newLineEnd(0), b.LineEnds().Dominant(); got != CRLF || shown != CRLF {
		t.Fatalf("a new line takes %v and %v is shown, want CRLF for both", got, shown)
	}
	if err := b.Apply([]Edit{{0, 0, []byte("a\r")}}, How{}); err != nil {
		t.Fatal(err)
	}
	if got := b.LineEnds().Dominant(); got != CR {
		t.Fatalf("%v is shown, want the line end of the new text", got)
	}
}

func TestBreakingALineAnywhereAddsExactlyOneLine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		first := randomText(r, 10)
		b := NewBuffer(first)
		for at := 0; at <= b.Len(); at++ {
			if at > 0 && at < b.Len() && first[at-1] == '\r' && first[at] == '\n' {
				continue // no cursor stands inside a CRLF
			}
			lines := b.Lines()
			if err := b.Apply([]Edit{{at, at, []byte(b.newLineEnd(at))}}, How{}); err != nil {
				t.Fatal(err)
			}
			if b.Lines() != lines+1 {
				t.Fatalf("breaking %q at %d gives %q", first, at, b.Bytes())
			}
			b.Undo()
			checkBuffer(t, b, first)
		}
	}
}

func TestAnEditAndItsUndoLeaveEveryGeneratedFileIdentical(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		first := make([]byte, r.IntN(300))
		for i := range first {
			first[i] = byte(r.Uint32())
			if r.IntN(6) == 0 {
				first[i] = "\r\n"[r.IntN(2)]
			}
		}
		b := NewBuffer(first)
		checkBuffer(t, b, first)
		at := r.IntN(len(first) + 1)
		if err := b.Apply([]Edit{{at, at, []byte("x\n")}}, How{}); err != nil {
			t.Fatal(err)
		}
		checkBuffer(t, b, slices.Concat(first[:at], []byte("x\n"), first[at:]))
		b.Undo()
		checkBuffer(t, b, first)
	}
}

func TestConvertIsOneStepAndKeepsAMissingLastLineEnd(t *testing.T) {
	first := []byte("\ufeffa\nb\r\n\rc\r\r\nd")
	b := NewBuffer(first)
	b.Convert(CRLF, How{})
	checkBuffer(t, b, []byte("\ufeffa\r\nb\r\n\r\nc\r\n\r\nd"))
	if ends := b.LineEnds(); ends.Mixed() || ends.Dominant() != CRLF || ends.Final || !ends.BOM {
		t.Fatalf("line ends are %+v", ends)
	}
	b.Undo()
	checkBuffer(t, b, first)
	if b.CanUndo() {
		t.Fatal("converting left more than one step")
	}
}

func TestTheDominantLineEndIsThatOfMostLines(t *testing.T) {
	for _, tt := range []struct {
		text string
		want LineEnd
	}{
		{"", LF}, {"a\n", LF}, {"a\r\n", CRLF}, {"a\r", CR}, {"a\r\nb\n", LF}, {"a\rb\r\n", CRLF}, {"a\rb\rc\n", CR},
	} {
		if got := NewBuffer([]byte(tt.text)).LineEnds().Dominant(); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}

// rulesText is a text of about size octets in lines as a robots.txt has them.
func rulesText(size int) []byte {
	return bytes.Repeat([]byte("Disallow: /products/category/item?id=77&sort=price-descending&page=1#frag-12345\n"), size/80)
}

func BenchmarkEditAndBytes(bench *testing.B) {
	for _, tt := range []struct {
		name string
		text []byte
	}{
		{"500KiB", rulesText(500 << 10)},
		{"3.7MB", rulesText(3_700_000)},
		{"line of 100000", bytes.Repeat([]byte("a"), 100_000)},
	} {
		for _, place := range []struct {
			name string
			at   int
		}{{"first", 0}, {"middle", len(tt.text) / 2}} {
			bench.Run(tt.name+"/"+place.name, func(bench *testing.B) {
				b := NewBuffer(tt.text)
				bench.ReportAllocs()
				for bench.Loop() {
					if err := b.Apply([]Edit{{place.at, place.at, []byte("x")}}, How{Kind: Typing}); err != nil {
						bench.Fatal(err)
					}
					if len(b.Bytes()) == 0 {
						bench.Fatal("empty")
					}
				}
			})
		}
	}
}

func BenchmarkConvert(bench *testing.B) {
	b := NewBuffer(rulesText(3_700_000))
	bench.ReportAllocs()
	for bench.Loop() {
		b.Convert(CRLF, How{})
		b.Undo()
	}
}
