package cli

import (
	"context"
	"errors"
	"fmt"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/fetch"
)

// checkLive judges each URL of a list by the robots.txt of its own site.
func (c *cli) checkLive(ctx context.Context, files []string, f checkFlags) error {
	switch {
	case f.plain || f.format == "markdown":
		return errors.New("--live is for lists of URLs: leave --plain and --format markdown out")
	case !f.hasURL():
		return errNoURL
	case len(files) > 0 && f.origin == "":
		return errors.New("with --live a file stands in for a site: name the site with --origin")
	}
	who, err := c.somebody(f.asked)
	if err != nil {
		return err
	}
	hosts := &fetch.Hosts{Client: c.client(), History: c.history()}
	if len(files) > 0 {
		s, err := c.open(ctx, files[0], f.origin)
		if err != nil {
			return err
		}
		hosts.Stand(s.Input)
	}
	f.alternates = true
	var urls []string
	out := 0
	bad, err := c.eachURL(ctx, f.asked, func(u string) error {
		if hosts.Add(u) {
			urls = append(urls, u)
			return ctx.Err()
		}
		out++
		why := "no site is named in it"
		if _, left := hosts.Origins(); left > 0 {
			why = "there are too many sites in the list"
		}
		c.warn("%s is left out: %s", u, why)
		return ctx.Err()
	})
	bad += out
	if err != nil {
		return err
	}
	l := live{c: c, who: who, sites: map[engine.Origin][]*reading{}, counts: map[*reading]*[2]int{}}
	if err := l.fetch(ctx, hosts, f); err != nil {
		return err
	}
	found, err := l.answer(urls, f)
	switch {
	case err != nil:
		return err
	case l.failed != nil:
		return l.failed
	case bad > 0:
		return unreadRows(bad)
	case found:
		return errFound
	}
	return nil
}

// live is the sites of a list, each with its own robots.txt.
type live struct {
	c      *cli
	who    []crawlers.Resolved
	order  []engine.Origin
	sites  map[engine.Origin][]*reading
	counts map[*reading]*[2]int // asked, disallowed
	failed error                // of the first site that gave no answer
}

// fetch asks the sites, a few at a time.
func (l *live) fetch(ctx context.Context, hosts *fetch.Hosts, f checkFlags) error {
	bar := l.c.progress("fetching")
	files, err := hosts.Fetch(ctx, func(done, _ int) { bar.step(done, "site") })
	bar.done()
	if err != nil {
		return err
	}
	l.order, _ = hosts.Origins()
	for _, o := range l.order {
		in := files[o]
		s := newSource(in, nil)
		s.live = true
		if in.Result != nil {
			s.failed = in.Result.Err()
		}
		if l.failed == nil {
			l.failed = s.failed
		}
		all, err := s.readBy(l.who, f.dialect)
		if err != nil {
			return err
		}
		for _, r := range all {
			r.brief = !f.explain && f.format != "json"
			l.counts[r] = &[2]int{}
		}
		l.sites[o] = all
	}
	return nil
}

// answer asks every URL, and ends with the table of the sites.
func (l *live) answer(urls []string, f checkFlags) (found bool, err error) {
	var all []*reading
	for _, o := range l.order {
		all = append(all, l.sites[o]...)
	}
	report, err := l.c.checkReport(f, nil, all)
	if err != nil {
		return false, err
	}
	for _, u := range urls {
		_, origin, err := fetch.RobotsURL(u)
		if err != nil {
			return false, err
		}
		for _, r := range l.sites[origin] {
			j := r.judge(u)
			n := l.counts[r]
			n[0]++
			if !j.trace.Allowed {
				n[1]++
				found = true
			}
			if err := report.answer(&j); err != nil {
				return false, err
			}
		}
	}
	if err := report.end(); err != nil {
		return false, err
	}
	if f.format == "text" {
		l.table()
	}
	return found, nil
}

// table shows for each site and crawler how many URLs are disallowed. Sites
// with the same file have the same letter, so that one that differs stands out.
func (l *live) table() {
	head := []string{"SITE", "STATUS", "FILE"}
	for _, w := range l.who {
		head = append(head, l.c.clean(w.Name))
	}
	rows := [][]string{head}
	names := map[string]string{}
	for _, o := range l.order {
		all := l.sites[o]
		s := all[0].source
		key := string(s.robots.src)
		if m := all[0].meaning; m.Do != engine.DoRules {
			key = "\x00" + string(m.Do)
		}
		if names[key] == "" {
			names[key] = letters(len(names))
		}
		row := []string{l.c.clean(o.String()), statusOf(s), names[key]}
		for _, r := range all {
			n := l.counts[r]
			row = append(row, fmt.Sprintf("%s of %s disallowed", thousands(n[1]), thousands(n[0])))
		}
		rows = append(rows, row)
	}
	fmt.Fprintln(l.c.out)
	for _, line := range l.c.columns(rows, nil) {
		fmt.Fprintln(l.c.out, line)
	}
	switch {
	case len(l.order) > 1 && len(names) == 1:
		fmt.Fprintf(l.c.out, "All %s serve the same file.\n", counted(len(l.order), "site"))
	case len(l.order) > 1:
		fmt.Fprintf(l.c.out, "%s serve %s: sites with the same letter have the same.\n", counted(len(l.order), "site"), counted(len(names), "different file"))
	}
}

// statusOf is the status of a fetch, or what stands in for it.
func statusOf(s *source) string {
	switch {
	case s.Result == nil:
		return "local"
	case !s.Result.Answered():
		return "none"
	}
	return fmt.Sprint(s.Result.Status)
}

// letters names the nth of several: A to Z, then AA, AB.
func letters(n int) string {
	name := ""
	for ; n >= 0; n = n/26 - 1 {
		name = string(rune('A'+n%26)) + name
	}
	return name
}
