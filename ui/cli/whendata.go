package cli

import (
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"time"

	"robotslens/engine/suite"
	"robotslens/fetch"
)

// whenRow is one answer of when --format json.
type whenRow struct {
	URL     string      `json:"url"`
	Agent   string      `json:"agent"`
	Allowed bool        `json:"allowed"`
	Line    int         `json:"line"`
	Rule    string      `json:"rule"`
	Since   versionRow  `json:"since"`
	Before  *verdictRow `json:"before"` // null where it was always so
}

// versionRow names a version.
type versionRow struct {
	Version string `json:"version"`
	Time    string `json:"time"`
}

func versionRowOf(v fetch.Version) versionRow { return versionRow{v.Name, stamp(v.Time)} }

func (e *eras) json() error {
	array := e.c.jsonArray()
	for i, m := range e.moments {
		rule := e.last.Deciding(i)
		row := whenRow{e.last.Plan.Row(i).URL, e.last.Plan.Agent(i), e.last.Verdicts[i].Allowed, rule.Line, rule.String(),
			versionRowOf(e.versions[m.since]), nil}
		if !e.always(i) {
			row.Before = &verdictRow{!row.Allowed, m.before.Line, m.before.String()}
		}
		if err := array.add(row); err != nil {
			return err
		}
	}
	return array.end()
}

func (e *eras) csv() error {
	rows := [][]string{{"url", "agent", "verdict", "line", "rule", "since_version", "since_time", "before_verdict", "before_line", "before_rule"}}
	for i, m := range e.moments {
		rule, v := e.last.Deciding(i), e.versions[m.since]
		cells := []string{e.c.cell(e.last.Plan.Row(i).URL), e.c.cell(e.last.Plan.Agent(i)), e.verdict(i), strconv.Itoa(rule.Line), e.c.cell(rule.String()),
			e.c.cell(v.Name), stamp(v.Time), "", "", ""}
		if !e.always(i) {
			cells[7], cells[8], cells[9] = verdictWord(!e.last.Verdicts[i].Allowed), strconv.Itoa(m.before.Line), e.c.cell(m.before.String())
		}
		rows = append(rows, cells)
	}
	return csv.NewWriter(e.c.out).WriteAll(rows)
}

// heldRow is a verdict under one version that a crawler may have held.
type heldRow struct {
	URL     string     `json:"url"`
	Agent   string     `json:"agent"`
	At      string     `json:"at"`
	Held    versionRow `json:"held"`
	Allowed bool       `json:"allowed"`
	Line    int        `json:"line"`
	Rule    string     `json:"rule"`
}

// heldAt tells the verdicts under every version that a crawler may have held at
// a time (RFC 9309, 2.4).
func (c *cli) heldAt(ctx context.Context, plan *suite.Plan, versions []fetch.Version, at time.Time, format string) (found bool, err error) {
	held := fetch.HeldAt(versions, at)
	if len(held) == 0 {
		return false, fmt.Errorf("no version was up at %s: the first is of %s", stamp(at), stamp(versions[0].Time))
	}
	var rows []heldRow
	for v := range held {
		run, err := runOnce(ctx, plan, &held[v], map[[32]byte]*suite.Run{})
		if err != nil {
			return false, err
		}
		for i := range plan.Asks {
			rule := run.Deciding(i)
			row := heldRow{plan.Row(i).URL, plan.Agent(i), stamp(at), versionRowOf(held[v]), run.Verdicts[i].Allowed, rule.Line, rule.String()}
			found = found || !row.Allowed
			rows = append(rows, row)
		}
	}
	switch format {
	case "json":
		return found, c.writeJSON(rows)
	case "csv":
		return found, c.heldCSV(rows)
	}
	fmt.Fprintf(c.out, "At %s a crawler may have held %s: a copy may be used for 24 hours (RFC 9309 2.4).\n", stamp(at), counted(len(held), "version"))
	cells := make([][]string, 0, len(rows))
	for _, r := range rows {
		cells = append(cells, []string{verdictWord(r.Allowed), c.clean(r.Agent), c.clean(r.URL), lineWords(r.Line), c.clean(r.Rule), c.clean(r.Held.Version) + " of " + r.Held.Time})
	}
	for _, line := range c.columns(cells, nil) {
		fmt.Fprintln(c.out, line)
	}
	return found, nil
}

func (c *cli) heldCSV(held []heldRow) error {
	rows := [][]string{{"url", "agent", "at", "version", "version_time", "verdict", "line", "rule"}}
	for _, r := range held {
		rows = append(rows, []string{c.cell(r.URL), c.cell(r.Agent), r.At, c.cell(r.Held.Version), r.Held.Time, verdictWord(r.Allowed), strconv.Itoa(r.Line), c.cell(r.Rule)})
	}
	return csv.NewWriter(c.out).WriteAll(rows)
}
