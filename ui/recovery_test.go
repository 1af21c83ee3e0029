package ui

import (
	"testing"

	"robotslens/ui/files"
)

func TestWhatWasTypedJustBeforeTheEndIsKeptAndWhatIsNotWantedIsNot(t *testing.T) {
	for _, c := range []struct {
		name          string
		keys          string
		dropped, kept bool
	}{
		{"typed and not saved", "# mine", false, true},
		{"to be discarded", "# mine", true, false},
		{"nothing typed", "", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			state := t.TempDir()
			a := testApp(t, 80, 24, Options{Text: []byte("User-agent: *\n")})
			var err error
			if a.held.session, err = files.OpenSession(state, "n"); err != nil {
				t.Fatal(err)
			}
			a.setFocus(paneFile)
			if c.keys != "" {
				press(a, typed(c.keys))
			}
			a.dropped = c.dropped
			if kept, err := a.end(); kept != c.kept || err != nil {
				t.Errorf("kept %v, %v", kept, err)
			}
			s, err := files.OpenSession(state, "n")
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			left, damaged := s.Left()
			if damaged != 0 || len(left) != map[bool]int{true: 1}[c.kept] {
				t.Fatalf("left are %d, %d damaged", len(left), damaged)
			}
			for _, l := range left {
				if string(l.Text) != "# mineUser-agent: *\n" {
					t.Errorf("kept is %q", l.Text)
				}
				l.Release()
			}
		})
	}
}
