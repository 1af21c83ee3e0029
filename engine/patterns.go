package engine

import (
	"bytes"
	"math/bits"
)

// patterns is a set of patterns, found by a hash of their form. The hash of a
// path is worked out octet by octet, so that all its prefixes are looked for in
// one pass, and a set of bits answers for most of them that there is none.
type patterns struct {
	nodes  []node
	filter bitSet
	slots  []patternSlot // open addressing; its length is a power of two, or 0
}

// node is a pattern and what the rules that have it say.
type node struct {
	pattern Pattern
	folder  bool // google: an index.htm that also opens its folder
	tally   tally
}

type patternSlot struct {
	tag  uint32 // a part of the hash
	node int32  // index into patterns.nodes plus one, 0 where the slot is free
}

// spread is the odd number next to 2^64 divided by the golden ratio: the high
// bits of a product with it depend on all bits of the factor.
const spread = 0x9E3779B97F4A7C15

// step is the hash of a form that is one octet longer than that of h.
func step(h uint64, c byte) uint64 { return (h ^ uint64(c) + 1) * spread }

func hashOf(form []byte) (h uint64) {
	for _, c := range form {
		h = step(h, c)
	}
	return h
}

// reserve makes room for n patterns, which is the most that may be added.
func (p *patterns) reserve(n int) {
	if n > 0 {
		p.nodes = make([]node, 0, n)
		p.slots = make([]patternSlot, powerOfTwo(2*n))
		p.filter = newBitSet(n)
	}
}

// add counts rule r, which is File.Rules[i], for its pattern.
func (p *patterns) add(pattern Pattern, folder bool, i int32, r Rule) {
	h := hashOf(pattern.Form)
	s := p.slot(h, func(n *node) bool {
		return n.pattern.Anchored == pattern.Anchored && n.folder == folder && bytes.Equal(n.pattern.Form, pattern.Form)
	})
	if s.node == 0 {
		p.nodes = append(p.nodes, node{pattern, folder, tally{octets: int32(pattern.Octets()), allow: noRule, disallow: noRule}})
		s.tag, s.node = uint32(h), int32(len(p.nodes))
		p.filter.set(h)
	}
	p.nodes[s.node-1].tally.add(i, r)
}

// slot is where the pattern with hash h that is accepts stands, or the free
// slot where it would.
func (p *patterns) slot(h uint64, is func(*node) bool) *patternSlot {
	mask := len(p.slots) - 1
	for i := int(h>>32) & mask; ; i = (i + 1) & mask {
		s := &p.slots[i]
		if s.node == 0 || s.tag == uint32(h) && is(&p.nodes[s.node-1]) {
			return s
		}
	}
}

// find returns the pattern without stars that has the given form and hash, or
// nil.
func (p *patterns) find(h uint64, form []byte) *node {
	mask := len(p.slots) - 1
	for i := int(h>>32) & mask; ; i = (i + 1) & mask {
		s := p.slots[i]
		if s.node == 0 {
			return nil
		}
		if n := &p.nodes[s.node-1]; s.tag == uint32(h) && bytes.Equal(n.pattern.Form, form) {
			return n
		}
	}
}

// bitSet is a set of hashes that may hold some that were not put into it.
type bitSet struct {
	words []uint64
	shift uint8
}

// newBitSet makes room for n hashes, sixteen bits for each.
func newBitSet(n int) bitSet {
	size := max(powerOfTwo(16*n), 64)
	return bitSet{make([]uint64, size/64), shiftFor(size)}
}

func (b *bitSet) set(h uint64) {
	h >>= b.shift
	b.words[h/64] |= 1 << (h % 64)
}

func (b *bitSet) has(h uint64) bool {
	h >>= b.shift
	return b.words[h/64]>>(h%64)&1 != 0
}

// powerOfTwo is the least power of two that is not below n.
func powerOfTwo(n int) int { return 1 << bits.Len(uint(n-1)) }

// shiftFor leaves of a hash the bits that number the places of a table of size,
// a power of two.
func shiftFor(size int) uint8 { return uint8(64 - bits.TrailingZeros(uint(size))) }
