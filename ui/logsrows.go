package ui

import (
	"fmt"
	"strings"

	"robotslens/engine/audit"
)

// logRows lays a report out.
func logRows(r *audit.Report) []logRow {
	rows := []logRow{{heading: fmt.Sprintf("%s, %s broken, %s of crawlers: %s disallowed", count(r.Lines, "line", "lines"),
		thousands(r.Skipped), count(r.Totals.Hits, "hit", "hits"), thousands(r.Totals.Disallowed))}}
	if len(r.Crawlers) == 0 {
		return nil
	}
	rows = append(rows, flipRows(r)...)
	for _, a := range r.Crawlers {
		what := thousands(a.Disallowed) + " disallowed, " + thousands(a.Allowed) + " allowed"
		if a.NoFile > 0 {
			what += ", " + thousands(a.NoFile) + " on other hosts"
		}
		rows = append(rows, logRow{cells: []string{a.Name + ": " + count(a.Hits, "hit", "hits") + ", " + what}, bad: a.Disallowed > 0, agent: a.Name})
		for _, l := range a.ByLine {
			rows = append(rows, logRow{
				cells: []string{"  " + thousands(l.Count), fmt.Sprintf("%.1f %%", 100*l.Share), fmt.Sprintf("line %d", l.Line), l.Rule},
				line:  l.Line, agent: a.Name, url: l.Example, bad: !l.Allowed,
			})
		}
	}
	list := func(title string, all []audit.Tally) {
		if len(all) == 0 {
			return
		}
		rows = append(rows, logRow{heading: title})
		for _, u := range all {
			n := thousands(u.Count)
			if u.Error > 0 {
				n = thousands(u.Count-u.Error) + " or more"
			}
			rows = append(rows, logRow{cells: []string{n, u.Name}, url: urlOf(u.Name)})
		}
	}
	list("disallowed URLs fetched most", r.DisallowedURLs)
	list("disallowed folders fetched most", r.DisallowedFolders)
	if len(r.UnusedRules) > 0 {
		rows = append(rows, logRow{heading: "rules that decided no hit"})
		for _, u := range r.UnusedRules {
			rows = append(rows, logRow{cells: []string{fmt.Sprintf("line %d", u.Line), u.Rule}, line: u.Line})
		}
	}
	if len(r.RobotsTxt) > 0 {
		rows = append(rows, logRow{heading: "hits on /robots.txt"})
		for _, x := range r.RobotsTxt {
			who := x.Crawler
			if who == "" {
				who = "others"
			}
			rows = append(rows, logRow{cells: []string{thousands(x.Count), who}, agent: x.Crawler})
		}
	}
	list("hosts that this file does not govern", r.NoFileHosts)
	return rows
}

// flipRows are the hits that the changes since the logs were opened flip. The
// report holds them the other way round: against the text of then.
func flipRows(r *audit.Report) []logRow {
	if len(r.Flips) == 0 {
		return nil
	}
	rows := []logRow{{heading: "flipped by your changes: " + count(*r.Flipped, "hit", "hits")}}
	for _, f := range r.Flips {
		now := f.Before
		words := "now allowed: "
		if !now.Allowed {
			words = "now disallowed: "
		}
		line := "no rule"
		if now.Line > 0 {
			line = fmt.Sprintf("line %d", now.Line)
		}
		rows = append(rows, logRow{
			cells: []string{"  " + thousands(f.Count), "flip", line, words + f.Crawler + " " + f.Example},
			line:  now.Line, agent: f.Crawler, url: f.Example, bad: !now.Allowed,
		})
	}
	return rows
}

// urlOf makes a URL of a host and a target written together.
func urlOf(name string) string {
	if name == "" || strings.HasPrefix(name, "/") {
		return name
	}
	return "https://" + name
}
