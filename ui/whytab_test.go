package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/crawlers"
	"robotslens/ui/editor"
	"robotslens/ui/screen"
)

func whyCase(text, url, agent string) *Case {
	c := NewCase(crawlers.BuiltIn())
	c.SetText([]byte(text))
	c.SetURL(url)
	c.SetAgent(agent)
	return c
}

func paintTab(tab Tab, c *Case, w, h int) string {
	canvas := screen.New(w, h)
	tab.Paint(canvas.Region(0, 0, w, h), c, &Look{}, true)
	return strings.Join(strings.Fields(canvas.String()), " ")
}

func TestWhyWalksThroughTheDecisionAndTheFileFollows(t *testing.T) {
	c := whyCase("User-agent: *\nAllow: /shop\nDisallow: /shop*\n", "/shop/1", "ExampleBot")
	tab := newWhyTab()
	tab.Refresh(c)
	key := func(k tea.KeyType) tea.Cmd { return tab.Update(tea.KeyMsg{Type: k}, c) }
	var lines []int
	for _, want := range []string{
		"1 of 8 Cut the URL", "2 of 8 Bring the octets", "3 of 8 Choose the groups", "4 of 8 Try line 2, rule 1 of 2",
		"5 of 8 Try line 3, rule 2 of 2", "6 of 8 Sort the matches", "7 of 8 The verdict", "8 of 8 Near misses",
	} {
		if got := paintTab(tab, c, 78, 12); !strings.Contains(got, want) {
			t.Errorf("%q is missing in %s", want, got)
		}
		if cmd := key(tea.KeyRight); cmd != nil {
			lines = append(lines, cmd().(ShowLineMsg).Line)
		}
	}
	if want := []int{1, 2, 3, 3, 3}; len(lines) != len(want) || lines[0] != 1 || lines[1] != 2 || lines[2] != 3 {
		t.Errorf("the file pane was led to %v, want %v", lines, want)
	}
	key(tea.KeyLeft)
	if got := paintTab(tab, c, 78, 12); !strings.Contains(got, "disallowed by line 3: most octets win") || !strings.Contains(got, "RFC 9309, 2.2.2, MUST") {
		t.Errorf("the verdict says %s", got)
	}
	var m editor.Mark
	if tab.MarkLine(3, &m, &Look{}); m.Trailing != "" {
		t.Errorf("a tab that is not seen marks line 3 %q", m.Trailing)
	}
	tab.Front(true)
	if tab.MarkLine(3, &m, &Look{}); !strings.Contains(m.Trailing, "step 7") {
		t.Errorf("line 3 is marked %q", m.Trailing)
	}
	if msg := tab.Update(tea.KeyMsg{Type: tea.KeyEnter}, c)(); msg != (JumpMsg{3}) {
		t.Errorf("enter asks for %v", msg)
	}
	c.SetHidden(true)
	tab.Refresh(c)
	if got := paintTab(tab, c, 78, 12); strings.Contains(got, "line 3") {
		t.Errorf("what a lesson asks for is told: %s", got)
	}
}

func TestWhyEndsWithNearMisses(t *testing.T) {
	tab := newWhyTab()
	c := whyCase("User-agent: *\nDisallow: /Shop\nDisallow: /\x1b[31m\n\nUser-agent: GPTBot\nDisallow: /x\n", "/shop", "GPTBot")
	tab.Refresh(c)
	tab.Update(tea.KeyMsg{Type: tea.KeyEnd}, c)
	if got := paintTab(tab, c, 110, 12); !strings.Contains(got, "No rule misses") {
		t.Errorf("without a near miss: %s", got)
	}
	c.SetAgent("ExampleBot")
	tab.Refresh(c)
	tab.Update(tea.KeyMsg{Type: tea.KeyEnd}, c)
	if got := paintTab(tab, c, 110, 12); !strings.Contains(got, "line 2 disallow: /Shop misses by case; it matches /Shop") {
		t.Errorf("a rule that misses by case: %s", got)
	}
}

func TestTheGroupPaneNamesNobodyForAnEmptyName(t *testing.T) {
	c := whyCase("User-agent: 008\nUser-agent: Googlebot\nDisallow: /a\n", "/", "Googlebot")
	var words strings.Builder
	for _, line := range groupText(c, &Look{}) {
		for _, p := range line.parts {
			words.WriteString(p.s)
		}
	}
	if got := words.String(); !strings.Contains(got, "lines 1-3 for (nobody), Googlebot") {
		t.Errorf("the group pane says %q", got)
	}
}
