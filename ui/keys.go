package ui

import (
	"fmt"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

func bind(help, words string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, words))
}

// commands are the app's own, in the order of the palette. Their keys work
// wherever the focus is: three panes take text, so none is a bare letter.
func (a *App) commands() []Command {
	do := func(f func()) func() tea.Cmd {
		return func() tea.Cmd { f(); return nil }
	}
	focus := func(p pane) func() tea.Cmd { return do(func() { a.setFocus(p) }) }
	list := []Command{
		{"Help: keys and marks", bind("F1", "help", "f1"), do(func() { a.over = newHelp(a) })},
		{"Find a command", bind("^P", "commands", "ctrl+p"), do(func() { a.over = a.newPalette() })},
		{"Next pane", bind("tab", "next pane", "tab"), do(func() { a.moveFocus(1) })},
		{"Previous pane", bind("shift+tab", "previous pane", "shift+tab"), do(func() { a.moveFocus(-1) })},
		{"Go to the URL", bind("alt+1", "URL", "alt+1"), focus(paneURL)},
		{"Go to the crawler", bind("alt+2", "crawler", "alt+2"), focus(paneCrawler)},
		{"Go to the file", bind("alt+3", "file", "alt+3"), focus(paneFile)},
		{"Go to the verdict", bind("alt+4", "verdict", "alt+4"), focus(paneVerdict)},
		{"Go to the group", bind("alt+5", "group", "alt+5"), focus(paneGroup)},
		{"Make this pane large, or small again", bind("alt+z", "zoom", "alt+z"), do(func() { a.zoom = !a.zoom })},
		{"Change the dialect: auto, rfc, google, python", bind("^D", "dialect", "ctrl+d"), do(a.nextDialect)},
		{"Save the file", bind("^S", "save", "ctrl+s"), a.save},
		{"Save the file as, under another name", key.Binding{}, a.saveAs},
		{"Find in the file", bind("^F", "find", "ctrl+f"), a.find},
		{"Find the next match", bind("F3", "next match", "f3", "alt+n"), do(func() { a.findNext(1) })},
		{"Find the previous match", bind("shift+F3", "previous match", "f15", "alt+p"), do(func() { a.findNext(-1) })},
		{"Replace in the file", bind("alt+r", "replace", "alt+r"), a.replace},
		{"Go to a line", bind("^G", "line", "ctrl+g"), a.goToLine},
		{"Go to the deciding rule", bind("alt+g", "deciding rule", "alt+g"), do(a.goToWinner)},
		{"Plain words", key.Binding{}, do(a.plainWords)},
		{"Copy the explanation", bind("alt+c", "copy why", "alt+c"), a.copyWhy},
		{"Change the theme", bind("^T", "theme", "ctrl+t"), do(a.nextTheme)},
		{"Turn the mouse on or off", key.Binding{}, a.toggleMouse},
		{"Redraw the screen", bind("^L", "redraw", "ctrl+l"), func() tea.Cmd { return tea.ClearScreen }},
		{"Quit", bind("^Q", "quit", "ctrl+q", "ctrl+c"), a.quit},
	}
	at := slices.IndexFunc(list, func(c Command) bool { return c.Title == "Find in the file" })
	list = slices.Insert(list, at, append(a.startCommands(), a.fileCommands()...)...)
	for i, t := range a.tabs {
		name := t.Name()
		b := key.Binding{}
		if i < 5 {
			k := fmt.Sprintf("alt+%d", (i+6)%10)
			b = bind(k, name, k)
		}
		list = append(list, Command{"Show " + name, b, do(func() { a.showTab(name) })})
		if own, ok := t.(interface{ Commands(c *Case) []Command }); ok {
			list = append(list, own.Commands(a.c)...)
		}
	}
	return list
}

// command runs the command of a key, if there is one.
func (a *App) command(msg tea.KeyMsg) (tea.Cmd, bool) {
	if msg.Paste {
		return nil, false
	}
	for _, c := range a.keyed {
		if key.Matches(msg, c.Key) {
			return c.Run(), true
		}
	}
	return nil, false
}

func (a *App) newPalette() *palette {
	return &palette{commands: slices.Concat(a.keyed, a.editingCommands()), field: newField("type to find a command")}
}
