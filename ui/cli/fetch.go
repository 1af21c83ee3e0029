package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/fetch"
)

type fetchFlags struct {
	format string
	body   bool
	as     []string
}

func (c *cli) fetchCommand() *cobra.Command {
	var f fetchFlags
	cmd := &cobra.Command{
		Use:   "fetch URL",
		Short: "Fetch the robots.txt that governs a URL, and say what the answer means",
		Long: `fetch asks for the robots.txt of the URL's scheme, host and port, and shows each redirect, the status,
the size and what the answer means to each dialect. The versions it meets are kept in the history.

With --as it asks once more under a crawler's name, for the robots.txt and for the one URL, and puts
the server's answer beside the verdict. The name is then claimed from an address that is not the
crawler's: a server may tell, and answer otherwise than it would to the crawler.

Exit status: 0 an HTTP answer was read; 2 none was.`,
		Example: "  robotslens fetch https://shop.example/products\n  robotslens fetch https://shop.example --body > robots.txt\n  robotslens fetch https://shop.example/products --as GPTBot",
		Args:    c.args(1, 1, "one URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.fetch(cmd.Context(), args[0], f)
		},
	}
	g := cmd.Flags()
	g.StringVar(&f.format, "format", "text", "text or json")
	g.BoolVar(&f.body, "body", false, "write the body to standard output, and nothing else")
	g.StringArrayVar(&f.as, "as", nil, "ask as `CRAWLER` too: a name or a whole User-Agent header (repeatable)")
	return cmd
}

// fetchReport is what fetch --format json prints.
type fetchReport struct {
	fetch.Report
	As []impression `json:"as,omitempty"`
}

func (c *cli) fetch(ctx context.Context, url string, f fetchFlags) error {
	switch {
	case f.format != "text" && f.format != "json":
		return formatError(f.format, "text or json")
	case f.body && (f.format == "json" || len(f.as) > 0):
		return errors.New("--body writes the body alone: leave --format and --as out")
	}
	as, err := c.whom(asked{agents: f.as})
	if err != nil {
		return err
	}
	bar := c.progress("fetching " + url)
	defer bar.done()
	r, err := c.history().Fetch(ctx, c.client(), fetch.Request{URL: url, Progress: bar.octets})
	bar.done()
	if err != nil {
		if f.format == "json" && ctx.Err() == nil {
			none := fetch.Report{URL: url, Error: err.Error(), Hops: []fetch.Hop{}, Warnings: []string{}}
			return errors.Join(c.writeJSON(fetchReport{Report: none}), err)
		}
		return err
	}
	if f.body {
		for _, w := range r.Warnings {
			c.warn("%s", w.Text)
		}
		return errors.Join(c.writeBody(r.Body), r.Err())
	}
	seen := c.impressions(ctx, r, as)
	if f.format == "json" {
		return errors.Join(c.writeJSON(fetchReport{r.Report(), seen}), r.Err())
	}
	c.showFetch(r)
	c.showImpressions(seen)
	return r.Err()
}

// writeBody writes octets as they are, but made safe where they would go to a
// terminal.
func (c *cli) writeBody(body []byte) error {
	if _, ok := terminal(c.stdout); !ok {
		_, err := c.out.Write(body)
		return err
	}
	for line := range bytes.Lines(body) {
		if _, err := fmt.Fprintln(c.out, c.clean(string(bytes.TrimRight(line, "\r\n")))); err != nil {
			return err
		}
	}
	return nil
}

// showFetch shows each step, the answer, and what it means.
func (c *cli) showFetch(r *fetch.Result) {
	p := func(what, format string, args ...any) {
		fmt.Fprintf(c.out, "%-13s %s\n", what, c.clean(fmt.Sprintf(format, args...)))
	}
	p("asked", "%s", r.RobotsURL)
	for _, h := range r.Hops {
		p("redirect", "%d to %s", h.Status, h.Location)
	}
	if r.Answered() {
		p("status", "%d %s", r.Status, r.Proto)
	}
	if r.Error != "" {
		p("failed", "%s", r.Error)
	}
	if r.Answered() {
		size := counted(len(r.Body), "octet")
		if r.Encoding != "" && r.Encoding != "identity" {
			size += ", sent as " + r.Encoding
		}
		if r.Truncated() {
			size += fmt.Sprintf(", of which the first %s decide", thousands(fetch.VerdictOctets))
		}
		p("size", "%s", size)
		if v := r.Header.Get("Content-Type"); v != "" {
			p("type", "%s", v)
		}
	}
	if r.Cached {
		p("cached", "the copy from before still holds; it is %s old", age(r.CachedAge()))
	}
	p("governs", "%s", r.Origin)
	for _, d := range []string{"rfc", "google"} {
		p("to "+d, "%s", r.Meaning(d, engine.Origin{}))
	}
	for _, w := range r.Warnings {
		p("warning", "%s", w.Text)
	}
}

// age says a duration in the unit that fits.
func age(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return counted(int(d.Seconds()), "second")
	case d < 2*time.Hour:
		return counted(int(d.Minutes()), "minute")
	case d < 48*time.Hour:
		return counted(int(d.Hours()), "hour")
	}
	return counted(int(d.Hours())/24, "day")
}

// impression is what a server answers to a crawler's name.
type impression struct {
	Crawler      string `json:"crawler"`
	UserAgent    string `json:"user_agent"`
	RobotsStatus int    `json:"robots_status"`
	SameFile     bool   `json:"same_file"`
	Allowed      bool   `json:"allowed"` // by the file that it got
	Line         int32  `json:"line"`
	Status       int    `json:"status"` // of the URL itself; 0 where there was no answer
	Error        string `json:"error"`
	sentence     string
}

// impressions asks for the robots.txt and the URL under each name.
func (c *cli) impressions(ctx context.Context, own *fetch.Result, as []crawlers.Resolved) []impression {
	var seen []impression
	for _, w := range as {
		seen = append(seen, c.impression(ctx, own, w))
	}
	return seen
}

func (c *cli) impression(ctx context.Context, own *fetch.Result, w crawlers.Resolved) impression {
	name := w.Tokens[0]
	if w.Entry != nil {
		name = w.Entry.Token
	}
	i := impression{Crawler: name, UserAgent: headerOf(w, name)}
	bar := c.progress("asking as " + name)
	defer bar.done()
	robotsTxt, err := c.client().Get(ctx, fetch.Request{URL: own.URL, UserAgent: i.UserAgent})
	if err != nil {
		i.Error = err.Error()
		return i
	}
	i.RobotsStatus, i.Error = robotsTxt.Status, robotsTxt.Error
	i.SameFile = robotsTxt.Answered() && (robotsTxt.Status == own.Status || own.Cached) && bytes.Equal(robotsTxt.Body, own.Body)
	d, err := dialectFor("auto", w)
	if err != nil {
		i.Error = err.Error()
		return i
	}
	in := &fetch.Input{Name: own.URL, Bytes: robotsTxt.Body, Origin: robotsTxt.Origin, Result: robotsTxt}
	j := newReading(newSource(in, nil), w, d).judge(own.URL)
	i.Allowed, i.Line, i.sentence = j.trace.Allowed, j.trace.Line, j.sentence()
	page, err := c.client().Get(ctx, fetch.Request{URL: own.URL, UserAgent: i.UserAgent, Exact: true})
	if err != nil {
		i.Error = err.Error()
		return i
	}
	i.Status = page.Status
	if page.Error != "" {
		i.Error = page.Error
	}
	return i
}

// headerOf is the User-Agent to ask with: the header that was given, or one
// that holds the token and no more.
func headerOf(w crawlers.Resolved, name string) string {
	if w.From == crawlers.FromHeader {
		return w.Name
	}
	return "Mozilla/5.0 (compatible; " + name + ")"
}

func (c *cli) showImpressions(seen []impression) {
	p := func(format string, args ...any) { fmt.Fprintln(c.out, c.clean(fmt.Sprintf(format, args...))) }
	if len(seen) > 0 {
		fmt.Fprintln(c.out)
		p("Asked once more under other names, from an address that is not the crawler's: the server may tell.")
	}
	for _, i := range seen {
		p("%s", i.Crawler)
		switch {
		case i.RobotsStatus == 0:
			p("  robots.txt  no answer: %s", i.Error)
		case i.SameFile:
			p("  robots.txt  %d, the same file as to this program", i.RobotsStatus)
		default:
			p("  robots.txt  %d, another file than to this program", i.RobotsStatus)
		}
		p("  verdict     %s", i.sentence)
		switch {
		case i.Status == 0:
			p("  page        no answer: %s", i.Error)
		case i.Allowed && i.Status >= 400:
			p("  page        %d: allowed, but the server answers %d to %s", i.Status, i.Status, i.Crawler)
		default:
			p("  page        %d", i.Status)
		}
	}
}
