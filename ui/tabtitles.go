package ui

import "robotslens/ui/screen"

// tabTitle is the name of a tab in the upper border of the tabs.
type tabTitle struct {
	tab, x int
	text   string
}

// tabTitles are the titles that fit into a border of w columns. Where not all
// do, those around the tab at the front are among them.
func (a *App) tabTitles(w int) []tabTitle {
	all := make([]tabTitle, len(a.tabs))
	for i, t := range a.tabs {
		name := t.Name()
		if b := t.Badge(); b != "" {
			name += " " + b
		}
		if i == a.tab {
			name = "[" + name + "]"
		} else {
			name = " " + name + " "
		}
		all[i] = tabTitle{tab: i, text: name}
	}
	first, used := 0, 0
	for i := range a.tab + 1 {
		used += screen.Width(all[i].text)
		for used > w-7 && first < a.tab { // 2 before, 2 behind, 3 for the sign that there are more
			used -= screen.Width(all[first].text)
			first++
		}
	}
	x := 2
	if first > 0 {
		x++
	}
	out := all[first:]
	for i := range out {
		out[i].x = x
		x += screen.Width(out[i].text)
		if room := w - 2; x > room || x == room && i+1 < len(out) && out[i].tab != a.tab {
			return out[:max(i, 1)]
		}
	}
	return out
}

// paintTabTitles writes the names of the tabs into the upper border; the one at
// the front is told by its brackets, not by colour alone.
func (a *App) paintTabTitles(r screen.Region, focused bool) {
	l := a.look
	titles := a.tabTitles(r.W())
	for _, t := range titles {
		st := l.Title
		if t.tab == a.tab {
			st = l.Key
			if focused {
				st = l.Accent
			}
		}
		r.Text(t.x, 0, st, t.text)
	}
	if len(titles) == 0 {
		return
	}
	if titles[0].tab > 0 {
		r.Text(2, 0, l.Dim, l.Ellipsis)
	}
	if last := titles[len(titles)-1]; last.tab < len(a.tabs)-1 {
		r.Text(min(last.x+screen.Width(last.text), r.W()-2), 0, l.Dim, l.Ellipsis)
	}
}

// tabAt is the tab whose title stands at column x of the tabs' border.
func (a *App) tabAt(x int) (int, bool) {
	for _, t := range a.tabTitles(a.paneRect(paneTabs).w) {
		if x >= t.x && x < t.x+screen.Width(t.text) {
			return t.tab, true
		}
	}
	return 0, false
}
