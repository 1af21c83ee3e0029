package ui

import (
	"fmt"

	"robotslens/ui/screen"
)

// since is the first version from which on the verdict is what it is at i, back
// in time.
func (t *versionsTab) since(i int) int {
	for i > 0 && t.list[i-1].verdict.Allowed == t.list[i].verdict.Allowed {
		i--
	}
	return i
}

// sentence says since when the verdict is what it is under the latest version,
// or under the one that is shown.
func (t *versionsTab) sentence(c *Case) string {
	last := len(t.list) - 1
	if t.shown {
		last = t.at
	}
	v := t.list[last]
	word := "disallowed"
	if v.verdict.Allowed {
		word = "allowed"
	}
	i := t.since(last)
	if i == 0 {
		return fmt.Sprintf("%s is %s in every version since %s", c.URL, word, day(t.list[0].Time))
	}
	s := t.list[i]
	by := "no rule decides any more"
	if s.verdict.Line > 0 {
		by = fmt.Sprintf("line %d, %s", s.verdict.Line, s.rule)
	}
	words := fmt.Sprintf("%s is %s since %s: %s", c.URL, word, day(s.Time), by)
	if s.Subject != "" {
		words += " (" + s.Name + ", " + s.Subject + ")"
	}
	return words
}

func (t *versionsTab) Paint(r screen.Region, c *Case, l *Look, focused bool) {
	in := r.Sub(1, 0, r.W()-2, r.H())
	if len(t.list) == 0 {
		var p paras
		switch {
		case t.reading.running():
			p.add(part{l.Dim, "reading the versions" + l.Ellipsis})
		default:
			if t.trouble != "" {
				p.add(part{l.Notice, t.trouble})
			}
			p.add(part{"", "Since when is it so? Press "}, part{l.Key, "enter"}, part{"", " to list the versions of this file: the commits of its checkout and what was fetched of its site. "},
				part{l.Key, "i"}, part{"", " adds dated files, such as robots-2026-10-01.txt."})
		}
		paintLines(in, p.wrap(in.W()), 0)
		return
	}
	st := l.Text
	if t.judged.url != c.URL || t.judged.agent != c.Agent {
		st = l.Stale
	}
	in.TextCut(0, 0, in.W(), l.Key, t.sentence(c))
	when, date, name, verdict := 18, minute, 17, 14
	if r.W() < 70 {
		when, date, name, verdict = 12, day, 13, 13
	}
	t.paintLine(in.Sub(0, 1, in.W(), 1), l)
	t.window.paint(r.Sub(0, 2, r.W(), r.H()-2), len(t.list), t.newest(t.at), l, focused, func(line screen.Region, row int) {
		i := t.newest(row)
		v := &t.list[i]
		mark, word, verdictStyle := l.Verdict(v.verdict.Allowed)
		w := &columns{line, 2}
		w.cell(st, date(v.Time), when)
		w.cell(l.Dim, v.from+" "+v.Name, name)
		w.cell(verdictStyle, mark+" "+word, verdict)
		what := "no line"
		switch {
		case v.Gone:
			what = "no file"
		case v.verdict.Line > 0:
			what = fmt.Sprintf("line %d", v.verdict.Line)
		}
		w.cell(st, what, 10)
		if i > 0 && t.list[i-1].verdict.Allowed != v.verdict.Allowed {
			w.cell(l.Notice, "flips", 7)
		} else {
			w.cell("", "", 7)
		}
		w.cell(l.Dim, v.Subject, line.W())
	})
}

// paintLine paints the time line: a mark for each version's verdict, the one on
// the screen in brackets. Of a long line the part around it is shown.
func (t *versionsTab) paintLine(r screen.Region, l *Look) {
	room := max(1, (r.W()-12)/2)
	from := max(0, min(t.at-room/2, len(t.list)-room))
	w := row{r: r}
	w.add(l.Dim, day(t.list[from].Time)+" ")
	for i := from; i < min(from+room, len(t.list)); i++ {
		mark, _, st := l.Verdict(t.list[i].verdict.Allowed)
		if i == t.at {
			w.add(l.Key, "[").add(st, mark).add(l.Key, "]")
		} else {
			w.add(l.Dim, l.Across).add(st, mark)
		}
	}
}
