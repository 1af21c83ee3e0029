package suite

import (
	"context"
	"slices"

	"robotslens/engine"
)

// Reorder is the text of f with the rule lines of each group in another order:
// permute is called with the number of lines of a group and swaps them, as
// sort.Interface and rand.Shuffle do. All other lines, and all line ends, stay
// where they are.
func Reorder(f *engine.File, permute func(n int, swap func(i, j int))) []byte {
	from := make([]int32, len(f.Lines)) // whose text stands on a line
	for i := range from {
		from[i] = int32(i)
	}
	for _, g := range f.Groups {
		var lines []int32
		for _, r := range f.Rules[g.Rules.Start:g.Rules.End] {
			if n := len(lines); n == 0 || lines[n-1] != r.Line-1 {
				lines = append(lines, r.Line-1) // a line may hold several rules in python
			}
		}
		permute(len(lines), func(i, j int) {
			from[lines[i]], from[lines[j]] = from[lines[j]], from[lines[i]]
		})
	}
	out := make([]byte, 0, len(f.Src))
	for i, l := range f.Lines {
		text := f.Lines[from[i]]
		out = append(out, f.Src[text.Start:text.End]...)
		out = append(out, f.Src[l.End:l.Next]...)
	}
	return out
}

// OrderFlips is how many verdicts of rows change, all read in one dialect, when
// the rules inside the groups stand in another order. It is none where the
// longest match decides (RFC 9309, 2.2.2); in python the first match does.
func OrderFlips(ctx context.Context, rows []Row, opt Options, src []byte, d engine.Dialect, permute func(n int, swap func(i, j int))) int {
	opt.Dialect = d.Name
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Dialect = ""
	}
	p, _ := NewPlan(rows, opt)
	before, err := p.Run(ctx, Version{Src: src})
	if err != nil {
		return 0
	}
	now, err := p.Run(ctx, Version{Src: Reorder(engine.Parse(src, d), permute)})
	if err != nil {
		return 0
	}
	return CountFlips(before, now)
}
