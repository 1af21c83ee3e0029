package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"robotslens/engine/audit"
	"robotslens/ui/screen"
)

// auditText writes the report for people.
func (c *cli) auditText(r *audit.Report, f auditFlags) {
	t := &auditPage{c: c, r: r, most: max(1, f.rows)}
	t.head()
	if len(r.Crawlers) == 0 {
		fmt.Fprintln(c.out, "\nNo crawler of the catalogue made a hit.")
	} else {
		t.crawlers()
		t.rules()
	}
	t.flips()
	t.list("Disallowed URLs fetched most", r.DisallowedURLs)
	t.list("Disallowed folders fetched most", r.DisallowedFolders)
	t.halves()
	t.groups()
	t.unused()
	t.robotsTxt()
	t.list("Hosts without a file", r.NoFileHosts)
	t.broken()
}

type auditPage struct {
	c    *cli
	r    *audit.Report
	most int // rows of a list
}

func (t *auditPage) printf(format string, args ...any) { fmt.Fprintf(t.c.out, format, args...) }

func (t *auditPage) head() {
	for _, l := range t.r.Logs {
		t.printf("%s: %s, read as %s\n", t.c.clean(l.Name), counted(int(l.Lines), "line"), l.Format)
	}
	t.printf("%s, %s, %s", counted(int(t.r.Parsed), "hit"), counted(int(t.r.Skipped), "broken line"), counted(int(t.r.Blank), "blank line"))
	if t.r.From != nil {
		t.printf(", from %s to %s UTC", t.r.From.Format(time.DateTime), t.r.To.Format(time.DateTime))
	}
	t.printf("\n%s by crawlers of the catalogue, %s by others.\n", counted(int(t.r.Totals.Hits), "hit"), thousands(int(t.r.Others)))
	if !t.r.Checked {
		t.printf("A crawler is who its User-Agent says; addresses are not verified (see --networks).\n")
	}
	for _, l := range t.r.Logs {
		if strings.Contains(l.Format, "common") {
			t.printf("%s has no User-Agent, so nobody in it can be recognised.\n", t.c.clean(l.Name))
		}
	}
}

// columns writes rows below each other, indented, with the columns named in
// right flush right.
func (t *auditPage) columns(rows [][]string, right ...int) {
	for _, col := range right {
		width := 0
		for _, row := range rows {
			width = max(width, screen.Width(row[col]))
		}
		for _, row := range rows {
			row[col] = strings.Repeat(" ", width-screen.Width(row[col])) + row[col]
		}
	}
	for _, line := range t.c.columns(rows, nil) {
		t.printf("  %s\n", line)
	}
}

func number(n int64) string { return thousands(int(n)) }

func share(part, whole int64) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

func (t *auditPage) crawlers() {
	head := []string{"crawler", "hits", "allowed", "disallowed", "unsure", "no file"}
	if t.r.Checked {
		head = append(head, "verified", "false claim", "unknown")
	}
	head = append(head, "obeys robots.txt")
	rows := [][]string{head}
	row := func(name string, n audit.Counts, claims [3]int64, obeys string) {
		cells := []string{t.c.clean(name), number(n.Hits), number(n.Allowed), number(n.Disallowed), number(n.Unsure), number(n.NoFile)}
		if t.r.Checked {
			cells = append(cells, number(claims[0]), number(claims[1]), number(claims[2]))
		}
		rows = append(rows, append(cells, t.c.clean(obeys)))
	}
	var sum [3]int64
	for _, a := range t.r.Crawlers {
		claims := [3]int64{a.Verified, a.FalseClaims, a.Unknown}
		for i, n := range claims {
			sum[i] += n
		}
		row(a.Name, a.Counts, claims, a.Obeys)
	}
	row("all", t.r.Totals, sum, "")
	t.printf("\nCrawlers\n")
	right := []int{1, 2, 3, 4, 5}
	if t.r.Checked {
		right = append(right, 6, 7, 8)
	}
	t.columns(rows, right...)
	if n := t.r.Totals.Unsure; n > 0 {
		t.printf("  unsure: within 24 hours after a change, so a cached copy is possible (RFC 9309 2.4)\n")
	}
	if n := t.r.Totals.NoTarget; n > 0 {
		t.printf("  %s no path and is not judged\n", nameOrNames(int(n), "hit"))
	}
	for _, a := range t.r.Crawlers {
		if a.FalseDisallowed > 0 {
			t.printf("  false claims among the disallowed hits of %s: %s (somebody else uses its name)\n", t.c.clean(a.Name), number(a.FalseDisallowed))
		}
	}
}

func (t *auditPage) rules() {
	for _, a := range t.r.Crawlers {
		if len(a.ByLine) == 0 {
			continue
		}
		t.printf("\nRules that decided for %s\n", t.c.clean(a.Name))
		var rows [][]string
		for i, l := range a.ByLine {
			if i == t.most {
				break
			}
			cells := []string{verdictWord(l.Allowed), number(l.Count), fmt.Sprintf("%.1f %%", 100*l.Share), t.where(l.Host, l.File, l.Line), t.c.clean(l.Rule), "e.g. " + t.c.clean(l.Example)}
			if l.Unsure > 0 {
				cells = append(cells, "unsure "+number(l.Unsure))
			}
			rows = append(rows, cells)
		}
		t.columns(rows, 1, 2)
		t.more(len(a.ByLine))
	}
}

// flips says what the other file would change.
func (t *auditPage) flips() {
	if t.r.Flipped == nil {
		return
	}
	if len(t.r.Flips) == 0 {
		t.printf("\nNo hit flips with the other file.\n")
		return
	}
	t.printf("\n%s with the other file\n", flipped(int(*t.r.Flipped)))
	rule := func(d audit.Decided) string {
		if d.Line == 0 {
			return "no rule"
		}
		return fmt.Sprintf("line %d %s", d.Line, t.c.clean(d.Rule))
	}
	var rows [][]string
	for i, f := range t.r.Flips {
		if i == t.most {
			break
		}
		rows = append(rows, []string{number(f.Count), t.c.clean(f.Crawler), "now " + verdictWord(f.After.Allowed),
			rule(f.Before) + " -> " + rule(f.After), "e.g. " + t.c.clean(f.Example)})
	}
	t.columns(rows, 0)
	t.more(len(t.r.Flips))
}

func flipped(n int) string {
	if n == 1 {
		return "1 hit flips"
	}
	return counted(n, "hit") + " flip"
}

// where names a line; the file only where there could be another.
func (t *auditPage) where(host, file string, line int) string {
	text := fmt.Sprintf("line %d", line)
	if host != "" || t.severalFiles() {
		text = t.c.clean(file) + " " + text
	}
	return text
}

func (t *auditPage) severalFiles() bool {
	first := ""
	for _, a := range t.r.Crawlers {
		for _, l := range a.ByLine {
			if first == "" {
				first = l.File
			}
			if l.File != first {
				return true
			}
		}
	}
	return false
}

// more tells how many of n rows are not shown.
func (t *auditPage) more(n int) {
	if n > t.most {
		t.printf("  and %s (--rows shows more, --format json up to a hundred)\n", counted(n-t.most, "more row"))
	}
}

func (t *auditPage) list(title string, all []audit.Tally) {
	if len(all) == 0 {
		return
	}
	t.printf("\n%s\n", title)
	var rows [][]string
	for i, a := range all {
		if i == t.most {
			break
		}
		cells := []string{number(a.Count), t.c.clean(a.Name)}
		if a.Name == "" {
			cells[1] = "(no host)"
		}
		if a.Error > 0 {
			cells[0] = fmt.Sprintf("%s to %s", number(a.Count-a.Error), number(a.Count))
		}
		rows = append(rows, cells)
	}
	t.columns(rows, 0)
	t.more(len(all))
}

func (t *auditPage) halves() {
	if t.r.Split == nil || len(t.r.Crawlers) == 0 {
		return
	}
	t.printf("\nBefore and after %s\n", t.r.Split.Format(time.RFC3339))
	rows := [][]string{{"crawler", "hits before", "disallowed", "share", "hits after", "disallowed", "share"}}
	row := func(name string, n audit.Counts) {
		b, a := n.Before, n.After
		rows = append(rows, []string{t.c.clean(name), number(b.Hits), number(b.Disallowed), share(b.Disallowed, b.Hits),
			number(a.Hits), number(a.Disallowed), share(a.Disallowed, a.Hits)})
	}
	for _, a := range t.r.Crawlers {
		row(a.Name, a.Counts)
	}
	row("all", t.r.Totals)
	t.columns(rows, 1, 2, 3, 4, 5, 6)
}

func (t *auditPage) groups() {
	if len(t.r.NoGroup) == 0 {
		return
	}
	t.printf("\nCrawlers without a group of their own\n")
	for _, a := range t.r.Crawlers {
		switch a.Group {
		case "*":
			t.printf("  %s goes by *\n", t.c.clean(a.Name))
		case "none":
			t.printf("  %s has no rules at all\n", t.c.clean(a.Name))
		}
	}
}

func (t *auditPage) unused() {
	if len(t.r.UnusedRules) == 0 {
		return
	}
	t.printf("\nRules that decided no hit\n")
	var rows [][]string
	for i, u := range t.r.UnusedRules {
		if i == t.most {
			break
		}
		rows = append(rows, []string{t.where(u.Host, u.File, u.Line), t.c.clean(u.Rule), "for " + t.c.clean(strings.Join(u.Agents, ", "))})
	}
	t.columns(rows)
	t.more(len(t.r.UnusedRules))
}

func (t *auditPage) robotsTxt() {
	if len(t.r.RobotsTxt) == 0 {
		return
	}
	t.printf("\nHits on /robots.txt\n")
	var rows [][]string
	for _, row := range t.r.RobotsTxt {
		name := t.c.clean(row.Crawler)
		if name == "" {
			name = "others"
		}
		var statuses []string
		for _, s := range slices.Sorted(maps.Keys(row.Statuses)) {
			shown := s
			if s == "0" {
				shown = "no status"
			}
			statuses = append(statuses, shown+": "+number(row.Statuses[s]))
		}
		rows = append(rows, []string{number(row.Count), name, strings.Join(statuses, ", "), "last " + row.Last.Format(time.DateTime), every(row)})
	}
	t.columns(rows, 0)
	if len(t.r.RobotsTxtOthers) > 0 {
		t.list("Others that fetched /robots.txt", t.r.RobotsTxtOthers)
	}
}

// every says how often on average.
func every(r audit.Robots) string {
	if r.Count < 2 {
		return "once"
	}
	return "every " + (r.Last.Sub(r.First) / time.Duration(r.Count-1)).Round(time.Second).String()
}

func (t *auditPage) broken() {
	if t.r.Skipped == 0 {
		return
	}
	t.printf("\nBroken lines\n")
	var rows [][]string
	for _, f := range t.r.Faults {
		rows = append(rows, []string{number(f.Count), f.Name})
	}
	t.columns(rows, 0)
	t.printf("  the first of them:\n")
	for _, b := range t.r.Broken {
		t.printf("  %s:%d: %s: %s\n", t.c.clean(b.Log), b.Line, b.Fault, t.c.clean(b.Text))
	}
}
