package suite

import (
	"slices"
	"strings"

	"robotslens/engine"
)

// Probe is a path made from a rule.
type Probe struct {
	URL  string // a path, or a whole URL where the path begins with two slashes
	Line int    // 1-based, of the rule that it was made from
	Hits bool   // the rule matches it; else it just misses
}

// probeHost stands before a path that begins with two slashes, which alone
// would be read as a host.
const probeHost = "https://probe.example"

// Probes makes URLs from the rules of a file: for each rule one that it
// matches, one further on, and one that it just misses; and for an Allow and a
// Disallow that can meet, one where they do. None is made twice, the order is
// that of the file, and there are at most limit (0: as many as there are). Each
// is checked against its rule, so rules that can match nothing make none.
func Probes(f *engine.File, limit int) []Probe {
	b := prober{f: f, limit: limit, seen: map[string]bool{}}
	for _, r := range f.Rules {
		b.fromRule(r)
	}
	b.meetings()
	return b.probes
}

type prober struct {
	f      *engine.File
	limit  int
	seen   map[string]bool
	probes []Probe
}

func (b *prober) full() bool { return b.limit > 0 && len(b.probes) >= b.limit }

// add takes the first of the candidates that the rule treats as wanted.
func (b *prober) add(r engine.Rule, hits bool, candidates ...string) {
	p := b.f.Compile(r)
	for _, url := range candidates {
		if b.full() {
			return
		}
		switch {
		case strings.HasPrefix(url, "//"):
			url = probeHost + url
		case !strings.HasPrefix(url, "/"):
			url = "/" + url
		}
		t := engine.NewTarget(url, b.f.Dialect)
		if p.Match([]byte(t.Form)) == hits {
			b.take(r, hits, url)
			return
		}
	}
}

func (b *prober) take(r engine.Rule, hits bool, url string) {
	if !b.seen[url] && !b.full() {
		b.seen[url] = true
		b.probes = append(b.probes, Probe{url, int(r.Line), hits})
	}
}

func (b *prober) fromRule(r engine.Rule) {
	value := b.f.Pattern(r)
	void := b.f.Dialect.SpaceVoidsRule && b.f.Lines[r.Line-1].Notes&engine.NoteSpace != 0
	if value == "" || void {
		return
	}
	if b.f.Lines[r.Line-1].Notes&engine.NoteIndexHTML != 0 {
		b.take(r, true, value[:strings.LastIndexByte(value, '/')+1])
	}
	text, anchored := strings.CutSuffix(value, "$")
	if b.f.Dialect.NoWildcards {
		text, anchored = value, false
	}
	plain, empty := b.fill(text, "x"), b.fill(text, "")
	b.add(r, true, plain, empty)
	if !anchored {
		b.add(r, true, plain+"x", empty+"x")
		b.add(r, true, strings.TrimSuffix(plain, "/")+"/x")
	} else {
		b.add(r, false, plain+"x", empty+"x")
	}
	b.add(r, false, butLast(plain), butLast(empty), "/x")
}

// fill puts something in the place of each star. A path must begin with a
// slash, so a star in front takes one along.
func (b *prober) fill(text, with string) string {
	if b.f.Dialect.NoWildcards {
		return text
	}
	text = strings.TrimRight(text, "*")
	if rest, ok := strings.CutPrefix(text, "*"); ok {
		text = "/" + with + rest
		if strings.HasPrefix(rest, "/") && with == "" {
			text = rest
		}
	}
	if text == "" {
		text = "/"
	}
	return strings.ReplaceAll(text, "*", with)
}

// butLast is a path without its last octet or its last escape.
func butLast(path string) string {
	switch {
	case len(path) < 2:
		return "/"
	case len(path) > 3 && path[len(path)-3] == '%':
		return path[:len(path)-3]
	}
	return path[:len(path)-1]
}

// maxMeetings bounds the pairs of rules that are looked at, which are as many
// as the rules squared.
const maxMeetings = 200_000

// meetings makes a URL for each pair of rules of opposite verbs where one is a
// plain prefix and the other has a star that can begin with it: "/docs/x.pdf"
// of "Allow: /docs/" and "Disallow: /*.pdf". A rule alone would not show that
// the two depend on each other.
func (b *prober) meetings() {
	if b.f.Dialect.NoWildcards {
		return
	}
	type starred struct {
		rule        engine.Rule
		front, rest string
	}
	var stars []starred
	for _, r := range b.f.Rules {
		if front, rest, ok := strings.Cut(strings.TrimRight(b.f.Pattern(r), "*"), "*"); ok {
			stars = append(stars, starred{r, front, strings.TrimSuffix(rest, "$")})
		}
	}
	looked := 0
	for _, r := range b.f.Rules {
		prefix := b.f.Pattern(r)
		if !strings.HasPrefix(prefix, "/") || strings.ContainsAny(strings.TrimRight(prefix, "*"), "*$") {
			continue
		}
		prefix = strings.TrimRight(prefix, "*")
		for _, s := range stars {
			if looked++; looked > maxMeetings || b.full() {
				return
			}
			if s.rule.Allow != r.Allow && strings.HasPrefix(prefix, s.front) && len(prefix) > 1 {
				b.add(s.rule, true, prefix+"x"+strings.ReplaceAll(s.rest, "*", "x"))
			}
		}
	}
}

// Agents lists the crawlers that files name in their user-agent lines, in the
// order in which they are met and each once, without case. "*" stands for a
// crawler that none of them names, and is there where a file has such a group.
func Agents(files ...*engine.File) []string {
	var names []string
	seen := map[string]bool{}
	for _, f := range files {
		for _, a := range f.Agents {
			name := string(a.Name.Of(f.Src))
			if a.Star {
				name = "*"
			}
			if key := strings.ToLower(name); name != "" && !seen[key] {
				seen[key] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// ProbeRows makes rows, without expectations, from the rules of versions of a
// file, for lists that nobody has written: the probes of each version as rfc
// and as google read it, for each of the agents. No agents means all that a
// version names, and "*" for any other. At most limit URLs are made of each
// version and reading (0: as many as there are).
func ProbeRows(agents []string, limit int, versions ...[]byte) []Row {
	var files []*engine.File
	for _, src := range versions {
		files = append(files, engine.Parse(src, engine.RFC), engine.Parse(src, engine.Google))
	}
	if len(agents) == 0 {
		agents = Agents(files...)
		if !slices.Contains(agents, "*") {
			agents = append(agents, "*")
		}
	}
	return Cross(agents, probeURLs(files, limit))
}

// probeURLs are the URLs of the probes of all files, each once; of one file at
// most limit.
func probeURLs(files []*engine.File, limit int) []string {
	var urls []string
	for _, f := range files {
		for _, p := range Probes(f, limit) {
			urls = append(urls, p.URL)
		}
	}
	return unique(urls)
}
