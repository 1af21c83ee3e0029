// Package crawlers is the catalogue of known crawlers: which product tokens
// each of them tries and in what order, whether the groups of * apply to it,
// in which dialect it reads, and on whose word we say so.
//
// The facts are of a date (Catalogue.Date) and vendors change them, so a
// person can lay a file of their own over the built-in one.
package crawlers

import (
	_ "embed" // the catalogue itself
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed crawlers.csv
var builtIn []byte

// Catalogue is a set of crawlers. It does not change once it is made, so it
// may be shared.
type Catalogue struct {
	Date string // the day the facts were gathered, 2026-11-30; may be empty in a person's own file

	rows     []row
	entries  []Entry
	own      map[string]bool // lower-case tokens from a person's file
	tokens   map[string]int  // lower-case token -> entry
	products map[string]int  // lower-case product name -> entry
	odd      []int           // entries whose token is no single word
}

var parseBuiltIn = sync.OnceValue(func() *Catalogue {
	c, err := Read(builtIn)
	if err != nil {
		panic("engine/crawlers/crawlers.csv: " + err.Error()) // held by a test
	}
	return c
})

// BuiltIn is the catalogue that comes with the program.
func BuiltIn() *Catalogue { return parseBuiltIn() }

// With lays a person's own catalogue over this one: a new token adds a row, a
// known one replaces those cells that are not empty. (A fallback of "none"
// takes a fallback away.) A nil catalogue changes nothing.
func (c *Catalogue) With(user *Catalogue) *Catalogue {
	if user == nil || len(user.rows) == 0 {
		return c
	}
	m := &Catalogue{Date: c.Date, rows: slices.Clone(c.rows), own: map[string]bool{}}
	for _, rw := range user.rows {
		key := lower(rw[colToken])
		m.own[key] = true
		i, known := c.tokens[key]
		if !known {
			m.rows = append(m.rows, rw)
			continue
		}
		for col, cell := range rw {
			if cell != "" {
				m.rows[i][col] = cell
			}
		}
	}
	m.index()
	return m
}

func (c *Catalogue) index() {
	c.entries = make([]Entry, len(c.rows))
	c.tokens = make(map[string]int, len(c.rows))
	c.products = map[string]int{}
	c.odd = nil
	for i, rw := range c.rows {
		e := rw.entry()
		key := lower(e.Token)
		e.Own = c.own[key]
		c.entries[i] = e
		c.tokens[key] = i
		for _, p := range e.Products {
			p = lower(p)
			if _, taken := c.products[p]; !taken || e.Own {
				c.products[p] = i
			}
		}
		for j := range len(e.Token) {
			if !wordByte(e.Token[j]) {
				c.odd = append(c.odd, i)
				break
			}
		}
	}
}

// Entries are the rows in the order of the data, the person's own last. The
// caller must not change them.
func (c *Catalogue) Entries() []Entry { return c.entries }

// Lookup finds a row by its product token or by a product's name, without
// case; nil where there is none.
func (c *Catalogue) Lookup(name string) *Entry {
	key := lower(name)
	if i, ok := c.tokens[key]; ok {
		return &c.entries[i]
	}
	if i, ok := c.products[key]; ok {
		return &c.entries[i]
	}
	return nil
}

// InHeader finds the crawler that a pasted HTTP User-Agent header names: the
// longest token of the catalogue that stands in it as a whole word, the
// leftmost of equals; nil where there is none. A word ends where a byte can't
// be in a product token's name (letters, digits, "-" and "_" can).
func (c *Catalogue) InHeader(header string) *Entry {
	low := lower(header)
	best, bestAt := -1, 0
	consider := func(entry, at int) {
		switch {
		case best >= 0 && len(c.entries[entry].Token) < len(c.entries[best].Token):
		case best >= 0 && len(c.entries[entry].Token) == len(c.entries[best].Token) && at >= bestAt:
		default:
			best, bestAt = entry, at
		}
	}
	for i := 0; i < len(low); {
		if !wordByte(low[i]) {
			i++
			continue
		}
		start := i
		for i < len(low) && wordByte(low[i]) {
			i++
		}
		if e, ok := c.tokens[low[start:i]]; ok {
			consider(e, start)
		}
	}
	for _, e := range c.odd {
		token := lower(c.entries[e].Token)
		for from := 0; ; {
			at := strings.Index(low[from:], token)
			if at < 0 {
				break
			}
			at += from
			end := at + len(token)
			if (at == 0 || !wordByte(low[at-1])) && (end == len(low) || !wordByte(low[end])) {
				consider(e, at)
				break
			}
			from = at + 1
		}
	}
	if best < 0 {
		return nil
	}
	return &c.entries[best]
}

func wordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_'
}

// Set expands "@search", "@ai-training", "@ai-search", "@user-fetch", "@ads",
// "@opt-out", "@other" or "@all", without case. An unknown set is an error
// that lists them.
func (c *Catalogue) Set(name string) ([]*Entry, error) {
	slug := lower(strings.TrimPrefix(name, "@"))
	kind, ok := kindOf(slug)
	if !ok && slug != "all" {
		return nil, fmt.Errorf("no set of crawlers is called %q; the sets are %s", name, strings.Join(Sets(), ", "))
	}
	var set []*Entry
	for i := range c.entries {
		if slug == "all" || c.entries[i].Kind == kind {
			set = append(set, &c.entries[i])
		}
	}
	return set, nil
}

// Sets lists the names that Set knows.
func Sets() []string {
	names := []string{"@all"}
	for _, k := range Kinds() {
		names = append(names, "@"+k.Slug())
	}
	return names
}

// Complete lists the rows that fit what was typed so far, without case: first
// those whose token begins with it, then those with a product that begins with
// it, then those whose token, operator or product holds it.
func (c *Catalogue) Complete(typed string) []*Entry {
	typed = lower(strings.TrimSpace(typed))
	var ranked [3][]*Entry
	for i := range c.entries {
		e := &c.entries[i]
		token := lower(e.Token)
		rank := 3
		if strings.Contains(token, typed) || strings.Contains(lower(e.Operator), typed) {
			rank = 2
		}
		for _, p := range e.Products {
			p = lower(p)
			if strings.HasPrefix(p, typed) {
				rank = 1
			} else if strings.Contains(p, typed) {
				rank = min(rank, 2)
			}
		}
		if strings.HasPrefix(token, typed) {
			rank = 0
		}
		if rank < 3 {
			ranked[rank] = append(ranked[rank], e)
		}
	}
	return slices.Concat(ranked[:]...)
}

// lower is ASCII only: product tokens are compared without ASCII case (RFC
// 9309, 2.2.1), and Unicode's would take the Kelvin sign for a k.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
