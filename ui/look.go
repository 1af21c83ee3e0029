package ui

import (
	"strings"

	"robotslens/engine"
	"robotslens/ui/screen"
	"robotslens/ui/theme"
)

// Look is how things are painted: a style for each role and the glyphs.
type Look struct {
	theme.Theme
	theme.Glyphs
}

// Verdict returns the mark, the word and the style of a verdict.
func (l *Look) Verdict(allowed bool) (mark, word string, st screen.Style) {
	if allowed {
		return l.Check, "allowed", l.Allow
	}
	return l.Cross, "disallowed", l.Disallow
}

// Rule returns the style of a rule's verb.
func (l *Look) Rule(allow bool) screen.Style {
	if allow {
		return l.Allow
	}
	return l.Disallow
}

// KeyName is the name of a key as it is shown: in ASCII, arrows are words.
func (l *Look) KeyName(name string) string {
	if !l.ASCII {
		return name
	}
	return arrowWords.Replace(name)
}

var arrowWords = strings.NewReplacer("←→", "left/right", "↑↓", "up/down", "←", "left", "→", "right", "↑", "up", "↓", "down")

// Mark returns the gutter mark of an outcome, at most two columns wide, and its
// style.
func (l *Look) Mark(o engine.Outcome, allow bool) (string, screen.Style) {
	switch o {
	case engine.OnlyMatch, engine.WinsOnLength, engine.First:
		return l.Wins, l.Rule(allow)
	case engine.WinsTie:
		return l.WinsTie, l.Tie
	case engine.TieLost, engine.Duplicate:
		return l.Ties, l.Tie
	case engine.Shorter, engine.Later:
		return l.Shorter, l.Dim
	}
	return "", ""
}

// box paints the border and title of a pane and returns the region inside.
func (l *Look) box(r screen.Region, title string, focused bool) screen.Region {
	if focused {
		return r.Box(l.Glyphs.BorderFocus, l.Theme.BorderFocus, title, l.Accent)
	}
	return r.Box(l.Glyphs.Border, l.Theme.Border, title, l.Title)
}

// row is a place to paint a line of parts from left to right.
type row struct {
	r    screen.Region
	x, y int
}

// add paints s and moves on.
func (w *row) add(st screen.Style, s string) *row {
	w.x = w.r.Text(w.x, w.y, st, s)
	return w
}
