package cli

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

const lintRobots = "User-agent: Googlebot/2.1\nDisallow: private\nDisallow: /shop*\n\nUser-agent: *\nCrawl-delay: 5\nUser-agent: badbot\nDisallow: /\n"

func runLint(t *testing.T, stdin string, args ...string) (status int, out, errOut string) {
	t.Helper()
	return run(t, stdin, append([]string{"lint"}, args...)...)
}

func TestLintEndsWithTheStatusOfTheContract(t *testing.T) {
	inFolder(t, map[string]string{"bad.txt": lintRobots, "good.txt": "User-agent: *\nDisallow: /a\n", "note.txt": "User-agent: *\nDisallow:\n"})
	for _, c := range []struct {
		name   string
		args   string
		stdin  string
		status int
		err    string
	}{
		{"an error is left", "bad.txt", "", 1, ""},
		{"nothing is wrong", "good.txt", "", 0, ""},
		{"notes alone are no failure", "note.txt", "", 0, ""},
		{"one of several files", "good.txt bad.txt", "", 1, ""},
		{"standard input", "-", lintRobots, 1, ""},
		{"no file is named", "", "", 2, "no robots.txt is named"},
		{"a file that is not there", "none.txt", "", 2, "none.txt"},
		{"an unknown format", "good.txt --format xml", "", 2, "text, json, sarif or github"},
		{"fixing standard input", "- --fix", lintRobots, 2, "--fix writes files"},
		{"fixing what may not be written", "bad.txt --fix --read-only", "", 2, "--read-only"},
		{"a difference as JSON", "bad.txt --dry-run --format json", "", 2, "leave --format out"},
		{"the list of rules", "--rules", "", 0, ""},
	} {
		status, out, errOut := runLint(t, c.stdin, strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(errOut, c.err) || c.status == 2 && strings.Count(errOut, "\n") != 1 {
			t.Errorf("%s: status %d, want %d; %q; %s", c.name, status, c.status, errOut, out)
		}
	}
}

func TestLintTellsEachProblemInALineAndItsFixBelow(t *testing.T) {
	inFolder(t, map[string]string{"robots.txt": lintRobots})
	_, out, _ := runLint(t, "", "robots.txt")
	for _, want := range []string{
		"robots.txt:1:13: error: A product token has no version.",
		"[RX204 agent-version; rfc, google; RFC 9309, 2.2.1]",
		"    fix: Write Googlebot (safe, --fix does it)\n",
		"robots.txt:5:13: error: * has no Allow or Disallow",
		"; --fix mends 2\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

func TestLintFixKeepsModeAndLinkAndLeavesWhatIsNotSafe(t *testing.T) {
	inFolder(t, map[string]string{"real.txt": lintRobots})
	if err := os.Chmod("real.txt", 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.txt", "robots.txt"); err != nil {
		t.Skip("no symlinks here:", err)
	}
	status, out, errOut := runLint(t, "", "robots.txt", "--fix")
	if status != 1 || !strings.Contains(out, "2 fixes made") || !strings.Contains(out, "/ for Googlebot in rfc: allowed, was disallowed") {
		t.Errorf("status %d, %s%s", status, out, errOut)
	}
	got, _ := os.ReadFile("real.txt")
	if want := strings.NewReplacer("Googlebot/2.1", "Googlebot", "private", "/private").Replace(lintRobots); string(got) != want {
		t.Errorf("fixed to %q, want %q", got, want)
	}
	info, _ := os.Lstat("real.txt")
	link, _ := os.Lstat("robots.txt")
	if info.Mode().Perm() != 0o640 || link.Mode()&os.ModeSymlink == 0 {
		t.Errorf("mode %v, link %v", info.Mode(), link.Mode())
	}
}

func TestLintDryRunPrintsAPatchAndWritesNothing(t *testing.T) {
	inFolder(t, map[string]string{"robots.txt": lintRobots})
	status, out, errOut := runLint(t, "", "robots.txt", "--fix", "--dry-run")
	if status != 1 || !strings.HasPrefix(out, "--- robots.txt\n+++ robots.txt\n@@") ||
		!strings.Contains(out, "-Disallow: private\n") || !strings.Contains(out, "+Disallow: /private\n") {
		t.Errorf("status %d\n%s%s", status, out, errOut)
	}
	if got, _ := os.ReadFile("robots.txt"); string(got) != lintRobots {
		t.Errorf("written: %q", got)
	}
	if !strings.Contains(errOut, "/ for Googlebot in rfc: allowed, was disallowed") {
		t.Errorf("no verdicts in %q", errOut)
	}
}

func TestLintJSONHasTheShapeOfTheContract(t *testing.T) {
	inFolder(t, map[string]string{"robots.txt": "User-agent: *\nDisallow: é\u200bx\n\nUser-agent: a\x1b[31m\nDisallow: /\n"})
	_, out, _ := runLint(t, "", "robots.txt", "--format", "json")
	var rows []map[string]any
	if err := json.Unmarshal([]byte(out), &rows); err != nil || len(rows) == 0 {
		t.Fatalf("%v in %s", err, out)
	}
	for _, row := range rows {
		for _, key := range []string{"file", "line", "column", "end_line", "end_column", "id", "severity", "message", "dialects", "fix"} {
			if _, ok := row[key]; !ok {
				t.Errorf("no %s in %v", key, row)
			}
		}
	}
	if strings.ContainsAny(out, "\x1b\u200b") {
		t.Errorf("foreign characters are not escaped: %q", out)
	}
	// The zero width space is the second character of the value: column 12.
	if !strings.Contains(out, `"column": 12`) {
		t.Errorf("columns are not characters: %s", out)
	}
}

// TestLintSARIFHasWhatTheSchemaRequires checks what the schema of SARIF 2.1.0
// requires of the objects that are written.
func TestLintSARIFHasWhatTheSchemaRequires(t *testing.T) {
	inFolder(t, map[string]string{"my robots.txt": lintRobots})
	_, out, _ := runLint(t, "", "my robots.txt", "--format", "sarif")
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct{ ID string }
				}
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn int }
					}
				}
				Fixes []struct {
					ArtifactChanges []struct {
						ArtifactLocation struct{ URI string }
						Replacements     []struct {
							DeletedRegion struct{ StartLine, StartColumn int }
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &log); err != nil || log.Version != "2.1.0" || len(log.Runs) != 1 {
		t.Fatalf("%v in %s", err, out)
	}
	run := log.Runs[0]
	if run.Tool.Driver.Name == "" || len(run.Results) == 0 {
		t.Fatalf("no tool or no results: %s", out)
	}
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || r.Message.Text == "" || !strings.Contains("note warning error", r.Level) {
			t.Errorf("result %+v", r)
		}
		at := r.Locations[0].PhysicalLocation
		if at.ArtifactLocation.URI != "my%20robots.txt" || at.Region.StartLine < 1 || at.Region.StartColumn < 1 {
			t.Errorf("location %+v", at)
		}
		for _, f := range r.Fixes {
			for _, ch := range f.ArtifactChanges {
				if ch.ArtifactLocation.URI == "" || len(ch.Replacements) == 0 || ch.Replacements[0].DeletedRegion.StartLine < 1 {
					t.Errorf("fix %+v", ch)
				}
			}
		}
	}
}

func TestLintGitHubEscapesWhatWouldEndACommand(t *testing.T) {
	inFolder(t, map[string]string{"a,b.txt": "User-agent: *\nDisallow: /100%off\n"})
	_, out, _ := runLint(t, "", "a,b.txt", "--format", "github")
	if !strings.Contains(out, "::error file=a%2Cb.txt,line=2,endLine=2,col=15,endColumn=16,title=RX410 bad-percent::%25 stands without") {
		t.Errorf("%s", out)
	}
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		if !strings.HasPrefix(line, "::") {
			t.Errorf("a line that is no command: %q", line)
		}
	}
}

func TestLintOfASiteTellsHowItIsServed(t *testing.T) {
	inFolder(t, nil)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/robots.txt" {
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	defer server.Close()
	status, out, errOut := runLint(t, "", server.URL)
	if status != 1 || !strings.Contains(out, "RX701 http-403") {
		t.Errorf("status %d\n%s%s", status, out, errOut)
	}
	server.Close()
	if status, out, errOut = runLint(t, "", server.URL); status != 2 {
		t.Errorf("status %d without a server\n%s%s", status, out, errOut)
	}
}

func TestLintTellsAddressesOfASiteThatServeAnotherFile(t *testing.T) {
	inFolder(t, nil)
	serve := func(text string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(text)) }))
		t.Cleanup(s.Close)
		return s.URL
	}
	one, same, other := serve("User-agent: *\nDisallow: /a\n"), serve("User-agent: *\nDisallow: /a\n"), serve("User-agent: *\n")
	for _, c := range []struct {
		args, want string
	}{
		{one + " " + same, ""},
		{one, ""},
		{one + " " + same + " " + other, ":1:1: warn: " + other + ": another robots.txt is served there"},
		{other + " " + one + " " + same, ":1:1: warn: " + one + " and " + same + ": another robots.txt is served there"},
	} {
		_, out, errOut := runLint(t, "", strings.Fields(c.args)...)
		if c.want == "" && strings.Contains(out, "RX705") || !strings.Contains(out, c.want) {
			t.Errorf("%s: want %q\n%s%s", c.args, c.want, out, errOut)
		}
	}
}

func TestLintTellsURLsThatTheFileDoesNotGovern(t *testing.T) {
	inFolder(t, map[string]string{
		"robots.txt": "User-agent: *\nDisallow: /a\n",
		"list.txt":   "https://shop.example/1\nhttps://shop.example/2\nhttp://shop.example/1\n/path\nhttps://www.shop.example/\nhttps://www.shop.example/2\n",
	})
	for args, want := range map[string]string{
		"robots.txt --urls list.txt --origin https://shop.example": "does not govern http://shop.example and https://www.shop.example:",
		"robots.txt --origin https://shop.example":                 "",
		"robots.txt --urls list.txt":                               "", // nobody knows what it governs
	} {
		_, out, errOut := runLint(t, "", strings.Fields(args)...)
		if strings.Contains(out, "RX706") != (want != "") || !strings.Contains(out, want) {
			t.Errorf("%s: want %q\n%s%s", args, want, out, errOut)
		}
	}
}
