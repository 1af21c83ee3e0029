package ui

// rect is a part of the screen, in columns and rows from the left upper corner.
type rect struct{ x, y, w, h int }

func (r rect) holds(x, y int) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}

// shape is how the panes stand.
type shape uint8

const (
	tooSmall shape = iota // a line that says so
	compact               // plain input lines, the verdict in one line, one pane
	stacked               // File over the tabs, Verdict and Group among them
	wide                  // File and tabs on the left, Verdict and Group on the right
)

// layout is where each pane stands. A rect without width is not shown.
type layout struct {
	shape                                                                 shape
	header, url, crawler, verdictLine, file, verdict, group, tabs, status rect
}

// tallTabs gives the tabs the greater part of what they share with the file.
func (l *layout) tallTabs() {
	if l.shape == compact || l.tabs.h == 0 || l.tabs.x != l.file.x {
		return
	}
	both := l.file.h + l.tabs.h
	l.file.h = max(both*2/5, min(both-2, 7))
	l.tabs.y, l.tabs.h = l.file.y+l.file.h, both-l.file.h
}

// arrange lays the panes out on a screen of w columns and h rows. zoom gives
// the whole body to one pane.
func arrange(w, h int, zoom bool) layout {
	var l layout
	switch {
	case w < 20 || h < 6:
		l.header = rect{0, 0, w, h}
		return l
	case w < 60 || h < 14:
		l.shape = compact
		l.header = rect{0, 0, w, 1}
		l.url = rect{0, 1, w, 1}
		l.crawler = rect{0, 2, w, 1}
		l.verdictLine = rect{0, 3, w, 1}
		l.file = rect{0, 4, w, h - 5}
		l.tabs = l.file
		l.status = rect{0, h - 1, w, 1}
		return l
	}
	l.header = rect{0, 0, w, 1}
	l.status = rect{0, h - 1, w, 1}
	body := rect{0, 4, w, h - 5}
	right := min(max(w*2/5, 36), 72)
	if w < 100 {
		l.shape = stacked
		right = max(w*2/5, 24)
		top := (body.h + 1) / 2
		l.file = rect{0, body.y, w, top}
		l.tabs = rect{0, body.y + top, w, body.h - top}
	} else {
		l.shape = wide
		left := w - right
		below := min(max(body.h*2/5, 6), 16)
		if body.h < 14 {
			below = 0
		}
		l.file = rect{0, body.y, left, body.h - below}
		l.tabs = rect{0, body.y + body.h - below, left, below}
		top := min(max(body.h*3/5, 8), 20)
		l.verdict = rect{left, body.y, right, top}
		l.group = rect{left, body.y + top, right, body.h - top}
	}
	l.url = rect{0, 1, w - right, 3}
	l.crawler = rect{w - right, 1, right, 3}
	if zoom {
		l.file, l.tabs, l.verdict, l.group = body, body, body, body
	}
	return l
}
