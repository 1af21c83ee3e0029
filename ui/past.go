package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/editor"
)

// The messages by which a tab shows the past.
type (
	// PastMsg shows a text of the past, which can't be edited. What the person
	// has there is kept, unsaved changes too, until PresentMsg.
	PastMsg struct {
		Source Source
		Text   []byte
	}
	// PresentMsg brings back what the person had before PastMsg.
	PresentMsg struct{}
	// showDiffMsg shows how a text differs from another.
	showDiffMsg struct {
		title, was, now  string
		wasText, nowText []byte
	}
)

// present is what waits while the past is shown.
type present struct {
	ed     *editor.Editor
	source Source
}

const pastOnly = "a version of the past can't be edited: esc brings the present back"

func (m PastMsg) take(a *App) tea.Cmd {
	if a.present == nil {
		a.present = &present{a.file.ed, a.c.Source}
	}
	a.open(m.Source, m.Text)
	a.file.ed.ReadOnly = pastOnly
	return nil
}

func (PresentMsg) take(a *App) tea.Cmd {
	a.leavePast()
	return nil
}

func (m showDiffMsg) take(a *App) tea.Cmd {
	return a.showDiff(&diffView{title: m.title, was: m.was, now: m.now}, m.wasText, m.nowText)
}

// leavePast brings the present back, where the past is shown.
func (a *App) leavePast() {
	if a.present == nil {
		return
	}
	p := a.present
	a.present = nil
	a.file.restore(p.ed)
	a.file.ed.SetFocus(a.focus == paneFile)
	a.c.SetSource(p.source)
	a.c.SetSaved(a.file.ed.Buffer().SavedText())
}

// inPast refuses what would change a text of the past.
func (a *App) inPast() bool {
	if a.present != nil {
		a.note = NoteMsg{Text: pastOnly, Bad: true}
	}
	return a.present != nil
}
