package ui

import (
	"slices"

	"robotslens/engine"
	"robotslens/engine/lint"
	"robotslens/fetch"
)

// problemsKey names what problems were found in.
type problemsKey struct {
	text   uint64 // Case.TextGen
	source string // Case.Source.Name
	origin engine.Origin
	facts  string // what the linter was told of how the text is served
}

// elsewhere is the origins of the list of URLs that the file of from does not
// govern.
type elsewhere struct {
	list  uint64 // Case.ListGen
	from  engine.Origin
	names []string
}

// mostLooked bounds the URLs of the list whose origins are looked at, so that
// no frame waits for them.
const mostLooked = 100_000

// facts is what is known of how the file is served: by the fetch that brought
// it, by its addresses where they were asked, and by the URLs it is held
// against.
func (t *problemsTab) facts(c *Case) lint.Fetch {
	var f lint.Fetch
	switch a := c.Source.Answer; {
	case c.Source.fetched != nil && c.Source.WhatIf == "":
		f = *c.Source.fetched
	case a != nil:
		f = lint.Fetch{URL: c.Source.Name, Status: a.Status, Err: string(a.Failure), Redirects: a.Hops, Cut: len(c.Text) > engine.Limit}
	}
	from := c.Source.Origin
	if t.others.list != c.ListGen || t.others.from != from {
		t.others = elsewhere{c.ListGen, from, fetch.Elsewhere(from, c.List[:min(len(c.List), mostLooked)])}
	}
	f.Asked = t.others.names
	for _, name := range fetch.Elsewhere(from, []string{c.URL}) {
		if !slices.Contains(f.Asked, name) {
			f.Asked = append(slices.Clip(f.Asked), name)
		}
	}
	if c.Hosts != nil {
		f.Differ = c.Hosts.Differ(from)
	}
	return f
}
