package ui

import (
	"bytes"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/suite"
	"robotslens/ui/files"
)

// mostRows is as many as the screen takes; check and diff take any number.
const mostRows = 1_000_000

// add appends rows that are not in the list yet. It returns how many were added,
// and whether the list is full.
func (t *urlsTab) add(rows []suite.Row) (added int, full bool) {
	list := slices.Clip(t.rows)
	for _, row := range rows {
		k := [2]string{row.Agent, row.URL}
		if i, ok := t.known[k]; ok {
			if row.Hits == 0 {
				row.Hits = list[i].Hits
			}
			// A table knows more, and so does a log.
			if (row.Expected != suite.AnyVerdict || row.Hits != list[i].Hits) && list[i] != row {
				if added == 0 {
					list = slices.Clone(list)
				}
				if row.Expected == suite.AnyVerdict {
					hits := row.Hits
					row = list[i]
					row.Hits = hits
				}
				list[i] = row
				added++
			}
			continue
		}
		if len(list) >= mostRows {
			full = true
			break
		}
		t.known[k] = len(list)
		list = append(list, row)
		added++
	}
	if added > 0 {
		t.setRows(list)
	}
	return added, full
}

func (t *urlsTab) setRows(rows []suite.Row) {
	t.rows = rows
	t.rowsGen++
	t.list = nil
}

// urls are those of the rows, for Case.List.
func (t *urlsTab) urls() []string {
	if t.list == nil && len(t.rows) > 0 {
		t.list = make([]string, 0, len(t.rows))
		for _, r := range t.rows {
			t.list = append(t.list, r.URL)
		}
	}
	return t.list
}

// reindex finds the rows again after some were taken out.
func (t *urlsTab) reindex() {
	t.known = make(map[[2]string]int, len(t.rows))
	for i, row := range t.rows {
		t.known[[2]string{row.Agent, row.URL}] = i
	}
}

// addRows takes what another tab found and shows the list.
func (t *urlsTab) addRows(rows []suite.Row, c *Case) tea.Cmd {
	added, full := t.add(rows)
	words := count(added, "row", "rows") + " added to the list of URLs or counted anew"
	if full {
		words += "; the list is full"
	}
	return tea.Batch(t.evaluate(c), send(ShowTabMsg{t.Name()}), note(words, false))
}

func (t *urlsTab) addCurrent(c *Case) tea.Cmd {
	added, _ := t.add([]suite.Row{{Agent: c.Agent, URL: c.URL}})
	words := "added to the list of URLs, which has " + count(len(t.rows), "row", "rows")
	if added == 0 {
		words = "already in the list of URLs"
	}
	return tea.Batch(t.evaluate(c), note(words, false))
}

// row is the index into rows of the row at hand, or -1 while the list on the
// screen is not that of the rows.
func (t *urlsTab) row() int {
	i := t.chosen()
	if i < 0 || t.page != pageRows || t.found.key.plan.rows != t.rowsGen || t.found.probes {
		return -1
	}
	return t.found.plan.Asks[i].Row
}

func (t *urlsTab) remove(c *Case) tea.Cmd {
	at := t.row()
	if at < 0 {
		return nil
	}
	t.setRows(slices.Concat(t.rows[:at], t.rows[at+1:]))
	t.reindex()
	return t.evaluate(c)
}

func (t *urlsTab) clear(c *Case) tea.Cmd {
	t.reading.stop()
	t.setRows(nil)
	t.reindex()
	t.page, t.view, t.trouble, t.covers = pageRows, urlsView{}, "", false
	return t.evaluate(c)
}

// expect makes the row at hand expect the verdict it has, or, where it expects
// one, no longer.
func (t *urlsTab) expect(c *Case) tea.Cmd {
	at := t.row()
	if at < 0 || t.stale() || t.found.plan.Asks[t.chosen()].OtherHost {
		return nil
	}
	rows := slices.Clone(t.rows)
	if rows[at].Expected != suite.AnyVerdict {
		rows[at].Expected = suite.AnyVerdict
	} else {
		rows[at].Expected = suite.Expect(t.found.now.Verdicts[t.chosen()].Allowed)
	}
	t.setRows(rows)
	return t.evaluate(c)
}

// askTable asks where the table of expected verdicts goes.
func (t *urlsTab) askTable(*Case) tea.Cmd {
	if len(t.rows) == 0 {
		return note("the list of URLs is empty: there is nothing to save", true)
	}
	return send(AskMsg{Label: "save the verdicts as", Value: "expected.csv", Empty: "a path", Enter: func(path string) tea.Cmd {
		if path == "" {
			return nil
		}
		write := func() tea.Cmd { return t.writeTable(path) }
		if !files.Replaces(path) {
			return write()
		}
		return send(ConfirmMsg{path + " exists. Write over it?", "write over it", write})
	}})
}

// table is the list with the verdicts of this moment as those expected. Rows of
// other hosts have none, and are left out.
func (t *urlsTab) table() (rows []suite.Row, left int) {
	p := t.found.plan
	for i := range p.Asks {
		if p.Asks[i].OtherHost {
			left++
			continue
		}
		row := p.Row(i)
		row.Agent, row.Expected = p.Agent(i), suite.Expect(t.found.now.Verdicts[i].Allowed)
		rows = append(rows, row)
	}
	return rows, left
}

func (t *urlsTab) writeTable(path string) tea.Cmd {
	if t.stale() {
		return note("the verdicts are still being worked out: save again in a moment", true)
	}
	rows, left := t.table()
	return func() tea.Msg {
		var b bytes.Buffer
		if err := suite.WriteTable(&b, rows); err != nil {
			return NoteMsg{Text: err.Error(), Bad: true}
		}
		if err := files.Save(path, b.Bytes()); err != nil {
			return NoteMsg{Text: err.Error(), Bad: true}
		}
		words := fmt.Sprintf("saved %s, %s; robotslens test holds the file to them", path, count(len(rows), "row", "rows"))
		if left > 0 {
			words += fmt.Sprintf("; %d of other hosts left out", left)
		}
		return NoteMsg{Text: words}
	}
}
