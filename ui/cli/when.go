package cli

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"robotslens/engine"
	"robotslens/engine/suite"
	"robotslens/fetch"
)

type whenFlags struct {
	asked
	git     string
	history string
	dates   string
	at      string
	format  string
}

func (c *cli) whenCommand() *cobra.Command {
	var f whenFlags
	cmd := &cobra.Command{
		Use:   "when --url U --agent A FILE...",
		Short: "Say since which version a verdict is what it is, and which rule brought it",
		Long: `when asks every version of a robots.txt, in the order of time, and tells since which one the verdict
is what it is, with the deciding line before and after. Versions are files (dated by the table of
--dates, a date in their name such as robots-2026-10-01.txt, or when they were changed), the commits
of a checkout (--git), or what fetch has met before (--history). With --at it tells the verdicts under
every version that a crawler may have held at a time, since copies may be used for 24 hours.

Exit status: 0 all is allowed now; 1 something is disallowed; 2 usage, input or network error.`,
		Example: "  robotslens when --agent Googlebot --url /c/shoes --git public/robots.txt\n" +
			"  robotslens when --agent Googlebot --urls pages.csv robots-*.txt\n" +
			"  robotslens when --agent GPTBot --url / --history https://shop.example --at 2026-10-14",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.when(cmd.Context(), args, f)
		},
	}
	f.addFlags(cmd)
	f.addListFlags(cmd)
	g := cmd.Flags()
	g.StringVar(&f.git, "git", "", "every commit that touched the file at `PATH` of a checkout")
	g.StringVar(&f.history, "history", "", "every version that fetch has met of `URL`'s robots.txt")
	g.StringVar(&f.dates, "dates", "", "`CSV` with the columns file and time")
	g.StringVar(&f.at, "at", "", "`TIME` at which a crawler came: 2026-10-14 or 2026-10-14T12:00:00Z")
	g.StringVar(&f.format, "format", "text", "text, json or csv")
	return cmd
}

func (c *cli) when(ctx context.Context, files []string, f whenFlags) error {
	if f.format != "text" && f.format != "json" && f.format != "csv" {
		return formatError(f.format, "text, json or csv")
	}
	if len(f.agents) == 0 {
		return errNobody
	}
	options, err := c.planOptions(f.dialect)
	if err != nil {
		return err
	}
	var at time.Time
	if f.at != "" {
		if at, err = fetch.ParseTime(f.at); err != nil {
			return fmt.Errorf("--at: %w", err)
		}
	}
	if f.origin != "" {
		if _, options.Origin, err = fetch.RobotsURL(f.origin); err != nil {
			return fmt.Errorf("--origin: %w", err)
		}
	}
	versions, origin, err := c.versions(ctx, files, f)
	if err != nil {
		return err
	}
	if origin.Known() {
		options.Origin = origin
	}
	var urls []string
	bad, err := c.eachURL(ctx, f.asked, func(u string) error {
		urls = append(urls, u)
		return ctx.Err()
	})
	switch {
	case err != nil:
		return err
	case len(urls) == 0:
		return errNoURL
	}
	plan, problems := suite.NewPlan(suite.Cross(f.agents, urls), options)
	if len(problems) > 0 {
		return fmt.Errorf("--agent: %s", problems[0].Msg)
	}
	var found bool
	if f.at == "" {
		found, err = c.since(ctx, plan, versions, f)
	} else {
		found, err = c.heldAt(ctx, plan, versions, at, f.format)
	}
	switch {
	case err != nil:
		return err
	case bad > 0:
		return unreadRows(bad)
	case found:
		return errFound
	}
	return nil
}

// versions gathers the versions of a file, oldest first, and what they govern
// where that is known.
func (c *cli) versions(ctx context.Context, files []string, f whenFlags) ([]fetch.Version, engine.Origin, error) {
	if count(len(files) > 0, f.git != "", f.history != "") != 1 {
		return nil, engine.Origin{}, errors.New("give versions: files, or --git PATH, or --history URL")
	}
	if f.dates != "" && len(files) == 0 {
		return nil, engine.Origin{}, errors.New("--dates is for versions in files")
	}
	var origin engine.Origin
	var all []fetch.Version
	var err error
	switch {
	case f.git != "":
		all, err = fetch.Git(ctx, f.git)
	case f.history != "":
		var url string
		if url, origin, err = fetch.RobotsURL(f.history); err != nil {
			return nil, origin, fmt.Errorf("--history: %w", err)
		}
		var trouble error
		if all, trouble = c.history().Versions(origin); trouble != nil {
			c.warn("%v", trouble)
		}
		if len(all) == 0 {
			err = fmt.Errorf("the history holds no version of %s: robotslens fetch keeps one each time", url)
		}
	default:
		all, err = fetch.Files(files, f.dates)
	}
	return all, origin, err
}

// moment is one ask through time.
type moment struct {
	since  int        // index of the version since which the verdict is what it is
	before suite.Rule // the rule that decided before
	after  suite.Rule // the rule that decided then
}

// eras is what became of each ask of a plan over the versions of a file.
type eras struct {
	c        *cli
	versions []fetch.Version
	last     *suite.Run
	moments  []moment // one for each ask
}

// since finds the version since which each verdict is what it is.
func (c *cli) since(ctx context.Context, plan *suite.Plan, versions []fetch.Version, f whenFlags) (found bool, err error) {
	e := eras{c: c, versions: versions, moments: make([]moment, len(plan.Asks))}
	bar := c.progress("deciding")
	defer bar.done()
	known := map[[32]byte]*suite.Run{}
	for v := range versions {
		bar.step(v, "version")
		run, err := runOnce(ctx, plan, &versions[v], known)
		if err != nil {
			return false, err
		}
		for i := range e.moments {
			if e.last == nil || run != e.last && run.Verdicts[i].Allowed != e.last.Verdicts[i].Allowed {
				m := moment{since: v, after: run.Deciding(i)}
				if e.last != nil {
					m.before = e.last.Deciding(i)
				}
				e.moments[i] = m
			}
		}
		e.last = run
	}
	bar.done()
	for i, v := range e.last.Verdicts {
		found = found || !v.Allowed && !plan.Asks[i].OtherHost
	}
	switch f.format {
	case "json":
		return found, e.json()
	case "csv":
		return found, e.csv()
	}
	e.text(f.hasList())
	return found, nil
}

// runsKept bounds the runs that are kept for versions that come back.
const runsKept = 32

// runOnce asks a version, once for equal ones.
func runOnce(ctx context.Context, plan *suite.Plan, v *fetch.Version, known map[[32]byte]*suite.Run) (*suite.Run, error) {
	sv := suite.Version{Src: v.Bytes}
	key := sha256.Sum256(v.Bytes)
	if v.Gone {
		sv = suite.Version{Answer: &engine.Answer{Status: 404}}
		key = [32]byte{}
	}
	if run := known[key]; run != nil {
		return run, nil
	}
	run, err := plan.Run(ctx, sv)
	if err != nil {
		return nil, err
	}
	if len(known) >= runsKept {
		clear(known)
	}
	known[key] = run
	return run, nil
}

// always reports whether ask i had its verdict in every version.
func (e *eras) always(i int) bool { return e.moments[i].since == 0 }

// when is the time of version v, as people and as programs read it.
func (e *eras) when(v int) string { return e.versions[v].Time.UTC().Format("2006-01-02 15:04 UTC") }

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
