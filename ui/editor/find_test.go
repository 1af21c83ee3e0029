package editor

import (
	"slices"
	"strings"
	"testing"
)

func TestFindAsTheQueryIsTyped(t *testing.T) {
	e := newEditor("Allow: /a\n|Disallow: /b\nallow: /c\n")
	for _, tt := range []struct {
		query string
		fold  bool
		state string
		want  string
	}{
		{"a", false, "2 of 3", "Allow: /a\nDis^a|llow: /b\nallow: /c\n"},
		{"allow", false, "1 of 2", "Allow: /a\nDis^allow|: /b\nallow: /c\n"},
		{"allow", true, "2 of 3", "Allow: /a\nDis^allow|: /b\nallow: /c\n"},
		{"allow: /a", true, "1 of 1, past the end", "^Allow: /a|\nDisallow: /b\nallow: /c\n"},
		{"allow: /x", true, "not found", "Allow: /a\n|Disallow: /b\nallow: /c\n"},
		{"allow: /c", true, "1 of 1", "Allow: /a\nDisallow: /b\n^allow: /c|\n"},
		{"", false, "not found", "Allow: /a\n|Disallow: /b\nallow: /c\n"},
	} {
		state := e.Find([]byte(tt.query), tt.fold)
		if got := state.String(); got != tt.state {
			t.Errorf("%q: %q, want %q", tt.query, got, tt.state)
		}
		if got := shown(e); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.query, got, tt.want)
		}
	}
}

func TestFindNextAndPrevGoAroundTheText(t *testing.T) {
	e := newEditor("|x1 x2 x3")
	if got := e.FindNext(); got.Count != 0 {
		t.Fatalf("finds %v before anything was looked for", got)
	}
	e.Find([]byte("x"), false)
	var got []string
	for range 3 {
		got = append(got, e.FindNext().String())
	}
	for range 2 {
		got = append(got, e.FindPrev().String())
	}
	want := []string{"2 of 3", "3 of 3", "1 of 3, past the end", "3 of 3, past the end", "2 of 3"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	e.FindEnd()
	e.SetCursor(1)
	if got := e.FindState().String(); got != "3 found" {
		t.Errorf("away from a match: %q", got)
	}
	if got := e.FindNext().String(); got != "2 of 3" {
		t.Errorf("the next after the search was closed: %q", got)
	}
}

func TestMatchesFollowTheText(t *testing.T) {
	e := newEditor("ab|")
	e.Find([]byte("b"), false)
	keys(t, e, "ctrl+end", "b", "b")
	if got := e.FindState(); got.Count != 3 {
		t.Errorf("%v after typing two more", got)
	}
}

func TestReplaceOneAfterTheOther(t *testing.T) {
	e := newEditor("|a b a b")
	e.Find([]byte("b"), false)
	state, result := e.ReplaceMatch([]byte("bb"))
	if got := shown(e); got != "a bb a ^b|" || !result.Edited || state.String() != "3 of 3" {
		t.Fatalf("%q %+v %q", got, result, state)
	}
	keys(t, e, "ctrl+z")
	if got := shown(e); got != "a ^b| a b" {
		t.Fatalf("after undo: %q", got)
	}
	e.SetCursor(0)
	if _, result := e.ReplaceMatch([]byte("x")); result.Edited || shown(e) != "a ^b| a b" {
		t.Fatalf("with no match selected: %q %+v", shown(e), result)
	}
}

func TestReplaceAllIsOneStepAndKeepsTheCursor(t *testing.T) {
	e := newEditor("aa a|\r\naaa")
	e.Find([]byte("aa"), false)
	e.SetCursor(4)
	n, result := e.ReplaceAll([]byte("b\xff"))
	if got := shown(e); n != 2 || !result.Edited || got != "b\xff a|\r\nb\xffa" {
		t.Fatalf("%d %+v %q", n, result, got)
	}
	keys(t, e, "ctrl+z")
	if got := shown(e); got != "aa a|\r\naaa" {
		t.Fatalf("after undo: %q", got)
	}
	e.ReadOnly = "read-only"
	if n, result := e.ReplaceAll(nil); n != 0 || result.Edited || result.Refused == "" {
		t.Fatalf("in a read-only text: %d %+v", n, result)
	}
}

func TestMatchesAreOctetsAndDoNotOverlap(t *testing.T) {
	for _, tt := range []struct {
		text, query string
		fold        bool
		want        []int
	}{
		{"aaaa", "aa", false, []int{0, 2}},
		{"a.b", ".", false, []int{1}},
		{"\xffA\xff", "\xffa", true, []int{0}},
		{"ÄäÄ", "ä", true, []int{2}},
		{"K\u212Ak", "k", true, []int{0, 4}},
		{"abc", "", false, nil},
	} {
		if got := appendMatches(nil, []byte(tt.text), []byte(tt.query), tt.fold); !slices.Equal(got, tt.want) {
			t.Errorf("%q in %q: %v, want %v", tt.query, tt.text, got, tt.want)
		}
	}
}

func TestAFarMatchIsShownAwayFromTheEdge(t *testing.T) {
	e := newEditor("|" + strings.Repeat("x\n", 100) + "needle\n" + strings.Repeat("x\n", 100))
	e.Find([]byte("needle"), false)
	if e.firstLine() != 100-e.height/3 {
		t.Errorf("line %d is the first in view", e.firstLine())
	}
}
