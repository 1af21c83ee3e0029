package editor

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

var randomKeys = strings.Fields(`a U * # x type:\u00e9 type:\u0301 enter enter backspace backspace delete delete
	left right up down ctrl+left ctrl+right home end ctrl+home ctrl+end pgup pgdown
	shift+left shift+right shift+up shift+down shift+home shift+end ctrl+shift+left ctrl+shift+right ctrl+shift+end
	ctrl+a ctrl+w ctrl+delete ctrl+k alt+d alt+up alt+down alt+/ alt+w ctrl+x ctrl+v ctrl+z ctrl+z ctrl+y
	tab esc paste:p\rq paste:\x1b[m convert wheel click drag release find next replace all resize fix reload`)

var typedNames = strings.NewReplacer(`\r`, "\r", `\x1b`, "\x1b", `\u00e9`, "é", `\u0301`, "\u0301")

// Every key in any order keeps the text and the history whole: undo to the start gives the first octets back,
// redo to the end the last, and the cursor always stands on a cell of the text.
func TestRandomKeysUndoToTheFirstText(t *testing.T) {
	for seed := range uint64(150) {
		playKeys(t, seed)
	}
}

func describe(seed uint64, done []string) string {
	return fmt.Sprintf("seed %d, keys %s", seed, strings.Join(done, " "))
}

func playKeys(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 7))
	first := randomText(r, 30)
	e := New(NewBuffer(first))
	now := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	e.Clock = func() time.Time { return now }
	e.SetFocus(true)
	e.Complete = func(line []byte, col int) []Suggestion {
		return []Suggestion{{Text: "User-agent: ", End: col}, {Text: "x", Start: col, End: col}}
	}
	canvas := screen.New(24, 6)
	var done []string
	for range 120 {
		name := randomKeys[r.IntN(len(randomKeys))]
		done = append(done, name)
		now = now.Add(time.Duration(r.IntN(1500)) * time.Millisecond)
		lines := e.buf.Lines()
		switch name {
		case "convert":
			e.ConvertLineEnds([]LineEnd{LF, CRLF, CR}[r.IntN(3)])
		case "wheel":
			e.Update(tea.MouseMsg{Button: tea.MouseButtonWheelUp + tea.MouseButton(r.IntN(4)), Action: tea.MouseActionPress})
		case "click":
			e.Update(tea.MouseMsg{X: r.IntN(30), Y: r.IntN(8) - 1, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		case "drag":
			e.Update(tea.MouseMsg{X: r.IntN(30) - 2, Y: r.IntN(8) - 1, Button: tea.MouseButtonLeft, Action: tea.MouseActionMotion})
		case "release":
			e.Update(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionRelease})
		case "find":
			e.Find([]byte(pieces[r.IntN(3)]), true)
		case "next":
			e.FindNext()
		case "replace":
			e.ReplaceMatch([]byte("zz"))
		case "all":
			e.ReplaceAll([]byte("b"))
		case "resize":
			canvas.Resize(r.IntN(40), r.IntN(8))
		case "fix":
			at := r.IntN(e.buf.Len() + 1)
			e.Apply([]Edit{{at, at, []byte("\n")}, {0, min(1, at), nil}})
		case "reload":
			at := r.IntN(e.buf.Len() + 1)
			e.ReplaceText(append(bytes.Clone(e.buf.Bytes()[:at]), "new\n"...))
		default:
			keys(t, e, typedNames.Replace(name))
		}
		if (name == "alt+up" || name == "alt+down") && e.buf.Lines() != lines {
			t.Fatalf("%s: moving lines made %d of %d", describe(seed, done), e.buf.Lines(), lines)
		}
		checkPlace(t, e, seed, done)
		if e.buf.Len() > 20_000 {
			break
		}
		canvas.Clear()
		e.Paint(canvas.Region(0, 0, 100, 100), Look{})
	}
	checkBuffer(t, e.buf, bytes.Clone(e.buf.Bytes()))
	for e.buf.canRedo() {
		e.Redo()
	}
	last := e.buf.Snapshot()
	for e.buf.CanUndo() {
		e.Undo()
		checkPlace(t, e, seed, done)
	}
	if !bytes.Equal(e.buf.Bytes(), first) {
		t.Fatalf("%s: undo leads to %q, the text began as %q", describe(seed, done), e.buf.Bytes(), first)
	}
	for e.buf.canRedo() {
		e.Redo()
		checkPlace(t, e, seed, done)
	}
	if !bytes.Equal(e.buf.Bytes(), last) {
		t.Fatalf("%s: redo leads to %q, the text was %q", describe(seed, done), e.buf.Bytes(), last)
	}
}

// checkPlace holds the cursor and the anchor to whole cells, and the view to the text.
func checkPlace(t *testing.T, e *Editor, seed uint64, done []string) {
	t.Helper()
	for _, at := range []int{e.sel.Anchor, e.sel.Head} {
		if at < 0 || at > e.buf.Len() || e.buf.snap(at) != at {
			t.Fatalf("%s: %d is no place in %q", describe(seed, done), at, e.buf.Bytes())
		}
	}
	if e.top < 0 || e.top >= e.buf.Lines() || e.left < 0 {
		t.Fatalf("%s: line %d column %d of %d lines in view", describe(seed, done), e.top, e.left, e.buf.Lines())
	}
}

func TestSteppingVisitsEveryCellBothWaysAndAgreesWithColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	texts := [][]byte{longLine(3000)}
	for range 200 {
		texts = append(texts, randomText(r, 40))
	}
	for _, text := range texts {
		b := NewBuffer(text)
		var stops []int
		for at := 0; ; at = b.Next(at) {
			stops = append(stops, at)
			if at == b.Len() {
				break
			}
		}
		for i := len(stops) - 1; i > 0; i-- {
			if got := b.Prev(stops[i]); got != stops[i-1] {
				t.Fatalf("before %d in %q comes %d, want %d", stops[i], text, got, stops[i-1])
			}
		}
		for _, at := range stops {
			if got := b.offsetAt(b.LineAt(at), b.Column(at)); got != at {
				t.Fatalf("offset %d of %q is in column %d, which is offset %d", at, text, b.Column(at), got)
			}
		}
	}
}

// longLine has cells of every kind in a row.
func longLine(cells int) []byte {
	var line []byte
	kinds := []string{"a", "b", "日", "\t", "e\u0301", "\xff", "\x1b", "\ufeff", "/"}
	for i := range cells {
		line = append(line, kinds[i*i%len(kinds)]...)
	}
	return line
}

// Columns that were remembered must be what a walk from the line's start gives, after any edit.
func TestRememberedColumnsAgreeWithAWalkFromTheStart(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 11))
	b := NewBuffer(append([]byte("first\n"), longLine(4000)...))
	for range 300 {
		b.Column(r.IntN(b.Len() + 1))
		start := r.IntN(b.Len() + 1)
		insert := []byte(pieces[r.IntN(len(pieces))])
		if r.IntN(4) > 0 {
			insert = bytes.Trim(insert, "\r\n")
		}
		if err := b.Apply([]Edit{{start, min(b.Len(), start+r.IntN(4)), insert}}, How{}); err != nil {
			t.Fatal(err)
		}
		n := r.IntN(b.Lines())
		column := 0
		lineStart, _ := b.lineSpan(n)
		for c := range screen.Cells(b.Line(n), 0) {
			if r.IntN(20) == 0 {
				if got := b.Column(lineStart + c.Start); got != column {
					t.Fatalf("octet %d of line %d is in column %d, want %d", c.Start, n, got, column)
				}
			}
			column += c.Width
		}
	}
}
