package ui

import (
	"io"
	"os"

	"github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/editor"
)

// copy puts a text on the terminal's clipboard by OSC 52, which also works over
// a connection; inside screen it is wrapped so that it passes. Whether tmux takes
// it itself or lets it pass when wrapped is a matter of two of its settings
// (set-clipboard, allow-passthrough), so there it is given both ways.
func (a *App) copy(m CopyMsg) tea.Cmd {
	seq := osc52.New(m.Text)
	text := seq.String()
	switch {
	case os.Getenv("TMUX") != "":
		text += seq.Tmux().String()
	case os.Getenv("STY") != "":
		text = seq.Screen().String()
	}
	a.note = NoteMsg{Text: "copied " + m.What}
	out := a.opts.Output
	return func() tea.Msg {
		if _, err := io.WriteString(out, text); err != nil {
			return NoteMsg{Text: "copy: " + err.Error(), Bad: true}
		}
		return nil
	}
}

// editorCopied is cmd, with the text that the editor copied put on the
// clipboard.
func (a *App) editorCopied(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		msg := cmd()
		if m, ok := msg.(editor.CopyMsg); ok {
			return CopyMsg{Text: string(m.Text), What: octets(len(m.Text))}
		}
		return msg
	}
}
