package engine

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// NearKind is by what a rule misses.
type NearKind uint8

// The ways in which a rule misses a URL by little.
const (
	NearCase     NearKind = iota // upper and lower case
	NearSlash                    // a slash at the end of the path, or none at the start of the rule
	NearQuery                    // the order of the query's parameters
	NearEnd                      // the $ of the rule
	NearEncoding                 // octets percent-encoded on one side
	NearBlank                    // white space inside the value
	NearGroup                    // it stands in a group that is not read
)

// NearMiss is a rule that would match the URL if one thing were otherwise.
type NearMiss struct {
	Line int32 // 1-based
	Kind NearKind
	Text string // the rule and what keeps it from matching, in one sentence
	// URL is the path and query that the rule does match, where the URL would
	// have to change; Pattern is the value of a rule that does match, where the
	// rule would have to. One of them is set, but for NearGroup.
	URL, Pattern string
}

// nearRules is how many rules are asked for near misses.
const nearRules = 4000

// NearMisses returns at most limit rules that miss the URL by one thing, in file
// order. Each is verified: with that thing changed, the engine says that the rule
// matches.
func (t *Trace) NearMisses(limit int) []NearMiss {
	var all []NearMiss
	variants := t.variants()
	for i := range t.Steps[:min(len(t.Steps), nearRules)] {
		if m, ok := t.nearMiss(i, variants); ok {
			all = append(all, m)
		}
	}
	all = append(all, t.nearGroups()...)
	slices.SortStableFunc(all, func(a, b NearMiss) int { return int(a.Line - b.Line) })
	return all[:min(len(all), limit)]
}

// NearMiss returns by what the rule of step i misses the URL, if it is one thing.
func (t *Trace) NearMiss(i int) (NearMiss, bool) { return t.nearMiss(i, t.variants()) }

// variant is the URL with one thing changed.
type variant struct {
	kind NearKind
	url  string
	form []byte
	what string
}

// variants are the URLs near the one at hand.
func (t *Trace) variants() []variant {
	var all []variant
	add := func(kind NearKind, url, what string) {
		if url != t.Target.Path && strings.HasPrefix(url, "/") && url != "/" {
			all = append(all, variant{kind, url, []byte(NewTarget(url, t.File.Dialect).Form), what})
		}
	}
	path, query, has := strings.Cut(t.Target.Path, "?")
	if has {
		query = "?" + query
	}
	if strings.HasSuffix(path, "/") {
		add(NearSlash, strings.TrimSuffix(path, "/")+query, "the slash at the end of the path")
	} else {
		add(NearSlash, path+"/"+query, "the slash that the path does not end with")
	}
	if params := strings.Split(strings.TrimPrefix(query, "?"), "&"); len(params) > 1 && len(params) <= 8 {
		for i := range params {
			order := append([]string{params[i]}, slices.Concat(params[:i:i], params[i+1:])...)
			add(NearQuery, path+"?"+strings.Join(order, "&"), "the order of the parameters")
		}
		turned := slices.Clone(params)
		slices.Reverse(turned)
		add(NearQuery, path+"?"+strings.Join(turned, "&"), "the order of the parameters")
	}
	if strings.Contains(t.Target.Path, "%") {
		add(NearEncoding, string(unquoteOctets([]byte(t.Target.Path))), "octets that are encoded in the URL")
	}
	if rfc := string(appendRFC(nil, []byte(t.Target.Path), false)); rfc != t.Target.Path && t.File.Dialect.Form == FormGoogle {
		add(NearEncoding, rfc, "octets that google compares as they are written")
	}
	return all
}

func (t *Trace) nearMiss(i int, variants []variant) (NearMiss, bool) {
	r := t.Rule(i)
	value := t.File.Pattern(r)
	if t.Steps[i].Matched() || value == "" {
		return NearMiss{}, false
	}
	m := NearMiss{Line: r.Line}
	head := fmt.Sprintf("line %d %s: %s misses by ", r.Line, t.Verb(i), value)
	void := r.class&classBlank != 0 && t.File.Dialect.SpaceVoidsRule
	if !void {
		p := t.File.Compile(r)
		for _, v := range variants {
			if p.Match(v.form) {
				m.Kind, m.URL = v.kind, v.url
				m.Text = head + v.what + "; it matches " + v.url
				return m, true
			}
		}
		if url, ok := t.otherCase(p); ok {
			m.Kind, m.URL = NearCase, url
			m.Text = head + "case; it matches " + url
			return m, true
		}
	}
	try := func(kind NearKind, other, what string) bool {
		if strings.Trim(other, "/*") == "" || other == value {
			return false
		}
		d := &t.File.Dialect
		c := classOf([]byte(other))
		if p, _ := compile(nil, []byte(other), c, d); c&classBlank != 0 && d.SpaceVoidsRule || !p.Match([]byte(t.Target.Form)) {
			return false
		}
		m.Kind, m.Pattern = kind, other
		m.Text = head + what + "; " + other + " would match"
		return true
	}
	bare := strings.TrimSuffix(value, "$")
	ok := !void && !t.File.Dialect.NoWildcards && try(NearEnd, bare, "its $: the path goes on") ||
		!void && value[0] != '/' && value[0] != '*' && try(NearSlash, "/"+value, "the slash that it does not begin with") ||
		void && try(NearBlank, strings.Map(dropBlank, value), "white space inside it") ||
		!void && strings.HasSuffix(bare, "/") && try(NearSlash, strings.TrimSuffix(bare, "/")+value[len(bare):], "the slash at its end") ||
		!void && strings.Contains(value, "%") && try(NearEncoding, string(unquoteOctets([]byte(value))), "octets that are encoded in the rule")
	return m, ok
}

func dropBlank(r rune) rune {
	if r <= ' ' || r == 0x7F {
		return -1
	}
	return r
}

// otherCase returns the path in the case in which p matches it, if case is all
// that keeps p from it.
func (t *Trace) otherCase(p Pattern) (string, bool) {
	form := []byte(t.Target.Form)
	folded := p
	folded.Form = bytes.ToLower(p.Form)
	lower := bytes.ToLower(form)
	if len(folded.Form) != len(p.Form) || len(lower) != len(form) || !folded.Match(lower) {
		return "", false
	}
	other := bytes.Clone(form)
	for _, piece := range folded.Explain(lower).Pieces {
		if !piece.Star {
			copy(other[piece.Path.Start:piece.Path.End], p.Form[piece.Pattern.Start:piece.Pattern.End])
		}
	}
	url := string(other)
	return url, p.Match([]byte(NewTarget(url, t.File.Dialect).Form))
}

// nearGroups are the rules with the most octets that match and stand in a group
// that is not read: that of *, and those with a name that is nearly the
// crawler's.
func (t *Trace) nearGroups() []NearMiss {
	if t.Reason == ReasonRobotsTxt {
		return nil
	}
	f, sel := t.File, t.Selection
	var all []NearMiss
	asked := 0
	for g, group := range f.Groups {
		if slices.Contains(sel.Groups, int32(g)) || group.Lost {
			continue
		}
		why := t.notRead(group)
		if why == "" {
			continue
		}
		best, most := int32(-1), 0
		for i := group.Rules.Start; i < group.Rules.End && asked < nearRules; i++ {
			asked++
			r := f.Rules[i]
			if r.Path.Len() == 0 || r.class&classBlank != 0 && f.Dialect.SpaceVoidsRule {
				continue
			}
			if p := f.Compile(r); p.Octets() > most && p.Match([]byte(t.Target.Form)) {
				best, most = i, p.Octets()
			}
		}
		if best >= 0 {
			r := f.Rules[best]
			all = append(all, NearMiss{Line: r.Line, Kind: NearGroup, Text: fmt.Sprintf("line %d %s: %s matches, and is not read: %s", r.Line, verb(r.Allow), f.Pattern(r), why)})
		}
	}
	return all
}

// notRead says why a group is not read although one might think that it is, or
// "".
func (t *Trace) notRead(group Group) string {
	f, sel := t.File, t.Selection
	for _, a := range f.Agents[group.Agents.Start:group.Agents.End] {
		name := string(a.Name.Of(f.Src))
		if a.Star {
			switch {
			case sel.Crawler.NoStar:
				return sel.Crawler.Tokens[0] + " does not go by the group of *"
			case sel.By == ByToken:
				return fmt.Sprintf("%s has a group of its own (%s), and takes nothing from that of *", sel.Token, linesWords(sel.Agents))
			case sel.By == ByFallback:
				return fmt.Sprintf("%s goes by the group of %s (%s), and takes nothing from that of *", sel.Crawler.Tokens[0], sel.Token, linesWords(sel.Agents))
			}
			continue
		}
		for _, token := range sel.Crawler.Tokens {
			cut := name[:tokenPrefix([]byte(name))]
			if token != "" && !f.names(a, token) && (equalFold([]byte(cut), token) || equalFold([]byte(strings.ReplaceAll(name, " ", "")), token)) {
				return fmt.Sprintf("line %d names %s, which is not %s", a.Line, name, token)
			}
		}
	}
	return ""
}
