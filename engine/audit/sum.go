package audit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"robotslens/engine"
)

// listed is how many rows of a list of names a report holds; of fetched URLs it
// holds more, since a list of URLs to test is made from them.
const (
	listed        = 100
	listedFetched = 1000
)

// Report sums up what has been read so far.
func (a *Auditor) Report() *Report {
	parts := []*tally{a.own}
	for _, w := range a.workers {
		parts = append(parts, w.tally)
	}
	t := mergeTallies(parts)
	r := &Report{
		Lines: t.lines, Parsed: t.parsed, Skipped: t.skipped, Blank: t.blank, Others: t.others,
		Logs: slices.Clone(a.files), Checked: a.opt.Networks != nil, Crawlers: []Crawler{},
		DisallowedURLs: tallies(t.urls), DisallowedFolders: tallies(t.folders),
		FetchedURLs: a.fetched(t.fetched), Hosts: tallies(t.hosts), NoFileHosts: tallies(t.noFileHosts), RobotsTxtOthers: tallies(t.robotsOthers),
	}
	if t.parsed > 0 {
		r.From, r.To = moment(t.from), moment(t.to)
	}
	split := !a.opt.Split.IsZero()
	if split {
		r.Split = moment(a.opt.Split.Unix())
	}
	for f, n := range t.faults {
		if n > 0 {
			r.Faults = append(r.Faults, Tally{Name: Fault(f).String(), Count: n})
		}
	}
	for _, b := range t.broken {
		r.Broken = append(r.Broken, Broken{a.files[b.at.file()].Name, b.at.line(), b.fault.String(), b.text})
	}
	var total crawlerTally
	for i := range t.crawlers {
		c := &t.crawlers[i]
		if c.hits.sum() == 0 {
			continue
		}
		total.merge(c)
		row := a.crawler(i, c, t, split)
		r.Crawlers = append(r.Crawlers, row)
		if row.Group == groupStar || row.Group == groupNone {
			r.NoGroup = append(r.NoGroup, row.Name)
		}
		if c.robots != nil {
			r.RobotsTxt = append(r.RobotsTxt, robotsRow(row.Name, c.robots))
		}
	}
	r.Totals = countsOf(&total, split)
	if t.robotsOther.hits > 0 {
		r.RobotsTxt = append(r.RobotsTxt, robotsRow("", &t.robotsOther))
	}
	slices.SortStableFunc(r.Crawlers, func(a, b Crawler) int {
		return cmp.Or(cmp.Compare(b.Disallowed, a.Disallowed), cmp.Compare(b.Hits, a.Hits), cmp.Compare(a.Name, b.Name))
	})
	r.UnusedRules = a.unused(t)
	if a.opt.Against != nil {
		r.Flips = a.flips(t)
		var n int64
		for _, f := range r.Flips {
			n += f.Count
		}
		r.Flipped = &n
	}
	return r
}

func tallies(t *top) []Tally {
	var rows []Tally
	for _, r := range t.list(listed) {
		rows = append(rows, Tally{r.key, r.count, r.over})
	}
	return rows
}

func (a *Auditor) fetched(t *top) []Fetched {
	var rows []Fetched
	for _, r := range t.list(listedFetched) {
		who := int(r.key[0]) | int(r.key[1])<<8
		host, target := r.key[2:], ""
		if i := strings.IndexAny(host, "/?"); i >= 0 {
			host, target = host[:i], host[i:]
		}
		rows = append(rows, Fetched{a.opt.Catalogue.Entries()[who].Token, host, target, r.count, r.over})
	}
	return rows
}

func moment(sec int64) *time.Time {
	t := time.Unix(sec, 0).UTC()
	return &t
}

func countsOf(c *crawlerTally, split bool) Counts {
	n := Counts{
		Hits: c.hits.sum(), Allowed: c.allowed.sum(), Disallowed: c.disallowed.sum(), Unsure: c.unsure.sum(),
		NoFile: c.noFile, NoTarget: c.noTarget, UnsureDisallowed: c.unsureDisallowed,
	}
	if split {
		n.Before = &Half{c.hits[0], c.allowed[0], c.disallowed[0], c.unsure[0]}
		n.After = &Half{c.hits[1], c.allowed[1], c.disallowed[1], c.unsure[1]}
	}
	return n
}

// What chose the groups of a crawler.
const (
	groupOwn      = "own"
	groupFallback = "fallback"
	groupStar     = "*"
	groupNone     = "none"
)

func (a *Auditor) crawler(i int, c *crawlerTally, t *tally, split bool) Crawler {
	e := a.opt.Catalogue.Entries()[i]
	row := Crawler{
		Name: e.Token, Counts: countsOf(c, split), Obeys: e.Obeys, Group: a.groupOf(i, t), ByLine: []Line{},
		Verified: c.claims[Verified], FalseClaims: c.claims[False], Unknown: c.claims[Unknown],
		FalseDisallowed: c.falseDisallowed, NoRule: c.noRule,
	}
	if a.opt.Networks == nil {
		row.Unknown = row.Hits
	}
	sure := row.Allowed + row.Disallowed
	for k, l := range t.lineTallies {
		if k.crawler != i {
			continue
		}
		edition := a.opt.Rulebook.editions[k.edition]
		text, allow := a.opt.Rulebook.rule(k.edition, i, int(k.line))
		line := Line{
			Line: int(k.line), Rule: text, Allowed: allow, Count: l.count.sum(), Unsure: l.unsure,
			Example: l.example, File: edition.name, Host: edition.host,
		}
		if sure > 0 {
			line.Share = float64(line.Count) / float64(sure)
		}
		if split {
			line.Before, line.After = &l.count[0], &l.count[1]
		}
		row.ByLine = append(row.ByLine, line)
	}
	slices.SortFunc(row.ByLine, func(x, y Line) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(y.Unsure, x.Unsure),
			cmp.Compare(x.Host, y.Host), cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line))
	})
	return row
}

// groupOf says what chose a crawler's groups in the latest edition that judged
// any hit.
func (a *Auditor) groupOf(crawler int, t *tally) string {
	found := groupNone
	for i, n := range t.editionHits {
		if n == 0 {
			continue
		}
		switch a.opt.Rulebook.group(i, crawler).By {
		case engine.ByToken:
			found = groupOwn
		case engine.ByFallback:
			found = groupFallback
		case engine.ByStar:
			found = groupStar
		default:
			found = groupNone
		}
	}
	return found
}

func (a *Auditor) flips(t *tally) []Flip {
	decided := func(b *Rulebook, k lineKey, allowed bool) Decided {
		d := Decided{Allowed: allowed, Line: int(k.line), File: b.editions[k.edition].name}
		if k.line > 0 {
			d.Rule, _ = b.rule(k.edition, k.crawler, d.Line)
		}
		return d
	}
	flips := []Flip{}
	for k, f := range t.flips {
		flips = append(flips, Flip{
			Crawler: a.opt.Catalogue.Entries()[k.crawler].Token, Count: f.count, Example: f.example,
			Before: decided(a.opt.Rulebook, k.lineKey, f.allowed), After: decided(a.opt.Against, k.next, !f.allowed),
		})
	}
	slices.SortFunc(flips, func(x, y Flip) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.Crawler, y.Crawler),
			cmp.Compare(x.Before.Line, y.Before.Line), cmp.Compare(x.After.Line, y.After.Line), cmp.Compare(x.Example, y.Example))
	})
	return flips
}

func robotsRow(name string, t *robotsTally) Robots {
	r := Robots{Crawler: name, Count: t.hits, Statuses: make(map[string]int64), First: *moment(t.first), Last: *moment(t.last)}
	for s, n := range t.statuses {
		r.Statuses[strconv.Itoa(s)] = n
	}
	return r
}

// unused lists the rules that decided nothing, in every dialect that a crawler
// is judged in.
func (a *Auditor) unused(t *tally) []Rule {
	type at struct {
		edition int
		line    int32
	}
	used := make(map[at]bool)
	for k := range t.lineTallies {
		used[at{k.edition, k.line}] = true
	}
	var rules []Rule
	for i, n := range t.editionHits {
		if n == 0 {
			continue
		}
		e := a.opt.Rulebook.editions[i]
		var of []Rule
		told := make(map[int32]bool) // lines
		for _, d := range a.opt.Rulebook.dialects() {
			f := e.files[d]()
			for _, r := range f.Rules {
				// An empty pattern matches nothing (RFC 9309, 2.2.2) and is no loss.
				if used[at{i, r.Line}] || told[r.Line] || f.Pattern(r) == "" {
					continue
				}
				told[r.Line] = true
				of = append(of, Rule{e.name, e.host, int(r.Line), ruleText(f, r), f.Named(f.Groups[r.Group])})
			}
		}
		slices.SortFunc(of, func(x, y Rule) int { return cmp.Compare(x.Line, y.Line) })
		rules = append(rules, of...)
	}
	return rules
}
