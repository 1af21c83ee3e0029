package lint

import (
	"sort"
	"strings"

	"robotslens/engine"
)

// view is a file as one dialect reads it, with its rules compiled.
type view struct {
	file   *engine.File
	pats   []pat // by index into File.Rules; line 0 for a rule that is void
	scopes []*scope
	byName map[string]*scope // lower-case agent name, or "*"
	inner  map[int32]int     // rule -> number of scopes that hold it
}

// scope is the groups that one or more agents select, combined (RFC 9309,
// 2.2.1), and indexes of their rules.
type scope struct {
	file   *engine.File
	agents []string // as first written
	lines  []int    // of their user-agent lines
	who    engine.Crawler
	groups []int32
	pats   []pat          // in file order
	verbs  [2]*index      // of Disallow and of Allow
	asked  *engine.Lookup // made when first needed
}

// viewRFC and viewGoogle make the views when they are first needed.
func (l *linter) viewRFC() *view    { return l.view(0, l.rfc) }
func (l *linter) viewGoogle() *view { return l.view(1, l.google) }

func (l *linter) view(i int, f *engine.File) *view {
	if l.views[i] == nil {
		l.views[i] = newView(f)
	}
	return l.views[i]
}

func newView(f *engine.File) *view {
	v := &view{file: f, pats: make([]pat, len(f.Rules)), byName: map[string]*scope{}, inner: map[int32]int{}}
	for i, r := range f.Rules {
		notes := f.Lines[r.Line-1].Notes
		if notes&(engine.NoteEmpty|engine.NoteSpace|engine.NoteNoSlash) != 0 {
			continue
		}
		p := f.Compile(r)
		v.pats[i] = pat{rule: int32(i), line: r.Line, allow: r.Allow, octets: p.Octets(), pattern: p,
			lit: string(start(p)), only: notes&engine.NoteIndexHTML != 0}
	}
	groups := map[string][]int32{} // agent -> groups
	lines := map[string][]int{}
	written := map[string]string{}
	var order []string
	for _, a := range f.Agents {
		name := string(a.Name.Of(f.Src))
		if a.Star {
			name = "*"
		}
		key := strings.ToLower(name)
		if key == "" {
			continue
		}
		g, known := groups[key]
		if !known {
			order = append(order, key)
			written[key] = name
		}
		if len(g) == 0 || g[len(g)-1] != a.Group {
			groups[key] = append(g, a.Group)
		}
		lines[key] = append(lines[key], int(a.Line))
	}
	same := map[string]*scope{} // by its groups
	for _, key := range order {
		var id strings.Builder
		for _, g := range groups[key] {
			id.WriteByte(byte(g))
			id.WriteByte(byte(g >> 8))
			id.WriteByte(byte(g >> 16))
		}
		s := same[id.String()]
		if s == nil {
			s = v.newScope(groups[key])
			same[id.String()] = s
			v.scopes = append(v.scopes, s)
			if key == "*" {
				s.who = engine.Crawler{}
			} else {
				s.who = engine.Token(written[key])
			}
		}
		s.agents = append(s.agents, written[key])
		s.lines = append(s.lines, lines[key]...)
		v.byName[key] = s
	}
	return v
}

func (v *view) newScope(groups []int32) *scope {
	s := &scope{file: v.file, groups: groups}
	rules := 0
	for _, g := range groups {
		rules += v.file.Groups[g].Rules.Len()
	}
	s.pats = make([]pat, 0, rules)
	for _, g := range groups {
		r := v.file.Groups[g].Rules
		for i := r.Start; i < r.End; i++ {
			if v.pats[i].line > 0 {
				s.pats = append(s.pats, v.pats[i])
				v.inner[i]++
			}
		}
	}
	return s
}

// decide is the engine's verdict for a path in compared form, and the deciding
// rule or nil.
func (s *scope) decide(path string) (allowed bool, by *pat) {
	v := s.verdict(path)
	if v.Line == 0 {
		return v.Allowed, nil
	}
	i := sort.Search(len(s.pats), func(i int) bool { return s.pats[i].line >= v.Line })
	return v.Allowed, &s.pats[i]
}

func (s *scope) verdict(path string) engine.Verdict {
	if s.asked == nil {
		s.asked = s.file.NewMatcher(engine.Selection{Groups: s.groups}).NewLookup()
	}
	return s.asked.Verdict(asURL(path))
}

// star is the scope of "*", or nil.
func (v *view) star() *scope { return v.byName["*"] }

// verb is the index of the Allow or the Disallow rules.
func (s *scope) verb(allow bool) *index {
	i := 0
	if allow {
		i = 1
	}
	if s.verbs[i] == nil {
		s.verbs[i] = newIndex(s.pats, allow)
	}
	return s.verbs[i]
}

// budget bounds the work of an analysis, so that a file made to be hard makes
// it silent and not slow.
type budget int

func (b *budget) spend(n int) bool {
	*b -= budget(n)
	return *b > 0
}
