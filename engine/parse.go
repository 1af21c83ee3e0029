package engine

import (
	"bytes"
	"sort"
)

// Line is one line of a file. Offsets are octets into File.Src; the number of
// a line is its index in File.Lines plus one.
type Line struct {
	Start, End, Next    int32 // text is Src[Start:End], the line end Src[End:Next]
	Key, Value, Comment Span  // as in Scanned, but offsets into Src
	Group               int32 // index into File.Groups; -1 before the first and for Sitemap
	Rule                int32 // index into File.Rules, -1 for other lines
	Notes               Notes
	Kind                Kind
}

// Rule is an allow or disallow line that belongs to a group.
type Rule struct {
	Line  int32 // 1-based
	Group int32 // index into File.Groups
	Path  Span  // the pattern as written
	Allow bool
	class class // which octets the pattern holds
}

// Agent is a user-agent line.
type Agent struct {
	Line  int32 // 1-based
	Group int32 // index into File.Groups
	Name  Span  // the value as compared: google cuts it
	Star  bool  // the value is "*"
}

// Group is one or more user-agent lines and the rules after them (RFC 9309,
// 2.1).
type Group struct {
	Agents, Rules Span  // ranges of File.Agents and File.Rules
	First, Last   int32 // 1-based lines: the first user-agent line and the last record
	Star          bool  // one of its user-agent lines is "*"
	Lost          bool  // python: a blank line dropped it before it had rules
}

// File is a parsed robots.txt. It is not changed after Parse.
type File struct {
	Src     []byte
	Dialect Dialect
	Lines   []Line // never empty; each octet of Src is in exactly one line
	Agents  []Agent
	Groups  []Group
	Rules   []Rule
	BOM     int // octets of a byte order mark that were skipped
}

// Limit is the size in octets that a crawler must at least parse; what lies
// beyond may be ignored (RFC 9309, 2.5).
const Limit = 500 * 1024

// Parse reads src as d does. It never fails: any octets are a robots.txt.
// The file keeps src, which must not be changed while the file is in use.
// Files beyond 2 GiB are cut there.
func Parse(src []byte, d Dialect) *File {
	if len(src) > 1<<31-2 {
		src = src[:1<<31-2]
	}
	f := &File{Src: src, Dialect: d, BOM: bomLen(src, d.BOM)}
	crs := bytes.Count(src, carriage)
	n := 1 + bytes.Count(src, newline) + crs
	f.Lines = make([]Line, 0, n)
	f.Rules = make([]Rule, 0, n)
	p := parser{File: f, group: -1}
	// The next of either kind is looked for only when the last one is passed, so
	// that a file of nothing but CR is not searched for LF again at each of them.
	lf, cr := -1, -1
	if crs == 0 {
		cr = len(src)
	}
	for at := 0; ; {
		lf, cr = nextOctet(src, '\n', lf, at), nextOctet(src, '\r', cr, at)
		end := min(lf, cr)
		next := min(end+1, len(src))
		if cr < lf && next == lf {
			next = min(lf+1, len(src)) // CR LF is one end
		}
		p.line(at, end, next)
		if end == next {
			break
		}
		at = next
	}
	p.loseGroup() // the file ended before the record had content
	return f
}

// nextOctet is the offset of the first c in src from at on, len(src) where there
// is none. last is what it returned before, or -1.
func nextOctet(src []byte, c byte, last, at int) int {
	if last >= at {
		return last
	}
	if i := bytes.IndexByte(src[at:], c); i >= 0 {
		return at + i
	}
	return len(src)
}

var newline, carriage, twoSlashes = []byte{'\n'}, []byte{'\r'}, []byte("//")

// bomLen returns how many octets of a byte order mark at the start of src are
// skipped.
func bomLen(src []byte, r BOMRule) int {
	const mark = "\xEF\xBB\xBF"
	n := 0
	for n < len(src) && n < len(mark) && src[n] == mark[n] {
		n++
	}
	if r == BOMKept || r == BOMSkipped && n < len(mark) {
		return 0
	}
	return n
}

// parser makes groups out of lines.
type parser struct {
	*File
	group    int32 // the group that lines belong to now, -1 for none
	inAgents bool  // the last user-agent line is not yet followed by a rule
	scanned  Scanned
}

func (p *parser) line(start, end, next int) {
	p.Lines = append(p.Lines, Line{Start: int32(start), End: int32(end), Next: int32(next), Group: -1, Rule: -1})
	from := start
	if start == 0 {
		from = min(p.BOM, end)
	}
	if p.Dialect.ManyLineEnds {
		for {
			at, n := pythonBreak(p.Src[from:end])
			if at < 0 {
				break
			}
			p.record(from, from+at)
			from += at + n
		}
	}
	p.record(from, end)
}

// record reads Src[from:end], which is the last line or, in python, a part of
// it. What stands in the line's fields is the last part with text.
func (p *parser) record(from, end int) {
	s := &p.scanned
	s.scan(p.Src[from:end], &p.Dialect)
	off := int32(from)
	l := &p.Lines[len(p.Lines)-1]
	if s.Kind != KindBlank || l.Kind == KindBlank {
		l.Key = Span{s.Key.Start + off, s.Key.End + off}
		l.Value = Span{s.Value.Start + off, s.Value.End + off}
		l.Comment = Span{s.Comment.Start + off, s.Comment.End + off}
		l.Notes, l.Kind = s.Notes, s.Kind
	}
	switch s.Kind {
	case KindUserAgent:
		p.agent(l)
	case KindAllow, KindDisallow:
		p.rule(l)
	case KindSitemap:
		return // belongs to no group
	case KindBlank, KindCrawlDelay, KindOther:
		if p.Dialect.BlankEndsGroup {
			p.pythonRecord(s.Kind, from == end, l)
		}
	}
	l.Group = p.group
	if p.group >= 0 && s.Kind != KindBlank && s.Kind != KindComment && s.Kind != KindNoRecord {
		p.Groups[p.group].Last = int32(len(p.Lines))
	}
}

func (p *parser) agent(l *Line) {
	if !p.inAgents {
		p.group = int32(len(p.Groups))
		a, r := int32(len(p.Agents)), int32(len(p.Rules))
		p.Groups = append(p.Groups, Group{Agents: Span{a, a}, Rules: Span{r, r}, First: int32(len(p.Lines))})
		p.inAgents = true
	}
	a := Agent{Line: int32(len(p.Lines)), Group: p.group, Name: l.Value}
	value := l.Value.Of(p.Src)
	a.Star = len(value) == 1 && value[0] == '*' || p.Dialect.AgentInName && pythonUnquote(string(value)) == "*"
	tokenLen := tokenPrefix(value)
	if !a.Star && p.Dialect.StarWithTail && len(value) > 1 && value[0] == '*' && isSpaceC(value[1]) {
		a.Star = true
		a.Name.End = a.Name.Start + 1
		l.Notes |= NoteStarTail
	}
	if !a.Star && tokenLen < len(value) {
		if p.Dialect.AgentCut {
			a.Name.End = a.Name.Start + int32(tokenLen)
			l.Notes |= NoteAgentCut
		} else {
			l.Notes |= NoteNotToken
		}
	}
	if len(value) == 0 {
		l.Notes |= NoteEmpty
	}
	p.Agents = append(p.Agents, a)
	g := &p.Groups[p.group]
	g.Agents.End++
	g.Star = g.Star || a.Star
}

func (p *parser) rule(l *Line) {
	if p.group < 0 {
		l.Notes |= NoteNoGroup
		return
	}
	p.inAgents = false
	value := l.Value.Of(p.Src)
	r := Rule{Line: int32(len(p.Lines)), Group: p.group, Path: l.Value, Allow: l.Kind == KindAllow, class: p.scanned.class}
	if bytes.HasPrefix(value, twoSlashes) {
		r.class |= classHost
	}
	switch d := &p.Dialect; {
	case len(value) == 0:
		l.Notes |= NoteEmpty
		if d.EmptyMatchesAll {
			l.Notes |= NoteEmptyAll
			r.Allow = true
		}
	case d.SpaceVoidsRule && r.class&classBlank != 0:
		l.Notes |= NoteSpace
	case value[0] != '/' && value[0] != '*':
		l.Notes |= NoteNoSlash
	case d.IndexHTML && r.Allow && indexFolder(value) > 0:
		l.Notes |= NoteIndexHTML
		r.class |= classIndex
	}
	l.Rule = int32(len(p.Rules))
	p.Rules = append(p.Rules, r)
	p.Groups[p.group].Rules.End++
}

// pythonRecord does what urllib.robotparser does at lines that are neither
// user-agent nor rule: an empty one ends the record, and drops it when it has
// only user-agent lines; Crawl-delay and Request-rate count as its content.
func (p *parser) pythonRecord(k Kind, empty bool, l *Line) {
	switch {
	case empty && p.group >= 0:
		p.loseGroup()
		p.group, p.inAgents = -1, false
	case k == KindCrawlDelay || k == KindOther && bytes.EqualFold(l.Key.Of(p.Src), requestRate):
		p.inAgents = false
	}
}

// loseGroup drops the group at hand if it has only user-agent lines.
func (p *parser) loseGroup() {
	if !p.inAgents || !p.Dialect.BlankEndsGroup {
		return
	}
	g := &p.Groups[p.group]
	g.Lost = true
	for _, a := range p.Agents[g.Agents.Start:g.Agents.End] {
		p.Lines[a.Line-1].Notes |= NoteGroupLost
	}
}

var requestRate = []byte("request-rate")

// Text returns the octets of line num (1-based) without its line end.
func (f *File) Text(num int) []byte {
	l := f.Lines[num-1]
	return f.Src[l.Start:l.End]
}

// LineAt returns the number (1-based) of the line that holds octet off of Src.
// An offset at the end of the file is in the last line.
func (f *File) LineAt(off int) int {
	return sort.Search(len(f.Lines)-1, func(i int) bool { return int(f.Lines[i].Next) > off }) + 1
}

// CutLine returns the line (1-based) in which octet 512,000 lies, at which a
// crawler may stop reading (RFC 9309, 2.5), or 0 where the file is no longer.
func (f *File) CutLine() int {
	if len(f.Src) <= Limit {
		return 0
	}
	return f.LineAt(Limit)
}

// Pattern returns the pattern of r as written.
func (f *File) Pattern(r Rule) string { return string(r.Path.Of(f.Src)) }

// tokenPrefix returns how many octets at the start of v can stand in a product
// token: letters, "-" and "_" (RFC 9309, 2.2.1).
func tokenPrefix(v []byte) int {
	for i, c := range v {
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || c == '-' || c == '_') {
			return i
		}
	}
	return len(v)
}

// isSpaceC is C's isspace in the "C" locale.
func isSpaceC(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }
