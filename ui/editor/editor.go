package editor

import (
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

// Editor is the text pane: a component in the manner of bubbles. Its fields may be set at any time.
type Editor struct {
	KeyMap KeyMap

	// Highlight gives the colours of a line (from 0): spans in text order that do not overlap. It is
	// asked for each visible line of each frame, so the caller caches. Nil paints the text plain.
	Highlight func(line int, text []byte) []StyledSpan
	// Marks gives what stands beside a visible line. Nil marks nothing.
	Marks func(line int) Mark
	// Complete gives suggestions after each key that types or erases. Nil suggests nothing.
	Complete Completer

	// CommentPrefix is what ToggleComment puts before a line.
	CommentPrefix string
	// Placeholder is shown while the text is empty.
	Placeholder string
	// ReadOnly, when not empty, refuses every edit and says why.
	ReadOnly string
	// Clock times typing and clicks; New sets time.Now.
	Clock func() time.Time

	buf *Buffer
	sel Selection
	// goal is the column that up and down aim at, or -1.
	goal int

	top, left     int
	width, height int
	focused       bool

	clip    []byte
	find    finder
	popup   popup
	mouse   mouse
	refused string
	row     []placed
}

// Result says what an update did.
type Result struct {
	Handled bool   // the key or click was the editor's
	Edited  bool   // the text changed
	Moved   bool   // the cursor or the selection changed
	Refused string // why an edit was refused, or empty
}

// CopyMsg carries text that was copied or cut, for the clipboard of the terminal. The editor keeps its own
// copy for pasting.
type CopyMsg struct{ Text []byte }

// New is an editor of buf with the default keys.
func New(buf *Buffer) *Editor {
	start := buf.snap(0)
	return &Editor{KeyMap: DefaultKeyMap(), CommentPrefix: "#", Clock: time.Now, buf: buf, sel: Selection{start, start}, goal: -1}
}

// Buffer is the text being edited. After changing it other than through the editor, call
// [Editor.SetSelection], which keeps the cursor inside the text.
func (e *Editor) Buffer() *Buffer { return e.buf }

// SetSize tells the editor its size in columns and rows.
func (e *Editor) SetSize(width, height int) {
	if width == e.width && height == e.height {
		return
	}
	e.width, e.height = max(width, 0), max(height, 0)
	e.reveal()
}

// SetFocus shows or hides the cursor and the suggestions.
func (e *Editor) SetFocus(on bool) {
	e.focused = on
	if !on {
		e.popup = popup{}
		e.buf.endStep()
	}
}

// Cursor is the offset of the cursor.
func (e *Editor) Cursor() int { return e.sel.Head }

// cursorLine is the line of the cursor, from 0.
func (e *Editor) cursorLine() int { return e.buf.LineAt(e.sel.Head) }

// Position is the line and the column of the cursor as people count them, from 1. The column is the one on
// the screen: a tab reaches to its stop and a wide character is two.
func (e *Editor) Position() (line, column int) {
	return e.cursorLine() + 1, e.buf.Column(e.sel.Head) + 1
}

// UnderCursor names the character under the cursor, or its line end, for a status line. The text is safe.
func (e *Editor) UnderCursor() string {
	n := e.cursorLine()
	start, end := e.buf.lineSpan(n)
	if e.sel.Head >= end {
		if lineEnd := e.buf.LineEnd(n); len(lineEnd) > 0 {
			return LineEnd(lineEnd).String()
		}
		return "end of the text"
	}
	return screen.Describe(e.buf.Line(n), e.sel.Head-start)
}

// Selection is the cursor and the anchor of the selection.
func (e *Editor) Selection() Selection { return e.sel }

// SelectedText is a copy of the selected octets; empty where nothing is selected.
func (e *Editor) SelectedText() []byte {
	start, end := e.sel.Span()
	return append([]byte(nil), e.buf.Bytes()[start:end]...)
}

// SetSelection moves the cursor and the anchor and brings the cursor into view.
func (e *Editor) SetSelection(sel Selection) {
	e.place(sel)
	e.goal = -1
	e.buf.endStep()
	e.popup = popup{}
}

// SetCursor moves the cursor to offset and selects nothing.
func (e *Editor) SetCursor(offset int) { e.SetSelection(Selection{offset, offset}) }

// GoToLine moves the cursor to the start of line n, from 1 as people count; past the ends, to the first or
// last line.
func (e *Editor) GoToLine(n int) {
	n = max(1, min(n, e.buf.Lines()))
	start, _ := e.buf.lineSpan(n - 1)
	e.jump(Selection{start, start})
}

// ReplaceText makes text the whole text, as one undo step, and keeps the cursor at the text it was at. It is
// for a text that changed outside; ReadOnly does not stop it.
func (e *Editor) ReplaceText(text []byte) {
	head, line := e.sel.Head, e.cursorLine()
	how := How{When: e.Clock(), Before: e.sel, After: e.sel}
	revision := e.buf.Revision()
	edit := e.buf.Replace(text, how)
	if e.buf.Revision() == revision {
		return
	}
	if e.top > 0 { // a view of the start of the text stays there
		e.top += e.buf.LineAt(edit.moved(head)) - line
	}
	e.SetSelection(Selection{edit.moved(e.sel.Anchor), edit.moved(head)})
	e.buf.history.setAfter(e.sel)
}

// Update handles a key, a paste or a mouse event; the coordinates of the mouse count from the editor's left
// upper corner. The command, when not nil, yields a CopyMsg.
func (e *Editor) Update(msg tea.Msg) (Result, tea.Cmd) {
	return e.do(func() (handled bool, cmd tea.Cmd) {
		switch msg := msg.(type) {
		case tea.KeyMsg:
			return e.key(msg)
		case tea.MouseMsg:
			return e.pointer(msg), nil
		}
		if name, ok := unnamedKey(msg); ok {
			return e.command(name)
		}
		return false, nil
	})
}

// Do does what the first key of a binding of KeyMap does, for menus.
func (e *Editor) Do(of key.Binding) (Result, tea.Cmd) {
	return e.do(func() (bool, tea.Cmd) {
		if len(of.Keys()) == 0 {
			return false, nil
		}
		return e.command(of.Keys()[0])
	})
}

// do runs what may change the text or the selection, and says what it did.
func (e *Editor) do(run func() (bool, tea.Cmd)) (Result, tea.Cmd) {
	revision, sel := e.buf.Revision(), e.sel
	e.refused = ""
	handled, cmd := run()
	return Result{
		Handled: handled,
		Edited:  e.buf.Revision() != revision,
		Moved:   e.sel != sel,
		Refused: e.refused,
	}, cmd
}

func (e *Editor) key(msg tea.KeyMsg) (bool, tea.Cmd) {
	switch {
	case msg.Paste:
		e.popup = popup{}
		e.PasteText([]byte(string(msg.Runes)))
		return true, nil
	case (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace) && !msg.Alt:
		e.typed([]byte(string(msg.Runes)))
		e.suggest()
		return true, nil
	}
	return e.command(msg.String())
}

// command runs what the key called name is bound to.
func (e *Editor) command(name string) (bool, tea.Cmd) {
	if handled := e.popupKey(name); handled {
		return true, nil
	}
	if to, selecting, ok := e.motion(name); ok {
		e.popup = popup{}
		e.travel(to, selecting)
		return true, nil
	}
	k := &e.KeyMap
	switch {
	case matches(name, k.Cut):
		return true, e.Cut()
	case matches(name, k.Copy):
		return true, e.Copy()
	case matches(name, k.Backspace):
		e.erase(e.buf.Prev(e.sel.Head), Erasing)
		e.suggest()
		return true, nil
	}
	for _, c := range []struct {
		binding *key.Binding
		run     func()
	}{
		{&k.Enter, e.newLine},
		{&k.Delete, func() { e.erase(e.buf.Next(e.sel.Head), Deleting) }},
		{&k.DeleteWordLeft, func() { e.erase(e.wordLeft(e.sel.Head), Erasing) }},
		{&k.DeleteWordRight, func() { e.erase(e.wordRight(e.sel.Head), Deleting) }},
		{&k.DeleteLine, e.deleteLines},
		{&k.Duplicate, e.duplicateLines},
		{&k.LinesUp, func() { e.moveLines(-1) }},
		{&k.LinesDown, func() { e.moveLines(1) }},
		{&k.ToggleComment, e.ToggleComment},
		{&k.Paste, e.Paste},
		{&k.Undo, e.Undo},
		{&k.Redo, e.Redo},
		{&k.SelectAll, e.SelectAll},
	} {
		if matches(name, *c.binding) {
			e.popup = popup{}
			c.run()
			return true, nil
		}
	}
	return false, nil
}
