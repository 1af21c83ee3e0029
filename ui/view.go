package ui

import (
	"slices"

	"robotslens/ui/screen"
)

// View is part of tea.Model.
func (a *App) View() string {
	if a.w <= 0 || a.h <= 0 {
		return ""
	}
	a.canvas.Resize(a.w, a.h)
	a.canvas.Clear()
	all := a.canvas.Region(0, 0, a.w, a.h)
	was := a.lay.file.h
	a.lay = a.arrange()
	if a.lay.file.h != was && a.focus != paneFile {
		a.file.follow = true // what decides stays in sight in fewer lines
	}
	if a.lay.shape == tooSmall {
		all.Text(0, 0, a.look.Notice, "enlarge to 20x6")
		return a.canvas.String()
	}
	a.paintHeader(a.region(a.lay.header))
	a.paintInputs()
	a.paintBody()
	a.paintStatus(all)
	if a.over != nil {
		a.over.Paint(all, a.look)
	}
	return a.canvas.String()
}

// arrange lays the panes out. On a narrow screen a tab gets more room than the
// file above it, and elsewhere one with much to read; each may say otherwise.
func (a *App) arrange() layout {
	l := arrange(a.w, a.h, a.zoom)
	tall := l.shape == stacked
	if t, ok := a.tabs[a.tab].(interface{ Tall(shape) bool }); ok {
		tall = t.Tall(l.shape)
	}
	if tall && !a.zoom && a.lowerPane() == paneTabs {
		l.tallTabs()
	}
	return l
}

func (a *App) region(r rect) screen.Region { return a.canvas.Region(r.x, r.y, r.w, r.h) }

// paintBody paints the panes below the inputs.
func (a *App) paintBody() {
	var top []pane
	switch {
	case a.lay.shape == wide && !a.zoom:
		top = []pane{paneFile, paneTabs, paneVerdict, paneGroup}
	case a.lay.shape == stacked && !a.zoom:
		top = []pane{paneFile, a.lowerPane()}
	default:
		top = []pane{a.bodyPane()}
	}
	for i, t := range a.tabs {
		if f, ok := t.(interface{ Front(seen bool) }); ok {
			f.Front(i == a.tab && slices.Contains(top, paneTabs))
		}
	}
	for _, p := range top {
		a.paintPane(p)
	}
}

// paneRect is where a pane is painted now.
func (a *App) paneRect(p pane) rect {
	switch p {
	case paneURL:
		return a.lay.url
	case paneCrawler:
		return a.lay.crawler
	case paneFile:
		return a.lay.file
	}
	if a.lay.shape != wide {
		return a.lay.tabs
	}
	return map[pane]rect{paneVerdict: a.lay.verdict, paneGroup: a.lay.group, paneTabs: a.lay.tabs}[p]
}

// inside is the region of a pane within its border.
func (a *App) inside(p pane) rect {
	r := a.paneRect(p)
	if a.lay.shape == compact {
		if p > paneFile {
			r.y, r.h = r.y+1, r.h-1
		}
		return r
	}
	return rect{r.x + 1, r.y + 1, r.w - 2, r.h - 2}
}

func (a *App) paintPane(p pane) {
	l, focused := a.look, a.focus == p
	r := a.region(a.paneRect(p))
	if r.H() < 2 {
		return
	}
	in := r
	switch {
	case a.lay.shape != compact:
		in = l.box(r, a.paneTitle(p), focused)
	case p > paneFile:
		st := l.Title
		if focused {
			st = l.Accent
		}
		r.Fill(0, 0, r.W(), 1, l.Theme.Border, l.Across)
		if title := a.paneTitle(p); title != "" {
			r.Text(1, 0, st, " "+title+" ")
		}
		in = r.Sub(0, 1, r.W(), r.H()-1)
	}
	switch p {
	case paneFile:
		a.file.Paint(in)
	case paneVerdict:
		a.verdict.Paint(in.Sub(1, 0, in.W()-2, in.H()), a.c, l, focused)
	case paneGroup:
		a.group.Paint(in.Sub(1, 0, in.W()-2, in.H()), a.c, l, focused)
	case paneTabs:
		a.paintTabTitles(r, focused)
		if len(a.tabs) > 0 {
			a.tabs[a.tab].Paint(in, a.c, l, focused)
		}
	}
}

func (a *App) paneTitle(p pane) string {
	switch p {
	case paneFile:
		return "File"
	case paneVerdict:
		return "Verdict"
	case paneGroup:
		return groupTitle(a.c)
	}
	return ""
}

func (a *App) verdictText(c *Case, l *Look, w int) paras {
	line, _ := a.file.ed.Position()
	if a.focus != paneFile {
		line = 0
	}
	return verdictText(c, l, w, a.few, line)
}
