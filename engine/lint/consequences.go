package lint

import (
	"strings"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/engine/suite"
)

// Flip is a verdict that an edit turns.
type Flip struct {
	Agent         string // who asks, as named; "*" is a crawler that no group names
	Dialect       string
	URL           string
	Before, After engine.Verdict // each with lines of its own text
}

// mostProbes bounds the URLs that Probes makes of each file.
const mostProbes = 4000

// Probes makes URLs from the rules of all versions of a file: such that a rule
// matches, just misses, and where two of them meet. The home page is among
// them.
func Probes(versions ...[]byte) []string {
	urls := []string{"/", anyPage}
	seen := map[string]bool{"/": true, anyPage: true}
	for _, src := range versions {
		for _, d := range []engine.Dialect{engine.RFC, engine.Google} {
			for _, p := range suite.Probes(engine.Parse(src, d), mostProbes) {
				if !seen[p.URL] {
					seen[p.URL] = true
					urls = append(urls, p.URL)
				}
			}
		}
	}
	return urls
}

// Names lists who is named in any version of a file, and "*" for everybody
// else. What is no product token, and not known to the catalogue either, is
// nobody's name.
func Names(versions ...[]byte) []string {
	var files []*engine.File
	for _, src := range versions {
		files = append(files, engine.Parse(src, engine.RFC), engine.Parse(src, engine.Google))
	}
	var names []string
	star := false
	for _, n := range suite.Agents(files...) {
		star = star || n == "*"
		if isToken([]byte(n)) || crawlers.BuiltIn().Lookup(n) != nil {
			names = append(names, n)
		}
	}
	if !star {
		names = append(names, "*")
	}
	return names
}

// Consequences returns the verdicts that differ between two versions of a
// file, for each URL, name and dialect, in that order of nesting from within.
// A nil catalogue is the built-in one; no dialects are all of them.
func Consequences(before, after []byte, urls, names []string, dialects []engine.Dialect, cat *crawlers.Catalogue) []Flip {
	if cat == nil {
		cat = crawlers.BuiltIn()
	}
	if len(dialects) == 0 {
		dialects = engine.Dialects()
	}
	var out []Flip
	for _, d := range dialects {
		was, is := engine.Parse(before, d), engine.Parse(after, d)
		for _, name := range names {
			out = append(out, flips(was, is, name, crawlerOf(cat, name), urls)...)
		}
	}
	return out
}

// crawlerOf is the crawler of a name; "*" is one that nobody knows.
func crawlerOf(cat *crawlers.Catalogue, name string) engine.Crawler {
	if name == "*" {
		return engine.Crawler{}
	}
	if e := cat.Lookup(name); e != nil && strings.EqualFold(e.Token, name) {
		return engine.Crawler{Tokens: e.Tokens(), NoStar: e.NoStar()}
	}
	return engine.Token(name)
}

func flips(was, is *engine.File, name string, who engine.Crawler, urls []string) []Flip {
	a, b := was.NewMatcher(was.Select(who)).NewLookup(), is.NewMatcher(is.Select(who)).NewLookup()
	var out []Flip
	for _, url := range urls {
		v, w := a.Verdict(url), b.Verdict(url)
		if v.Allowed != w.Allowed {
			out = append(out, Flip{name, was.Dialect.Name, url, v, w})
		}
	}
	return out
}
