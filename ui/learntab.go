package ui

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/fetch"
	"robotslens/ui/lessons"
)

// learnTab is the course: a list of lessons, or the page of one.
type learnTab struct {
	course   []*lessons.Lesson // nil until all reads it
	locale   string
	first    *lessons.Lesson // opened at the start
	dir      string          // where progress is kept
	progress lessons.Progress

	at     int
	window listWindow

	lesson   *lessons.Lesson // nil while the list is shown
	page     int
	typed    string // the line that is being named
	result   *lessons.Result
	live     lessons.Result // of the file or the URL as it stands now
	solved   bool           // this page, since it was opened
	solution bool           // the solution is shown
	toResult bool           // scroll to what was just said
	scroller
}

func newLearnTab(o Options) *learnTab {
	return &learnTab{locale: o.Locale, first: o.Lesson, dir: fetch.StateDir()}
}

func (t *learnTab) Name() string { return "Learn" }

// all is the course. Parsing it takes longer than a first frame may, so it waits
// for the first look, or for Init's command.
func (t *learnTab) all() []*lessons.Lesson {
	if t.course == nil {
		t.course = lessons.For(t.locale)
	}
	return t.course
}

// Badge says how much of the course is done, once something is.
func (t *learnTab) Badge() string {
	if n := t.finished(); n > 0 {
		return fmt.Sprintf("%d/%d", n, len(t.course))
	}
	return ""
}

func (t *learnTab) finished() int {
	n := 0
	for _, l := range t.course {
		if t.progress.Finished(l) {
			n++
		}
	}
	return n
}

// Tall says that the tab has much to read.
func (t *learnTab) Tall(shape) bool { return true }

type (
	// courseMsg brings the course, and what of it was done before, from disk.
	courseMsg struct {
		course   []*lessons.Lesson
		progress lessons.Progress
		err      error
	}
	openLessonMsg struct{ lesson *lessons.Lesson }
)

// Init reads the course and the progress, and opens the lesson that was asked
// for.
func (t *learnTab) Init() tea.Cmd {
	dir, locale := t.dir, t.locale
	load := func() tea.Msg {
		p, err := lessons.LoadProgress(dir)
		return courseMsg{lessons.For(locale), p, err}
	}
	if t.first == nil {
		return load
	}
	return tea.Sequence(load, send(ShowTabMsg{t.Name()}), send(openLessonMsg{t.first}))
}

// Commands are the tab's own.
func (t *learnTab) Commands(*Case) []Command {
	return []Command{{"Learn RFC 9309 by doing", bind("alt+l", "learn", "alt+l"), func() tea.Cmd { return send(ShowTabMsg{t.Name()}) }}}
}

func (t *learnTab) task() *lessons.Task {
	if t.lesson == nil {
		return nil
	}
	return t.lesson.Pages[t.page].Task
}

// done reports that the page asks nothing more.
func (t *learnTab) done() bool { return t.task() == nil || t.solved }

// List is part of Lister.
func (t *learnTab) List() *listWindow {
	if t.lesson != nil {
		return nil
	}
	return &t.window
}

// Keys are those of the page at hand.
func (t *learnTab) Keys() []key.Binding {
	if t.lesson == nil {
		return []key.Binding{bind("enter", "open the lesson", "enter")}
	}
	keys := []key.Binding{bind("←→", "page", "left", "right"), bind("esc", "leave the lesson", "esc")}
	switch {
	case t.below() > 0:
		keys = append([]key.Binding{bind("space", "read on", " ")}, keys...)
	case t.done():
		keys = append([]key.Binding{bind("enter", "go on", "enter", " ")}, keys...)
	}
	if !t.done() {
		keys = append(keys, bind("s", "solution", "s"))
	}
	return keys
}

// Refresh grades a file or a URL while it is changed.
func (t *learnTab) Refresh(c *Case) tea.Cmd {
	task := t.task()
	if task == nil || c.Source.Kind != Lesson || task.Kind != lessons.Edit && task.Kind != lessons.Find {
		return nil
	}
	t.live = t.check(task, c)
	if t.result != nil && !t.result.Right {
		t.result = nil // it spoke of what stood there before
	}
	if t.live.Right && !t.solved {
		return t.take(t.live)
	}
	return nil
}

// check grades what stands in the panes.
func (t *learnTab) check(task *lessons.Task, c *Case) lessons.Result {
	return lessons.Explain(lessons.Engine).Check(task, lessons.Answer{URL: c.URL, Robots: bytes.Clone(c.Text)})
}

// take keeps a result, and notes a task that is done.
func (t *learnTab) take(r lessons.Result) tea.Cmd {
	t.result, t.toResult = &r, true
	if !r.Right {
		return nil
	}
	t.solved = true
	t.progress.Last = t.lesson.Slug
	t.progress.Mark(t.lesson.Slug, t.page)
	p, dir := t.progress, t.dir
	p.Done = maps.Clone(p.Done) // saved while the next task may be marked
	save := func() tea.Msg {
		if err := p.Save(dir); err != nil {
			return NoteMsg{Text: err.Error(), Bad: true}
		}
		return nil
	}
	return tea.Batch(send(RevealMsg{}), save)
}

func (t *learnTab) Update(msg tea.Msg, c *Case) tea.Cmd {
	switch msg := msg.(type) {
	case courseMsg:
		return t.loaded(msg)
	case openLessonMsg:
		return t.open(msg.lesson)
	case leftLessonMsg:
		left := t.lesson
		t.lesson = nil
		t.toNext()
		if left != nil && !t.progress.Finished(left) {
			t.at = slices.Index(t.all(), left)
		}
	case tea.KeyMsg:
		if t.lesson == nil {
			if msg.String() == "enter" && t.at < len(t.all()) {
				return t.open(t.all()[t.at])
			}
			t.at = t.window.moved(msg, t.at, len(t.all()))
			return nil
		}
		return t.key(msg, c)
	case tea.MouseMsg:
		if t.lesson == nil {
			t.at = t.window.moved(msg, t.at, len(t.all()))
		} else {
			t.scroll(msg)
		}
	}
	return nil
}

// toNext chooses the first lesson that is not done.
func (t *learnTab) toNext() {
	if l, _, ok := t.progress.Resume(t.all()); ok {
		t.at = slices.Index(t.all(), l)
	}
}

func (t *learnTab) loaded(m courseMsg) tea.Cmd {
	if t.course == nil {
		t.course = m.course
	}
	t.progress = m.progress
	t.toNext()
	if m.err != nil {
		return send(NoteMsg{Text: m.err.Error(), Bad: true})
	}
	return nil
}

// open opens a lesson at its first page that is not done, or at its start.
func (t *learnTab) open(l *lessons.Lesson) tea.Cmd {
	page := 0
	for i := range l.Pages {
		if l.Pages[i].Task != nil && !t.progress.Has(l.Slug, i) {
			page = i
			break
		}
	}
	return t.turn(l, page)
}

// turn shows a page, and its situation in the panes.
func (t *learnTab) turn(l *lessons.Lesson, page int) tea.Cmd {
	t.lesson, t.page = l, page
	t.typed, t.result, t.live, t.solved, t.solution, t.top, t.toResult = "", nil, lessons.Result{}, false, false, 0, false
	p := l.Pages[page]
	m := LessonMsg{Title: "lesson " + l.Slug, File: p.File}
	if p.Task != nil {
		m.File = p.Task.File
		m.Hide = p.Task.Kind == lessons.Verdict || p.Task.Kind == lessons.Line
	}
	return send(m)
}

// turnBy goes to the next page, in the lesson that follows too, or back in this
// one.
func (t *learnTab) turnBy(by int) tea.Cmd {
	if by < 0 {
		if t.page == 0 {
			return nil
		}
		return t.turn(t.lesson, t.page-1)
	}
	if l, page, ok := lessons.Next(t.all(), t.lesson, t.page); ok {
		return t.turn(l, page)
	}
	return send(LeaveLessonMsg{})
}

func (t *learnTab) key(msg tea.KeyMsg, c *Case) tea.Cmd {
	name := msg.String()
	switch name {
	case "esc":
		return send(LeaveLessonMsg{})
	case "left":
		return t.turnBy(-1)
	case "right":
		return t.turnBy(1)
	case " ":
		if t.done() && t.below() <= 0 {
			return t.turnBy(1)
		}
		t.top = max(0, min(t.top+max(1, t.h-1), t.rows-t.h))
		return nil
	}
	task := t.task()
	if t.done() {
		if name == "enter" {
			return t.turnBy(1)
		}
		t.scroll(msg)
		return nil
	}
	if name == "s" {
		t.solution, t.toResult = true, true
		return send(RevealMsg{})
	}
	explain := lessons.Explain(lessons.Engine)
	switch task.Kind {
	case lessons.Verdict:
		if name == "a" || name == "d" {
			return t.take(explain.Check(task, lessons.Answer{Allowed: name == "a"}))
		}
	case lessons.Line:
		switch {
		case len(name) == 1 && name[0] >= '0' && name[0] <= '9' && len(t.typed) < 6:
			t.typed += name
			return nil
		case (name == "backspace" || name == "ctrl+h") && t.typed != "":
			t.typed = t.typed[:len(t.typed)-1]
			return nil
		case name == "enter" && t.typed != "", name == "n":
			line, _ := strconv.Atoi(t.typed) // digits, or nothing for none
			if name == "n" {
				line = 0
			}
			t.typed = ""
			return t.take(explain.Check(task, lessons.Answer{Line: line}))
		}
	case lessons.Edit, lessons.Find:
		if name == "enter" {
			return t.take(t.check(task, c))
		}
	}
	t.scroll(msg)
	return nil
}
