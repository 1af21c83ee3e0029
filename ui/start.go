package ui

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/editor"
	"robotslens/ui/files"
	"robotslens/ui/screen"
)

// firstHint stands in the status bar until the first key of a person's first
// time.
const firstHint = "New here? F1 explains, alt+l teaches, ^P (ctrl+p) lists every command."

// sample is a robots.txt to begin with, and a URL that shows what it does.
const (
	sample = `User-agent: *
Disallow: /private/
Allow: /private/press/

User-agent: GPTBot
Disallow: /
`
	sampleURL = "/private/press/today"
)

// startCommands are the ways on from an empty text.
func (a *App) startCommands() []Command {
	return []Command{
		{"Open a file", bind("alt+o", "open", "alt+o"), a.askFile},
		{"Begin with a sample", bind("alt+s", "sample", "alt+s"), a.beginWithSample},
	}
}

// waysOn are what the File pane offers while there is no file: what to press,
// and what it does.
func (a *App) waysOn() []key.Binding {
	var out []key.Binding
	for _, w := range [][2]string{
		{"Go to the file", "type one here"},
		{"Open a file", "open a file"},
		{"Fetch the live robots.txt of a site", "fetch a site's robots.txt"},
		{"Learn RFC 9309 by doing", "learn RFC 9309 by doing"},
		{"Begin with a sample", "begin with a sample"},
	} {
		for _, c := range a.keyed {
			if c.Title == w[0] {
				out = append(out, bind(c.Key.Help().Key, w[1]))
			}
		}
	}
	return out
}

// paintWays paints the ways on below the first line of an empty text.
func (p *filePane) paintWays(r screen.Region, l *Look) {
	y := 2
	if r.H() < 8 {
		y = 1
	}
	const keys, words = 7, 14
	for _, w := range p.ways {
		r.Text(keys, y, l.Key, l.KeyName(w.Help().Key))
		r.Text(words, y, l.Text, w.Help().Desc)
		y++
	}
	if r.H()-y < strings.Count(sample, "\n") {
		return
	}
	for line := range strings.Lines(sample) {
		text := strings.TrimSuffix(line, "\n")
		x := words + 2
		r.Text(x, y, l.Text, text)
		for _, s := range p.highlight(-1, []byte(text)) {
			r.Text(x+s.Start, y, s.Style, text[s.Start:s.End])
		}
		y++
	}
}

func (a *App) beginWithSample() tea.Cmd {
	if a.file.ed.Buffer().Len() > 0 {
		a.note = NoteMsg{Text: "the sample is for an empty text, and this one is not"}
		return nil
	}
	a.apply(ApplyMsg{Title: "a sample to change as you like", Edits: []editor.Edit{{Text: []byte(sample)}}})
	if a.c.URL == "/" && a.file.ed.Buffer().Len() > 0 {
		a.setURL(sampleURL)
	}
	return nil
}

// askFile asks for a path and opens what stands there; tab completes it.
func (a *App) askFile() tea.Cmd {
	p := &prompt{label: "open", field: newField("a path"), hint: "tab completes"}
	p.enter = openFile
	p.keys = map[string]func(string) tea.Cmd{"tab": func(path string) tea.Cmd {
		p.field.Set(completePath(path))
		return nil
	}}
	a.over = p
	return nil
}

// openFile reads a file in a command.
func openFile(path string) tea.Cmd {
	if path == "" {
		return nil
	}
	return func() tea.Msg {
		text, err := files.Read(path)
		if err != nil {
			return NoteMsg{Text: err.Error(), Bad: true}
		}
		return OpenMsg{Source{Kind: Local, Name: path, Path: path}, text}
	}
}

// completePath is path and what all names that begin with it have in common.
func completePath(path string) string {
	dir, base := filepath.Split(path)
	entries, _ := os.ReadDir(cmp.Or(dir, "."))
	common, found := "", 0
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, base) || base == "" && name[0] == '.' {
			continue
		}
		if e.IsDir() {
			name += string(filepath.Separator)
		}
		if found++; found == 1 {
			common = name
		}
		for !strings.HasPrefix(name, common) {
			_, n := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-n]
		}
	}
	if found == 0 {
		return path
	}
	return dir + common
}
