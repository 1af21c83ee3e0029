package lessons

import (
	"slices"
	"strings"
	"testing"
)

// lessonWith is a lesson with one task on one file.
func lessonWith(t *testing.T, robots, task string) *Task {
	t.Helper()
	l, err := Parse([]byte("lesson: x\ntitle: X\nlanguage: en\nsections: 2.2\ncrawler: ExampleBot\nurl: /a\n\n== robots\n" +
		robots + "\n== task " + task))
	if err != nil {
		t.Fatal(err)
	}
	return l.Pages[0].Task
}

func TestAWrongAnswerShowsTheStepThatWentAstray(t *testing.T) {
	const shop = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b\nAllow: /a/b\n\nUser-agent: OtherBot\nDisallow: /a/b/c\n# end\nDisallow: /%7Ex\nDisallow: /y z"
	for _, tt := range []struct {
		name, robots, task string
		answer             Answer
		step               Step
		want               string
	}{
		{"a shorter line was named", shop, "line\nask: ?\nurl: /a/c\nanswer: disallowed by 2", Answer{Line: 3}, StepMatch,
			"Line 3 does not match: at octet 4 the rule has b and the path has c."},
		{"a line was named that loses on length", shop, "line\nask: ?\nurl: /a/b/x\nanswer: allowed by 3", Answer{Line: 2}, StepSort,
			"Line 2 matches with 2 octets, but line 3 matches with 4 octets. The most octets win."},
		{"the loser of a tie was named", shop, "line\nask: ?\nurl: /a/b/x\nanswer: allowed by 3", Answer{Line: 4}, StepTie,
			"Line 4 and line 3 match with 4 octets each. A tie goes to Allow."},
		{"a copy was named", shop, "line\nask: ?\nurl: /a/b/x\nanswer: allowed by 3", Answer{Line: 5}, StepSort,
			"Line 5 says the same as line 3, and the first of equals is named."},
		{"a line of another group was named", shop, "line\nask: ?\nurl: /a/b/c\nanswer: allowed by 3", Answer{Line: 8}, StepGroup,
			"Line 8 stands in another group. ExampleBot reads only what stands under line 1."},
		{"a comment was named", shop, "line\nask: ?\nanswer: disallowed by 2", Answer{Line: 9}, StepGroup, "Line 9 is not a rule that is read"},
		{"a line beyond the file was named", "User-agent: *\nDisallow: /a", "line\nask: ?\nanswer: disallowed by 2", Answer{Line: 99}, StepGroup, "The file has 3 lines."},
		{"no line was named", shop, "line\nask: ?\nanswer: disallowed by 2", Answer{Line: 0}, StepMatch, "Line 2 matches, with 2 octets, and decides."},
		{"no line was named, by spelling", shop, "line\nask: ?\ncrawler: OtherBot\nurl: /~x/\nanswer: disallowed by 10", Answer{Line: 0}, StepNormalise,
			"Before they are compared, /~x/ becomes /~x/, and line 10 becomes /~x."},
		{"a line with a blank in its value was named", shop, "line\nask: ?\ncrawler: OtherBot\nurl: /y\nanswer: allowed by no line", Answer{Line: 11}, StepMatch, "Line 11 can match nothing"},
		{"a line was named for robots.txt", "User-agent: *\nDisallow: /", "line\nask: ?\nurl: /robots.txt\nanswer: allowed by no line", Answer{Line: 2}, StepURL, "/robots.txt itself is always allowed"},

		{"a tie was taken for a disallow", "User-agent: *\nDisallow: /a\nAllow: /a", "verdict\nask: ?\nanswer: allowed", Answer{Allowed: false}, StepTie, "A tie goes to Allow."},
		{"the shorter rule was believed", "User-agent: *\nAllow: /\nDisallow: /a", "verdict\nask: ?\nanswer: disallowed", Answer{Allowed: true}, StepSort,
			"Line 2 matches with 1 octet, but line 3 matches with 2 octets."},
		{"the group of * was believed", "User-agent: *\nDisallow: /a\nUser-agent: ExampleBot\nDisallow: /b", "verdict\nask: ?\nanswer: allowed", Answer{Allowed: false}, StepGroup,
			"Line 2 stands in another group. ExampleBot reads only what stands under line 3."},
		{"the group of * was believed of a crawler with two groups", "User-agent: ExampleBot\nDisallow: /a\nUser-agent: *\nDisallow: /b\nUser-agent: ExampleBot\nDisallow: /c", "verdict\nask: ?\nurl: /b\nanswer: allowed", Answer{Allowed: false}, StepGroup,
			"ExampleBot reads only what stands under line 1 and line 5."},
		{"a group was seen where none is", "User-agent: OtherBot\nDisallow: /b", "verdict\nask: ?\nanswer: allowed", Answer{Allowed: false}, StepGroup, "No group applies to ExampleBot"},
		{"a rule outside every group was believed", "Disallow: /a\nUser-agent: *\nDisallow: /b", "verdict\nask: ?\nanswer: allowed", Answer{Allowed: false}, StepMatch, "No rule that ExampleBot reads matches"},
		{"a near miss was taken for a match", "User-agent: *\nDisallow: /abc/", "verdict\nask: ?\nurl: /abcd\nanswer: allowed", Answer{Allowed: false}, StepMatch,
			"Line 2 does not match: at octet 5 the rule has / and the path has d."},
		{"the end of the path was missed", "User-agent: *\nDisallow: /abc$", "verdict\nask: ?\nurl: /abc?x\nanswer: allowed", Answer{Allowed: false}, StepMatch,
			"$ wants the end of the path where it goes on with ?x."},
		{"a piece after a star was missed", "User-agent: *\nDisallow: /ab*/c/", "verdict\nask: ?\nurl: /abx/d/\nanswer: allowed", Answer{Allowed: false}, StepMatch,
			"Line 2 does not match: /c/ is not found where the rule needs it, after /ab."},
		{"the path is too short", "User-agent: *\nDisallow: /abc/", "verdict\nask: ?\nurl: /abc\nanswer: allowed", Answer{Allowed: false}, StepMatch,
			"the path ends where the rule goes on with /."},
		{"spellings were not brought together", "User-agent: *\nDisallow: /caf%c3%a9", "verdict\nask: ?\nurl: /café\nanswer: disallowed", Answer{Allowed: true}, StepNormalise,
			"/café becomes /caf%C3%A9, and line 2 becomes /caf%C3%A9."},
		{"a failing server was taken for no rules", "User-agent: *\nDisallow:", "verdict\nask: ?\nfetch: 503\nanswer: disallowed", Answer{Allowed: true}, StepFetch,
			"After status 503 the rules are unknown"},
		{"an order was expected to matter", "User-agent: *\nDisallow: /\nAllow: /a", "verdict\nask: ?\ndialect: python\nanswer: disallowed", Answer{Allowed: true}, StepSort,
			"Here the first rule that matches decides, and that is line 2."},

		{"a URL that another line decides", "User-agent: *\nDisallow: /a\nAllow: /a/b", "find\nask: ?\nwant: disallowed by 2\n== solution\n/a", Answer{URL: "/a/b"}, StepSort,
			"Line 2 matches with 2 octets, but line 3 matches with 4 octets."},
		{"a URL elsewhere", "User-agent: *\nDisallow: /a", "find\nask: ?\nunder: /a\nwant: disallowed by 2\n== solution\n/a", Answer{URL: "https://home.example/b"}, StepURL, "/b does not begin with /a."},
		{"a URL that no line decides", "User-agent: *\nDisallow: /abc", "find\nask: ?\nwant: disallowed by 2\n== solution\n/abc", Answer{URL: "/abd"}, StepMatch, "at octet 4 the rule has c and the path has d."},
		{"a URL without the tie that was asked for", "User-agent: *\nDisallow: /a*\nAllow: /aa", "find\nask: ?\nwant: allowed by 3, tie\n== solution\n/aa", Answer{URL: "/a"}, StepMatch, "the path ends where the rule goes on with a."},
		{"a file that fulfils one wish of two", "User-agent: *\nDisallow: /a", "edit\nask: ?\nwant: allowed /b\nwant: allowed /a/b\n== solution\nAllow: /", Answer{Robots: []byte("User-agent: *\nDisallow: /a\nAllow: /a/b$\nDisallow: /a/b*\nDisallow: /a/b*x")}, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Explain(Engine).Check(lessonWith(t, tt.robots, tt.task), tt.answer)
			if tt.want == "" {
				if !r.Right {
					t.Errorf("wrong: %s", r.Message)
				}
				return
			}
			if r.Right || r.Step != tt.step || !strings.Contains(r.Message, tt.want) {
				t.Errorf("right %v, step %v, %q; want step %v, %q", r.Right, r.Step, r.Message, tt.step, tt.want)
			}
		})
	}
}

func TestAnEditSaysWhichWishesFail(t *testing.T) {
	task := lessonWith(t, "User-agent: *\nDisallow: /a", "edit\nask: ?\nwant: allowed /b\nwant: allowed /a/b\nwant: disallowed /c OtherBot\n== solution\nUser-agent: *\nDisallow: /c")
	r := Explain(Engine).Check(task, Answer{Robots: task.File.Robots})
	if r.Right || !slices.Equal(r.Failed, []int{1, 2}) {
		t.Errorf("right %v, failed %v", r.Right, r.Failed)
	}
	if want := "/a/b for ExampleBot should be allowed. Line 2 matches, with 2 octets, and decides."; r.Message != want {
		t.Errorf("got %q, want %q", r.Message, want)
	}
	if r := Explain(Engine).Check(task, Answer{Robots: []byte(task.Solution)}); !r.Right {
		t.Errorf("the solution is wrong: %s", r.Message)
	}
}

func TestHintsOfTheAuthorAreGiven(t *testing.T) {
	task := lessonWith(t, "User-agent: *\nDisallow: /a\nAllow: /a/b", "line\nask: ?\nurl: /a/b\nanswer: allowed by 3\nhint sort: count\nwrong none: look again\nright: yes")
	for answer, want := range map[int]string{2: "count", 0: "look again", 99: ""} {
		if r := Explain(Engine).Check(task, Answer{Line: answer}); r.Hint != want {
			t.Errorf("answer %d: hint %q, want %q", answer, r.Hint, want)
		}
	}
	if r := Explain(Engine).Check(task, Answer{Line: 3}); !r.Right || r.Message != "yes" {
		t.Errorf("%+v", r)
	}
}

func TestVerifyFindsWhatIsWrong(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a verdict", "== text\n[[/a -> allowed]]", "line 11: [[/a -> allowed]] is wrong: it is disallowed by 2, 2 octets"},
		{"a line", "== text\n[[/a -> disallowed by 3]]", "it is disallowed by 2"},
		{"octets", "== text\n[[/a -> disallowed by 2, 3 octets]]", "it is disallowed by 2, 2 octets"},
		{"a tie", "== text\n[[/a -> disallowed by 2, tie]]", "it is disallowed by 2"},
		{"a match", "== text\n[[/b -> line 2 matches]]", "line 2 does not match"},
		{"no match", "== text\n[[/a -> line 2 does not match]]", "line 2 2 octets"},
		{"a line that is no rule", "== text\n[[/a -> line 1 matches]]", "line 1 is no rule that ExampleBot reads"},
		{"a form", "== text\n[[/é -> path /é]]", "it is compared as /%C3%A9"},
		{"groups", "== text\n[[/a -> groups 2]]", "the lines are [1]"},
		{"no group", "== text\n[[/a -> no group]]", "the lines are [1]"},
		{"a fetch", "== text\n[[fetch 404 -> disallowed]]", "it is allowed by no line"},
		{"an answer", "== task verdict\nask: ?\nanswer: allowed", "line 10: the answer is wrong: it is disallowed by 2"},
		{"a word on the right answer", "== task line\nask: ?\nanswer: disallowed by 2\nwrong 2: no", "wrong 2 speaks of the right answer"},
		{"an edit that needs none", "== task edit\nask: ?\nwant: disallowed /a\n== solution\nUser-agent: *\nDisallow: /a", "fulfils all wishes before"},
		{"a solution that is none", "== task find\nask: ?\nwant: disallowed by 2\n== solution\n/b", "the solution does not solve it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l, err := Parse([]byte("lesson: x\ntitle: X\nlanguage: en\nsections: 2.2\ncrawler: ExampleBot\nurl: /a\n== robots\nUser-agent: *\nDisallow: /a\n" + tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := Verify(l, Engine); len(got) != 1 || !strings.Contains(got.Error(), tt.want) {
				t.Errorf("got %v, want %q", got, tt.want)
			}
		})
	}
}

func TestEveryLanguageSaysEverySentence(t *testing.T) {
	verbs := func(s string) string {
		var all []string
		for i := range len(s) - 1 {
			if s[i] == '%' {
				all = append(all, s[i:i+2])
			}
		}
		return strings.Join(all, " ")
	}
	list := func(f *faults) []string {
		return []string{f.fetchOpens[true], f.fetchOpens[false], f.robotsTxt, f.noGroup, f.otherGroup, f.unread, f.noRule, f.lines, f.respelt, f.matches, f.noMatch, f.void,
			f.missEnd, f.missPiece, f.missShort, f.missOctet, f.shorter, f.copy, f.first, f.tie, f.noTie, f.decides, f.wish, f.under}
	}
	english := list(&englishFaults)
	for _, language := range languages {
		for i, s := range list(faultsOf(language)) {
			if s == "" || verbs(s) != verbs(english[i]) {
				t.Errorf("%s: %q should hold %q", language, s, verbs(english[i]))
			}
		}
	}
}

func FuzzCheckAnyFileAndURL(f *testing.F) {
	f.Add([]byte("User-agent: *\nDisallow: /a%"), "/a%", 2, true)
	f.Add([]byte("\xff\r\x00Allow:*$"), "", -1, false)
	f.Add([]byte("0"), "/%!0", 0, false)
	f.Fuzz(func(t *testing.T, robots []byte, url string, line int, allowed bool) {
		for kind := range Find + 1 {
			for _, dialect := range dialects {
				task := &Task{Kind: kind, File: File{Robots: robots, URL: url, Crawler: "ExampleBot", Dialect: dialect},
					Want: []Want{{url, "ExampleBot", allowed}}, Answer: Expect{Allowed: allowed, HasLine: line > 0, Line: line}}
				r := Explain(Engine).Check(task, Answer{Allowed: allowed, Line: line, URL: url, Robots: robots})
				// A "%!" of the input may be quoted; without a percent sign in it, it is a sentence filled in wrongly.
				quoted := strings.Contains(url+string(robots), "%")
				if !r.Right && (r.Message == "" || !quoted && strings.Contains(r.Message, "%!")) {
					t.Errorf("%v: %q", kind, r.Message)
				}
			}
		}
	})
}
