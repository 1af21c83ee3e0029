package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"robotslens/engine/lint"
	"robotslens/fetch"
	"robotslens/ui"
	"robotslens/ui/files"
	"robotslens/ui/screen"
)

type lintFlags struct {
	format string
	origin string
	lists  []string
	fix    bool
	dryRun bool
	rules  bool
}

func (c *cli) lintCommand() *cobra.Command {
	var f lintFlags
	cmd := &cobra.Command{
		Use:   "lint FILE|URL|-...",
		Short: "Find what does not do what it says, and fix what is safe",
		Long: `lint tells lines that do not do what they say, groups that merge, rules that open what another group
closes, and more: each with its id, the dialects that it concerns and its source. A comment
"# lint-off RX505" silences an id on its line, or standing alone, on the next; "# lint-off-file RX505"
silences it in the whole file.

Of a URL it also tells how the file is served. Name several addresses of one site, such as
http://shop.example and http://www.shop.example, to hear which serve another file. URLs of --urls
that the file does not govern are told.

--fix writes the fixes that are safe: no verdict flips in any dialect, or a dead line becomes what it
plainly says, and the verdicts that change by that are told. --dry-run prints the difference instead.

Exit status: 0 nothing worse than a note is left; 1 a warning or an error is; 2 usage, input or
network error.`,
		Example: "  robotslens lint robots.txt\n  robotslens lint robots.txt --fix --dry-run\n  robotslens lint sites/*.txt --format sarif > lint.sarif\n  robotslens lint --rules",
		Args:    c.args(0, -1, "files, URLs or -"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.rules {
				return c.lintRules()
			}
			return c.lint(cmd.Context(), args, f)
		},
	}
	g := cmd.Flags()
	g.StringVar(&f.format, "format", "text", "text, json, sarif or github")
	g.StringVar(&f.origin, "origin", "", "`URL` of the site that a local file governs")
	g.StringArrayVar(&f.lists, "urls", nil, "`LIST` of the site's URLs, to tell what rules also catch (repeatable)")
	g.BoolVar(&f.fix, "fix", false, "make the safe fixes in the files")
	g.BoolVar(&f.dryRun, "dry-run", false, "print what --fix would change, and change nothing")
	g.BoolVar(&f.rules, "rules", false, "list the rules")
	return cmd
}

// linted is one input with what was found in it.
type linted struct {
	name     string // in messages and reports
	src      []byte
	before   []byte // where --fix changed it
	fixed    int
	problems []lint.Problem
	starts   []int // of the lines of src, in octets; made when first needed
}

func (c *cli) lint(ctx context.Context, names []string, f lintFlags) error {
	write := map[string]func([]*linted) error{"text": c.lintText, "json": c.lintJSON, "sarif": c.lintSARIF, "github": c.lintGitHub}[f.format]
	switch {
	case write == nil:
		return formatError(f.format, "text, json, sarif or github")
	case len(names) == 0:
		return errors.New("no robots.txt is named: give files, URLs or - for standard input")
	case f.fix && !f.dryRun && c.look.readOnly:
		return errors.New("--fix writes files and --read-only forbids it: take --dry-run")
	case f.dryRun && f.format != "text":
		return errors.New("--dry-run prints a difference: leave --format out")
	}
	var urls []string
	if _, err := c.eachURL(ctx, asked{lists: f.lists}, func(u string) error { urls = append(urls, u); return nil }); err != nil {
		return err
	}
	var all []*linted
	var sources []*source
	for _, name := range names {
		if (fetch.IsURL(name) || name == "-") && f.fix && !f.dryRun {
			return fmt.Errorf("--fix writes files, and %s is none: save it to a file first, or take --dry-run", name)
		}
		s, err := c.lintSource(ctx, name, f)
		if err != nil {
			return err
		}
		sources = append(sources, s)
	}
	for _, s := range sources {
		r, err := c.lintOne(s, lintFacts(s, sources, urls), urls, f)
		if err != nil {
			return err
		}
		all = append(all, r)
	}
	left := false
	for _, r := range all {
		for _, p := range r.problems {
			left = left || p.Severity >= lint.Warn
		}
	}
	if f.dryRun {
		write = c.lintDiff
	} else if f.fix {
		for _, r := range all {
			if r.fixed > 0 {
				if err := files.Save(r.name, r.src); err != nil {
					return err
				}
			}
		}
	}
	if err := write(all); err != nil {
		return err
	}
	if left {
		return errFound
	}
	return nil
}

// mostPasses bounds how often fixes are made and looked for again: one fix may
// lay bare another.
const mostPasses = 8

func (c *cli) lintSource(ctx context.Context, name string, f lintFlags) (*source, error) {
	origin := f.origin
	if fetch.IsURL(name) {
		origin = ""
	}
	s, err := c.read(ctx, name, origin) // what is odd about it is a problem, and told as such
	if err != nil {
		return nil, err
	}
	if s.failed != nil {
		return nil, s.failed
	}
	return s, nil
}

func (c *cli) lintOne(s *source, facts *lint.Fetch, urls []string, f lintFlags) (*linted, error) {
	catalogue, err := c.catalogue()
	if err != nil {
		return nil, err
	}
	in := lint.Input{Src: s.Bytes, Name: s.Name, Origin: s.Origin, URLs: urls, Catalogue: catalogue, Fetch: facts}
	if s.Name == "-" {
		in.Name = ""
	}
	if s.Result != nil {
		in.Name = s.Result.RobotsURL
	}
	r := &linted{name: s.title(), src: s.Bytes, before: s.Bytes}
	r.problems = lint.Run(in)
	for pass := 0; (f.fix || f.dryRun) && pass < mostPasses; pass++ {
		edits, n := lint.Combine(r.problems, func(p *lint.Problem) bool { return p.Fix.Safe })
		if n == 0 {
			break
		}
		if r.src, err = lint.Apply(r.src, edits); err != nil {
			return nil, err
		}
		r.fixed += n
		in.Src = r.src
		r.problems = lint.Run(in)
	}
	return r, nil
}

// lintFacts is what is known of how s is served: by its own fetch, by those of
// other addresses of its site, and by the URLs that it is held against.
func lintFacts(s *source, all []*source, urls []string) *lint.Fetch {
	facts := ui.FetchFacts(s.Result)
	if facts == nil {
		facts = &lint.Fetch{}
	}
	facts.Asked = fetch.Elsewhere(s.Origin, urls)
	var site fetch.Comparison
	for _, other := range all {
		if s.Result != nil && other.Result != nil && fetch.SameSite(s.Origin, other.Origin) {
			site.Results = append(site.Results, other.Result)
		}
	}
	facts.Differ = site.Differ(s.Origin)
	return facts
}

// position is where a problem stands, in characters for people and editors.
type position struct{ line, col, endLine, endCol int } // from 1; the end is behind the last character

func (r *linted) position(p lint.Problem) position {
	return position{p.Line, r.column(p.Span.Start, p.Col), p.EndLine, r.column(p.Span.End, p.EndCol)}
}

// column is the 1-based column, in characters, of octet off of the source,
// which is octet col of its line.
func (r *linted) column(off, col int) int {
	return utf8.RuneCount(r.src[off-col:off]) + 1
}

func (c *cli) severityStyle(s lint.Severity) screen.Style {
	switch t := c.colours(); s {
	case lint.Error:
		return t.Error
	case lint.Warn:
		return t.Notice
	default:
		return t.Dim
	}
}

// lintText writes a line for each problem, as compilers do.
func (c *cli) lintText(all []*linted) error {
	var counts [3]int
	fixable := 0
	for _, r := range all {
		c.tellFixed(r)
		for _, p := range r.problems {
			at := r.position(p)
			fmt.Fprintf(c.out, "%s:%d:%d: %s: %s [%s %s; %s; %s]\n", c.clean(r.name), at.line, at.col,
				c.styled(c.severityStyle(p.Severity), p.Severity.String()), c.clean(p.Message), p.ID, p.Name, strings.Join(p.Dialects, ", "), p.Source)
			if p.Fix != nil {
				how := "not made by --fix, since verdicts may flip"
				if p.Fix.Safe {
					how = "safe, --fix does it"
					fixable++
				}
				fmt.Fprintf(c.out, "    fix: %s (%s)\n", c.clean(p.Fix.Title), how)
			}
			counts[p.Severity]++
		}
	}
	if counts == [3]int{} {
		fmt.Fprintln(c.out, "no problems found")
		return nil
	}
	fmt.Fprintf(c.out, "%s, %s, %s", counted(counts[lint.Error], "error"), counted(counts[lint.Warn], "warning"), counted(counts[lint.Info], "note"))
	if fixable > 0 {
		fmt.Fprintf(c.out, "; --fix mends %d", fixable)
	}
	fmt.Fprintln(c.out)
	return nil
}

// mostTold bounds the verdicts that are told of a fix.
const mostTold = 5

// tellFixed says what was fixed, and which verdicts of URLs made from the rules
// changed by it.
func (c *cli) tellFixed(r *linted) {
	if r.fixed == 0 {
		return
	}
	made := "1 fix"
	if r.fixed > 1 {
		made = thousands(r.fixed) + " fixes"
	}
	fmt.Fprintf(c.out, "%s: %s made\n", c.clean(r.name), made)
	for _, line := range c.flipLines(r) {
		fmt.Fprintf(c.out, "    %s\n", line)
	}
}

// mostAsked bounds the crawlers for which flips are looked for.
const mostAsked = 12

func (c *cli) flipLines(r *linted) (lines []string) {
	names := lint.Names(r.before, r.src)
	flips := lint.Consequences(r.before, r.src, lint.Probes(r.before, r.src), names[:min(len(names), mostAsked)], nil, c.crawlers)
	for i, f := range flips {
		if i == mostTold {
			lines = append(lines, fmt.Sprintf("and %s more", thousands(len(flips)-i)))
			break
		}
		lines = append(lines, c.clean(fmt.Sprintf("%s for %s in %s: %s, was %s", f.URL, f.Agent, f.Dialect, verdictWord(f.After.Allowed), verdictWord(f.Before.Allowed))))
	}
	return lines
}

// lintDiff writes what --fix would change, as a patch.
func (c *cli) lintDiff(all []*linted) error {
	for _, r := range all {
		if r.fixed == 0 {
			continue
		}
		diff := udiff.Unified(r.name, r.name, string(r.before), string(r.src))
		if err := c.writeBody([]byte(diff)); err != nil {
			return err
		}
		for _, line := range c.flipLines(r) {
			fmt.Fprintf(c.err, "robotslens: %s: %s\n", screen.Clean(r.name), line)
		}
	}
	return nil
}

// lintRules lists what is looked for.
func (c *cli) lintRules() error {
	rows := [][]string{{"ID", "NAME", "SEVERITY", "FIX", "WHAT IT IS"}}
	for _, r := range lint.Rules() {
		rows = append(rows, []string{r.ID, r.Name, r.Severity.String(), r.Fix, r.Doc})
	}
	for _, line := range c.columns(rows, nil) {
		fmt.Fprintln(c.out, line)
	}
	return nil
}
