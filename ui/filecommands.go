package ui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/editor"
)

// fileCommands are the commands about the file as a whole.
func (a *App) fileCommands() []Command {
	convert := func(to editor.LineEnd) func() tea.Cmd {
		return func() tea.Cmd { a.convert(to); return nil }
	}
	return []Command{
		{"Read the file from the disk again", bind("^R", "reload", "ctrl+r"), a.reread},
		{"Go back to the saved text", key.Binding{}, a.revert},
		{"Show the difference between the text and the disk", key.Binding{}, a.diffDisk},
		{"Edit the text in $VISUAL or $EDITOR", bind("^E", "editor", "ctrl+e"), a.external},
		{"Convert the line ends to LF", key.Binding{}, convert(editor.LF)},
		{"Convert the line ends to CRLF", key.Binding{}, convert(editor.CRLF)},
	}
}

// editingCommands are the keys of the editor by name, for terminals that take
// them away. They are in the list of commands alone: their keys are the editor's.
func (a *App) editingCommands() []Command {
	var list []Command
	k := &a.file.ed.KeyMap
	for _, c := range []struct {
		title string
		of    key.Binding
	}{
		{"Undo the last change", k.Undo},
		{"Redo what was undone", k.Redo},
		{"Select the whole text", k.SelectAll},
		{"Cut the selection or the line", k.Cut},
		{"Copy the selection or the line", k.Copy},
		{"Paste what was cut or copied", k.Paste},
		{"Move the lines up", k.LinesUp},
		{"Move the lines down", k.LinesDown},
		{"Duplicate the lines", k.Duplicate},
		{"Delete the lines", k.DeleteLine},
		{"Comment or uncomment the lines", k.ToggleComment},
	} {
		shown := key.NewBinding(key.WithKeys(), key.WithHelp(c.of.Help().Key, c.of.Help().Desc))
		list = append(list, Command{c.title, shown, func() tea.Cmd { return a.edit(c.of) }})
	}
	return list
}

// edit does in the file what the editor does for a key.
func (a *App) edit(of key.Binding) tea.Cmd {
	a.setFocus(paneFile)
	res, cmd := a.file.ed.Do(of)
	a.edited(res)
	return a.editorCopied(cmd)
}
