package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/suite"
	"robotslens/ui/editor"
)

// The messages by which panes ask the app for something. A pane does not know
// its neighbours.
type (
	// JumpMsg moves the cursor of the File pane to a line (1-based).
	JumpMsg struct{ Line int }
	// GoMsg moves the cursor of the File pane to a line (1-based) and gives it
	// the keys; Note is shown in the status bar.
	GoMsg struct {
		Line int
		Note string
	}
	// SetURLMsg puts a URL under test.
	SetURLMsg struct{ URL string }
	// SetAgentMsg makes a crawler the current one.
	SetAgentMsg struct{ Agent string }
	// ApplyMsg changes the text, as one undo step.
	ApplyMsg struct {
		Title string
		Edits []editor.Edit
	}
	// NoteMsg shows a line in the status bar until a key; Bad marks an error.
	NoteMsg struct {
		Text string
		Bad  bool
	}
	// OpenMsg replaces the text and what it is said to be.
	OpenMsg struct {
		Source Source
		Text   []byte
	}
	// RefetchMsg fetches a live file again.
	RefetchMsg struct{}
	// ShowTabMsg brings a tab to the front and focuses it.
	ShowTabMsg struct{ Name string }
	// AskMsg asks for a line of text in the last row; Empty stands there while
	// there is none.
	AskMsg struct {
		Label, Value, Empty string
		Enter               func(text string) tea.Cmd
	}
	// ShowLineMsg scrolls the File pane to a line (1-based) and leaves the
	// cursor and the focus where they are.
	ShowLineMsg struct{ Line int }
	// FrontMsg brings a tab to the front and leaves the focus where it is, where
	// the tab is then seen.
	FrontMsg struct{ Name string }
	// ConfirmMsg asks whether to do something that cannot be taken back.
	ConfirmMsg struct {
		Text, Yes string
		Run       func() tea.Cmd
	}
	// PasteListMsg adds a list of URLs or a table, as it was pasted, to the
	// URLs tab.
	PasteListMsg struct{ Text []byte }
	// AddRowsMsg adds rows to the list of the URLs tab, with the hits that
	// access logs hold of them.
	AddRowsMsg struct{ Rows []suite.Row }
	// BaselineMsg makes a text what verdicts are compared with. Name says what
	// it is, as in "the published file". Text must not change.
	BaselineMsg struct {
		Name string
		Text []byte
	}
	// CopyMsg puts a text on the terminal's clipboard.
	CopyMsg struct{ Text, What string }
)

// The messages of the app's own commands.
type (
	// fileMsg is a message about the file on disk or the text kept of it, which
	// knows itself what is to be done.
	fileMsg interface{ take(a *App) tea.Cmd }
	// savedMsg tells how a save ended.
	savedMsg struct {
		path string
		name string // of the file that path leads to
		text []byte
		err  error
		quit bool
	}
	// fewMsg brings the other verdicts of a big file.
	fewMsg struct {
		gen uint64
		few few
	}
)

// send is a command that yields msg.
func send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// note is a command that shows a line in the status bar; bad marks an error.
func note(text string, bad bool) tea.Cmd { return send(NoteMsg{Text: text, Bad: bad}) }
