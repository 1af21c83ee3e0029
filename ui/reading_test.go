package ui

import (
	"bytes"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/testdata/gen"
)

func TestCommandsReadTheTextAsItWasWhileTypingGoesOn(t *testing.T) {
	a := benchApp(gen.Big())
	a.setFocus(paneFile)
	before := bytes.Clone(a.c.Text)
	still := a.c.Still()
	done := make(chan engine.Verdict)
	go func() {
		for _, d := range engine.Dialects() {
			still.VerdictIn(d, crawlers.BuiltIn().Resolve("GPTBot"))
		}
		done <- still.VerdictIn(engine.RFC, still.Who).Verdict
	}()
	for range 20 {
		a.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'x'}})
	}
	got := <-done
	if want := engine.Parse(before, engine.RFC).Explain(still.URL, Crawler(still.Who)).Verdict; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if !bytes.Equal(still.Text, before) || bytes.Equal(a.c.Text, before) {
		t.Error("the copy changed, or the text did not")
	}
}

func TestACommandThatTypingOvertookIsDropped(t *testing.T) {
	c := NewCase(crawlers.BuiltIn())
	ask := func(*Case) tea.Msg { return NoteMsg{Text: "asked"} }
	of, ofText := c.Later(ask), c.LaterOfText(ask)
	c.SetURL("/other")
	if msg := of(); msg != nil {
		t.Errorf("got %v after another URL, want nothing", msg)
	}
	if msg := ofText(); msg == nil {
		t.Error("a look at the text was dropped for another URL")
	}
	ofText = c.LaterOfText(ask)
	c.SetText([]byte("User-agent: *\n"))
	if msg := ofText(); msg != nil {
		t.Errorf("got %v after another text, want nothing", msg)
	}
	if msg := c.Later(ask)(); msg == nil {
		t.Error("a command in time was dropped")
	}
}
