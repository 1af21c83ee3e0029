package audit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"robotslens/engine/crawlers"
)

// Claim says what the address of a hit makes of the crawler that its
// User-Agent names.
type Claim uint8

// The claims.
const (
	Unknown  Claim = iota // no list for this crawler, or no address in the log
	Verified              // the address is in the crawler's list
	False                 // it is not: somebody else uses the name
)

// Networks holds the published address ranges of crawlers, by token. The zero
// value knows none.
type Networks struct {
	lists map[string]*ranges
}

// Add reads a published list, {"prefixes": [{"ipv4Prefix": …}, {"ipv6Prefix":
// …}]} as Google, Microsoft and OpenAI publish it, for a crawler, for all whose
// first fallback it is, or for all of an operator ("Google"). More than one
// list for a crawler add up. It returns the tokens that the list is for.
func (n *Networks) Add(name string, list []byte, c *crawlers.Catalogue) ([]string, error) {
	var doc struct {
		Prefixes []struct {
			V4 string `json:"ipv4Prefix"`
			V6 string `json:"ipv6Prefix"`
		} `json:"prefixes"`
	}
	if err := json.Unmarshal(list, &doc); err != nil {
		return nil, fmt.Errorf("network list for %s: %w", name, err)
	}
	var prefixes []netip.Prefix
	for i, p := range doc.Prefixes {
		for _, text := range []string{p.V4, p.V6} {
			if text == "" {
				continue
			}
			prefix, err := netip.ParsePrefix(text)
			if err != nil {
				return nil, fmt.Errorf("network list for %s: prefix %d: %w", name, i+1, err)
			}
			prefixes = append(prefixes, prefix)
		}
	}
	if len(prefixes) == 0 {
		return nil, fmt.Errorf("network list for %s: no ipv4Prefix or ipv6Prefix in it", name)
	}
	var tokens []string
	for _, e := range c.Entries() {
		falls := len(e.Fallback) > 0 && strings.EqualFold(e.Fallback[0], name) && e.Operator == operatorOf(c, name)
		if strings.EqualFold(e.Token, name) || strings.EqualFold(e.Operator, name) || falls {
			tokens = append(tokens, e.Token)
		}
	}
	if len(tokens) == 0 {
		return nil, fmt.Errorf("network list: the catalogue knows no crawler or operator called %q", name)
	}
	if n.lists == nil {
		n.lists = make(map[string]*ranges)
	}
	for _, t := range tokens {
		if n.lists[t] == nil {
			n.lists[t] = &ranges{}
		}
		n.lists[t].add(prefixes)
	}
	return tokens, nil
}

// operatorOf is who runs a crawler: Applebot reads Googlebot's groups and does
// not come from Google's addresses.
func operatorOf(c *crawlers.Catalogue, token string) string {
	if e := c.Lookup(token); e != nil {
		return e.Operator
	}
	return ""
}

// Check judges the address of a hit that names the crawler token. An address
// with a port is read without it.
func (n *Networks) Check(token string, addr []byte) Claim {
	r := n.lists[token]
	if r == nil {
		return Unknown
	}
	a, err := netip.ParseAddr(string(addr))
	if err != nil {
		with, err := netip.ParseAddrPort(string(addr))
		if err != nil {
			return Unknown
		}
		a = with.Addr()
	}
	if r.has(a.Unmap().WithZone("")) {
		return Verified
	}
	return False
}

// ranges is a set of addresses as spans without overlap, in order.
type ranges struct {
	spans []span
}

type span struct{ from, to netip.Addr }

func (r *ranges) add(prefixes []netip.Prefix) {
	for _, p := range prefixes {
		p = p.Masked()
		r.spans = append(r.spans, span{p.Addr(), last(p)})
	}
	slices.SortFunc(r.spans, func(a, b span) int {
		return cmp.Or(a.from.Compare(b.from), b.to.Compare(a.to))
	})
	kept := r.spans[:0]
	for _, s := range r.spans {
		// Prefixes overlap only by one holding the other.
		if len(kept) > 0 && s.to.Compare(kept[len(kept)-1].to) <= 0 && s.from.Is4() == kept[len(kept)-1].from.Is4() {
			continue
		}
		kept = append(kept, s)
	}
	r.spans = kept
}

// last is the last address of a prefix.
func last(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for i := p.Bits(); i < len(b)*8; i++ {
		b[i/8] |= 0x80 >> (i % 8)
	}
	a, _ := netip.AddrFromSlice(b)
	return a
}

func (r *ranges) has(a netip.Addr) bool {
	i, found := slices.BinarySearchFunc(r.spans, a, func(s span, a netip.Addr) int { return s.from.Compare(a) })
	if found {
		return true
	}
	return i > 0 && r.spans[i-1].from.Is4() == a.Is4() && a.Compare(r.spans[i-1].to) <= 0
}
