package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"robotslens/fetch"
	"robotslens/ui/files"
	"robotslens/ui/lessons"
)

func (c *cli) learnCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "learn [LESSON]",
		Short: "Learn RFC 9309 by doing: the course, or one lesson",
		Long: `learn opens the course on the screen. With the slug of a lesson, or the file of a teacher's own, it opens
that lesson. Where there is no terminal it lists the lessons, one a line (slug, title, sections of
RFC 9309), or prints the lesson. The language is that of the locale
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

func (c *cli) learn(ctx context.Context, args []string) error {
	if len(args) == 0 {
		if c.onTerminal() {
			return c.openScreen(ctx, nil, asked{course: true})
		}
		_, err := c.out.WriteString(lessons.List(lessons.For(locale())))
		return err
	}
	l, err := findLesson(args[0])
	if err != nil {
		return err
	}
	if c.onTerminal() {
		return c.openScreen(ctx, nil, asked{course: true, lesson: l})
	}
	for line := range strings.Lines(l.String()) {
		fmt.Fprintln(c.out, c.clean(strings.TrimSuffix(line, "\n")))
	}
	return nil
}

// findLesson finds a lesson of the course by its slug, or reads a teacher's own,
// whose claims must hold.
func findLesson(name string) (*lessons.Lesson, error) {
	l, err := lessons.Named(locale(), name)
	if err == nil || !files.Exists(name) {
		return l, err
	}
	src, err := fetch.ReadFile(name, lessons.MaxSize)
	if err != nil {
		return nil, err
	}
	if l, err = lessons.Parse(src); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if wrong := lessons.Verify(l, lessons.Engine); len(wrong) > 0 {
		return nil, fmt.Errorf("%s: %w", name, wrong)
	}
	return l, nil
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
