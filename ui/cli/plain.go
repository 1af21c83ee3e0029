package cli

import (
	"context"
	"errors"
	"fmt"
)

// plain says in sentences what each crawler may fetch.
func (c *cli) plain(ctx context.Context, name string, f checkFlags) error {
	if f.format != "text" {
		return errors.New("--plain is text: leave --format out")
	}
	s, all, err := c.readings(ctx, name, f.asked)
	if err != nil {
		return err
	}
	for i, r := range all {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		if allowed, decided := r.meaning.Verdict(); decided {
			what := "nothing"
			if allowed {
				what = "everything"
			}
			fmt.Fprintf(c.out, "%s may fetch %s.\n", c.clean(r.who.Name), what)
			fmt.Fprintf(c.out, "%s.\n", c.clean(r.meaning.String()))
			continue
		}
		for _, line := range r.file.Plain(r.selection).Sentences(r.who.Name) {
			fmt.Fprintln(c.out, c.clean(line))
		}
		fmt.Fprintf(c.out, "%s; read as %s.\n", c.clean(r.selection.Sentence(r.file)), r.file.Dialect.Name)
		for _, n := range r.notes() {
			fmt.Fprintf(c.out, "%s.\n", c.clean(n))
		}
	}
	return s.failed
}
