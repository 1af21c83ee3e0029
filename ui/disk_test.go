package ui

import (
	"testing"
	"time"
)

// A program may write a file in several steps, each of which is told of.
func TestAConflictThatWasAnsweredIsNotAskedAboutAgain(t *testing.T) {
	for _, c := range []struct{ name, key string }{{"keep mine", "k"}, {"take theirs", "t"}} {
		t.Run(c.name, func(t *testing.T) {
			a := testApp(t, 80, 24, Options{})
			a.setFocus(paneFile)
			press(a, typed("#"))
			a.lastKey = time.Time{} // nobody types
			theirs := diskMsg{gen: a.held.gen, text: []byte("# theirs\n")}
			a.Update(theirs)
			if a.over == nil {
				t.Fatal("a change here and on the disk is not asked about")
			}
			later := a.disked(theirs) // waits until the question is answered
			press(a, typed(c.key))
			a.lastKey = time.Time{}
			runAll(a, later)
			if a.over != nil {
				t.Error("it is asked again")
			}
		})
	}
}
