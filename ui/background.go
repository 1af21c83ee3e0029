package ui

import (
	"os"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"
)

// backgroundMsg tells that the terminal said whether its background is dark.
type backgroundMsg struct{ dark bool }

// openTTY is the terminal that keys come from: standard input, or, where the text came from there,
// /dev/tty. It is nil where there is neither, as on Windows, and Bubble Tea finds its own way.
func openTTY() *os.File {
	if term.IsTerminal(os.Stdin.Fd()) {
		return os.Stdin
	}
	tty, err := os.Open("/dev/tty")
	if err != nil {
		return nil
	}
	return tty
}

// askBackground asks the terminal for its background and waits for the answer, which may be never:
// nothing else waits for it.
func (a *App) askBackground() tea.Cmd {
	in, out := a.opts.tty, a.opts.Output
	if in == nil {
		return nil
	}
	return func() tea.Msg {
		if err := in.Ask(out, os.Getenv); err != nil {
			return NoteMsg{Text: err.Error(), Bad: true}
		}
		return backgroundMsg{<-in.Dark()}
	}
}

// setBackground follows the terminal's answer.
func (a *App) setBackground(dark bool) {
	if dark != a.opts.Dark {
		a.opts.Dark = dark
		a.setTheme(a.theme)
	}
}
