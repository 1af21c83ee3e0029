package ui

import (
	"strings"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

// field is a line of input. The editing is textinput's; the painting is ours,
// since what is typed or pasted is foreign text.
type field struct {
	input  textinput.Model
	raw    string // the value where it was set and holds octets that a typed one can't
	all    bool   // the whole value is selected: what is typed takes its place
	hint   string // shown while empty
	scroll int    // columns hidden on the left
}

func newField(hint string) field {
	in := textinput.New()
	in.Prompt, in.CharLimit = "", 0
	in.Cursor.SetMode(cursor.CursorStatic)
	in.Focus()
	return field{input: in, hint: hint}
}

// Value is the text of the field.
func (f *field) Value() string {
	if f.raw != "" {
		return f.raw
	}
	return f.input.Value()
}

// Set replaces the text and puts the cursor at its end.
func (f *field) Set(s string) {
	f.input.SetValue(s)
	f.input.CursorEnd()
	f.raw, f.all = "", false
	if f.input.Value() != s {
		f.raw = s
	}
}

// Propose is Set with the whole text selected: typing replaces it, moving the
// cursor keeps it.
func (f *field) Propose(s string) {
	f.Set(s)
	f.all = s != ""
}

// Update takes a key, and reports whether the text changed.
func (f *field) Update(msg tea.Msg) (changed bool, cmd tea.Cmd) {
	if k, ok := msg.(tea.KeyMsg); ok && k.Paste {
		k.Runes = []rune(strings.TrimSpace(string(k.Runes)))
		msg = k
	} else if ok && key.Matches(k, f.input.KeyMap.DeleteWordForward) && f.input.Position() == len([]rune(f.input.Value()))-1 {
		// textinput looks for the end of the word from the next character on,
		// and panics where there is none.
		msg = tea.KeyMsg{Type: tea.KeyDelete}
	}
	before := f.input.Value()
	if k, ok := msg.(tea.KeyMsg); ok && f.all {
		f.all = false
		erases := key.Matches(k, f.input.KeyMap.DeleteCharacterBackward, f.input.KeyMap.DeleteCharacterForward)
		if erases || (k.Type == tea.KeyRunes || k.Type == tea.KeySpace) && !k.Alt {
			f.input.SetValue("")
			f.raw = ""
		}
	}
	f.input, cmd = f.input.Update(msg)
	if f.input.Value() != before {
		f.raw = ""
		return true, cmd
	}
	return false, cmd
}

// AtEnd reports whether the cursor stands behind the text.
func (f *field) AtEnd() bool { return f.input.Position() == len([]rune(f.input.Value())) }

// Click puts the cursor at column x of the field as painted.
func (f *field) Click(x int) {
	col, pos := f.scroll+x, 0
	for c := range screen.Cells(f.input.Value(), 0) {
		if col < c.Width {
			break
		}
		col -= c.Width
		pos += len([]rune(f.input.Value()[c.Start:c.End]))
	}
	f.input.SetCursor(pos)
	f.all = false
}

// Paint paints the field into the first row of r; tail stands dim behind the
// text.
func (f *field) Paint(r screen.Region, l *Look, focused bool, tail string) {
	value := f.Value()
	at := string([]rune(f.input.Value())[:f.input.Position()])
	cur := screen.Width(at)
	if f.raw != "" {
		cur = screen.Width(value)
	}
	if !focused {
		f.scroll = 0
	} else if cur < f.scroll {
		f.scroll = cur
	} else if cur >= f.scroll+r.W() {
		f.scroll = cur - r.W() + 1
	}
	x := r.Text(-f.scroll, 0, l.Text, value)
	if value == "" {
		r.TextCut(0, 0, r.W(), l.Dim, f.hint)
	} else if tail != "" {
		r.Text(x, 0, l.Dim, tail)
	}
	if f.all {
		r.Restyle(-f.scroll, 0, x+f.scroll, l.Selection)
	}
	if focused {
		r.Restyle(cur-f.scroll, 0, 1, l.Cursor)
	}
	if f.scroll > 0 {
		r.Text(0, 0, l.Dim, l.Ellipsis)
	}
	if end := -f.scroll + screen.Width(value+tail); value != "" && end > r.W() && !(focused && cur-f.scroll == r.W()-1) {
		r.Text(r.W()-1, 0, l.Dim, l.Ellipsis)
	}
}
