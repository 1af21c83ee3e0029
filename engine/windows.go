package engine

import (
	"bytes"
	"encoding/binary"
)

// windowSizes are the lengths of the runs of octets under which starred
// patterns are filed, longest first.
var windowSizes = [...]int{8, 4, 2, 1}

// windowTable finds the starred patterns that are filed under a run of octets.
type windowTable struct {
	filter bitSet
	slots  []windowSlot // open addressing; its length is a power of two, or 0
}

type windowSlot struct {
	key   uint64
	first int32 // index into Matcher.starred plus one, 0 where the slot is free
}

// fileStars files each starred pattern under the rarest window of its longest
// literal piece: a path that does not hold that window can't match.
func (m *Matcher) fileStars() {
	nodes := m.starred.nodes
	if len(nodes) == 0 {
		return
	}
	seen := newWindowCounts(len(nodes))
	var filed [len(windowSizes)]int
	for i := range nodes {
		piece, size := windowed(&nodes[i])
		if size < 0 {
			m.always = append(m.always, int32(i))
			continue
		}
		filed[size]++
		for at := 0; at+windowSizes[size] <= len(piece); at++ {
			*seen.of(window(piece[at:], windowSizes[size]))++
		}
	}
	m.next = make([]int32, len(nodes))
	for size, n := range filed {
		if n > 0 {
			m.windows[size] = windowTable{filter: newBitSet(n), slots: make([]windowSlot, powerOfTwo(2*n))}
		}
	}
	for i := range nodes {
		piece, size := windowed(&nodes[i])
		if size < 0 {
			continue
		}
		var key uint64
		rarest := ^uint32(0)
		for at := 0; at+windowSizes[size] <= len(piece); at++ {
			k := window(piece[at:], windowSizes[size])
			if n := *seen.of(k); n < rarest {
				key, rarest = k, n
			}
		}
		s := m.windows[size].slot(key)
		m.next[i] = s.first
		s.key, s.first = key, int32(i)+1
		m.windows[size].filter.set(key * spread)
	}
}

// windowed is the literal piece whose windows a pattern may be filed under, and
// the index of their size, -1 where there is no piece.
func windowed(n *node) (piece []byte, size int) {
	piece = longestPiece(n)
	for size, octets := range windowSizes {
		if len(piece) >= octets {
			return piece, size
		}
	}
	return nil, -1
}

// longestPiece is the longest literal run of a pattern. For a rule that also
// opens a folder only the runs that both patterns have are looked at.
func longestPiece(n *node) []byte {
	form := n.pattern.Form
	if n.folder {
		form = form[:indexFolder(form)]
	}
	var best []byte
	for more := true; more; {
		var piece []byte
		piece, form, more = bytes.Cut(form, wildcard)
		if len(piece) > len(best) {
			best = piece
		}
	}
	return best
}

var wildcard = []byte{'*'}

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

// slot is where key stands, or the free slot where it would.
func (t *windowTable) slot(key uint64) *windowSlot {
	mask := len(t.slots) - 1
	i := int(key*spread>>32) & mask
	for t.slots[i].first != 0 && t.slots[i].key != key {
		i = (i + 1) & mask
	}
	return &t.slots[i]
}

// windowCounts counts windows. Two may share a count, which only costs a less
// rare one.
type windowCounts struct {
	counts []uint32
	shift  uint8
}

func newWindowCounts(patterns int) windowCounts {
	n := min(powerOfTwo(32*patterns), 1<<16)
	return windowCounts{make([]uint32, n), shiftFor(n)}
}

func (w windowCounts) of(key uint64) *uint32 { return &w.counts[key*spread>>w.shift] }
