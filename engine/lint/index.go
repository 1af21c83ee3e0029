package lint

import (
	"bytes"
	"sort"
	"strings"
)

// index finds those rules of one verb that can meet or contain another one,
// without asking all of them.
type index struct {
	pats    []pat
	size    int                // rules of the verb
	byLit   map[string][]int32 // literal start -> places in pats
	lengths []int              // of the literal starts, sorted
	sorted  []string           // the literal starts, sorted

	// What can contain another rule: with a run of octets after a star that the
	// other has to hold too, by that; else by its literal start.
	byRun map[run][]int32
	plain map[string][]int32
}

// run is the start of a literal piece of a pattern.
type run [4]byte

func newIndex(pats []pat, allow bool) *index {
	x := &index{pats: pats, byLit: map[string][]int32{}, byRun: map[run][]int32{}, plain: map[string][]int32{}}
	for i := range pats {
		p := &pats[i]
		if p.allow != allow {
			continue
		}
		x.size++
		x.byLit[p.lit] = append(x.byLit[p.lit], int32(i))
		if r, ok := runOf(p.pattern.Form); ok {
			x.byRun[r] = append(x.byRun[r], int32(i))
		} else {
			x.plain[p.lit] = append(x.plain[p.lit], int32(i))
		}
	}
	seen := map[int]bool{}
	for lit := range x.byLit {
		x.sorted = append(x.sorted, lit)
		if !seen[len(lit)] {
			seen[len(lit)] = true
			x.lengths = append(x.lengths, len(lit))
		}
	}
	sort.Strings(x.sorted)
	sort.Ints(x.lengths)
	return x
}

// runOf is the start of the longest piece after the first star, if that is long
// enough.
func runOf(form []byte) (r run, ok bool) {
	star := bytes.IndexByte(form, '*')
	if star < 0 {
		return r, false
	}
	var longest []byte
	for _, piece := range bytes.Split(form[star+1:], []byte("*")) {
		if len(piece) > len(longest) {
			longest = piece
		}
	}
	if len(longest) < len(r) {
		return r, false
	}
	return run(longest[:len(r)]), true
}

// meets calls do with each rule that may match a path that q matches too, until
// do returns false: one's literal start begins the other's.
func (x *index) meets(q *pat, do func(p *pat) bool) {
	if !x.begins(x.byLit, q.lit, do) {
		return
	}
	for k := sort.SearchStrings(x.sorted, q.lit); k < len(x.sorted) && strings.HasPrefix(x.sorted[k], q.lit); k++ {
		if x.sorted[k] != q.lit && !x.each(x.byLit[x.sorted[k]], do) {
			return
		}
	}
}

// holds calls do with each rule that may match all that q matches, until do
// returns false. It may call it twice with one.
func (x *index) holds(q *pat, do func(p *pat) bool) {
	if !x.begins(x.plain, q.lit, do) || len(x.byRun) == 0 {
		return
	}
	form := q.pattern.Form
	for i := 0; i+len(run{}) <= len(form); i++ {
		if !x.each(x.byRun[run(form[i:i+len(run{})])], do) {
			return
		}
	}
}

// begins goes through the rules whose literal start begins lit. The cost is the
// number of different lengths of such starts.
func (x *index) begins(in map[string][]int32, lit string, do func(p *pat) bool) bool {
	for _, n := range x.lengths {
		if n > len(lit) {
			break
		}
		if !x.each(in[lit[:n]], do) {
			return false
		}
	}
	return true
}

func (x *index) each(places []int32, do func(p *pat) bool) bool {
	for _, i := range places {
		if !do(&x.pats[i]) {
			return false
		}
	}
	return true
}
