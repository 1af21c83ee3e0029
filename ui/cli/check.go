package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

type checkFlags struct {
	asked
	jsonl   bool
	explain bool
}

func (c *cli) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check FILE|URL|- --agent A... --url U...",
		Short: "Say whether crawlers may fetch URLs, and which line decides",
		Long: `check says for each crawler and each URL whether it may be fetched, and which line decides.
With --jsonl it is a filter: a JSON object a line in, a JSON object a line out, in the same order:

  {"id": any, "robots": text | "robots_b64": base64 | "file": path,
   "token": bare product token | "agent": crawler, "url": text, "dialect": optional}`,
		Example: `  robotslens check robots.txt --agent Googlebot --url /reports/ --explain
  robotslens check --jsonl < questions.jsonl > answers.jsonl`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.jsonl {
				if len(args) > 0 {
					return errors.New("check --jsonl reads its questions from standard input: name files in them")
				}
				return c.jsonLines(cmd.Context(), f.explain)
			}
			if len(args) == 0 {
				return errors.New("no robots.txt is named: give a file, a URL or - for standard input")
			}
			return c.check(cmd.Context(), args[0], f)
		},
	}
	f.addFlags(cmd)
	cmd.Flags().BoolVar(&f.jsonl, "jsonl", false, "answer JSON lines from standard input")
	cmd.Flags().BoolVar(&f.explain, "explain", false, "add every matching rule, its octets and its outcome")
	return cmd
}

func (c *cli) check(_ context.Context, name string, f checkFlags) error {
	src, err := readFile(name)
	if err != nil {
		return err
	}
	file := &robots{src: src}
	var who []crawlers.Resolved
	for _, a := range f.agents {
		all, err := crawlers.BuiltIn().ResolveAll(a)
		if err != nil {
			return err
		}
		who = append(who, all...)
	}
	for _, t := range f.tokens {
		who = append(who, bare(t))
	}
	found := false
	for _, w := range who {
		name := f.dialect
		if name == "auto" {
			name = w.Dialect
		}
		d, err := engine.DialectByName(name)
		if err != nil {
			return err
		}
		for _, u := range f.urls {
			t := file.in(d).Explain(u, engine.Crawler{Tokens: w.Tokens, NoStar: w.NoStar})
			found = found || !t.Allowed
			c.out.WriteString(t.Text())
		}
	}
	if found {
		return errFound
	}
	return nil
}
