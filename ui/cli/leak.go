package cli

import (
	"bytes"
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

func addSameAs(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "expect-same-as", "",
		"`FILE` that is to be deployed: status 1 where the new file is another one, or blocks all search crawlers")
}

// leaked reports whether s is not the file that is to be deployed, or blocks
// all search crawlers, as the file of a staging site does, and tells it in one
// line on standard error, where it harms no format.
func (c *cli) leaked(ctx context.Context, s *source, sameAs string) (bool, error) {
	if sameAs == "" {
		return false, nil
	}
	want, err := c.open(ctx, sameAs, "")
	if err != nil {
		return false, err
	}
	if want.failed != nil {
		return false, want.failed
	}
	same := bytes.Equal(want.robots.src, s.robots.src)
	blocks, err := c.blocksSearch(s)
	if err != nil || same && !blocks {
		return false, err
	}
	text := "is not the same as " + want.title()
	if same {
		text = "is the same as " + want.title()
	}
	if blocks {
		text += ", and blocks all search crawlers: is it the file of a staging site?"
	}
	fmt.Fprintf(c.err, "robotslens: %s %s\n", c.clean(s.title()), c.clean(text))
	return true, nil
}

// blocksSearch reports whether no search crawler of the catalogue may fetch the
// root of the site.
func (c *cli) blocksSearch(s *source) (bool, error) {
	who, err := c.whom(asked{agents: []string{"@search"}})
	if err != nil {
		return false, err
	}
	all, err := s.readBy(who, "auto")
	if err != nil {
		return false, err
	}
	for _, r := range all {
		if j := r.judge("/"); j.trace.Allowed {
			return false, nil
		}
	}
	return true, nil
}
