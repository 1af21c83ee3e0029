package lint

import (
	"errors"
	"fmt"
	"slices"
)

// Apply returns a copy of src with the edits made. They may come in any order;
// an edit outside the text or over another one is an error. Of several
// insertions at one place the first given comes first.
func Apply(src []byte, edits []Edit) ([]byte, error) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int { return a.Start - b.Start })
	out := make([]byte, 0, len(src)+64)
	at := 0
	for _, e := range sorted {
		switch {
		case e.Start < 0 || e.End < e.Start || e.End > len(src):
			return nil, fmt.Errorf("edit of octets %d to %d: the text has %d", e.Start, e.End, len(src))
		case e.Start < at:
			return nil, fmt.Errorf("edit of octets %d to %d: %w", e.Start, e.End, errOverlap)
		}
		out = append(out, src[at:e.Start]...)
		out = append(out, e.Text...)
		at = e.End
	}
	return append(out, src[at:]...), nil
}

var errOverlap = errors.New("it overlaps another edit")

// Combine gathers the edits of the fixes that want takes, and leaves out a fix
// whose edits overlap those of an earlier one. It returns how many it took.
func Combine(problems []Problem, want func(*Problem) bool) (edits []Edit, taken int) {
	var spans []Edit // sorted, of the edits taken
	for i := range problems {
		p := &problems[i]
		if p.Fix == nil || !want(p) || slices.ContainsFunc(p.Fix.Edits, func(e Edit) bool { return collides(spans, e) }) {
			continue
		}
		taken++
		for _, e := range p.Fix.Edits {
			edits = append(edits, e)
			k, _ := slices.BinarySearchFunc(spans, e, func(a, b Edit) int { return a.Start - b.Start })
			spans = slices.Insert(spans, k, e)
		}
	}
	return edits, taken
}

// collides reports whether e touches one of the sorted spans. Two insertions at
// one place do, since their order would be chance.
func collides(spans []Edit, e Edit) bool {
	k, _ := slices.BinarySearchFunc(spans, e, func(a, b Edit) int { return a.Start - b.Start })
	if k < len(spans) && (spans[k].Start < e.End || spans[k].Start == e.Start) {
		return true
	}
	return k > 0 && spans[k-1].End > e.Start
}
