package lint

import (
	"bytes"
	"strings"

	"robotslens/engine"
)

// queryRules look at what a pattern catches beyond, or short of, what it seems
// to say.
var queryRules = []Rule{
	{ID: "RX415", Name: "host-case", Severity: Warn, Dialects: both, Fix: "no", Source: "RFC 9309, 2.2.2",
		Doc: "Paths are compared with case.", check: (*linter).pathCase},
	{ID: "RX416", Name: "no-trailing-slash", Severity: Info, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.2",
		Doc: "A rule is the start of a path, not a folder.", check: (*linter).noTrailingSlash},
	{ID: "RX417", Name: "trailing-slash", Severity: Info, Dialects: both, Fix: "no", Source: "RFC 9309, 2.2.2",
		Doc: "/shop/ does not cover /shop.", check: (*linter).trailingSlash},
	{ID: "RX418", Name: "query-anchored", Severity: Warn, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.2",
		Doc: "/?x= matches only the home page's query.", check: (*linter).queryAnchored},
	{ID: "RX419", Name: "pdf-dollar", Severity: Info, Dialects: both, Fix: "no", Source: "RFC 9309, 2.2.3", Once: true,
		Doc: "A rule that ends in .pdf$ misses the file with a query.", check: (*linter).fileDollar},
	{ID: "RX420", Name: "index-html", Severity: Info, Dialects: []string{"google"}, Fix: "no", Source: "google/robotstxt, robots.cc",
		Doc: "At Google an Allow of index.html also opens its folder.", check: (*linter).indexHTML},
	{ID: "RX421", Name: "query-loose", Severity: Info, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.3", Once: true,
		Doc: "A parameter after a bare * is also found at the end of a longer name.", check: (*linter).queryLoose},
}

// pathCase tells of rules that differ only in case and say opposite things.
// Two that say the same are plainly meant to cover both.
func (l *linter) pathCase() {
	for _, s := range l.viewRFC().scopes {
		seen := map[string][]*pat{}
		for i := range s.pats {
			p := &s.pats[i]
			key := strings.ToLower(string(p.pattern.Form))
			for _, q := range seen[key] {
				if q.allow != p.allow && q.pattern.Anchored == p.pattern.Anchored && !bytes.Equal(q.pattern.Form, p.pattern.Form) {
					r, other := &l.rows[p.line-1], &l.rows[q.line-1]
					f := l.report(r.valueSpan(), "%s %s and %s %s in line %d differ only in case, and paths are compared with case: each holds for its own spelling. Check which one the site uses.",
						r.verb(), clip(r.value), other.verb(), clip(other.value), other.num)
					f.relate(other.num, "differs only in case")
					break
				}
			}
			if len(seen[key]) < 8 {
				seen[key] = append(seen[key], p)
			}
		}
	}
	l.found = dropRepeats(l.found, l.rule.ID)
}

// dropRepeats keeps one finding of id for each span: several selections may
// hold the same rules.
func dropRepeats(all []found, id string) []found {
	seen := map[Span]bool{}
	out := all[:0]
	for _, f := range all {
		if f.ID == id {
			if seen[f.Span] {
				continue
			}
			seen[f.Span] = true
		}
		out = append(out, f)
	}
	return out
}

// urlsAsked bounds how many URLs of the list are looked at.
const urlsAsked = 20_000

func (l *linter) noTrailingSlash() {
	v := l.viewRFC()
	told := map[int32]bool{}
	tell := func(p *pat, what string) *found {
		told[p.line] = true
		r := &l.rows[p.line-1]
		f := l.report(r.valueSpan(), "%s %s is the start of a path, not a folder: it also catches %s. Write %s/ for the folder, and %s$ if the page itself is meant too.",
			r.verb(), clip(r.value), clip([]byte(what)), clip(r.value), clip(r.value))
		f.fix("Write the folder and the page", false, l.split(r, string(r.value)+"$", string(r.value)+"/"))
		return f
	}
	s := v.star()
	if s == nil {
		return
	}
	for _, url := range l.in.URLs[:min(len(l.in.URLs), urlsAsked)] {
		t := engine.NewTarget(url, engine.RFC)
		allowed, by := s.decide(t.Form)
		if allowed || told[by.line] || !openEnd(by) || len(t.Form) <= len(by.pattern.Form) || !wordByte(t.Form[len(by.pattern.Form)]) {
			continue
		}
		tell(by, t.Path)
	}
}

// openEnd reports whether the pattern is a plain path that ends inside a word.
func openEnd(p *pat) bool {
	form := p.pattern.Form
	n := len(form)
	return !p.pattern.Anchored && n > 1 && bytes.IndexByte(form, '*') < 0 && bytes.IndexByte(form, '?') < 0 && wordByte(form[n-1])
}

func wordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.'
}

func (l *linter) trailingSlash() {
	s := l.viewRFC().star()
	if s == nil || len(l.in.URLs) == 0 {
		return
	}
	told := map[int32]bool{}
	for _, url := range l.in.URLs[:min(len(l.in.URLs), urlsAsked)] {
		t := engine.NewTarget(url, engine.RFC)
		if strings.HasSuffix(t.Form, "/") {
			continue
		}
		for _, i := range s.verb(false).byLit[t.Form+"/"] {
			p := &s.pats[i]
			if p.pattern.Anchored || string(p.pattern.Form) != t.Form+"/" || told[p.line] {
				continue
			}
			if allowed, _ := s.decide(t.Form); allowed {
				told[p.line] = true
				r := &l.rows[p.line-1]
				l.report(r.valueSpan(), "Disallow %s does not cover %s, which is on the list and allowed. Add Disallow: %s$ if it is meant too.", clip(r.value), clip([]byte(t.Path)), clip([]byte(t.Path)))
			}
		}
	}
}

func (l *linter) queryAnchored() {
	l.paths(func(r *row) {
		v := string(r.value)
		if !strings.HasPrefix(v, "/?") {
			return
		}
		name := strings.TrimPrefix(v, "/?")
		if name == "$" {
			return
		}
		if name != "*" && strings.HasPrefix(name, "*") {
			p := l.report(r.valueSpan(), "%s %s holds only for the home page, since a rule starts at the root. For every page write /*?%s.", r.verb(), clip(r.value), clip([]byte(name)))
			p.fix("Write it for every page", false, r.setValue("/*?"+name))
			return
		}
		if strings.Trim(name, "*") == "" {
			p := l.report(r.valueSpan(), "%s %s holds only for queries of the home page, since a rule starts at the root. For those of every page write /*?.", r.verb(), clip(r.value))
			p.fix("Write /*?", false, r.setValue("/*?"))
			return
		}
		p := l.report(r.valueSpan(), "%s %s holds only for the home page, since a rule starts at the root. For the parameter on every page and in every place write /*?%s and /*&%s.", r.verb(), clip(r.value), clip([]byte(name)), clip([]byte(name)))
		p.fix("Write it for every page and place", false, l.split(r, "/*?"+name, "/*&"+name))
	})
}

func (l *linter) fileDollar() {
	l.paths(func(r *row) {
		v := r.value
		n := len(v)
		if r.allows() || n < 4 || v[n-1] != '$' || r.has&hasStar == 0 {
			return
		}
		dot := bytes.LastIndexByte(v, '.')
		if dot < 0 || n-1-dot < 3 || n-1-dot > 6 || bytes.IndexFunc(v[dot+1:n-1], func(c rune) bool { return !wordByte(byte(c)) || c > 0x7F }) >= 0 {
			return
		}
		l.report(r.part(n-1, n), "With $ the rule misses %s?v=2, as the query belongs to what is compared. Without $ it also catches what goes on after %s.", clip(v[dot:n-1]), clip(v[dot:n-1]))
	})
}

func (l *linter) indexHTML() {
	for i := range l.rows {
		g := l.google.Lines[i]
		if g.Notes&engine.NoteIndexHTML == 0 {
			continue
		}
		v := g.Value.Of(l.src)
		folder := v[:bytes.LastIndexByte(v, '/')+1]
		l.report(Span{int(g.Value.Start), int(g.Value.End)}, "At Google this Allow of %s also counts as Allow: %s$, the folder itself. Other crawlers do not do so: add that line if it is meant.", clip(v), clip(folder))
	}
}

// queryName reports whether v begins with a parameter's name and "=".
func queryName(v string) bool {
	eq := strings.IndexByte(v, '=')
	if eq < 1 {
		return false
	}
	for i := range eq {
		if c := v[i]; !wordByte(c) && c != '[' && c != ']' && c != '%' || c == '.' {
			return false
		}
	}
	return true
}

func (l *linter) queryLoose() {
	l.paths(func(r *row) {
		if r.has&hasStar == 0 {
			return
		}
		v := strings.TrimSuffix(string(r.value), "*")
		star := strings.LastIndexByte(v, '*')
		if star < 0 || !queryName(v[star+1:]) {
			return
		}
		head, name := v[:star], v[star+1:]
		head = strings.TrimSuffix(strings.TrimSuffix(head, "*"), "?")
		head = strings.TrimSuffix(head, "*")
		eq := strings.IndexByte(name, '=')
		p := l.report(r.part(star, star+1+eq+1), "*%s also catches any longer name that ends so, such as x%s. Write *?%s and *&%s for the parameter itself.", name[:eq+1], name[:eq+1], name[:eq+1], name[:eq+1])
		p.fix("Write the parameter after ? and after &", false, l.split(r, head+"*?"+name, head+"*&"+name))
	})
}
