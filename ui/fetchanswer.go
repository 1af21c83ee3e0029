package ui

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"robotslens/engine"
	"robotslens/fetch"
	"robotslens/ui/screen"
)

func (t *fetchTab) Paint(r screen.Region, c *Case, l *Look, focused bool) {
	x, words := 1, t.progress()
	for p := range fetchPages {
		if r.W() < 56 && p != t.page {
			continue
		}
		name, st := " "+fetchPageNames[p]+" ", l.Dim
		if p == t.page {
			name, st = "["+fetchPageNames[p]+"]", l.Key
		}
		x = r.Text(x, 0, st, name)
	}
	if words == "" && t.pending && t.page == pageAnswer {
		words = "not opened, since your text has changes; enter opens it"
	}
	if x += 2; words != "" && x+screen.Width(words) > r.W() { // what goes on counts for more than the pages
		r.Fill(0, 0, r.W(), 1, "", " ")
		x = 1
	}
	r.Text(x, 0, l.Notice, words)
	in := r.Sub(1, 1, r.W()-2, r.H()-1)
	switch t.page {
	case pageWhatIf:
		t.sim.Paint(in, c, l, focused)
	case pageCompare:
		t.cmp.scroll.Paint(in, c, l, focused)
	case pageHistory:
		t.past.Paint(in, l, focused)
	case pageDoubts:
		t.doubt.scroll.Paint(in, c, l, focused)
	default:
		t.scroll.Paint(in, c, l, focused)
	}
}

// progress says how far the fetch at hand is.
func (t *fetchTab) progress() string {
	if !t.job.running() {
		return ""
	}
	return fmt.Sprintf("%s in %d s, esc stops: asking %s", count(t.job.done.Load(), "octet", "octets"), int(t.now().Sub(t.job.began).Seconds()), t.job.what)
}

// factColumn is where the facts of an answer begin.
const factColumn = 11

func (p *paras) fact(l *Look, what string, parts ...part) {
	*p = append(*p, para{indent: factColumn, parts: append([]part{{l.Dim, fmt.Sprintf("%-*s", factColumn, what)}}, parts...)})
}

// answerText says how the file was served and what that means.
func (t *fetchTab) answerText(c *Case, l *Look, _ int) paras {
	var p paras
	if t.trouble != "" {
		p.add(part{l.Error, t.trouble})
		p.gap()
	}
	r := t.result
	if r == nil {
		if !t.job.running() {
			p.add(part{"", "Half of what goes wrong with a robots.txt is how it is served. Press "}, part{l.Key, "^O"},
				part{"", " and name a site: each redirect, the status, the headers, and what the answer means to a crawler."})
			p.add(part{l.Key, "w"}, part{"", " tries what another answer would mean: 403, 503 for two days, a time-out."})
		}
		return p
	}
	p.fact(l, "asked", part{"", r.RobotsURL}, part{l.Dim, " at " + r.At.Local().Format("15:04:05")})
	for i, h := range r.Hops {
		p.fact(l, fmt.Sprintf("hop %d", i+1), part{l.Notice, fmt.Sprint(h.Status)}, part{l.Dim, " Location "}, part{"", h.Location})
	}
	p.fact(l, "answer", answerParts(r, l)...)
	for _, dialect := range []string{"rfc", "google"} {
		p.fact(l, "to "+dialect, meaningParts(r.Meaning(dialect, engine.Origin{}), l)...)
	}
	if len(r.Copy) > 0 || r.Meaning("rfc", engine.Origin{}).Do == engine.DoRules {
		p.fact(l, "cache", cacheParts(r, t.now(), l)...)
	}
	for _, w := range r.Warnings {
		p.fact(l, l.Warning, part{l.Notice, w.Text})
	}
	if w, outside := r.ScopeWarning(c.URL); outside {
		p.fact(l, l.Warning, part{l.Notice, "The URL under test: " + w.Text})
	}
	p.fact(l, "governs", part{"", r.Origin.String()}, part{l.Dim, ", nothing else"})
	for _, name := range shownHeaders(r.Header) {
		for _, v := range r.Header[name] {
			p.fact(l, "header", part{l.Dim, name + ": "}, part{"", v})
		}
	}
	p.fact(l, "asked as", part{l.Dim, r.UserAgent})
	return p
}

func answerParts(r *fetch.Result, l *Look) []part {
	if !r.Answered() {
		return []part{{l.Error, r.Error}}
	}
	st := l.Text
	if r.Status < 200 || r.Status > 299 && !r.Cached {
		st = l.Notice
	}
	words := r.Proto + ", " + count(len(r.Body), "octet", "octets")
	if r.Encoding != "" && r.Encoding != "identity" {
		words += ", sent as " + r.Encoding
	}
	parts := []part{{st, fmt.Sprint(r.Status)}, {l.Dim, " " + words + fmt.Sprintf(", in %d ms", r.Took.Milliseconds())}}
	if len(r.Hops) > 0 {
		parts = append(parts, part{l.Dim, ", from "}, part{"", r.FinalURL})
	}
	if r.Error != "" {
		parts = append(parts, part{"", "; "}, part{l.Error, r.Error})
	}
	return parts
}

// meaningParts is a meaning with its verdict, where it has one, and its source.
func meaningParts(m engine.Meaning, l *Look) []part {
	var parts []part
	if allowed, decided := m.Verdict(); decided {
		mark, word, st := l.Verdict(allowed)
		parts = append(parts, part{st, mark + " " + word}, part{"", ", "})
	}
	return append(parts, part{"", m.Sentence}, part{l.Dim, " (" + m.Source + ")"})
}

// shownHeaders is the order in which header lines are shown: first those that
// change what a crawler makes of the file.
func shownHeaders(h http.Header) []string {
	first := []string{"Content-Type", "Content-Encoding", "Cache-Control", "Expires", "Age", "Etag", "Last-Modified", "Retry-After"}
	var names []string
	for _, name := range first {
		if len(h[name]) > 0 {
			names = append(names, name)
		}
	}
	rest := len(names)
	for name := range h {
		if name != "Location" && name != "Content-Length" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names[rest:])
	return names
}

// cacheParts tells the age of the copy that crawlers may hold against how long
// they may use it.
func cacheParts(r *fetch.Result, now time.Time, l *Look) []part {
	at, what := r.At, "this answer: "
	if len(r.Copy) > 0 {
		at, what = r.CachedAt, "the last good copy: "
	}
	f := fetch.Fresh(at, now, r.Header)
	words := what + ago(f.Age)
	if r.Cached {
		words = "unchanged since the copy of " + r.CachedAt.Local().Format("2006-01-02 15:04") + "; confirmed " + ago(f.Age)
	}
	limit := "; a crawler may use a copy for " + lasting(f.RFC) + " (RFC 9309 2.4), Google for " + lasting(f.Google)
	if f.Why != "" {
		limit += ", by " + f.Why
	}
	st := l.Text
	if f.Age > f.RFC && f.RFC > 0 {
		st = l.Notice
	}
	return []part{{st, words}, {l.Dim, limit}}
}
