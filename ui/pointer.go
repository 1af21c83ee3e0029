package ui

import tea "github.com/charmbracelet/bubbletea"

// pointer routes the mouse: a click focuses what is under it and goes on to it,
// the wheel scrolls what is under it without focusing.
func (a *App) pointer(msg tea.MouseMsg) tea.Cmd {
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
		press := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
		if press {
			a.note = NoteMsg{}
			a.setFocus(p)
			if p == paneTabs && msg.Y == a.paneRect(p).y {
				if i, ok := a.tabAt(msg.X - a.paneRect(p).x); ok {
					a.tab = i
					return nil
				}
			}
		}
		return a.mouseTo(p, msg)
	}
	return nil
}

// overPointer turns the wheel into arrow keys for what stands over the panes,
// and a click on a command into that command.
func (a *App) overPointer(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		_, cmd := a.over.Update(tea.KeyMsg{Type: tea.KeyUp})
		return cmd
	case msg.Button == tea.MouseButtonWheelDown:
		_, cmd := a.over.Update(tea.KeyMsg{Type: tea.KeyDown})
		return cmd
	}
	if p, ok := a.over.(*palette); ok && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft && p.click(msg.X, msg.Y) {
		return a.key(tea.KeyMsg{Type: tea.KeyEnter})
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
