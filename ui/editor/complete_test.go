package editor

import (
	"strings"
	"testing"
)

// fruit suggests words for the last word of the line.
func fruit(line []byte, col int) []Suggestion {
	start := strings.LastIndexByte(string(line[:col]), ' ') + 1
	typed := strings.ToLower(string(line[start:col]))
	var items []Suggestion
	for _, word := range []string{"Apple", "Apricot", "Banana"} {
		if typed != "" && strings.HasPrefix(strings.ToLower(word), typed) {
			items = append(items, Suggestion{Text: word, Start: start, End: col, Detail: "a fruit"})
		}
	}
	return items
}

func TestSuggestionsAreTakenChosenAndHidden(t *testing.T) {
	for _, tt := range []struct{ name, text, keys, want string }{
		{"tab takes the first", "|", "a tab", "Apple|"},
		{"right takes it at the line's end", "|", "b right", "Banana|"},
		{"right moves inside a line", "| x", "b right", "b |x"},
		{"down chooses and enter takes", "|", "a down down enter", "Apricot|"},
		{"down stops at the last", "|", "a down down down down enter", "Apricot|"},
		{"up gives the choice back", "|", "a down up enter", "a\n|"},
		{"enter without a choice breaks the line", "|", "a enter", "a\n|"},
		{"esc hides", "|", "a esc tab", "a|"},
		{"one suggestion leaves down alone", "|\nx", "b down", "b\nx|"},
		{"typing goes on", "|", "a p r i", "apri|"},
		{"a move hides", "|", "a left right tab", "a|"},
		{"a paste suggests nothing", "|", "paste:a tab", "a|"},
		{"backspace suggests again", "|", "a p x backspace tab", "Apple|"},
		{"in the middle of a line", "| x", "b tab", "Banana| x"},
		{"what stands already is not suggested", "Appl|", "e tab", "Apple|"},
		{"taking one is an undo step", "|", "a tab ctrl+z", "a|"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEditor(tt.text)
			e.Complete = fruit
			keys(t, e, strings.Split(tt.keys, " ")...)
			if got := shown(e); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestTabIsTheEditorsOnlyWhileItSuggests(t *testing.T) {
	e := newEditor("|")
	e.Complete = fruit
	keys(t, e, "a")
	if !e.Suggesting() {
		t.Fatal("nothing suggested")
	}
	if r := keys(t, e, "tab"); !r.Handled || !r.Edited || e.Suggesting() {
		t.Fatalf("%+v", r)
	}
	if r := keys(t, e, "tab"); r.Handled {
		t.Fatalf("a second tab: %+v", r)
	}
	keys(t, e, " ", "a")
	e.SetFocus(false)
	if e.Suggesting() {
		t.Fatal("suggests without focus")
	}
}

func TestSuggestionsOutsideTheLineAreDropped(t *testing.T) {
	e := newEditor("|")
	e.Complete = func(line []byte, col int) []Suggestion {
		return []Suggestion{{Text: "x", Start: -1, End: 1}, {Text: "x", End: 99}, {Text: "x", Start: 1, End: 0}, {Text: "x"}}
	}
	keys(t, e, "a")
	if e.Suggesting() {
		t.Fatalf("suggests %v", e.popup.items)
	}
}

func TestSuggestionsAreListedByTheCursor(t *testing.T) {
	for _, tt := range []struct {
		name, text, keys string
		h                int
		want             string
	}{
		{"below the line, with a ghost", "|\nsecond", "a", 4, `
    1  apple
    2  Apple    a fruit
       Apricot  a fruit`},
		{"a single one is a ghost alone", "|\nsecond", "b", 4, `
    1  banana
    2  second`},
		{"above where there is no room below", "1\n2\n|", "a", 3, `
    1  Apple    a fruit
    2  Apricot  a fruit
    3  apple`},
		{"no room at all", "|", "a", 1, `
    1  apple`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEditor(tt.text)
			e.Complete = fruit
			e.SetSize(40, tt.h)
			keys(t, e, tt.keys)
			got := stripSGR(frame(e, 40, tt.h, Look{}))
			lines := strings.Split(got, "\n")
			for i := range lines {
				lines[i] = strings.TrimRight(lines[i], " ")
			}
			if got := strings.Join(lines, "\n"); got != tt.want[1:] {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want[1:])
			}
		})
	}
}
