package engine

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
	return &Lookup{m: m, stamps: make([]uint32, len(m.starred.nodes))}
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
	l.exact(form, l.prefixes(form))
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

// prefixes takes the patterns that form begins with, and returns its hash.
func (l *Lookup) prefixes(form []byte) (h uint64) {
	p := &l.m.prefix
	if len(p.nodes) == 0 {
		return hashOf(form)
	}
	for i := 0; ; i++ {
		if p.filter.has(h) {
			if n := p.find(h, form[:i]); n != nil {
				l.take(&n.tally)
			}
		}
		if i == len(form) {
			return h
		}
		h = step(h, form[i])
	}
}

// exact takes the pattern that is the whole of form, whose hash is h.
func (l *Lookup) exact(form []byte, h uint64) {
	p := &l.m.exact
	if len(p.nodes) > 0 && p.filter.has(h) {
		if n := p.find(h, form); n != nil {
			l.take(&n.tally)
		}
	}
}

// stars tries the starred patterns whose window stands in form.
func (l *Lookup) stars(form []byte) {
	m := l.m
	for _, i := range m.always {
		l.try(&m.starred.nodes[i], form)
	}
	if len(m.starred.nodes) == len(m.always) {
		return
	}
	l.stamp++
	if l.stamp == 0 {
		clear(l.stamps)
		l.stamp = 1
	}
	for size, n := range windowSizes {
		t := &m.windows[size]
		if len(t.slots) == 0 {
			continue
		}
		for i := 0; i+n <= len(form); i++ {
			key := window(form[i:], n)
			if !t.filter.has(key * spread) {
				continue
			}
			for at := t.slot(key).first; at > 0; at = m.next[at-1] {
				if l.stamps[at-1] == l.stamp {
					break // and so are those that follow it
				}
				l.stamps[at-1] = l.stamp
				l.try(&m.starred.nodes[at-1], form)
			}
		}
	}
}

// try matches one starred pattern.
func (l *Lookup) try(n *node, form []byte) {
	if n.pattern.Match(form) {
		l.take(&n.tally)
		return
	}
	if !n.folder {
		return
	}
	if p := n.pattern.folder(); p.Match(form) {
		t := n.tally
		t.octets = int32(p.Octets())
		l.take(&t)
	}
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
