package cli

import "context"

// openScreen opens the screen on the file that args names.
func (c *cli) openScreen(_ context.Context, _ []string, _ asked) error {
	return errNoTerminal
}
