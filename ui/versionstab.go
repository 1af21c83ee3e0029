package ui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
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

// pastKey says whose versions are listed.
type pastKey struct {
	path   string
	origin engine.Origin
}

// pastVersion is a version with the verdict it gives.
type pastVersion struct {
	fetch.Version
	from    string // git, fetched, file
	verdict engine.Verdict
	rule    string // the line that decides
}

// judgedKey is what verdicts depend on, but for the texts.
type judgedKey struct {
	reading             uint64
	url, agent, dialect string
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

// read lists the versions in a command: git may take a while.
func (t *versionsTab) read(c *Case) tea.Cmd {
	if t.shown {
		return nil
	}
	ctx, id, _ := t.reading.start()
	t.trouble = ""
	t.of = pastKey{c.Source.Path, c.Source.Origin}
	of, history, files := t.of, t.history, t.files
	return func() tea.Msg {
		list, trouble := readVersions(ctx, of, history, files)
		return versionsReadMsg{id, list, trouble}
	}
}

// readVersions gathers the versions of all sources, oldest first. trouble says
// what one of them could not give.
func readVersions(ctx context.Context, of pastKey, history *fetch.History, files []string) (list []pastVersion, trouble string) {
	var troubles []string
	add := func(from string, versions []fetch.Version, err error) {
		for _, v := range versions {
			list = append(list, pastVersion{Version: v, from: from})
		}
		if err != nil {
			troubles = append(troubles, err.Error())
		}
	}
	if of.path != "" {
		versions, err := fetch.Git(ctx, of.path)
		var unknown *fetch.InputError
		if errors.As(err, &unknown) || err != nil && !errors.Is(err, fetch.ErrNoGit) {
			err = errors.New("git has no version of " + of.path)
		}
		add("git", versions, err)
	}
	if history != nil && of.origin.Known() {
		versions, err := history.Versions(of.origin)
		add("fetched", versions, err)
	}
	if len(files) > 0 {
		versions, err := fetch.Files(files, "")
		add("file", versions, err)
	}
	slices.SortStableFunc(list, func(a, b pastVersion) int { return a.Time.Compare(b.Time) })
	return list, strings.Join(troubles, "; ")
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

// judge works out the verdicts in a command, where something they depend on
// has changed.
func (t *versionsTab) judge(c *Case) tea.Cmd {
	of := judgedKey{t.reading.id, c.URL, c.Agent, c.Reader.Name}
	if len(t.list) == 0 || t.judging || t.judged == of {
		return nil
	}
	t.judging = true
	list, d, who, url := slices.Clone(t.list), c.Reader, Crawler(c.Who), c.URL
	return func() tea.Msg {
		known := map[string]pastVersion{} // equal versions are decided once
		for i := range list {
			v := &list[i]
			if was, ok := known[string(v.Bytes)]; ok {
				v.verdict, v.rule = was.verdict, was.rule
				continue
			}
			f := engine.Parse(v.Bytes, d)
			tr := f.ExplainTarget(engine.NewTarget(url, d), f.Select(who))
			v.verdict, v.rule = tr.Verdict, ""
			if tr.Winner >= 0 {
				v.rule = strings.TrimSpace(string(f.Src[f.Lines[tr.Line-1].Start:f.Lines[tr.Line-1].End]))
			}
			known[string(v.Bytes)] = *v
		}
		return versionsJudgedMsg{of, list}
	}
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

// title names a version: where it is from, its name and its time.
func (v *pastVersion) title() string {
	if v.Time.IsZero() {
		return v.from
	}
	return fmt.Sprintf("%s %s of %s", v.from, v.Name, minute(v.Time))
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
