package audit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"robotslens/engine"
)

// Report is what logs say about a robots.txt. Its JSON names are stable; text
// in it is as foreign as the logs.
//
// Lines = Parsed + Skipped + Blank. Parsed = Others + the hits of all crawlers.
// The hits of a crawler = allowed + disallowed + unsure + no_file + no_target.
type Report struct {
	Lines   int64 `json:"lines"`   // of all logs
	Parsed  int64 `json:"parsed"`  // hits
	Skipped int64 `json:"skipped"` // broken lines
	Blank   int64 `json:"blank"`   // empty lines, and directives of W3C logs
	Others  int64 `json:"others"`  // hits of nobody in the catalogue

	From  *time.Time `json:"from,omitempty"` // first and last hit, nil without hits
	To    *time.Time `json:"to,omitempty"`
	Split *time.Time `json:"split,omitempty"` // the time that before and after are about

	Logs    []LogFile `json:"logs"`
	Faults  []Tally   `json:"faults,omitempty"` // why lines are broken
	Broken  []Broken  `json:"broken,omitempty"` // the first of them
	Totals  Counts    `json:"totals"`           // of all crawlers
	Checked bool      `json:"checked"`          // addresses were held against network lists

	Crawlers []Crawler `json:"crawlers"` // those with hits, the most disallowed first

	Flips   []Flip `json:"flips,omitempty"`   // what the files compared with would change, the most hits first
	Flipped *int64 `json:"flipped,omitempty"` // hits that flip, nil where nothing was compared

	FetchedURLs       []Fetched `json:"fetched_urls,omitempty"`       // most fetched by a crawler, whatever the verdict
	DisallowedURLs    []Tally   `json:"disallowed_urls,omitempty"`    // most fetched, host and target
	DisallowedFolders []Tally   `json:"disallowed_folders,omitempty"` // most fetched, two folders deep
	NoGroup           []string  `json:"no_group,omitempty"`           // crawlers without a group of their own in any file that judged them
	UnusedRules       []Rule    `json:"unused_rules,omitempty"`       // rules that decided no hit, of files that judged any
	RobotsTxt         []Robots  `json:"robots_txt,omitempty"`         // hits on /robots.txt itself
	RobotsTxtOthers   []Tally   `json:"robots_txt_others,omitempty"`  // first products of User-Agents outside the catalogue that fetched it
	Hosts             []Tally   `json:"hosts,omitempty"`              // hosts whose hits were judged, by hits of crawlers
	NoFileHosts       []Tally   `json:"no_file_hosts,omitempty"`      // hosts whose hits no file governs
}

// Counts are hits of crawlers by verdict.
type Counts struct {
	Hits       int64 `json:"hits"`
	Allowed    int64 `json:"allowed"` // with hits on /robots.txt, which are never a breach
	Disallowed int64 `json:"disallowed"`
	Unsure     int64 `json:"unsure"`    // within 24 h after a change: a cached copy is possible
	NoFile     int64 `json:"no_file"`   // on hosts without a file
	NoTarget   int64 `json:"no_target"` // requests that name no path

	UnsureDisallowed int64 `json:"unsure_disallowed"` // unsure hits that the file then live disallows

	Before *Half `json:"before,omitempty"` // nil where no time splits the log
	After  *Half `json:"after,omitempty"`
}

// Half is the hits on one side of a time.
type Half struct {
	Hits       int64 `json:"hits"`
	Allowed    int64 `json:"allowed"`
	Disallowed int64 `json:"disallowed"`
	Unsure     int64 `json:"unsure"`
}

// Crawler is what one crawler of the catalogue did, going by its User-Agent.
type Crawler struct {
	Name string `json:"crawler"`
	Counts
	Group string `json:"group"` // what chose its groups in the latest file that judged it: own, fallback, *, none
	Obeys string `json:"obeys"` // whether it follows robots.txt, in the words of the catalogue

	Verified        int64 `json:"verified"`         // hits from its published networks
	FalseClaims     int64 `json:"false_claims"`     // hits from elsewhere
	Unknown         int64 `json:"unknown"`          // hits that no list could check
	FalseDisallowed int64 `json:"false_disallowed"` // disallowed hits among the false claims

	NoRule int64  `json:"no_rule"` // hits (not unsure) that no rule decided
	ByLine []Line `json:"by_line"` // the most hits first
}

// Line is the hits of a crawler that one line of a file decided.
type Line struct {
	Line    int     `json:"line"` // 1-based
	Rule    string  `json:"rule"`
	Count   int64   `json:"count"` // without unsure ones
	Example string  `json:"example"`
	Allowed bool    `json:"allowed"`
	Share   float64 `json:"share"` // of the crawler's allowed and disallowed hits, 0 to 1
	Unsure  int64   `json:"unsure"`
	Before  *int64  `json:"before,omitempty"` // nil where no time splits the log
	After   *int64  `json:"after,omitempty"`
	File    string  `json:"file"` // name of the version of the robots.txt
	Host    string  `json:"host,omitempty"`
}

// Rule is a rule of a file.
type Rule struct {
	File   string   `json:"file"`
	Host   string   `json:"host,omitempty"`
	Line   int      `json:"line"` // 1-based
	Rule   string   `json:"rule"`
	Agents []string `json:"agents"` // user-agent values of its group
}

// Flip is hits of a crawler that another file would decide otherwise.
type Flip struct {
	Crawler string  `json:"crawler"`
	Count   int64   `json:"count"`
	Before  Decided `json:"before"`
	After   Decided `json:"after"`
	Example string  `json:"example"`
}

// Decided is a verdict with the rule that decides; line 0 stands for no rule.
type Decided struct {
	Allowed bool   `json:"allowed"`
	Line    int    `json:"line"` // 1-based
	Rule    string `json:"rule"`
	File    string `json:"file"`
}

// Tally is a name and how often it came up.
type Tally struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
	Error int64  `json:"error"` // the count may be too high by as much
}

// Broken is a line that is no hit.
type Broken struct {
	Log   string `json:"log"`
	Line  int64  `json:"line"` // 1-based
	Fault string `json:"fault"`
	Text  string `json:"text"` // its first 160 octets
}

// Fetched is a URL and how often a crawler fetched it.
type Fetched struct {
	Crawler string `json:"crawler"`
	Host    string `json:"host"` // empty where the log names none
	Target  string `json:"target"`
	Count   int64  `json:"count"`
	Error   int64  `json:"error"` // the count may be too high by as much
}

// Robots is the hits of one crawler on /robots.txt; an empty name stands for
// everybody outside the catalogue.
type Robots struct {
	Crawler  string           `json:"crawler"`
	Count    int64            `json:"count"`
	Statuses map[string]int64 `json:"statuses"` // by HTTP status, 0 where the log has none
	First    time.Time        `json:"first"`
	Last     time.Time        `json:"last"`
}

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
		listed := make(map[int32]bool)
		for _, d := range a.opt.Rulebook.dialects() {
			f := e.files[d]()
			for _, r := range f.Rules {
				// An empty pattern matches nothing (RFC 9309, 2.2.2) and is no loss.
				if used[at{i, r.Line}] || listed[r.Line] || f.Pattern(r) == "" {
					continue
				}
				listed[r.Line] = true
				of = append(of, Rule{e.name, e.host, int(r.Line), ruleText(f, r), f.Named(f.Groups[r.Group])})
			}
		}
		slices.SortFunc(of, func(x, y Rule) int { return cmp.Compare(x.Line, y.Line) })
		rules = append(rules, of...)
	}
	return rules
}

// dialects are those in which crawlers are judged.
func (b *Rulebook) dialects() []string {
	if b.dialect != "" {
		return []string{b.dialect}
	}
	return []string{engine.RFC.Name, engine.Google.Name}
}
