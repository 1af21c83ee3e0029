package ui

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestATextReadBeforeASaveAndToldOfAfterItIsReadAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "robots.txt")
	if err := os.WriteFile(path, []byte("old\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, begun := range []bool{false, true} { // the save, when the reading begins
		a := testApp(t, 80, 24, Options{Source: Source{Kind: Local, Path: path, Name: path}, Text: []byte("old\n")})
		a.setFocus(paneFile)
		press(a, typed("#"))
		read := func() diskMsg { return a.readDisk(false)().(diskMsg) }
		var early diskMsg
		if !begun {
			early = read()
		}
		save := a.save()
		if begun {
			early = read()
		}
		a.Update(save())
		again := a.disked(early)
		if got := string(a.file.ed.Buffer().Bytes()); got != "#old\n" {
			t.Fatalf("the text is %q after it was saved", got)
		}
		if again == nil {
			t.Fatal("the file is not read again")
		}
		if m := again().(diskMsg); string(m.text) != "#old\n" || a.disked(m) != nil {
			t.Errorf("read again is %q", m.text)
		}
		if err := os.WriteFile(path, []byte("old\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

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
