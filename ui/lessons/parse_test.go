package lessons

import (
	"strings"
	"testing"
	"unicode/utf8"
)

const small = `lesson: small
title: A small lesson
language: en
sections: 2.2.2
crawler: ExampleBot
url: /a

== robots
User-agent: *
\== not a block
Disallow: /a

== text
The rule [[/a -> disallowed by 3, 2 octets]] is short.

== task verdict
ask: What
  about /a?
answer: disallowed by 3
`

func TestParseReadsALesson(t *testing.T) {
	l, err := Parse([]byte(strings.ReplaceAll(small, "\n", "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	if l.Slug != "small" || len(l.Pages) != 1 {
		t.Fatalf("slug %q, %d pages", l.Slug, len(l.Pages))
	}
	p := l.Pages[0]
	if got, want := string(p.File.Robots), "User-agent: *\n== not a block\nDisallow: /a\n"; got != want {
		t.Errorf("robots %q, want %q", got, want)
	}
	if got, want := p.Text[0].Text, "The rule /a is disallowed by line 3 (2 octets) is short."; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if got, want := p.Task.Ask, "What about /a?"; got != want {
		t.Errorf("ask %q, want %q", got, want)
	}
	if p.Claim[0].At != 14 || p.Task.At != 16 {
		t.Errorf("claim on line %d, task on line %d", p.Claim[0].At, p.Task.At)
	}
}

func TestProblemsSayTheLineAndWhatToDo(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"an unknown key", "title:", "titel:", `line 2: unknown key "titel": the head of a lesson knows`},
		{"a missing title", "title: A small lesson\n", "", `line 1: the head lacks "title": add`},
		{"a key twice", "language: en", "title: B", `line 3: "title" stands on line 2 already`},
		{"an unknown language", "language: en", "language: de", `line 3: unknown language "de": write one of en, id, pt-BR`},
		{"a bad section", "2.2.2", "2.x", `line 4: "2.x" is no section`},
		{"a line without a colon", "url: /a", "url /a", "line 6: no colon: write key: value"},
		{"an unknown block", "== text", "== txet", `line 13: unknown block "txet"`},
		{"a block without a name", "== text", "==", "line 13: a block needs a name"},
		{"an unknown task", "task verdict", "task guess", `line 16: unknown task "guess"`},
		{"an open claim", "octets]]", "octets", "line 14: a claim begins with [["},
		{"a claim without an arrow", " -> ", " - ", "line 14: [[/a - disallowed by 3, 2 octets]]: write"},
		{"a claim with bad octets", "2 octets]]", "two octets]]", `line 14: [[/a -> disallowed by 3, two octets]]: "two octets": write`},
		{"no question", "ask: What\n  about /a?\n", "", "line 16: the task asks nothing"},
		{"no answer", "answer: disallowed by 3\n", "", "line 16: no answer"},
		{"a strange verdict", "answer: disallowed", "answer: blocked", `line 19: "blocked by 3" is no verdict`},
		{"a hint for no step", "answer:", "hint guess: x\nanswer:", `line 19: unknown step "guess"`},
		{"an edit without goal", "task verdict", "task edit", "line 16: no goal"},
		{"a solution where none belongs", "answer: disallowed by 3\n", "answer: disallowed by 3\n== solution\n/b\n", "line 20: a verdict task has an answer, not a solution"},
		{"a control character", "The rule", "The\x1brule", "line 14: control character U+001B: remove it"},
		{"bytes that are no text", "The rule", "The\xffrule", "line 14: the line is not UTF-8"},
		{"a claim before any file", "== robots\nUser-agent: *\n\\== not a block\nDisallow: /a\n", "", "line 10: a claim needs a file"},
		{"a line task on a fetch", "task verdict\n", "task line\nfetch: 404\n", "line 16: a task with a fetch asks for the verdict"},
		{"an unknown fetch", "ask:", "fetch: 404, often\nask:", `line 17: "often": after the status write`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := strings.Replace(small, tt.old, tt.new, 1)
			if src == small {
				t.Fatal("the change changes nothing")
			}
			_, err := Parse([]byte(src))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want it to hold %q", err, tt.want)
			}
		})
	}
}

func TestEveryEmbeddedLessonParses(t *testing.T) {
	if _, err := load(); err != nil {
		t.Fatal(err)
	}
}

func TestEveryLocaleHasALanguageOfTheCourse(t *testing.T) {
	for locale, want := range map[string]string{
		"pt_BR.UTF-8": "pt-BR", "pt": "pt-BR", "id_ID.UTF-8": "id", "in": "id", "en_GB": "en", "C": "en", "": "en", "de_DE": "en",
	} {
		if got := Language(locale); got != want {
			t.Errorf("%q is %q, want %q", locale, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(strings.Replace(small, "task verdict", "task edit\nwant: allowed /a", 1) + "\n== solution\nAllow: /\n"))
	f.Add([]byte(strings.Replace(small, "octets]]", "octets | so]] [[fetch 503, 3 days, cached -> disallowed]]", 1)))
	f.Add([]byte("==\n== task\n== solution\n[["))
	f.Fuzz(func(t *testing.T, src []byte) {
		l, err := Parse(src)
		if (l == nil) == (err == nil) {
			t.Fatal("a lesson and an error, or neither")
		}
		if err != nil {
			for _, p := range err.(Problems) {
				if p.Line < 1 || p.Line > 2+strings.Count(string(src), "\n") {
					t.Errorf("line %d of a file with %d line ends", p.Line, strings.Count(string(src), "\n"))
				}
			}
			return
		}
		if len(l.Pages) == 0 || l.Slug == "" {
			t.Error("a lesson without pages or slug")
		}
		if s := l.String(); !utf8.ValidString(s) || strings.ContainsAny(s, "\x1b\x00\r") {
			t.Errorf("the text of the lesson holds control octets: %q", s)
		}
	})
}
