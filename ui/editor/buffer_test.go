package editor

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// model is the slow buffer: the text, and each state it had.
type model struct {
	text         []byte
	past, future [][]byte
}

func (m *model) set(text []byte) {
	if bytes.Equal(text, m.text) {
		return
	}
	m.past, m.future = append(m.past, m.text), nil
	m.text = text
}

func (m *model) undo() {
	if n := len(m.past); n > 0 {
		m.future = append(m.future, m.text)
		m.text, m.past = m.past[n-1], m.past[:n-1]
	}
}

func (m *model) redo() {
	if n := len(m.future); n > 0 {
		m.past = append(m.past, m.text)
		m.text, m.future = m.future[n-1], m.future[:n-1]
	}
}

// modelLines splits as RFC 9309 does: CR, LF or CRLF ends a line.
func modelLines(text []byte) (lines, ends []string) {
	line := ""
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n':
			lines, ends, line = append(lines, line), append(ends, "\r\n"), ""
			i++
		case text[i] == '\r' || text[i] == '\n':
			lines, ends, line = append(lines, line), append(ends, string(text[i])), ""
		default:
			line += string(text[i : i+1])
		}
	}
	return append(lines, line), append(ends, "")
}

func checkBuffer(t *testing.T, b *Buffer, want []byte) {
	t.Helper()
	if !bytes.Equal(b.Bytes(), want) {
		t.Fatalf("text is %q, want %q", b.Bytes(), want)
	}
	lines, ends := modelLines(want)
	if b.Lines() != len(lines) {
		t.Fatalf("%q has %d lines, want %d", want, b.Lines(), len(lines))
	}
	stats := LineEnds{Final: lines[len(lines)-1] == "", BOM: bytes.HasPrefix(want, []byte("\ufeff"))}
	at := 0
	for n, line := range lines {
		if got := string(b.Line(n)); got != line {
			t.Fatalf("line %d of %q is %q, want %q", n, want, got, line)
		}
		if got := string(b.LineEnd(n)); got != ends[n] {
			t.Fatalf("line end %d of %q is %q, want %q", n, want, got, ends[n])
		}
		for range len(line) + len(ends[n]) {
			if got := b.LineAt(at); got != n {
				t.Fatalf("offset %d of %q is in line %d, want %d", at, want, got, n)
			}
			at++
		}
		switch ends[n] {
		case "\n":
			stats.LF++
		case "\r\n":
			stats.CRLF++
		case "\r":
			stats.CR++
		}
	}
	got := b.LineEnds()
	got.Had = "" // comes from the past, not from the text
	if got != stats {
		t.Fatalf("line ends of %q are %+v, want %+v", want, got, stats)
	}
}

var pieces = []string{"a", "b", "User-agent: *", "\n", "\r", "\r\n", "\n\r", "\x00", "\xff", "\ufeff", "é", "e\u0301", "\t", "日", ""}

// play runs a script of random commands on a buffer and its model, then undoes and redoes all of it.
func play(t *testing.T, first, script []byte) {
	b, m := NewBuffer(first), &model{text: first}
	next := func() int {
		if len(script) == 0 {
			return 0
		}
		c := script[0]
		script = script[1:]
		return int(c)
	}
	offset := func() int { return (next()<<8 | next()) % (len(m.text) + 1) }
	for len(script) > 0 {
		revision := b.Revision()
		before := m.text
		switch op := next() % 8; op {
		case 0, 1, 2: // one edit
			start, end := offset(), offset()
			if start > end {
				start, end = end, start
			}
			end = min(end, start+next()%8)
			insert := []byte(pieces[next()%len(pieces)])
			if err := b.Apply([]Edit{{start, end, insert}}, How{}); err != nil {
				t.Fatal(err)
			}
			m.set(slices.Concat(m.text[:start], insert, m.text[end:]))
		case 3: // several edits
			var edits []Edit
			var text []byte
			at := 0
			for range next() % 4 {
				start := min(at+next()%6, len(m.text))
				end := min(start+next()%4, len(m.text))
				insert := []byte(pieces[next()%len(pieces)])
				edits = append(edits, Edit{start, end, insert})
				text = slices.Concat(text, m.text[at:start], insert)
				at = end
			}
			text = slices.Concat(text, m.text[at:])
			if err := b.Apply(edits, How{}); err != nil {
				t.Fatal(err)
			}
			m.set(text)
		case 4:
			b.Undo()
			m.undo()
		case 5:
			b.Redo()
			m.redo()
		case 6:
			end := []LineEnd{LF, CRLF, CR}[next()%3]
			b.Convert(end, How{})
			lines, ends := modelLines(m.text)
			var text strings.Builder
			for n, line := range lines {
				text.WriteString(line)
				if ends[n] != "" {
					text.WriteString(string(end))
				}
			}
			m.set([]byte(text.String()))
		case 7:
			start, end := offset(), offset()
			text := slices.Concat(m.text[:start], []byte(pieces[next()%len(pieces)]), m.text[end:])
			b.Replace(text, How{})
			m.set(text)
		}
		checkBuffer(t, b, m.text)
		if changed := !bytes.Equal(before, m.text); changed != (b.Revision() != revision) {
			t.Fatalf("text changed: %v, revision %d then %d", changed, revision, b.Revision())
		}
		if b.Dirty() == bytes.Equal(m.text, first) {
			t.Fatalf("dirty is %v for %q, saved %q", b.Dirty(), m.text, first)
		}
		if len(m.text) > 4096 {
			break
		}
	}
	for len(m.future) > 0 { // to the end of the history, so that redo can come back to it
		b.Redo()
		m.redo()
	}
	last := m.text
	for b.CanUndo() {
		b.Undo()
		m.undo()
		checkBuffer(t, b, m.text)
	}
	checkBuffer(t, b, first)
	if b.Dirty() {
		t.Fatal("dirty at the saved text")
	}
	if b.history.size < 0 || b.history.size != historySize(b) {
		t.Fatalf("history counts %d octets, holds %d", b.history.size, historySize(b))
	}
	for len(m.future) > 0 {
		b.Redo()
		m.redo()
		checkBuffer(t, b, m.text)
	}
	if b.canRedo() {
		t.Fatal("the buffer can redo more than its model")
	}
	checkBuffer(t, b, last)
}

func historySize(b *Buffer) int {
	n := 0
	for _, s := range slices.Concat(b.history.undo, b.history.redo) {
		n += s.size()
	}
	return n
}

func TestRandomEditsAgreeWithASlowModel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		play(t, randomText(r, 12), randomScript(r, 200))
	}
}

func FuzzBuffer(f *testing.F) {
	f.Add([]byte("User-agent: *\r\nDisallow: /\n"), []byte("\x00\x00\x0f\x00\x10\x04\x03\x04\x05"))
	f.Add([]byte("a\rb\n\r\n"), []byte{0, 0, 2, 0, 3, 1, 14, 4, 5, 6, 1, 3, 2, 1, 1, 4, 2, 1, 5})
	f.Add([]byte("0"), []byte("C7101001001C7171001001"))
	f.Add([]byte("\ufeff\x00\xff"), []byte{7, 0, 1, 0, 2, 3, 6, 0, 4, 4, 5})
	f.Fuzz(func(t *testing.T, first, script []byte) {
		if len(first) > 1000 || len(script) > 1000 {
			t.Skip("short texts reach every edge and are compared quickly")
		}
		play(t, first, script)
	})
}

func randomText(r *rand.Rand, most int) []byte {
	var text []byte
	for range r.IntN(most) {
		text = append(text, pieces[r.IntN(len(pieces))]...)
	}
	return text
}

func randomScript(r *rand.Rand, length int) []byte {
	script := make([]byte, length)
	for i := range script {
		script[i] = byte(r.Uint32())
	}
	return script
}

func TestApplyRefusesEditsThatOverlapOrLieOutside(t *testing.T) {
	for name, edits := range map[string][]Edit{
		"overlap":          {{0, 2, nil}, {1, 3, nil}},
		"past the end":     {{2, 5, nil}},
		"before the text":  {{-1, 0, nil}},
		"end before start": {{2, 1, nil}},
	} {
		t.Run(name, func(t *testing.T) {
			b := NewBuffer([]byte("abc"))
			if err := b.Apply(edits, How{}); err == nil {
				t.Fatal("no error")
			}
			checkBuffer(t, b, []byte("abc"))
			if b.CanUndo() {
				t.Fatal("a refused edit left an undo step")
			}
		})
	}
}

func TestApplyTakesEditsInAnyOrderAndFromItsOwnText(t *testing.T) {
	b := NewBuffer([]byte("one two"))
	text := b.Bytes()
	if err := b.Apply([]Edit{{4, 7, text[0:3]}, {0, 3, text[4:7]}}, How{}); err != nil {
		t.Fatal(err)
	}
	checkBuffer(t, b, []byte("two one"))
}

func TestTypingMergesUntilAPauseAMoveOrAnotherKind(t *testing.T) {
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	type act struct {
		kind  Kind
		at    int // for Erasing and Deleting: the octet removed
		text  string
		after time.Duration
		stop  bool
	}
	typing := func(at int, text string) act { return act{kind: Typing, at: at, text: text} }
	tests := []struct {
		name string
		acts []act
		want []string // the texts that undo goes back through
	}{
		{"letters in a row are one step", []act{typing(3, "d"), typing(4, "e")}, []string{"abc"}},
		{"a pause starts a step", []act{typing(3, "d"), {kind: Typing, at: 4, text: "e", after: pause + 1}}, []string{"abcd", "abc"}},
		{"a pause just short enough does not", []act{typing(3, "d"), {kind: Typing, at: 4, text: "e", after: pause}}, []string{"abc"}},
		{"another place starts a step", []act{typing(3, "d"), typing(0, "e")}, []string{"abcd", "abc"}},
		{"a break starts a step", []act{typing(3, "d"), {kind: Typing, at: 4, text: "e", stop: true}}, []string{"abcd", "abc"}},
		{"erasing in a row is one step", []act{{kind: Erasing, at: 2}, {kind: Erasing, at: 1}}, []string{"abc"}},
		{"deleting in a row is one step", []act{{kind: Deleting, at: 0}, {kind: Deleting, at: 0}}, []string{"abc"}},
		{"erasing after typing starts a step", []act{typing(3, "d"), {kind: Erasing, at: 3}}, []string{"abcd", "abc"}},
		{"commands never merge", []act{{at: 3, text: "d"}, {at: 4, text: "e"}}, []string{"abcd", "abc"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, now := NewBuffer([]byte("abc")), start
			for _, a := range tt.acts {
				now = now.Add(a.after)
				if a.stop {
					b.endStep()
				}
				e := Edit{a.at, a.at, []byte(a.text)}
				if a.kind == Erasing || a.kind == Deleting {
					e.End++
				}
				if err := b.Apply([]Edit{e}, How{Kind: a.kind, When: now}); err != nil {
					t.Fatal(err)
				}
			}
			var got []string
			for b.CanUndo() {
				b.Undo()
				got = append(got, string(b.Bytes()))
			}
			if !slices.Equal(got, tt.want) {
				t.Fatalf("undo goes through %q, want %q", got, tt.want)
			}
		})
	}
}

func TestUndoAndRedoGiveTheSelectionBack(t *testing.T) {
	b := NewBuffer([]byte("abc"))
	how := How{Before: Selection{1, 2}, After: Selection{5, 5}}
	if err := b.Apply([]Edit{{1, 2, []byte("wxyz")}}, how); err != nil {
		t.Fatal(err)
	}
	if got, ok := b.Undo(); !ok || got != how.Before {
		t.Fatalf("undo gives %v %v", got, ok)
	}
	if got, ok := b.Redo(); !ok || got != how.After {
		t.Fatalf("redo gives %v %v", got, ok)
	}
	if _, ok := b.Redo(); ok {
		t.Fatal("a second redo")
	}
}

func TestDirtyFollowsTheTextAndNotTheHistory(t *testing.T) {
	b := NewBuffer([]byte("a"))
	insert := func(at int, text string) {
		if err := b.Apply([]Edit{{at, at, []byte(text)}}, How{}); err != nil {
			t.Fatal(err)
		}
	}
	insert(1, "b")
	if !b.Dirty() {
		t.Fatal("clean after an edit")
	}
	b.MarkSaved([]byte("ab"))
	if b.Dirty() {
		t.Fatal("dirty after saving")
	}
	b.Undo()
	if !b.Dirty() {
		t.Fatal("clean after undoing past what was saved")
	}
	insert(1, "b")
	if b.Dirty() {
		t.Fatal("dirty though the saved text was typed again")
	}
	insert(2, "c")
	b.MarkSaved([]byte("ab"))
	if !b.Dirty() {
		t.Fatal("clean though an older text was saved")
	}
}

func TestReplaceTouchesOnlyWhatDiffers(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		want     Edit
	}{
		{"one two three", "one 2 three", Edit{4, 7, []byte("2")}},
		{"aa", "aaa", Edit{2, 2, []byte("a")}},
		{"aaa", "aa", Edit{2, 3, []byte{}}},
		{"", "x", Edit{0, 0, []byte("x")}},
		{"same", "same", Edit{4, 4, []byte{}}},
	} {
		b := NewBuffer([]byte(tt.from))
		got := b.Replace([]byte(tt.to), How{})
		if got.Start != tt.want.Start || got.End != tt.want.End || !bytes.Equal(got.Text, tt.want.Text) {
			t.Errorf("%q to %q is the edit %v, want %v", tt.from, tt.to, got, tt.want)
		}
		checkBuffer(t, b, []byte(tt.to))
	}
}

func TestSnapshotOutlivesEdits(t *testing.T) {
	b := NewBuffer([]byte("abc"))
	shot := b.Snapshot()
	if err := b.Apply([]Edit{{0, 1, []byte("X")}}, How{}); err != nil {
		t.Fatal(err)
	}
	if string(shot) != "abc" {
		t.Fatalf("the snapshot became %q", shot)
	}
}

func TestHistoryForgetsTheOldestStepsPastItsLimit(t *testing.T) {
	const limit = 4000
	b := NewBuffer(nil)
	b.history.limit = limit
	big := bytes.Repeat([]byte("x"), limit/3)
	for range 4 {
		if err := b.Apply([]Edit{{0, b.Len(), append(big, fmt.Sprint(b.Revision())...)}}, How{}); err != nil {
			t.Fatal(err)
		}
	}
	if b.history.size > limit || b.history.size != historySize(b) {
		t.Fatalf("the history counts %d octets and holds %d, limit %d", b.history.size, historySize(b), limit)
	}
	steps := 0
	for b.CanUndo() {
		b.Undo()
		steps++
	}
	if steps == 0 || steps >= 4 {
		t.Fatalf("%d steps are left", steps)
	}
	huge := bytes.Repeat([]byte("y"), limit+1)
	if err := b.Apply([]Edit{{0, 0, huge}}, How{}); err != nil {
		t.Fatal(err)
	}
	if len(b.history.undo) != 1 {
		t.Fatalf("%d steps kept beside one above the limit, want that one alone", len(b.history.undo))
	}
}
