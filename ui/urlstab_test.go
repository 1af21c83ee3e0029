package ui

import (
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/crawlers"
	"robotslens/engine/suite"
	"robotslens/fetch"
	"robotslens/ui/editor"
	"robotslens/ui/screen"
)

const urlsText = "User-agent: *\nDisallow: /reports/\nAllow: /reports/public/\nDisallow: /page\nAllow: /page\nDisallow: /unused\n"

func urlsCase(text string) (*Case, *urlsTab) {
	c := NewCase(crawlers.BuiltIn())
	c.Source.Kind = Local
	c.SetText([]byte(text))
	c.SetSaved([]byte(text))
	t := newURLsTab(Options{})
	return c, t
}

// drive runs a command and those that follow from it until the tab rests, and
// returns what the tab asks of the app.
func drive(t *testing.T, tab *urlsTab, c *Case, cmd tea.Cmd) []tea.Msg {
	t.Helper()
	var asked []tea.Msg
	todo := []tea.Cmd{cmd}
	for deadline := time.Now().Add(20 * time.Second); len(todo) > 0; {
		if time.Now().After(deadline) {
			t.Fatal("the tab does not come to rest")
		}
		cmd := todo[0]
		todo = todo[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			todo = append(todo, msg...)
		case urlsOpenMsg, urlsReadMsg, jobTickMsg, urlsDoneMsg:
			todo = append(todo, tab.Update(msg, c))
		default:
			if all := sequenceOf(msg); all != nil {
				todo = append(todo, all...)
				continue
			}
			asked = append(asked, msg)
		}
	}
	return asked
}

func paste(t *testing.T, tab *urlsTab, c *Case, text string) []tea.Msg {
	t.Helper()
	return drive(t, tab, c, tab.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}, c))
}

func keys(t *testing.T, tab *urlsTab, c *Case, keys ...string) (asked []tea.Msg) {
	t.Helper()
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		switch k {
		case "enter":
			msg = tea.KeyMsg{Type: tea.KeyEnter}
		case "esc":
			msg = tea.KeyMsg{Type: tea.KeyEsc}
		case "down":
			msg = tea.KeyMsg{Type: tea.KeyDown}
		case "delete":
			msg = tea.KeyMsg{Type: tea.KeyDelete}
		}
		asked = append(asked, drive(t, tab, c, tab.Update(msg, c))...)
	}
	return asked
}

func edit(t *testing.T, tab *urlsTab, c *Case, text string) {
	t.Helper()
	c.SetText([]byte(text))
	drive(t, tab, c, tab.Refresh(c))
}

func paintURLs(tab *urlsTab, c *Case) string {
	canvas := screen.New(76, 9)
	l := &Look{}
	l.Check, l.Cross, l.Down, l.Right, l.Ellipsis = "✓", "✗", "↓", "→", "…"
	tab.Paint(canvas.Region(0, 0, 76, 9), c, l, true)
	var lines []string
	for _, s := range strings.Split(canvas.String(), "\n") {
		lines = append(lines, strings.TrimRight(s, " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func expectPainted(t *testing.T, tab *urlsTab, c *Case, want string) {
	t.Helper()
	if got := paintURLs(tab, c); got != strings.Trim(want, "\n") {
		t.Errorf("got\n%s\nwant%s", got, want)
	}
}

func TestAPastedTableShowsVerdictsTiesAndWhatIsNotAsExpected(t *testing.T) {
	c, tab := urlsCase(urlsText)
	paste(t, tab, c, "agent,url,expected\rGooglebot,/reports/a,disallow\rGPTBot,/page,disallow\rGooglebot,/d\x1b[31m,allow\r")
	expectPainted(t, tab, c, `
 3 rows, 1 disallowed, 1 not as expected
  verdict      crawler     URL                  decided by  expected
→ ✗ disallowed Googlebot   /reports/a           line 2      disallow: pass
  ✓ allowed    GPTBot      /page                line 5 tie  disallow: fail
  ✓ allowed    Googlebot   /d␛[31m              no rule     allow: pass`)
	if tab.Badge() != "3" {
		t.Errorf("badge %q", tab.Badge())
	}
	keys(t, tab, c, "o")
	expectPainted(t, tab, c, `
 3 rows, 1 disallowed, 1 not as expected; shown 1: only differing, esc sho…
  verdict      crawler     URL                  decided by  expected
→ ✓ allowed    GPTBot      /page                line 5 tie  disallow: fail`)
	asked := keys(t, tab, c, "enter")
	if got, want := fmt.Sprint(asked), fmt.Sprint([]tea.Msg{SetAgentMsg{"GPTBot"}, SetURLMsg{"/page"}}); got != want {
		t.Errorf("enter asks for %s, want %s", got, want)
	}
	keys(t, tab, c, "esc", "s", "s", "s")
	if tab.found.view.order != byURL || fmt.Sprint(tab.found.shown) != "[2 1 0]" {
		t.Errorf("sorted by %d: %v", tab.found.view.order, tab.found.shown)
	}
}

func TestAnEditShowsWhatFlippedAndTakingItBackShowsNothing(t *testing.T) {
	c, tab := urlsCase(urlsText)
	paste(t, tab, c, "https://a.example/reports/public/x\nhttps://a.example/page\nhttps://a.example/q\n")
	l := &Look{}
	if words, _, _ := tab.Status(l); words != "0 of 3 flipped since save" {
		t.Errorf("before an edit: %q", words)
	}
	edit(t, tab, c, strings.Replace(urlsText, "Allow: /reports", "Disallow: /reports", 1))
	if words, _, _ := tab.Status(l); words != "1 of 3 flipped since save" {
		t.Errorf("after an edit: %q", words)
	}
	expectPainted(t, tab, c, `
 3 rows, 1 disallowed, 1 flipped
  verdict      crawler     URL on https://a.example    decided by  flipped
→ ✗ disallowed Googlebot   /reports/public/x           line 3      flipped
  ✓ allowed    Googlebot   /page                       line 5 tie
  ✓ allowed    Googlebot   /q                          no rule`)
	keys(t, tab, c, "v")
	expectPainted(t, tab, c, `
 1 verdict flipped since save
→ ✗ disallowed  Googlebot    /reports/publ… line 3 Allow → line 3 Disallow`)
	edit(t, tab, c, urlsText)
	expectPainted(t, tab, c, "\n no verdict flipped since save")

	drive(t, tab, c, tab.Update(BaselineMsg{"the published file", []byte("User-agent: *\nDisallow: /\n")}, c))
	if words, _, _ := tab.Status(l); words != "3 of 3 flipped since the published file" {
		t.Errorf("against a baseline: %q", words)
	}
	drive(t, tab, c, tab.savedBaseline(c))
	if words, _, _ := tab.Status(l); words != "0 of 3 flipped since save" {
		t.Errorf("against the saved file again: %q", words)
	}
}

func TestThePublishedFileAsLastFetchedIsABaseline(t *testing.T) {
	c, tab := urlsCase(urlsText)
	paste(t, tab, c, "/reports/a\n/q\n")
	fetched := &fetchTab{}
	if msg, ok := fetched.baseline()().(NoteMsg); !ok || !msg.Bad {
		t.Errorf("without a fetch: %v", msg)
	}
	fetched.result = &fetch.Result{Body: []byte("User-agent: *\nDisallow: /q\n")}
	drive(t, tab, c, tab.Update(fetched.baseline()(), c))
	if words, _, _ := tab.Status(&Look{}); words != "2 of 2 flipped since the published file" {
		t.Errorf("status %q", words)
	}
}

func TestManyFlipsAreGroupedByRuleAndFolder(t *testing.T) {
	c, tab := urlsCase("User-agent: *\nDisallow: /a\n")
	var list strings.Builder
	for i := range 20 {
		fmt.Fprintf(&list, "/a/%d\n/ab/%d\n", i, i)
	}
	fmt.Fprintf(&list, "/b/1\n")
	paste(t, tab, c, list.String())
	edit(t, tab, c, "User-agent: *\nDisallow: /b\n")
	keys(t, tab, c, "v")
	expectPainted(t, tab, c, `
 41 verdicts flipped since save, by rule and folder
→ ✓ allowed     20 in        /a/             line 2 Disallow: /a → no rule
  ✓ allowed     20 in        /ab/            line 2 Disallow: /a → no rule
  ✗ disallowed  1 in         /b/             no rule → line 2 Disallow: /b`)
	keys(t, tab, c, "down", "down")
	asked := keys(t, tab, c, "enter")
	if got, want := fmt.Sprint(asked), fmt.Sprint([]tea.Msg{SetAgentMsg{"Googlebot"}, SetURLMsg{"/b/1"}, JumpMsg{2}}); got != want {
		t.Errorf("enter asks for %s, want %s", got, want)
	}
}

func TestWithoutAListTheRulesOfBothTextsAreProbed(t *testing.T) {
	c, tab := urlsCase(urlsText)
	drive(t, tab, c, tab.Refresh(c))
	if words, _, _ := tab.Status(&Look{}); words != "0 flipped since save" {
		t.Errorf("before an edit: %q", words)
	}
	edit(t, tab, c, urlsText+"Disallow: /new\n")
	words, _, _ := tab.Status(&Look{})
	var n, of int
	if _, err := fmt.Sscanf(words, "%d of %d probes flipped since save", &n, &of); err != nil || n == 0 || n >= of {
		t.Errorf("after an edit: %q", words)
	}
	if !strings.Contains(paintURLs(tab, c), "Paste a list here") {
		t.Errorf("probes are shown as a list:\n%s", paintURLs(tab, c))
	}
}

func TestCoverageStandsBesideTheRules(t *testing.T) {
	c, tab := urlsCase(urlsText + "\nUser-agent: other\nDisallow: /\n")
	paste(t, tab, c, "/reports/a\n/reports/public/b\n/page\n")
	keys(t, tab, c, "c")
	for line, want := range map[int]string{
		1: "", 2: "decides 1 of 2", 3: "decides 1 of 1", 4: "decides 0 of 1", 6: "matches none", 9: "nobody in the list reads it",
	} {
		var m editor.Mark
		tab.MarkLine(line, &m, &Look{})
		if m.Trailing != want || m.Dim != (line == 4 || line == 6 || line == 9) {
			t.Errorf("line %d: %q, dim %v, want %q", line, m.Trailing, m.Dim, want)
		}
	}
	m := editor.Mark{Trailing: "9 octets, WINS"}
	if tab.MarkLine(2, &m, &Look{}); m.Trailing != "9 octets, WINS, decides 1 of 2" || m.Short != "9 octets, WINS" {
		t.Errorf("the decision and coverage: %q, short %q", m.Trailing, m.Short)
	}
	keys(t, tab, c, "v", "v")
	expectPainted(t, tab, c, `
 2 of 5 rules asked for decide no URL of the list
→ line 4      matches 1       Disallow: /page
  line 6      matches 0       Disallow: /unused`)
}

func TestRowsAreFilteredRemovedAndExpected(t *testing.T) {
	c, tab := urlsCase(urlsText)
	paste(t, tab, c, "/page\n/q\n/Reports/\n/page\n")
	if len(tab.rows) != 3 {
		t.Fatalf("%d rows: a URL is taken twice", len(tab.rows))
	}
	ask := keys(t, tab, c, "f")
	drive(t, tab, c, ask[0].(AskMsg).Enter("reports"))
	if fmt.Sprint(tab.found.shown) != "[2]" {
		t.Errorf("the filter shows %v", tab.found.shown)
	}
	ask = keys(t, tab, c, "f")
	drive(t, tab, c, ask[0].(AskMsg).Enter("nowhere"))
	if s := paintURLs(tab, c); !strings.Contains(s, "no row with nowhere; esc shows all") {
		t.Errorf("a filter that no row has:\n%s", s)
	}
	ask = keys(t, tab, c, "f")
	drive(t, tab, c, ask[0].(AskMsg).Enter("reports"))
	keys(t, tab, c, "delete", "esc", "e")
	if len(tab.rows) != 2 || tab.rows[0].Expected != suite.ExpectAllow || tab.found.counts.differing != 0 {
		t.Errorf("rows %v", tab.rows)
	}
	c.SetURL("/q")
	keys(t, tab, c, "n")
	c.SetURL("/r")
	keys(t, tab, c, "n")
	if len(tab.rows) != 3 || tab.rows[2].URL != "/r" {
		t.Errorf("after adding: %v", tab.rows)
	}
}

func TestTheListIsSavedAsATableThatHoldsTheFileToItsVerdicts(t *testing.T) {
	c, tab := urlsCase(urlsText)
	c.SetSource(Source{Kind: Local, Origin: fetch.OriginOf("https://a.example/")})
	paste(t, tab, c, "https://a.example/reports/a\nhttps://b.example/\n/page\n")
	path := filepath.Join(t.TempDir(), "expected.csv")
	ask := keys(t, tab, c, "w")
	asked := drive(t, tab, c, ask[0].(AskMsg).Enter(path))
	if len(asked) != 1 || !strings.Contains(asked[0].(NoteMsg).Text, "2 rows") || !strings.Contains(asked[0].(NoteMsg).Text, "1 of other hosts left out") {
		t.Errorf("saving says %v", asked)
	}
	got, err := os.ReadFile(path)
	if want := "agent,url,expected\nGooglebot,https://a.example/reports/a,disallow\nGooglebot,/page,allow\n"; err != nil || string(got) != want {
		t.Errorf("the table is %q (%v)", got, err)
	}
	asked = drive(t, tab, c, ask[0].(AskMsg).Enter(path))
	if _, ok := asked[0].(ConfirmMsg); !ok {
		t.Errorf("writing over a table asks for %v", asked)
	}
}

func TestListsTablesAndSitemapsAreReadFromFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	sitemap := `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/%s</loc></url></urlset>`
	packed := filepath.Join(dir, "s.xml.gz")
	f, err := os.Create(packed)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	fmt.Fprintf(z, sitemap, "packed")
	z.Close()
	f.Close()
	for _, tt := range []struct {
		name         string
		lists        urlsLists
		want, wanted string
	}{
		{"a list", urlsLists{lists: []string{write("l.txt", "/a # one\n/b\n")}}, "[/a /b]", ""},
		{"an export", urlsLists{lists: []string{write("e.csv", "Page,Clicks\nhttps://a.example/c,1\n")}}, "[https://a.example/c]", ""},
		{"a sitemap by itself", urlsLists{lists: []string{write("s.xml", fmt.Sprintf(sitemap, "s"))}}, "[https://a.example/s]", ""},
		{"a packed sitemap", urlsLists{sitemaps: []string{packed}}, "[https://a.example/packed]", ""},
		{"a table", urlsLists{tables: []string{write("t.csv", "agent,url,expected\nGPTBot,/a,allow\nGPTBot,/b,maybe\n")}}, "[/a]", "t.csv: line 3: "},
		{"a list where a table should be", urlsLists{tables: []string{write("n.csv", "/a\n")}}, "[]", "n.csv: no header"},
		{"a table in place of a list", urlsLists{lists: []string{write("u.csv", "agent,url,expected\nGPTBot,/b,maybe\n")}}, "[]", "u.csv: line 2: "},
		{"nothing", urlsLists{lists: []string{filepath.Join(dir, "none")}}, "[]", "none"},
		{"a folder", urlsLists{lists: []string{dir}}, "[]", "is a directory"},
	} {
		c, tab := urlsCase(urlsText)
		asked := drive(t, tab, c, tab.Update(urlsOpenMsg{tt.lists}, c))
		var urls []string
		for _, row := range tab.rows {
			urls = append(urls, row.URL)
		}
		if fmt.Sprint(urls) != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, urls, tt.want)
		}
		note := asked[len(asked)-1].(NoteMsg)
		if note.Bad != (tt.wanted != "") || !strings.Contains(note.Text, tt.wanted) {
			t.Errorf("%s: says %q", tt.name, note.Text)
		}
	}
}

func TestEscStopsAListBeingReadAndDropsWhatComesLate(t *testing.T) {
	c, tab := urlsCase(urlsText)
	cmd := tab.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("/a\n/b"), Paste: true}, c)
	if _, ended := tab.Cancel(c); !ended {
		t.Error("esc ends nothing")
	}
	drive(t, tab, c, cmd)
	if len(tab.rows) != 0 || tab.state() != "" {
		t.Errorf("a stopped reading leaves %v, %q", tab.rows, tab.state())
	}
}

func TestAResultOfAnOlderTextIsShownAsStaleUntilTheNewOneLands(t *testing.T) {
	c, tab := urlsCase(urlsText)
	rows := make([]suite.Row, 1000)
	for i := range rows {
		rows[i] = suite.Row{Agent: "Googlebot", URL: fmt.Sprintf("/reports/%d", i)}
	}
	tab.add(rows)
	drive(t, tab, c, tab.Refresh(c))
	c.SetText([]byte("User-agent: *\n"))
	first := tab.Refresh(c)
	c.SetText([]byte("User-agent: *\nDisallow: /reports/1\n"))
	if tab.Refresh(c) != nil || !tab.stale() || tab.found.counts.disallowed != 1000 {
		t.Fatalf("two evaluations run at a time, or the rows are not stale")
	}
	next := tab.Update(first(), c)
	if !tab.stale() || tab.found.counts.disallowed != 0 {
		t.Errorf("the older result: stale %v, %d disallowed", tab.stale(), tab.found.counts.disallowed)
	}
	drive(t, tab, c, next)
	if tab.stale() || tab.found.counts.disallowed != 111 {
		t.Errorf("the last result: stale %v, %d disallowed", tab.stale(), tab.found.counts.disallowed)
	}
}

func TestARuleGivesAURLThatHitsItAndOneThatJustMisses(t *testing.T) {
	c, tab := urlsCase(urlsText + "\nUser-agent: other\nDisallow: /for/other$\n")
	c.Cursor = 9
	drive(t, tab, c, tab.addProbesOfRule(c))
	if got := fmt.Sprint(tab.rows); !strings.Contains(got, "other /for/other ") || len(tab.rows) != 2 {
		t.Errorf("rows %s", got)
	}
	if f := tab.found; f.now.Verdicts[0].Allowed || !f.now.Verdicts[1].Allowed {
		t.Errorf("verdicts %v", f.now.Verdicts)
	}
	c.Cursor = 1
	if asked := drive(t, tab, c, tab.addProbesOfRule(c)); !asked[0].(NoteMsg).Bad {
		t.Errorf("a line that is no rule: %v", asked)
	}
}

func TestReversingTheRulesChangesVerdictsInPythonAlone(t *testing.T) {
	c, tab := urlsCase(urlsText)
	asked := drive(t, tab, c, tab.reverseRules(c))
	got := asked[0].(NoteMsg).Text
	if !strings.Contains(got, "none change in rfc, none in google, ") || strings.Contains(got, "none in python") {
		t.Errorf("it says %q", got)
	}
	drive(t, tab, c, tab.shuffleRules(c))
	if string(c.Text) != urlsText {
		t.Error("the text was changed")
	}
}
