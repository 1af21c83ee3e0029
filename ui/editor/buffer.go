// Package editor is the text pane: a byte-exact [Buffer] with undo, and an [Editor] that moves, edits, finds
// and paints. It knows nothing of robots.txt: colours, marks and completions are handed to it as functions.
package editor

import (
	"bytes"
	"fmt"
	"slices"
	"time"
)

// Buffer holds a text exactly as it was read: every line keeps its own line end (LF, CRLF, CR or none on the
// last), and a byte order mark, NUL or invalid UTF-8 is kept like any other octet.
//
// The text is one flat slice with an index of line starts, both updated in place: at 3.7 MB and 47,000 lines
// an edit moves the tail in a fraction of a millisecond and [Buffer.Bytes] costs nothing, where a slice of
// lines would have to be joined again for each parse.
//
// Offsets are octets from the start of the text; lines count from 0 and there is always at least one: a text
// that ends in a line end has an empty last line.
type Buffer struct {
	text   []byte
	starts []int
	ends   lineEndCounts
	had    LineEnd // see [LineEnds]
	rev    uint64

	saved    []byte
	dirtyRev uint64
	dirty    bool

	history history
	columns columnCache
}

// NewBuffer holds a copy of text, taken as saved.
func NewBuffer(text []byte) *Buffer {
	b := &Buffer{rev: 1, history: history{limit: historyLimit}}
	b.setText(slices.Clone(text))
	b.MarkSaved(text)
	return b
}

// Bytes is the whole text. It must not be changed and is valid until the next edit, which overwrites it in
// place: what outlives the update, such as a background command, takes a [Buffer.Snapshot].
func (b *Buffer) Bytes() []byte { return b.text[:len(b.text):len(b.text)] }

// Snapshot is a copy of the text that no later edit touches.
func (b *Buffer) Snapshot() []byte { return slices.Clone(b.text) }

// Len is the length of the text in octets.
func (b *Buffer) Len() int { return len(b.text) }

// Revision changes whenever the text changes, undo and redo included, and never returns to an earlier number.
func (b *Buffer) Revision() uint64 { return b.rev }

// Lines is the number of lines, at least 1.
func (b *Buffer) Lines() int { return len(b.starts) }

// Line is the text of line n (from 0) without its line end, valid until the next edit.
func (b *Buffer) Line(n int) []byte {
	start, end := b.lineSpan(n)
	return b.text[start:end:end]
}

// LineEnd is the line end of line n (from 0) as it stands in the text: empty on the last line.
func (b *Buffer) LineEnd(n int) []byte {
	_, end := b.lineSpan(n)
	next := b.nextStart(n)
	return b.text[end:next:next]
}

// lineSpan gives the offsets of the first octet of line n (from 0) and of the end of its text, before its
// line end.
func (b *Buffer) lineSpan(n int) (start, end int) {
	start, end = b.starts[n], b.nextStart(n)
	if n == len(b.starts)-1 {
		return start, end
	}
	end--
	if b.text[end] == '\n' && end > start && b.text[end-1] == '\r' {
		end--
	}
	return start, end
}

// LineAt is the line (from 0) that holds offset; an offset outside the text is taken as its nearest end.
func (b *Buffer) LineAt(offset int) int {
	n, found := slices.BinarySearch(b.starts, offset)
	if !found && n > 0 {
		n--
	}
	return n
}

func (b *Buffer) nextStart(n int) int {
	if n+1 < len(b.starts) {
		return b.starts[n+1]
	}
	return len(b.text)
}

// Edit replaces the octets [Start, End) by Text.
type Edit struct {
	Start, End int
	Text       []byte
}

// Selection is a cursor with the anchor of its selection, both offsets; equal where nothing is selected.
type Selection struct{ Anchor, Head int }

// Span is the selected range in text order.
func (s Selection) Span() (start, end int) { return min(s.Anchor, s.Head), max(s.Anchor, s.Head) }

// Kind says which edits may merge into one undo step.
type Kind int

const (
	// Command is an edit that is an undo step of its own.
	Command Kind = iota
	// Typing merges with typing that goes on where it stopped.
	Typing
	// Erasing merges with erasing to the left of it.
	Erasing
	// Deleting merges with deleting at the same place.
	Deleting
)

// How tells the history about an edit: what kind it is, when it came, and the cursor before and after.
type How struct {
	Kind          Kind
	When          time.Time
	Before, After Selection
}

// Apply makes all edits as one undo step. Offsets are those of the text before the first of them; the edits
// may come in any order but must not overlap. When one lies outside the text or overlaps, nothing is changed.
// Edits that leave the text as it was leave no step.
func (b *Buffer) Apply(edits []Edit, how How) error {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(x, y Edit) int {
		if x.Start != y.Start {
			return x.Start - y.Start
		}
		return x.End - y.End
	})
	changes := make([]change, 0, len(sorted))
	at := 0
	for _, e := range sorted {
		if e.Start < at || e.End < e.Start || e.End > len(b.text) {
			return fmt.Errorf("edit of octets %d to %d overlaps another or lies outside the text of %d octets", e.Start, e.End, len(b.text))
		}
		at = e.End
		if bytes.Equal(b.text[e.Start:e.End], e.Text) {
			continue
		}
		changes = append(changes, change{e.Start, slices.Clone(b.text[e.Start:e.End]), slices.Clone(e.Text)})
	}
	if len(changes) == 0 || len(changes) > 1 && bytes.Equal(b.changed(changes), b.text) {
		return nil
	}
	b.perform(changes)
	b.history.record(changes, how)
	return nil
}

// Replace makes text the whole text as one undo step that touches only what lies between the common start
// and the common end of the two. It returns that edit; its Text is a part of the argument.
func (b *Buffer) Replace(text []byte, how How) Edit {
	prefix := commonPrefix(b.text, text)
	suffix := commonSuffix(b.text[prefix:], text[prefix:])
	e := Edit{prefix, len(b.text) - suffix, text[prefix : len(text)-suffix]}
	if err := b.Apply([]Edit{e}, how); err != nil {
		panic(err) // one edit inside the text cannot overlap or lie outside
	}
	return e
}

// MarkSaved tells the buffer what stands on disk now: the text that was written, which may be older than the
// text here. The history goes on across it.
func (b *Buffer) MarkSaved(text []byte) {
	b.saved = slices.Clone(text)
	b.dirtyRev = 0
	b.endStep()
}

// SavedText is the text last given to [Buffer.MarkSaved]; it must not be changed.
func (b *Buffer) SavedText() []byte { return b.saved }

// Dirty reports whether the text differs from the saved one, octet by octet: undoing to the saved text, or
// typing it again, makes it clean.
func (b *Buffer) Dirty() bool {
	if b.dirtyRev != b.rev {
		b.dirty, b.dirtyRev = !bytes.Equal(b.text, b.saved), b.rev
	}
	return b.dirty
}

// perform makes changes that are in text order and in the offsets of the text before all of them.
func (b *Buffer) perform(changes []change) {
	if len(b.starts) > 1 {
		b.had = b.LineEnds().Dominant()
	}
	if len(changes) == 1 {
		c := changes[0]
		b.splice(c.at, c.at+len(c.removed), c.inserted)
	} else {
		b.setText(b.changed(changes))
	}
	b.rev++
}

// changed is the text as it will be after changes.
func (b *Buffer) changed(changes []change) []byte {
	size := len(b.text)
	for _, c := range changes {
		size += len(c.inserted) - len(c.removed)
	}
	text := make([]byte, 0, size+size/16)
	at := 0
	for _, c := range changes {
		text = append(text, b.text[at:c.at]...)
		text = append(text, c.inserted...)
		at = c.at + len(c.removed)
	}
	return append(text, b.text[at:]...)
}

func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func commonSuffix(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[len(a)-1-i] != b[len(b)-1-i] {
			return i
		}
	}
	return n
}
