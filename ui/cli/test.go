package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"robotslens/engine"
	"robotslens/engine/suite"
	"robotslens/fetch"
)

type testFlags struct {
	dialect string
	origin  string
	format  string
	sameAs  string
}

func (c *cli) testCommand() *cobra.Command {
	var f testFlags
	cmd := &cobra.Command{
		Use:   "test FILE|URL|- TABLE...",
		Short: "Hold a robots.txt against tables of expected verdicts",
		Long: `test asks every row of the tables and prints those whose verdict is another one, and why. A table is
CSV with a header: the columns agent, url, expected (allow or disallow) and, if wanted, dialect and
note. Of several tables each gets a line of totals.

Exit status: 0 all as expected; 1 a row differs; 2 a bad row, or a usage, input or network error.`,
		Example: "  robotslens test robots.txt expected.csv\n  robotslens test https://shop.example expected.csv --format junit > report.xml",
		Args:    c.args(2, -1, "a robots.txt and at least one table"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.test(cmd.Context(), args[0], args[1:], f)
		},
	}
	g := cmd.Flags()
	g.StringVar(&f.dialect, "dialect", "auto", "for rows that name none: "+dialectWords)
	g.StringVar(&f.origin, "origin", "", "`URL` of the site that a local file governs")
	addSameAs(cmd, &f.sameAs)
	g.StringVar(&f.format, "format", "text", "text, json, csv, junit or github")
	return cmd
}

func (c *cli) test(ctx context.Context, name string, tables []string, f testFlags) error {
	write, ok := map[string]func(io.Writer, []suite.Report) error{"text": suite.WriteText, "json": suite.WriteJSON,
		"csv": suite.WriteCSV, "junit": suite.WriteJUnit, "github": suite.WriteGitHub}[f.format]
	if !ok {
		return formatError(f.format, "text, json, csv, junit or github")
	}
	options, err := c.planOptions(f.dialect)
	if err != nil {
		return err
	}
	s, err := c.open(ctx, name, f.origin)
	if err != nil {
		return err
	}
	options.Origin = s.Origin
	var reports []suite.Report
	var sum suite.Counts
	for _, table := range tables {
		r, err := c.runTable(ctx, s, table, options)
		if err != nil {
			return err
		}
		n := r.Counts()
		sum.Rows, sum.Differs, sum.Bad = sum.Rows+n.Rows, sum.Differs+n.Differs, sum.Bad+n.Bad
		if n.Rows+n.Bad == 0 {
			c.warn("%s: the table has no rows", titleOf(table))
		}
		reports = append(reports, r)
	}
	if err := write(c.out, reports); err != nil {
		return err
	}
	leaked, err := c.leaked(ctx, s, f.sameAs)
	switch {
	case err != nil:
		return err
	case s.failed != nil:
		return s.failed
	case sum.Bad > 0:
		return fmt.Errorf("%s of the tables could not be asked: mend what the output names", counted(sum.Bad, "row"))
	case sum.Differs > 0 || leaked:
		return errFound
	}
	return nil
}

// runTable asks the rows of one table.
func (c *cli) runTable(ctx context.Context, s *source, name string, options suite.Options) (suite.Report, error) {
	r := suite.Report{Name: titleOf(name)}
	rows, problems, err := c.readTable(name)
	if err != nil {
		return r, err
	}
	plan, bad := suite.NewPlan(rows, options)
	r.Problems = append(problems, bad...)
	slices.SortStableFunc(r.Problems, func(a, b *suite.RowError) int { return a.Line - b.Line })
	r.Run, err = plan.Run(ctx, s.version())
	return r, err
}

func (c *cli) readTable(name string) ([]suite.Row, []*suite.RowError, error) {
	var in io.Reader
	if name == "-" {
		stdin, err := c.takeStdin()
		if err != nil {
			return nil, nil, err
		}
		in = stdin
	} else {
		f, err := fetch.OpenStream(name)
		if err != nil {
			return nil, nil, err
		}
		defer f.Close()
		in = f
	}
	rows, problems, err := suite.ReadTable(in)
	switch {
	case errors.Is(err, suite.ErrNoHeader): // one such table does not stop the others
		return rows, append(problems, &suite.RowError{Line: 1, Msg: err.Error()}), nil
	case err != nil:
		return nil, nil, fileError(titleOf(name), err)
	}
	return rows, problems, nil
}

// planOptions are how rows are understood, but for the origin.
func (c *cli) planOptions(dialect string) (suite.Options, error) {
	catalogue, err := c.catalogue()
	if err != nil {
		return suite.Options{}, err
	}
	if _, err := dialectFor(dialect, bare("")); err != nil {
		return suite.Options{}, err
	}
	return suite.Options{Catalogue: catalogue, Dialect: dialect, OriginOf: fetch.OriginOf}, nil
}

// version is s for a plan.
func (s *source) version() suite.Version {
	v := suite.Version{Src: s.robots.src}
	if s.Result != nil {
		a := s.Result.Answer(engine.Origin{})
		v.Answer = &a
		if s.copy != nil { // read only where the answer says so
			v.Src = s.copy.src
		}
	}
	return v
}
