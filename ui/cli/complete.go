package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"robotslens/engine/crawlers"
	"robotslens/ui/theme"
)

// completeFlags tells shells what may follow a flag. The formats of a command
// stand in the flag's own words.
func (c *cli) completeFlags(cmd *cobra.Command) {
	fixed := map[string][]string{"dialect": dialects, "theme": theme.Names()}
	if f := cmd.Flags().Lookup("format"); f != nil {
		fixed["format"] = strings.Fields(strings.NewReplacer(",", " ", " or ", " ").Replace(f.Usage))
	}
	for name, words := range fixed {
		if cmd.Flags().Lookup(name) != nil || cmd.PersistentFlags().Lookup(name) != nil {
			must(cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)))
		}
	}
	for _, name := range []string{"agent", "as"} {
		if cmd.Flags().Lookup(name) != nil {
			must(cmd.RegisterFlagCompletionFunc(name, c.completeCrawler))
		}
	}
	for _, name := range []string{"token", "url", "origin", "history", "at"} {
		if cmd.Flags().Lookup(name) != nil {
			must(cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions))
		}
	}
	for _, sub := range cmd.Commands() {
		c.completeFlags(sub)
	}
}

// shellNeeded makes cobra's completion command want the name of a shell, where
// it would print its help and end well without one, or with a wrong one.
func shellNeeded(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		var shells []string
		for _, sub := range cmd.Commands() {
			shells = append(shells, sub.Name())
		}
		known := strings.Join(shells, ", ")
		cmd.Args = nil
		cmd.RunE = func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no shell is named: give one of %s", known)
			}
			return fmt.Errorf("unknown shell %q: give one of %s", args[0], known)
		}
	}
}

// must is for errors that only a mistake in this program makes.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// completeCrawler offers the crawlers of the catalogue and its sets.
func (c *cli) completeCrawler(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	catalogue, err := c.catalogue()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var words []string
	if strings.HasPrefix(typed, "@") || typed == "" {
		words = slices.Clone(crawlers.Sets())
	}
	for _, e := range catalogue.Complete(typed) {
		words = append(words, e.Token+"\t"+c.clean(e.Operator+", "+e.Kind.String()))
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}
