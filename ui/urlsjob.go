package ui

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/engine/suite"
	"robotslens/fetch"
)

// urlsOnly says which rows are shown.
type urlsOnly uint8

const (
	allRows urlsOnly = iota
	onlyDiffering
	onlyFlipped
	onlyDisallowed
	urlsOnlys
)

var urlsOnlyWords = [...]string{"all", "only differing", "only flipped", "only disallowed"}

// urlsOrder is the column by which rows are sorted.
type urlsOrder uint8

const (
	byList urlsOrder = iota
	byVerdict
	byCrawler
	byURL
	byDeciding
	byExpected
	urlsOrders
)

// urlsKey names what an evaluation was made of. Parts of one are good for the
// next where the part of the key is the same.
type urlsKey struct {
	plan planKey
	text uint64 // Case.TextGen
	base uint64
	served
}

// planKey names what the questions were made of. Without a list they are
// probes, which the texts make.
type planKey struct {
	rows       uint64
	dialect    string
	origin     engine.Origin
	text, base uint64 // zero where there is a list
}

// served is how the text was fetched. An Answer is never changed once a Source
// holds it.
type served struct{ answer *engine.Answer }

// urlsView is what is shown of the verdicts.
type urlsView struct {
	only   urlsOnly
	order  urlsOrder
	filter string // in lower case
	covers bool   // whether coverage is worked out
}

// urlsJob is all that an evaluation reads, and nothing of it changes while it
// runs: a command may run it while typing goes on.
type urlsJob struct {
	gen       uint64
	key       urlsKey
	view      urlsView
	catalogue *crawlers.Catalogue
	rows      []suite.Row
	now, base suite.Version
	was       *urlsResult
}

// urlsResult is what an evaluation found. It is not changed afterwards.
type urlsResult struct {
	gen       uint64
	key       urlsKey
	view      urlsView
	problems  []*suite.RowError
	site      string // what all URLs begin with, such as https://shop.example
	plan      *suite.Plan
	now, base *suite.Run

	flips   []suite.Flip
	groups  []suite.FlipGroup
	flipped map[int]bool // asks
	covers  []suite.Cover
	idle    []suite.Cover // asked, and deciding nothing
	shown   []int32       // asks in view, in order
	probes  bool          // made from the rules, for want of a list
	expects bool
	counts  urlsCounts
}

type urlsCounts struct {
	disallowed, differing, otherHost int
	hits, hitsDisallowed             int64 // of access logs, by their rows
	hitsFlipped                      int64
}

// run evaluates. It does again only what the last result can't give.
func (j *urlsJob) run() *urlsResult {
	r := &urlsResult{gen: j.gen, key: j.key, view: j.view, probes: len(j.rows) == 0}
	was := j.was
	if was == nil {
		was = &urlsResult{}
	}
	ctx := context.Background()
	same := bytes.Equal(j.now.Src, j.base.Src)
	if r.plan, r.problems, r.site = was.plan, was.problems, was.site; r.plan == nil || was.key.plan != j.key.plan {
		was = &urlsResult{}
		r.plan, r.problems = suite.NewPlan(j.questions(same), suite.Options{
			Catalogue: j.catalogue, Dialect: j.key.plan.dialect, Origin: j.key.plan.origin, OriginOf: fetch.OriginOf,
		})
		r.site = sharedSite(r.plan.Rows)
	}
	fresh := was.now != nil && was.key == j.key
	if fresh {
		r.now, r.base, r.flips, r.groups, r.flipped = was.now, was.base, was.flips, was.groups, was.flipped
		r.counts, r.expects = was.counts, was.expects
		r.covers, r.idle = was.covers, was.idle
	} else {
		r.now, _ = r.plan.Run(ctx, j.now) // the context never ends
		switch {
		case same:
			r.base = r.now
		case was.base != nil && was.key.base == j.key.base && was.key.served == j.key.served:
			r.base = was.base
		default:
			r.base, _ = r.plan.Run(ctx, j.base)
		}
		r.count()
		if !same {
			r.findFlips()
		}
	}
	if j.view.covers && r.covers == nil && !r.probes {
		r.covers, _ = r.now.Coverage(ctx)
		for _, c := range r.covers {
			if c.Asked && c.Decides == 0 {
				r.idle = append(r.idle, c)
			}
		}
	}
	if fresh && was.view.only == j.view.only && was.view.order == j.view.order && was.view.filter == j.view.filter {
		r.shown = was.shown
	} else if !r.probes {
		r.arrange()
	}
	return r
}

// sharedSite is the scheme and authority that all URLs of rows begin with, or "".
func sharedSite(rows []suite.Row) string {
	if len(rows) < 2 {
		return ""
	}
	scheme, rest, ok := strings.Cut(rows[0].URL, "://")
	if !ok || strings.ContainsAny(scheme, "/?#") {
		return ""
	}
	host, _, _ := strings.Cut(rest, "/")
	site := scheme + "://" + host
	for _, row := range rows {
		if tail, ok := strings.CutPrefix(row.URL, site); !ok || tail != "" && tail[0] != '/' {
			return ""
		}
	}
	return site
}

// questions are the rows of the list; where there is none, probes of both
// texts, as far as a keystroke can wait for them.
func (j *urlsJob) questions(same bool) []suite.Row {
	if len(j.rows) > 0 || same {
		return j.rows
	}
	const most = 4000
	return suite.ProbeEdit(j.base.Src, j.now.Src, most)
}

func (r *urlsResult) count() {
	for i, v := range r.now.Verdicts {
		hits := r.plan.Row(i).Hits
		r.counts.hits += hits
		if !v.Allowed && !r.plan.Asks[i].OtherHost {
			r.counts.hitsDisallowed += hits
		}
		switch {
		case r.plan.Asks[i].OtherHost:
			r.counts.otherHost++
		case !v.Allowed:
			r.counts.disallowed++
		}
		if r.now.Differs(i) {
			r.counts.differing++
		}
	}
	r.expects = slices.ContainsFunc(r.plan.Rows, func(row suite.Row) bool { return row.Expected != suite.AnyVerdict })
}

func (r *urlsResult) findFlips() {
	r.flips = suite.Flips(r.base, r.now)
	r.groups = suite.GroupFlips(r.plan, r.flips)
	r.flipped = make(map[int]bool, len(r.flips))
	for _, f := range r.flips {
		r.flipped[f.Ask] = true
		r.counts.hitsFlipped += r.plan.Row(f.Ask).Hits
	}
}

// arrange chooses and sorts the rows that are shown.
func (r *urlsResult) arrange() {
	for i := range r.plan.Asks {
		if r.shows(i) {
			r.shown = append(r.shown, int32(i))
		}
	}
	if first := r.compare(); first != nil {
		slices.SortFunc(r.shown, func(a, b int32) int { return cmp.Or(first(a, b), cmp.Compare(a, b)) })
	}
}

func (r *urlsResult) shows(i int) bool {
	switch r.view.only {
	case onlyDiffering:
		if !r.now.Differs(i) {
			return false
		}
	case onlyFlipped:
		if !r.flipped[i] {
			return false
		}
	case onlyDisallowed:
		if r.now.Verdicts[i].Allowed {
			return false
		}
	}
	if f := r.view.filter; f != "" {
		return strings.Contains(strings.ToLower(r.plan.Row(i).URL), f) || strings.Contains(strings.ToLower(r.plan.Agent(i)), f)
	}
	return true
}

func (r *urlsResult) compare() func(a, b int32) int {
	p, v := r.plan, r.now.Verdicts
	switch r.view.order {
	case byVerdict:
		return func(a, b int32) int { return cmp.Compare(r.rank(a), r.rank(b)) }
	case byCrawler:
		return func(a, b int32) int { return cmp.Compare(p.Agent(int(a)), p.Agent(int(b))) }
	case byURL:
		return func(a, b int32) int { return cmp.Compare(p.Rows[p.Asks[a].Row].URL, p.Rows[p.Asks[b].Row].URL) }
	case byDeciding:
		return func(a, b int32) int { return cmp.Compare(v[a].Line, v[b].Line) }
	case byExpected:
		return func(a, b int32) int { return cmp.Compare(r.failRank(a), r.failRank(b)) }
	}
	return nil
}

// rank puts disallowed rows first and those of other hosts last.
func (r *urlsResult) rank(i int32) int {
	switch {
	case r.plan.Asks[i].OtherHost:
		return 2
	case r.now.Verdicts[i].Allowed:
		return 1
	}
	return 0
}

// failRank puts rows that differ first and those that expect nothing last.
func (r *urlsResult) failRank(i int32) int {
	switch {
	case r.now.Differs(int(i)):
		return 0
	case r.plan.Row(int(i)).Expected != suite.AnyVerdict:
		return 1
	}
	return 2
}

// cover is what the list makes of the rule on a line (1-based).
func (r *urlsResult) cover(line int) (suite.Cover, bool) {
	i, ok := slices.BinarySearchFunc(r.covers, line, func(c suite.Cover, line int) int { return cmp.Compare(c.Line, line) })
	if !ok {
		return suite.Cover{}, false
	}
	return r.covers[i], true
}
