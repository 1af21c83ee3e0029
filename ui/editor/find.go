package editor

import (
	"bytes"
	"fmt"
	"slices"
)

// finder is the text looked for and where it stands. Matches are octets, not patterns, and do not overlap.
type finder struct {
	query    []byte
	fold     bool
	active   bool
	origin   int
	matches  []int
	revision uint64
}

// FindState is where a search stands.
type FindState struct {
	Index   int // of the match the cursor is at, from 1; 0 when at none
	Count   int
	Wrapped bool // the search went on past an end of the text
}

// String is the state as a prompt shows it.
func (s FindState) String() string {
	switch {
	case s.Count == 0:
		return "not found"
	case s.Index == 0:
		return fmt.Sprintf("%d found", s.Count)
	case s.Wrapped:
		return fmt.Sprintf("%d of %d, past the end", s.Index, s.Count)
	}
	return fmt.Sprintf("%d of %d", s.Index, s.Count)
}

func (f *finder) end() { *f = finder{query: f.query, fold: f.fold} }

// found is every match in the text as it is now.
func (e *Editor) found() []int {
	f := &e.find
	if f.revision != e.buf.Revision() {
		f.matches = appendMatches(f.matches[:0], e.buf.Bytes(), f.query, f.fold)
		f.revision = e.buf.Revision()
	}
	return f.matches
}

// appendMatches appends the offsets of query in text; fold takes ASCII letters of either case as equal.
func appendMatches(matches []int, text, query []byte, fold bool) []int {
	if len(query) == 0 {
		return matches
	}
	if fold {
		text, query = lowered(text), lowered(query)
	}
	for at := 0; ; at += len(query) {
		i := bytes.Index(text[at:], query)
		if i < 0 {
			return matches
		}
		at += i
		matches = append(matches, at)
	}
}

// lowered is text with ASCII letters in lower case, octet for octet; bytes.ToLower would change lengths.
func lowered(text []byte) []byte {
	low := bytes.Clone(text)
	for i, c := range low {
		if c >= 'A' && c <= 'Z' {
			low[i] = c | 0x20
		}
	}
	return low
}

// Find looks for query as it is being typed: it selects the first match at or after where the cursor was when
// the search began, and goes back there when there is none. fold takes ASCII letters of either case as equal.
func (e *Editor) Find(query []byte, fold bool) FindState {
	f := &e.find
	if !f.active {
		f.origin, _ = e.sel.Span()
	}
	*f = finder{query: bytes.Clone(query), fold: fold, active: true, origin: f.origin, matches: f.matches}
	found := e.found()
	if len(found) == 0 {
		e.jump(Selection{f.origin, f.origin})
		return FindState{}
	}
	i, _ := slices.BinarySearch(found, f.origin)
	return e.showMatch(i)
}

// FindNext selects the next match of what was last looked for, going on at the start of the text.
func (e *Editor) FindNext() FindState {
	e.find.active = true
	start, end := e.sel.Span()
	if start != end {
		start++
	}
	i, _ := slices.BinarySearch(e.found(), start)
	return e.showMatch(i)
}

// FindPrev selects the match before, going on at the end of the text.
func (e *Editor) FindPrev() FindState {
	e.find.active = true
	start, _ := e.sel.Span()
	i, _ := slices.BinarySearch(e.found(), start)
	return e.showMatch(i - 1)
}

// FindState is where the search stands for the cursor as it is.
func (e *Editor) FindState() FindState {
	state := FindState{Count: len(e.found())}
	if i, ok := e.atMatch(); ok {
		state.Index = i + 1
	}
	return state
}

// FindEnd takes the marks of the matches away. What was looked for is kept for FindNext.
func (e *Editor) FindEnd() { e.find.end() }

// Query is what was last looked for.
func (e *Editor) Query() (query []byte, fold bool) { return e.find.query, e.find.fold }

// showMatch selects match i, counted on past either end.
func (e *Editor) showMatch(i int) FindState {
	found := e.found()
	if len(found) == 0 {
		return FindState{}
	}
	wrapped := i < 0 || i >= len(found)
	i = (i + len(found)) % len(found)
	e.jump(Selection{found[i], found[i] + len(e.find.query)})
	return FindState{Index: i + 1, Count: len(found), Wrapped: wrapped}
}

// atMatch is the match that is selected.
func (e *Editor) atMatch() (int, bool) {
	start, end := e.sel.Span()
	if end-start != len(e.find.query) {
		return 0, false
	}
	return slices.BinarySearch(e.found(), start)
}

// ReplaceMatch puts text in the place of the selected match and selects the next one; where no match is
// selected it only selects the next.
func (e *Editor) ReplaceMatch(text []byte) (FindState, Result) {
	revision, sel := e.buf.Revision(), e.sel
	e.refused = ""
	if _, ok := e.atMatch(); ok {
		e.replaceSelection(Command, text)
	}
	state := FindState{}
	if e.refused == "" {
		state = e.FindNext()
	}
	return state, Result{Handled: true, Edited: e.buf.Revision() != revision, Moved: e.sel != sel, Refused: e.refused}
}

// ReplaceAll puts text in the place of every match, as one undo step, and gives their number.
func (e *Editor) ReplaceAll(text []byte) (int, Result) {
	found := e.found()
	edits := make([]Edit, len(found))
	for i, at := range found {
		edits[i] = Edit{at, at + len(e.find.query), text}
	}
	result := e.Apply(edits)
	if result.Refused != "" {
		return 0, result
	}
	return len(edits), result
}
