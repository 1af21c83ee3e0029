package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"robotslens/ui/lessons"
)

func (c *cli) rootCommand() *cobra.Command {
	var ask asked
	root := &cobra.Command{
		Use:   "robotslens [FILE|URL|-]",
		Short: "See what a robots.txt allows, and why",
		Long: `robotslens shows what a robots.txt allows: type a URL and a crawler's name, and see each rule that
matches, the one that decides, and why. Without a command it opens the screen on FILE, by default
./robots.txt. The commands need no terminal.

Exit status: 0 allowed or nothing wrong; 1 something is disallowed, differs or is a problem;
2 a usage, input or network error; 130 interrupted.`,
		Args:          c.args(0, 1, "one robots.txt or a command"),
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return c.loadConfig(cmd)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.openScreen(cmd.Context(), args, ask)
		},
	}
	root.SetVersionTemplate("robotslens {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
	})
	ask.addFlags(root)
	ask.addTokenFlag(root)
	ask.addListFlags(root)
	root.Flags().StringArrayVar(&ask.tables, "table", nil, "`TABLE` of expected verdicts to watch on the screen: CSV with agent,url,expected (repeatable)")
	f := root.PersistentFlags()
	f.BoolVar(&c.look.ascii, "ascii", false, "show nothing but ASCII")
	f.StringVar(&c.look.theme, "theme", "", "colours of the screen: auto, dark, light, mono or another theme's `NAME`")
	f.BoolVar(&c.look.noMouse, "no-mouse", false, "leave the mouse to the terminal")
	f.BoolVar(&c.look.readOnly, "read-only", false, "never write the file")
	f.StringVar(&c.look.debug, "debug", "", "write what the screen does to `FILE`")
	root.AddCommand(
		c.checkCommand(),
		c.testCommand(),
		c.diffCommand(),
		c.fetchCommand(),
		c.whenCommand(),
		c.crawlersCommand(),
		c.learnCommand(),
		c.configCommand(),
		c.lintCommand(),
		c.manCommand(),
		c.auditCommand(),
		c.versionCommand(),
	)
	c.completeFlags(root)
	shellNeeded(root)
	return root
}

// asked is the flags with which a crawler, URLs and a dialect are given.
type asked struct {
	urls    []string
	agents  []string
	tokens  []string
	dialect string
	origin  string

	lists      []string
	sitemaps   []string
	alternates bool     // the pages that a sitemap names for other languages count too
	tables     []string // of expected verdicts, for the screen

	course bool            // show the course
	lesson *lessons.Lesson // and open this lesson
}

// hasList reports whether many URLs are asked about.
func (a *asked) hasList() bool { return len(a.lists)+len(a.sitemaps) > 0 }

// hasURL reports whether there is anything to ask about.
func (a *asked) hasURL() bool { return len(a.urls) > 0 || a.hasList() }

var errNoURL = errors.New("no URL to ask about: give --url U, --urls LIST or --sitemap FILE")

func (a *asked) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&a.urls, "url", nil, "`URL` or path to ask about (repeatable)")
	f.StringArrayVar(&a.agents, "agent", nil, "`CRAWLER`: a name, a User-Agent header or a set such as @search (repeatable)")
	f.StringVar(&a.dialect, "dialect", "auto", "how the file is read: "+dialectWords)
	f.StringVar(&a.origin, "origin", "", "`URL` of the site that a local file governs")
}

// addListFlags adds those with which many URLs are given.
func (a *asked) addListFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&a.lists, "urls", nil, "`LIST` of URLs to ask about: text, CSV or a sitemap, - for standard input (repeatable)")
	f.StringArrayVar(&a.sitemaps, "sitemap", nil, "sitemap `FILE|URL` to ask about (repeatable)")
}

// addTokenFlag adds --token, for commands that ask a crawler no catalogue knows.
func (a *asked) addTokenFlag(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&a.tokens, "token", nil, "bare product `TOKEN`, without the catalogue (repeatable)")
}

var errNoTerminal = errors.New("the screen needs a terminal on standard input and output: " +
	"use robotslens check FILE --agent A --url U, or another command of robotslens --help")
