package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"

	"robotslens/ui/editor"
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
	a.lay = a.arrange()
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

// arrange lays the panes out; a tab with much to read gets more room.
func (a *App) arrange() layout {
	l := arrange(a.w, a.h, a.zoom)
	if t, ok := a.tabs[a.tab].(interface{ Tall() bool }); ok && t.Tall() && !a.zoom && a.lowerPane() == paneTabs {
		l.tallTabs()
	}
	return l
}

func (a *App) region(r rect) screen.Region { return a.canvas.Region(r.x, r.y, r.w, r.h) }

// paintHeader says what is on the screen: the file, whether it is edited, what
// it is, the dialect, and how its lines end.
func (a *App) paintHeader(r screen.Region) {
	l, s := a.look, a.c.Source
	w := row{r: r, x: 1}
	if a.lay.shape != compact {
		w.add(l.Accent, "robotslens").add("", "  ")
	}
	room := r.W() - w.x - 24
	if a.lay.shape == compact {
		room = r.W() - 12
	}
	w.add(l.Key, screen.Truncate(s.Name, max(room, 8), l.Ellipsis))
	if a.file.ed.Buffer().Dirty() {
		w.add(l.Notice, " "+l.Dot+" edited")
	}
	if s.WhatIf != "" {
		w.add(l.Notice, " WHAT IF "+s.WhatIf)
	}
	right := r.W() - 1
	if a.lay.shape != compact {
		right = r.TextRight(right, 0, l.Dim, "help")
		right = r.TextRight(right-1, 0, l.Key, "F1") - 2
	}
	r.TextRight(right, 0, l.Dim, a.headerFacts(right-w.x-3))
}

// headerFacts is as many of the facts about the file as fit into room columns:
// what it is and how it was served, what it governs, the dialect and the line
// ends. The ones that are told elsewhere too go first.
func (a *App) headerFacts(room int) string {
	s := a.c.Source
	kind := kindWords(s, a.c.Edited)
	if s.Status != "" {
		kind += ": " + s.Status
		if !s.At.IsZero() {
			kind += ", " + ago(time.Since(s.At))
		}
	}
	governs := ""
	if s.Origin.Known() {
		governs = "governs " + s.Origin.String()
	}
	for _, facts := range [][]string{
		{kind, governs, dialectWords(a.c), a.encoding()},
		{kind, governs, a.c.Reader.Name, a.encoding()},
		{kind, a.c.Reader.Name, a.encoding()},
		{kind, a.c.Reader.Name},
		{kind},
		{kindWords(s, a.c.Edited), a.c.Reader.Name},
		{kindWords(s, a.c.Edited)},
	} {
		facts = slices.DeleteFunc(facts, func(f string) bool { return f == "" })
		if line := strings.Join(facts, "  "); screen.Width(line) <= room {
			return line
		}
	}
	return ""
}

func kindWords(s Source, edited bool) string {
	if edited && (s.Kind == Live || s.Kind == Past) {
		return "working copy"
	}
	return [...]string{"new", "local", "from standard input", "live", "past version", "being fetched", "a lesson"}[s.Kind]
}

// encoding names the line ends, and what else is odd about the octets.
func (a *App) encoding() string {
	e := a.file.ed.Buffer().LineEnds()
	words := e.Dominant().String()
	if e.Mixed() {
		words = "mixed line ends"
	}
	if a.c.File.BOM > 0 {
		words += " BOM"
	}
	if !e.Final {
		words += ", no final line end"
	}
	return words
}

func (a *App) paintInputs() {
	l := a.look
	tail := ""
	if a.focus == paneCrawler && a.crawler.AtEnd() {
		tail = a.completion()
	}
	if a.lay.shape == compact {
		for _, in := range []struct {
			r     rect
			name  string
			f     *field
			focus bool
			tail  string
		}{{a.lay.url, "URL", &a.url, a.focus == paneURL, ""}, {a.lay.crawler, "as", &a.crawler, a.focus == paneCrawler, tail}} {
			r := a.region(in.r)
			st := l.Dim
			if in.focus {
				st = l.Accent
			}
			r.Text(0, 0, st, in.name)
			in.f.Paint(r.Sub(4, 0, r.W()-4, 1), l, in.focus, in.tail)
		}
		r := a.region(a.lay.verdictLine)
		x := 0
		for _, p := range a.verdictInShort() {
			x = r.Text(x, 0, p.st, p.s)
		}
		return
	}
	in := l.box(a.region(a.lay.url), "URL", a.focus == paneURL)
	a.url.Paint(in.Sub(1, 0, in.W()-2, 1), l, a.focus == paneURL, "")
	if !slices.Contains(a.visible(), paneVerdict) {
		a.paintVerdictInBorder(a.region(a.lay.url))
	}
	in = l.box(a.region(a.lay.crawler), "Crawler", a.focus == paneCrawler)
	if tail == "" {
		tail = "  " + crawlerWords(a.c)
	}
	a.crawler.Paint(in.Sub(1, 0, in.W()-2, 1), l, a.focus == paneCrawler, tail)
}

// verdictInShort is the verdict where there is no pane for it.
func (a *App) verdictInShort() []part {
	l := a.look
	switch {
	case a.c.Source.Kind == Awaited:
		return []part{{l.Notice, awaitedWords}}
	case a.c.Hidden:
		return []part{{l.Dim, "what does it say?"}}
	}
	mark, word, st := l.Verdict(a.c.Trace.Allowed)
	return []part{{st, mark + " " + word}, {"", byLine(&a.c.Trace)}}
}

// paintVerdictInBorder writes the verdict into the upper border of the URL,
// while another pane covers the one that has it.
func (a *App) paintVerdictInBorder(r screen.Region) {
	parts := a.verdictInShort()
	x := r.W() - 2
	for _, p := range slices.Backward(parts) {
		x -= screen.Width(p.s)
	}
	if x < 8 {
		return
	}
	x = r.Text(x-1, 0, "", " ")
	for _, p := range parts {
		x = r.Text(x, 0, p.st, p.s)
	}
	r.Text(x, 0, "", " ")
}

// crawlerWords says in a few words who the crawler is.
func crawlerWords(c *Case) string {
	e := c.Who.Entry
	if e == nil {
		return "not in the catalogue"
	}
	words := e.Operator + ", " + e.Kind.String()
	if !strings.EqualFold(e.Token, c.Who.Name) {
		words = e.Token + ": " + words
	}
	return words
}

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

// paintStatus writes the last row: a note until the next key, else the keys of
// the pane with the focus; at the right where the cursor is. A note that does
// not fit stands over the rows above.
func (a *App) paintStatus(all screen.Region) {
	l := a.look
	r := all.Sub(0, all.H()-1, all.W(), 1)
	if a.note.Text != "" {
		st := l.Notice
		if a.note.Bad {
			st = l.Error
		}
		if n := a.noteRows(); n > 1 {
			over := all.Sub(0, all.H()-n, all.W(), n)
			over.Fill(0, 0, over.W(), n, "", " ")
			paintLines(over.Sub(1, 0, over.W()-2, n), noteText(st, a.note.Text).wrap(a.w-2), 0)
			return
		}
		end := r.Text(1, 0, st, a.note.Text)
		a.paintFacts(r.Sub(end, 0, r.W()-end, 1), true)
		return
	}
	right := a.paintFacts(r, false)
	w := row{r: r.Sub(0, 0, max(right, 0), 1), x: 1}
	for _, k := range a.hints() {
		h := k.Help()
		if h.Key == "" || w.x+screen.Width(h.Key)+1+screen.Width(h.Desc)+2 > right {
			continue
		}
		w.add(l.Key, h.Key).add(l.Dim, " "+h.Desc+"  ")
	}
}

// noteRows is how many of the last rows the note takes: a long one is told over
// a few of them, since what to do often stands at its end.
func (a *App) noteRows() int {
	return min(len(noteText("", a.note.Text).wrap(a.w-2)), max(a.h/2, 1))
}

func noteText(st screen.Style, s string) paras { return paras{{parts: []part{{st, s}}}} }

// paintFacts writes the facts to the right, and returns the column before
// them. whole leaves out those that would be cut.
func (a *App) paintFacts(r screen.Region, whole bool) (left int) {
	right := r.W() - 1
	for _, s := range a.facts() {
		if whole && screen.Width(s.s)+2 > right {
			continue
		}
		right = r.TextRight(right, 0, s.st, s.s) - 3
	}
	return right
}

// facts are what stands at the right of the status bar, from right to left.
func (a *App) facts() []part {
	l := a.look
	var out []part
	for _, t := range a.tabs {
		if s, ok := t.(interface {
			Status(l *Look) (string, screen.Style)
		}); ok {
			if words, st := s.Status(l); words != "" {
				out = append(out, part{st, words})
			}
		}
	}
	if a.focus == paneFile && a.lay.shape != compact {
		line, col := a.file.ed.Position()
		out = append(out, part{l.Dim, fmt.Sprintf("line %d col %d", line, col)})
		if s := a.file.ed.UnderCursor(); oddCharacter(s) {
			out = append(out, part{l.Odd, s})
		}
	}
	return out
}

// oddCharacter reports whether what UnderCursor says is worth a place in the
// status bar: a plain character or line end is not.
func oddCharacter(s string) bool {
	return s != "" && s != "end of the text" && !strings.HasPrefix(s, "U+00") && s != editor.LineEnd("\n").String() && s != editor.LineEnd("\r\n").String()
}

// hints are the keys worth showing for the pane with the focus.
func (a *App) hints() []key.Binding {
	var out []key.Binding
	want := []string{"next pane"}
	switch a.focus {
	case paneFile:
		want = append(want, "save", "find")
		if a.file.ed.Buffer().CanUndo() {
			out = append(out, a.file.ed.KeyMap.Undo)
		}
	case paneTabs:
		if len(a.tabs) > 0 {
			out = append(out, a.tabs[a.tab].Keys()...)
		}
	case paneVerdict:
		want = append(want, "deciding rule", "copy why")
	}
	want = append(want, "dialect", "commands", "quit")
	for _, w := range want {
		for _, c := range a.keyed {
			if c.Key.Help().Desc == w {
				out = append(out, c.Key)
			}
		}
	}
	return out
}
