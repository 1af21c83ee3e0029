package crawlers

import (
	"bytes"
	_ "embed" // the list of retired tokens
	"encoding/csv"
	"strings"
	"sync"
)

//go:embed retired.csv
var retiredData []byte

// Retired is a product token that no crawler goes by any more.
type Retired struct {
	Token      string   `json:"token"`
	Operator   string   `json:"operator"`
	Instead    []string `json:"instead,omitempty"` // what its crawler is called now; none where it is gone
	Notes      string   `json:"notes"`
	Source     string   `json:"source"`
	Confidence string   `json:"confidence"` // A, B or C, as in Entry
}

var parseRetired = sync.OnceValue(func() []Retired {
	r := csv.NewReader(bytes.NewReader(retiredData))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		panic("engine/crawlers/retired.csv: " + err.Error()) // held by a test
	}
	list := make([]Retired, 0, len(rows))
	for _, c := range rows[1:] {
		list = append(list, Retired{c[0], c[1], splitList(c[2]), c[3], c[4], c[5]})
	}
	return list
})

// RetiredToken finds a retired token without case; nil where it is none.
func RetiredToken(token string) *Retired {
	list := parseRetired()
	for i := range list {
		if lower(list[i].Token) == lower(token) {
			return &list[i]
		}
	}
	return nil
}

// shortestMisspelt is the length below which one wrong letter is no sign of a
// slip: five-letter names of real crawlers lie one letter apart.
const shortestMisspelt = 7

// Near finds the crawler that a User-agent value most likely means where it is
// none itself: the same letters with other hyphens, blanks or dots
// ("Google-bot"), or one letter too many, missing, wrong, or swapped with its
// neighbour ("Googelbot"). Nil for a known or retired token, and where nothing
// is near.
func (c *Catalogue) Near(value string) *Entry {
	value = strings.TrimSpace(value)
	if _, known := c.tokens[lower(value)]; known || RetiredToken(value) != nil {
		return nil
	}
	letters := lettersOf(value)
	if letters == "" {
		return nil
	}
	for i := range c.entries {
		if lettersOf(c.entries[i].Token) == letters {
			return &c.entries[i]
		}
	}
	low := lower(value)
	if len(low) < shortestMisspelt {
		return nil
	}
	for i := range c.entries {
		if oneSlip(low, lower(c.entries[i].Token)) {
			return &c.entries[i]
		}
	}
	return nil
}

// lettersOf is the value in lower case without what people put between the
// parts of a name.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_. ", r) {
			return -1
		}
		return r
	}, lower(s))
}

// oneSlip says whether a becomes b by one inserted, missing or other byte, or
// by swapping two neighbours.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) {
		return false
	}
	if a[i+1:] == b[i+1:] {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
