package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/editor"
	"robotslens/ui/screen"
	"robotslens/ui/theme"
)

func (a *App) setURL(url string) {
	a.url.Set(url)
	a.c.SetURL(url)
}

func (a *App) setAgent(name string) {
	a.crawler.Set(name)
	a.c.SetAgent(name)
}

// open shows another text, of which nothing is unsaved.
func (a *App) open(s Source, text []byte) {
	a.file.open(text)
	a.file.ed.ReadOnly = a.opts.ReadOnly
	a.file.ed.SetFocus(a.focus == paneFile)
	if s.Kind == Local || s.Kind == Stdin {
		s.Warning = oddText(text)
	}
	a.c.SetSource(s)
	a.c.SetSaved(a.file.ed.Buffer().SavedText())
	if s.Warning != "" {
		a.note = NoteMsg{Text: s.Warning}
	}
}

// openOrAsk opens another text, and asks where that would take away changes
// that are not saved. A lesson ends first: were the text opened in its place,
// leaving the lesson would throw it away.
func (a *App) openOrAsk(msg OpenMsg) tea.Cmd {
	a.leavePast()
	left := a.leaveLesson()
	if !a.file.ed.Buffer().Dirty() {
		a.open(msg.Source, msg.Text)
		return tea.Batch(left, tea.SetWindowTitle("robotslens "+screen.Clean(msg.Source.Name)))
	}
	a.over = &question{text: "The text has changes that are not saved. Open " + msg.Source.Name + " in its place?", answers: []answer{
		{"o", "open it, and discard the changes", func() tea.Cmd {
			a.open(msg.Source, msg.Text)
			return tea.SetWindowTitle("robotslens " + screen.Clean(msg.Source.Name))
		}},
	}}
	return left
}

// apply changes the text as one undo step.
func (a *App) apply(m ApplyMsg) {
	res := a.file.ed.Apply(m.Edits)
	if res.Refused != "" {
		a.note = NoteMsg{Text: res.Refused, Bad: true}
		return
	}
	a.file.sync()
	if m.Title != "" {
		a.note = NoteMsg{Text: m.Title + "; ^Z takes it back"}
	}
}

func (a *App) nextDialect() {
	names := []string{"auto", "rfc", "google", "python"}
	a.c.SetDialect(names[(slices.Index(names, a.c.Dialect)+1)%len(names)])
	a.note = NoteMsg{Text: "dialect " + dialectWords(a.c)}
}

// dialectWords names the dialect that decides, and why it does.
func dialectWords(c *Case) string {
	if c.Dialect != "auto" {
		return c.Reader.Name
	}
	return fmt.Sprintf("%s (auto, for %s)", c.Reader.Name, c.Who.Tokens[0])
}

func (a *App) setTheme(name string) {
	a.theme = cmp.Or(name, "auto")
	a.look.Theme = theme.Load(a.theme, a.opts.Profile, a.opts.Dark)
	a.look.Glyphs = theme.NewGlyphs(a.opts.ASCII)
	a.canvas.ASCII(a.opts.ASCII)
	a.canvas.MarkOdd(a.look.Odd)
}

func (a *App) nextTheme() {
	names := theme.Names()
	a.setTheme(names[(slices.Index(names, a.theme)+1)%len(names)])
	a.note = NoteMsg{Text: "theme " + a.theme}
}

func (a *App) toggleMouse() tea.Cmd {
	a.mouse = !a.mouse
	if a.mouse {
		a.note = NoteMsg{Text: "mouse on; hold shift to select text with the terminal"}
		return tea.EnableMouseCellMotion
	}
	a.note = NoteMsg{Text: "mouse off"}
	return tea.DisableMouse
}

// edited takes what came of an edit in the File pane.
func (a *App) edited(res editor.Result) {
	if res.Refused != "" {
		a.note = NoteMsg{Text: res.Refused, Bad: true}
	}
	if res.Edited {
		a.file.sync()
	}
}

// copyWhy copies the explanation, as `check --explain` prints it: fit for a
// terminal, since it may be pasted into one.
func (a *App) copyWhy() tea.Cmd {
	lines := append([]string{a.c.Source.Name, a.c.Agent + " " + a.c.URL}, a.c.Trace.StoryLines()...)
	for i := range lines {
		lines[i] = screen.Clean(lines[i])
	}
	return a.copy(CopyMsg{Text: strings.Join(lines, "\n"), What: "the explanation"})
}
