package ui

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/files"
)

// save writes the file in a command; what is written is a copy.
func (a *App) save() tea.Cmd {
	if a.inPast() || a.inLesson() {
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
	from := a.disk.from
	a.disk.saving = true
	a.disk.saves++
	return func() tea.Msg {
		m := savedMsg{path: path, text: text, quit: quit}
		if known {
			m.err = files.SaveOver(path, text, was, from)
		} else {
			m.err = files.Save(path, text)
		}
		m.name = files.FileName(path)
		return m
	}
}

func (a *App) saveAs() tea.Cmd { return a.askPath(false) }

// askPath asks where to save the text; quit says to end then.
func (a *App) askPath(quit bool) tea.Cmd {
	if a.inPast() || a.inLesson() {
		return nil
	}
	p := &prompt{label: "save as", field: newField("a path")}
	p.field.Propose(cmp.Or(a.c.Source.Path, "robots.txt"))
	p.enter = func(path string) tea.Cmd {
		if path == "" {
			return nil
		}
		if path != a.c.Source.Path && files.Replaces(path) {
			a.over = &question{text: path + " exists. Write over it?", answers: []answer{
				{"y", "write over it", func() tea.Cmd { return a.saveTo(path, quit) }},
			}}
			return nil
		}
		return a.saveTo(path, quit)
	}
	a.over = p
	return nil
}

// saved takes the end of a save.
func (a *App) saved(m savedMsg) tea.Cmd {
	a.disk.saving = false
	a.disk.saves++
	if changed := (*files.ChangedError)(nil); errors.As(m.err, &changed) {
		a.conflict(changed.Disk, m.name, true)
		return nil
	}
	if m.err != nil {
		a.note = NoteMsg{Text: m.err.Error(), Bad: true}
		return nil
	}
	a.disk.gone = false
	a.savedText(m.text, m.name)
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
		answers = append([]answer{{"s", "save and quit; a path is asked for", func() tea.Cmd { return a.askPath(true) }}}, answers...)
	}
	a.over = &question{text: "The file has changes that are not saved.", answers: answers}
	return left
}
