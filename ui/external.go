package ui

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/files"
	"robotslens/ui/screen"
	"robotslens/ui/tty"
)

// externalEdit gives the text to a person's editor as a file, and takes it back.
// It runs while the screen is left to the editor.
type externalEdit struct {
	editor string // a command line of the shell
	text   []byte
	back   []byte

	stdin          io.Reader
	stdout, stderr io.Writer
}

// externalMsg tells that the editor has ended.
type externalMsg struct {
	edit *externalEdit
	err  error
}

// external edits the text in $VISUAL or $EDITOR. What is not saved is in it.
func (a *App) external() tea.Cmd {
	name := cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR"))
	switch {
	case a.file.ed.ReadOnly != "":
		a.note = NoteMsg{Text: a.file.ed.ReadOnly, Bad: true}
		return nil
	case strings.TrimSpace(name) == "":
		a.note = NoteMsg{Text: "no editor is known: set VISUAL or EDITOR to the command that starts yours", Bad: true}
		return nil
	}
	e := &externalEdit{editor: name, text: a.file.ed.Buffer().Snapshot()}
	return tea.Exec(e, func(err error) tea.Msg { return externalMsg{e, err} })
}

// SetStdin is part of tea.ExecCommand. An editor needs the terminal itself: of
// anything else exec would make a pipe.
func (e *externalEdit) SetStdin(r io.Reader) {
	if in, ok := r.(*tty.Input); ok {
		r = in.File
	}
	e.stdin = r
}

// SetStdout is part of tea.ExecCommand.
func (e *externalEdit) SetStdout(w io.Writer) {
	if out, ok := w.(*screen.Output); ok {
		w = out.File()
	}
	e.stdout = w
}

// SetStderr is part of tea.ExecCommand.
func (e *externalEdit) SetStderr(w io.Writer) { e.stderr = w }

// Run is part of tea.ExecCommand.
func (e *externalEdit) Run() error {
	dir, err := os.MkdirTemp("", "robotslens-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "robots.txt") // editors go by the name for their colours
	if err := os.WriteFile(path, e.text, 0o600); err != nil {
		return err
	}
	args := []string{"sh", "-c", e.editor + ` "$1"`, e.editor, path}
	if runtime.GOOS == "windows" {
		args = append(strings.Fields(e.editor), path)
	}
	c := exec.Command(args[0], args[1:]...)
	c.Stdin, c.Stdout, c.Stderr = e.stdin, e.stdout, e.stderr
	if err := c.Run(); err != nil {
		var status *exec.ExitError
		if errors.As(err, &status) {
			return fmt.Errorf("%s ended with status %d: its text was not taken", e.editor, status.ExitCode())
		}
		return fmt.Errorf("%s cannot be started: %w", e.editor, err)
	}
	e.back, err = files.Read(path)
	return err
}

func (m externalMsg) take(a *App) tea.Cmd {
	switch {
	case m.err != nil:
		a.note = NoteMsg{Text: m.err.Error(), Bad: true}
	case bytes.Equal(m.edit.back, a.file.ed.Buffer().Bytes()):
		a.note = NoteMsg{Text: "nothing was changed in " + m.edit.editor}
	default:
		a.replaceText(m.edit.back)
		a.note = NoteMsg{Text: "changed in " + m.edit.editor + "; ^Z takes it back, ^S saves it"}
	}
	return a.afterTerminal()
}

// afterTerminal turns on again what another program had turned off.
func (a *App) afterTerminal() tea.Cmd {
	if a.mouse {
		return tea.Batch(tea.EnableMouseCellMotion, tea.ClearScreen)
	}
	return tea.ClearScreen
}
