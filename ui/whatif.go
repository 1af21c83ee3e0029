package ui

import (
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/fetch"
	"robotslens/ui/screen"
)

// simulator chooses an answer of a server that is not the one that came.
type simulator struct {
	on     bool // the screen shows its verdicts
	at     int  // of whatIfAnswers
	hops   int
	since  int // of whatIfSpans
	cached bool
	window listWindow
}

func newSimulator() simulator { return simulator{hops: 1} }

// whatIfAnswers are the answers to choose from.
var whatIfAnswers = []struct {
	status  int
	failure engine.Failure
	words   string
}{
	{200, "", "200"},
	{301, "", "301"},
	{401, "", "401 Unauthorized"},
	{403, "", "403 Forbidden"},
	{404, "", "404 Not Found"},
	{410, "", "410 Gone"},
	{429, "", "429 Too Many Requests"},
	{500, "", "500 Internal Server Error"},
	{503, "", "503 Service Unavailable"},
	{0, engine.FailTimeout, "no answer in time"},
}

// whatIfSpans are the times since the failure began.
var whatIfSpans = []struct {
	since time.Duration
	words string
}{
	{0, "now"}, {13 * time.Hour, "13 h"}, {48 * time.Hour, "2 days"}, {31 * 24 * time.Hour, "31 days"},
}

var whatIfKeys = []key.Binding{
	bind("↑↓", "answer", "up", "down"),
	bind("←→", "failing since", "left", "right"),
	bind("space", "cached copy", " "),
	bind("+-", "redirects", "+", "-"),
	bind("a", "the real answer", "a"),
	bind("esc", "end", "esc"),
}

// answer is what is chosen.
func (s *simulator) answer() engine.Answer {
	w := whatIfAnswers[s.at]
	a := engine.Answer{Status: w.status, Failure: w.failure, HasCached: s.cached}
	if w.status == 301 {
		a.Status, a.Hops = 200, s.hops
		if s.hops > engine.MaxRedirects {
			a.Status, a.Failure = 301, engine.FailTooManyHops
		}
	}
	if w.failure != "" || w.status >= 429 {
		a.Since = whatIfSpans[s.since].since
	}
	if s.cached {
		a.CachedAge = a.Since + time.Hour
	}
	return a
}

// words say what is chosen.
func (s *simulator) words() string {
	w := whatIfAnswers[s.at]
	words := w.words
	if w.status == 301 {
		words = s.redirects()
	}
	if w.failure != "" || w.status >= 429 {
		if s.since == 0 {
			words += ", since now"
		} else {
			words += ", for " + whatIfSpans[s.since].words
		}
	}
	if s.cached {
		words += ", with a copy from before"
	}
	return words
}

// Update takes a key and puts what is chosen then on the screen, at once:
// messages of two keys might come in another order.
func (s *simulator) Update(msg tea.Msg, c *Case) {
	k, _ := msg.(tea.KeyMsg)
	switch k.String() {
	case "left":
		s.since = max(0, s.since-1)
	case "right":
		s.since = min(s.since+1, len(whatIfSpans)-1)
	case " ":
		s.cached = !s.cached
	case "+", "=":
		s.hops, s.at = min(s.hops+1, 10), 1
	case "-":
		s.hops, s.at = max(s.hops-1, 1), 1
	case "enter":
	default:
		was := s.at
		if s.at = s.window.moved(msg, s.at, len(whatIfAnswers)); s.at == was {
			return
		}
	}
	a := s.answer()
	c.SetWhatIf(&a, s.words())
}

// Paint paints the answers to choose from, and beside them what the chosen one
// means to two dialects.
func (s *simulator) Paint(r screen.Region, c *Case, l *Look, focused bool) {
	listW := min(30, r.W()/2)
	s.window.paint(r.Sub(0, 0, listW, r.H()), len(whatIfAnswers), s.at, l, focused, func(line screen.Region, i int) {
		words := whatIfAnswers[i].words
		if whatIfAnswers[i].status == 301 {
			words = s.redirects()
		}
		st := l.Text
		if i == s.at {
			st = l.Key
		}
		line.Text(2, 0, st, words)
	})
	in := r.Sub(listW+1, 0, r.W()-listW-1, r.H())
	paintLines(in, s.text(c, l).wrap(in.W()), 0)
}

// redirects says how many there are; more than five lead nowhere.
func (s *simulator) redirects() string {
	if s.hops > engine.MaxRedirects {
		return fmt.Sprintf("301, %d times", s.hops)
	}
	return fmt.Sprintf("301, %s, then 200", count(s.hops, "time", "times"))
}

func (s *simulator) text(c *Case, l *Look) paras {
	var p paras
	span := []part{{l.Dim, "since "}}
	for i, w := range whatIfSpans {
		if i == s.since {
			span = append(span, part{l.Key, "[" + w.words + "]"})
		} else {
			span = append(span, part{l.Dim, " " + w.words + " "})
		}
	}
	p.add(span...)
	have := "none"
	if s.cached {
		have = "the text on the screen"
	}
	p.add(part{l.Dim, "copy from before  "}, part{l.Key, have})
	a := s.answer()
	a.File, a.URL = c.Source.Origin, fetch.OriginOf(c.URL)
	for _, d := range []engine.Dialect{engine.RFC, engine.Google} {
		m := engine.Mean(a, d.Name)
		t := c.FileIn(d).ExplainTarget(engine.NewTarget(c.URL, d), c.FileIn(d).Select(Crawler(c.Who)))
		obey(&t, m)
		mark, word, st := l.Verdict(t.Allowed)
		parts := []part{{l.Dim, fmt.Sprintf("%-7s", d.Name)}, {st, mark + " " + word}}
		if t.Winner >= 0 {
			parts = append(parts, part{"", fmt.Sprintf(" by line %d", t.Line)})
		}
		p = append(p, para{indent: 7, parts: append(parts, part{"", ", " + m.Sentence}, part{l.Dim, " (" + m.Source + ")"})})
	}
	if !s.on {
		p.add(part{l.Dim, "enter shows these verdicts on the whole screen"})
	}
	return p
}

// SetWhatIf makes every verdict that of a file which was served as a says;
// words is that in words. A nil answer ends it.
func (c *Case) SetWhatIf(a *engine.Answer, words string) {
	s := c.Source
	if s.WhatIf == "" {
		s.served = s.Answer
	}
	s.Answer, s.WhatIf = a, words
	if a == nil {
		s.Answer, s.served, s.WhatIf = s.served, nil, ""
	}
	c.SetSource(s)
}
