package cli

import (
	"encoding/csv"
	"maps"
	"slices"
	"strconv"

	"robotslens/engine/audit"
)

// auditColumns are the columns of audit --format csv. The section says what a
// row is about; columns that a section does not need are empty.
var auditColumns = []string{"section", "crawler", "name", "host", "file", "line", "rule", "verdict", "count", "error", "share", "unsure", "before", "after", "example"}

type csvRow struct {
	section, crawler, name, host, file, rule, verdict, share, example string
	line                                                              int
	count                                                             int64
	error, unsure, before, after                                      *int64
}

func (c *cli) auditCSV(r *audit.Report) error {
	rows := [][]string{auditColumns}
	number := func(n *int64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatInt(*n, 10)
	}
	for _, row := range auditRows(r) {
		line := ""
		if row.line > 0 {
			line = strconv.Itoa(row.line)
		}
		rows = append(rows, []string{row.section, c.cell(row.crawler), c.cell(row.name), c.cell(row.host), c.cell(row.file), line, c.cell(row.rule),
			row.verdict, strconv.FormatInt(row.count, 10), number(row.error), row.share, number(row.unsure), number(row.before), number(row.after),
			c.cell(row.example)})
	}
	return csv.NewWriter(c.out).WriteAll(rows)
}

// auditRows lays a report out in rows.
func auditRows(r *audit.Report) []csvRow {
	rows := []csvRow{
		{section: "total", name: "lines", count: r.Lines},
		{section: "total", name: "parsed", count: r.Parsed},
		{section: "total", name: "skipped", count: r.Skipped},
		{section: "total", name: "blank", count: r.Blank},
		{section: "total", name: "others", count: r.Others},
	}
	for i := range r.Crawlers {
		rows = append(rows, crawlerRows(&r.Crawlers[i])...)
	}
	list := func(section string, all []audit.Tally) {
		for i := range all {
			rows = append(rows, csvRow{section: section, name: all[i].Name, count: all[i].Count, error: &all[i].Error})
		}
	}
	for i := range r.Flips {
		f := &r.Flips[i]
		for _, d := range []struct {
			name string
			audit.Decided
		}{{"before", f.Before}, {"after", f.After}} {
			rows = append(rows, csvRow{section: "flip", crawler: f.Crawler, name: d.name, file: d.File, line: d.Line, rule: d.Rule,
				verdict: verdictWord(d.Allowed), count: f.Count, example: f.Example})
		}
	}
	list("disallowed_url", r.DisallowedURLs)
	list("disallowed_folder", r.DisallowedFolders)
	for _, u := range r.UnusedRules {
		rows = append(rows, csvRow{section: "unused_rule", host: u.Host, file: u.File, line: u.Line, rule: u.Rule})
	}
	for _, t := range r.RobotsTxt {
		for _, s := range slices.Sorted(maps.Keys(t.Statuses)) {
			rows = append(rows, csvRow{section: "robots_txt", crawler: t.Crawler, name: s, count: t.Statuses[s]})
		}
	}
	list("robots_txt_others", r.RobotsTxtOthers)
	list("host", r.Hosts)
	list("no_file_host", r.NoFileHosts)
	list("fault", r.Faults)
	return rows
}

func crawlerRows(a *audit.Crawler) []csvRow {
	var rows []csvRow
	add := func(name string, n int64, half func(*audit.Half) *int64) {
		row := csvRow{section: "crawler", crawler: a.Name, name: name, count: n}
		if a.Before != nil && half != nil {
			row.before, row.after = half(a.Before), half(a.After)
		}
		rows = append(rows, row)
	}
	add("hits", a.Hits, func(h *audit.Half) *int64 { return &h.Hits })
	add("allowed", a.Allowed, func(h *audit.Half) *int64 { return &h.Allowed })
	add("disallowed", a.Disallowed, func(h *audit.Half) *int64 { return &h.Disallowed })
	add("unsure", a.Unsure, func(h *audit.Half) *int64 { return &h.Unsure })
	add("no_file", a.NoFile, nil)
	add("no_target", a.NoTarget, nil)
	add("verified", a.Verified, nil)
	add("false_claims", a.FalseClaims, nil)
	add("unknown", a.Unknown, nil)
	rows = append(rows, csvRow{section: "group", crawler: a.Name, name: a.Group, count: a.Hits})
	for i := range a.ByLine {
		l := &a.ByLine[i]
		rows = append(rows, csvRow{
			section: "rule", crawler: a.Name, host: l.Host, file: l.File, line: l.Line, rule: l.Rule, verdict: verdictWord(l.Allowed),
			count: l.Count, unsure: &l.Unsure, before: l.Before, after: l.After, example: l.Example,
			share: strconv.FormatFloat(l.Share, 'f', 6, 64),
		})
	}
	return rows
}
