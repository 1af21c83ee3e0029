package ui

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/crawlers"
	"robotslens/fetch"
)

func versionsOf(texts ...string) []pastVersion {
	var list []pastVersion
	for i, s := range texts {
		list = append(list, pastVersion{from: "file", Version: fetch.Version{Name: s, Time: time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC), Bytes: []byte(s)}})
	}
	return list
}

func TestAListOfVersionsIsNotOverwrittenByVerdictsOfTheOneBefore(t *testing.T) {
	c, tab := NewCase(crawlers.BuiltIn()), newVersionsTab(Options{})
	tab.list = versionsOf("old")
	tab.read(c)
	late := tab.judge(c)()
	judge := tab.Update(versionsReadMsg{id: tab.reading.id, list: versionsOf("new 1", "new 2")}, c)
	if judge != nil {
		t.Fatal("two judge at a time")
	}
	judge = tab.Update(late, c)
	if len(tab.list) != 2 || judge == nil {
		t.Fatalf("the list is %v", tab.list)
	}
	tab.Update(judge(), c)
	if !tab.list[0].verdict.Allowed || tab.judging {
		t.Errorf("the new list is not judged: %+v", tab.list)
	}
}

func TestAListThatComesDuringAWalkIsDropped(t *testing.T) {
	a := testApp(t, 100, 30, Options{})
	tab := a.tabNamed("Versions").(*versionsTab)
	tab.list, tab.at = versionsOf("# 1\n", "# 2\n"), 1
	a.showTab("Versions")
	tab.read(a.c)
	run := tab.reading.id
	do(a, tea.KeyMsg{Type: tea.KeyLeft})
	do(a, tea.KeyMsg{Type: tea.KeyLeft})
	runAll(a, func() tea.Msg { return versionsReadMsg{id: run} })
	if len(tab.list) != 2 || string(a.c.Text) != "# 1\n" {
		t.Errorf("%d versions, and the screen shows %q", len(tab.list), a.c.Text)
	}
	a.View()
	do(a, tea.KeyMsg{Type: tea.KeyEsc})
	if a.c.Source.Kind != Local {
		t.Errorf("esc leaves %+v", a.c.Source)
	}
}

func TestACellTellsThatItIsCutByTheEdgeOfItsRow(t *testing.T) {
	a := testApp(t, 20, 6, Options{})
	a.canvas.Resize(20, 1)
	w := &columns{a.canvas.Region(0, 0, 20, 1), 2}
	w.cell("", "a name", 10)
	w.cell("", "more than is left", 40)
	if got := plain(a.canvas.String()); got != "  a name    more t… " {
		t.Errorf("%q", got)
	}
}
