package ui

import (
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/editor"
	"robotslens/ui/screen"
)

// find asks for a text, and shows each match while it is typed, the first from
// the cursor on.
func (a *App) find() tea.Cmd {
	a.setFocus(paneFile)
	a.file.ed.FindEnd()
	p := &prompt{label: "find", field: newField("a text"), hint: "F3 next  enter done  esc close"}
	show := func(q string) { a.showFound(a.file.ed.Find([]byte(q), true), p) }
	p.changed = show
	p.keys = map[string]func(string) tea.Cmd{
		"f3":  func(string) tea.Cmd { a.showFound(a.file.ed.FindNext(), p); return nil },
		"f15": func(string) tea.Cmd { a.showFound(a.file.ed.FindPrev(), p); return nil },
	}
	p.keys["down"], p.keys["alt+n"] = p.keys["f3"], p.keys["f3"]
	p.keys["up"], p.keys["alt+p"] = p.keys["f15"], p.keys["f15"]
	p.enter, p.closed = func(string) tea.Cmd { return nil }, a.file.ed.FindEnd
	if q := a.file.ed.SelectedText(); len(q) > 0 && len(q) < 200 && !strings.ContainsAny(string(q), "\r\n") {
		p.field.Propose(string(q))
		show(string(q))
	}
	a.over = p
	return nil
}

func (a *App) showFound(s editor.FindState, p *prompt) {
	p.hint = s.String() + "  F3 next  esc close"
}

func (a *App) findNext(by int) {
	if q, _ := a.file.ed.Query(); len(q) == 0 {
		a.find()
		return
	}
	s := a.file.ed.FindNext
	if by < 0 {
		s = a.file.ed.FindPrev
	}
	a.note = NoteMsg{Text: s().String()}
}

// replace asks what to find and what to put there.
func (a *App) replace() tea.Cmd {
	a.setFocus(paneFile)
	a.file.ed.FindEnd()
	p := &prompt{label: "replace", field: newField("a text")}
	if q, _ := a.file.ed.Query(); len(q) > 0 {
		p.field.Propose(string(q))
	}
	p.enter = func(q string) tea.Cmd {
		if q == "" {
			return nil
		}
		state := a.file.ed.Find([]byte(q), false)
		if state.Count == 0 {
			a.note = NoteMsg{Text: fmt.Sprintf("%q is not found, nothing to replace", screen.Truncate(q, 24, a.look.Ellipsis)), Bad: true}
			return nil
		}
		with := &prompt{label: fmt.Sprintf("replace %q with", screen.Truncate(q, 12, a.look.Ellipsis)), field: newField("nothing"), hint: state.String() + "  enter one  alt+a all  F3 skip"}
		with.closed, with.stays = a.file.ed.FindEnd, true
		with.enter = func(s string) tea.Cmd {
			next, res := a.file.ed.ReplaceMatch([]byte(s))
			a.edited(res)
			with.hint = next.String() + "  enter one  alt+a all  F3 skip"
			return nil
		}
		with.keys = map[string]func(string) tea.Cmd{
			"f3": func(string) tea.Cmd { a.file.ed.FindNext(); return nil },
			"alt+a": func(s string) tea.Cmd {
				n, res := a.file.ed.ReplaceAll([]byte(s))
				a.edited(res)
				a.file.ed.FindEnd()
				a.over = nil
				a.note = NoteMsg{Text: count(n, "match", "matches") + " replaced; ^Z takes it back"}
				return nil
			},
		}
		a.over = with
		return nil
	}
	a.over = p
	return nil
}

func (a *App) goToLine() tea.Cmd {
	a.setFocus(paneFile)
	p := &prompt{label: "line", field: newField(fmt.Sprintf("1 to %d", a.file.ed.Buffer().Lines()))}
	p.enter = func(s string) tea.Cmd {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil {
			a.note = NoteMsg{Text: "a line is a number, such as 12", Bad: true}
			return nil
		}
		a.file.ed.GoToLine(n)
		return nil
	}
	a.over = p
	return nil
}

func (a *App) goToWinner() {
	if a.c.Trace.Winner < 0 {
		a.note = NoteMsg{Text: "no rule decides"}
		return
	}
	a.file.ed.GoToLine(int(a.c.Trace.Line))
	a.setFocus(paneFile)
}
