package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"

	"robotslens/ui/screen"
)

// terminal returns w as a file where it is a terminal.
func terminal(w io.Writer) (*os.File, bool) {
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(f.Fd())
}

// A blink: what takes no longer shows no progress.
const blink = 400 * time.Millisecond

// progress shows on standard error how far a long command is, where that is a
// terminal. It may be used by several goroutines.
type progress struct {
	w     io.Writer // nil where nothing is shown
	what  string
	mu    sync.Mutex
	next  time.Time
	shown bool
}

func (c *cli) progress(what string) *progress {
	p := &progress{what: screen.Truncate(what, 60, "..."), next: time.Now().Add(blink)}
	if f, ok := terminal(c.err); ok {
		p.w = f
	}
	return p
}

// octets tells how many octets have come.
func (p *progress) octets(n int) { p.step(n, "octet") }

// step tells how many of something are done.
func (p *progress) step(n int, one string) {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.next, p.shown = now.Add(blink/4), true
	fmt.Fprintf(p.w, "\r\x1b[K%s: %s", p.what, counted(n, one))
}

// done takes the line away.
func (p *progress) done() {
	if p.w == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
