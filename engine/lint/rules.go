package lint

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

// ruleRules look at what rules do.
var ruleRules = []Rule{
	{ID: "RX501", Name: "duplicate-rule", Severity: Info, Dialects: every, Fix: "safe", Source: "RFC 9309, 2.2.2", Silences: []string{"RX503", "RX513"}, Once: true,
		Doc: "The same rule stands twice in a group.", check: (*linter).duplicateRule},
	{ID: "RX504", Name: "empty-disallow", Severity: Info, Dialects: every, Fix: "no", Source: "RFC 9309, 2.2.2", Once: true,
		Doc: "An empty Disallow matches nothing.", check: (*linter).emptyValue},
	{ID: "RX505", Name: "blocks-all", Severity: Error, Dialects: every, Fix: "no", Source: "RFC 9309, 2.2.2", Once: true,
		Doc: "The whole site is closed.", check: (*linter).blocksAll},
	{ID: "RX506", Name: "blocks-assets", Severity: Warn, Dialects: both, Fix: "no", Source: "Google Search Central, fix crawling of page resources", Once: true,
		Doc: "Style sheets or scripts are closed, without which a crawler cannot render a page.", check: (*linter).blocksAssets},
	{ID: "RX507", Name: "order-illusion", Severity: Info, Dialects: every, Fix: "no", Source: "RFC 9309, 2.2.2", Once: true,
		Doc: "The order of rules has no effect, except for readers that take the first match.", check: (*linter).orderIllusion},
	{ID: "RX508", Name: "secret-path", Severity: Info, Dialects: every, Fix: "no", Source: "RFC 9309, 3", Once: true,
		Doc: "robots.txt is public, and so is every path in it.", check: (*linter).secretPath},
	{ID: "RX509", Name: "blocks-and-noindex", Severity: Warn, Dialects: every, Fix: "no", Source: "Google Search Central, block indexing", Silences: []string{"RX107"},
		Doc: "A page that may not be crawled cannot show its noindex.", check: (*linter).blocksAndNoindex},
	{ID: "RX510", Name: "wp-ajax", Severity: Info, Dialects: both, Fix: "ask", Source: "WordPress, do_robots",
		Doc: "/wp-admin/ is closed without admin-ajax.php, which pages may need.", check: (*linter).wpAjax},
}

func (l *linter) duplicateRule() {
	for _, g := range l.rfc.Groups {
		first := map[string]int32{}
		for i := g.Rules.Start; i < g.Rules.End; i++ {
			rule := l.rfc.Rules[i]
			r := &l.rows[rule.Line-1]
			if len(r.value) == 0 {
				continue
			}
			key := r.verb() + " " + string(r.value)
			line, again := first[key]
			if !again {
				first[key] = rule.Line
				continue
			}
			p := l.report(r.valueSpan(), "%s %s stands twice in its group, first in line %d. Remove this one.", r.verb(), clip(r.value), line)
			p.key = strconv.Itoa(int(rule.Group))
			p.relate(int(line), "stands first")
			p.fix("Remove the repeated line", true, l.deleteLine(r.num))
		}
	}
}

func (l *linter) emptyValue() {
	for _, rule := range l.rfc.Rules {
		r := &l.rows[rule.Line-1]
		if len(r.value) > 0 {
			continue
		}
		switch n := l.rfc.Groups[rule.Group].Rules.Len(); {
		case r.allows():
			l.report(r.keySpan(), "An empty Allow matches nothing, so it has no effect. To open everything write Allow: /.").key = "allow"
		case n == 1:
			l.report(r.keySpan(), "An empty Disallow closes nothing: the crawlers of this group may fetch everything. To close everything write Disallow: /.").key = "alone"
		default:
			l.report(r.keySpan(), "An empty Disallow matches nothing and has no effect beside other rules; old readers that take the first match stop at it and allow everything. Remove it.").key = "beside"
		}
	}
}

// majors are the search crawlers whose absence nobody wants by accident.
var majors = []string{"googlebot", "bingbot"}

func (l *linter) blocksAll() {
	v := l.viewRFC()
	star := v.star()
	for _, s := range v.scopes {
		allowed, by := s.decide(anyPage)
		if allowed || !by.everything() {
			continue
		}
		opens := false
		for i := range s.pats {
			opens = opens || s.pats[i].allow
		}
		r := &l.rows[by.line-1]
		severity, kind := l.blocked(s, star)
		say := "This closes the whole site for %s. Remove it, if they are to crawl."
		if opens {
			say, severity, kind = "This closes the whole site for %s, except what Allow rules of the group open.", Info, "opens"
		} else if severity == Info {
			say = "This closes the whole site for %s."
		}
		if kind == "others" {
			say = "This closes the whole site for all that have no group of their own (%s)."
		}
		p := l.report(r.valueSpan(), say, list(s.agents))
		p.Severity = severity
		if kind == "opens" || kind == "others" || severity > Info {
			kind += string(r.value) + list(s.agents)
		}
		p.key = kind
	}
}

// blocked says how bad it is that s is closed, and what it is to be gathered
// with.
func (l *linter) blocked(s, star *scope) (Severity, string) {
	search, others := 0, 0
	for _, name := range s.agents {
		if name == "*" {
			for _, major := range majors {
				if own := l.viewRFC().byName[major]; own != nil && own != s {
					if ok, _ := own.decide(anyPage); ok {
						return Info, "others" // the file lets in whom it names
					}
				}
			}
			return Error, "all"
		}
		if slices.Contains(majors, strings.ToLower(name)) {
			return Error, "major"
		}
		if e := l.cat.Lookup(name); e != nil && e.Kind == crawlers.Search && strings.EqualFold(e.Token, name) {
			search++
		} else {
			others++
		}
	}
	if search > 0 && others == 0 {
		return Warn, "search"
	}
	return Info, "named" // a list of crawlers that somebody chose to keep out
}

// assetSign finds what makes a rule one on style sheets, scripts or fonts.
func assetSign(v []byte) string {
	low := strings.ToLower(string(v))
	plain := strings.TrimRight(low, "*$")
	for _, ext := range []string{".css", ".js", ".mjs", ".woff", ".woff2"} {
		if strings.HasSuffix(plain, ext) && strings.Contains(plain, "*") {
			return "x" + ext
		}
	}
	for _, dir := range []string{"/css/", "/js/", "/javascript/", "/javascripts/", "/stylesheets/", "/wp-includes/", "/wp-content/", "/wp-content/themes/", "/wp-content/plugins/", "/fonts/", "/_next/", "/_nuxt/"} {
		if p := strings.TrimSuffix(plain, "/") + "/"; p == dir || strings.HasSuffix(p, dir) && strings.HasPrefix(low, "/*") {
			if strings.Contains(dir, "css") || strings.Contains(dir, "style") {
				return "x.css"
			}
			return "x.js"
		}
	}
	return ""
}

func (l *linter) blocksAssets() {
	v := l.viewRFC()
	for _, s := range v.scopes {
		if !l.searches(s) {
			continue
		}
		if ok, by := s.decide(anyPage); !ok && by.everything() {
			continue // the pages are closed too
		}
		for i := range s.pats {
			p := &s.pats[i]
			r := &l.rows[p.line-1]
			if p.allow {
				continue
			}
			file := assetSign(r.value)
			if file == "" {
				continue
			}
			path := sample(p.pattern, "x")
			if ext := file[1:]; !strings.HasSuffix(path, ext) {
				path = strings.TrimSuffix(path, "/") + "/" + file
			}
			if ok, by := s.decide(path); !ok && by.line == p.line {
				l.report(r.valueSpan(), "%s %s closes style sheets or scripts such as %s for %s. Without them a search engine cannot render the page as people see it: allow them.", r.verb(), clip(r.value), clip([]byte(path)), list(s.agents))
			}
		}
	}
	l.found = dropRepeats(l.found, l.rule.ID)
}

// searches reports whether * or a search crawler is among the agents.
func (l *linter) searches(s *scope) bool {
	for _, name := range s.agents {
		if e := l.cat.Lookup(name); name == "*" || e != nil && e.Kind == crawlers.Search {
			return true
		}
	}
	return false
}

// orderRules bounds the rules of a selection that are compared in order.
const orderRules = 500

func (l *linter) orderIllusion() {
	told := map[int32]bool{}
	for _, s := range l.viewRFC().scopes {
		if len(s.pats) > orderRules || len(s.groups) > 1 {
			continue
		}
		allows := 0
		for i := range s.pats {
			if s.pats[i].allow {
				allows++
			}
		}
		if allows == 0 || allows == len(s.pats) {
			continue
		}
		for i := range s.pats {
			p := &s.pats[i]
			path := sample(p.pattern, "x")
			first := s.first(path)
			_, by := s.decide(path)
			if first == nil || by == nil || first.allow == by.allow || told[first.line] {
				continue
			}
			told[first.line] = true
			f, b := &l.rows[first.line-1], &l.rows[by.line-1]
			q := l.report(f.valueSpan(), "The order of rules has no effect: %s is %s by %s %s in line %d, although %s %s stands first. Old readers that take the first match, such as urllib.robotparser, say the opposite: put longer rules first.",
				clip([]byte(path)), allowedWord(by.allow), b.verb(), clip(b.value), b.num, f.verb(), clip(f.value))
			q.relate(b.num, "decides")
			break
		}
	}
}

// first is the first rule in file order that matches.
func (s *scope) first(path string) *pat {
	b := []byte(path)
	for i := range s.pats {
		if s.pats[i].pattern.Match(b) {
			return &s.pats[i]
		}
	}
	return nil
}

var secretWords = []string{"backup", "secret", "passw", "credential", ".env", ".git", ".svn", ".htpasswd", ".htaccess", ".sql", ".bak", "phpmyadmin", "dump.", "/dumps", "private_key", "id_rsa", "admin-login", "/confidential"}

func (l *linter) secretPath() {
	l.paths(func(r *row) {
		if r.allows() || bytes.IndexByte(r.value, '?') >= 0 {
			return
		}
		low := strings.ToLower(string(r.value))
		for _, w := range secretWords {
			if strings.Contains(low, w) {
				l.report(r.valueSpan(), "robots.txt is public: %s shows everybody where to look, and keeps out only those who obey. Protect it with a login instead.", clip(r.value))
				return
			}
		}
	})
}

func (l *linter) blocksAndNoindex() {
	v := l.viewRFC()
	l.others(func(r *row, key string) {
		if key != "noindex" || len(r.value) == 0 || r.Group < 0 || r.value[0] != '/' && r.value[0] != '*' {
			return
		}
		path := sample(engine.NewPattern(r.value, engine.RFC), "x")
		for _, s := range v.scopes {
			if !slices.Contains(s.groups, r.Group) {
				continue
			}
			if ok, by := s.decide(path); !ok {
				p := l.report(r.lineSpan(), "%s is disallowed in line %d and marked Noindex here. Noindex in robots.txt does nothing, and a page that may not be crawled cannot show its own: to take pages out of an index let them be crawled, with a robots meta tag.", clip(r.value), by.line)
				p.relate(int(by.line), "disallows it")
				return
			}
		}
	})
}

func (l *linter) wpAjax() {
	const ajax = "/wp-admin/admin-ajax.php"
	told := map[int32]bool{}
	for _, s := range l.viewRFC().scopes {
		if !l.searches(s) {
			continue
		}
		ok, by := s.decide(ajax)
		if ok || told[by.line] || !strings.HasPrefix(string(by.pattern.Form), "/wp-admin") {
			continue
		}
		told[by.line] = true
		r := &l.rows[by.line-1]
		p := l.report(r.valueSpan(), "%s %s also closes %s, which pages of WordPress may call while they are rendered. Add Allow: %s.", r.verb(), clip(r.value), ajax, ajax)
		p.fix("Allow admin-ajax.php", false, l.insertAfter(r.num, "Allow: "+ajax))
	}
}
