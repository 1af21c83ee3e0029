package lint

import (
	"bytes"
	"slices"
	"sort"
	"strconv"
	"strings"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

// agentRules look at user-agent lines.
var agentRules = []Rule{
	{ID: "RX201", Name: "rule-outside-group", Severity: Error, Dialects: every, Fix: "ask", Source: "RFC 9309, 2.2.2",
		Doc: "A rule before the first user-agent line belongs to nobody.", check: (*linter).outsideGroup},
	{ID: "RX202", Name: "empty-agent", Severity: Error, Dialects: every, Fix: "no", Source: "RFC 9309, 2.2.1",
		Doc: "A user-agent line without a name names nobody.", check: (*linter).emptyAgent},
	{ID: "RX203", Name: "several-agents-one-line", Severity: Error, Dialects: both, Fix: "safe", Source: "RFC 9309, 2.2.1", Silences: []string{"RX204", "RX205", "RX206", "RX207", "RX208"}, Once: true,
		Doc: "One user-agent line names one crawler.", check: (*linter).severalAgents},
	{ID: "RX204", Name: "agent-version", Severity: Error, Dialects: both, Fix: "safe", Source: "RFC 9309, 2.2.1", Silences: []string{"RX206", "RX208"},
		Doc: "A product token has no version.", check: (*linter).agentVersion},
	{ID: "RX205", Name: "agent-glob", Severity: Error, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.1", Silences: []string{"RX206", "RX208"},
		Doc: "A star inside a name is no wildcard.", check: (*linter).agentGlob},
	{ID: "RX206", Name: "agent-digit-space", Severity: Warn, Dialects: both, Fix: "no", Source: "RFC 9309, 2.2.1", Once: true,
		Doc: "A product token holds letters, hyphen and underscore.", check: (*linter).agentNotToken},
	{ID: "RX207", Name: "agent-full-ua", Severity: Error, Dialects: both, Fix: "ask", Source: "RFC 9309, 2.2.1", Silences: []string{"RX203", "RX204", "RX205", "RX206", "RX208"},
		Doc: "A whole User-Agent header is no product token.", check: (*linter).agentHeader},
	{ID: "RX208", Name: "known-agent-typo", Severity: Warn, Dialects: both, Fix: "ask", Source: "the catalogue of crawlers", Silences: []string{"RX206"},
		Doc: "The name is one slip away from that of a known crawler.", check: (*linter).agentTypo},
	{ID: "RX209", Name: "retired-agent", Severity: Info, Dialects: both, Fix: "no", Source: "the catalogue of crawlers", Once: true,
		Doc: "No crawler goes by this name any more.", check: (*linter).retiredAgent},
	{ID: "RX210", Name: "not-a-crawler", Severity: Info, Dialects: both, Fix: "no", Source: "the catalogue of crawlers", Once: true,
		Doc: "The token says how pages may be used; nothing fetches under it.", check: (*linter).notACrawler},
	{ID: "RX211", Name: "agent-ignores-star", Severity: Info, Dialects: []string{"google"}, Fix: "ask", Source: "Google, special-case crawlers",
		Doc: "Some crawlers do not go by the groups of *.", check: (*linter).ignoresStar},
	{ID: "RX212", Name: "user-fetcher", Severity: Info, Dialects: both, Fix: "no", Source: "the catalogue of crawlers", Once: true,
		Doc: "Fetches that a person asks for may not follow robots.txt.", check: (*linter).userFetcher},
}

func (l *linter) outsideGroup() {
	var p *found
	for i := range l.rows {
		r := &l.rows[i]
		if r.Notes&engine.NoteNoGroup == 0 {
			continue
		}
		if l.google.Lines[i].Notes&engine.NoteNoGroup == 0 {
			continue // a misspelt user-agent line stands above, and is told
		}
		if p != nil {
			p.relate(r.num, "ignored too")
			continue
		}
		p = l.report(r.lineSpan(), "No User-agent line stands above this rule, so every crawler ignores it. Put User-agent: * in front, if it is meant for all.")
		p.fix("Put User-agent: * in front", false, l.insertBefore(r.num, "User-agent: *"))
	}
}

func (l *linter) emptyAgent() {
	for i := range l.rows {
		if r := &l.rows[i]; r.Kind == engine.KindUserAgent && len(r.value) == 0 {
			l.report(r.keySpan(), "This User-agent line names no crawler. It still starts or continues a group: write a name, or * for all.")
		}
	}
}

// isToken reports whether v is a product token or "*".
func isToken(v []byte) bool {
	if len(v) == 0 {
		return false
	}
	for _, c := range v {
		if !(c|0x20 >= 'a' && c|0x20 <= 'z' || c == '-' || c == '_') {
			return len(v) == 1 && c == '*'
		}
	}
	return true
}

// known reports whether the catalogue or the list of retired tokens has name.
func (l *linter) known(name string) bool {
	e := l.cat.Lookup(name)
	return e != nil && strings.EqualFold(e.Token, name) || crawlers.RetiredToken(name) != nil
}

func (l *linter) severalAgents() {
	l.agents(func(r *row) {
		v := string(r.value)
		if isToken(r.value) || isHeader(v) {
			return
		}
		if name, rule, ok := lostLine(v); ok {
			p := l.report(r.valueSpan(), "A line end is missing: the rule stands on the User-agent line and is part of the name, so that this names nobody and closes nothing. Put %s on a line of its own.", clip([]byte(rule)))
			p.key = "lost line"
			p.fix("Part the lines", false, r.setValue(name+l.eol+rule))
			return
		}
		parts := strings.FieldsFunc(v, func(c rune) bool { return c == ',' || c == ';' || c == '|' })
		if len(parts) < 2 {
			parts = strings.Fields(v)
			for _, p := range parts {
				if !l.known(p) {
					return // words of one name
				}
			}
		}
		names := parts[:0:0]
		for _, p := range parts {
			if p = strings.TrimSpace(p); p != "" {
				if name, _, version := strings.Cut(p, "/"); version && isToken([]byte(name)) {
					p = name
				}
				if !isToken([]byte(p)) && !l.known(p) {
					return
				}
				names = append(names, p)
			}
		}
		if len(names) < 2 {
			return
		}
		p := l.report(r.valueSpan(), "One User-agent line names one crawler. Under the RFC this one names nobody, and Google reads only %s: write a line for each of %s.", names[0], list(names))
		p.key = strconv.Itoa(r.num)
		p.fix("Write one line for each", true, l.split(r, names...))
	})
}

// lostLine parts a name from a rule that follows on the same line.
func lostLine(v string) (name, rule string, ok bool) {
	low := lower([]byte(v))
	for _, key := range []string{"disallow:", "allow:"} {
		if i := bytes.Index(low, []byte(key)); i > 0 && (v[i-1] == ' ' || v[i-1] == '\t') {
			return strings.TrimSpace(v[:i]), v[i:], true
		}
	}
	return "", "", false
}

// isHeader tells a whole HTTP User-Agent header.
func isHeader(v string) bool {
	return strings.Contains(v, "Mozilla/") || strings.Contains(v, "(compatible") || strings.Contains(v, "://") ||
		strings.Count(v, "/") > 1 && strings.Contains(v, " ")
}

func (l *linter) agentVersion() {
	l.agents(func(r *row) {
		name, version, ok := bytes.Cut(r.value, []byte("/"))
		if !ok || !isToken(name) || len(version) > 0 && bytes.IndexByte([]byte("*0123456789vVxX."), version[0]) < 0 || bytes.IndexByte(version, ' ') >= 0 {
			return
		}
		p := l.report(r.valueSpan(), "A product token has no version. Under the RFC %s names no crawler, and Google cuts it at the slash: write %s.", clip(r.value), name)
		p.fix("Write "+string(name), true, r.setValue(string(name)))
	})
}

func (l *linter) agentGlob() {
	l.agents(func(r *row) {
		if r.has&hasStar == 0 || len(r.value) == 1 || bytes.IndexByte(r.value, '/') >= 0 {
			return
		}
		name := bytes.Trim(r.value, "* ")
		if len(name) == 0 {
			p := l.report(r.valueSpan(), "Only a single * stands for every crawler; %s names nobody under the RFC. Write *.", clip(r.value))
			p.fix("Write *", false, r.setValue("*"))
			return
		}
		google := "Google reads " + string(l.googleName(r.num))
		if len(l.googleName(r.num)) == 0 {
			google = "so it does at Google"
		} else if string(l.googleName(r.num)) == "*" {
			google = "Google takes it for *"
		}
		p := l.report(r.valueSpan(), "A star inside a name is no wildcard: %s names no crawler under the RFC, %s. Write the token itself, or * alone for all.", clip(r.value), google)
		if isToken(name) && l.known(string(name)) {
			p.fix("Write "+string(name), false, r.setValue(string(name)))
		}
	})
}

// googleName is the user-agent value of line num as Google cuts it.
func (l *linter) googleName(num int) []byte {
	all := l.google.Agents
	i := sort.Search(len(all), func(i int) bool { return int(all[i].Line) >= num })
	if i == len(all) || int(all[i].Line) != num {
		return nil
	}
	return all[i].Name.Of(l.src)
}

func (l *linter) agentNotToken() {
	l.agents(func(r *row) {
		if r.Notes&engine.NoteNotToken == 0 || r.has&hasStar != 0 || l.known(string(r.value)) {
			return
		}
		cut := l.googleName(r.num)
		google := "at Google it is cut to " + string(cut)
		if len(cut) == 0 {
			google = "at Google it is cut to nothing"
		}
		p := l.report(r.valueSpan(), "%s is no product token, which holds only letters, - and _. It names only a crawler that calls itself exactly that; %s. Look up the token of the crawler that is meant.", clip(r.value), google)
		if bytes.IndexFunc(r.value, func(c rune) bool { return c > 0x7F || !wordByte(byte(c)) }) < 0 {
			p.Severity, p.key = Info, "word" // such as archive.org_bot: some crawlers are called so
		}
	})
}

func (l *linter) agentHeader() {
	l.agents(func(r *row) {
		if !isHeader(string(r.value)) {
			return
		}
		e := l.cat.InHeader(string(r.value))
		if e == nil {
			l.report(r.valueSpan(), "This is a whole User-Agent header, which names no crawler. Write only the product token, such as Googlebot.")
			return
		}
		p := l.report(r.valueSpan(), "This is a whole User-Agent header, which names no crawler under the RFC. The product token is %s.", e.Token)
		p.fix("Write "+e.Token, false, r.setValue(e.Token))
	})
}

func (l *linter) agentTypo() {
	l.agents(func(r *row) {
		e := l.cat.Near(string(r.value))
		if e == nil {
			return
		}
		p := l.report(r.valueSpan(), "No known crawler is called %s. If %s is meant, which is compared letter by letter, write that.", clip(r.value), e.Token)
		p.fix("Write "+e.Token, false, r.setValue(e.Token))
	})
}

func (l *linter) retiredAgent() {
	l.agents(func(r *row) {
		old := crawlers.RetiredToken(string(r.value))
		if old == nil {
			return
		}
		now := "its crawler is gone"
		if len(old.Instead) > 0 {
			now = "the name now is " + list(old.Instead)
		}
		l.report(r.valueSpan(), "%s is a retired name: %s. %s.", clip(r.value), now, upperFirst(old.Notes)).key = strings.ToLower(old.Token)
	})
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func (l *linter) notACrawler() {
	l.agents(func(r *row) {
		e := l.cat.Lookup(string(r.value))
		if e == nil || e.Kind != crawlers.OptOut || !strings.EqualFold(e.Token, string(r.value)) {
			return
		}
		l.report(r.valueSpan(), "%s fetches nothing: it is a token by which %s asks how pages may be used. A Disallow opts out of that use and keeps no crawler away.", e.Token, e.Operator).key = e.Token
	})
}

// ignoresStar tells of crawlers that a closed site does not keep out.
func (l *linter) ignoresStar() {
	v := l.viewGoogle()
	star := v.star()
	if star == nil {
		return
	}
	allowed, by := star.decide(anyPage)
	if allowed || !by.everything() {
		return
	}
	var free []string
	for _, e := range l.cat.Entries() {
		if e.NoStar() && e.Stance() == crawlers.NamedGroupOnly && crawlers.RetiredToken(e.Token) == nil {
			if s := l.google.Select(engine.Crawler{Tokens: e.Tokens(), NoStar: true}); len(s.Groups) == 0 {
				free = append(free, e.Token)
			}
		}
	}
	if len(free) == 0 {
		return
	}
	line := star.lines[slices.Index(star.agents, "*")]
	for _, a := range l.google.Agents {
		if a.Star && a.Group == v.file.Rules[by.rule].Group {
			line = int(a.Line)
			break
		}
	}
	p := l.report(l.rows[line-1].valueSpan(), "Line %d closes the site for *, but %s do not go by * and may fetch everything. Name them, if they are to stay out too.", by.line, list(free))
	p.relate(int(by.line), "closes the site")
	lines := make([]string, 0, len(free))
	for _, token := range free {
		lines = append(lines, "User-agent: "+token)
	}
	p.fix("Name them in this group", false, l.insertAfter(line, strings.Join(lines, l.eol)))
}

func (l *linter) userFetcher() {
	v := l.viewRFC()
	l.agents(func(r *row) {
		e := l.cat.Lookup(string(r.value))
		if e == nil || e.Stance() != crawlers.MayIgnore && e.Stance() != crawlers.Ignores || !strings.EqualFold(e.Token, string(r.value)) {
			return
		}
		s := v.byName[strings.ToLower(string(r.value))]
		blocked := false
		for i := range s.pats {
			blocked = blocked || !s.pats[i].allow
		}
		if blocked {
			l.report(r.valueSpan(), "%s may not follow robots.txt (%s: %s). Where it must stay out, the server has to refuse it.", e.Token, e.Operator, e.Obeys)
		}
	})
}
