package editor

import "time"

// pause is how long typing may rest before the next key starts an undo step of its own.
const pause = time.Second

// historyLimit bounds the octets the history keeps, removed and inserted text of all its steps together with
// their bookkeeping. Past it the oldest steps are forgotten; the newest is always kept, whatever its size.
const historyLimit = 64 << 20

// What a step and a change cost beside their text, for historyLimit.
const (
	stepCost   = 160
	changeCost = 64
)

// change is an event that can be inverted: at offset at, removed gave way to inserted.
type change struct {
	at                int
	removed, inserted []byte
}

// step is what one undo takes back: changes in text order, in the offsets of the text before all of them.
type step struct {
	changes []change
	how     How
}

func (s step) size() int {
	n := stepCost
	for _, c := range s.changes {
		n += changeCost + len(c.removed) + len(c.inserted)
	}
	return n
}

// inverse takes the step's changes back: they are in the offsets of the text after all of them.
func (s step) inverse() []change {
	back := make([]change, len(s.changes))
	shift := 0
	for i, c := range s.changes {
		back[i] = change{c.at + shift, c.inserted, c.removed}
		shift += len(c.inserted) - len(c.removed)
	}
	return back
}

type history struct {
	undo, redo []step
	size       int
	limit      int
	open       bool
}

func (h *history) record(changes []change, how How) {
	for _, s := range h.redo {
		h.size -= s.size()
	}
	h.redo = nil
	merged := false
	if n := len(h.undo); n > 0 && h.open {
		before := h.undo[n-1].size()
		if merged = h.undo[n-1].merge(changes, how); merged {
			h.size += h.undo[n-1].size() - before
		}
	}
	if !merged {
		s := step{changes, how}
		h.undo = append(h.undo, s)
		h.size += s.size()
	}
	h.open = how.Kind != Command
	drop := 0
	for ; h.size > h.limit && drop < len(h.undo)-1; drop++ {
		h.size -= h.undo[drop].size()
		h.undo[drop] = step{}
	}
	h.undo = h.undo[drop:]
}

// merge takes the changes into s when they go on where it stopped, within the pause.
func (s *step) merge(changes []change, how How) bool {
	if how.Kind != s.how.Kind || how.Kind == Command || how.When.Sub(s.how.When) > pause ||
		len(changes) != 1 || len(s.changes) != 1 {
		return false
	}
	last, next := &s.changes[0], changes[0]
	switch how.Kind {
	case Typing:
		if len(next.removed) > 0 || next.at != last.at+len(last.inserted) {
			return false
		}
		last.inserted = append(last.inserted, next.inserted...)
	case Erasing:
		if len(next.inserted) > 0 || len(last.inserted) > 0 || next.at+len(next.removed) != last.at {
			return false
		}
		last.removed = append(next.removed, last.removed...)
		last.at = next.at
	case Deleting:
		if len(next.inserted) > 0 || len(last.inserted) > 0 || next.at != last.at {
			return false
		}
		last.removed = append(last.removed, next.removed...)
	default:
		return false
	}
	s.how.When, s.how.After = how.When, how.After
	return true
}

// setAfter corrects the selection that redoing the last step gives, for a caller that knows it only then.
func (h *history) setAfter(after Selection) { h.undo[len(h.undo)-1].how.After = after }

// endStep ends the group that typing adds to: the next edit starts an undo step of its own.
func (b *Buffer) endStep() { b.history.open = false }

// CanUndo reports whether there is a step to take back.
func (b *Buffer) CanUndo() bool { return len(b.history.undo) > 0 }

// canRedo reports whether there is a step to make again.
func (b *Buffer) canRedo() bool { return len(b.history.redo) > 0 }

// Undo takes the last step back and gives the selection from before it; false where there is none.
func (b *Buffer) Undo() (Selection, bool) {
	h := &b.history
	h.open = false
	n := len(h.undo)
	if n == 0 {
		return Selection{}, false
	}
	s := h.undo[n-1]
	h.undo, h.redo = h.undo[:n-1], append(h.redo, s)
	b.perform(s.inverse())
	return s.how.Before, true
}

// Redo makes the step that was last taken back again and gives the selection from after it; false where
// there is none.
func (b *Buffer) Redo() (Selection, bool) {
	h := &b.history
	h.open = false
	n := len(h.redo)
	if n == 0 {
		return Selection{}, false
	}
	s := h.redo[n-1]
	h.redo, h.undo = h.redo[:n-1], append(h.undo, s)
	b.perform(s.changes)
	return s.how.After, true
}
