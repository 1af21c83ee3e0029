package ui

import (
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// newHelp is the page of keys and marks, made from the key map.
func newHelp(a *App) *page {
	l := a.look
	help := &page{title: "Help", keys: map[string]tea.Cmd{"f1": nil, "l": send(ShowTabMsg{"Learn"})}}
	p := &help.text
	p.add(part{l.Accent, "What you see"})
	p.add(part{"", "The verdict says whether the crawler may fetch the URL (crawling, not indexing), and which line of the file decides. It is asked again at each key."})
	p.add(part{"", "Learn how it works: "}, part{l.Key, "l"}, part{"", " opens the course, robotslens learn does too."})
	p.gap()
	p.add(part{l.Accent, "Marks in the file"})
	for _, m := range [][2]string{
		{l.Wins, "this rule decides: it has the most octets of those that match"},
		{l.WinsTie, "an Allow that wins a tie against a Disallow with as many octets"},
		{l.Ties, "as many octets as the rule that decides, and loses the tie"},
		{l.Shorter, "matches, but is shorter"},
		{l.Bar, "beside the lines of the group that the crawler reads"},
	} {
		p.add(part{l.Key, fmt.Sprintf("  %-4s", m[0])}, part{"", m[1]})
		(*p)[len(*p)-1].indent = 6
	}
	p.gap()
	p.add(part{l.Accent, "Everywhere"})
	p.add(part{"", "^P is ctrl+p, both keys at once; so with each letter behind ^."})
	p.addKeys(l, commandKeys(a.keyed))
	for i, group := range a.file.ed.KeyMap.FullHelp() {
		p.gap()
		p.add(part{l.Accent, [...]string{"File: moving", "File: selecting", "File: clipboard and undo", "File: editing", "File: suggestions"}[min(i, 4)]})
		p.addKeys(l, group)
	}
	for _, t := range a.tabs {
		if keys := t.Keys(); len(keys) > 0 {
			p.gap()
			p.add(part{l.Accent, "Tab " + t.Name()})
			p.addKeys(l, keys)
		}
	}
	return help
}

// commandKeys are the bindings of commands, each with the command's title.
func commandKeys(commands []Command) []key.Binding {
	var out []key.Binding
	for _, c := range commands {
		if k := c.Key.Help().Key; k != "" {
			out = append(out, bind(k, c.Title))
		}
	}
	return out
}

// addKeys adds a row for each binding.
func (p *paras) addKeys(l *Look, keys []key.Binding) {
	for _, k := range keys {
		p.add(part{l.Key, fmt.Sprintf("  %-16s", l.KeyName(k.Help().Key))}, part{"", k.Help().Desc})
		(*p)[len(*p)-1].indent = 18
	}
}
