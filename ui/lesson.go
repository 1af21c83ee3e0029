package ui

import (
	"bytes"
	"cmp"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/editor"
	"robotslens/ui/lessons"
)

// The messages between the Learn tab and the app.
type (
	// LessonMsg puts the situation of a lesson into the panes. What the person
	// had there is kept, unsaved changes too. Hide keeps the verdict back until
	// RevealMsg: a lesson asks for it.
	LessonMsg struct {
		Title string
		File  lessons.File
		Hide  bool
	}
	// RevealMsg shows the verdict that a lesson asked for.
	RevealMsg struct{}
	// LeaveLessonMsg brings back what the person had before the lesson.
	LeaveLessonMsg struct{}
	// leftLessonMsg tells the tabs that this was done.
	leftLessonMsg struct{}
)

// own is what a person had on the screen before a lesson.
type own struct {
	ed                  *editor.Editor
	source              Source
	url, agent, dialect string
}

func (a *App) enterLesson(m LessonMsg) {
	a.leavePast()
	if a.own == nil {
		a.own = &own{a.file.ed, a.c.Source, a.c.URL, a.c.Agent, a.c.Dialect}
		if a.file.ed.Buffer().Dirty() {
			a.note = NoteMsg{Text: "your own file waits with its changes, and comes back when you leave the lesson"}
		}
	}
	a.c.SetHidden(m.Hide)
	a.open(Source{Kind: Lesson, Name: m.Title, Answer: m.File.Fetch}, bytes.Clone(m.File.Robots))
	a.file.ed.ReadOnly = "" // the text is the lesson's: nothing of the person's is changed
	a.c.SetDialect(cmp.Or(m.File.Dialect, "auto"))
	a.setURL(cmp.Or(m.File.URL, "/"))
	a.setAgent(cmp.Or(m.File.Crawler, a.own.agent))
}

// leaveLesson brings the person's own back, as it was.
func (a *App) leaveLesson() tea.Cmd {
	if a.own == nil {
		return nil
	}
	o := a.own
	a.own = nil
	a.c.SetHidden(false)
	a.restore(o.ed)
	a.c.SetSource(o.source)
	a.c.SetDialect(o.dialect)
	a.setURL(o.url)
	a.setAgent(o.agent)
	return a.forward(leftLessonMsg{})
}

// inLesson refuses to save the text of a lesson: whoever presses ctrl+s there
// means their own file, and would get the lesson's text in its place.
func (a *App) inLesson() bool {
	if a.own != nil {
		a.note = NoteMsg{Text: "the text of a lesson is not saved: leave the lesson, and your own file is back", Bad: true}
	}
	return a.own != nil
}

// restore shows a text that was shown before, with what of it is unsaved.
func (a *App) restore(ed *editor.Editor) {
	a.file.ed = ed
	a.file.sync()
	ed.SetFocus(a.focus == paneFile)
	a.c.SetSaved(ed.Buffer().SavedText())
}
