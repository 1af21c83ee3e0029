package engine

import (
	"bytes"
	"encoding/binary"
	"sort"
)

// Matcher answers many URLs for one selection. It is built once, and then the
// cost of an answer follows the length of the URL and the few rules that can
// match it, not the number of rules. It agrees with Explain on the whole
// Verdict. A Matcher is not changed after it is built, and may be used by
// several goroutines, each with a Lookup of its own.
type Matcher struct {
	dialect Dialect
	reason  Reason // where no rule matches
	prefix  []prefixNode
	exact   []prefixNode // patterns with "$" and no star
	starred []starredRule
	windows [len(windowSizes)]windowTable
	always  []starredRule // those that no window can find
}

// tally is what rules of one pattern say: how many they are, and the first of
// each verb.
type tally struct {
	octets          int32
	count           int32
	allow, disallow ruleAt
}

// ruleAt is a rule by its index and line; index -1 is none.
type ruleAt struct{ index, line int32 }

var noRule = ruleAt{-1, 0}

func (t *tally) add(i int32, r Rule) {
	t.count++
	if r.Allow {
		t.allow.first(ruleAt{i, r.Line})
	} else {
		t.disallow.first(ruleAt{i, r.Line})
	}
}

// first keeps the earlier of the two.
func (at *ruleAt) first(other ruleAt) {
	if at.index < 0 || other.index >= 0 && other.index < at.index {
		*at = other
	}
}

// prefixNode is a pattern without stars. parent is the longest other pattern
// that it begins with, or -1, so that all prefixes of a path lie on one chain.
type prefixNode struct {
	form   string
	parent int32
	tally  tally
}

// starredRule is one rule with a star.
type starredRule struct {
	pattern Pattern
	folder  bool // google: an index.htm that also opens its folder
	index   int32
	rule    Rule
}

// NewMatcher builds the index for the groups of s.
func (f *File) NewMatcher(s Selection) *Matcher {
	m := &Matcher{dialect: f.Dialect, reason: ReasonNoGroup}
	if len(s.Groups) == 0 {
		return m
	}
	m.reason = ReasonNoRules
	b := builder{m: m, prefix: map[string]int32{}, exact: map[string]int32{}}
	for _, g := range s.Groups {
		span := f.Groups[g].Rules
		for i := span.Start; i < span.End; i++ {
			r := f.Rules[i]
			if r.class&classBlank != 0 && f.Dialect.SpaceVoidsRule {
				continue
			}
			m.reason = ReasonNoMatch
			if r.Path.Len() == 0 && !f.Dialect.EmptyMatchesAll {
				continue
			}
			b.add(f, i, r)
		}
	}
	m.prefix = link(m.prefix)
	sort.Slice(m.exact, func(i, j int) bool { return m.exact[i].form < m.exact[j].form })
	m.fileStars()
	return m
}

// builder sorts rules by how they are found.
type builder struct {
	m             *Matcher
	prefix, exact map[string]int32
}

func (b *builder) add(f *File, i int32, r Rule) {
	p := f.Compile(r)
	star := !p.literal && bytes.IndexByte(p.Form, '*') >= 0
	folder := r.class&classIndex != 0
	switch {
	case star:
		b.m.starred = append(b.m.starred, starredRule{Pattern{bytes.Clone(p.Form), p.Anchored, false, p.class}, folder, i, r})
		return
	case p.Anchored:
		b.literal(&b.m.exact, b.exact, p, i, r)
	default:
		b.literal(&b.m.prefix, b.prefix, p, i, r)
	}
	if folder { // where a literal index.htm matches, its folder does not
		b.literal(&b.m.exact, b.exact, p.folder(), i, r)
	}
}

func (b *builder) literal(nodes *[]prefixNode, at map[string]int32, p Pattern, i int32, r Rule) {
	n, ok := at[string(p.Form)]
	if !ok {
		n = int32(len(*nodes))
		form := string(p.Form)
		at[form] = n
		*nodes = append(*nodes, prefixNode{form: form, parent: -1, tally: tally{octets: int32(p.Octets()), allow: noRule, disallow: noRule}})
	}
	(*nodes)[n].tally.add(i, r)
}

// link sorts nodes and finds their parents.
func link(nodes []prefixNode) []prefixNode {
	sort.Slice(nodes, func(i, j int) bool { return nodes[i].form < nodes[j].form })
	var chain []int32
	for i := range nodes {
		for len(chain) > 0 && !hasPrefix(nodes[i].form, nodes[chain[len(chain)-1]].form) {
			chain = chain[:len(chain)-1]
		}
		if len(chain) > 0 {
			nodes[i].parent = chain[len(chain)-1]
		}
		chain = append(chain, int32(i))
	}
	return nodes
}

func hasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

// windowSizes are the lengths of the runs of octets under which starred rules
// are filed, longest first.
var windowSizes = [...]int{8, 4, 2, 1}

// windowTable finds the rules that are filed under a run of octets.
type windowTable struct {
	slots []windowSlot // open addressing; its length is a power of two, or 0
	rules []int32      // indices into Matcher.starred, those of a slot together
}

type windowSlot struct {
	key        uint64
	start, end int32 // of windowTable.rules; empty where the slot is free
}

// fileStars files each starred rule under the rarest window of its longest
// literal piece: a path that does not hold that window can't match.
func (m *Matcher) fileStars() {
	type place struct {
		size int // index into windowSizes
		key  uint64
	}
	seen := map[place]int{}
	windows := func(r starredRule, visit func(place)) {
		piece := longestPiece(r)
		for size, n := range windowSizes {
			if len(piece) >= n {
				for i := 0; i+n <= len(piece); i++ {
					visit(place{size, window(piece[i:], n)})
				}
				return
			}
		}
	}
	for _, r := range m.starred {
		windows(r, func(p place) { seen[p]++ })
	}
	filed := [len(windowSizes)]map[uint64][]int32{}
	for size := range filed {
		filed[size] = map[uint64][]int32{}
	}
	for i, r := range m.starred {
		best, rarest := place{size: -1}, 0
		windows(r, func(p place) {
			if best.size < 0 || seen[p] < rarest {
				best, rarest = p, seen[p]
			}
		})
		if best.size < 0 {
			m.always = append(m.always, r)
			continue
		}
		filed[best.size][best.key] = append(filed[best.size][best.key], int32(i))
	}
	for size := range filed {
		m.windows[size] = newWindowTable(filed[size])
	}
}

// longestPiece is the longest literal run of a pattern. For a rule that also
// opens a folder only the runs that both patterns have are looked at.
func longestPiece(r starredRule) []byte {
	form := r.pattern.Form
	if r.folder {
		form = form[:indexFolder(form)]
	}
	var best []byte
	for _, piece := range bytes.Split(form, []byte{'*'}) {
		if len(piece) > len(best) {
			best = piece
		}
	}
	return best
}

// window is the first n octets of b as a number.
func window(b []byte, n int) uint64 {
	switch n {
	case 8:
		return binary.LittleEndian.Uint64(b)
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	}
	return uint64(b[0])
}

func newWindowTable(filed map[uint64][]int32) windowTable {
	if len(filed) == 0 {
		return windowTable{}
	}
	size := 4
	for size < 2*len(filed) {
		size *= 2
	}
	t := windowTable{slots: make([]windowSlot, size)}
	for key, rules := range filed {
		i := t.slot(key)
		t.slots[i] = windowSlot{key, int32(len(t.rules)), int32(len(t.rules) + len(rules))}
		t.rules = append(t.rules, rules...)
	}
	return t
}

// slot is where key stands, or the free slot where it would.
func (t *windowTable) slot(key uint64) int {
	mask := len(t.slots) - 1
	i := int(key*0x9E3779B97F4A7C15>>32) & mask
	for t.slots[i].end > t.slots[i].start && t.slots[i].key != key {
		i = (i + 1) & mask
	}
	return i
}
