package editor

import "github.com/charmbracelet/bubbles/key"

// KeyMap is what the editor does with keys. A motion's binding in Select does the same and selects.
type KeyMap struct {
	Move, Select Motions

	SelectAll key.Binding

	Enter, Backspace, Delete                  key.Binding
	DeleteWordLeft, DeleteWordRight           key.Binding
	DeleteLine, Duplicate, LinesUp, LinesDown key.Binding
	ToggleComment                             key.Binding
	Cut, Copy, Paste, Undo, Redo              key.Binding
	AcceptSuggestion, HideSuggestion          key.Binding
}

// Motions are the keys that move the cursor.
type Motions struct {
	Left, Right, Up, Down, WordLeft, WordRight key.Binding
	LineStart, LineEnd, PageUp, PageDown       key.Binding
	TextStart, TextEnd                         key.Binding
}

func bind(help, text string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, text))
}

// DefaultKeyMap keeps clear of the keys that the whole program takes.
func DefaultKeyMap() KeyMap {
	return KeyMap{
		Move: Motions{
			Left:      bind("←", "left", "left"),
			Right:     bind("→", "right", "right"),
			Up:        bind("↑", "up", "up"),
			Down:      bind("↓", "down", "down"),
			WordLeft:  bind("ctrl+←", "word left", "ctrl+left", "alt+left", "alt+b"),
			WordRight: bind("ctrl+→", "word right", "ctrl+right", "alt+right", "alt+f"),
			LineStart: bind("home", "start of the line", "home"),
			LineEnd:   bind("end", "end of the line", "end"),
			PageUp:    bind("pgup", "page up", "pgup"),
			PageDown:  bind("pgdn", "page down", "pgdown"),
			TextStart: bind("ctrl+home", "start of the text", "ctrl+home", "alt+<"),
			TextEnd:   bind("ctrl+end", "end of the text", "ctrl+end", "alt+>"),
		},
		Select: Motions{
			Left:      bind("shift+←", "select left", "shift+left"),
			Right:     bind("shift+→", "select right", "shift+right"),
			Up:        bind("shift+↑", "select up", "shift+up"),
			Down:      bind("shift+↓", "select down", "shift+down"),
			WordLeft:  bind("ctrl+shift+←", "select a word left", "ctrl+shift+left", "alt+shift+left"),
			WordRight: bind("ctrl+shift+→", "select a word right", "ctrl+shift+right", "alt+shift+right"),
			LineStart: bind("shift+home", "select to the start of the line", "shift+home"),
			LineEnd:   bind("shift+end", "select to the end of the line", "shift+end"),
			PageUp:    bind("shift+pgup", "select a page up", "shift+pgup"),
			PageDown:  bind("shift+pgdn", "select a page down", "shift+pgdown"),
			TextStart: bind("ctrl+shift+home", "select to the start of the text", "ctrl+shift+home"),
			TextEnd:   bind("ctrl+shift+end", "select to the end of the text", "ctrl+shift+end"),
		},
		SelectAll:        bind("^A", "select all", "ctrl+a"),
		Enter:            bind("enter", "new line", "enter"),
		Backspace:        bind("backspace", "delete left", "backspace", "ctrl+h", "shift+backspace"),
		Delete:           bind("delete", "delete right", "delete"),
		DeleteWordLeft:   bind("^W", "delete a word left", "ctrl+w", "alt+backspace", "ctrl+backspace", "alt+ctrl+h"),
		DeleteWordRight:  bind("ctrl+delete", "delete a word right", "ctrl+delete", "alt+delete"),
		DeleteLine:       bind("^K", "delete the line", "ctrl+k"),
		Duplicate:        bind("alt+d", "duplicate the line", "alt+d", "alt+shift+down"),
		LinesUp:          bind("alt+↑", "move the line up", "alt+up"),
		LinesDown:        bind("alt+↓", "move the line down", "alt+down"),
		ToggleComment:    bind("alt+/", "comment or uncomment", "alt+/", "ctrl+_"),
		Cut:              bind("^X", "cut", "ctrl+x", "shift+delete"),
		Copy:             bind("alt+w", "copy", "alt+w", "ctrl+insert"),
		Paste:            bind("^V", "paste", "ctrl+v", "shift+insert"),
		Undo:             bind("^Z", "undo", "ctrl+z"),
		Redo:             bind("^Y", "redo", "ctrl+y"),
		AcceptSuggestion: bind("tab", "take the suggestion", "tab"),
		HideSuggestion:   bind("esc", "hide the suggestion", "esc"),
	}
}

// FullHelp groups the bindings by subject, for a page of help.
func (k KeyMap) FullHelp() [][]key.Binding {
	return [][]key.Binding{
		k.Move.bindings(),
		k.Select.bindings(),
		{k.SelectAll, k.Cut, k.Copy, k.Paste, k.Undo, k.Redo},
		{
			k.Enter, k.Backspace, k.Delete, k.DeleteWordLeft, k.DeleteWordRight,
			k.DeleteLine, k.Duplicate, k.LinesUp, k.LinesDown, k.ToggleComment,
		},
		{k.AcceptSuggestion, k.HideSuggestion},
	}
}

func (m Motions) bindings() []key.Binding {
	return []key.Binding{
		m.Left, m.Right, m.Up, m.Down, m.WordLeft, m.WordRight,
		m.LineStart, m.LineEnd, m.PageUp, m.PageDown, m.TextStart, m.TextEnd,
	}
}

func matches(name string, b key.Binding) bool {
	if !b.Enabled() {
		return false
	}
	for _, k := range b.Keys() {
		if k == name {
			return true
		}
	}
	return false
}
