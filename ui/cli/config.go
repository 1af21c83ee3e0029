package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"

	"robotslens/engine"
	"robotslens/fetch"
	"robotslens/ui/theme"
)

// config is a person's settings. A flag goes before them.
type config struct {
	Theme    string `toml:"theme" comment:"auto, dark, light, high-contrast or mono"`
	Dialect  string `toml:"dialect" comment:"auto, rfc, google or python"`
	Crawlers string `toml:"crawlers" comment:"the crawlers that check asks for where none is named: names or sets, by commas; empty for none"`
	Mouse    bool   `toml:"mouse" comment:"false leaves the mouse to the terminal"`
	ASCII    bool   `toml:"ascii" comment:"true shows nothing but ASCII"`
}

// The values of --dialect, as a list and in words.
var dialects = []string{"auto", "rfc", "google", "python"}

const dialectWords = "auto, rfc, google or python"

// crawler is the one that the screen begins with: the first of crawlers that is
// a name and not a set.
func (c config) crawler() string {
	for _, name := range strings.Split(c.Crawlers, ",") {
		if name = strings.TrimSpace(name); name != "" && name[0] != '@' {
			return name
		}
	}
	return ""
}

func defaultConfig() config { return config{Theme: "auto", Dialect: "auto", Mouse: true} }

// configDir is where a person's settings live.
func configDir() string { return filepath.Join(xdg.ConfigHome, "robotslens") }

// settingsOctets is the most that is read of a file of settings.
const settingsOctets = 4 << 20

// absent reports whether err says that there is nothing at a path: also where a
// folder of the path is a file, as under HOME=/dev/null.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func configFile() string { return filepath.Join(configDir(), "config.toml") }

func (c *cli) configCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Print the settings in effect, and the file they come from",
		Long: `config prints the settings in effect as TOML, and where each comes from; the first line names the file.
To change them, save the output there and edit it. What was chosen on the screen (theme, dialect, crawler,
mouse) is kept apart and goes before them there, until the setting is edited. A file crawlers.csv in the same
folder adds crawlers to the catalogue.`,
		Args: c.args(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			b, err := toml.Marshal(c.config)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.out, "# %s\n", c.clean(configFile()))
			r, _ := c.readRemembered()
			for line := range strings.Lines(string(b)) {
				line = strings.TrimSuffix(line, "\n")
				if name, _, ok := strings.Cut(line, " = "); ok && line[0] != '#' {
					line += "  # " + c.origin(name, r)
				}
				fmt.Fprintln(c.out, c.clean(line))
			}
			return nil
		},
	}
}

// origin says where a setting comes from, and what the screen makes of it.
func (c *cli) origin(name string, r remembered) string {
	from := "the default"
	switch {
	case c.flagged[name]:
		from = "a flag"
	case c.configured[name]:
		from = "this file"
	case name == "ascii" && c.config.ASCII:
		from = "the locale, which is not UTF-8"
	}
	s := c.screenSettings(r)
	var chosen string
	switch name {
	case "theme":
		chosen = s.Theme
	case "dialect":
		chosen = s.Dialect
	case "crawlers":
		name = "crawler"
		chosen = s.Crawler
	case "mouse":
		chosen = strconv.FormatBool(s.Mouse)
	}
	if k, ok := r[name]; ok && k.Value == chosen && !c.flagged[name] {
		from += "; the screen uses " + chosen + ", chosen there"
	}
	return from
}

// loadConfig reads the settings and lays them under the flags of cmd.
func (c *cli) loadConfig(cmd *cobra.Command) error {
	c.config, c.configured = defaultConfig(), map[string]bool{}
	if err := c.readSettings(); err != nil {
		if cmd.HasParent() && (cmd.Name() != "learn" || !c.onTerminal()) {
			return err
		}
		// A script must not run on other settings than its author's; on the
		// screen a person sees what holds.
		c.config, c.configured = defaultConfig(), map[string]bool{}
		c.warn("%v; the defaults are used", err)
	}
	flags := cmd.Flags()
	c.flagged = map[string]bool{
		"theme": flags.Changed("theme"), "ascii": flags.Changed("ascii"), "mouse": flags.Changed("no-mouse"),
		"dialect": flags.Changed("dialect"), "crawler": flags.Changed("agent") || flags.Changed("token"),
	}
	if !c.configured["ascii"] && !theme.UTF8Locale(os.Getenv) {
		c.config.ASCII = true
	}
	if !flags.Changed("theme") {
		c.look.theme = c.config.Theme
	} else if c.config.Theme = c.look.theme; !slices.Contains(theme.Names(), c.look.theme) {
		return fmt.Errorf("unknown theme %q: use %s", c.look.theme, strings.Join(theme.Names(), ", "))
	}
	if flags.Changed("ascii") {
		c.config.ASCII = c.look.ascii
	}
	if flags.Changed("no-mouse") {
		c.config.Mouse = !c.look.noMouse
	}
	c.look.ascii, c.look.noMouse = c.config.ASCII, !c.config.Mouse
	return nil
}

func (c *cli) readSettings() error {
	path := configFile()
	src, err := fetch.ReadFile(path, settingsOctets)
	switch {
	case absent(err):
		return nil
	case errors.Is(err, fs.ErrPermission):
		c.warn("%v; its settings are not used", err)
		return nil
	case err != nil:
		return err
	}
	return c.readConfig(src, path)
}

// readConfig reads TOML. Keys that nobody knows and values that make no sense
// are told with their line, and the rest holds.
func (c *cli) readConfig(src []byte, path string) error {
	err := toml.NewDecoder(bytes.NewReader(src)).DisallowUnknownFields().Decode(&c.config)
	var unknown *toml.StrictMissingError
	var bad *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		for i := range unknown.Errors {
			line, _ := unknown.Errors[i].Position()
			c.warn("%s:%d: unknown setting %q; robotslens config lists those there are", path, line, strings.Join(unknown.Errors[i].Key(), "."))
		}
		if err := toml.Unmarshal(src, &c.config); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	case errors.As(err, &bad):
		line, col := bad.Position()
		return fmt.Errorf("%s:%d:%d: %s; mend the line or move the file away", path, line, col, strings.TrimPrefix(bad.Error(), "toml: "))
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	}
	var there map[string]any
	_ = toml.Unmarshal(src, &there) // it was read above
	for name := range there {
		c.configured[name] = true
	}
	if !slices.Contains(theme.Names(), c.config.Theme) {
		c.warn("%s: unknown theme %q; use %s", path, c.config.Theme, strings.Join(theme.Names(), ", "))
		c.config.Theme = "auto"
	}
	if _, err := engine.DialectByName(c.config.Dialect); err != nil && !strings.EqualFold(c.config.Dialect, "auto") {
		c.warn("%s: unknown dialect %q; use "+dialectWords, path, c.config.Dialect)
		c.config.Dialect = "auto"
	}
	return nil
}

// useSettings fills in what flags leave open: the dialect, and who is asked
// about.
func (c *cli) useSettings(cmd *cobra.Command, a *asked) {
	if !cmd.Flags().Changed("dialect") {
		a.dialect = c.config.Dialect
	}
	if len(a.agents)+len(a.tokens) > 0 {
		return
	}
	for _, name := range strings.Split(c.config.Crawlers, ",") {
		if name = strings.TrimSpace(name); name != "" {
			a.agents = append(a.agents, name)
		}
	}
}
