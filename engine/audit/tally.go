package audit

import (
	"cmp"
	"math"
	"slices"
)

// count counts hits before and after the time that splits the log; without
// such a time all hits count as before it.
type count [2]int64

func (c count) sum() int64 { return c[0] + c[1] }

func (c *count) add(d count) {
	c[0] += d[0]
	c[1] += d[1]
}

// crawlerTally is what one crawler did.
type crawlerTally struct {
	hits, allowed, disallowed, unsure count
	unsureDisallowed                  int64 // unsure hits that the live file disallows
	noFile, noTarget, noRule          int64
	claims                            [3]int64 // by Claim
	falseDisallowed                   int64    // disallowed hits whose claim is false
	robots                            *robotsTally
}

// robotsTally is hits on /robots.txt itself.
type robotsTally struct {
	hits        int64
	statuses    map[int]int64
	first, last int64 // seconds since 1970
}

func (r *robotsTally) hit(h *Hit) {
	if r.hits == 0 {
		r.first, r.last = h.Time, h.Time
		r.statuses = make(map[int]int64)
	}
	r.hits++
	r.statuses[h.Status]++
	r.first, r.last = min(r.first, h.Time), max(r.last, h.Time)
}

func (r *robotsTally) merge(o *robotsTally) {
	if o == nil || o.hits == 0 {
		return
	}
	if r.hits == 0 {
		r.first, r.last = o.first, o.last
		r.statuses = make(map[int]int64)
	}
	r.hits += o.hits
	for s, n := range o.statuses {
		r.statuses[s] += n
	}
	r.first, r.last = min(r.first, o.first), max(r.last, o.last)
}

// lineKey is a deciding line: of an edition, for a crawler.
type lineKey struct {
	edition, crawler int
	line             int32
}

// lineTally is the hits that a line decided.
type lineTally struct {
	count   count
	unsure  int64
	at      place // of the example
	example string
}

// place is a line of a log: the file's index in the high bits, the 1-based
// number of the line in the others.
type place uint64

func placeOf(file int, line int64) place { return place(file)<<48 | place(line) }
func (p place) file() int                { return int(p >> 48) }
func (p place) line() int64              { return int64(p & (1<<48 - 1)) }

// flipKey is a pair of decisions on which two rulebooks differ.
type flipKey struct {
	lineKey         // line 0 where no rule decides
	next    lineKey // in the other rulebook
}

// flipTally is the hits whose verdict flips from one decision to the other.
type flipTally struct {
	count   int64
	allowed bool // before the flip
	at      place
	example string
}

// brokenLine is a line that is no hit.
type brokenLine struct {
	at    place
	fault Fault
	text  string // its start
}

const (
	keptBroken = 10  // how many broken lines are kept
	keptOctets = 160 // and how much of each
	topRoom    = 4096
	maxExample = 1 << 10
)

// tally is what one goroutine has counted.
type tally struct {
	lines, parsed, skipped, blank, others int64
	from, to                              int64 // times of the first and the last hit
	faults                                [len(faultText)]int64
	broken                                []brokenLine
	crawlers                              []crawlerTally
	lineTallies                           map[lineKey]*lineTally
	flips                                 map[flipKey]*flipTally
	editionHits                           []int64
	urls, folders, hosts, noFileHosts     *top
	fetched                               *top        // two octets for the crawler, then host and target
	robotsOthers                          *top        // products of nobody in the catalogue that fetched /robots.txt
	robotsOther                           robotsTally // and their hits together
}

func newTally(crawlers, editions int) *tally {
	return &tally{
		from: math.MaxInt64, to: math.MinInt64,
		crawlers: make([]crawlerTally, crawlers), lineTallies: make(map[lineKey]*lineTally), flips: make(map[flipKey]*flipTally),
		editionHits: make([]int64, editions),
		fetched:     newTop(topRoom), urls: newTop(topRoom), folders: newTop(topRoom), hosts: newTop(topRoom), noFileHosts: newTop(topRoom), robotsOthers: newTop(topRoom),
	}
}

func (t *tally) fault(f Fault, at place, line []byte) {
	if f == Blank {
		t.blank++
		return
	}
	t.skipped++
	t.faults[f]++
	if len(t.broken) < keptBroken {
		t.broken = append(t.broken, brokenLine{at, f, string(line[:min(len(line), keptOctets)])})
	}
}

// decided counts a hit that line decided; line 0 stands for no rule.
func (t *tally) decided(k lineKey, half int, unsure bool, at place, target []byte) {
	l := t.lineTallies[k]
	if l == nil {
		l = &lineTally{at: at, example: string(target[:min(len(target), maxExample)])}
		t.lineTallies[k] = l
	}
	if unsure {
		l.unsure++
		return
	}
	l.count[half]++
}

// flipped counts a hit whose verdict is another in the other rulebook.
func (t *tally) flipped(k flipKey, allowed bool, at place, target []byte) {
	f := t.flips[k]
	if f == nil {
		f = &flipTally{allowed: allowed, at: at, example: string(target[:min(len(target), maxExample)])}
		t.flips[k] = f
	}
	f.count++
}

// mergeTallies adds up what goroutines have counted.
func mergeTallies(parts []*tally) *tally {
	sum := newTally(len(parts[0].crawlers), len(parts[0].editionHits))
	var fetched, urls, folders, hosts, noFile, robots []*top
	for _, p := range parts {
		sum.lines += p.lines
		sum.parsed += p.parsed
		sum.skipped += p.skipped
		sum.blank += p.blank
		sum.others += p.others
		sum.from, sum.to = min(sum.from, p.from), max(sum.to, p.to)
		for i, n := range p.faults {
			sum.faults[i] += n
		}
		for i, n := range p.editionHits {
			sum.editionHits[i] += n
		}
		sum.broken = append(sum.broken, p.broken...)
		for i := range p.crawlers {
			sum.crawlers[i].merge(&p.crawlers[i])
		}
		for k, l := range p.lineTallies {
			s := sum.lineTallies[k]
			if s == nil {
				copied := *l
				sum.lineTallies[k] = &copied
				continue
			}
			s.count.add(l.count)
			s.unsure += l.unsure
			if l.at < s.at {
				s.at, s.example = l.at, l.example
			}
		}
		for k, f := range p.flips {
			s := sum.flips[k]
			if s == nil {
				copied := *f
				sum.flips[k] = &copied
				continue
			}
			s.count += f.count
			if f.at < s.at {
				s.at, s.example = f.at, f.example
			}
		}
		urls, folders = append(urls, p.urls), append(folders, p.folders)
		hosts, noFile = append(hosts, p.hosts), append(noFile, p.noFileHosts)
		fetched, robots = append(fetched, p.fetched), append(robots, p.robotsOthers)
		sum.robotsOther.merge(&p.robotsOther)
	}
	slices.SortFunc(sum.broken, func(a, b brokenLine) int { return cmp.Compare(a.at, b.at) })
	sum.broken = sum.broken[:min(len(sum.broken), keptBroken)]
	sum.urls, sum.folders = mergeTops(topRoom, urls), mergeTops(topRoom, folders)
	sum.hosts, sum.noFileHosts = mergeTops(topRoom, hosts), mergeTops(topRoom, noFile)
	sum.fetched, sum.robotsOthers = mergeTops(topRoom, fetched), mergeTops(topRoom, robots)
	return sum
}

func (c *crawlerTally) merge(o *crawlerTally) {
	c.hits.add(o.hits)
	c.allowed.add(o.allowed)
	c.disallowed.add(o.disallowed)
	c.unsure.add(o.unsure)
	c.unsureDisallowed += o.unsureDisallowed
	c.noFile += o.noFile
	c.noTarget += o.noTarget
	c.noRule += o.noRule
	c.falseDisallowed += o.falseDisallowed
	for i, n := range o.claims {
		c.claims[i] += n
	}
	if o.robots != nil {
		if c.robots == nil {
			c.robots = &robotsTally{}
		}
		c.robots.merge(o.robots)
	}
}
