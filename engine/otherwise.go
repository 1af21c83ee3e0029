package engine

import (
	"fmt"
	"time"
)

// Is is an answer that may be unknown.
type Is uint8

// The answers.
const (
	Unknown Is = iota
	No
	Yes
)

// String is "unknown", "no" or "yes".
func (i Is) String() string { return [...]string{"unknown", "no", "yes"}[i] }

// Doubt is one reason why a crawler may do otherwise than a verdict says: a
// question, whether it is so here, why, and on whose word.
type Doubt struct {
	Question string
	Is       Is
	Why      string // in plain words, without a full stop
	Source   string
}

// Circumstances is what is known where a crawler is said to do otherwise.
type Circumstances struct {
	Trace  Trace
	Name   string // of the crawler
	Octets int    // of the text

	Fetched  bool   // the text is what a server gave, so that Answer and HTML hold
	Answer   Answer // its File and URL hold in any case
	HTML     bool   // served as HTML, or the body is an HTML page
	Unserved bool   // the text is known not to be what is served: it was edited

	ChangeKnown bool // SinceChange holds
	Changed     bool // the file is known to have changed SinceChange ago, not only to be that old at least
	SinceChange time.Duration

	Page *PageAnswer // nil where the URL was not asked for
}

// PageAnswer is what came of asking for the URL under test once.
type PageAnswer struct {
	Status   int    // 0 where there was no answer
	Hops     int    // redirects followed
	FinalURL string // what answered
	Judged   bool   // Allowed holds
	Allowed  bool   // for FinalURL, by the file that governs it
}

// Otherwise works out why a crawler may do otherwise than the trace says. The
// list has the same questions in the same order every time.
func Otherwise(c Circumstances) []Doubt {
	return []Doubt{c.stale(), c.elsewhere(), c.redirected(), c.fallback(), c.inherits(), c.indexed(), c.served(), c.tooLong()}
}

func (c *Circumstances) stale() Doubt {
	d := Doubt{Question: "Does it go by an older copy of the file?", Source: "RFC 9309 2.4"}
	switch {
	case c.Unserved:
		d.Is, d.Why = Yes, "the text here has changes that no server gives out"
	case !c.ChangeKnown:
		d.Why = "when the file changed is not known; a copy may be used for 24 hours"
	case c.SinceChange > CacheTime:
		d.Is, d.Why = No, fmt.Sprintf("the file has been the same for %s, longer than the 24 hours a copy may be used", howLong(c.SinceChange))
	case c.Changed:
		d.Is, d.Why = Yes, fmt.Sprintf("the file changed %s ago, and a copy may be used for 24 hours", howLong(c.SinceChange))
	default:
		d.Why = fmt.Sprintf("the file was first seen %s ago; whether it was another one before is not known", howLong(c.SinceChange))
	}
	return d
}

func (c *Circumstances) elsewhere() Doubt {
	d := Doubt{Question: "Does another host's or scheme's file govern the URL?", Source: "RFC 9309 2.3"}
	file, url := c.Answer.File, c.Answer.URL
	switch {
	case !file.Known():
		d.Why = "whose file this is, is not known"
	case !url.Known():
		d.Why = "the URL names no host"
	case !SameOrigin(file, url):
		d.Is, d.Why = Yes, fmt.Sprintf("this file governs %s, the URL lies on %s", file, url)
	default:
		d.Is, d.Why = No, fmt.Sprintf("this file governs %s, and the URL lies there", file)
	}
	return d
}

func (c *Circumstances) redirected() Doubt {
	d := Doubt{Question: "Does the URL redirect to one that is disallowed?", Source: "RFC 9309 2.2.2: each URL is matched by itself"}
	switch p := c.Page; {
	case p == nil:
		d.Why = "the URL was not asked for"
	case p.Status == 0:
		d.Why = "the URL gave no answer"
	case p.Hops == 0:
		d.Is, d.Why = No, fmt.Sprintf("it answers %d itself", p.Status)
	case !p.Judged:
		d.Why = "it redirects to " + p.FinalURL + ", whose robots.txt could not be read"
	case p.Allowed:
		d.Is, d.Why = No, "it redirects to "+p.FinalURL+", which is allowed"
	default:
		d.Is, d.Why = Yes, "it redirects to "+p.FinalURL+", which is disallowed"
	}
	return d
}

func (c *Circumstances) fallback() Doubt {
	d := Doubt{Question: "Does a group decide that does not name it?", Source: "RFC 9309 2.2.1"}
	s := c.Trace.Selection
	switch s.By {
	case ByToken:
		d.Is, d.Why = No, c.Name+" has a group of its own"
	case ByFallback:
		d.Is, d.Why = Yes, fmt.Sprintf("%s has no group of its own and goes by that of %s", c.Name, s.Token)
	case ByStar:
		d.Is, d.Why = Yes, c.Name+" has no group of its own and goes by *"
	default:
		d.Is, d.Why = No, "no group applies to "+c.Name+", so nothing is disallowed"
	}
	return d
}

func (c *Circumstances) inherits() Doubt {
	d := Doubt{Question: "Does its group lack rules that stand under * alone?", Source: "RFC 9309 2.2.1: a named group inherits nothing"}
	f := c.Trace.File
	if by := c.Trace.Selection.By; f == nil || by != ByToken && by != ByFallback {
		d.Is, d.Why = No, "no group that names it applies"
		return d
	}
	star := f.Select(Crawler{})
	if star.By != ByStar {
		d.Is, d.Why = No, "there is no group for *"
		return d
	}
	t := f.ExplainTarget(c.Trace.Target, star)
	if t.Allowed == c.Trace.Allowed {
		d.Is, d.Why = No, "the group for * says the same of this URL"
		return d
	}
	d.Is, d.Why = Yes, fmt.Sprintf("the group for * would have it %s, and does not count for %s", allowedWord(t.Allowed), c.Name)
	if t.Line > 0 {
		d.Why = fmt.Sprintf("line %d, under *, would have it %s, and does not count for %s", t.Line, allowedWord(t.Allowed), c.Name)
	}
	return d
}

func (c *Circumstances) indexed() Doubt {
	d := Doubt{Question: "Is the URL found in an index all the same?", Source: "RFC 9309 1: rules are about crawling"}
	if c.Trace.Allowed {
		d.Is, d.Why = No, "it is allowed; whether it is indexed is another matter"
		return d
	}
	d.Is, d.Why = Yes, "disallowed is not de-indexed: a URL that others link to may be listed, and a noindex on the page cannot be read"
	return d
}

func (c *Circumstances) served() Doubt {
	d := Doubt{Question: "Is the file served with an error, or as HTML?", Source: "RFC 9309 2.3.1"}
	switch class := classify(c.Answer); {
	case !c.Fetched:
		d.Why = "it was not fetched"
	case class != classGood:
		d.Is, d.Why = Yes, c.Answer.what()+": then no rule of the file counts"
	case c.HTML:
		d.Is, d.Why = Yes, "it is HTML: only lines in it that read as rules count"
	default:
		d.Is, d.Why = No, c.Answer.what()+", and it is no HTML"
	}
	return d
}

func (c *Circumstances) tooLong() Doubt {
	d := Doubt{Question: "Is the file longer than 500 KiB?", Source: "RFC 9309 2.5"}
	if c.Octets > Limit {
		d.Is, d.Why = Yes, fmt.Sprintf("it has %d octets, of which a crawler may read the first %d alone", c.Octets, Limit)
		return d
	}
	d.Is, d.Why = No, fmt.Sprintf("it has %d octets of %d", c.Octets, Limit)
	return d
}
