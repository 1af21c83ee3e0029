package audit

import (
	"bytes"

	"robotslens/engine/crawlers"
)

// nobody is the index of a hit that no crawler of the catalogue claims.
const nobody = -1

// recogniser finds the crawler that a User-Agent names, as an index into the
// entries of the catalogue. Answers are kept by the header as it stands in the
// log, for those headers that pass the hints: people's are told from crawlers'
// faster than they are looked up.
type recogniser struct {
	catalogue *crawlers.Catalogue
	index     map[string]int // token -> entry
	hints     *hints
	seen      cache[int]
	scratch   []byte
}

// maxAgent is the longest header that is kept; a longer one is asked anew.
const maxAgent = 2 << 10

func newRecogniser(c *crawlers.Catalogue, h *hints) *recogniser {
	r := &recogniser{catalogue: c, hints: h, index: make(map[string]int), seen: newCache[int](1<<12, 2<<20)}
	for i, e := range c.Entries() {
		r.index[e.Token] = i
	}
	return r
}

func (r *recogniser) find(agent []byte, how coding) int {
	if len(agent) == 0 || len(agent) == 1 && agent[0] == '-' {
		return nobody
	}
	if !r.hints.in(agent) {
		return nobody
	}
	if who, ok := r.seen.get(agent); ok {
		return who
	}
	who := nobody
	header := agent
	switch {
	case how == backslash && bytes.IndexByte(agent, '\\') >= 0:
		r.scratch = unescape(r.scratch[:0], agent)
		header = r.scratch
	case how == percent:
		// CloudFront encodes the header twice: %2520 for a space.
		r.scratch = unpercent(r.scratch[:0], agent)
		r.scratch = unpercent(r.scratch[:0], r.scratch)
		header = r.scratch
	}
	if e := r.catalogue.InHeader(string(header)); e != nil {
		who = r.index[e.Token]
	}
	if len(agent) <= maxAgent {
		r.seen.put(agent, who)
	}
	return who
}

// unpercent appends src to dst with %XX decoded and + as a space. dst may be
// the start of src.
func unpercent(dst, src []byte) []byte {
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case c == '+':
			c = ' '
		case c == '%' && i+2 < len(src) && hexDigit(src[i+1]) >= 0 && hexDigit(src[i+2]) >= 0:
			c = byte(hexDigit(src[i+1])<<4 | hexDigit(src[i+2]))
			i += 2
		}
		dst = append(dst, c)
	}
	return dst
}

// hints is a quick test that most people's headers fail: whether any four
// octets of a header, without case, begin a token. It never changes.
type hints struct {
	first  [1 << 12]bool
	tokens map[uint32][][]byte // by the first four octets, in lower case
	all    bool                // a token is too short to be told by four octets
}

func newHints(c *crawlers.Catalogue) *hints {
	h := &hints{tokens: make(map[uint32][][]byte)}
	for _, e := range c.Entries() {
		if len(e.Token) < 4 {
			h.all = true
			continue
		}
		k := fourOctets([]byte(e.Token))
		h.first[hashFour(k)] = true
		h.tokens[k] = append(h.tokens[k], []byte(e.Token))
	}
	return h
}

// in tells whether a token stands anywhere in the header.
func (h *hints) in(header []byte) bool {
	if h.all {
		return true
	}
	for i := 0; i+4 <= len(header); i++ {
		k := fourOctets(header[i:])
		if !h.first[hashFour(k)] {
			continue
		}
		for _, t := range h.tokens[k] {
			if i+len(t) <= len(header) && bytes.EqualFold(header[i:i+len(t)], t) {
				return true
			}
		}
	}
	return false
}

// fourOctets packs four octets with the bit of ASCII case set: that makes
// some others equal too, which costs a comparison and no more.
func fourOctets(b []byte) uint32 {
	_ = b[3]
	return (uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24) | 0x20202020
}

func hashFour(k uint32) uint32 { return k * 0x9E3779B1 >> 20 }
