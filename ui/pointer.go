package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// doubleClick is how soon a second press must follow the first.
const doubleClick = 400 * time.Millisecond

// click is a press of the left button.
type click struct {
	x, y int
	when time.Time
}

// twice reports whether a press is the second of a double click.
func (a *App) twice(msg tea.MouseMsg) bool {
	was, now := a.clicked, click{msg.X, msg.Y, time.Now()}
	a.clicked = now
	if was.x == now.x && was.y == now.y && now.when.Sub(was.when) < doubleClick {
		a.clicked = click{} // a third press is a first one
		return true
	}
	return false
}

// pointer routes the mouse: a click focuses what is under it and goes on to it,
// the wheel scrolls what is under it without focusing.
func (a *App) pointer(msg tea.MouseMsg) tea.Cmd {
	press := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	if press {
		a.lastKey = time.Now()
	}
	if a.over != nil {
		return a.overPointer(msg)
	}
	if a.file.ed.Dragging() {
		return a.mouseTo(paneFile, msg)
	}
	for _, p := range a.visible() {
		if !a.paneRect(p).holds(msg.X, msg.Y) {
			continue
		}
		if press {
			a.note = NoteMsg{}
			a.setFocus(p)
			if p == paneTabs && msg.Y == a.paneRect(p).y {
				if i, ok := a.tabAt(msg.X - a.paneRect(p).x); ok {
					a.tab = i
					return nil
				}
			}
			if a.twice(msg) && p == paneTabs {
				return tea.Batch(a.mouseTo(p, msg), a.openRow())
			}
		}
		return a.mouseTo(p, msg)
	}
	return nil
}

// openRow does what enter does, if the mouse is on a row of the tab's list.
func (a *App) openRow() tea.Cmd {
	if t, ok := a.tabs[a.tab].(Lister); ok {
		if list := t.List(); list != nil && list.hit {
			return a.tabs[a.tab].Update(tea.KeyMsg{Type: tea.KeyEnter}, a.c)
		}
	}
	return nil
}

// overPointer turns the wheel into arrow keys for what stands over the panes,
// and a click on a command or an answer into that.
func (a *App) overPointer(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		_, cmd := a.over.Update(tea.KeyMsg{Type: tea.KeyUp})
		return cmd
	case msg.Button == tea.MouseButtonWheelDown:
		_, cmd := a.over.Update(tea.KeyMsg{Type: tea.KeyDown})
		return cmd
	}
	if msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft {
		return nil
	}
	switch o := a.over.(type) {
	case *palette:
		if o.click(msg.X, msg.Y) {
			return a.key(tea.KeyMsg{Type: tea.KeyEnter})
		}
	case *question:
		if k, ok := o.click(msg.X, msg.Y); ok {
			return a.key(k)
		}
	}
	return nil
}

// visible are the panes that are painted now.
func (a *App) visible() []pane {
	out := []pane{paneURL, paneCrawler}
	switch {
	case a.lay.shape == wide && !a.zoom:
		return append(out, paneFile, paneTabs, paneVerdict, paneGroup)
	case a.lay.shape == stacked && !a.zoom:
		return append(out, paneFile, a.lowerPane())
	}
	return append(out, a.bodyPane())
}

// mouseTo gives msg to p, in the coordinates of its inside.
func (a *App) mouseTo(p pane, msg tea.MouseMsg) tea.Cmd {
	in := a.inside(p)
	msg.X, msg.Y = msg.X-in.x, msg.Y-in.y
	press := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	left := 1 // the blank before the text of an input
	if a.lay.shape == compact {
		left = 4
	}
	switch p {
	case paneURL:
		if press {
			a.url.Click(msg.X - left)
		}
	case paneCrawler:
		if press {
			a.crawler.Click(msg.X - left)
		}
	case paneFile:
		_, cmd := a.file.Update(msg)
		return a.editorCopied(cmd)
	case paneVerdict:
		return a.verdict.Update(msg, a.c)
	case paneGroup:
		return a.group.Update(msg, a.c)
	case paneTabs:
		if len(a.tabs) > 0 {
			return a.tabs[a.tab].Update(msg, a.c)
		}
	}
	return nil
}
