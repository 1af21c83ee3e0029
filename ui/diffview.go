package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

// diffView shows how two texts differ, over the panes. What stands in answers
// may be done from there.
type diffView struct {
	title, was, now string // what it is about, and the names of the two
	answers         []answer
	back            overlay // what Esc returns to, or nil
	show            func(overlay)

	waiting bool // for the comparison
	rows    []diffRow
	starts  []int // rows in which a hunk begins
	added   int
	removed int
	top, h  int
	left    int
}

// diffRow is a row of the view: a line, or the place where some are left out.
type diffRow struct {
	diffLine
	gap string
}

// diffMsg brings a comparison, or why there is none.
type diffMsg struct {
	view           *diffView
	hunks          []diffHunk
	added, removed int
	err            error
}

// showDiff shows how now differs from was. The texts that read returns must not
// change: the comparison is a command, since that of two big texts takes a while.
func (a *App) showDiff(v *diffView, read func() (was, now []byte, err error)) tea.Cmd {
	v.waiting = true
	v.show = func(o overlay) { a.over = o }
	a.over = v
	return func() tea.Msg {
		was, now, err := read()
		if err != nil {
			return diffMsg{view: v, err: err}
		}
		hunks, added, removed := diffOf(was, now, diffContext)
		return diffMsg{v, hunks, added, removed, nil}
	}
}

// texts are two texts at hand, for showDiff.
func texts(was, now []byte) func() ([]byte, []byte, error) {
	return func() ([]byte, []byte, error) { return was, now, nil }
}

func (m diffMsg) take(a *App) tea.Cmd {
	if m.err == nil {
		m.view.compared(m)
		return nil
	}
	if a.over == overlay(m.view) {
		a.over = nil
	}
	a.note = NoteMsg{Text: m.err.Error(), Bad: true}
	return nil
}

// compared takes the comparison.
func (v *diffView) compared(m diffMsg) {
	v.waiting, v.added, v.removed = false, m.added, m.removed
	for _, h := range m.hunks {
		v.starts = append(v.starts, len(v.rows))
		first := h[0]
		v.rows = append(v.rows, diffRow{gap: fmt.Sprintf("line %d", max(first.was, first.now))})
		for _, l := range h {
			v.rows = append(v.rows, diffRow{diffLine: l})
		}
	}
}

func (v *diffView) Update(msg tea.KeyMsg) (bool, tea.Cmd) {
	name := msg.String()
	for _, a := range v.answers {
		if name == a.key {
			return true, a.run()
		}
	}
	switch name {
	case "esc", "q", "enter":
		if v.back != nil {
			v.show(v.back)
			return false, nil
		}
		return true, nil
	case "n", "tab":
		for _, s := range v.starts {
			if s > v.top {
				v.top = s
				break
			}
		}
	case "p", "shift+tab":
		for i := len(v.starts) - 1; i >= 0; i-- {
			if v.starts[i] < v.top {
				v.top = v.starts[i]
				break
			}
		}
	case "left":
		v.left = max(0, v.left-8)
	case "right":
		v.left += 8
	default:
		v.top = scrolled(msg, v.top, len(v.rows), v.h)
	}
	return false, nil
}

func (v *diffView) Paint(r screen.Region, l *Look) {
	box := r.Sub(0, 0, r.W(), r.H())
	box.Fill(0, 0, box.W(), box.H(), "", " ")
	in := l.box(box, v.title, true)
	in = in.Sub(1, 0, in.W()-2, in.H())
	v.paintHead(in, l)
	foot := v.foot(l).wrap(in.W())
	body := in.Sub(0, 2, in.W(), in.H()-2-len(foot))
	paintLines(in.Sub(0, in.H()-len(foot), in.W(), len(foot)), foot, 0)
	v.h = body.H()
	v.top = max(0, min(v.top, len(v.rows)-1))
	digits := 3
	for _, row := range v.rows[min(v.top, len(v.rows)):min(v.top+v.h, len(v.rows))] {
		digits = max(digits, len(fmt.Sprint(max(row.was, row.now))))
	}
	for y := 0; y < v.h && v.top+y < len(v.rows); y++ {
		v.paintRow(body.Sub(0, y, body.W(), 1), v.rows[v.top+y], digits, l)
	}
}

// foot names the keys, over as many lines as they take.
func (v *diffView) foot(l *Look) paras {
	var parts []part
	add := func(key, words string) {
		parts = append(parts, part{l.Key, key}, part{l.Dim, " " + words + "  "})
	}
	for _, a := range v.answers {
		add(a.key, a.words)
	}
	add("esc", "back")
	add(l.KeyName("↑↓"), "scroll")
	if len(v.starts) > 1 {
		add("n p", "next, previous change")
	}
	return paras{{parts: parts}}
}

// paintHead says what is compared with what, and how much differs.
func (v *diffView) paintHead(r screen.Region, l *Look) {
	w := row{r: r}
	w.add(l.Disallow, "- ").add("", v.was).add("", "   ").add(l.Allow, "+ ").add("", v.now).add("", "   ")
	switch {
	case v.waiting:
		w.add(l.Dim, "comparing"+l.Ellipsis)
	case len(v.rows) == 0:
		w.add(l.Dim, "the two are the same, octet by octet")
	default:
		w.add(l.Dim, fmt.Sprintf("%s removed, %s added", count(v.removed, "line", "lines"), count(v.added, "line", "lines")))
	}
}

// paintRow paints a line with its number in each text. What is in one only is
// told by its sign, and by colour beside.
func (v *diffView) paintRow(r screen.Region, row diffRow, digits int, l *Look) {
	if row.gap != "" {
		r.Text(0, 0, l.Dim, row.gap)
		return
	}
	for i, n := range []int{row.was, row.now} {
		if n > 0 {
			r.TextRight((i+1)*(digits+1)-1, 0, l.Dim, fmt.Sprint(n))
		}
	}
	sign, st := " ", screen.Style("")
	switch {
	case row.now == 0:
		sign, st = "-", l.Disallow
	case row.was == 0:
		sign, st = "+", l.Allow
	}
	x := 2 * (digits + 1)
	r.Text(x, 0, st, sign)
	body := r.Sub(x+2, 0, r.W()-x-2, 1)
	body.Text(-v.left, 0, st, row.text)
	if row.end != "" {
		if at := screen.Width(row.text) - v.left + 1; at+screen.Width(row.end) < body.W() {
			body.Text(max(at, 0), 0, l.Dim, row.end)
		}
	}
}
