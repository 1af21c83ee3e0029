package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// List is part of Lister.
func (t *urlsTab) List() *listWindow {
	return map[urlsPage]*listWindow{pageRows: &t.painted, pageFlips: &t.flipsIn, pageIdle: &t.idleIn}[t.page]
}

func (t *urlsTab) move(msg tea.Msg) {
	switch t.page {
	case pageRows:
		n := 0
		if t.found != nil {
			n = len(t.found.shown)
		}
		t.at = t.painted.moved(below(msg, t.above()), t.at, n)
	case pageFlips:
		t.flipsAt = t.flipsIn.moved(below(msg, 1), t.flipsAt, t.flipRows())
	case pageIdle:
		n := 0
		if t.found != nil {
			n = len(t.found.idle)
		}
		t.idleAt = t.idleIn.moved(below(msg, 1), t.idleAt, n)
	}
}

// below takes rows that stand above a list off the mouse's place.
func below(msg tea.Msg, rows int) tea.Msg {
	if m, ok := msg.(tea.MouseMsg); ok {
		m.Y -= rows
		return m
	}
	return msg
}

// press takes a key.
func (t *urlsTab) press(msg tea.KeyMsg, c *Case) tea.Cmd {
	switch msg.String() {
	case "enter":
		return t.enter()
	case "n":
		return t.addCurrent(c)
	case "f", "/":
		return t.askFilter(c)
	case "s":
		t.view.order = (t.view.order + 1) % urlsOrders
		if t.view.order == byExpected && (t.found == nil || !t.found.expects) {
			t.view.order = byList
		}
		return t.evaluate(c)
	case "o":
		t.view.only = (t.view.only + 1) % urlsOnlys
		if t.view.only == onlyDiffering && (t.found == nil || !t.found.expects) {
			t.view.only++
		}
		return t.evaluate(c)
	case "v":
		t.page = (t.page + 1) % urlsPages
		if t.page == pageIdle {
			return t.evaluate(c)
		}
	case "c":
		return t.toggleCovers(c)
	case "r":
		return t.addProbes(c)
	case "l":
		return t.askList(c)
	case "w":
		return t.askTable(c)
	case "e":
		return t.expect(c)
	case "delete", "x":
		return t.remove(c)
	case "esc":
		return t.esc(c)
	default:
		t.move(msg)
	}
	return nil
}

// esc takes back what hides rows.
func (t *urlsTab) esc(c *Case) tea.Cmd {
	switch {
	case t.page != pageRows:
		t.page = pageRows
	case t.view.filter != "" || t.view.only != allRows:
		t.view.filter, t.view.only = "", allRows
		return t.evaluate(c)
	}
	return nil
}

// enter puts the row at hand under test, or goes to the rule of one.
func (t *urlsTab) enter() tea.Cmd {
	if t.found == nil || len(t.rows) == 0 && t.page == pageRows {
		return t.askList(nil)
	}
	switch t.page {
	case pageRows:
		if i := t.chosen(); i >= 0 {
			return t.test(int(i), 0)
		}
	case pageFlips:
		if t.flipsAt < t.flipRows() {
			f := t.found.flips[t.flipAt(t.flipsAt)]
			return t.test(f.Ask, f.After.Line)
		}
	case pageIdle:
		if t.idleAt < len(t.found.idle) {
			line := t.found.idle[t.idleAt].Line
			return send(JumpMsg{line})
		}
	}
	return nil
}

// test puts ask i under test and goes to a line, if it is one.
func (t *urlsTab) test(i, line int) tea.Cmd {
	agent, url := t.found.plan.Agent(i), t.found.plan.Row(i).URL
	cmds := []tea.Cmd{
		send(SetAgentMsg{agent}),
		send(SetURLMsg{url}),
	}
	if line > 0 {
		cmds = append(cmds, send(JumpMsg{line}))
	}
	return tea.Sequence(cmds...)
}

func (t *urlsTab) askFilter(c *Case) tea.Cmd {
	return send(AskMsg{Label: "only rows with", Value: t.view.filter, Empty: "a part of the URL or crawler; nothing for all", Enter: func(text string) tea.Cmd {
		t.view.filter = strings.ToLower(strings.TrimSpace(text))
		return t.evaluate(c)
	}})
}

func (t *urlsTab) toggleCovers(c *Case) tea.Cmd {
	t.covers = !t.covers
	if t.covers && len(t.rows) == 0 {
		t.covers = false
		return note("coverage counts the URLs of the list, and it is empty: load one, or make URLs from the rules", true)
	}
	return t.evaluate(c)
}
