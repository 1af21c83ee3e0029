package engine

import "sort"

// Lookup asks a Matcher. It keeps scratch memory, so that an answer allocates
// nothing (python excepted), and belongs to one goroutine.
type Lookup struct {
	m       *Matcher
	path    []byte
	form    []byte
	stamps  []uint32 // of Matcher.starred: the URL for which it was last tried
	stamp   uint32
	matches int32
	best    tally // of the most octets so far
}

// NewLookup returns a Lookup of m for one goroutine.
func (m *Matcher) NewLookup() *Lookup {
	return &Lookup{m: m, stamps: make([]uint32, len(m.starred))}
}

// Verdict answers one URL.
func (l *Lookup) Verdict(url string) Verdict {
	m := l.m
	path, _ := CutURL(url)
	switch {
	case m.dialect.RobotsTxtAllowed && path == "/robots.txt":
		return Verdict{Allowed: true, Reason: ReasonRobotsTxt}
	case m.reason != ReasonNoMatch:
		return Verdict{Allowed: true, Reason: m.reason}
	}
	l.path = append(l.path[:0], path...)
	form := l.path
	switch {
	case m.dialect.Form == FormPython:
		form = append(l.form[:0], pythonURL(url)...)
		l.form = form
	case m.dialect.Form == FormRFC && classOf(form)&(classEscape|classStar|classDollar) != 0:
		l.form = appendRFC(l.form[:0], form, false)
		form = l.form
	}
	l.matches, l.best = 0, tally{octets: -1}
	l.prefixes(form)
	l.exact(form)
	l.stars(form)
	return l.verdict()
}

// take counts a pattern that matches.
func (l *Lookup) take(t *tally) {
	l.matches += t.count
	switch {
	case l.m.dialect.FirstMatch:
		if l.best.octets < 0 {
			l.best = *t
			return
		}
		if t.index() < l.best.index() {
			l.best = *t
		}
	case t.octets > l.best.octets:
		l.best = *t
	case t.octets == l.best.octets:
		l.best.allow.first(t.allow)
		l.best.disallow.first(t.disallow)
	}
}

// index is that of the first rule of t.
func (t *tally) index() int32 {
	at := t.allow
	at.first(t.disallow)
	return at.index
}

// prefixes takes the patterns that form begins with: they all lie on the chain
// of parents from the last one that sorts before it.
func (l *Lookup) prefixes(form []byte) {
	nodes := l.m.prefix
	lo, hi := 0, len(nodes)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if nodes[mid].form <= string(form) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for at := int32(lo) - 1; at >= 0; at = nodes[at].parent {
		n := &nodes[at]
		if len(form) >= len(n.form) && string(form[:len(n.form)]) == n.form {
			l.take(&n.tally)
		}
	}
}

// exact takes the pattern that is the whole of form.
func (l *Lookup) exact(form []byte) {
	nodes := l.m.exact
	i := sort.Search(len(nodes), func(i int) bool { return nodes[i].form >= string(form) })
	if i < len(nodes) && nodes[i].form == string(form) {
		l.take(&nodes[i].tally)
	}
}

// stars tries the starred rules whose window stands in form.
func (l *Lookup) stars(form []byte) {
	for i := range l.m.always {
		l.try(&l.m.always[i], form)
	}
	if len(l.m.starred) == len(l.m.always) {
		return
	}
	l.stamp++
	if l.stamp == 0 {
		clear(l.stamps)
		l.stamp = 1
	}
	for size, n := range windowSizes {
		t := &l.m.windows[size]
		if len(t.slots) == 0 {
			continue
		}
		for i := 0; i+n <= len(form); i++ {
			s := &t.slots[t.slot(window(form[i:], n))]
			for _, r := range t.rules[s.start:s.end] {
				if l.stamps[r] != l.stamp {
					l.stamps[r] = l.stamp
					l.try(&l.m.starred[r], form)
				}
			}
		}
	}
}

// try matches one starred rule.
func (l *Lookup) try(r *starredRule, form []byte) {
	p := r.pattern
	ok := p.Match(form)
	if !ok && r.folder {
		p = p.folder()
		ok = p.Match(form)
	}
	if !ok {
		return
	}
	t := tally{octets: int32(p.Octets()), allow: noRule, disallow: noRule}
	t.add(r.index, r.rule)
	l.take(&t)
}

// verdict is what the patterns that were taken come to.
func (l *Lookup) verdict() Verdict {
	if l.matches == 0 {
		return Verdict{Allowed: true, Reason: l.m.reason}
	}
	allowed := l.best.allow.index >= 0
	v := Verdict{Allowed: allowed, Octets: l.best.octets, Reason: ReasonLongestMatch}
	if l.m.dialect.FirstMatch {
		v.Reason = ReasonFirstMatch
		v.Allowed = l.best.allow.index == l.best.index()
	} else if l.matches == 1 {
		v.Reason = ReasonOnlyMatch
	} else if allowed && l.best.disallow.index >= 0 {
		v.Reason = ReasonAllowOnTie
	}
	v.Line = l.best.disallow.line
	if v.Allowed {
		v.Line = l.best.allow.line
	}
	return v
}

// Verdict answers one URL; for many, keep a Lookup.
func (m *Matcher) Verdict(url string) Verdict { return m.NewLookup().Verdict(url) }
