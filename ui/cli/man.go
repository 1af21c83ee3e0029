package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func (c *cli) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man [FOLDER]",
		Short:   "Write the manual pages to a folder, or the first to standard output",
		Example: "  robotslens man | man -l -\n  robotslens man ~/.local/share/man/man1",
		Args:    c.args(0, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			root.DisableAutoGenTag = true
			header := &doc.GenManHeader{Title: "ROBOTSLENS", Section: "1", Source: "robotslens", Manual: "User commands"}
			if len(args) == 0 {
				return doc.GenMan(root, header, c.out)
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("cannot make the folder %s: %w", args[0], err)
			}
			header.Title = "" // of each page its own
			return doc.GenManTree(root, header, args[0])
		},
	}
}
