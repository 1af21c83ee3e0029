//go:build unix

package ui

import (
	"os"
	"os/signal"
	"syscall"

	tea "github.com/charmbracelet/bubbletea"
)

// listen turns signals into messages until it is stopped. The hang-up of a
// terminal and a request to stop are signals that Bubble Tea leaves to the
// system, which would end or stop the program with the terminal as it is.
func listen(p *tea.Program) (stop func()) {
	c := make(chan os.Signal, 8)
	signal.Notify(c, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGTSTP, syscall.SIGCONT)
	go func() {
		for s := range c {
			switch s {
			case syscall.SIGTSTP:
				p.Send(stopMsg{})
			case syscall.SIGCONT:
				p.Send(continuedMsg{})
			default:
				p.Send(endMsg{s})
			}
		}
	}()
	return func() { signal.Stop(c); close(c) }
}

// stopProcess stops the program; it returns when it is continued. The signal
// may take hold some time after the call that sends it has returned: what is
// done next would then still be done before the stop.
func stopProcess() error {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGCONT)
	defer signal.Stop(c)
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGSTOP); err != nil {
		return err
	}
	<-c
	return nil
}
