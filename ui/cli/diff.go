package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"robotslens/engine"
	"robotslens/engine/suite"
	"robotslens/fetch"
	"robotslens/ui/screen"
)

type diffFlags struct {
	asked
	format string
	sameAs string
}

func (c *cli) diffCommand() *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff OLD NEW [--agent A...] [--urls LIST]",
		Short: "Show which URLs are allowed or disallowed otherwise in a new file",
		Long: `diff prints the URLs whose verdict flips between two files, with the two deciding lines, grouped by
the rules that bring it about. Without URLs it makes some from the rules of both files; without
crawlers it asks for those that the files name.

Exit status: 0 nothing flips; 1 something does; 2 usage, input or network error.`,
		Example: "  robotslens diff old.txt new.txt\n  robotslens diff https://shop.example robots.txt --agent Googlebot --urls pages.csv",
		Args:    c.args(2, 2, "two files"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.diff(cmd.Context(), args[0], args[1], f)
		},
	}
	f.addFlags(cmd)
	f.addListFlags(cmd)
	g := cmd.Flags()
	addSameAs(cmd, &f.sameAs)
	g.StringVar(&f.format, "format", "text", "text or json")
	return cmd
}

func (c *cli) diff(ctx context.Context, oldName, newName string, f diffFlags) error {
	if f.format != "text" && f.format != "json" {
		return formatError(f.format, "text or json")
	}
	options, err := c.planOptions(f.dialect)
	if err != nil {
		return err
	}
	before, err := c.openFor(ctx, oldName, f.origin)
	if err != nil {
		return err
	}
	after, err := c.openFor(ctx, newName, f.origin)
	if err != nil {
		return err
	}
	options.Origin = after.Origin
	if !options.Origin.Known() {
		options.Origin = before.Origin
	}
	rows, made, bad, err := c.diffRows(ctx, before, after, f)
	if err != nil {
		return err
	}
	plan, problems := suite.NewPlan(rows, options)
	if len(problems) > 0 {
		return fmt.Errorf("--agent: %s", problems[0].Msg)
	}
	was, err := plan.Run(ctx, before.version())
	if err != nil {
		return err
	}
	is, err := plan.Run(ctx, after.version())
	if err != nil {
		return err
	}
	d := differences{c: c, was: was, is: is, flips: suite.Flips(was, is), made: made}
	if f.format == "json" {
		err = d.json()
	} else {
		d.text()
	}
	if err != nil {
		return err
	}
	leaked, err := c.leaked(ctx, after, f.sameAs)
	switch {
	case err != nil:
		return err
	case before.failed != nil:
		return before.failed
	case after.failed != nil:
		return after.failed
	case bad > 0:
		return unreadRows(bad)
	case len(d.flips) > 0 || leaked:
		return errFound
	}
	return nil
}

// openFor is open with an --origin that may stand beside a URL: it is the
// other file's.
func (c *cli) openFor(ctx context.Context, name, origin string) (*source, error) {
	if fetch.IsURL(name) {
		origin = ""
	}
	return c.open(ctx, name, origin)
}

// diffRows makes the questions; made is how many URLs had to be made up.
func (c *cli) diffRows(ctx context.Context, before, after *source, f diffFlags) (rows []suite.Row, made, bad int, err error) {
	files := []*engine.File{before.robots.in(engine.RFC), after.robots.in(engine.RFC)}
	who := append([]string(nil), f.agents...)
	if len(who) == 0 {
		who = suite.Agents(files...)
	}
	var urls []string
	bad, err = c.eachURL(ctx, f.asked, func(u string) error {
		urls = append(urls, u)
		return ctx.Err()
	})
	if err != nil {
		return nil, 0, bad, err
	}
	if !f.hasURL() {
		urls = madeURLs(files)
		made = len(urls)
	}
	return suite.Cross(who, urls), made, bad, nil
}

// probesEach is how many URLs are made from the rules of one file: enough for
// every file that a person wrote.
const probesEach = 20_000

// madeURLs makes URLs that the rules of the files match, or just miss.
func madeURLs(files []*engine.File) []string {
	urls := []string{"/"}
	seen := map[string]bool{"/": true}
	for _, f := range files {
		for _, p := range suite.Probes(f, probesEach) {
			if !seen[p.URL] {
				seen[p.URL] = true
				urls = append(urls, p.URL)
			}
		}
	}
	return urls
}

// differences is what flips between two runs of one plan.
type differences struct {
	c       *cli
	was, is *suite.Run
	flips   []suite.Flip
	made    int
}

// text tells the flips, grouped by the rules that bring them about.
func (d *differences) text() {
	plan := d.is.Plan
	out := d.c.out
	asked := thousands(len(plan.Asks))
	if d.made > 0 {
		fmt.Fprintf(out, "No list is given: %s made from the rules of both files.\n", isOrAre(d.made, "URL"))
	}
	closed := 0
	for _, f := range d.flips {
		if !f.Allow {
			closed++
		}
	}
	if len(d.flips) == 0 {
		fmt.Fprintf(out, "No verdict of %s flips.\n", asked)
		return
	}
	fmt.Fprintf(out, "%s of %s verdicts flip: %s to disallowed, %s to allowed.\n",
		thousands(len(d.flips)), asked, thousands(closed), thousands(len(d.flips)-closed))
	styles := d.c.colours()
	for _, g := range suite.GroupFlips(plan, d.flips) {
		st := styles.Disallow
		if g.Allow {
			st = styles.Allow
		}
		fmt.Fprintf(out, "\n%s, %s in %s\n", d.c.styled(st, "now "+verdictWord(g.Allow)), counted(len(g.Flips), "URL"), d.c.clean(g.Folder))
		fmt.Fprintf(out, "  before  %s\n", d.c.clean(ruleWords(g.Before)))
		fmt.Fprintf(out, "  after   %s\n", d.c.clean(ruleWords(g.After)))
		width := 0
		for _, i := range g.Flips {
			width = max(width, screen.Width(d.c.clean(plan.Agent(d.flips[i].Ask))))
		}
		for _, i := range g.Flips {
			ask := d.flips[i].Ask
			name := d.c.clean(plan.Agent(ask))
			fmt.Fprintf(out, "  %s%*s  %s\n", name, width-screen.Width(name), "", d.c.clean(plan.Row(ask).URL))
		}
	}
}

// ruleWords is "line 5: Disallow: /c/ (4 octets)".
func ruleWords(r suite.Rule) string {
	if r.Line == 0 {
		return "no rule decides"
	}
	return fmt.Sprintf("line %d: %s (%s)", r.Line, r, counted(r.Octets, "octet"))
}

// flipRow is one flip in JSON.
type flipRow struct {
	Agent   string     `json:"agent"`
	URL     string     `json:"url"`
	Path    string     `json:"path"`
	Dialect string     `json:"dialect"`
	Before  verdictRow `json:"before"`
	After   verdictRow `json:"after"`
}

// verdictRow is a verdict with the rule that brings it about.
type verdictRow struct {
	Allowed bool   `json:"allowed"`
	Line    int    `json:"line"`
	Rule    string `json:"rule"`
}

func (d *differences) json() error {
	plan := d.is.Plan
	array := d.c.jsonArray()
	for _, f := range d.flips {
		err := array.add(flipRow{plan.Agent(f.Ask), plan.Row(f.Ask).URL, plan.Path(f.Ask), plan.Who(f.Ask).Dialect.Name,
			verdictRow{!f.Allow, f.Before.Line, f.Before.String()}, verdictRow{f.Allow, f.After.Line, f.After.String()}})
		if err != nil {
			return err
		}
	}
	return array.end()
}
