package ui

import (
	"cmp"
	"fmt"
	"strings"

	"robotslens/engine"
	"robotslens/engine/suite"
	"robotslens/ui/editor"
	"robotslens/ui/screen"
)

// above is how many rows of the tab stand over the list.
func (t *urlsTab) above() int { return 2 }

func (t *urlsTab) Paint(r screen.Region, _ *Case, l *Look, focused bool) {
	if t.found == nil {
		return
	}
	switch {
	case t.page == pageFlips:
		t.paintFlips(r, l, focused)
	case t.page == pageIdle:
		t.paintIdle(r, l, focused)
	case len(t.found.plan.Rows) == 0 || t.found.probes:
		t.paintEmpty(r, l)
	default:
		t.paintRows(r, l, focused)
	}
}

func (t *urlsTab) paintEmpty(r screen.Region, l *Look) {
	var p paras
	if s := t.state(); s != "" {
		p.add(part{l.Notice, s})
	}
	p.add(part{"", "URLs to watch while you edit: their verdicts, what an edit flips, which rules decide."})
	p.add(part{"", "Paste a list here, or press "}, part{l.Key, "l"}, part{"", " to load a list, a table or a sitemap, "},
		part{l.Key, "n"}, part{"", " to add the URL under test, "}, part{l.Key, "r"}, part{"", " to make URLs from the rules."})
	paintLines(r.Sub(1, 0, r.W()-2, r.H()), p.wrap(r.W()-2), 0)
}

// state is what is to be said of a reading.
func (t *urlsTab) state() string {
	switch {
	case t.reading.running():
		return fmt.Sprintf("reading %s, %s so far; esc stops", t.from, thousands(t.reading.done.Load()))
	case t.trouble != "":
		return t.trouble
	}
	return ""
}

// summary is the row over the list.
func (t *urlsTab) summary() string {
	f := t.found
	words := count(len(f.plan.Asks), "row", "rows") + ", " + thousands(f.counts.disallowed) + " disallowed"
	if f.expects {
		words += ", " + thousands(f.counts.differing) + " not as expected"
	}
	if n := len(f.flips); n > 0 {
		words += ", " + thousands(n) + " flipped"
	}
	if n := f.counts; n.hits > 0 {
		words += "; of " + count(n.hits, "hit", "hits") + " " + thousands(n.hitsDisallowed) + " disallowed"
		if len(f.flips) > 0 {
			words += ", " + thousands(n.hitsFlipped) + " flipped"
		}
	}
	if f.counts.otherHost > 0 {
		words += ", " + thousands(f.counts.otherHost) + " of other hosts"
	}
	if n := len(f.problems); n > 0 {
		words += ", " + count(n, "row is", "rows are") + " not understood: " + f.problems[0].Msg
	}
	if v := f.view; v.only != allRows || v.filter != "" {
		words += "; shown " + thousands(len(f.shown)) + ":"
		if v.only != allRows {
			words += " " + urlsOnlyWords[v.only]
		}
		if v.filter != "" {
			words += " with " + v.filter
		}
		words += ", esc shows all"
	}
	return words
}

// urlsColumns are the widths of the columns but that of the URL.
type urlsColumns struct{ verdict, crawler, url, line, flipped, expected int }

func (t *urlsTab) columns(w int) urlsColumns {
	col := urlsColumns{verdict: 13, crawler: 12, line: 12}
	if w >= 90 {
		col.crawler, col.line = 18, 15
	}
	if len(t.found.flips) > 0 {
		col.flipped = 8
	}
	if t.found.expects {
		col.expected = 15
	}
	if w < 52 { // the line is told as soon as the URL is tested
		col.crawler, col.line = 10, 0
	}
	col.url = max(w-2-col.verdict-col.crawler-col.line-col.flipped-col.expected-1, 10)
	return col
}

func (t *urlsTab) paintRows(r screen.Region, l *Look, focused bool) {
	words, st := t.state(), l.Notice
	if words == "" {
		words, st = t.summary(), l.Title
	}
	if t.stale() {
		st = l.Stale
	}
	r.TextCut(1, 0, r.W()-2, st, words)
	col := t.columns(r.W())
	head := &columns{r.Sub(0, 1, r.W(), 1), 2}
	title := func(order urlsOrder, name string, w int) {
		if w == 0 {
			return
		}
		st := l.Dim
		if t.found.view.order == order {
			name, st = name+l.Down, l.Key
		}
		head.cell(st, name, w)
	}
	title(byVerdict, "verdict", col.verdict)
	title(byCrawler, "crawler", col.crawler)
	title(byURL, urlTitle(t.found.site), col.url)
	title(byDeciding, "decided by", col.line)
	title(urlsOrders, "flipped", col.flipped)
	title(byExpected, "expected", col.expected)
	list := r.Sub(0, 2, r.W(), r.H()-2)
	t.painted.paint(list, len(t.found.shown), t.at, l, focused, func(line screen.Region, i int) {
		t.paintRow(line, int(t.found.shown[i]), col, l)
	})
	if len(t.found.shown) == 0 {
		none := "no row"
		if only, ok := strings.CutPrefix(urlsOnlyWords[t.found.view.only], "only "); ok {
			none += " is " + only
		}
		if f := t.found.view.filter; f != "" {
			none += " with " + f
		}
		list.Text(2, 0, l.Dim, none+"; esc shows all")
	}
}

func urlTitle(site string) string {
	if site == "" {
		return "URL"
	}
	return "URL on " + site
}

func (t *urlsTab) paintRow(line screen.Region, ask int, col urlsColumns, l *Look) {
	f := t.found
	v, row := f.now.Verdicts[ask], f.plan.Row(ask)
	other := f.plan.Asks[ask].OtherHost
	mark, word, st := l.Verdict(v.Allowed)
	plain, dim, notice := l.Text, l.Dim, l.Notice
	verdict := mark + " " + word
	if other {
		verdict, st = "  other host", l.Dim
	}
	if t.stale() {
		st, plain, dim, notice = l.Stale, l.Stale, l.Stale, l.Stale
	}
	w := &columns{line, 2}
	w.cell(st, verdict, col.verdict)
	w.cell(plain, f.plan.Agent(ask), col.crawler)
	w.cell(plain, screen.Truncate(cmp.Or(row.URL[len(f.site):], "/"), col.url-1, l.Ellipsis), col.url)
	by, bySt := decidedBy(v, other), dim
	switch {
	case f.now.Tie(ask) && !t.stale():
		bySt = l.Tie
	case v.Line > 0:
		bySt = plain
	}
	w.cell(bySt, by, col.line)
	if col.flipped > 0 {
		flipped := ""
		if f.flipped[ask] {
			flipped = "flipped"
		}
		w.cell(notice, flipped, col.flipped)
	}
	if col.expected == 0 || row.Expected == suite.AnyVerdict {
		return
	}
	if f.now.Differs(ask) {
		w.cell(notice, row.Expected.String()+": fail", col.expected)
		return
	}
	w.cell(dim, row.Expected.String()+": pass", col.expected)
}

// decidedBy names the deciding line, with a word where it won a tie.
func decidedBy(v engine.Verdict, other bool) string {
	switch {
	case other:
		return ""
	case v.Line > 0 && v.Reason == engine.ReasonAllowOnTie:
		return fmt.Sprintf("line %d tie", v.Line)
	case v.Line > 0:
		return fmt.Sprintf("line %d", v.Line)
	case v.Reason <= engine.ReasonNoMatch:
		return "no rule"
	}
	return v.Reason.String()
}

// paintIdle lists the rules that decide none of the list.
func (t *urlsTab) paintIdle(r screen.Region, l *Look, focused bool) {
	switch {
	case t.found.probes || len(t.found.plan.Rows) == 0:
		r.Text(1, 0, l.Title, "rules that decide no URL of the list: the list is empty")
		return
	case t.found.covers == nil:
		r.Text(1, 0, l.Stale, "counting"+l.Ellipsis)
		return
	}
	r.Text(1, 0, l.Title, fmt.Sprintf("%s of %s asked for decide no URL of the list", thousands(len(t.found.idle)),
		count(t.asked(), "rule", "rules")))
	st := l.Text
	if t.stale() {
		st = l.Stale
	}
	t.idleIn.paint(r.Sub(0, 1, r.W(), r.H()-1), len(t.found.idle), t.idleAt, l, focused, func(line screen.Region, i int) {
		rule := t.found.idle[i]
		w := &columns{line, 2}
		w.cell(st, fmt.Sprintf("line %d", rule.Line), 12)
		w.cell(l.Dim, "matches "+thousands(rule.Matches), 16)
		w.cell(st, rule.String(), line.W())
	})
}

// asked is how many rules some crawler of the list reads.
func (t *urlsTab) asked() int {
	n := 0
	for _, c := range t.found.covers {
		if c.Asked {
			n++
		}
	}
	return n
}

// MarkLine writes behind a rule how many rows it decides and matches, and dims
// those that decide none.
func (t *urlsTab) MarkLine(line int, m *editor.Mark, l *Look) {
	if !t.covers || t.found == nil || t.found.covers == nil || t.found.key.text != t.want.text {
		return
	}
	c, ok := t.found.cover(line)
	if !ok {
		return
	}
	words := "nobody in the list reads it"
	if c.Asked {
		words = fmt.Sprintf("decides %s of %s", thousands(c.Decides), thousands(c.Matches))
		if c.Matches == 0 {
			words = "matches none"
		}
	}
	m.Dim = m.Dim || c.Decides == 0
	if m.Trailing == "" {
		m.Trailing, m.TrailingStyle = words, l.Dim
		return
	}
	if m.Short == "" {
		m.Short = m.Trailing
	}
	m.Trailing += ", " + words
}
