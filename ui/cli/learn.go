package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"robotslens/ui/lessons"
)

func (c *cli) learnCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "learn [LESSON]",
		Short: "Learn RFC 9309 by doing: the course, or one lesson",
		Long: `learn lists the lessons, one a line: slug, title, sections of RFC 9309. With the slug of a lesson it
opens it on the screen, or prints it where there is no terminal. The language is that of the locale
where the course is translated (English, Indonesian, Portuguese).`,
		Example: "  robotslens learn\n  robotslens learn longest-match",
		Args:    c.args(0, 1, "one lesson"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var slugs []string
			for _, l := range lessons.For(locale()) {
				slugs = append(slugs, l.Slug+"\t"+l.Title)
			}
			return slugs, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.learn(cmd.Context(), args)
		},
	}
}

func (c *cli) learn(_ context.Context, args []string) error {
	if len(args) == 0 {
		_, err := c.out.WriteString(lessons.List(lessons.For(locale())))
		return err
	}
	l, err := lessons.Named(locale(), args[0])
	if err != nil {
		return err
	}
	for line := range strings.Lines(l.String()) {
		fmt.Fprintln(c.out, c.clean(strings.TrimSuffix(line, "\n")))
	}
	return nil
}

// locale is the name of the language for messages, as POSIX orders the
// variables.
func locale() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(name); v != "" {
			return v
		}
	}
	return ""
}
