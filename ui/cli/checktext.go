package cli

import (
	"cmp"
	"fmt"
	"slices"

	"robotslens/ui/screen"
)

// rowText writes a row for each question, aligned.
type rowText struct {
	c      *cli
	rows   [][]string
	styles []screen.Style
	notes  [][]string
}

func (t *rowText) answer(j *judged) error {
	rule := t.c.clean(j.rule())
	if rule == "" {
		rule = "-"
	}
	t.rows = append(t.rows, []string{j.words(), t.c.clean(j.who.Name), t.c.clean(j.url), lineWords(j.trace.Line), rule, t.c.clean(j.why())})
	t.styles = append(t.styles, t.c.verdictStyle(j))
	t.notes = append(t.notes, j.notes())
	return nil
}

func (t *rowText) end() error {
	for i, line := range t.c.columns(t.rows, t.styles) {
		fmt.Fprintln(t.c.out, line)
		for _, n := range t.notes[i] {
			fmt.Fprintf(t.c.out, "  %s\n", t.c.clean(n))
		}
	}
	return nil
}

// explainText writes the whole decision for each question.
type explainText struct {
	c     *cli
	begun bool
}

func (t *explainText) answer(j *judged) error {
	if t.begun {
		fmt.Fprintln(t.c.out)
	}
	t.begun = true
	t.c.explain(j)
	return nil
}

func (t *explainText) end() error { return nil }

// explain writes a decision: complete for who reads it line by line.
func (c *cli) explain(j *judged) {
	fmt.Fprintf(c.out, "%s and %s\n", c.clean(j.who.Name), c.clean(j.url))
	for _, line := range j.explanation() {
		fmt.Fprintf(c.out, "  %s\n", c.clean(line))
	}
}

// listText writes what is disallowed, then totals by rule for each crawler.
type listText struct {
	c       *cli
	explain bool
	name    int // width of the longest crawler's name
	totals  map[askedAs]*total
	rows    int // that were written
	order   []*total
}

// total is what was asked for one crawler.
type total struct {
	name, dialect                string
	asked, disallowed, otherHost int
	byRule                       map[ruleOfFile]*ruleTotal
}

// ruleOfFile names a rule of one of several files; line is 0 where no rule
// decides.
type ruleOfFile struct {
	source *source
	line   int32
}

type ruleTotal struct {
	ruleOfFile
	rule string
	n    int
}

func newListText(c *cli, all []*reading, explain bool) *listText {
	t := &listText{c: c, explain: explain, totals: map[askedAs]*total{}}
	for _, r := range all {
		t.name = max(t.name, screen.Width(c.clean(r.who.Name)))
		t.of(r)
	}
	return t
}

// of returns the totals of the crawler of r.
func (t *listText) of(r *reading) *total {
	as := askedAs{r.who.Name, r.who.From}
	sum := t.totals[as]
	if sum == nil {
		sum = &total{name: r.who.Name, dialect: r.file.Dialect.Name, byRule: map[ruleOfFile]*ruleTotal{}}
		t.totals[as] = sum
		t.order = append(t.order, sum)
	}
	return sum
}

func (t *listText) answer(j *judged) error {
	sum := t.of(j.reading)
	sum.asked++
	switch {
	case j.otherHost():
		sum.otherHost++
	case j.trace.Allowed:
		return nil
	default:
		sum.disallowed++
		key := ruleOfFile{j.source, j.trace.Line}
		l := sum.byRule[key]
		if l == nil {
			l = &ruleTotal{ruleOfFile: key, rule: j.rule()}
			if key.line == 0 {
				l.rule = j.otherwise.Sentence
			}
			sum.byRule[key] = l
		}
		l.n++
	}
	return t.row(j)
}

// row writes the URL last, so that rows can be written as they come and their
// columns still stand below each other.
func (t *listText) row(j *judged) error {
	t.rows++
	if t.explain {
		t.c.explain(j)
		return nil
	}
	st := t.c.verdictStyle(j)
	words := j.words()
	name := t.c.clean(j.who.Name)
	_, err := fmt.Fprintf(t.c.out, "%s%*s  %s%*s  %-9s  %s\n", t.c.styled(st, words), max(0, 10-len(words)), "",
		name, t.name-screen.Width(name), "", lineWords(j.trace.Line), t.c.clean(j.url))
	return err
}

func (t *listText) end() error {
	for i, sum := range t.order {
		if i > 0 || t.rows > 0 { // parts the totals from what stands above
			fmt.Fprintln(t.c.out)
		}
		fmt.Fprintf(t.c.out, "%s of %s for %s (%s)\n", thousands(sum.disallowed), isOrAre(sum.asked, "URL")+" disallowed",
			t.c.clean(sum.name), sum.dialect)
		for _, l := range sum.rules() {
			where := lineWords(l.line)
			if l.source.live {
				where += "  " + t.c.clean(l.source.Origin.String())
			}
			fmt.Fprintf(t.c.out, "%8s  %-9s  %s\n", thousands(l.n), where, t.c.clean(l.rule))
		}
		if sum.otherHost > 0 {
			fmt.Fprintf(t.c.out, "%8s  other host: the file does not govern them\n", thousands(sum.otherHost))
		}
	}
	return nil
}

// rules are the totals by rule, the largest first.
func (sum *total) rules() []*ruleTotal {
	var all []*ruleTotal
	for _, l := range sum.byRule {
		all = append(all, l)
	}
	slices.SortFunc(all, func(a, b *ruleTotal) int {
		return cmp.Or(b.n-a.n, cmp.Compare(a.source.title(), b.source.title()), int(a.line-b.line))
	})
	return all
}

// isOrAre is "1 URL is" or "8,412 URLs are".
func isOrAre(n int, one string) string {
	if n == 1 {
		return "1 " + one + " is"
	}
	return counted(n, one) + " are"
}
