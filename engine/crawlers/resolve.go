package crawlers

import "strings"

// From says how a name was understood.
type From uint8

// The ways to understand a name.
const (
	FreeToken     From = iota // the catalogue does not know it: a crawler that calls itself so
	FromCatalogue             // a product token or a product of the catalogue
	FromHeader                // a User-Agent header in which a token of the catalogue was found
)

// String is "free token", "catalogue" or "header".
func (f From) String() string { return [...]string{"free token", "catalogue", "header"}[f] }

// Resolved is a crawler as the engine needs it.
type Resolved struct {
	Name    string   // what was asked for, without white space around it
	Tokens  []string // product tokens in the order in which they are tried, never empty
	NoStar  bool     // the groups of * do not apply
	Dialect string   // the dialect that auto stands for: "google" for Google's crawlers, else "rfc"
	Entry   *Entry   // the row of the catalogue; nil for a free token
	From    From
}

// Words puts a verdict as it fits this crawler; see Entry.Words.
func (r Resolved) Words(allowed bool) string {
	if r.Entry == nil {
		return plainWords(allowed)
	}
	return r.Entry.Words(allowed)
}

// Resolve understands what a person typed for a crawler: a product token, a
// product's name, a whole User-Agent header, or else a token that only they
// know, which stands for itself.
func (c *Catalogue) Resolve(name string) Resolved {
	name = strings.TrimSpace(name)
	e, from := c.Lookup(name), FromCatalogue
	if e == nil {
		e, from = c.InHeader(name), FromHeader
	}
	if e == nil {
		return Resolved{Name: name, Tokens: []string{name}, Dialect: "rfc", From: FreeToken}
	}
	return Resolved{Name: name, Tokens: e.Tokens(), NoStar: e.NoStar(), Dialect: e.Dialect, Entry: e, From: from}
}

// ResolveAll is Resolve for a name that may also be a set ("@ai-training"),
// which stands for each of its crawlers. An unknown set is an error.
func (c *Catalogue) ResolveAll(name string) ([]Resolved, error) {
	name = strings.TrimSpace(name)
	if !strings.HasPrefix(name, "@") {
		return []Resolved{c.Resolve(name)}, nil
	}
	set, err := c.Set(name)
	if err != nil {
		return nil, err
	}
	all := make([]Resolved, len(set))
	for i, e := range set {
		all[i] = c.Resolve(e.Token)
	}
	return all, nil
}
