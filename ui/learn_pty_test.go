//go:build unix

package ui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"robotslens/ui/ptytest"
)

func TestANewcomerGoesThroughTheFirstLesson(t *testing.T) {
	dir := write(t, "robots.txt", "User-agent: *\n")
	x := ptytest.Start(t, ptytest.Options{Dir: dir, W: 80, H: 24}, "learn")
	x.Wait("Your first rule", "Why /shop* beats /shop")
	x.Send(ptytest.Enter)
	x.Wait("page 1 of 3", "A robots.txt file tells crawlers", "a allowed")
	x.Send("d")
	x.Wait("that is all that line 2 asks", "WINS")
	x.Send(ptytest.Enter)
	x.Wait("And this one?")
	x.Send("d")
	x.Wait("Not so", "trying the rules", "Hint:")
	x.Send("a")
	x.Wait("The rule wants a slash")
	x.Send(ptytest.Enter)
	x.Wait("Change the file", "✗")
	x.Send(ptytest.Alt("3"), ptytest.Down, ptytest.Down, "Disallow: /drafts/")
	x.Wait("That is all it takes", "Learn 1/31")
	x.Send(ptytest.Alt("l"))
	x.Wait("enter goes on")
	x.WaitGone("alt+l back here")
	x.Send(ptytest.Esc)
	x.Wait("✓     1  Your first rule", "→       2  One file", "local")
	x.Send(ptytest.Ctrl('q'))
	if s := x.Exit(); s != 0 {
		t.Errorf("exit status %d", s)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "robots.txt")); string(got) != "User-agent: *\n" {
		t.Errorf("the person's own file became %q", got)
	}
}

func TestATeachersOwnLessonOpens(t *testing.T) {
	lesson := `lesson: mine
title: A lesson of my own
language: en
sections: 2.2.2
crawler: ExampleBot
url: https://home.example/a

== robots
User-agent: *
Disallow: /a

== text
Short.

== task line
ask: Which line?
answer: disallowed by 2
right: So it is.
`
	dir := write(t, "mine.txt", lesson)
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "learn", "mine.txt")
	x.Wait("A lesson of my own", "Which line?")
	x.Send("2", ptytest.Enter)
	x.Wait("So it is.", "DISALLOWED")

	dir = write(t, "wrong.txt", strings.Replace(lesson, "by 2", "by 1", 1))
	x = ptytest.Start(t, ptytest.Options{Dir: dir}, "learn", "wrong.txt")
	if s := x.Exit(); s != 2 {
		t.Errorf("a lesson whose answer is wrong: exit status %d", s)
	}
}
