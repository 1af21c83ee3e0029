package suite

import (
	"cmp"
	"slices"
	"strings"
)

// Flip is an ask whose verdict differs between two versions of a file.
type Flip struct {
	Ask    int  // index into Plan.Asks
	Allow  bool // the verdict now; it was the other one before
	Before Rule // the rule that decided before; the zero Rule where none did
	After  Rule // the rule that decides now; likewise
}

// Flips lists the asks whose verdict is another one now, in the order of the
// plan. Both runs must be of one plan.
func Flips(before, now *Run) []Flip {
	var flips []Flip
	for i := range now.Verdicts {
		if before.Verdicts[i].Allowed != now.Verdicts[i].Allowed {
			flips = append(flips, Flip{i, now.Verdicts[i].Allowed, before.Deciding(i), now.Deciding(i)})
		}
	}
	return flips
}

// CountFlips is how many verdicts differ, without the rules that decide them.
func CountFlips(before, now *Run) int {
	n := 0
	for i := range now.Verdicts {
		if before.Verdicts[i].Allowed != now.Verdicts[i].Allowed {
			n++
		}
	}
	return n
}

// FlipGroup is the flips that one pair of rules brings about in one folder.
type FlipGroup struct {
	Allow  bool
	Before Rule
	After  Rule
	Folder string // the first folder of the paths, "/" for those in none
	Flips  []int  // indices into the flips, in their order
}

// GroupFlips gathers flips by the rules that decide them and by first folder,
// the largest group first, equals in the order of the plan.
func GroupFlips(p *Plan, flips []Flip) []FlipGroup {
	type key struct {
		allow         bool
		before, after int
		folder        string
	}
	var groups []FlipGroup
	at := map[key]int{}
	for i, f := range flips {
		folder := firstFolder(p.Path(f.Ask))
		k := key{f.Allow, f.Before.Line, f.After.Line, folder}
		n, ok := at[k]
		if !ok {
			n = len(groups)
			at[k] = n
			groups = append(groups, FlipGroup{Allow: f.Allow, Before: f.Before, After: f.After, Folder: folder})
		}
		groups[n].Flips = append(groups[n].Flips, i)
	}
	slices.SortStableFunc(groups, func(a, b FlipGroup) int { return cmp.Compare(len(b.Flips), len(a.Flips)) })
	return groups
}

// firstFolder is the first folder of a path with both slashes ("/shop/" of
// "/shop/shoes?page=2"), and "/" for what lies in none.
func firstFolder(path string) string {
	path, _, _ = strings.Cut(path, "?")
	if i := strings.IndexByte(strings.TrimPrefix(path, "/"), '/'); i >= 0 {
		return path[:i+2]
	}
	return "/"
}
