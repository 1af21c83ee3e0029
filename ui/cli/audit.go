package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"robotslens/engine"
	"robotslens/engine/audit"
	"robotslens/fetch"
)

type auditFlags struct {
	robots    []string
	git       []string
	history   []string
	against   []string
	origin    string
	dialect   string
	host      string
	logFormat string
	fields    string
	networks  []string
	split     string
	format    string
	rows      int
}

func (c *cli) auditCommand() *cobra.Command {
	var f auditFlags
	cmd := &cobra.Command{
		Use:   "audit LOG... --robots FILE|URL",
		Short: "Say which crawlers fetched what they may not, from access logs",
		Long: `audit reads access logs, finds the crawlers of the catalogue by their User-Agent, and judges what
they fetched by the robots.txt of the site. Logs may be gzip or zstd; - is standard input. Formats:
` + strings.Join(audit.FormatNames(), ", ") + `.
host-combined has the site's name in front, combined-host as the last field. Whether a log is of
such a format shows in its first lines; --log-format says it where they mislead.

With --git or --history a hit is judged by the file that was live at its time; a hit within 24 hours
after a change is unsure, since the crawler may have used a cached copy.

A User-Agent is a claim that anyone can make. With --networks the addresses are held against a list
that a crawler's operator publishes; without, they are not verified.

Exit status: 0 nobody fetched what is disallowed; 1 somebody did; 2 usage, input or network error.`,
		Example: `  robotslens audit /var/log/nginx/access.log* --robots https://shop.example
  robotslens audit access.log --robots robots.txt --before-after 2026-05-01
  robotslens audit all.log --robots shop.example=shop.txt --robots blog.example=blog.txt
  robotslens audit log.json --robots robots.txt --fields agent=ua,target=req.path
  robotslens audit access.log --robots robots.txt --against new-robots.txt
  robotslens audit access.log --git www/robots.txt --format csv
  robotslens audit access.log --robots robots.txt --networks Googlebot=googlebot.json`,
		Args: c.args(0, -1, "access logs"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.audit(cmd.Context(), args, f)
		},
	}
	g := cmd.Flags()
	g.StringArrayVar(&f.robots, "robots", nil, "`FILE|URL` to judge by, or HOST=FILE for one of several sites (repeatable)")
	g.StringArrayVar(&f.git, "git", nil, "`PATH` of a robots.txt in a git checkout: each hit is judged by the version of its time, or HOST=PATH (repeatable)")
	g.StringArrayVar(&f.history, "history", nil, "`URL` of a site in the history of fetches: each hit is judged by the version of its time (repeatable)")
	g.StringArrayVar(&f.against, "against", nil, "`FILE|URL` of another robots.txt, or HOST=FILE: count the hits that it would flip (repeatable)")
	g.StringVar(&f.origin, "origin", "", "`URL` of the site that a local file governs")
	g.StringVar(&f.dialect, "dialect", "auto", "how the file is read: "+dialectWords)
	g.StringVar(&f.host, "host", "", "`HOST` of the hits that name none")
	g.StringVar(&f.logFormat, "log-format", "auto", "`FORMAT` of the logs")
	g.StringVar(&f.fields, "fields", "", "`MAP` of a JSON log, such as agent=ua,target=path,time=when,host=vhost,addr=ip,status=code")
	g.StringArrayVar(&f.networks, "networks", nil, "`FILE` with published addresses, {\"prefixes\": ...}, or CRAWLER=FILE (repeatable)")
	g.StringVar(&f.split, "before-after", "", "`TIME` to show before and after side by side, such as 2026-05-01T12:00:00Z; UTC where no zone is given")
	g.StringVar(&f.format, "format", "text", "text, json or csv")
	g.IntVar(&f.rows, "rows", 10, "how many rows a list has in text")
	return cmd
}

func (c *cli) audit(ctx context.Context, logs []string, f auditFlags) error {
	if len(logs) == 0 {
		return errors.New("no log is named: give files, or - for standard input")
	}
	switch f.format {
	case "text", "json", "csv":
	default:
		return formatError(f.format, "text, json or csv")
	}
	opt, err := c.auditOptions(ctx, f)
	if err != nil {
		return err
	}
	// A run may be long: what is not there is told before it begins.
	for _, name := range logs {
		if name == "-" {
			continue
		}
		file, err := fetch.OpenStream(name)
		if err != nil {
			return err
		}
		file.Close()
	}
	a, failed := c.readLogs(ctx, logs, opt)
	if err := ctx.Err(); err != nil {
		return err
	}
	r := a.Report()
	if r.Lines == 0 && len(failed) == 1 {
		return failed[0]
	}
	for i, err := range failed {
		if i < len(failed)-1 {
			c.warn("%s", err)
		}
	}
	c.warnOfHosts(r, f, opt)
	switch f.format {
	case "json":
		err = c.writeJSON(r)
	case "csv":
		err = c.auditCSV(r)
	default:
		c.auditText(r, f)
	}
	switch {
	case err != nil:
		return err
	case len(failed) > 0:
		return failed[len(failed)-1]
	case r.Totals.Disallowed > 0:
		return errFound
	}
	return nil
}

// readLogs reads the logs and returns what is wrong with those that could not
// be read to their end: the others still count.
func (c *cli) readLogs(ctx context.Context, logs []string, opt audit.Options) (*audit.Auditor, []error) {
	var bar *progress
	opt.Progress = func(lines, _ int64) { bar.step(int(lines), "line") }
	a := audit.New(opt)
	var failed []error
	for _, name := range logs {
		bar = c.progress("reading " + name)
		err := c.readLog(ctx, a, name)
		bar.done()
		if ctx.Err() != nil {
			break
		}
		var unknown *audit.UnknownFormatError
		if errors.As(err, &unknown) {
			err = fmt.Errorf("%w: name it with --log-format, and map the fields of a JSON log with --fields", err)
		}
		if err != nil {
			failed = append(failed, err)
		}
	}
	return a, failed
}

func (c *cli) readLog(ctx context.Context, a *audit.Auditor, name string) error {
	var l *fetch.Log
	var err error
	if name == "-" {
		in, err := c.takeStdin()
		if err != nil {
			return err
		}
		if l, err = fetch.NewLog(stdinName, in); err != nil {
			return err
		}
	} else if l, err = fetch.OpenLog(name); err != nil {
		return fileError(name, err)
	}
	defer l.Close()
	return a.Read(ctx, l.Name, l)
}

func (c *cli) auditOptions(ctx context.Context, f auditFlags) (audit.Options, error) {
	opt := audit.Options{Host: f.host}
	var err error
	if opt.Catalogue, err = c.catalogue(); err != nil {
		return opt, err
	}
	if opt.Format, err = audit.ParseFormat(f.logFormat); err != nil {
		return opt, err
	}
	if opt.Fields, err = audit.ParseFields(f.fields); err != nil {
		return opt, err
	}
	if opt.Split, err = parseMoment(f.split); err != nil {
		return opt, fmt.Errorf("--before-after: %w", err)
	}
	for _, name := range f.networks {
		if opt.Networks == nil {
			opt.Networks = &audit.Networks{}
		}
		if err := c.addNetworks(opt, name); err != nil {
			return opt, err
		}
	}
	sites, err := c.sites(ctx, f)
	if err != nil {
		return opt, err
	}
	if opt.Host == "" && len(sites) == 1 {
		opt.Host = sites[0].Host
	}
	if opt.Rulebook, err = audit.NewRulebook(sites, opt.Catalogue, f.dialect); err != nil || len(f.against) == 0 {
		return opt, err
	}
	if sites, err = c.openSites(ctx, f.against, f.origin); err != nil {
		return opt, err
	}
	opt.Against, err = audit.NewRulebook(sites, opt.Catalogue, f.dialect)
	return opt, err
}

// parseMoment reads a time; the zero time for empty text.
func parseMoment(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02T15:04", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time: write it as 2026-05-01 or 2026-05-01T12:00:00Z", text)
}

// networkOctets is the longest network list that is read.
const networkOctets = 16 << 20

// addNetworks reads a list; without CRAWLER= the file's name says whose it is.
func (c *cli) addNetworks(opt audit.Options, arg string) error {
	name, path, ok := strings.Cut(arg, "=")
	if !ok {
		path = arg
		name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	data, err := fetch.ReadFile(path, networkOctets)
	if err != nil {
		return err
	}
	if _, err := opt.Networks.Add(name, data, opt.Catalogue); err != nil {
		return fmt.Errorf("--networks %s: %w; say whose list it is with CRAWLER=FILE", arg, err)
	}
	return nil
}

// sites opens what hits are judged by: --robots, --git and --history.
func (c *cli) sites(ctx context.Context, f auditFlags) ([]audit.Site, error) {
	if len(f.robots)+len(f.git)+len(f.history) == 0 {
		return nil, errors.New("no robots.txt to judge by: give --robots FILE, --robots URL or --robots HOST=FILE")
	}
	given := ""
	if f.origin != "" && len(f.git) > 0 {
		_, origin, err := fetch.RobotsURL(f.origin)
		if err != nil {
			return nil, fmt.Errorf("--origin: %w", err)
		}
		given = hostOf(origin)
	}
	sites, err := c.openSites(ctx, f.robots, f.origin)
	if err != nil {
		return nil, err
	}
	for _, arg := range f.git {
		host, name := hostAndName(arg)
		all, err := fetch.Git(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("--git %s: %w", arg, err)
		}
		sites = append(sites, audit.Site{Host: cmp.Or(host, given), Versions: versionsOf(all)})
	}
	for _, arg := range f.history {
		_, origin, err := fetch.RobotsURL(arg)
		if err != nil {
			return nil, fmt.Errorf("--history: %w", err)
		}
		all, err := c.history().Versions(origin)
		if err != nil {
			c.warn("%s", err)
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("the history knows no robots.txt of %s: robotslens fetch keeps one each time", origin)
		}
		sites = append(sites, audit.Site{Host: hostOf(origin), Versions: versionsOf(all)})
	}
	return sites, nil
}

// openSites opens files and URLs, or HOST=FILE.
func (c *cli) openSites(ctx context.Context, args []string, origin string) ([]audit.Site, error) {
	var sites []audit.Site
	for _, arg := range args {
		host, name := hostAndName(arg)
		s, err := c.open(ctx, name, origin)
		if err != nil {
			return nil, err
		}
		if s.failed != nil {
			return nil, s.failed
		}
		v := audit.Version{Name: s.title(), Src: s.robots.src}
		if s.Result != nil {
			v.Answer = s.Result.Answer(engine.Origin{})
		}
		if host == "" && s.Origin.Known() {
			host = hostOf(s.Origin)
		}
		sites = append(sites, audit.Site{Host: host, Versions: []audit.Version{v}})
	}
	return sites, nil
}

// hostAndName cuts HOST=FILE; what is no host is part of a path or a URL.
func hostAndName(arg string) (host, name string) {
	if before, after, ok := strings.Cut(arg, "="); ok && !fetch.IsURL(arg) && !strings.Contains(before, "/") {
		return before, after
	}
	return "", arg
}

func versionsOf(all []fetch.Version) []audit.Version {
	var versions []audit.Version
	for _, v := range all {
		version := audit.Version{Name: v.Name, Since: v.Time, Src: v.Bytes}
		if v.Gone {
			version.Answer = engine.Answer{Status: 404}
		}
		versions = append(versions, version)
	}
	return versions
}

// hostOf is an origin as logs write hosts: without scheme.
func hostOf(o engine.Origin) string {
	_, host, _ := strings.Cut(o.String(), "://")
	return host
}

// warnOfHosts tells what the hosts of the logs make doubtful.
func (c *cli) warnOfHosts(r *audit.Report, f auditFlags, opt audit.Options) {
	named := 0
	for _, h := range r.Hosts {
		if h.Name != "" {
			named++
		}
	}
	if named > 1 && len(f.robots)+len(f.git) == 1 && opt.Host == "" {
		c.warn("hits on %s were judged by one robots.txt, which governs one host only: give --robots HOST=FILE for each", counted(named, "host"))
	}
	for _, h := range r.NoFileHosts {
		if h.Name == "" {
			c.warn("%s no host, so no file governs them: name it with --host", nameOrNames(int(h.Count), "hit"))
		}
	}
}

func nameOrNames(n int, one string) string {
	if n == 1 {
		return "1 " + one + " names"
	}
	return counted(n, one) + " name"
}
