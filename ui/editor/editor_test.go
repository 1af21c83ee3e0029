package editor

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// keyTypes names the keys that Bubble Tea has a type for.
var keyTypes = func() map[string]tea.KeyType {
	types := map[string]tea.KeyType{}
	for t := tea.KeyType(-128); t < 128; t++ {
		if name := (tea.Key{Type: t}).String(); name != "" && t != tea.KeyRunes {
			types[name] = t
		}
	}
	return types
}()

// press makes the key message that Bubble Tea makes for a key's name; a text in quotes is typed as a paste.
func press(t testing.TB, name string) tea.Msg {
	t.Helper()
	if text, ok := strings.CutPrefix(name, "paste:"); ok {
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}
	}
	if text, ok := strings.CutPrefix(name, "type:"); ok {
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)}
	}
	for key, title := range unnamed {
		if title == name {
			return sequence(key)
		}
	}
	plain, alt := strings.CutPrefix(name, "alt+")
	if typ, ok := keyTypes[plain]; ok {
		msg := tea.KeyMsg{Type: typ, Alt: alt}
		if typ == tea.KeySpace {
			msg.Runes = []rune(" ")
		}
		return msg
	}
	if len([]rune(plain)) != 1 {
		t.Fatalf("no key is called %q", name)
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(plain), Alt: alt}
}

// sequence stands for the message of Bubble Tea's that has no exported type.
type sequence string

func (s sequence) String() string { return string(s) }

// shown is the text with the cursor as | and the anchor of a selection as ^.
func shown(e *Editor) string {
	text := string(e.buf.Bytes())
	sel := e.Selection()
	marks := map[int]string{sel.Anchor: "^"}
	if sel.Anchor == sel.Head {
		marks[sel.Head] = ""
	}
	marks[sel.Head] += "|"
	var b strings.Builder
	for i := 0; i <= len(text); i++ {
		b.WriteString(marks[i])
		if i < len(text) {
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// newEditor makes an editor from a text in the form of shown, 60 columns by 10 rows.
func newEditor(text string) *Editor {
	head := strings.Index(strings.Replace(text, "^", "", 1), "|")
	anchor := strings.Index(strings.Replace(text, "|", "", 1), "^")
	if anchor < 0 {
		anchor = head
	}
	e := New(NewBuffer([]byte(strings.NewReplacer("|", "", "^", "").Replace(text))))
	now := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	e.Clock = func() time.Time { return now }
	e.SetSize(60, 10)
	e.SetFocus(true)
	e.SetSelection(Selection{anchor, max(head, 0)})
	return e
}

func keys(t testing.TB, e *Editor, names ...string) Result {
	t.Helper()
	var result Result
	for _, name := range names {
		result, _ = e.Update(press(t, name))
	}
	return result
}

func TestEachKeyDoesWhatItIsFor(t *testing.T) {
	for _, tt := range []struct {
		name, text, keys, want string
	}{
		{"typing goes before the cursor", "a|c", "b", "ab|c"},
		{"typing replaces the selection", "a^bc|d", "x", "ax|d"},
		{"several runes in one message", "|", "type:Us", "Us|"},
		{"a space", "a|", "space", "a |"},
		{"alt and a letter types nothing", "a|", "alt+x", "a|"},
		{"enter takes the line's own end", "ab|\r\ncd\n", "enter", "ab\r\n|\r\ncd\n"},
		{"enter in a CR file", "ab|\rcd", "enter", "ab\r|\rcd"},
		{"backspace", "ab|", "backspace", "a|"},
		{"ctrl+h is backspace", "ab|", "ctrl+h", "a|"},
		{"backspace takes a whole CRLF", "a\r\n|b", "backspace", "a|b"},
		{"backspace takes a letter with its marks", "e\u0301|", "backspace", "|"},
		{"backspace takes one invalid octet", "a\xff\xfe|", "backspace", "a\xff|"},
		{"backspace at the start does nothing", "|a", "backspace", "|a"},
		{"delete", "|ab", "delete", "|b"},
		{"delete at a line end joins the lines", "a|\r\nb", "delete", "a|b"},
		{"delete at the end does nothing", "a|", "delete", "a|"},
		{"right crosses a CRLF in one step", "a|\r\nb", "right", "a\r\n|b"},
		{"left crosses a CRLF in one step", "a\r\n|b", "left", "a|\r\nb"},
		{"right crosses a wide character", "|日本", "right", "日|本"},
		{"left leaves a selection at its start", "a^bc|d", "left", "a|bcd"},
		{"right leaves a selection at its end", "a|bc^d", "right", "abc|d"},
		{"down keeps the column across a short line", "abc|d\n\nefgh", "down down", "abcd\n\nefg|h"},
		{"up at the first line goes to its start", "ab|c", "up", "|abc"},
		{"down at the last line goes to its end", "a|bc", "down", "abc|"},
		{"down keeps the column across a tab", "abcdefgh|\n\tx", "down", "abcdefgh\n\t|x"},
		{"a word right", "|Disallow: /a", "ctrl+right", "Disallow|: /a"},
		{"a hyphen is a part of a word", "|User-agent: *", "ctrl+right", "User-agent|: *"},
		{"a word right at a line's end", "a|\nb", "ctrl+right", "a\n|b"},
		{"a word left", "a /bc|", "ctrl+left", "a /|bc"},
		{"a word left at a line's start", "a\r\n|b", "ctrl+left", "a|\r\nb"},
		{"home and end", "a\nb|c\nd", "home type:x end type:y", "a\nxbcy|\nd"},
		{"the ends of the text", "a\nb|c\nd", "ctrl+home x ctrl+end y", "xa\nbc\ndy|"},
		{"select left", "ab|", "shift+left", "a|b^"},
		{"select a word and type", "|ab cd", "ctrl+shift+right x", "x| cd"},
		{"select to the end of the line", "a|b\nc", "shift+end", "a^b|\nc"},
		{"select down", "a|b\ncd", "shift+down", "a^b\nc|d"},
		{"select the text", "a|b\ncd", "ctrl+a", "^ab\ncd|"},
		{"delete a word left", "a bc|", "ctrl+w", "a |"},
		{"alt+backspace deletes a word left", "a bc|", "alt+backspace", "a |"},
		{"delete a word right", "|ab c", "ctrl+delete", "| c"},
		{"delete a line", "a\nb|\nc", "ctrl+k", "a\n|c"},
		{"delete the last line", "a\nb|", "ctrl+k", "a\n|"},
		{"delete the lines of a selection", "a\nb^b\nc|\nd", "ctrl+k", "a\n|d"},
		{"a selection that ends at a line's start leaves it", "^a\n|b", "ctrl+k", "|b"},
		{"duplicate a line", "a|\nb", "alt+d", "a\na|\nb"},
		{"duplicate the last line", "x\r\na|b", "alt+d", "x\r\nab\r\na|b"},
		{"move a line up", "a\nb|c", "alt+up", "b|c\na"},
		{"move a line down keeps a missing last end", "a|b\r\nc", "alt+down", "c\r\na|b"},
		{"the first line does not move up", "a|\nb", "alt+up", "a|\nb"},
		{"the last line does not move down", "a\nb|", "alt+down", "a\nb|"},
		{"move the lines of a selection", "a\n^b\nc|\nd", "alt+up", "^b\nc|\na\nd"},
		{"comment a line", "a|b\nc", "alt+/", "# a|b\nc"},
		{"ctrl+_ comments too", "a|b", "ctrl+_", "# a|b"},
		{"uncomment a line", "# a|b", "alt+/", "a|b"},
		{"uncomment without a space", "  #a|b", "alt+/", "  a|b"},
		{"comment what is partly commented", "^a\n\n#b|", "alt+/", "# ^a\n\n# #b|"},
		{"a comment goes after a byte order mark", "\ufeffa|", "alt+/", "\ufeff# a|"},
		{"the text starts after a byte order mark", "\ufeffa|", "ctrl+home x home y", "\ufeffy|xa"},
		{"left stops after a byte order mark", "\ufeffa|", "left left x", "\ufeffx|a"},
		{"up stops after a byte order mark", "\ufeffa\nb|", "up up x", "\ufeffx|a\nb"},
		{"the whole text is selected without its byte order mark", "\ufeffa|", "ctrl+a x", "\ufeffx|"},
		{"backspace takes a byte order mark away", "\ufeff|a", "backspace", "|a"},
		{"a word deleted to the left leaves a byte order mark", "\ufeffab|", "ctrl+w", "\ufeff|"},
		{"lines moved past a byte order mark leave it first", "\ufeffa\nb|", "alt+up", "\ufeffb|\na"},
		{"a first line moved down leaves its byte order mark", "\ufeffa|b\nc", "alt+down", "\ufeffc\na|b"},
		{"a first line's copy has no byte order mark", "\ufeffa|", "alt+d", "\ufeffa\na|"},
		{"a first line deleted leaves its byte order mark", "\ufeffa|\nb", "ctrl+k", "\ufeff|b"},
		{"cut and paste", "a^bc|d", "ctrl+x end ctrl+v", "adbc|"},
		{"cut without a selection takes the line", "a\nb|\nc", "ctrl+x ctrl+v", "a\nb\n|c"},
		{"copy and paste", "^ab|", "alt+w end ctrl+v", "abab|"},
		{"copy with ctrl+insert, paste with shift+insert", "^ab|", "ctrl+insert end shift+insert", "abab|"},
		{"a paste takes the text's line ends", "a|\r\n", "paste:x\ry\r\nz\n", "ax\r\ny\r\nz\r\n|\r\n"},
		{"a paste keeps control octets", "|", "paste:a\x1b[2Jb\tc", "a\x1b[2Jb\tc|"},
		{"undo brings the cursor back", "ab|c", "x ctrl+home ctrl+z", "ab|c"},
		{"redo brings the cursor to the change", "ab|c", "x ctrl+home ctrl+z ctrl+home ctrl+y", "abx|c"},
		{"undo of a cut selects again", "a^bc|d", "ctrl+x ctrl+z", "a^bc|d"},
		{"a move ends the group of typing", "|", "a b left right c ctrl+z", "ab|"},
		{"undo of moved lines", "a\nb|c\nd", "alt+up ctrl+z", "a\nb|c\nd"},
		{"page down moves by a screen", "|1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12", "pgdown", "1\n2\n3\n4\n5\n6\n7\n8\n9\n|10\n11\n12"},
		{"select a page", "|1\n2", "shift+pgdown", "^1\n2|"},
		{"a mark typed after a letter joins it", "e|x", "type:\u0301 left", "|e\u0301x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEditor(tt.text)
			for name := range strings.SplitSeq(tt.keys, " ") {
				if name == "space" {
					name = " "
				}
				keys(t, e, name)
			}
			if got := shown(e); got != tt.want {
				t.Errorf("%q and then %s: %q, want %q", tt.text, tt.keys, got, tt.want)
			}
		})
	}
}

func TestKeysThatAreNotTheEditors(t *testing.T) {
	for _, name := range []string{"tab", "shift+tab", "esc", "f1", "f3", "ctrl+s", "ctrl+f", "ctrl+q", "alt+1", "alt+c", "alt+n", "alt+p", "ctrl+@"} {
		e := newEditor("a|b")
		if r := keys(t, e, name); r != (Result{}) {
			t.Errorf("%s gives %+v", name, r)
		}
	}
}

// The keys of the whole program, from its description; the editor must leave them alone.
func TestDefaultKeysKeepClearOfTheProgram(t *testing.T) {
	taken := strings.Fields("ctrl+s ctrl+f ctrl+o ctrl+e ctrl+r ctrl+d ctrl+t ctrl+p ctrl+l ctrl+c ctrl+q f1 f3 f8 alt+1 alt+2 alt+3 alt+c alt+n alt+p shift+tab")
	seen := map[string]string{}
	for _, group := range DefaultKeyMap().FullHelp() {
		for _, b := range group {
			if b.Help().Key == "" || b.Help().Desc == "" {
				t.Errorf("%v has no help", b.Keys())
			}
			for _, name := range b.Keys() {
				for _, other := range taken {
					if name == other {
						t.Errorf("%s (%s) is a key of the program", name, b.Help().Desc)
					}
				}
				if seen[name] != "" {
					t.Errorf("%s is %s and %s", name, seen[name], b.Help().Desc)
				}
				seen[name] = b.Help().Desc
			}
		}
	}
}

func TestUpdateSaysWhatItDid(t *testing.T) {
	for _, tt := range []struct {
		text, key string
		want      Result
	}{
		{"a|", "b", Result{Handled: true, Edited: true, Moved: true}},
		{"|ab", "delete", Result{Handled: true, Edited: true}},
		{"|ab", "right", Result{Handled: true, Moved: true}},
		{"|ab", "left", Result{Handled: true}},
		{"|ab", "backspace", Result{Handled: true}},
		{"|ab", "f5", Result{}},
	} {
		if got := keys(t, newEditor(tt.text), tt.key); got != tt.want {
			t.Errorf("%s in %q: %+v, want %+v", tt.key, tt.text, got, tt.want)
		}
	}
}

func TestAReadOnlyTextRefusesEveryEditAndSaysWhy(t *testing.T) {
	e := newEditor("a^b|\nc")
	e.ReadOnly = "opened read-only"
	e.clip = []byte("x")
	for _, name := range strings.Fields("x enter backspace delete ctrl+w ctrl+delete ctrl+k alt+d alt+down alt+/ ctrl+x ctrl+v ctrl+z ctrl+y paste:x") {
		if r := keys(t, e, name); r.Edited || r.Refused != e.ReadOnly {
			t.Errorf("%s gives %+v", name, r)
		}
	}
	if got := shown(e); got != "a^b|\nc" {
		t.Errorf("the text became %q", got)
	}
	if r := keys(t, e, "right"); !r.Moved || r.Refused != "" {
		t.Errorf("right gives %+v", r)
	}
	for what, r := range map[string]Result{
		"a fix": e.Apply([]Edit{{0, 1, nil}}), "converting": e.ConvertLineEnds(CRLF),
	} {
		if r.Edited || r.Refused == "" {
			t.Errorf("%s gives %+v", what, r)
		}
	}
}

func TestCopyAndCutHandTheTextOver(t *testing.T) {
	for _, name := range []string{"alt+w", "ctrl+x"} {
		e := newEditor("a^bc|d")
		_, cmd := e.Update(press(t, name))
		if cmd == nil {
			t.Fatalf("%s gives no command", name)
		}
		if msg, ok := cmd().(CopyMsg); !ok || string(msg.Text) != "bc" {
			t.Fatalf("%s hands over %v", name, msg)
		}
	}
}

func TestAPauseEndsAGroupOfTyping(t *testing.T) {
	e := newEditor("|")
	now := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	e.Clock = func() time.Time { return now }
	keys(t, e, "a", "b")
	now = now.Add(pause + 1)
	keys(t, e, "c", "ctrl+z")
	if got := shown(e); got != "ab|" {
		t.Fatalf("after undo: %q", got)
	}
}

func TestApplyKeepsTheCursorAtItsText(t *testing.T) {
	e := newEditor("one ^two| three")
	r := e.Apply([]Edit{{8, 13, []byte("3")}, {0, 3, []byte("first")}})
	if got := shown(e); got != "first ^two| 3" || !r.Edited {
		t.Fatalf("%q %+v", got, r)
	}
	keys(t, e, "ctrl+z")
	if got := shown(e); got != "one ^two| three" {
		t.Fatalf("after undo: %q", got)
	}
}

func TestReplaceTextKeepsTheCursorAtItsText(t *testing.T) {
	for _, tt := range []struct{ text, with, want string }{
		{"a\nb\nc|d", "new\na\nb\ncd", "new\na\nb\nc|d"},
		{"a|\nb", "a\nb\nc", "a|\nb\nc"},
		{"a\nb|c\nd", "a\nd", "a\n|d"},
		{"abc|", "", "|"},
	} {
		e := newEditor(tt.text)
		e.ReplaceText([]byte(tt.with))
		if got := shown(e); got != tt.want {
			t.Errorf("%q replaced by %q: %q, want %q", tt.text, tt.with, got, tt.want)
		}
	}
}

func TestConvertKeepsTheCursorInItsLine(t *testing.T) {
	e := newEditor("a\nb\ncd|e\n")
	e.ConvertLineEnds(CRLF)
	if got := shown(e); got != "a\r\nb\r\ncd|e\r\n" {
		t.Fatalf("%q", got)
	}
	keys(t, e, "ctrl+z")
	if got := shown(e); got != "a\nb\ncd|e\n" {
		t.Fatalf("after undo: %q", got)
	}
}

func TestGoToLineStopsAtTheEndsOfTheText(t *testing.T) {
	e := newEditor("|a\n\tb\nc")
	for _, tt := range []struct{ line, want int }{{2, 2}, {3, 3}, {99, 3}, {-1, 1}} {
		e.GoToLine(tt.line)
		if line, column := e.Position(); line != tt.want || column != 1 {
			t.Errorf("line %d: %d %d", tt.line, line, column)
		}
	}
	e.GoToLine(2)
	keys(t, e, "right")
	if _, column := e.Position(); column != 9 {
		t.Errorf("after a tab the column is %d", column)
	}
}

func TestUnderCursorNamesTheCharacter(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"|a", "U+0061 LATIN SMALL LETTER A"},
		{"|\u200b", "U+200B ZERO WIDTH SPACE"},
		{"a|\r\nb", "CRLF"},
		{"a|\rb", "CR"},
		{"a|", "end of the text"},
		{"|\xff", "0xFF, not UTF-8"},
	} {
		if got := newEditor(tt.text).UnderCursor(); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}
