//go:build !unix

package ui

import (
	"os"
	"os/signal"

	tea "github.com/charmbracelet/bubbletea"
)

// listen turns an interrupt into a message until it is stopped.
func listen(p *tea.Program) (stop func()) {
	c := make(chan os.Signal, 8)
	signal.Notify(c, os.Interrupt)
	go func() {
		for s := range c {
			p.Send(endMsg{s})
		}
	}()
	return func() { signal.Stop(c); close(c) }
}

func stopProcess() error { return nil }
