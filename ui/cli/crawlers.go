package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"robotslens/engine/crawlers"
)

func (c *cli) crawlersCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "crawlers [NAME|@SET...]",
		Short: "List the known crawlers, or all that is known of some",
		Long: `crawlers lists the catalogue by purpose: the groups that each crawler reads, in order, its dialect,
whether it follows robots.txt and Crawl-delay, and how sure that is: A read in the vendor's page,
B second hand, C unconfirmed. With names or sets (` + strings.Join(crawlers.Sets(), ", ") + `)
it shows all that is known of them, with sources.

A file crawlers.csv in the config folder adds crawlers or changes them.`,
		Example: "  robotslens crawlers @ai-training\n  robotslens crawlers Googlebot-Image",
		RunE: func(_ *cobra.Command, args []string) error {
			return c.listCrawlers(args, format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

func (c *cli) listCrawlers(names []string, format string) error {
	if format != "text" && format != "json" {
		return formatError(format, "text or json")
	}
	catalogue, err := c.catalogue()
	if err != nil {
		return err
	}
	all := make([]*crawlers.Entry, 0, len(catalogue.Entries()))
	for i := range catalogue.Entries() {
		all = append(all, &catalogue.Entries()[i])
	}
	if len(names) > 0 {
		if all, err = namedCrawlers(catalogue, names); err != nil {
			return err
		}
	}
	switch {
	case format == "json":
		return c.writeJSON(all)
	case len(names) > 0:
		for i, e := range all {
			if i > 0 {
				fmt.Fprintln(c.out)
			}
			c.showCrawler(e)
		}
	default:
		c.showCatalogue(catalogue, all)
	}
	return nil
}

func namedCrawlers(catalogue *crawlers.Catalogue, names []string) ([]*crawlers.Entry, error) {
	var all []*crawlers.Entry
	for _, name := range names {
		set, err := catalogue.ResolveAll(name)
		if err != nil {
			return nil, err
		}
		for _, w := range set {
			if w.Entry == nil {
				return nil, fmt.Errorf("the catalogue holds no crawler called %q: robotslens crawlers lists them", name)
			}
			all = append(all, w.Entry)
		}
	}
	return all, nil
}

// showCatalogue lists the crawlers, a line each, by purpose.
func (c *cli) showCatalogue(catalogue *crawlers.Catalogue, all []*crawlers.Entry) {
	rows := [][]string{{"TOKEN", "OPERATOR", "READS THE GROUPS OF", "DIALECT", "OBEYS", "CRAWL-DELAY", "SURE"}}
	heads := map[int]string{}
	for _, k := range crawlers.Kinds() {
		first := len(rows)
		for _, e := range all {
			if e.Kind == k {
				rows = append(rows, c.crawlerRow(e))
			}
		}
		if len(rows) > first {
			heads[first] = k.String()
		}
	}
	t := c.colours()
	for i, line := range c.columns(rows, nil) {
		if head, ok := heads[i]; ok {
			fmt.Fprintf(c.out, "\n%s\n", c.styled(t.Key, head))
		}
		fmt.Fprintln(c.out, line)
	}
	fmt.Fprintf(c.out, "\n%s, facts gathered %s. robotslens crawlers NAME shows the sources.\n",
		counted(len(all), "token"), c.clean(catalogue.Date))
}

func (c *cli) crawlerRow(e *crawlers.Entry) []string {
	token := e.Token
	if e.Own {
		token += " (yours)"
	}
	return []string{c.clean(token), c.clean(e.Operator), c.clean(groupsRead(e)), c.clean(e.Dialect),
		c.clean(e.Obeys), e.ReadsCrawlDelay().String(), c.clean(e.Confidence)}
}

// groupsRead says whose groups decide, in order.
func groupsRead(e *crawlers.Entry) string {
	tokens := append([]string(nil), e.Tokens()...)
	if !e.NoStar() {
		tokens = append(tokens, "*")
	}
	return strings.Join(tokens, ", ")
}

// showCrawler shows all that is known of e.
func (c *cli) showCrawler(e *crawlers.Entry) {
	p := func(what, value string) {
		if value != "" {
			fmt.Fprintf(c.out, "  %-13s %s\n", what, c.clean(value))
		}
	}
	fmt.Fprintln(c.out, c.styled(c.colours().Key, c.clean(e.Token)))
	p("operator", e.Operator)
	p("purpose", fmt.Sprintf("%s (%s)", e.Kind, e.Purpose))
	p("products", strings.Join(e.Products, ", "))
	p("reads groups", groupsRead(e)+", the first that there is")
	p("perhaps also", strings.Join(e.Unconfirmed, ", "))
	p("* applies", e.Star)
	p("dialect", e.Dialect)
	p("obeys", e.Obeys)
	p("crawl-delay", e.CrawlDelay)
	p("notes", e.Notes)
	p("source", e.Source)
	p("confidence", fmt.Sprintf("%s, %s", e.Confidence, e.ConfidenceWords()))
	if e.Own {
		p("from", "your own "+ownCatalogue)
	}
}
