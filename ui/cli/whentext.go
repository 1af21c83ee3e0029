package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"robotslens/engine/suite"
	"robotslens/ui/screen"
)

// text tells the changes, the latest first, each with the verdicts that it
// brought; what was always so comes last.
func (e *eras) text(list bool) {
	type change struct {
		since int
		after suite.Rule
		allow bool
		asks  []int
	}
	type key struct {
		since, line int
		allow       bool
	}
	plan := e.last.Plan
	var changes []*change
	at := map[key]*change{}
	for i, m := range e.moments {
		k := key{m.since, m.after.Line, e.last.Verdicts[i].Allowed}
		if m.since == 0 {
			k = key{}
		}
		g := at[k]
		if g == nil {
			g = &change{since: m.since, after: m.after, allow: k.allow}
			at[k] = g
			changes = append(changes, g)
		}
		g.asks = append(g.asks, i)
	}
	slices.SortStableFunc(changes, func(a, b *change) int {
		if a.since != b.since {
			return b.since - a.since
		}
		return len(b.asks) - len(a.asks)
	})
	p := func(format string, args ...any) { fmt.Fprintln(e.c.out, e.c.clean(fmt.Sprintf(format, args...))) }
	for n, g := range changes {
		if n > 0 {
			fmt.Fprintln(e.c.out)
		}
		v := e.versions[g.since]
		if g.since == 0 {
			p("always so, in %s since %s (%s)", counted(len(e.versions), "version"), e.when(0), v.Name)
			e.rows(g.asks)
			continue
		}
		p("since %s, %s%s", e.when(g.since), v.Name, subjectOf(v.Subject))
		p("  before  %s", ruleWords(e.moments[g.asks[0]].before))
		p("  after   %s", ruleWords(g.after))
		if list {
			p("  this %s %s of %s", verdictWord(g.allow), thousands(len(g.asks)), counted(len(plan.Asks), "question"))
		}
		e.diff(g.since)
		e.rows(g.asks)
	}
}

func subjectOf(subject string) string {
	if subject == "" {
		return ""
	}
	return " (" + subject + ")"
}

// rows are the asks with the verdict and the line of the latest version.
func (e *eras) rows(asks []int) {
	plan := e.last.Plan
	rows := make([][]string, 0, len(asks))
	styles := make([]screen.Style, 0, len(asks))
	t := e.c.colours()
	for _, i := range asks {
		verdict, st := e.verdict(i), t.Disallow
		switch {
		case plan.Asks[i].OtherHost:
			st = t.Notice
		case e.last.Verdicts[i].Allowed:
			st = t.Allow
		}
		rows = append(rows, []string{verdict, e.c.clean(plan.Agent(i)), lineWords(e.last.Verdicts[i].Line), e.c.clean(plan.Row(i).URL)})
		styles = append(styles, st)
	}
	for _, line := range e.c.columns(rows, styles) {
		fmt.Fprintf(e.c.out, "  %s\n", line)
	}
}

// verdict is the word for ask i now.
func (e *eras) verdict(i int) string {
	if e.last.Plan.Asks[i].OtherHost {
		return "other host"
	}
	return verdictWord(e.last.Verdicts[i].Allowed)
}

// diffLines is how many lines of a difference are shown.
const diffLines = 12

// diff shows what version v changed, where that is little.
func (e *eras) diff(v int) {
	text := udiff.Unified("before", "after", string(e.versions[v-1].Bytes), string(e.versions[v].Bytes))
	shown := 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "+++") || line == "" || line[0] != '+' && line[0] != '-' {
			continue
		}
		if shown++; shown > diffLines {
			fmt.Fprintln(e.c.out, "    and more lines")
			return
		}
		fmt.Fprintf(e.c.out, "    %s\n", e.c.clean(line))
	}
}
