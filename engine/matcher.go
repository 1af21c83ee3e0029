package engine

// Matcher answers many URLs for one selection. It is built once, and then the
// cost of an answer follows the length of the URL and the few rules that can
// match it, not the number of rules. It agrees with Explain on the whole
// Verdict. A Matcher is not changed after it is built, and may be used by
// several goroutines, each with a Lookup of its own. It keeps the file's Src.
type Matcher struct {
	dialect Dialect
	reason  Reason // where no rule matches
	prefix  patterns
	exact   patterns // with "$" and no star
	starred patterns
	windows [len(windowSizes)]windowTable
	next    []int32 // of starred: one more that is filed under the same window, plus one
	always  []int32 // of starred: those that no window can find
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

// NewMatcher builds the index for the groups of s.
func (f *File) NewMatcher(s Selection) *Matcher {
	m := &Matcher{dialect: f.Dialect, reason: ReasonNoGroup}
	if len(s.Groups) == 0 {
		return m
	}
	m.reason = ReasonNoRules
	m.reserve(f, s)
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
			m.add(f, i, r)
		}
	}
	m.fileStars()
	return m
}

// reserve makes room for the patterns of s.
func (m *Matcher) reserve(f *File, s Selection) {
	var prefix, exact, starred int
	for _, g := range s.Groups {
		span := f.Groups[g].Rules
		for _, r := range f.Rules[span.Start:span.End] {
			switch {
			case f.Dialect.NoWildcards || r.class&(classStar|classDollar|classIndex) == 0:
				prefix++
			case r.class&classStar != 0:
				starred++
			default: // an inner "$" or an index.htm may go into either
				prefix++
				exact++
			}
		}
	}
	m.prefix.reserve(prefix)
	m.exact.reserve(exact)
	m.starred.reserve(starred)
}

func (m *Matcher) add(f *File, i int32, r Rule) {
	p := f.Compile(r)
	folder := r.class&classIndex != 0
	switch {
	case !p.literal && p.class&classStar != 0:
		m.starred.add(p, folder, i, r)
		return
	case p.Anchored:
		m.exact.add(p, false, i, r)
	default:
		m.prefix.add(p, false, i, r)
	}
	if folder { // where a literal index.htm matches, its folder does not
		m.exact.add(p.folder(), false, i, r)
	}
}
