package ui

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"
	"github.com/muesli/termenv"

	"robotslens/engine/crawlers"
	"robotslens/fetch"
	"robotslens/ui/lessons"
	"robotslens/ui/screen"
	"robotslens/ui/tty"
)

// Options is how the screen starts.
type Options struct {
	Source    Source
	Text      []byte
	Catalogue *crawlers.Catalogue
	URL       string // "" for /
	Agent     string // "" for Googlebot
	Dialect   string // "" for auto
	Theme     string // "" for auto
	Profile   termenv.Profile
	Dark      bool // the terminal's background
	ASCII     bool
	NoMouse   bool
	Locale    string                 // names the language of the course
	Learn     bool                   // show the course
	Lesson    *lessons.Lesson        // opened at the start, or nil
	ReadOnly  string                 // not empty: why the file can't be edited
	Client    *fetch.Client          // nil: nothing is read from the web
	URLLists  []string               // files of URLs for the URLs tab
	Tables    []string               // tables of expected verdicts, likewise
	Sitemaps  []string               // files or URLs, likewise
	Piped     []byte                 // what "-" in one of these stands for; nil where it is a file
	History   *fetch.History         // keeps what is fetched; may be nil
	Fetch     string                 // a URL whose robots.txt is fetched at once; may be empty
	StateDir  string                 // where unsaved text outlives the program; "" for nowhere
	Note      string                 // told at the start; may be empty
	FirstTime bool                   // show the hint for newcomers
	Remember  func(was, now Choices) // keeps what was set on the screen; may be nil
	Input     io.Reader
	Output    io.Writer

	tty *tty.Input // the terminal to ask for its background, or nil
}

// The window's title is put on xterm's stack, and taken from there at the end.
const (
	pushTitle = "\x1b[22;0t"
	popTitle  = "\x1b[23;0t"
)

// Run shows the screen until the person quits. It returns an error where the
// terminal can't be used.
func Run(o Options) error { return show(o, newApp) }

// show runs the app that make makes.
func show(o Options, make func(Options) *App) error {
	if o.Output == nil {
		o.Output = os.Stdout
	}
	if o.Catalogue == nil {
		o.Catalogue = crawlers.BuiltIn()
	}
	// A screen is mostly idle: collecting twice as often keeps it small, and
	// costs nothing that a person could notice. Not so before the first frame,
	// which would wait for it: it allocates most of what there will be.
	debug.SetGCPercent(400)
	time.AfterFunc(time.Second, func() { debug.SetGCPercent(50) })
	var out *screen.Output
	if f, ok := o.Output.(*os.File); ok && term.IsTerminal(f.Fd()) {
		out = screen.NewOutput(f)
		o.Output = out
	}
	opts := []tea.ProgramOption{
		tea.WithAltScreen(),
		tea.WithOutput(o.Output),
	}
	if o.Input == nil {
		if f := openTTY(); f != nil {
			o.tty = tty.NewInput(f)
			o.Input = o.tty
			opts = append(opts, tea.WithFilter(o.tty.Filter))
		}
	}
	if o.Input != nil {
		opts = append(opts, tea.WithInput(o.Input))
	}
	if !o.NoMouse {
		opts = append(opts, tea.WithMouseCellMotion())
	}
	app := make(o)
	var model tea.Model = app
	if out != nil {
		model = direct{app, out}
	}
	if out != nil {
		_, _ = out.Write([]byte(pushTitle))
		defer func() { _, _ = out.Write([]byte(popTitle)) }()
	}
	return app.run(tea.NewProgram(model, append(opts, tea.WithoutSignalHandler())...))
}

// run shows the screen. However it ends, what is unsaved is kept then.
func (a *App) run(p *tea.Program) error {
	stop := listen(p)
	_, err := p.Run()
	stop()
	a.remember()
	kept, keepErr := a.end()
	switch {
	case a.signal != nil:
		return &EndedError{a.signal, a.c.Source.Name, kept, keepErr}
	case err != nil && kept:
		return fmt.Errorf("screen: %w; %s", err, keptWords(a.c.Source.Name))
	case err != nil && keepErr != nil:
		return fmt.Errorf("screen: %w; %s", err, lostWords(a.c.Source.Name, keepErr))
	case err != nil:
		return fmt.Errorf("screen: %w", err)
	case keepErr != nil:
		return errors.New(lostWords(a.c.Source.Name, keepErr))
	}
	return nil
}

// direct is the app with its frames written as soon as they are painted, past
// Bubble Tea's renderer, to which it shows nothing.
type direct struct {
	*App
	out *screen.Output
}

// Update is part of tea.Model.
func (d direct) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.WindowSizeMsg); ok {
		d.out.Forget()
	}
	_, cmd := d.App.Update(msg)
	return d, cmd
}

// View is part of tea.Model.
func (d direct) View() string {
	d.out.Frame(d.App.View())
	return ""
}
