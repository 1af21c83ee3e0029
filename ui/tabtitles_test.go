package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

func TestTheTabAtTheFrontIsNamedAtEveryWidth(t *testing.T) {
	a := testApp(t, 120, 36, Options{})
	for w := 20; w <= 120; w++ {
		for i := range a.tabs {
			a.tab = i
			titles, at := a.tabTitles(w), 2
			seen := false
			for _, title := range titles {
				if title.x < at {
					t.Fatalf("at %d columns %q begins in column %d, before the end of the one before it", w, title.text, title.x)
				}
				at = title.x + screen.Width(title.text)
				seen = seen || title.tab == i
			}
			if !seen {
				t.Errorf("at %d columns the titles do not name %s, which is at the front", w, a.tabs[i].Name())
			}
			if at > w-1 {
				t.Errorf("at %d columns the titles end in column %d", w, at)
			}
		}
	}
}

func TestAClickOnATitleBringsItsTabToTheFront(t *testing.T) {
	a := testApp(t, 60, 20, Options{Theme: "mono"})
	a.showTab("Learn")
	a.View()
	for _, title := range a.tabTitles(a.paneRect(paneTabs).w) {
		a.showTab("Learn")
		r := a.paneRect(paneTabs)
		a.Update(tea.MouseMsg{X: r.x + title.x + 1, Y: r.y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
		if a.tab != title.tab {
			t.Errorf("a click on %q shows %s", title.text, a.tabs[a.tab].Name())
		}
	}
}

func TestALongNoteIsShownToItsEnd(t *testing.T) {
	words := strings.Repeat("something went wrong and ", 8) + "this is what to do."
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {120, 36}} {
		a := testApp(t, size[0], size[1], Options{Theme: "mono"})
		a.Update(NoteMsg{Text: words, Bad: true})
		flat := strings.Join(strings.Fields(plain(a.View())), " ")
		if !strings.Contains(flat, words) {
			t.Errorf("%dx%d cuts the note:\n%s", size[0], size[1], plain(a.View()))
		}
	}
}

func TestTheWheelAndAClickWorkInTheCommands(t *testing.T) {
	a := testApp(t, 80, 24, Options{})
	press(a, tea.KeyMsg{Type: tea.KeyCtrlP})
	for range 30 {
		a.Update(tea.MouseMsg{X: 40, Y: 10, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
	}
	a.View()
	p := a.over.(*palette)
	if p.at != 30 {
		t.Fatalf("thirty turns of the wheel lead to command %d", p.at)
	}
	press(a, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("zoom"), Paste: true}, tea.KeyMsg{Type: tea.KeyCtrlU}, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("large")})
	a.View()
	a.Update(tea.MouseMsg{X: p.list.x + 3, Y: p.list.y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if a.over != nil || !a.zoom {
		t.Errorf("a click on the command did not run it")
	}
}
