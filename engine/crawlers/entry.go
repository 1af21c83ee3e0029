package crawlers

import (
	"fmt"
	"slices"
	"strings"
)

// Kind says what sort of thing a product token stands for. The order is the
// order in which people look for them, and in which lists are grouped.
type Kind uint8

// The kinds of the catalogue.
const (
	Search     Kind = iota // fills the index of a search engine
	AITraining             // collects text that models are trained on
	AISearch               // fills the index that an assistant answers from
	UserFetch              // fetches one page because a person asked for it
	Ads                    // checks or serves advertisements
	OptOut                 // a token that fetches nothing: it only says how pages may be used
	Other                  // everything else
)

var kindNames = [...]struct{ slug, name string }{
	Search:     {"search", "search"},
	AITraining: {"ai-training", "AI training"},
	AISearch:   {"ai-search", "AI search"},
	UserFetch:  {"user-fetch", "user fetch"},
	Ads:        {"ads", "ads"},
	OptOut:     {"opt-out", "opt-out token"},
	Other:      {"other", "other"},
}

// Kinds lists every kind in its order.
func Kinds() []Kind {
	return []Kind{Search, AITraining, AISearch, UserFetch, Ads, OptOut, Other}
}

// String is the kind in words, as a heading shows it.
func (k Kind) String() string { return kindNames[k].name }

// Slug is the kind as data files, JSON and set names write it: "ai-training"
// for the set @ai-training.
func (k Kind) Slug() string { return kindNames[k].slug }

// MarshalText writes the slug.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.Slug()), nil }

func kindOf(slug string) (Kind, bool) {
	for k, n := range kindNames {
		if strings.EqualFold(n.slug, slug) {
			return Kind(k), true
		}
	}
	return Other, false
}

// kindFromPurpose reads a kind out of a free description, for rows that name
// no kind of their own.
func kindFromPurpose(purpose string) Kind {
	p := strings.ToLower(purpose)
	words := strings.FieldsFunc(p, func(r rune) bool { return r < 'a' || r > 'z' })
	has := func(word string) bool { return slices.Contains(words, word) }
	switch {
	case strings.Contains(p, "opt-out"):
		return OptOut
	case strings.Contains(p, "user fetch"), strings.Contains(p, "link preview"):
		return UserFetch
	case has("training"):
		return AITraining
	case has("ai"):
		return AISearch
	case has("ads"), has("ad"):
		return Ads
	case has("search"):
		return Search
	}
	return Other
}

// Answer is a fact that may not be known.
type Answer uint8

// The three answers.
const (
	Unknown Answer = iota
	Yes
	No
)

// String is "unknown", "yes" or "no".
func (a Answer) String() string { return [...]string{"unknown", "yes", "no"}[a] }

// Stance is what a crawler makes of robots.txt, as far as it is known.
type Stance uint8

// The stances of the catalogue.
const (
	NotStated      Stance = iota // nobody says
	Obeys                        // follows the file
	NamedGroupOnly               // follows the groups that name it, not those of *
	MayIgnore                    // says that it may not follow, or is said not to
	Ignores                      // says that it does not follow the file
	ControlToken                 // fetches nothing; the verdict is about use
)

// Entry is one row of the catalogue: one product token and what is said of it.
type Entry struct {
	Token       string   `json:"token"`                 // the product token, as the vendor spells it
	Products    []string `json:"products,omitempty"`    // names of products that people may ask for instead
	Operator    string   `json:"operator"`              // who runs it
	Kind        Kind     `json:"kind"`                  // what sort of thing it is
	Purpose     string   `json:"purpose"`               // the same in the words of the data
	Fallback    []string `json:"fallback,omitempty"`    // tokens whose groups it reads, in order, where its own token has none
	Unconfirmed []string `json:"unconfirmed,omitempty"` // fallback tokens that nobody confirms: to be shown, not used
	Star        string   `json:"star"`                  // whether the groups of * apply: yes, no, or what is known instead
	Obeys       string   `json:"obeys"`                 // whether it follows the file, in the words of the data
	Dialect     string   `json:"dialect"`               // "google" for Google's, else "rfc"
	CrawlDelay  string   `json:"crawl_delay"`           // whether Crawl-delay is read, in the words of the data
	Notes       string   `json:"notes,omitempty"`       // what else is worth knowing
	Source      string   `json:"source"`                // where the facts come from, an address
	Confidence  string   `json:"confidence"`            // A read in the vendor's page, B second hand, C unconfirmed
	Own         bool     `json:"own,omitempty"`         // added or changed by a person's own file
}

// Tokens are the product tokens in the order in which they are tried. The
// first with a group of its own decides; groups of several are never merged.
func (e *Entry) Tokens() []string {
	return append([]string{e.Token}, e.Fallback...)
}

// NoStar says that the groups of * do not apply. Only a plain "no" in the data
// says so: anything vaguer leaves the RFC's rule in force.
func (e *Entry) NoStar() bool { return strings.EqualFold(e.Star, "no") }

// ReadsCrawlDelay says whether the crawler acts on a Crawl-delay line.
func (e *Entry) ReadsCrawlDelay() Answer {
	first, _, _ := strings.Cut(strings.ToLower(e.CrawlDelay), " ")
	switch first {
	case "no":
		return No
	case "", "unverified", "unknown", "not":
		return Unknown
	}
	return Yes
}

// Stance reads Obeys.
func (e *Entry) Stance() Stance {
	o := strings.ToLower(e.Obeys)
	switch {
	case e.Kind == OptOut, o == "control token":
		return ControlToken
	case o == "yes":
		return Obeys
	case o == "named group only":
		return NamedGroupOnly
	case o == "no", strings.HasPrefix(o, "ignores"):
		return Ignores
	case strings.HasPrefix(o, "may"), strings.HasPrefix(o, "generally ignores"), o == "disputed":
		return MayIgnore
	}
	return NotStated
}

// ConfidenceWords says what the letter of Confidence means.
func (e *Entry) ConfidenceWords() string {
	switch e.Confidence {
	case "A":
		return "read in the vendor's page"
	case "B":
		return "second hand"
	case "C":
		return "unconfirmed"
	}
	return "no confidence given"
}

// Words puts a verdict as it fits the crawler. A verdict on a token that
// fetches nothing is one on use, and to a fetcher that may not follow the file
// a Disallow is no more than a request.
func (e *Entry) Words(allowed bool) string {
	switch e.Stance() {
	case ControlToken:
		if allowed {
			return "use not opted out"
		}
		return "use opted out"
	case Ignores:
		return "ignores robots.txt"
	case MayIgnore:
		if !allowed {
			return "asked not to, may ignore"
		}
	}
	return plainWords(allowed)
}

func plainWords(allowed bool) string {
	if allowed {
		return "allowed"
	}
	return "disallowed"
}

// String is a line for a list: token, operator, kind.
func (e *Entry) String() string {
	return fmt.Sprintf("%s (%s, %s)", e.Token, e.Operator, e.Kind)
}
