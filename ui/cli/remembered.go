package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/pelletier/go-toml/v2"

	"robotslens/fetch"
	"robotslens/fetch/statefile"
	"robotslens/ui"
	"robotslens/ui/files"
	"robotslens/ui/theme"
)

// remembered is what a person set on the screen, by the name of the setting. It
// is kept in a file of the state folder and not in config.toml, which is the
// person's own, with comments; commands without a screen do not read it, so that a
// script's answer never depends on what was last pressed.
type remembered map[string]choice

// choice is a value chosen on the screen, and the setting that it went before.
// It holds for as long as that setting is the same: who edits config.toml is heard.
type choice struct {
	Value string `toml:"value"`
	Over  string `toml:"over"`
}

func rememberedFile() string { return filepath.Join(fetch.StateDir(), "screen.toml") }

// readRemembered reads the choices. first is true where nothing was ever kept.
func (c *cli) readRemembered() (r remembered, first bool) {
	path := rememberedFile()
	err := statefile.Load(path, settingsOctets, func(src []byte) error { return toml.Unmarshal(src, &r) })
	switch {
	case absent(err):
		return remembered{}, true
	case err != nil:
		c.warn("%v; the choices made on the screen are not known", err)
	}
	if r == nil { // an empty file, or one that was set aside: nothing of it holds
		r = remembered{}
	}
	return r, false
}

// over is the value of a setting on the screen.
func (r remembered) over(name, setting string) string {
	if k, ok := r[name]; ok && k.Over == setting {
		return k.Value
	}
	return setting
}

// set notes a choice, or forgets it where it is what the setting says anyway.
func (r remembered) set(name, value, setting string) {
	if value == setting {
		delete(r, name)
		return
	}
	r[name] = choice{value, setting}
}

// screenSettings are the settings of the screen: those of config.toml, and
// before them what was chosen on the screen.
func (c *cli) screenSettings(r remembered) ui.Choices {
	s := ui.Choices{
		Theme:   r.over("theme", c.config.Theme),
		Dialect: r.over("dialect", c.config.Dialect),
		Crawler: r.over("crawler", c.config.crawler()),
		Mouse:   r.over("mouse", strconv.FormatBool(c.config.Mouse)) == "true",
	}
	if !slices.Contains(theme.Names(), s.Theme) {
		s.Theme = c.config.Theme
	}
	if !slices.Contains(dialects, s.Dialect) {
		s.Dialect = c.config.Dialect
	}
	return s
}

// remember keeps what differs between the start and the end of the screen.
func (c *cli) remember(was, now ui.Choices) {
	r, _ := c.readRemembered()
	if now.Theme != was.Theme {
		r.set("theme", now.Theme, c.config.Theme)
	}
	if now.Dialect != was.Dialect {
		r.set("dialect", now.Dialect, c.config.Dialect)
	}
	if now.Crawler != was.Crawler && now.Crawler != "" {
		r.set("crawler", now.Crawler, c.config.crawler())
	}
	if now.Mouse != was.Mouse {
		r.set("mouse", strconv.FormatBool(now.Mouse), strconv.FormatBool(c.config.Mouse))
	}
	src, err := toml.Marshal(r)
	if err == nil {
		if err = os.MkdirAll(fetch.StateDir(), 0o700); err == nil {
			err = files.Save(rememberedFile(), append([]byte("# What was last chosen on the screen. Delete this file to forget it.\n"), src...))
		}
	}
	if err != nil {
		c.warn("what was chosen on the screen is not kept: %v", err)
	}
}
