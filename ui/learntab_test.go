package ui

import (
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/crawlers"
	"robotslens/ui/editor"
	"robotslens/ui/lessons"
)

// follow hands messages to the app until nothing follows from them.
func follow(t *testing.T, a *App, msg tea.Msg) {
	t.Helper()
	todo := []tea.Msg{msg}
	for n := 0; len(todo) > 0; n++ {
		if n > 200 {
			t.Fatal("the app does not come to rest")
		}
		msg, todo = todo[0], todo[1:]
		var cmds []tea.Cmd
		switch m := msg.(type) {
		case nil:
			continue
		case tea.BatchMsg:
			cmds = m
		default:
			if seq := sequenceOf(msg); seq != nil {
				cmds = seq
			} else {
				_, cmd := a.Update(msg)
				cmds = []tea.Cmd{cmd}
			}
		}
		for _, c := range cmds {
			if c != nil {
				todo = append(todo, c())
			}
		}
	}
}

func learning(t *testing.T) (*App, *learnTab) {
	t.Helper()
	a := newApp(Options{Catalogue: crawlers.BuiltIn(), Learn: true, Text: []byte("User-agent: *\n"), URL: "/own", Agent: "bingbot"})
	a.w, a.h = 120, 36
	tab := a.tabs[a.tab].(*learnTab)
	tab.dir = t.TempDir()
	return a, tab
}

func hit(t *testing.T, a *App, keys ...string) {
	t.Helper()
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		switch k {
		case "enter":
			msg = tea.KeyMsg{Type: tea.KeyEnter}
		case "esc":
			msg = tea.KeyMsg{Type: tea.KeyEsc}
		case "right":
			msg = tea.KeyMsg{Type: tea.KeyRight}
		}
		follow(t, a, msg)
	}
}

func TestALessonAsksBeforeItShowsAndGivesBackWhatWasThere(t *testing.T) {
	a, tab := learning(t)
	own := a.file.ed
	hit(t, a, "enter")
	if tab.lesson == nil || a.c.Source.Kind != Lesson || !a.c.Hidden {
		t.Fatalf("no lesson is open: %+v", a.c.Source)
	}
	if s := a.View(); strings.Contains(s, "DISALLOWED") || strings.Contains(s, "WINS") {
		t.Errorf("the verdict that is asked for stands on the screen:\n%s", s)
	}
	hit(t, a, "a")
	if tab.result == nil || tab.result.Right || !a.c.Hidden {
		t.Errorf("a wrong answer: %+v, hidden %v", tab.result, a.c.Hidden)
	}
	hit(t, a, "d")
	if !tab.solved || a.c.Hidden || !strings.Contains(a.View(), "DISALLOWED") {
		t.Errorf("a right answer leaves solved %v, hidden %v", tab.solved, a.c.Hidden)
	}
	p, err := lessons.LoadProgress(tab.dir)
	if err != nil || !p.Has("first-rule", 0) {
		t.Errorf("progress on disk: %+v, %v", p, err)
	}
	hit(t, a, "esc")
	if tab.lesson != nil || a.file.ed != own || a.c.URL != "/own" || a.c.Agent != "bingbot" || string(a.c.Text) != "User-agent: *\n" || string(a.c.Saved) != "User-agent: *\n" {
		t.Errorf("after leaving: %q %q %q, saved %q", a.c.URL, a.c.Agent, a.c.Text, a.c.Saved)
	}
}

func TestTheTextOfALessonIsNotSaved(t *testing.T) {
	a, tab := learning(t)
	hit(t, a, "enter")
	for _, save := range []func() tea.Cmd{a.save, a.saveAs} {
		a.note = NoteMsg{}
		if cmd := save(); cmd != nil || a.over != nil || !strings.Contains(a.note.Text, "leave the lesson") {
			t.Errorf("a save in a lesson gives %v, over %v, note %q", cmd, a.over, a.note.Text)
		}
	}
	if tab.lesson == nil || a.c.Source.Kind != Lesson {
		t.Errorf("the lesson is gone: %+v", a.c.Source)
	}
}

func TestATextOpenedInALessonEndsItAndIsKept(t *testing.T) {
	fetched := OpenMsg{Source{Kind: Live, Name: "site.example"}, []byte("User-agent: a\n")}
	t.Run("own file saved", func(t *testing.T) {
		a, tab := learning(t)
		hit(t, a, "enter")
		a.file.ed.Apply([]editor.Edit{{Text: []byte("# an answer\n")}})
		follow(t, a, fetched)
		hit(t, a, "esc")
		if tab.lesson != nil || a.own != nil || a.c.Source.Name != "site.example" || string(a.c.Text) != "User-agent: a\n" {
			t.Errorf("after opening and esc: lesson %v, %+v, %q", tab.lesson, a.c.Source, a.c.Text)
		}
	})
	t.Run("own file changed", func(t *testing.T) {
		a, tab := learning(t)
		a.apply(ApplyMsg{Edits: []editor.Edit{{Text: []byte("# mine\n")}}})
		hit(t, a, "enter")
		follow(t, a, fetched)
		if tab.lesson != nil || a.over == nil || string(a.c.Text) != "# mine\nUser-agent: *\n" {
			t.Fatalf("before the answer: lesson %v, over %v, %q", tab.lesson, a.over, a.c.Text)
		}
		hit(t, a, "o")
		if string(a.c.Text) != "User-agent: a\n" {
			t.Errorf("after the answer: %q", a.c.Text)
		}
	})
}

func TestSpaceReadsToTheEndAndGoesOnOnceTheTaskIsDone(t *testing.T) {
	a, tab := learning(t)
	if s := a.View(); !strings.Contains(s, "One file in one place, read line by line") {
		t.Errorf("a title is cut in the list:\n%s", s)
	}
	hit(t, a, "enter")
	for range 5 {
		a.View()
		hit(t, a, " ")
	}
	if s := a.View(); tab.page != 0 || strings.Contains(s, "read on") {
		t.Errorf("page %d before the task is done:\n%s", tab.page+1, s)
	}
	hit(t, a, "d")
	if s := a.View(); !strings.Contains(s, "go on ") {
		t.Errorf("nothing says how to go on:\n%s", s)
	}
	hit(t, a, " ")
	if tab.page != 1 {
		t.Errorf("page %d after the task is done", tab.page+1)
	}
}

// Everything in the course can be done on the screen: each task is answered by
// its solution, through the keys, the file or the URL.
func TestEveryTaskOfTheCourseCanBeDoneOnTheScreen(t *testing.T) {
	a, tab := learning(t)
	hit(t, a, "enter")
	done := 0
	for n := 0; tab.lesson != nil; n++ {
		if n > 400 {
			t.Fatal("the course does not end")
		}
		slug, task := tab.lesson.Slug, tab.task()
		if task != nil {
			switch task.Kind {
			case lessons.Verdict:
				hit(t, a, map[bool]string{true: "a", false: "d"}[task.Answer.Allowed])
			case lessons.Line:
				if task.Answer.Line == 0 {
					hit(t, a, "n")
				} else {
					for _, digit := range strconv.Itoa(task.Answer.Line) {
						hit(t, a, string(digit))
					}
					hit(t, a, "enter")
				}
			case lessons.Edit:
				a.file.open([]byte(task.Solution))
				follow(t, a, nil)
				a.Update(RevealMsg{})
			case lessons.Find:
				follow(t, a, SetURLMsg{task.Solution})
			}
			if !tab.solved {
				t.Errorf("%s, page %d: the solution does not solve it: %+v", slug, tab.page+1, tab.result)
			}
			done++
		}
		hit(t, a, "right")
	}
	if done < 60 || tab.finished() != len(tab.course) {
		t.Errorf("%d tasks done, %d of %d lessons finished", done, tab.finished(), len(tab.course))
	}
}

func TestAWrongAnswerInTheOldWaySpeaksOfNoSorting(t *testing.T) {
	a, tab := learning(t)
	for _, l := range tab.all() {
		if l.Slug == "first-match" {
			follow(t, a, openLessonMsg{l})
		}
	}
	hit(t, a, "3", "enter")
	if s := plain(a.View()); !strings.Contains(s, "taking the first that matches") || strings.Contains(s, "sorting") {
		t.Errorf("in the dialect that sorts nothing:\n%s", s)
	}
}

func TestNoMarkInTheFileGivesTheAnswerAway(t *testing.T) {
	a, tab := learning(t)
	for _, l := range tab.all() {
		if l.Slug == "star-counts" {
			follow(t, a, openLessonMsg{l})
		}
	}
	if s := plain(a.View()); strings.Contains(s, "dead-rule") {
		t.Errorf("before the answer:\n%s", s)
	}
	hit(t, a, "3", "enter")
	if s := plain(a.View()); !strings.Contains(s, "shorter ⚠") {
		t.Errorf("after the answer:\n%s", s)
	}
	hit(t, a, "esc")
	if got := tab.all()[tab.at].Slug; got != "star-counts" {
		t.Errorf("the list is at %s after a lesson was left half done", got)
	}
}
