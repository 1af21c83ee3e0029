package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
)

// do presses keys, and waits for what the commands behind them bring.
func do(a *App, keys ...tea.KeyMsg) {
	for _, k := range keys {
		_, cmd := a.Update(k)
		runAll(a, cmd)
	}
}

func named(t tea.KeyType) tea.KeyMsg { return tea.KeyMsg{Type: t} }

func altKey(r rune) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: true} }

func typed(s string) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s)} }

// lintedApp is an app over text whose problems are found.
func lintedApp(t *testing.T, text string) *App {
	a := testApp(t, 120, 40, Options{Text: []byte(text), Theme: "mono", Profile: termenv.Ascii})
	runAll(a, a.refresh())
	return a
}

const typos = "User-agent: *\nDisalow: /a\nDisallow: shop\n\nUser-agent: Googlebot/2.1\nDisallow: /b\n"

func TestProblemsAreMarkedListedAndWalked(t *testing.T) {
	a := lintedApp(t, typos)
	frame := plain(a.View())
	for _, want := range []string{"Problems", "key-typo", "missing-slash"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q on the screen\n%s", want, frame)
		}
	}
	do(a, named(tea.KeyF8))
	if line, _ := a.file.ed.Position(); line != 2 || a.focus != paneFile || !strings.Contains(a.note.Text, "RX102") {
		t.Errorf("F8 went to line %d with %q", line, a.note.Text)
	}
	do(a, named(tea.KeyF8))
	if line, _ := a.file.ed.Position(); line != 3 {
		t.Errorf("the second F8 went to line %d", line)
	}
	do(a, named(tea.KeyF20))
	if line, _ := a.file.ed.Position(); line != 2 {
		t.Errorf("shift+F8 went to line %d", line)
	}
}

func TestAFieldThatIsBeingTypedIsNotYetAMistake(t *testing.T) {
	a := lintedApp(t, "User-agent: *\nDisallow: /a\nDisallow\n")
	marked := func() bool { return strings.Contains(plain(a.View()), "missing-colon") }
	if !marked() {
		t.Fatalf("a field without a colon is not marked\n%s", plain(a.View()))
	}
	a.setFocus(paneFile)
	do(a, named(tea.KeyF8))
	if line, _ := a.file.ed.Position(); line != 3 || !marked() {
		t.Errorf("not marked where F8 went, line %d\n%s", line, plain(a.View()))
	}
	do(a, named(tea.KeyEnd), named(tea.KeyBackspace))
	if marked() {
		t.Errorf("marked while it is typed\n%s", plain(a.View()))
	}
	do(a, named(tea.KeyUp))
	if !marked() {
		t.Errorf("not marked after the cursor went on\n%s", plain(a.View()))
	}
}

func TestAFixIsShownWithItsFlipsAndIsOneUndoStep(t *testing.T) {
	a := lintedApp(t, typos)
	do(a, named(tea.KeyF8), named(tea.KeyF8), tea.KeyMsg{Type: tea.KeyEnter, Alt: true})
	frame := plain(a.View())
	for _, want := range []string{"-    3  Disallow: shop", "+    3  Disallow: /shop", "verdicts flip", "disallowed"} {
		if !strings.Contains(frame, want) {
			t.Fatalf("no %q in the proposal\n%s", want, frame)
		}
	}
	do(a, named(tea.KeyEnter))
	if got := string(a.file.ed.Buffer().Bytes()); got != strings.Replace(typos, "Disallow: shop", "Disallow: /shop", 1) {
		t.Errorf("the fix made %q", got)
	}
	do(a, named(tea.KeyCtrlZ))
	if got := string(a.file.ed.Buffer().Bytes()); got != typos {
		t.Errorf("undone to %q", got)
	}
}

func TestWhatFlipsTheVerdictIsProposedAndDoesIt(t *testing.T) {
	a := lintedApp(t, "User-agent: *\nDisallow: /a\n")
	do(a, typed("a/b"))
	if a.c.Trace.Allowed {
		t.Fatal("the URL is allowed to begin with")
	}
	do(a, altKey('v'))
	if frame := plain(a.View()); !strings.Contains(frame, "What would flip it?") || !strings.Contains(frame, "+    3  Allow: /a/b") {
		t.Fatalf("no proposal\n%s", frame)
	}
	do(a, named(tea.KeyEnter))
	if !a.c.Trace.Allowed {
		t.Errorf("the verdict did not flip: %s", a.c.Trace)
	}
}

func TestARuleIsMadeFromTheURL(t *testing.T) {
	a := lintedApp(t, "User-agent: *\nDisallow: /x\n")
	do(a, typed("list?p=2&sort=up"), altKey('u'))
	frame := plain(a.View())
	for _, want := range []string{"this page only", "everything under this folder", "every URL with this parameter p", "/*?p="} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q\n%s", want, frame)
		}
	}
	do(a, named(tea.KeyEnter))
	if a.c.Trace.Allowed {
		t.Errorf("the rule does not hold: %s", a.c.Trace)
	}
}

func TestTheListOfProblemsIsFiltered(t *testing.T) {
	a := lintedApp(t, typos+"Noindex: /x\n# lint\n")
	a.showTab("Problems")
	tab := a.tabs[a.tab].(*problemsTab)
	all := len(tab.rows)
	do(a, typed("s"), typed("s"))
	if len(tab.rows) == 0 || len(tab.rows) >= all {
		t.Errorf("%d of %d rows are errors", len(tab.rows), all)
	}
	do(a, typed("s"), typed("d"), typed("d"), typed("d"))
	if tab.only != "python" || len(tab.rows) >= all {
		t.Errorf("%d of %d rows concern %s", len(tab.rows), all, tab.only)
	}
}
