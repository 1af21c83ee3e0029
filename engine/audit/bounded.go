package audit

import (
	"cmp"
	"container/heap"
	"encoding/binary"
	"slices"
)

// cache remembers answers by a key of octets within bounds. When the younger
// half is full it becomes the older one, and the older one is dropped: what
// was asked for of late stays.
type cache[V any] struct {
	young, old map[string]V
	entries    int // bounds of one half
	octets     int
	used       int // octets of the keys in young
}

func newCache[V any](entries, octets int) cache[V] {
	return cache[V]{young: make(map[string]V), old: make(map[string]V), entries: entries, octets: octets}
}

func (c *cache[V]) get(key []byte) (V, bool) {
	v, ok := c.young[string(key)]
	if ok {
		return v, true
	}
	if v, ok = c.old[string(key)]; ok {
		c.put(key, v)
	}
	return v, ok
}

func (c *cache[V]) put(key []byte, v V) {
	if len(c.young) >= c.entries || c.used+len(key) > c.octets {
		c.old, c.young, c.used = c.young, c.old, 0
		clear(c.young) // it keeps its room, so that it need not grow again
	}
	c.young[string(key)] = v
	c.used += len(key)
}

// top counts keys in bounded memory and keeps the most frequent: the
// space-saving sketch of Metwally, Agrawal and El Abbadi with the filter of
// Homem and Carvalho. As long as there are no more keys than room, counts are
// exact; else a count may be too high by the error kept with it, and never too
// low.
type top struct {
	room   int
	at     map[string]*topRow
	rows   topHeap
	filter []int64 // by hash: no key outside the rows has more hits than its cell
}

type topRow struct {
	key   string
	count int64
	over  int64 // the count may be too high by as much
	place int   // in the heap
}

func newTop(room int) *top { return &top{room: room, at: make(map[string]*topRow)} }

// maxKey bounds the octets of one key; the rest of a longer one is cut.
const maxKey = 2 << 10

func (t *top) add(key []byte, n int64) {
	key = key[:min(len(key), maxKey)]
	if r, ok := t.at[string(key)]; ok {
		r.count += n
		heap.Fix(&t.rows, r.place)
		return
	}
	if len(t.rows) < t.room {
		r := &topRow{key: string(key), count: n, place: len(t.rows)}
		t.at[r.key] = r
		heap.Push(&t.rows, r)
		return
	}
	if t.filter == nil {
		t.filter = make([]int64, filterCells)
	}
	cell := &t.filter[hashKey(key)%filterCells]
	r := t.rows[0]
	if *cell+n < r.count {
		*cell += n
		return
	}
	gone := &t.filter[hashKey([]byte(r.key))%filterCells]
	*gone = max(*gone, r.count)
	delete(t.at, r.key)
	r.key, r.over, r.count = string(key), *cell, *cell+n
	t.at[r.key] = r
	heap.Fix(&t.rows, 0)
}

// filterCells is a power of two, a few times the rooms in use.
const filterCells = 1 << 14

// most is the most hits that a key which is not in the rows can have.
func (t *top) most(key string) int64 {
	if t.filter == nil {
		return 0
	}
	return t.filter[hashKey([]byte(key))%filterCells]
}

// hashKey is the same in every run, so that reports are.
func hashKey(b []byte) uint64 {
	const prime = 0x9E3779B97F4A7C15
	h := uint64(len(b)) * prime
	for ; len(b) >= 8; b = b[8:] {
		h = (h ^ binary.LittleEndian.Uint64(b)) * prime
		h ^= h >> 29
	}
	for _, c := range b {
		h = (h ^ uint64(c)) * prime
	}
	return h ^ h>>32
}

// list returns the n rows that are surest to be the most frequent, equals by
// count and key: in a log where hardly anything comes twice, counts that are
// nearly all error do not stand above sure ones.
func (t *top) list(n int) []topRow {
	all := make([]topRow, len(t.rows))
	for i, r := range t.rows {
		all[i] = *r
	}
	slices.SortFunc(all, func(a, b topRow) int {
		return cmp.Or(cmp.Compare(b.count-b.over, a.count-a.over), cmp.Compare(b.count, a.count), cmp.Compare(a.key, b.key))
	})
	return all[:min(n, len(all))]
}

// mergeTops adds sketches up. What a key that one of them does not hold may
// have had there at most goes to count and error.
func mergeTops(room int, parts []*top) *top {
	if len(parts) == 1 {
		return parts[0]
	}
	sum := newTop(room)
	done := make(map[string]bool)
	var rows []topRow
	for _, p := range parts {
		for _, r := range p.rows {
			if done[r.key] {
				continue
			}
			done[r.key] = true
			row := topRow{key: r.key}
			for _, q := range parts {
				if s, ok := q.at[r.key]; ok {
					row.count += s.count
					row.over += s.over
				} else {
					row.count += q.most(r.key)
					row.over += q.most(r.key)
				}
			}
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b topRow) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.key, b.key))
	})
	for i := range rows[:min(room, len(rows))] {
		r := &rows[i]
		r.place = i
		sum.at[r.key] = r
		sum.rows = append(sum.rows, r)
	}
	heap.Init(&sum.rows)
	return sum
}

type topHeap []*topRow

func (h topHeap) Len() int           { return len(h) }
func (h topHeap) Less(i, j int) bool { return h[i].count < h[j].count }
func (h topHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].place, h[j].place = i, j
}
func (h *topHeap) Push(x any) { *h = append(*h, x.(*topRow)) }
func (h *topHeap) Pop() any   { panic("rows are replaced, never taken out") }
