package audit

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

// Site is a host and the robots.txt files that it had.
type Site struct {
	Host     string // with a port where it is not the scheme's own; empty for every host
	Versions []Version
}

// Version is a robots.txt from a time on.
type Version struct {
	Name   string    // what reports call it: a file name, a URL, a commit
	Since  time.Time // when it went live; the zero time for always
	Src    []byte
	Answer engine.Answer // what came of fetching it; the zero value for a file at hand
}

// Rulebook knows which robots.txt governed a host at a time.
type Rulebook struct {
	catalogue *crawlers.Catalogue
	dialect   string // a dialect for everybody, or empty for each crawler's own
	sites     map[string]*timeline
	editions  []*edition
}

// timeline is the editions of one host, the oldest first.
type timeline struct {
	since    []int64
	editions []int
}

type edition struct {
	host, name string
	version    Version
	files      map[string]func() *engine.File // by dialect, parsed when first asked for
}

// NewRulebook gathers the files of sites. dialect is "auto" or empty for the
// dialect of each crawler, or the name of one for all. It is an error when a
// host comes twice.
func NewRulebook(sites []Site, c *crawlers.Catalogue, dialect string) (*Rulebook, error) {
	if dialect == "auto" {
		dialect = ""
	}
	if dialect != "" {
		if _, err := engine.DialectByName(dialect); err != nil {
			return nil, err
		}
	}
	b := &Rulebook{catalogue: c, dialect: dialect, sites: make(map[string]*timeline)}
	for _, s := range sites {
		host := string(hostKey(nil, []byte(s.Host)))
		if b.sites[host] != nil {
			return nil, fmt.Errorf("host %q has two robots.txt; give one each", s.Host)
		}
		b.sites[host] = b.timeline(host, s.Versions)
	}
	return b, nil
}

func (b *Rulebook) timeline(host string, versions []Version) *timeline {
	versions = slices.Clone(versions)
	slices.SortStableFunc(versions, func(x, y Version) int { return x.Since.Compare(y.Since) })
	t := &timeline{}
	for i, v := range versions {
		// A commit or a fetch that changed nothing is no change.
		if i > 0 && bytes.Equal(v.Src, versions[i-1].Src) && v.Answer == versions[i-1].Answer {
			continue
		}
		e := &edition{host: host, name: v.Name, version: v, files: make(map[string]func() *engine.File)}
		for _, d := range engine.Dialects() {
			e.files[d.Name] = sync.OnceValue(func() *engine.File { return engine.Parse(v.Src, d) })
		}
		since := int64(-1 << 62)
		if !v.Since.IsZero() {
			since = v.Since.Unix()
		}
		t.since = append(t.since, since)
		t.editions = append(t.editions, len(b.editions))
		b.editions = append(b.editions, e)
	}
	return t
}

// live returns the edition that governed host (as hostKey writes it) at a
// time, -1 for none. recent says that it had been live for less than a day
// after another one: a crawler may still have used that.
func (b *Rulebook) live(host []byte, at int64) (edition int, recent bool) {
	t := b.sites[string(host)]
	if t == nil {
		t = b.sites[""]
	}
	if t == nil {
		return -1, false
	}
	i, found := slices.BinarySearch(t.since, at)
	if !found {
		i--
	}
	if i < 0 {
		return -1, false
	}
	return t.editions[i], i > 0 && at-t.since[i] < int64(engine.CacheTime/time.Second)
}

// dialectOf is the dialect in which a crawler is judged.
func (b *Rulebook) dialectOf(crawler int) string {
	return cmp.Or(b.dialect, b.catalogue.Entries()[crawler].Dialect)
}

// dialects are those in which crawlers are judged.
func (b *Rulebook) dialects() []string {
	if b.dialect != "" {
		return []string{b.dialect}
	}
	return []string{engine.RFC.Name, engine.Google.Name}
}

// file is an edition as a crawler reads it.
func (b *Rulebook) file(edition, crawler int) *engine.File {
	return b.editions[edition].files[b.dialectOf(crawler)]()
}

// group says which groups of an edition apply to a crawler.
func (b *Rulebook) group(edition, crawler int) engine.Selection {
	e := b.catalogue.Entries()[crawler]
	return b.file(edition, crawler).Select(engine.Crawler{Tokens: e.Tokens(), NoStar: e.NoStar()})
}

// rule is the text of a line that decides, and whether it allows.
func (b *Rulebook) rule(edition, crawler, line int) (text string, allow bool) {
	f := b.file(edition, crawler)
	i := f.Lines[line-1].Rule
	if i < 0 {
		return "", true
	}
	return ruleText(f, f.Rules[i]), f.Rules[i].Allow
}

func ruleText(f *engine.File, r engine.Rule) string {
	if r.Allow {
		return "Allow: " + f.Pattern(r)
	}
	return "Disallow: " + f.Pattern(r)
}

// verdict is what a judge keeps of a decision.
type verdict struct {
	allowed bool
	line    int32
}

// judge decides hits for one goroutine. Verdicts are kept by edition, crawler
// and target; only a few, since asking the engine's index again takes no longer
// than to look into a cache that the processor does not hold.
type judge struct {
	book     *Rulebook
	readings map[[2]int]*reading
	verdicts cache[verdict]
	key      []byte
}

// reading is an edition as one crawler reads it.
type reading struct {
	rules   *engine.Lookup
	meaning engine.Meaning
}

// maxTarget is the longest target whose verdict is kept.
const maxTarget = 2 << 10

func newJudge(b *Rulebook) *judge {
	return &judge{book: b, readings: make(map[[2]int]*reading), verdicts: newCache[verdict](1<<12, 2<<20)}
}

func (j *judge) decide(edition, crawler int, target []byte) verdict {
	keep := len(target) <= maxTarget
	if keep {
		j.key = append(j.key[:0], byte(edition), byte(edition>>8), byte(edition>>16), byte(crawler), byte(crawler>>8))
		j.key = append(j.key, target...)
		if v, ok := j.verdicts.get(j.key); ok {
			return v
		}
	}
	r := j.readings[[2]int{edition, crawler}]
	if r == nil {
		r = &reading{rules: j.book.file(edition, crawler).NewMatcher(j.book.group(edition, crawler)).NewLookup()}
		if a := j.book.editions[edition].version.Answer; a != (engine.Answer{}) {
			r.meaning = engine.Mean(a, j.book.dialectOf(crawler))
		}
		j.readings[[2]int{edition, crawler}] = r
	}
	v := verdict{}
	if allowed, decided := r.meaning.Verdict(); decided {
		v.allowed = allowed
	} else {
		d := r.rules.Verdict(targetURL(target))
		v = verdict{d.Allowed, d.Line}
	}
	if keep {
		j.verdicts.put(j.key, v)
	}
	return v
}

// targetURL is a request target as the engine reads URLs. Two slashes at the
// start are a path in a request, and would be a host there.
func targetURL(target []byte) string {
	if len(target) > 1 && target[0] == '/' && target[1] == '/' {
		return "http://host.invalid" + string(target)
	}
	return string(target)
}

// hostKey appends a host as sites are looked up: lower case, without a port
// that is the scheme's own and without a dot at the end.
func hostKey(dst, host []byte) []byte {
	for _, port := range [...]string{":443", ":80"} {
		if n := len(host) - len(port); n > 0 && string(host[n:]) == port {
			host = host[:n]
			break
		}
	}
	if n := len(host); n > 1 && host[n-1] == '.' {
		host = host[:n-1]
	}
	for _, c := range host {
		if c-'A' < 26 {
			c |= 0x20
		}
		dst = append(dst, c)
	}
	return dst
}
