// Package ui is the screen: a Bubble Tea program that shows a robots.txt, a URL
// and a crawler, and asks the engine again on every change.
package ui

import (
	"cmp"
	"os"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

// pane is where keys go.
type pane uint8

const (
	paneURL pane = iota
	paneCrawler
	paneFile
	paneVerdict
	paneGroup
	paneTabs
	paneCount
)

// App is the root model. It routes messages, and does not know how a pane
// works.
type App struct {
	c      *Case
	look   *Look
	canvas *screen.Canvas
	lay    layout
	w, h   int

	focus, lastFocus pane
	zoom             bool
	url, crawler     field
	file             *filePane
	verdict, group   *textTab
	tabs             []Tab
	tab              int
	few              few
	keyed            []Command
	over             overlay
	note             NoteMsg
	seen             uint64 // Case.Gen that the panes were last refreshed for
	own              *own   // kept while a lesson is on the screen

	opts  Options
	began Choices // at the start
	theme string
	mouse bool

	lastKey time.Time
	clicked click      // the last press, for double clicks
	present *present   // waits while the past is shown; nil otherwise
	shown   heldSource // the text that is held
	held    held
	keeping keeping
	disk    disk
	dropped bool      // what is not saved is not wanted
	signal  os.Signal // that ended the program, or nil
	stopped bool
}

// newTabs makes the tabs, in the order in which they are shown.
func newTabs(o Options) []Tab {
	return []Tab{newURLsTab(o), newCrawlersTab(), newProblemsTab(), newFetchTab(o), newWhyTab(),
		newLogsTab(), newVersionsTab(o), newHostsTab(o), newLearnTab(o)}
}

func newApp(o Options) *App {
	a := &App{opts: o, c: NewCase(o.Catalogue), look: &Look{}, canvas: screen.New(0, 0), mouse: !o.NoMouse}
	a.url, a.crawler = newField("a URL or a path, such as /shop/1"), newField("a crawler's name")
	a.file = newFilePane(a.c, a.look)
	a.verdict = &textTab{name: "Verdict", text: a.verdictText}
	a.group = &textTab{name: "Group", kept: &keptText{}, text: func(c *Case, l *Look, _ int) paras { return groupText(c, l) }}
	a.tabs = newTabs(o)
	for _, t := range a.tabs {
		if m, ok := t.(LineMarker); ok {
			a.file.marks = append(a.file.marks, m)
		}
	}
	a.setTheme(o.Theme)
	a.keyed = a.commands()
	a.file.ways = a.waysOn()
	if o.Dialect != "" {
		a.c.SetDialect(o.Dialect)
	}
	a.setURL(cmp.Or(o.URL, "/"))
	a.setAgent(cmp.Or(o.Agent, "Googlebot"))
	a.open(o.Source, o.Text) // last, so that a long text is decided once
	a.setFocus(paneURL)
	a.began = a.choices()
	if o.Note != "" {
		a.note = NoteMsg{Text: o.Note, Bad: true}
	}
	if o.FirstTime && a.note.Text == "" {
		a.note = NoteMsg{Text: firstHint}
	}
	if o.Learn {
		a.showTab("Learn")
	}
	return a
}

// Init is part of tea.Model.
func (a *App) Init() tea.Cmd {
	a.lastKey = time.Now() // keys may be on their way: nothing is asked before a rest
	cmds := []tea.Cmd{tea.SetWindowTitle("robotslens " + screen.Clean(a.c.Source.Name)), a.refresh(), a.askBackground(), a.followText(),
		// The first frame may stand before Bubble Tea listens for a resize: one in between would be lost.
		tea.Tick(rest/4, func(time.Time) tea.Msg { return tea.WindowSize()() }),
	}
	for _, t := range a.tabs {
		if s, ok := t.(interface{ Init() tea.Cmd }); ok {
			cmds = append(cmds, s.Init())
		}
	}
	return tea.Batch(cmds...)
}

// Update is part of tea.Model. Whatever changed the case, the panes are
// refreshed once behind it.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := tea.Batch(a.update(msg), a.followText())
	a.c.Cursor, _ = a.file.ed.Position()
	a.c.Edited = a.file.ed.Buffer().Dirty()
	if a.seen != a.c.Gen {
		cmd = tea.Batch(cmd, a.refresh())
		a.file.follow = a.focus != paneFile
	}
	return a, cmd
}

func (a *App) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
		a.file.follow = a.focus != paneFile
	case tea.KeyMsg:
		return a.key(msg)
	case tea.MouseMsg:
		return a.pointer(msg)
	case JumpMsg:
		a.file.ed.GoToLine(msg.Line)
	case GoMsg:
		a.file.ed.GoToLine(msg.Line)
		a.setFocus(paneFile)
		a.note = NoteMsg{Text: msg.Note}
	case OverlayMsg:
		a.over = msg.Over
		return msg.Next
	case previewMsg:
		msg.of.seen[msg.at] = msg.preview
	case ShowLineMsg:
		a.file.ed.ShowLine(msg.Line - 1)
	case SetURLMsg:
		a.setURL(msg.URL)
	case SetAgentMsg:
		a.setAgent(msg.Agent)
	case ApplyMsg:
		a.apply(msg)
	case NoteMsg:
		a.note = msg
	case OpenMsg:
		return a.openOrAsk(msg)
	case ShowTabMsg:
		a.showTab(msg.Name)
	case LessonMsg:
		a.enterLesson(msg)
	case RevealMsg:
		a.c.SetHidden(false)
	case LeaveLessonMsg:
		return a.leaveLesson()
	case FrontMsg:
		a.bringToFront(msg.Name)
	case AskMsg:
		p := &prompt{label: msg.Label, field: newField(msg.Empty), enter: msg.Enter}
		p.field.Propose(msg.Value)
		a.over = p
	case ConfirmMsg:
		a.over = &question{text: msg.Text, answers: []answer{{"y", msg.Yes, msg.Run}}}
	case PasteListMsg:
		a.showTab("URLs")
		return a.forward(msg)
	case CopyMsg:
		return a.copy(msg)
	case savedMsg:
		return a.saved(msg)
	case fileMsg:
		return msg.take(a)
	case backgroundMsg:
		a.setBackground(msg.dark)
	case fewMsg:
		if msg.gen == a.c.Gen {
			a.few = msg.few
		}
	default:
		return a.forward(msg)
	}
	return nil
}

// forward gives a message that the app does not know to every tab, and to the
// editor, which knows keys that have no name.
func (a *App) forward(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, t := range a.tabs {
		cmds = append(cmds, t.Update(msg, a.c))
	}
	if a.focus == paneFile && a.over == nil {
		_, cmd := a.file.Update(msg)
		cmds = append(cmds, cmd)
	}
	return tea.Batch(cmds...)
}

// refresh works out what follows from the case: in this frame where it is
// small, in commands where it is not.
func (a *App) refresh() tea.Cmd {
	a.seen = a.c.Gen
	var cmds []tea.Cmd
	if a.c.Small() {
		a.few = findFew(a.c)
	} else {
		cmds = append(cmds, findFewLater(a.c))
	}
	for _, t := range a.tabs {
		cmds = append(cmds, t.Refresh(a.c))
	}
	return tea.Batch(cmds...)
}

// key routes a key: what stands over the panes takes it first, then the
// commands, then the pane with the focus.
func (a *App) key(msg tea.KeyMsg) tea.Cmd {
	a.note, a.lastKey = NoteMsg{}, time.Now()
	if a.over != nil {
		over := a.over
		done, cmd := over.Update(msg)
		if done && a.over == over {
			a.over = nil
		}
		return cmd
	}
	if a.focus == paneFile && a.file.ed.Suggesting() && key.Matches(msg, a.file.ed.KeyMap.AcceptSuggestion) {
		return a.fileKey(msg)
	}
	if msg.String() == "esc" {
		a.file.ed.FindEnd()
		for _, t := range a.tabs {
			if s, ok := t.(Canceller); ok {
				if cmd, ended := s.Cancel(a.c); ended {
					return cmd
				}
			}
		}
	}
	if cmd, ok := a.command(msg); ok {
		return cmd
	}
	// Undo and redo are the file's wherever the keys go: a fix or a lost line is
	// taken back from any pane, and the inputs have no undo of their own.
	if k := a.file.ed.KeyMap; a.focus != paneFile && key.Matches(msg, k.Undo, k.Redo) {
		step := k.Undo
		if key.Matches(msg, k.Redo) {
			step = k.Redo
		}
		if res, _ := a.file.ed.Do(step); res.Edited {
			a.file.sync()
		}
		return nil
	}
	switch a.focus {
	case paneURL:
		return a.urlKey(msg)
	case paneCrawler:
		return a.crawlerKey(msg)
	case paneFile:
		return a.fileKey(msg)
	case paneVerdict:
		return a.verdict.Update(msg, a.c)
	case paneGroup:
		return a.group.Update(msg, a.c)
	}
	return a.tabsKey(msg)
}

func (a *App) fileKey(msg tea.KeyMsg) tea.Cmd {
	res, cmd := a.file.Update(msg)
	if res.Refused != "" {
		a.note = NoteMsg{Text: res.Refused, Bad: true}
	}
	return a.editorCopied(cmd)
}

// tabsKey gives a key to the tab at the front; ctrl+left and ctrl+right change
// tabs, and [ and ] where no tab wants them.
func (a *App) tabsKey(msg tea.KeyMsg) tea.Cmd {
	switch msg.String() {
	case "ctrl+left", "ctrl+pgup":
		a.turnTab(-1)
		return nil
	case "ctrl+right", "ctrl+pgdown":
		a.turnTab(1)
		return nil
	}
	return a.tabs[a.tab].Update(msg, a.c)
}
