package ui

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/fetch"
	"robotslens/ui/editor"
)

// versionsTab is a time line of the versions of the file on the screen: the
// commits of its checkout, what was fetched before, and dated files. One walks
// along it, and the File pane shows the file as of then.
type versionsTab struct {
	history *fetch.History
	files   []string // dated files that a person named

	reading job
	of      pastKey // whose versions these are
	list    []pastVersion
	trouble string

	judged  judgedKey // what the verdicts of list were worked out for
	judging bool
	at      int
	shown   bool // the File pane is to show list[at]
	seen    bool // and does
	changed map[int]bool
	window  listWindow
}

func newVersionsTab(o Options) *versionsTab { return &versionsTab{history: o.History} }

func (t *versionsTab) Name() string { return "Versions" }

func (t *versionsTab) Badge() string {
	switch {
	case t.reading.running():
		return "reading"
	case len(t.list) > 0:
		return fmt.Sprint(len(t.list))
	}
	return ""
}

var versionsKeys = []key.Binding{
	bind("l", "list the versions", "l"),
	bind("←→", "walk", "left", "right"),
	bind("d", "diff with the one before", "d"),
	bind("i", "dated files", "i"),
	bind("esc", "the present", "esc"),
}

func (t *versionsTab) Keys() []key.Binding { return versionsKeys }

// The messages of the tab's own commands.
type (
	versionsReadMsg struct {
		id      uint64
		list    []pastVersion
		trouble string
	}
	versionsJudgedMsg struct {
		of   judgedKey
		list []pastVersion
	}
)

// Commands are the tab's own for the palette.
func (t *versionsTab) Commands(c *Case) []Command {
	do := func(f func(c *Case) tea.Cmd) func() tea.Cmd {
		return func() tea.Cmd {
			return tea.Batch(send(ShowTabMsg{t.Name()}), f(c))
		}
	}
	return []Command{
		{"Since when? Walk through the versions of the file", key.Binding{}, do(t.read)},
		{"Add dated files to the versions", key.Binding{}, do(t.ask)},
	}
}

func (t *versionsTab) Refresh(c *Case) tea.Cmd {
	switch {
	case t.shown && c.Source.Kind == Past && c.Source.Status == t.list[t.at].title():
		t.seen = true
	case t.seen: // the app brought the present back
		t.shown, t.seen = false, false
	}
	return t.judge(c)
}

// ask asks for dated files.
func (t *versionsTab) ask(c *Case) tea.Cmd {
	return send(AskMsg{Label: "dated files", Value: strings.Join(t.files, " "), Empty: "such as old/robots-*.txt, dated by name or by modification time", Enter: func(text string) tea.Cmd {
		t.files = nil
		for _, word := range strings.Fields(text) {
			found, err := filepath.Glob(word)
			if err != nil || len(found) == 0 {
				found = []string{word}
			}
			t.files = append(t.files, found...)
		}
		return t.read(c)
	}})
}

func (t *versionsTab) Update(msg tea.Msg, c *Case) tea.Cmd {
	switch msg := msg.(type) {
	case versionsReadMsg:
		if !t.reading.ends(msg.id) || t.shown {
			return nil // the list is not taken away from under a walk
		}
		t.list, t.trouble, t.at, t.judged = msg.list, msg.trouble, len(msg.list)-1, judgedKey{}
		return t.judge(c)
	case versionsJudgedMsg:
		t.judging = false
		if msg.of.reading == t.reading.id {
			t.list, t.judged = msg.list, msg.of
		}
		return t.judge(c)
	case tea.KeyMsg:
		return t.key(msg, c)
	case tea.MouseMsg:
		msg.Y -= 2
		if at := t.newest(t.window.moved(msg, t.newest(t.at), len(t.list))); at != t.at && msg.Button == tea.MouseButtonLeft {
			return t.walk(at, c)
		}
	}
	return nil
}

// newest turns an index of the list into one that counts from the latest, and
// back.
func (t *versionsTab) newest(i int) int { return len(t.list) - 1 - i }

func (t *versionsTab) key(msg tea.KeyMsg, c *Case) tea.Cmd {
	switch msg.String() {
	case "l":
		return t.read(c)
	case "i":
		return t.ask(c)
	}
	if len(t.list) == 0 {
		if msg.String() == "enter" {
			return t.read(c)
		}
		return nil
	}
	switch msg.String() {
	case "left":
		return t.walk(t.at-1, c)
	case "right":
		return t.walk(t.at+1, c)
	case "enter":
		return t.walk(t.at, c)
	case "d":
		now := t.list[t.at]
		was := pastVersion{from: "nothing"}
		if t.at > 0 {
			was = t.list[t.at-1]
		}
		return func() tea.Msg {
			return showDiffMsg{"What this version changed", was.title(), now.title(), was.Bytes, now.Bytes}
		}
	}
	if at := t.newest(t.window.moved(msg, t.newest(t.at), len(t.list))); at != t.at {
		return t.walk(at, c)
	}
	return nil
}

// walk shows the file as of version at; beyond the latest is the present.
func (t *versionsTab) walk(at int, c *Case) tea.Cmd {
	if at >= len(t.list) {
		return t.leave()
	}
	if !t.shown && at == t.at-1 {
		at = t.at // the first step back is to the latest
	}
	t.at = max(0, at)
	v := t.list[t.at]
	t.shown, t.changed = true, map[int]bool{}
	if t.at > 0 {
		hunks, _, _ := diffOf(t.list[t.at-1].Bytes, v.Bytes, diffContext)
		for _, h := range hunks {
			for _, line := range h {
				if line.was == 0 {
					t.changed[line.now] = true
				}
			}
		}
	}
	return t.showIt
}

func (t *versionsTab) showIt() tea.Msg { return PastMsg{t.which} }

// which is the version that the File pane is to show, if any.
func (t *versionsTab) which() (s Source, text []byte, ok bool) {
	if !t.shown || t.at >= len(t.list) {
		return Source{}, nil, false
	}
	v := &t.list[t.at]
	s = Source{Kind: Past, Name: t.of.path, Origin: t.of.origin, Status: v.title()}
	if s.Name == "" {
		s.Name = t.of.origin.String() + "/robots.txt"
	}
	return s, v.Bytes, true
}

// leave brings the present back.
func (t *versionsTab) leave() tea.Cmd {
	if !t.shown {
		return nil
	}
	t.shown, t.seen = false, false
	return t.showIt
}

// Cancel ends a reading, or brings the present back.
func (t *versionsTab) Cancel(*Case) (tea.Cmd, bool) {
	switch {
	case t.reading.stop():
		return nil, true
	case t.shown:
		return t.leave(), true
	}
	return nil, false
}

// MarkLine marks the lines that the version on the screen brought.
func (t *versionsTab) MarkLine(line int, m *editor.Mark, l *Look) {
	if !t.shown || !t.changed[line] {
		return
	}
	if m.Gutter == "" {
		m.Gutter, m.GutterStyle = "+", l.Notice
	}
	if m.Trailing == "" {
		m.Trailing, m.TrailingStyle = "new in this version", l.Notice
	} else {
		m.Trailing, m.Short = "new; "+m.Trailing, m.Trailing
	}
}
