package ui

import (
	"cmp"
	"fmt"
	"strings"

	"robotslens/ui/lessons"
	"robotslens/ui/screen"
)

func (t *learnTab) Paint(r screen.Region, c *Case, l *Look, focused bool) {
	if t.lesson == nil {
		t.paintList(r, l, focused)
		return
	}
	head := r.Sub(1, 0, r.W()-2, 1)
	pages := fmt.Sprintf("page %d of %d", t.page+1, len(t.lesson.Pages))
	x := head.TextRight(head.W(), 0, l.Dim, pages)
	head.Sub(0, 0, max(0, x-2), 1).Text(0, 0, l.Accent, t.lesson.Title)
	body := r.Sub(1, 1, r.W()-2, max(0, r.H()-2))
	lines, result := t.text(c, l, body.W())
	if t.toResult && result >= 0 {
		t.top, t.toResult = result, false
	}
	t.paint(body, lines)
	foot := r.Sub(1, r.H()-1, r.W()-2, 1)
	w := row{r: foot}
	for _, p := range t.prompt(l, focused) {
		w.add(p.st, p.s)
	}
	if rest := t.below(); rest > 0 {
		if more := " " + l.Down + " " + count(rest, "line", "lines") + " more, space reads on"; w.x+screen.Width(more) <= foot.W() {
			foot.TextRight(foot.W(), 0, l.Notice, more)
		} else {
			foot.TextRight(foot.W(), 0, l.Notice, " "+l.Down+" space")
		}
	}
}

func (t *learnTab) paintList(r screen.Region, l *Look, focused bool) {
	t.window.paint(r, len(t.all()), t.at, l, focused, func(line screen.Region, i int) {
		lesson := t.all()[i]
		done, tasks := 0, lesson.Tasks()
		for p := range lesson.Pages {
			if t.progress.Has(lesson.Slug, p) {
				done++
			}
		}
		mark, st := "", l.Dim
		switch {
		case t.progress.Finished(lesson):
			mark, st = l.Check, l.Allow
		case done > 0:
			mark = fmt.Sprintf("%d/%d", done, tasks)
		}
		w := &columns{line, 2}
		w.cell(st, mark, 5)
		w.cell(l.Dim, fmt.Sprintf("%2d", i+1), 4)
		w.cell(l.Text, lesson.Title, max(20, min(50, line.W()-19)))
		minutes := ""
		if lesson.Minutes > 0 {
			minutes = fmt.Sprintf("%d min", lesson.Minutes)
		}
		w.cell(l.Dim, minutes, 8)
		if line.W() >= 100 { // enough for all of them
			w.cell(l.Dim, "RFC 9309, "+strings.Join(lesson.Sections, ", "), line.W()-w.x-1)
		}
	})
}

// prompt says how to answer, or what comes next.
func (t *learnTab) prompt(l *Look, focused bool) []part {
	task := t.task()
	switch {
	case !focused && t.done():
		return []part{{l.Key, "alt+l"}, {"", " back here, then "}, {l.Key, "enter"}, {"", " goes on"}}
	case !focused && (task.Kind == lessons.Verdict || task.Kind == lessons.Line):
		return []part{{l.Key, "alt+l"}, {"", " back here to answer"}}
	case t.done():
		return []part{{l.Key, "enter"}, {"", " goes on"}}
	case task.Kind == lessons.Verdict:
		return []part{{l.Key, "a"}, {"", " allowed   "}, {l.Key, "d"}, {"", " disallowed"}}
	case task.Kind == lessons.Line:
		return []part{{"", "line "}, {l.Cursor, cmp.Or(t.typed, " ")}, {l.Key, "  0-9 enter"}, {"", " answers   "}, {l.Key, "n"}, {"", " none"}}
	case task.Kind == lessons.Edit:
		return []part{{l.Key, "alt+3"}, {"", " to the file   "}, {l.Key, "alt+l"}, {"", " back here   "}, {l.Key, "enter"}, {"", " a hint"}}
	}
	return []part{{l.Key, "alt+1"}, {"", " to the URL   "}, {l.Key, "alt+l"}, {"", " back here   "}, {l.Key, "enter"}, {"", " a hint"}}
}

// text is the page as lines, and the line at which what was said of the answer
// begins, or -1.
func (t *learnTab) text(c *Case, l *Look, w int) (lines [][]part, result int) {
	var p paras
	page := t.lesson.Pages[t.page]
	for _, q := range page.Text {
		if q.Verbatim {
			for s := range strings.Lines(q.Text) {
				p = append(p, para{parts: []part{{l.Path, "  " + strings.TrimRight(s, "\n")}}, fixed: true})
			}
		} else {
			indent := 0
			if strings.HasPrefix(q.Text, "- ") {
				indent = 2
			}
			p = append(p, para{parts: []part{{"", q.Text}}, indent: indent})
		}
		p.gap()
	}
	task := page.Task
	if task == nil {
		return p.wrap(w), -1
	}
	p.add(part{l.Key, t.taskTitle() + " "}, part{"", task.Ask})
	if task.Kind == lessons.Verdict || task.Kind == lessons.Line {
		p.add(part{l.Dim, task.File.Crawler + " and "}, part{l.Path, task.File.URL})
	}
	t.wants(&p, c, l, task)
	before := len(p.wrap(w))
	if t.result == nil && !t.solution {
		return p.wrap(w), -1
	}
	if t.result != nil {
		t.say(&p, l)
	}
	if t.solution {
		t.addSolution(&p, l, task)
	}
	return p.wrap(w), before
}

func (t *learnTab) taskTitle() string {
	n := 0
	for i := range t.page + 1 {
		if t.lesson.Pages[i].Task != nil {
			n++
		}
	}
	return fmt.Sprintf("Task %d of %d.", n, t.lesson.Tasks())
}

// wants lists what an edited file must come to, with what holds now.
func (t *learnTab) wants(p *paras, c *Case, l *Look, task *lessons.Task) {
	if task.Kind == lessons.Find && task.Under != "" {
		p.add(part{l.Dim, "begins with "}, part{l.Path, task.Under})
	}
	failed := map[int]bool{}
	for _, i := range t.live.Failed {
		failed[i] = true
	}
	for i, w := range task.Want {
		mark, st := l.Check, l.Allow
		if failed[i] {
			mark, st = l.Cross, l.Notice
		}
		word := "disallowed"
		if w.Allowed {
			word = "allowed"
		}
		*p = append(*p, para{parts: []part{{st, mark + " "}, {l.Path, w.URL}, {"", " " + word}, {l.Dim, " for " + w.Crawler}}, indent: 2})
	}
}

// stepWords say where a thought went astray.
var stepWords = map[lessons.Step]string{
	lessons.StepFetch:     "what the server's answer means",
	lessons.StepURL:       "cutting the URL to its path",
	lessons.StepNormalise: "bringing the octets into one form",
	lessons.StepGroup:     "choosing the group",
	lessons.StepMatch:     "trying the rules",
	lessons.StepSort:      "sorting the matches by octets",
	lessons.StepTie:       "settling the tie",
	lessons.StepVerdict:   "taking the verdict",
}

// say tells how the answer was.
func (t *learnTab) say(p *paras, l *Look) {
	if t.result.Right {
		p.add(part{l.Allow, l.Check + " "}, part{"", t.result.Message})
		return
	}
	step := stepWords[t.result.Step]
	if t.result.Step == lessons.StepSort && t.task().File.Dialect == "python" {
		step = "taking the first that matches" // nothing is sorted there
	}
	*p = append(*p, para{parts: []part{{l.Notice, "Not so. "}, {"", "Look again at "}, {l.Key, step}, {"", ". " + t.result.Message}}})
	if t.result.Hint != "" {
		p.add(part{l.Key, "Hint: "}, part{"", t.result.Hint})
	}
}

// addSolution shows what would have been right.
func (t *learnTab) addSolution(p *paras, l *Look, task *lessons.Task) {
	switch task.Kind {
	case lessons.Verdict, lessons.Line:
		r := lessons.Engine(task.File.Robots, task.File.Crawler, task.File.URL, task.File.Dialect)
		word := "disallowed"
		if task.Answer.Allowed {
			word = "allowed"
		}
		words := word
		if task.Answer.HasLine && task.Answer.Line > 0 {
			words += fmt.Sprintf(" by line %d", task.Answer.Line)
		}
		p.add(part{l.Key, "Solution: "}, part{"", words + "; "}, part{l.Dim, r.ReasonText()})
	case lessons.Find:
		p.add(part{l.Key, "Solution: "}, part{l.Path, task.Solution})
	case lessons.Edit:
		p.add(part{l.Key, "Solution:"})
		for s := range strings.Lines(task.Solution) {
			*p = append(*p, para{parts: []part{{l.Path, "  " + strings.TrimRight(s, "\r\n")}}, fixed: true})
		}
	}
	p.add(part{"", task.Explain})
}
