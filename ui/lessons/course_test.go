package lessons

import (
	"net/url"
	"slices"
	"strings"
	"testing"
)

func TestEveryClaimOfEveryLessonHolds(t *testing.T) {
	course, err := load()
	if err != nil {
		t.Fatal(err)
	}
	claims := 0
	for language, all := range course {
		for _, l := range all {
			for _, p := range Verify(l, Engine) {
				t.Errorf("%s %s: line %d: %s", language, l.Slug, p.Line, p.Message)
			}
			for _, p := range l.Pages {
				claims += len(p.Claim)
			}
		}
	}
	if claims < 100 {
		t.Errorf("only %d claims: the texts must say their facts in claims", claims)
	}
}

func TestTheFirstFiveLessonsTakeTwentyMinutes(t *testing.T) {
	sum := 0
	for _, l := range For("en")[:5] {
		if l.Minutes == 0 {
			t.Errorf("%s does not say how long it takes", l.Slug)
		}
		sum += l.Minutes
	}
	if sum > 20 {
		t.Errorf("%d minutes", sum)
	}
	if last := For("en")[4]; last.Slug != "star-counts" {
		t.Errorf("the fifth lesson is %s", last.Slug)
	}
}

func TestFileNamesCarryOrderAndSlug(t *testing.T) {
	for _, language := range languages {
		files, err := texts.ReadDir("texts/" + language)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			src, err := texts.ReadFile("texts/" + language + "/" + f.Name())
			if err != nil {
				t.Fatal(err)
			}
			l, err := Parse(src)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSuffix(f.Name()[3:], ".txt"); got != l.Slug || l.Language != language {
				t.Errorf("%s/%s holds lesson %s in %s", language, f.Name(), l.Slug, l.Language)
			}
		}
	}
}

func TestATranslationAsksTheSameOfTheLearner(t *testing.T) {
	course, err := load()
	if err != nil {
		t.Fatal(err)
	}
	english := map[string]*Lesson{}
	slugs := map[string]bool{}
	for _, l := range course["en"] {
		english[l.Slug] = l
		if slugs[l.Slug] {
			t.Errorf("two lessons are called %s", l.Slug)
		}
		slugs[l.Slug] = true
	}
	for _, language := range languages[1:] {
		for _, l := range course[language] {
			e := english[l.Slug]
			if e == nil {
				t.Errorf("%s %s has no English original", language, l.Slug)
				continue
			}
			if len(l.Pages) != len(e.Pages) || !slices.Equal(l.Sections, e.Sections) {
				t.Errorf("%s %s: %d pages, sections %v; English has %d, %v", language, l.Slug, len(l.Pages), l.Sections, len(e.Pages), e.Sections)
				continue
			}
			for i, p := range l.Pages {
				q := e.Pages[i]
				if string(p.File.Robots) != string(q.File.Robots) || p.File.URL != q.File.URL || p.File.Crawler != q.File.Crawler {
					t.Errorf("%s %s page %d shows another file, URL or crawler", language, l.Slug, i)
				}
				var claims, originals []string
				for _, c := range p.Claim {
					claims = append(claims, c.Source)
				}
				for _, c := range q.Claim {
					originals = append(originals, c.Source)
				}
				slices.Sort(claims)
				slices.Sort(originals)
				if !slices.Equal(claims, originals) {
					t.Errorf("%s %s page %d claims %q, English %q", language, l.Slug, i, claims, originals)
				}
				if (p.Task == nil) != (q.Task == nil) || p.Task != nil && (p.Task.Kind != q.Task.Kind || p.Task.Answer != q.Task.Answer ||
					p.Task.Solution != q.Task.Solution || p.Task.Under != q.Task.Under || !slices.Equal(p.Task.Want, q.Task.Want)) {
					t.Errorf("%s %s page %d has another task", language, l.Slug, i)
				}
			}
		}
	}
}

// TestEveryHostIsReserved keeps real sites out of the texts.
func TestEveryHostIsReserved(t *testing.T) {
	course, err := load()
	if err != nil {
		t.Fatal(err)
	}
	check := func(l *Lesson, raw string) {
		if raw == "" || raw[0] == '/' {
			return
		}
		u, err := url.Parse(raw)
		if err != nil || !strings.HasSuffix(u.Hostname(), ".example") {
			t.Errorf("%s: %s", l.Slug, raw)
		}
	}
	for _, all := range course {
		for _, l := range all {
			for _, p := range l.Pages {
				check(l, p.File.URL)
				for _, c := range p.Claim {
					check(l, c.URL)
				}
				if p.Task == nil {
					continue
				}
				check(l, p.Task.File.URL)
				for _, w := range p.Task.Want {
					check(l, w.URL)
				}
				if p.Task.Kind == Find {
					check(l, p.Task.Solution)
				}
			}
			for line := range strings.Lines(l.String()) {
				for word := range strings.FieldsSeq(line) {
					if strings.HasPrefix(word, "http://") || strings.HasPrefix(word, "https://") {
						check(l, strings.TrimRight(word, ".,;:)"))
					}
				}
			}
		}
	}
}

func TestNextWalksTheWholeCourse(t *testing.T) {
	course := For("en")
	pages := 0
	for _, l := range course {
		pages += len(l.Pages)
	}
	l, at, n := course[0], 0, 1
	for {
		next, page, ok := Next(course, l, at)
		if !ok {
			break
		}
		l, at, n = next, page, n+1
	}
	if n != pages || l != course[len(course)-1] {
		t.Errorf("walked %d of %d pages, to %s", n, pages, l.Slug)
	}
	if _, _, ok := Next(course, &Lesson{Slug: "own", Pages: make([]Page, 1)}, 0); ok {
		t.Error("a lesson that is not of the course has a next one")
	}
}

func TestListHasOneLineALesson(t *testing.T) {
	list := strings.Split(strings.TrimSuffix(List(For("en")), "\n"), "\n")
	if len(list) != len(For("en")) || list[0] != "first-rule\tYour first rule\t2.1, 2.2.2" {
		t.Errorf("%d lines, the first %q", len(list), list[0])
	}
	if _, err := Named("en", "tie"); err != nil {
		t.Error(err)
	}
	if _, err := Named("en", "nothing"); err == nil || !strings.Contains(err.Error(), "robotslens learn lists them") {
		t.Errorf("got %v", err)
	}
}

func TestTheStartAndTheChaptersOnPrecedenceTiesAndWildcardsAreTranslated(t *testing.T) {
	for _, language := range languages[1:] {
		for _, slug := range []string{"first-rule", "one-file-line-by-line", "whose-group", "longest-wins", "star-counts", "order", "tie", "tie-hidden", "dollar", "star-anywhere", "literal"} {
			if l, err := Named(language, slug); err != nil || l.Language != language {
				t.Errorf("%s is not there in %s", slug, language)
			}
		}
	}
}

func TestALessonReadsAsPlainText(t *testing.T) {
	l, err := Parse([]byte(strings.Replace(small, "octets]] is short.", "octets]] is short, and this sentence is long enough to be broken once.\n\n- an item that is long enough to be broken somewhere, since seventy-eight columns are not many\n\n  kept   as\n  it is", 1)))
	if err != nil {
		t.Fatal(err)
	}
	const want = `A small lesson
RFC 9309, section 2.2.2

File:
   1  User-agent: *
   2  == not a block
   3  Disallow: /a

The rule /a is disallowed by line 3 (2 octets) is short, and this sentence is
long enough to be broken once.

- an item that is long enough to be broken somewhere, since seventy-eight
  columns are not many

  kept   as
  it is

Task 1 of 1
What about /a?
  URL: /a
  Crawler: ExampleBot

The tasks are done on the screen: run this command on a terminal.
`
	if got := l.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
