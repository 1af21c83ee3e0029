package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/crawlers"
	"robotslens/ui/editor"
	"robotslens/ui/screen"
)

func logsCase(text string) *Case {
	c := NewCase(crawlers.BuiltIn())
	c.SetText([]byte(text))
	return c
}

// settle runs a command and those that follow from it, as the program does,
// until the tab has nothing left to do. What the tab asks of the app is
// returned.
func settle(t *testing.T, tab *logsTab, c *Case, cmd tea.Cmd) []tea.Msg {
	t.Helper()
	var asked []tea.Msg
	todo := []tea.Cmd{cmd}
	for deadline := time.Now().Add(20 * time.Second); len(todo) > 0; {
		if time.Now().After(deadline) {
			t.Fatal("the tab does not come to rest")
		}
		cmd := todo[0]
		todo = todo[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			todo = append(todo, msg...)
		case logsOpenMsg, logsReadMsg, jobTickMsg:
			todo = append(todo, tab.Update(msg, c))
		default:
			asked = append(asked, msg)
		}
	}
	return asked
}

func logOf(lines ...string) string {
	var b strings.Builder
	for _, l := range lines {
		agent, target, _ := strings.Cut(l, " ")
		fmt.Fprintf(&b, "192.0.2.1 - - [01/May/2026:10:00:00 +0000] \"GET %s HTTP/1.1\" 200 5 \"-\" \"%s/1.0\"\n", target, agent)
	}
	return b.String()
}

func writeLog(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "access.log")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func paintLogs(tab *logsTab, c *Case) string {
	canvas := screen.New(76, 14)
	tab.Paint(canvas.Region(0, 0, 76, 14), c, &Look{}, true)
	return canvas.String()
}

func TestLogsAreJudgedByTheTextOnTheScreen(t *testing.T) {
	c := logsCase("User-agent: *\nDisallow: /a\nDisallow: /never\n")
	tab := newLogsTab()
	tab.Refresh(c)
	path := writeLog(t, logOf("bingbot /a/\x1b[31m", "bingbot /a/2", "bingbot /b", "GPTBot /a", "Firefox /a"))
	if asked := settle(t, tab, c, tab.Update(logsOpenMsg{[]string{path}}, c)); len(asked) > 0 {
		t.Fatalf("the tab asks for %v", asked)
	}
	got := paintLogs(tab, c)
	for _, want := range []string{"4 hits of crawlers: 3 disallowed", "bingbot: 3 hits, 2 disallowed, 1 allowed", "66.7 %", "line 2", "line 3"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if tab.Badge() != "3" {
		t.Errorf("badge %q", tab.Badge())
	}
	var m editor.Mark
	if tab.MarkLine(2, &m, &Look{}); m.Trailing != "3 hits" {
		t.Errorf("line 2 is marked %q", m.Trailing)
	}

	tab.at = 2
	asked := settleSequence(tab.Update(tea.KeyMsg{Type: tea.KeyEnter}, c))
	if got, want := fmt.Sprint(asked), fmt.Sprint([]tea.Msg{SetAgentMsg{"bingbot"}, SetURLMsg{"/a/\x1b[31m"}, JumpMsg{2}}); got != want {
		t.Errorf("enter on a rule asks for %s, want %s", got, want)
	}

	c.SetText([]byte("User-agent: *\n"))
	tab.Refresh(c)
	m = editor.Mark{}
	if tab.MarkLine(2, &m, &Look{}); m.Trailing != "" {
		t.Errorf("a changed text is marked %q", m.Trailing)
	}
	if !strings.Contains(paintLogs(tab, c), "r judges again") {
		t.Error("a changed text is not told of")
	}
	settle(t, tab, c, tab.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("r")}, c))
	if !strings.Contains(paintLogs(tab, c), "4 hits of crawlers: 0 disallowed") {
		t.Errorf("judged again:\n%s", paintLogs(tab, c))
	}
	for _, want := range []string{"flipped by your changes: 3 hits", "now allowed: bingbot /a/"} {
		if got := paintLogs(tab, c); !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

// settleSequence runs the commands of a tea.Sequence, whose message is not
// exported: a slice of commands.
func settleSequence(cmd tea.Cmd) []tea.Msg {
	var msgs []tea.Msg
	switch msg := cmd().(type) {
	case SetAgentMsg, SetURLMsg, JumpMsg:
		msgs = append(msgs, msg)
	default:
		for _, one := range sequenceOf(msg) {
			msgs = append(msgs, one())
		}
	}
	return msgs
}

func TestLogsThatCannotBeReadAreToldOf(t *testing.T) {
	c := logsCase("")
	for _, tt := range []struct{ text, want string }{
		{"hello\n", "no known log format"},
		{logOf("Firefox /"), "no crawler of the catalogue in 1 line"},
	} {
		tab := newLogsTab()
		settle(t, tab, c, tab.Update(logsOpenMsg{[]string{writeLog(t, tt.text)}}, c))
		if got := paintLogs(tab, c); !strings.Contains(strings.Join(strings.Fields(got), " "), tt.want) {
			t.Errorf("%q: %q is missing in\n%s", tt.text, tt.want, got)
		}
	}
	tab := newLogsTab()
	settle(t, tab, c, tab.Update(logsOpenMsg{[]string{filepath.Join(t.TempDir(), "none")}}, c))
	if tab.report != nil || !strings.Contains(tab.trouble, "none") {
		t.Errorf("a log that is not there: %q", tab.trouble)
	}
}

func TestEscStopsReadingAndDropsWhatComesLate(t *testing.T) {
	c := logsCase("")
	tab := newLogsTab()
	cmd := tab.Update(logsOpenMsg{[]string{writeLog(t, logOf("bingbot /"))}}, c)
	if tab.Badge() != "reading" {
		t.Errorf("badge %q while reading", tab.Badge())
	}
	if _, ended := tab.Cancel(c); !ended {
		t.Error("esc ends nothing")
	}
	settle(t, tab, c, cmd)
	if tab.report != nil || tab.trouble != "" || tab.Badge() != "" {
		t.Errorf("a stopped reading leaves %+v, %q, badge %q", tab.report, tab.trouble, tab.Badge())
	}
}

func TestLogPaths(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"a.log", "a.log.1", "two words.log"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		"a.log*":          "[a.log a.log.1]",
		" a.log none.log": "[a.log none.log]",
		"two words.log":   "[two words.log]",
		"":                "[]",
	} {
		if got := fmt.Sprint(logPaths(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func sequenceOf(msg tea.Msg) []tea.Cmd {
	v := reflect.ValueOf(msg)
	if v.Kind() != reflect.Slice {
		return nil
	}
	var cmds []tea.Cmd
	for i := range v.Len() {
		cmds = append(cmds, v.Index(i).Interface().(tea.Cmd))
	}
	return cmds
}

func TestHitsWeighTheListOfURLs(t *testing.T) {
	c := logsCase("User-agent: *\nDisallow: /a\n")
	c.SetSaved([]byte("User-agent: *\nDisallow: /a\n"))
	logs := newLogsTab()
	if _, ok := logs.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("u")}, c)().(NoteMsg); !ok {
		t.Error("without logs there should be a note")
	}
	path := writeLog(t, strings.Repeat(logOf("bingbot /a/1"), 5)+logOf("bingbot /a/2", "GPTBot /b", "GPTBot /b"))
	settle(t, logs, c, logs.Update(logsOpenMsg{[]string{path}}, c))
	add, ok := logs.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("u")}, c)().(AddRowsMsg)
	if !ok {
		t.Fatal("u does not add rows")
	}
	urls := newURLsTab(Options{})
	for range 2 { // a second time nothing is new
		settleURLs(t, urls, c, urls.Update(add, c))
	}
	if got := urls.summary(); !strings.Contains(got, "3 rows, 2 disallowed; of 8 hits 6 disallowed") {
		t.Error(got)
	}
	c.SetText([]byte("User-agent: *\nDisallow: /b\n"))
	settleURLs(t, urls, c, urls.Refresh(c))
	if got := urls.summary(); !strings.Contains(got, "; of 8 hits 2 disallowed, 8 flipped") {
		t.Error(got)
	}
}

// settleURLs is settle for the URLs tab.
func settleURLs(t *testing.T, tab *urlsTab, c *Case, cmd tea.Cmd) {
	t.Helper()
	for todo := []tea.Cmd{cmd}; len(todo) > 0; {
		cmd := todo[0]
		todo = todo[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			todo = append(todo, msg...)
		case urlsDoneMsg:
			todo = append(todo, tab.Update(msg, c))
		}
	}
}
