package ui

func (a *App) setFocus(p pane) {
	if p != a.focus {
		a.lastFocus = a.focus
	}
	a.focus = p
	a.file.ed.SetFocus(p == paneFile)
}

func (a *App) moveFocus(by int) {
	a.setFocus((a.focus + paneCount + pane(by)) % paneCount)
}

func (a *App) turnTab(by int) {
	a.tab = (a.tab + by + len(a.tabs)) % len(a.tabs)
}

// showTab brings the tab called name to the front and gives it the keys.
func (a *App) showTab(name string) {
	for i, t := range a.tabs {
		if t.Name() == name {
			a.tab = i
			a.setFocus(paneTabs)
		}
	}
}

// bringToFront shows the tab called name. Where there is room for the tabs only
// while they, or nothing below the file, have the focus, it goes to them.
func (a *App) bringToFront(name string) {
	for i, t := range a.tabs {
		if t.Name() != name {
			continue
		}
		a.tab = i
		switch shape := a.arrange().shape; {
		case shape == tooSmall, shape == wide && !a.zoom:
		case shape == stacked && !a.zoom && a.focus <= paneFile:
			a.lastFocus = paneTabs
		default:
			a.setFocus(paneTabs)
		}
	}
}

// bodyPane is the pane that has the body for itself: the one with the focus, or
// the one that had it before the focus went to an input.
func (a *App) bodyPane() pane {
	for _, p := range []pane{a.focus, a.lastFocus} {
		if p > paneCrawler {
			return p
		}
	}
	return paneFile
}

// lowerPane is the pane under the file where there is room for one.
func (a *App) lowerPane() pane {
	for _, p := range []pane{a.focus, a.lastFocus} {
		if p > paneFile {
			return p
		}
	}
	return paneVerdict
}
