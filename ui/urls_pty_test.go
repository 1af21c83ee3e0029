//go:build unix

package ui_test

import (
	"testing"

	"robotslens/ui/ptytest"
)

func TestAPastedListShowsWhatAnEditFlipsAndUndoTakesItBack(t *testing.T) {
	dir := write(t, "robots.txt", "User-agent: *\nDisallow: /reports/\nAllow: /reports/public/\n")
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "robots.txt")
	x.Wait("no rule matches")
	x.Send(ptytest.Paste("/reports/a\r/reports/public/b\r/reports/public/c\r/d"))
	x.Wait("URLs 4", "4 rows, 1 disallowed", "0 of 4 flipped since save")

	x.Send(ptytest.Alt("3"), ptytest.Down, ptytest.Down, ptytest.Delete, "Disa") // Allow -> Disallow
	x.Wait("4 rows, 3 disallowed", "2 of 4 flipped since save")
	x.Show("URLs")
	x.Send("v")
	x.Wait("2 verdicts flipped since save", "line 3 Allow → line 3 Disallow")
	undo := ptytest.Ctrl('z') // the letters are one step, or several where they came apart
	x.Send(ptytest.Alt("3"), undo, undo, undo, undo, undo)
	x.Wait("0 of 4 flipped since save", "no verdict flipped")
}
