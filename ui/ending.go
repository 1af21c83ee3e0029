package ui

import (
	"fmt"
	"io"
	"os"

	tea "github.com/charmbracelet/bubbletea"
)

// EndedError tells that a signal ended the screen, and whether unsaved text was
// kept for the next start.
type EndedError struct {
	Signal os.Signal
	Name   string // of the text
	Kept   bool
	Err    error // why unsaved text could not be kept; nil where it was, or there was none
}

func (e *EndedError) Error() string {
	words := fmt.Sprintf("ended by a signal (%s)", e.Signal)
	if e.Kept {
		words += "; " + keptWords(e.Name)
	}
	if e.Err != nil {
		words += "; " + lostWords(e.Name, e.Err)
	}
	return words
}

func keptWords(name string) string {
	return "the unsaved text of " + name + " is kept: open it again to get it back"
}

func lostWords(name string, err error) string {
	return fmt.Sprintf("the last changes to %s could not be kept: %v", name, err)
}

type (
	// endMsg ends the program on a signal.
	endMsg struct{ signal os.Signal }
	// stopMsg stops the program until it is continued.
	stopMsg struct{}
	// continuedMsg tells that the program was continued after a stop.
	continuedMsg struct{}
	// terminalMsg tells that the terminal is the program's again.
	terminalMsg struct{}
)

func (m endMsg) take(a *App) tea.Cmd {
	a.signal = m.signal
	return tea.Quit
}

// take keeps what is unsaved, for a stopped program may be killed, gives the
// terminal back and stops.
func (stopMsg) take(a *App) tea.Cmd {
	a.stopped = true
	return tea.Exec(leave(func() error {
		if s := a.held.session; s != nil && a.file.ed.Buffer().Dirty() {
			_ = s.Keep(a.file.ed.Buffer().Bytes())
		}
		return stopProcess()
	}), func(error) tea.Msg { return terminalMsg{} })
}

// take takes the terminal again where the program was stopped in a way that it
// could not see: a shell has then given the terminal a mode of its own.
func (continuedMsg) take(a *App) tea.Cmd {
	if a.stopped {
		a.stopped = false
		return nil
	}
	return tea.Exec(leave(func() error { return nil }), func(error) tea.Msg { return terminalMsg{} })
}

func (terminalMsg) take(a *App) tea.Cmd { return a.afterTerminal() }

// leave is run while the screen is left to others.
type leave func() error

// Run is part of tea.ExecCommand.
func (l leave) Run() error { return l() }

// SetStdin is part of tea.ExecCommand.
func (leave) SetStdin(io.Reader) {}

// SetStdout is part of tea.ExecCommand.
func (leave) SetStdout(io.Writer) {}

// SetStderr is part of tea.ExecCommand.
func (leave) SetStderr(io.Writer) {}
