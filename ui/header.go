package ui

import (
	"slices"
	"strings"
	"time"

	"robotslens/ui/screen"
)

// paintHeader says what is on the screen: the file, whether it is edited, what
// it is, the dialect, and how its lines end.
func (a *App) paintHeader(r screen.Region) {
	l, s := a.look, a.c.Source
	w := row{r: r, x: 1}
	if a.lay.shape != compact {
		w.add(l.Accent, "robotslens").add("", "  ")
	}
	room := r.W() - w.x - 24
	if a.lay.shape == compact {
		room = r.W() - 12
	}
	right := r.W() - 1
	if a.lay.shape != compact {
		right = r.TextRight(right, 0, l.Dim, "help")
		right = r.TextRight(right-1, 0, l.Key, "F1") - 2
	}
	state := ""
	if a.file.ed.Buffer().Dirty() {
		state = " " + l.Dot + " edited"
	}
	if s.WhatIf != "" {
		state += " WHAT IF " + s.WhatIf
	}
	room = min(room, right-w.x-screen.Width(state))
	w.add(l.Key, screen.Truncate(s.Name, max(room, 8), l.Ellipsis))
	r.TextCut(w.x, 0, right-w.x, l.Notice, state)
	w.x += screen.Width(state)
	r.TextRight(right, 0, l.Dim, a.headerFacts(right-w.x-3))
}

// headerFacts is as many of the facts about the file as fit into room columns:
// what it is and how it was served, what it governs, the dialect and the line
// ends. The ones that are told elsewhere too go first.
func (a *App) headerFacts(room int) string {
	s := a.c.Source
	kind := kindWords(s, a.c.Edited)
	if s.Status != "" {
		kind += ": " + s.Status
		if !s.At.IsZero() {
			kind += ", " + ago(time.Since(s.At))
		}
	}
	ends, _, _ := strings.Cut(a.encoding(), ",")
	governs := ""
	if s.Origin.Known() {
		governs = "governs " + s.Origin.String()
	}
	for _, facts := range [][]string{
		{kind, governs, dialectWords(a.c), a.encoding()},
		{kind, governs, a.c.Reader.Name, a.encoding()},
		{kind, a.c.Reader.Name, a.encoding()},
		{kind, a.c.Reader.Name, ends},
		{kind, a.c.Reader.Name},
		{kind},
		{kindWords(s, a.c.Edited), a.c.Reader.Name},
		{kindWords(s, a.c.Edited)},
	} {
		facts = slices.DeleteFunc(facts, func(f string) bool { return f == "" })
		if line := strings.Join(facts, "  "); screen.Width(line) <= room {
			return line
		}
	}
	return ""
}

func kindWords(s Source, edited bool) string {
	if edited && (s.Kind == Live || s.Kind == Past) {
		return "working copy"
	}
	return [...]string{"new", "local", "from standard input", "live", "past version", "being fetched", "a lesson"}[s.Kind]
}

// encoding names the line ends, and what else is odd about the octets.
func (a *App) encoding() string {
	e := a.file.ed.Buffer().LineEnds()
	words := e.Dominant().String()
	if e.Mixed() {
		words = "mixed line ends"
	}
	if a.c.File.BOM > 0 {
		words += " BOM"
	}
	if !e.Final {
		words += ", no final line end"
	}
	return words
}
