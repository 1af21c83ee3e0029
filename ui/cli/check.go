package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/fetch"
)

type checkFlags struct {
	asked
	format  string
	jsonl   bool
	explain bool
	plain   bool
	live    bool
}

func (c *cli) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check FILE|URL|- --agent A... --url U...",
		Short: "Say whether crawlers may fetch URLs, and which line decides",
		Long: `check says for each crawler and each URL whether it may be fetched, and which line decides.
Over a list it prints the URLs that are disallowed, then totals by rule. A list is a text file
with a URL a line, a CSV with a column URL, Page, Address or loc, or a sitemap. With --live the
robots.txt of each site in the list is fetched, and a table shows where the sites differ; a FILE with
--origin stands in for that site.

With --jsonl it is a filter: a JSON object a line in, a JSON object a line out, in the same order:

  {"id": any, "robots": text | "robots_b64": base64 | "file": path,
   "token": bare product token | "agent": crawler, "url": text, "dialect": optional}

A line without a dialect is read in that of --dialect.

Exit status: 0 all is allowed; 1 something is disallowed; 2 usage, input or network error.`,
		Example: `  robotslens check robots.txt --agent Googlebot --url /reports/ --explain
  robotslens check https://shop.example --agent @search --urls pages.csv
  robotslens check robots.txt --format markdown > report.md
  robotslens check --jsonl < questions.jsonl > answers.jsonl`,
		Args: c.args(0, 1, "one robots.txt"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.jsonl {
				if len(args) > 0 {
					return errors.New("check --jsonl reads its questions from standard input: name the files in them")
				}
				if !cmd.Flags().Changed("dialect") {
					f.dialect = "" // a setting does not change what a filter answers
				}
				return c.jsonLines(cmd.Context(), f.dialect, f.explain)
			}
			c.useSettings(cmd, &f.asked)
			if f.live {
				return c.checkLive(cmd.Context(), args, f)
			}
			if len(args) == 0 {
				return errors.New("no robots.txt is named: give a file, a URL or - for standard input")
			}
			return c.check(cmd.Context(), args[0], f)
		},
	}
	f.addFlags(cmd)
	f.addTokenFlag(cmd)
	f.addListFlags(cmd)
	g := cmd.Flags()
	g.StringVar(&f.format, "format", "text", "text, json, csv or markdown")
	g.BoolVar(&f.explain, "explain", false, "add every matching rule, its octets and its outcome")
	g.BoolVar(&f.plain, "plain", false, "say in sentences what the crawlers may fetch")
	g.BoolVar(&f.live, "live", false, "judge each URL of a list by the robots.txt of its own site, fetched once")
	g.BoolVar(&f.jsonl, "jsonl", false, "answer JSON lines from standard input")
	return cmd
}

// args is a check of how many arguments there are, with words for people.
func (c *cli) args(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if n := len(args); n < least || most >= 0 && n > most {
			return fmt.Errorf("%s takes %s, not %s; see %s --help", cmd.Name(), what, counted(n, "argument"), cmd.CommandPath())
		}
		return nil
	}
}

// checkReport writes answers in one format.
type checkReport interface {
	answer(j *judged) error
	end() error
}

func (c *cli) checkReport(f checkFlags, s *source, all []*reading) (checkReport, error) {
	switch f.format {
	case "text":
		switch {
		case f.hasList() || f.live:
			return newListText(c, all, f.explain), nil
		case f.explain:
			return &explainText{c: c}, nil
		}
		return &rowText{c: c}, nil
	case "json":
		return &checkJSON{array: c.jsonArray()}, nil
	case "csv":
		return c.newCheckCSV()
	case "markdown":
		return &checkMarkdown{c: c, source: s}, nil
	}
	return nil, formatError(f.format, "text, json, csv or markdown")
}

func formatError(format, known string) error {
	return fmt.Errorf("unknown format %q: use %s", format, known)
}

func (c *cli) check(ctx context.Context, name string, f checkFlags) error {
	f.askAboutArgument(name)
	if f.format == "markdown" {
		f.askForReport()
	}
	if f.plain {
		return c.plain(ctx, name, f)
	}
	if !f.hasURL() {
		return errNoURL
	}
	s, all, err := c.readings(ctx, name, f.asked)
	if err != nil {
		return err
	}
	return c.answer(ctx, f, s, all)
}

// answer asks every URL of the flags by the one file.
func (c *cli) answer(ctx context.Context, f checkFlags, s *source, all []*reading) error {
	report, err := c.checkReport(f, s, all)
	if err != nil {
		return err
	}
	for _, r := range all {
		r.brief = f.hasList() && !f.explain && f.format != "json"
	}
	found := false
	scope := scopeWarning{c: c, quiet: f.hasList()}
	ask := func(url string) error {
		for _, r := range all {
			j := r.judge(url)
			found = found || !j.trace.Allowed
			scope.see(&j)
			if err := report.answer(&j); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	bad, err := c.eachURL(ctx, f.asked, ask)
	if err != nil {
		return err
	}
	if err := report.end(); err != nil {
		return err
	}
	switch {
	case s.failed != nil:
		return s.failed
	case bad > 0:
		return unreadRows(bad)
	case found:
		return errFound
	}
	return nil
}

// askAboutArgument makes a page that is given in place of its robots.txt the
// URL in question, where no other is named.
func (f *checkFlags) askAboutArgument(name string) {
	if fetch.IsURL(name) && !f.hasURL() {
		if path, _ := engine.CutURL(name); path != "/robots.txt" {
			f.urls = []string{name}
		}
	}
}

// readings opens a robots.txt and reads it as each crawler of the flags does.
func (c *cli) readings(ctx context.Context, name string, a asked) (*source, []*reading, error) {
	who, err := c.somebody(a)
	if err != nil {
		return nil, nil, err
	}
	s, err := c.open(ctx, name, a.origin)
	if err != nil {
		return nil, nil, err
	}
	all, err := s.readBy(who, a.dialect)
	return s, all, err
}

// somebody returns the crawlers of the flags, of which there has to be one,
// once it is sure that the dialect is known.
func (c *cli) somebody(a asked) ([]crawlers.Resolved, error) {
	who, err := c.whom(a)
	if err != nil {
		return nil, err
	}
	if len(who) == 0 {
		return nil, errNobody
	}
	_, err = dialectFor(a.dialect, who[0])
	return who, err
}

// readBy reads s as each of the crawlers does.
func (s *source) readBy(who []crawlers.Resolved, dialect string) ([]*reading, error) {
	all := make([]*reading, 0, len(who))
	for _, w := range who {
		d, err := dialectFor(dialect, w)
		if err != nil {
			return nil, err
		}
		all = append(all, newReading(s, w, d))
	}
	return all, nil
}

// scopeWarning warns once of each URL that the file does not govern; a list
// says it in its rows and totals.
type scopeWarning struct {
	c     *cli
	quiet bool
	last  string
}

func (w *scopeWarning) see(j *judged) {
	if w.quiet || !j.otherHost() || j.url == w.last {
		return
	}
	w.last = j.url
	w.c.warn("%s: %s", j.url, strings.TrimSuffix(j.otherwise.Sentence, "."))
}
