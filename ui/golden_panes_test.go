package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/fetch"
)

// paneFrame is what is inside the rectangle r of the frame, without styles.
func paneFrame(a *App, pick func(layout) rect) string {
	frame := strings.Split(plain(a.View()), "\n")
	r := pick(a.lay)
	var out []string
	for _, line := range frame[r.y : r.y+r.h] {
		if r.x > 0 {
			line = cutColumnsFrom(line, r.x)
		}
		out = append(out, strings.TrimRight(cutColumns(line, r.w), " "))
	}
	return strings.Join(out, "\n")
}

// runAll runs commands and gives the app what they yield, until there are none.
func runAll(a *App, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			runAll(a, c)
		}
	default:
		_, next := a.Update(msg)
		runAll(a, next)
	}
}

func TestFramesOfTheTabs(t *testing.T) {
	for _, name := range []string{"URLs", "Crawlers", "Problems", "Fetch", "Why", "Logs", "Versions", "Hosts", "Learn"} {
		t.Run(name, func(t *testing.T) {
			a := testApp(t, 60, 24, Options{URL: "/products/public/widget", Theme: "mono"})
			runAll(a, a.refresh())
			a.showTab(name)
			golden(t, "tab-"+strings.ToLower(name), paneFrame(a, func(l layout) rect { return l.tabs }))
		})
	}
}

func TestFramesOfTheStart(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		a := testApp(t, size[0], size[1], Options{Text: []byte{}, Source: Source{Name: "./robots.txt", Path: "robots.txt"}, Theme: "mono", FirstTime: true})
		golden(t, fmt.Sprintf("start-%dx%d", size[0], size[1]), plain(a.View()))
	}
}

func TestFramesOfWhatStandsOverThePanes(t *testing.T) {
	for name, open := range map[string]func(a *App){
		"help": func(a *App) { press(a, tea.KeyMsg{Type: tea.KeyF1}) },
		"commands": func(a *App) {
			press(a, tea.KeyMsg{Type: tea.KeyCtrlP}, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("show")})
		},
		"question": func(a *App) {
			press(a, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'3'}, Alt: true}, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'#'}}, tea.KeyMsg{Type: tea.KeyCtrlQ})
		},
	} {
		a := testApp(t, 60, 16, Options{Theme: "mono"})
		open(a)
		golden(t, "over-"+name, plain(a.View()))
	}
}

// A file whose origin is known, edited, in a narrow window: the header keeps
// what cannot be seen elsewhere.
func TestFramesOfTheHeader(t *testing.T) {
	var out []string
	for _, w := range []int{40, 60, 80, 120} {
		a := testApp(t, w, 24, Options{Source: Source{Kind: Local, Name: "public/robots.txt", Path: "public/robots.txt", Origin: fetch.OriginOf("https://shop.example")}, Theme: "mono"})
		press(a, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'3'}, Alt: true}, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'#'}})
		for _, whatIf := range []string{"", "503 Service Unavailable"} {
			a.c.Source.WhatIf = whatIf
			out = append(out, strings.TrimRight(strings.Split(plain(a.View()), "\n")[0], " "))
		}
	}
	golden(t, "header", strings.Join(out, "\n"))
}
