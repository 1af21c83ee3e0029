// Package cli is the command line: what robotslens does without a screen, and
// the door to the screen.
//
// Each command has a file of its own with a method of *cli that returns it. A
// command writes its answer to c.out, takes foreign text through clean in what
// people read, and returns nil (exit status 0), errFound (1) or any other
// error (2, told in one line on standard error).
package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"robotslens/engine/crawlers"
	"robotslens/fetch"
	"robotslens/ui/screen"
	"robotslens/ui/theme"
)

// The exit statuses.
const (
	statusOK          = 0
	statusFound       = 1
	statusTrouble     = 2
	statusInterrupted = 130
)

// errFound ends a command that worked and found what it was to look for: a URL
// that is disallowed, a row that differs, a problem. It says nothing itself.
var errFound = errors.New("found")

// errTold ends a command with status 2 where the errors stand in its output.
var errTold = errors.New("told in the output")

// errInterrupted ends the screen on a signal, with status 130.
var errInterrupted = errors.New("interrupted")

// cli is one run of the program.
type cli struct {
	in     io.Reader
	out    *bufio.Writer // standard output, flushed at the end
	stdout io.Writer     // what is under out, for commands that write it themselves
	err    io.Writer
	now    func() time.Time

	warnMu     sync.Mutex
	warned     []string    // what warn told
	stdinUsed  bool        // "-" was read once
	onScreen   atomic.Bool // the screen has the terminal and handles signals itself
	look       look
	config     config
	configured map[string]bool // settings that config.toml names
	flagged    map[string]bool // settings that a flag gives
	styles     *theme.Theme    // made when first asked for
	web        *fetch.Client   // made when first asked for

	catalogueOnce sync.Once
	crawlers      *crawlers.Catalogue
	catalogueErr  error
}

// look is the flags that every command knows: how things are shown.
type look struct {
	ascii    bool
	theme    string
	noMouse  bool
	readOnly bool
	debug    string
}

// grace is how long a command has to end by itself after an interrupt.
const grace = 2 * time.Second

// Main runs the program with args, which do not hold the program's name, and
// returns its exit status: 0 allowed or nothing wrong, 1 something was found,
// 2 usage, input or network error, 130 interrupted.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &cli{in: stdin, out: bufio.NewWriterSize(stdout, 1<<16), stdout: stdout, err: stderr, now: time.Now}
	root := c.rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(c.out)
	root.SetErr(stderr)
	done := make(chan error, 1)
	go func() {
		err := root.ExecuteContext(ctx)
		if flushed := c.out.Flush(); flushed != nil && (err == nil || errors.Is(err, errFound)) {
			err = fmt.Errorf("cannot write the output: %w", flushed)
		}
		done <- err
	}()
	select {
	case err := <-done:
		return c.status(ctx, err)
	case <-ctx.Done():
	}
	if c.onScreen.Load() {
		return c.status(ctx, <-done)
	}
	select {
	case err := <-done:
		return c.status(ctx, err)
	case <-time.After(grace): // it waits for input that does not come
		return statusInterrupted
	}
}

// status tells err where it has to be told and returns the exit status.
func (c *cli) status(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return statusOK
	case errors.Is(err, errFound):
		return statusFound
	case errors.Is(err, errInterrupted):
		return statusInterrupted
	case errors.Is(err, errTold):
		return statusTrouble
	case pipeClosed(err):
		return statusOK // the reader has seen enough
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return statusInterrupted
	}
	fmt.Fprintf(c.err, "robotslens: %s\n", screen.Clean(err.Error()))
	return statusTrouble
}

// pipeClosed reports whether err says that nobody reads the output any more.
func pipeClosed(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// warn tells something on standard error that does not end the command.
func (c *cli) warn(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	c.warnMu.Lock()
	defer c.warnMu.Unlock()
	c.warned = append(c.warned, text)
	fmt.Fprintf(c.err, "robotslens: warning: %s\n", screen.Clean(text))
}

// warnings is what was warned of so far, for the screen that will cover it.
func (c *cli) warnings() string {
	if more := len(c.warned) - 1; more > 0 {
		return fmt.Sprintf("%s (and %d more, told on standard error)", c.warned[0], more)
	}
	return strings.Join(c.warned, "")
}

// clean makes foreign text fit for a terminal or a text file.
func (c *cli) clean(s string) string {
	if c.look.ascii {
		return screen.CleanASCII(s)
	}
	return screen.Clean(s)
}
