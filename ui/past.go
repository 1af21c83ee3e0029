package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/editor"
)

// The messages by which a tab shows the past.
type (
	// PastMsg shows a text of the past, which can't be edited. What the person
	// has there is kept, unsaved changes too, and comes back where ok is false.
	// Which text it is, is asked when the message comes: those of two keys might
	// come in another order.
	PastMsg struct {
		Which func() (s Source, text []byte, ok bool)
	}
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
	s, text, ok := m.Which()
	if !ok {
		a.leavePast()
		return nil
	}
	if a.present == nil {
		a.present = &present{a.file.ed, a.c.Source}
	}
	a.open(s, text)
	a.file.ed.ReadOnly = pastOnly
	return nil
}

func (m showDiffMsg) take(a *App) tea.Cmd {
	return a.showDiff(&diffView{title: m.title, was: m.was, now: m.now}, texts(m.wasText, m.nowText))
}

// leavePast brings the present back, where the past is shown.
func (a *App) leavePast() {
	if a.present == nil {
		return
	}
	p := a.present
	a.present = nil
	a.restore(p.ed)
	a.c.SetSource(p.source)
}

// inPast refuses what would change a text of the past.
func (a *App) inPast() bool {
	if a.present != nil {
		a.note = NoteMsg{Text: pastOnly, Bad: true}
	}
	return a.present != nil
}
