// Package early keeps the program from asking the terminal for its colours while packages are
// initialised. Import it blank, or for Restore, from package main.
//
// Bubble Tea v1 asks lipgloss for the background in an init function. On a terminal that means a
// query on standard output and up to five seconds of waiting for the answer, even for --version.
// termenv, which does it, stays silent where TERM begins with "dumb", so that is what TERM says until
// main calls Restore. The screen asks later, without waiting.
//
// It works only while this package is initialised before Bubble Tea. The linker orders packages by
// import path among those whose imports are ready. This one imports only os and so is ready with
// os; Bubble Tea waits for unicode, by way of strings, and "robotslens/ui/early" sorts before "unicode".
// Another import here could break that. The test of this package fails where the order is lost.
package early

import "os"

var term, termSet = os.LookupEnv("TERM")

func init() { _ = os.Setenv("TERM", "dumb") }

// Restore gives TERM back the value the program was started with. Call it first in main: child
// processes and the choice of colours need the true one.
func Restore() {
	if termSet {
		_ = os.Setenv("TERM", term)
	} else {
		_ = os.Unsetenv("TERM")
	}
}
