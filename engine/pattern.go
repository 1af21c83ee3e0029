package engine

import "bytes"

// Pattern is a path pattern brought into the form in which its dialect compares
// it. The zero Pattern matches every path.
type Pattern struct {
	Form     []byte // "*" is the wildcard; without a final "$" that anchors
	Anchored bool   // the pattern ended in "$"
	literal  bool   // no wildcard at all (python)
	class    class
}

// Octets is the length of the compared form, "*" and "$" counted. The most
// octets win (RFC 9309, 2.2.2).
func (p Pattern) Octets() int {
	if p.Anchored {
		return len(p.Form) + 1
	}
	return len(p.Form)
}

// NewPattern brings the value of a rule into the form in which d compares it.
func NewPattern(value []byte, d Dialect) Pattern {
	p, _ := compile(nil, value, classOf(value), &d)
	return p
}

// compile makes a Pattern of value. It writes into scratch where the form
// differs from the value, and returns scratch for the next call; the Pattern is
// then valid until that.
func compile(scratch, value []byte, c class, d *Dialect) (Pattern, []byte) {
	p := Pattern{Form: value, class: c}
	if d.NoWildcards {
		p.literal = true
	} else if c&classDollar != 0 && value[len(value)-1] == '$' {
		p.Anchored = true
		p.Form = value[:len(value)-1]
	}
	switch {
	case d.Form == FormRFC && (c&classEscape != 0 || c&classDollar != 0 && bytes.IndexByte(p.Form, '$') >= 0):
		scratch = appendRFC(scratch[:0], p.Form, true)
		p.Form = scratch
	case d.Form == FormGoogle && c&(classHigh|classPct) != 0:
		scratch = appendGoogle(scratch[:0], p.Form)
		p.Form = scratch
	case d.Form == FormPython && (c&FormPython.changed() != 0 || bytes.HasPrefix(value, twoSlashes)):
		scratch = append(scratch[:0], pythonPath(value)...)
		p.Form = scratch
	}
	return p, scratch
}

// Match reports whether p matches path, which must be in the same form. It is
// leftmost-greedy over the literal pieces between stars: each piece is looked
// for once, from where the one before it ended, so that the cost is linear in
// pattern and path for any number of stars.
func (p Pattern) Match(path []byte) bool {
	rest := p.Form
	star := -1
	if p.class&classStar != 0 && !p.literal {
		star = bytes.IndexByte(rest, '*')
	}
	if star < 0 {
		if p.Anchored {
			return bytes.Equal(path, rest)
		}
		return bytes.HasPrefix(path, rest)
	}
	if !bytes.HasPrefix(path, rest[:star]) {
		return false
	}
	path, rest = path[star:], rest[star+1:]
	for {
		star = bytes.IndexByte(rest, '*')
		if star < 0 {
			break
		}
		if star > 0 {
			at := bytes.Index(path, rest[:star])
			if at < 0 {
				return false
			}
			path = path[at+star:]
		}
		rest = rest[star+1:]
	}
	if p.Anchored {
		return bytes.HasSuffix(path, rest)
	}
	return bytes.Contains(path, rest)
}

// Piece is one part of a match: a literal run or a star, and the octets of the
// path that it took.
type Piece struct {
	Pattern Span // offsets into Pattern.Form
	Path    Span // offsets into the compared path
	Star    bool
}

// Match tells how a pattern met a path.
type Match struct {
	OK     bool
	Pieces []Piece // what was taken, left to right; up to the miss where OK is false
	Miss   Miss    // where it stopped, if it did
}

// Miss is the place at which a pattern stopped matching.
type Miss struct {
	Pattern int  // offset in Pattern.Form of the octet, or the piece, that found no match
	Path    int  // offset in the compared path
	Search  bool // the piece stands after a star and was found nowhere from Path on
	Anchor  bool // everything matched, but "$" wants the path to end at Path
}

// Explain matches p against path, and tells what each piece took and where it
// stopped. Its verdict is that of Match.
func (p Pattern) Explain(path []byte) Match {
	var m Match
	pos, at := 0, 0 // in pattern and path
	for first := true; ; first = false {
		end := len(p.Form)
		if !p.literal {
			if i := bytes.IndexByte(p.Form[pos:], '*'); i >= 0 {
				end = pos + i
			}
		}
		piece, last := p.Form[pos:end], end == len(p.Form)
		from := at
		switch {
		case first:
			n := commonPrefix(path, piece)
			if n < len(piece) {
				m.add(0, n, 0, n, false)
				m.Miss = Miss{Pattern: n, Path: n}
				return m
			}
		case last && p.Anchored:
			if !bytes.HasSuffix(path[at:], piece) {
				m.Miss = Miss{Pattern: pos, Path: at, Search: true}
				return m
			}
			at = len(path) - len(piece)
		default:
			i := bytes.Index(path[at:], piece)
			if i < 0 {
				m.Miss = Miss{Pattern: pos, Path: at, Search: true}
				return m
			}
			at += i
		}
		if !first {
			if last && len(piece) == 0 {
				at = len(path) // a final star takes all that is left
			}
			m.add(pos-1, pos, from, at, true)
		}
		m.add(pos, end, at, at+len(piece), false)
		at += len(piece)
		if last {
			break
		}
		pos = end + 1
	}
	if p.Anchored && at != len(path) {
		m.Miss = Miss{Pattern: len(p.Form), Path: at, Anchor: true}
		return m
	}
	m.OK = true
	return m
}

func (m *Match) add(p0, p1, s0, s1 int, star bool) {
	if star || p1 > p0 {
		m.Pieces = append(m.Pieces, Piece{Span{int32(p0), int32(p1)}, Span{int32(s0), int32(s1)}, star})
	}
}

func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// folder is the pattern <dir>/$ that google takes an Allow of <dir>/index.htm
// for.
func (p Pattern) folder() Pattern {
	return Pattern{Form: p.Form[:indexFolder(p.Form)], Anchored: true, class: p.class}
}

// indexFolder returns the length of "<dir>/" where the last segment of pattern
// begins with index.htm, or 0 (robots.cc, HandleAllow).
func indexFolder(pattern []byte) int {
	slash := bytes.LastIndexByte(pattern, '/')
	if slash < 0 || !bytes.HasPrefix(pattern[slash:], indexName) {
		return 0
	}
	return slash + 1
}

var indexName = []byte("/index.htm")
