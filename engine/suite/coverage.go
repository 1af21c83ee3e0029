package suite

import (
	"bytes"
	"context"
	"slices"
	"sort"
	"strings"

	"robotslens/engine"
)

// Cover is what a list of questions makes of one rule.
type Cover struct {
	Rule
	Decides int  // asks that it decides
	Matches int  // asks that it matches, decided by it or not
	Asked   bool // some crawler of the list reads its group
}

// Coverage says how many asks each rule of the file decides and matches, in
// file order. A rule that never decides has no say over these URLs; one whose
// group no crawler of the list reads was not Asked. The only error is that of
// the context.
func (r *Run) Coverage(ctx context.Context) ([]Cover, error) {
	c := coverage{run: r, at: map[int32]int{}}
	for n := range r.readers {
		if err := c.reader(ctx, n); err != nil {
			return nil, err
		}
	}
	for _, f := range r.files {
		if f != nil {
			for _, rule := range f.Rules {
				c.cover(f, rule) // those that nobody reads
			}
		}
	}
	for i, v := range r.Verdicts {
		if v.Line > 0 && r.byRules(i) {
			c.covers[c.at[v.Line]].Decides++
		}
	}
	slices.SortFunc(c.covers, func(a, b Cover) int { return a.Line - b.Line })
	return c.covers, nil
}

type coverage struct {
	run    *Run
	covers []Cover
	at     map[int32]int // line -> index into covers
}

func (c *coverage) cover(f *engine.File, r engine.Rule) *Cover {
	i, ok := c.at[r.Line]
	if !ok {
		i = len(c.covers)
		c.at[r.Line] = i
		c.covers = append(c.covers, Cover{Rule: ruleOf(f, r, f.Compile(r).Octets())})
	}
	return &c.covers[i]
}

// reader counts the matches of the rules that one reader reads. Its paths are
// sorted, so that those which begin as a pattern does lie side by side.
func (c *coverage) reader(ctx context.Context, n int) error {
	rd := c.run.readers[n]
	f := c.run.files[rd.dialect]
	paths := c.run.paths(n)
	slices.SortFunc(paths, bytes.Compare)
	asked := 0
	for _, g := range rd.sel.Groups {
		rules := f.Groups[g].Rules
		for _, rule := range f.Rules[rules.Start:rules.End] {
			if asked++; asked%askEvery == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			cover := c.cover(f, rule)
			cover.Asked = true
			cover.Matches += matching(f, rule, paths)
		}
	}
	return ctx.Err()
}

// paths are the compared forms of the URLs that rules were asked about.
func (r *Run) paths(reader int) [][]byte {
	var paths [][]byte
	d := r.files[r.readers[reader].dialect].Dialect
	for i, a := range r.Plan.Asks {
		if int(r.reads[a.who]) == reader && r.byRules(i) && r.Verdicts[i].Reason != engine.ReasonRobotsTxt {
			paths = append(paths, []byte(engine.NewTarget(r.Plan.Rows[a.Row].URL, d).Form))
		}
	}
	return paths
}

// matching counts the sorted paths that a rule matches.
func matching(f *engine.File, r engine.Rule, paths [][]byte) int {
	notes, d := f.Lines[r.Line-1].Notes, f.Dialect
	value := f.Pattern(r)
	switch {
	case value == "" && !d.EmptyMatchesAll:
		return 0
	case d.SpaceVoidsRule && notes&engine.NoteSpace != 0:
		return 0
	}
	p := f.Compile(r)
	n := 0
	in, all := candidates(p, d, paths)
	if all {
		n = len(in)
	} else {
		for _, path := range in {
			if p.Match(path) {
				n++
			}
		}
	}
	if notes&engine.NoteIndexHTML != 0 {
		folder := engine.NewPattern([]byte(value[:strings.LastIndexByte(value, '/')+1]+"$"), d)
		in, _ := candidates(folder, d, paths)
		for _, path := range in {
			if folder.Match(path) && !p.Match(path) {
				n++
			}
		}
	}
	return n
}

// candidates are the sorted paths that begin as a pattern does; all says that
// it matches each of them.
func candidates(p engine.Pattern, d engine.Dialect, paths [][]byte) (in [][]byte, all bool) {
	star := -1
	if !d.NoWildcards {
		star = bytes.IndexByte(p.Form, '*')
	}
	if star < 0 {
		return begin(paths, p.Form), !p.Anchored
	}
	return begin(paths, p.Form[:star]), false
}

// begin are the sorted paths that begin with front.
func begin(paths [][]byte, front []byte) [][]byte {
	from := sort.Search(len(paths), func(i int) bool { return bytes.Compare(paths[i], front) >= 0 })
	n := sort.Search(len(paths)-from, func(i int) bool { return !bytes.HasPrefix(paths[from+i], front) })
	return paths[from : from+n]
}
