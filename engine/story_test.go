package engine

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden stories anew, to be looked at")

const storyFile = `User-agent: *
Disallow: /shop
Allow: /sh%6Fp*
Disallow: /*.pdf$

User-agent: OtherBot
User-agent: TieBot
Allow: /a
Disallow: /a
`

func TestAStoryIsToldAsInItsGoldenFile(t *testing.T) {
	const shop = "https://shop.example/sh%6fp/%c3%a9#top"
	for _, tt := range []struct {
		name, url string
		who       Crawler
		d         Dialect
	}{
		{"rfc-longest", shop, Token("Bot"), RFC},
		{"rfc-tie", "/a/b", Crawler{Tokens: []string{"FirstBot", "TieBot"}}, RFC},
		{"rfc-no-group", "shop.example?a", Crawler{Tokens: []string{"ShyBot"}, NoStar: true}, RFC},
		{"google-no-match", shop, Token("Bot"), Google},
		{"google-tie", "/a", Token("tiebot"), Google},
		{"python-first", shop, Token("Bot/1.0"), Python},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tr := Parse([]byte(storyFile), tt.d).Explain(tt.url, tt.who)
			got := strings.Join(tr.StoryLines(), "\n") + "\n"
			golden := filepath.Join("..", "testdata", "stories", tt.name+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// A story is a view of its trace: it ends in the trace's verdict, the first of
// its order is the deciding line, and its changes make the compared form.
func TestAStorySaysWhatTheTraceSays(t *testing.T) {
	for _, name := range vectorFiles {
		for _, v := range readVectors(t, name) {
			src := v.src(t)
			for _, d := range Dialects() {
				tr := Parse(src, d).Explain(v.URL, Token(v.Agent))
				story := tr.Story()
				last := story[len(story)-1]
				if last.Kind != StageVerdict || last.Text[len(last.Text)-1] != tr.Sentence() {
					t.Fatalf("%s in %s ends with %q, the trace with %q", v.ID, d.Name, last.Text, tr.Sentence())
				}
				matched := 0
				for i, g := range story {
					if i > 0 && g.Kind < story[i-1].Kind {
						t.Fatalf("%s in %s: stage %d comes after %d", v.ID, d.Name, g.Kind, story[i-1].Kind)
					}
					switch {
					case g.Kind == StageRule && g.Step >= 0 && tr.Steps[g.Step].Matched():
						matched++
					case g.Kind == StageSort && (g.Lines[0] != tr.Line || len(g.Lines) != tr.Matches):
						t.Fatalf("%s in %s sorts %v, the trace decides by line %d of %d", v.ID, d.Name, g.Lines, tr.Line, tr.Matches)
					case g.Kind == StageTie && tr.Reason != ReasonAllowOnTie:
						t.Fatalf("%s in %s settles a tie that is none", v.ID, d.Name)
					}
				}
				if matched != tr.Matches {
					t.Fatalf("%s in %s tells %d matches of %d", v.ID, d.Name, matched, tr.Matches)
				}
				written, changes := d.changes(tr.Target)
				if got := applied(written, tr.Target.Form, changes); got != tr.Target.Form {
					t.Fatalf("%s in %s: the changes of %q make %q, compared is %q", v.ID, d.Name, written, got, tr.Target.Form)
				}
				for i := range tr.Steps {
					p := tr.File.Compile(tr.Rule(i))
					value := tr.File.Pattern(tr.Rule(i))
					if p.Anchored {
						value = strings.TrimSuffix(value, "$")
					}
					if got := applied(value, string(p.Form), d.patternChanges(tr.File.Pattern(tr.Rule(i)))); got != string(p.Form) {
						t.Fatalf("%s in %s: the changes of %q make %q, compared is %q", v.ID, d.Name, value, got, p.Form)
					}
				}
			}
		}
	}
}

// A line that is no rule ends no list of user-agent lines, and both tellings of
// a decision say so (RFC 9309, 2.1).
func TestItIsToldThatALineDoesNotPartAGroup(t *testing.T) {
	const shared = "user-agent lines %s are of one group and share its rules: line %s does not part them"
	for _, tt := range []struct {
		name, src, lines, between string
		d                         Dialect
		ends                      string
	}{
		{"a Crawl-delay", "User-agent: *\nCrawl-delay: 5\nUser-agent: badbot\nDisallow: /\n", "1 and 3", "2 between them (crawl-delay)", RFC, ", only an allow or disallow line does"},
		{"a blank line", "User-agent: *\n#\n\nUser-agent: badbot\nDisallow: /\n", "1 and 4", "3 between them (blank)", Google, ", only an allow or disallow line does"},
		{"a Sitemap in the old way", "User-agent: *\nSitemap: https://a.test/s\nUser-agent: badbot\nDisallow: /\n", "1 and 3", "2 between them (sitemap)", Python, ""},
		{"a comment, which nobody takes for an end", "User-agent: *\n# c\nUser-agent: badbot\nDisallow: /\n", "", "", RFC, ""},
		{"a rule, which is an end", "User-agent: *\nAllow: /\nUser-agent: badbot\nDisallow: /\n", "", "", RFC, ""},
	} {
		tr := Parse([]byte(tt.src), tt.d).Explain("/a", Token("good"))
		for _, told := range []string{tr.String(), strings.Join(tr.StoryLines(), "\n") + "\n"} {
			if tt.lines == "" && strings.Contains(told, "part them") {
				t.Errorf("%s: told\n%s", tt.name, told)
			}
			if want := fmt.Sprintf(shared, tt.lines, tt.between) + tt.ends + "\n"; tt.lines != "" && !strings.Contains(told, want) {
				t.Errorf("%s: %q is not in\n%s", tt.name, want, told)
			}
		}
	}
}

// applied makes the compared form of what was written: what no change speaks of
// stays as it is.
func applied(written, form string, changes []Change) string {
	var b strings.Builder
	at := int32(0)
	for _, c := range changes {
		b.WriteString(written[at:c.From.Start])
		if int32(b.Len()) != c.To.Start {
			return b.String() + "?"
		}
		b.WriteString(form[c.To.Start:c.To.End])
		at = c.From.End
	}
	return b.String() + written[at:]
}

func TestALongStoryIsBounded(t *testing.T) {
	src := "User-agent: *\n" + strings.Repeat("Disallow: /a\n", 500) + strings.Repeat("Disallow: /bb\n", 5000)
	tr := Parse([]byte(src), RFC).Explain("/ab", Token("Bot"))
	if n := len(tr.Story()); n > 40 {
		t.Errorf("%d stages", n)
	}
	if got := strings.Count(strings.Join(tr.StoryLines(), "\n"), "equal, later line"); got != 499 {
		t.Errorf("%d of 499 later lines are told line by line", got)
	}
	for _, want := range []string{"476 other rules match too, with no more octets\n", "5000 other rules do not match\n"} {
		if !strings.Contains(strings.Join(tr.StoryLines(), "\n"), want) {
			t.Errorf("%q is missing", want)
		}
	}
}
