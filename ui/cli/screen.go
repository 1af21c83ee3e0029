package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/charmbracelet/x/term"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/fetch"
	"robotslens/ui"
	"robotslens/ui/files"
	"robotslens/ui/theme"
)

// openScreen opens the screen on the file that args names, by default
// ./robots.txt; where that is not there, on an empty text.
func (c *cli) openScreen(ctx context.Context, args []string, ask asked) error {
	out, ok := terminal(c.stdout)
	if !ok {
		return errNoTerminal
	}
	if _, err := dialectFor(ask.dialect, bare("")); err != nil {
		return err
	}
	var origin engine.Origin
	if ask.origin != "" {
		var err error
		if _, origin, err = fetch.RobotsURL(ask.origin); err != nil {
			return fmt.Errorf("--origin: %w", err)
		}
	}
	kept, first := c.readRemembered()
	s := c.screenSettings(kept)
	if c.flagged["theme"] {
		s.Theme = c.look.theme
	}
	if c.flagged["dialect"] {
		s.Dialect = ask.dialect
	}
	if c.flagged["mouse"] {
		s.Mouse = c.config.Mouse
	}
	o := ui.Options{
		Dialect: s.Dialect,
		Theme:   s.Theme,
		Profile: theme.Profile(out),
		ASCII:   c.look.ascii,
		NoMouse: !s.Mouse,
		Output:  out,
		Client:  c.client(),
		History: c.history(),

		StateDir: fetch.StateDir(),
		URLLists: ask.lists,
		Tables:   ask.tables,
		Sitemaps: ask.sitemaps,

		Locale: locale(),
		Learn:  ask.course,
		Lesson: ask.lesson,

		Agent:     s.Crawler,
		FirstTime: first,
	}
	path := "robots.txt"
	if len(args) > 0 {
		path = args[0]
	}
	piped, err := c.pipedTo(path, ask)
	if err != nil {
		return err
	}
	if o.Catalogue, err = c.catalogue(); err != nil {
		o.Catalogue = crawlers.BuiltIn()
		c.warn("%v; its crawlers are not added", err)
	}
	o.Note = c.warnings()
	o.Dark, _ = theme.DarkFromEnv(os.Getenv)
	if c.look.readOnly {
		o.ReadOnly = "opened with --read-only: nothing is changed"
	}
	if len(ask.urls) > 0 {
		o.URL = ask.urls[0]
	}
	if names := append(ask.agents, ask.tokens...); len(names) > 0 {
		o.Agent = names[0]
	}
	switch {
	case path == "-":
		o.Source = ui.Source{Kind: ui.Stdin, Name: "standard input"}
		o.Text, err = c.readText(ctx, path)
	case len(args) == 0 && !files.Exists(path):
		o.Source = ui.Source{Path: path, Name: "./" + path}
	case fetch.IsURL(path):
		if ask.origin != "" {
			return errOriginOfURL
		}
		o.Fetch, o.Source = path, ui.Source{Kind: ui.Awaited, Name: path}
		if o.URL == "" {
			o.URL = pageOf(path)
		}
	default:
		o.Source = ui.Source{Kind: ui.Local, Path: path, Name: path}
		o.Text, err = c.readText(ctx, path)
	}
	if err != nil {
		return err
	}
	if origin.Known() {
		o.Source.Origin = origin
	}
	if piped && path != "-" {
		if o.Piped, err = c.readText(ctx, "-"); err != nil {
			return err
		}
		if o.Piped == nil {
			o.Piped = []byte{}
		}
	}
	o.Remember = c.remember
	c.onScreen.Store(true)
	err = ui.Run(o)
	if ended := (*ui.EndedError)(nil); errors.As(err, &ended) {
		if ended.Kept || ended.Err != nil {
			c.warn("%v", err)
		}
		return errInterrupted
	}
	if err != nil {
		return fmt.Errorf("%w: use robotslens check for an answer without a screen", err)
	}
	return nil
}

// pipedTo reports whether something is read from standard input, and refuses
// where that, or the keys that are then read from elsewhere, can't be had.
func (c *cli) pipedTo(path string, ask asked) (bool, error) {
	names := append(slices.Concat(ask.lists, ask.tables, ask.sitemaps), path)
	for _, name := range names {
		if name != "-" {
			continue
		}
		if _, err := c.takeStdin(); err != nil {
			return false, err
		}
	}
	switch onTerminal := term.IsTerminal(os.Stdin.Fd()); {
	case !c.stdinUsed && !onTerminal:
		return false, errNoTerminal
	case c.stdinUsed && path != "-" && onTerminal:
		return false, errors.New("- stands for standard input, and keys are read from there: pipe the list in, or name a file")
	case c.stdinUsed && !onTerminal && runtime.GOOS != "windows":
		tty, err := os.Open("/dev/tty")
		if err != nil {
			return false, fmt.Errorf("standard input is taken, and there is no terminal to read keys from (%w): save it to a file, or use robotslens check", err)
		}
		tty.Close()
	}
	return c.stdinUsed, nil
}

// pageOf is a URL that was given in place of a file, as a URL to test: empty
// where it is that of the site or of the robots.txt itself.
func pageOf(url string) string {
	if path := engine.NewTarget(url, engine.RFC).Path; path == "/" || path == "/robots.txt" {
		return ""
	}
	return url
}

// onTerminal reports whether a screen can be opened.
func (c *cli) onTerminal() bool {
	_, ok := terminal(c.stdout)
	return ok && term.IsTerminal(os.Stdin.Fd())
}
