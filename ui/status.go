package ui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"robotslens/ui/editor"
	"robotslens/ui/screen"
)

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
		name, does := l.KeyName(k.Help().Key), " "+k.Help().Desc+"  "
		if name == "" || w.x+screen.Width(name+does) > right {
			continue
		}
		w.add(l.Key, name).add(l.Dim, does)
	}
}

// noteRows is how many of the last rows the note takes: a long one is told over
// a few of them, since what to do often stands at its end.
func (a *App) noteRows() int {
	most := max(a.h/2, 1)
	if a.lay.shape == compact {
		most = min(most, a.h-a.lay.file.y) // the verdict stays in sight
	}
	return min(len(noteText("", a.note.Text).wrap(a.w-2)), most)
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
		if s, ok := t.(Teller); ok {
			// Where there is little room, keys are worth more than that nothing changed.
			room := a.lay.shape == wide || a.file.ed.Buffer().Dirty()
			if words, st, news := s.Status(l); words != "" && (room || news) {
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
