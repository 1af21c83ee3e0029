package ui

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// clickOn presses the left button where words stand on the screen.
func clickOn(t *testing.T, a *App, words string) {
	t.Helper()
	for y, line := range strings.Split(plain(a.View()), "\n") {
		if before, _, found := strings.Cut(line, words); found {
			msg := tea.MouseMsg{X: len([]rune(before)), Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}
			a.clicked.when = time.Now().Add(time.Hour) // however slow the test is, the last click was just now
			follow(t, a, msg)
			return
		}
	}
	t.Fatalf("no %q on the screen\n%s", words, plain(a.View()))
}

func TestADoubleClickOnARowIsEnter(t *testing.T) {
	a, tab := learning(t)
	clickOn(t, a, "The most octets win")
	if tab.lesson != nil {
		t.Fatal("one click opens the lesson")
	}
	clickOn(t, a, "The most octets win")
	if tab.lesson == nil || tab.lesson.Slug != "longest-wins" {
		t.Fatalf("two clicks open %v", tab.lesson)
	}
	page := tab.page
	for range 4 {
		clickOn(t, a, "page 1 of")
	}
	if tab.page != page {
		t.Errorf("two clicks on a page turn it")
	}
}

func TestClicksOnDifferentRowsOpenNone(t *testing.T) {
	a, tab := learning(t)
	clickOn(t, a, "The most octets win")
	clickOn(t, a, "Which group is mine?")
	if tab.lesson != nil || tab.course[tab.at].Slug != "whose-group" {
		t.Errorf("lesson %v, at %d", tab.lesson, tab.at)
	}
}

func TestAClickOnAnAnswerGivesIt(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		a := testApp(t, size[0], size[1], Options{})
		given := ""
		ask := func() {
			a.over = &question{text: strings.Repeat("a long question ", 5), answers: []answer{
				{"k", "keep what is here, which takes more than a line to say where there is little room", func() tea.Cmd { given = "k"; return nil }},
				{"t", "take theirs", func() tea.Cmd { given = "t"; return nil }},
			}}
		}
		ask()
		clickOn(t, a, "take theirs")
		if given != "t" || a.over != nil {
			t.Errorf("at %v the answer is %q", size, given)
		}
		ask()
		clickOn(t, a, "takes more")
		if given != "k" {
			t.Errorf("at %v the answer on its second line is %q", size, given)
		}
		given = ""
		ask()
		clickOn(t, a, "a long")
		if given != "" || a.over == nil {
			t.Errorf("at %v a click on the question answers %q", size, given)
		}
		clickOn(t, a, "go on as")
		if given != "" || a.over != nil {
			t.Errorf("at %v esc gives %q", size, given)
		}
	}
}
