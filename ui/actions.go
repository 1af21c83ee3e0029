package ui

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/editor"
	"robotslens/ui/files"
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
	a.c.SetSource(s)
	a.c.SetSaved(a.file.ed.Buffer().SavedText())
	if s.Warning != "" {
		a.note = NoteMsg{Text: s.Warning}
	}
}

// openOrAsk opens another text, and asks where that would take away changes
// that are not saved.
func (a *App) openOrAsk(msg OpenMsg) tea.Cmd {
	a.leavePast()
	if !a.file.ed.Buffer().Dirty() {
		a.open(msg.Source, msg.Text)
		return tea.SetWindowTitle("robotslens " + screen.Clean(msg.Source.Name))
	}
	a.over = &question{text: "The text has changes that are not saved. Open " + msg.Source.Name + " in its place?", answers: []answer{
		{"o", "open it, and discard the changes", func() tea.Cmd {
			a.open(msg.Source, msg.Text)
			return tea.SetWindowTitle("robotslens " + screen.Clean(msg.Source.Name))
		}},
	}}
	return nil
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
		a.note = NoteMsg{Text: m.Title + "; ctrl+z takes it back"}
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

// find asks for a text, and shows each match while it is typed.
func (a *App) find() tea.Cmd {
	a.setFocus(paneFile)
	p := &prompt{label: "find", field: newField("a text"), hint: "F3 next  enter done  esc close"}
	show := func(q string) { a.showFound(a.file.ed.Find([]byte(q), true), p) }
	p.changed = show
	p.keys = map[string]func(string) tea.Cmd{
		"f3":  func(string) tea.Cmd { a.showFound(a.file.ed.FindNext(), p); return nil },
		"f15": func(string) tea.Cmd { a.showFound(a.file.ed.FindPrev(), p); return nil },
	}
	p.keys["down"], p.keys["alt+n"] = p.keys["f3"], p.keys["f3"]
	p.keys["up"], p.keys["alt+p"] = p.keys["f15"], p.keys["f15"]
	p.enter = func(string) tea.Cmd { return nil }
	if q := a.file.ed.SelectedText(); len(q) > 0 && len(q) < 200 && !strings.ContainsAny(string(q), "\r\n") {
		p.field.Set(string(q))
		show(string(q))
	}
	a.over = p
	return nil
}

func (a *App) showFound(s editor.FindState, p *prompt) {
	p.hint = s.String() + "  F3 next  esc close"
}

func (a *App) findNext(by int) {
	if q, _ := a.file.ed.Query(); len(q) == 0 {
		a.find()
		return
	}
	s := a.file.ed.FindNext
	if by < 0 {
		s = a.file.ed.FindPrev
	}
	a.note = NoteMsg{Text: s().String()}
}

// replace asks what to find and what to put there.
func (a *App) replace() tea.Cmd {
	a.setFocus(paneFile)
	p := &prompt{label: "replace", field: newField("a text")}
	if q, _ := a.file.ed.Query(); len(q) > 0 {
		p.field.Set(string(q))
	}
	p.enter = func(q string) tea.Cmd {
		if q == "" {
			return nil
		}
		state := a.file.ed.Find([]byte(q), false)
		with := &prompt{label: fmt.Sprintf("replace %q with", screen.Truncate(q, 24, a.look.Ellipsis)), field: newField("nothing"), hint: state.String() + "  enter this one  alt+a all  F3 skip"}
		with.enter = func(s string) tea.Cmd {
			next, res := a.file.ed.ReplaceMatch([]byte(s))
			a.afterReplace(res)
			with.hint = next.String() + "  enter this one  alt+a all  F3 skip"
			a.over = with
			return nil
		}
		with.keys = map[string]func(string) tea.Cmd{
			"f3": func(string) tea.Cmd { a.file.ed.FindNext(); return nil },
			"alt+a": func(s string) tea.Cmd {
				n, res := a.file.ed.ReplaceAll([]byte(s))
				a.afterReplace(res)
				a.over = nil
				a.note = NoteMsg{Text: count(n, "match", "matches") + " replaced; ctrl+z takes it back"}
				return nil
			},
		}
		a.over = with
		return nil
	}
	a.over = p
	return nil
}

func (a *App) afterReplace(res editor.Result) {
	if res.Refused != "" {
		a.note = NoteMsg{Text: res.Refused, Bad: true}
	}
	if res.Edited {
		a.file.sync()
	}
}

func (a *App) goToLine() tea.Cmd {
	a.setFocus(paneFile)
	p := &prompt{label: "line", field: newField(fmt.Sprintf("1 to %d", a.file.ed.Buffer().Lines()))}
	p.enter = func(s string) tea.Cmd {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil {
			a.note = NoteMsg{Text: "a line is a number, such as 12", Bad: true}
			return nil
		}
		a.file.ed.GoToLine(n)
		return nil
	}
	a.over = p
	return nil
}

func (a *App) goToWinner() {
	if a.c.Trace.Winner < 0 {
		a.note = NoteMsg{Text: "no rule decides"}
		return
	}
	a.file.ed.GoToLine(int(a.c.Trace.Line))
	a.setFocus(paneFile)
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

// save writes the file in a command; what is written is a copy.
func (a *App) save() tea.Cmd {
	if a.inPast() {
		return nil
	}
	path := a.c.Source.Path
	if path == "" {
		return a.saveAs()
	}
	return a.saveTo(path, false)
}

// saveTo writes the text to path. The file that is shown is not written over
// where another program changed it since it was read.
func (a *App) saveTo(path string, quit bool) tea.Cmd {
	buf := a.file.ed.Buffer()
	text, was, known := buf.Snapshot(), buf.SavedText(), path == a.c.Source.Path && a.onDisk()
	a.disk.saving = true
	return func() tea.Msg {
		m := savedMsg{path: path, text: text, quit: quit}
		if known {
			m.err = files.SaveOver(path, text, was)
		} else {
			m.err = files.Save(path, text)
		}
		return m
	}
}

func (a *App) saveAs() tea.Cmd {
	if a.inPast() {
		return nil
	}
	p := &prompt{label: "save as", field: newField("a path")}
	p.field.Set(cmp.Or(a.c.Source.Path, "robots.txt"))
	p.enter = func(path string) tea.Cmd {
		if path == "" {
			return nil
		}
		if path != a.c.Source.Path && files.Exists(path) {
			a.over = &question{text: path + " exists. Write over it?", answers: []answer{
				{"y", "write over it", func() tea.Cmd { return a.saveTo(path, false) }},
			}}
			return nil
		}
		return a.saveTo(path, false)
	}
	a.over = p
	return nil
}

// saved takes the end of a save.
func (a *App) saved(m savedMsg) tea.Cmd {
	a.disk.saving = false
	if changed := (*files.ChangedError)(nil); errors.As(m.err, &changed) {
		a.conflict(changed.Disk, true)
		return nil
	}
	if m.err != nil {
		a.note = NoteMsg{Text: m.err.Error(), Bad: true}
		return nil
	}
	a.disk.gone = false
	a.savedText(m.text)
	s := a.c.Source
	if m.path != s.Path || s.Kind != Local {
		s = Source{Kind: Local, Path: m.path, Name: m.path, Origin: s.Origin}
		a.c.SetSource(s)
	}
	a.note = NoteMsg{Text: fmt.Sprintf("saved %s, %d octets, %s", m.path, len(m.text), time.Now().Format("15:04:05"))}
	if m.quit && !a.file.ed.Buffer().Dirty() {
		return tea.Quit
	}
	return a.keepSoon()
}

// quit asks only when something is unsaved.
func (a *App) quit() tea.Cmd {
	a.leavePast()
	left := a.leaveLesson() // so that what is asked about is the person's own file
	if !a.file.ed.Buffer().Dirty() {
		return tea.Quit
	}
	answers := []answer{{"d", "quit and discard the changes", func() tea.Cmd { a.dropped = true; return tea.Quit }}}
	if path := a.c.Source.Path; path != "" {
		answers = append([]answer{{"s", "save " + path + " and quit", func() tea.Cmd { return a.saveTo(path, true) }}}, answers...)
	} else {
		answers = append([]answer{{"s", "save as" + a.look.Ellipsis, a.saveAs}}, answers...)
	}
	a.over = &question{text: "The file has changes that are not saved.", answers: answers}
	return left
}
