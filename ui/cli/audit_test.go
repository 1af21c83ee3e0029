package cli

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"robotslens/engine/crawlers"
)

const auditRobots = "User-agent: *\nDisallow: /private/\nAllow: /private/open\n\nUser-agent: Googlebot\nDisallow: /nogoogle\nDisallow: /never\n"

// logLine is a Combined line; day is of May 2026.
func logLine(day int, target, agent string) string {
	return fmt.Sprintf("192.0.2.1 - - [%02d/May/2026:10:00:00 +0000] \"GET %s HTTP/1.1\" 200 5 \"-\" \"%s\"\n", day, target, agent)
}

const (
	uaBing   = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"
	uaGoogle = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
)

func auditLog() string {
	return logLine(1, "/private/x", uaBing) + logLine(2, "/private/y", uaBing) + logLine(3, "/private/open", uaBing) +
		logLine(1, "/nogoogle/\x1b[31m", uaGoogle) + logLine(1, "/", uaGoogle) + logLine(1, "/robots.txt", uaGoogle) +
		logLine(1, "/private/x", "Firefox") + "broken \x1b]52;c;x\x07 line\n\n"
}

// inFolder writes files into a folder of the test's own and works in it.
func inFolder(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(ownFolders(t))
	for name, text := range files {
		write(t, name, text)
	}
}

func runAudit(t *testing.T, stdin string, args ...string) (status int, out, errOut string) {
	t.Helper()
	return run(t, stdin, append([]string{"audit"}, args...)...)
}

func TestAuditCountsTheHitsOfEachCrawlerAndRule(t *testing.T) {
	inFolder(t, map[string]string{"robots.txt": auditRobots, "a.log": auditLog()})
	status, out, errOut := runAudit(t, "", "a.log", "--robots", "robots.txt", "--format", "json")
	if status != 1 || errOut != "" {
		t.Fatalf("status %d, %s", status, errOut)
	}
	if strings.ContainsAny(out, "\x1b\x07") {
		t.Error("control characters of the log get through")
	}
	var r struct {
		Lines, Parsed, Skipped int
		Crawlers               []struct {
			Crawler             string
			Allowed, Disallowed int
			ByLine              []struct {
				Line, Count   int
				Rule, Example string
			} `json:"by_line"`
		}
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	want := "{9 7 1 [{bingbot 1 2 [{2 2 Disallow: /private/ /private/x} {3 1 Allow: /private/open /private/open}]} " +
		"{Googlebot 2 1 [{6 1 Disallow: /nogoogle /nogoogle/\x1b[31m}]}]}"
	if got := fmt.Sprint(r); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestAuditTellsEachPartInText(t *testing.T) {
	inFolder(t, map[string]string{"robots.txt": auditRobots, "a.log": auditLog(),
		"googlebot.json": `{"prefixes":[{"ipv4Prefix":"66.249.64.0/19"}]}`})
	status, out, _ := runAudit(t, "", "a.log", "--robots", "robots.txt", "--before-after", "2026-05-02", "--networks", "googlebot.json")
	if status != 1 {
		t.Errorf("status %d", status)
	}
	for _, want := range []string{
		"a.log: 9 lines, read as combined\n",
		"7 hits, 1 broken line, 1 blank line, from 2026-05-01 10:00:00 to 2026-05-03 10:00:00 UTC\n",
		"  bingbot       3        1           2       0        0         0            0        3  yes\n",
		"  Googlebot     3        2           1       0        0         0            3        0  yes\n",
		"false claims among the disallowed hits of Googlebot: 1 ",
		"  disallowed  2  66.7 %  line 2  Disallow: /private/   e.g. /private/x\n",
		"  2  /private/\n",
		"  bingbot              1           1  100.0 %           2           1  50.0 %\n",
		"  bingbot goes by *\n",
		"  line 7  Disallow: /never  for Googlebot\n",
		"  1  Googlebot  200: 1  last 2026-05-01 10:00:00  once\n",
		"  a.log:8: no time: broken ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if strings.ContainsAny(out, "\x1b\x07") {
		t.Error("control characters of the log get through")
	}
}

func TestAuditWritesARowOfCSVForEachCount(t *testing.T) {
	inFolder(t, map[string]string{"robots.txt": auditRobots})
	status, out, errOut := runAudit(t, auditLog(), "-", "--robots", "robots.txt", "--format", "csv", "--before-after", "2026-05-02")
	if status != 1 || errOut != "" {
		t.Fatalf("status %d, %s", status, errOut)
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0], ","); got != "section,crawler,name,host,file,line,rule,verdict,count,error,share,unsure,before,after,example" {
		t.Errorf("header %s", got)
	}
	all := map[string]bool{}
	for _, r := range rows[1:] {
		all[strings.Join(r, ",")] = true
	}
	for _, want := range []string{
		"total,,skipped,,,,,,1,,,,,,",
		"crawler,bingbot,disallowed,,,,,,2,,,,1,1,",
		"rule,bingbot,,,robots.txt,2,Disallow: /private/,disallowed,2,,0.666667,0,1,1,/private/x",
		"group,Googlebot,own,,,,,,3,,,,,,",
		"unused_rule,,,,robots.txt,7,Disallow: /never,,0,,,,,,",
		"robots_txt,Googlebot,200,,,,,,1,,,,,,",
		"disallowed_folder,,/private/,,,,,,2,0,,,,,",
	} {
		if !all[want] {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}

func TestAuditEndsWithTheStatusOfTheContract(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	fmt.Fprint(z, auditLog())
	z.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, auditRobots)
	}))
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	clean := logLine(1, "/", uaBing)
	inFolder(t, map[string]string{
		"robots.txt": auditRobots, "a.log": auditLog(), "clean.log": clean, "empty.log": "", "a.log.gz": zipped.String(),
		"cut.gz": zipped.String()[:zipped.Len()-9], "none.log": "hello\nworld\n", "x.bz2": "BZh91AY",
		"two.log":   "a.example " + logLine(1, "/private/x", uaBing) + "b.example " + logLine(1, "/private/x", uaBing),
		"named.log": host + " " + logLine(1, "/private/x", uaBing),
		"my.json":   `{"when":"2026-05-01T10:00:00Z","where":"/private/x","who":"bingbot/2.0"}` + "\n",
		"bad.json":  `{"prefixes":[]}`,
	})
	tests := []struct {
		name    string
		args    string
		status  int
		out, to string // parts of standard output and error
	}{
		{"nothing disallowed", "clean.log --robots robots.txt", 0, "1 hit by crawlers", ""},
		{"an empty log", "empty.log --robots robots.txt", 0, "No crawler", ""},
		{"gzip", "a.log.gz --robots robots.txt", 1, "a.log.gz: 9 lines", ""},
		{"two logs", "a.log clean.log --robots robots.txt", 1, "clean.log: 1 line,", ""},
		{"a fetched robots.txt governs its host", "named.log --robots " + server.URL, 1, "by crawlers", ""},
		{"and no other", "two.log --robots " + server.URL, 0, "Hosts without a file\n  1  a.example\n  1  b.example\n", ""},
		{"it is taken for the host of a log without hosts", "a.log --robots " + server.URL, 1, "by crawlers", ""},
		{"a file for each host", "two.log --robots a.example=robots.txt --robots b.example=clean.log", 1, "a.example/private/x", ""},
		{"one file for several hosts is doubtful", "two.log --robots robots.txt", 1, "", "2 hosts were judged by one robots.txt"},
		{"an origin", "two.log --robots robots.txt --origin https://a.example", 1, "Hosts without a file\n  1  b.example\n", ""},
		{"a log without hosts needs --host", "a.log --robots a.example=robots.txt --robots b.example=robots.txt", 0, "(no host)", "name it with --host"},
		{"and gets it", "a.log --robots a.example=robots.txt --robots b.example=robots.txt --host b.example", 1, "b.example/private/x", ""},
		{"a field map", "my.json --robots robots.txt --fields time=when,target=where,agent=who", 1, "read as json", ""},
		{"a file that flips hits", "a.log --robots robots.txt --against empty.log", 1, "3 hits flip with the other file\n  2  bingbot    now allowed  line 2 Disallow: /private/ -> no rule  e.g. /private/x\n", ""},
		{"and in CSV", "a.log --robots robots.txt --against empty.log --format csv", 1, "flip,bingbot,before,,robots.txt,2,Disallow: /private/,disallowed,2,", ""},
		{"a file that flips none", "a.log --robots robots.txt --against robots.txt", 1, "No hit flips", ""},
		{"a file to compare with that is not there", "a.log --robots robots.txt --against nope.txt", 2, "", "nope.txt: no such file"},
		{"another dialect", "a.log --robots robots.txt --dialect python", 1, "", ""},
		{"no log", "--robots robots.txt", 2, "", "no log is named"},
		{"no robots.txt", "a.log", 2, "", "--robots FILE"},
		{"a log that is not there", "a.log nope.log --robots robots.txt", 2, "", "nope.log: no such file"},
		{"a robots.txt that is not there", "a.log --robots nope.txt", 2, "", "nope.txt: no such file"},
		{"a directory", ". --robots robots.txt", 2, "", "is a directory"},
		{"no log at all", "none.log --robots robots.txt", 2, "", "--log-format"},
		{"the other logs still count", "none.log a.log --robots robots.txt", 2, "a.log: 9 lines", "none.log: no known log format"},
		{"a log cut short still counts", "cut.gz --robots robots.txt", 2, "9 lines", "unexpected EOF"},
		{"another packing", "x.bz2 --robots robots.txt", 2, "", "bzip2"},
		{"a format that is none", "a.log --robots robots.txt --format xml", 2, "", "unknown format"},
		{"a log format that is none", "a.log --robots robots.txt --log-format elf", 2, "", "host-combined"},
		{"a time that is none", "a.log --robots robots.txt --before-after yesterday", 2, "", "is no time"},
		{"fields that are none", "a.log --robots robots.txt --fields x", 2, "", "MEANING=FIELD"},
		{"a dialect that is none", "a.log --robots robots.txt --dialect elvish", 2, "", "elvish"},
		{"a network list without networks", "a.log --robots robots.txt --networks Googlebot=bad.json", 2, "", "no ipv4Prefix"},
		{"a network list of nobody", "a.log --robots robots.txt --networks bad.json", 2, "", "CRAWLER=FILE"},
		{"two files for one host", "a.log --robots a.example=robots.txt --robots A.EXAMPLE=robots.txt", 2, "", "two robots.txt"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, out, errOut := runAudit(t, "", strings.Fields(tt.args)...)
			if status != tt.status || !strings.Contains(out, tt.out) || !strings.Contains(errOut, tt.to) || tt.to == "" && errOut != "" {
				t.Errorf("status %d, want %d\nout: %s\nerr: %s", status, tt.status, out, errOut)
			}
		})
	}
}

func TestAuditJudgesByTheHistoryOfFetches(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprint(w, auditRobots)
	}))
	defer server.Close()
	before := logLine(1, "/private/x", uaBing)
	after := strings.ReplaceAll(before, "2026", "2999")
	inFolder(t, map[string]string{"a.log": before + after + after})
	if status, _, errOut := runAudit(t, "", "a.log", "--history", server.URL); status != 2 || !strings.Contains(errOut, "knows no robots.txt of "+server.URL) {
		t.Errorf("without a fetch: status %d, %s", status, errOut)
	}
	if status, _, errOut := runAudit(t, "", "a.log", "--robots", server.URL); status != 1 {
		t.Fatalf("status %d, %s", status, errOut)
	}
	status, out, errOut := runAudit(t, "", "a.log", "--history", server.URL, "--format", "json")
	var r struct {
		Totals struct {
			Hits, Disallowed int
			NoFile           int `json:"no_file"`
		}
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err, errOut)
	}
	if got := fmt.Sprint(status, r.Totals); got != "1 {3 2 1}" {
		t.Errorf("got %s, want the hit from before the first fetch to have no file", got)
	}
}

func TestAuditJudgesByTheCommitOfTheTime(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	log := logLine(1, "/a", uaBing) + // disallowed by the first
		logLine(3, "/a", uaBing) + // unsure: hours after the second
		logLine(4, "/a", uaBing) + logLine(4, "/b", uaBing) // allowed, disallowed
	inFolder(t, map[string]string{"a.log": log})
	commit := func(day int, text string) {
		t.Helper()
		if err := os.WriteFile("robots.txt", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		date := fmt.Sprintf("2026-05-%02dT08:00:00Z", day)
		for _, args := range [][]string{{"add", "robots.txt"}, {"-c", "user.name=x", "-c", "user.email=x@shop.example", "commit", "-qm", "change"}} {
			cmd := exec.Command(git, args...)
			cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date, "GIT_CONFIG_GLOBAL=/dev/null")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v\n%s", args, err, out)
			}
		}
	}
	if out, err := exec.Command(git, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	commit(1, "User-agent: *\nDisallow: /a\n")
	commit(3, "User-agent: *\nDisallow: /b\n")
	status, out, errOut := runAudit(t, "", "a.log", "--git", "robots.txt", "--format", "json")
	var r struct {
		Totals struct{ Hits, Allowed, Disallowed, Unsure int }
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err, errOut)
	}
	if got := fmt.Sprint(status, r.Totals); got != "1 {4 1 2 1}" {
		t.Errorf("got %s", got)
	}
}

func TestAuditAgreesWithCheckJSONLOnEveryHit(t *testing.T) {
	agents := []string{uaBing, uaGoogle, "GPTBot/1.2", "AdsBot-Google (+http://www.google.com/adsbot.html)", "Mozilla/5.0 (compatible; Applebot/0.1)"}
	targets := []string{"/", "/private/a", "/private/open/x", "/private/op%65n", "/PRIVATE/", "/nogoogle?x=%2F", "/%70rivate/a", "/a/../private/",
		"/never", "/caf%C3%A9", "//private/x", "/private", "/x?u=http://other.example/private/", "/a*b$"}
	robots := auditRobots + "Disallow: /*?x=*/\nDisallow: /caf\xc3\xa9\nAllow: /*$\n"
	var log, questions strings.Builder
	for i := range 400 {
		agent, target := agents[i%len(agents)], targets[(i*7)%len(targets)]
		log.WriteString(logLine(1+i%28, target, agent))
		url := target
		if strings.HasPrefix(target, "//") {
			url = "https://shop.example" + target // a URL with two slashes in front would name a host
		}
		q, err := json.Marshal(map[string]any{"id": i, "robots": robots, "agent": agent, "url": url})
		if err != nil {
			t.Fatal(err)
		}
		questions.Write(append(q, '\n'))
	}
	inFolder(t, map[string]string{"robots.txt": robots, "a.log": log.String()})
	status, answers, errs := run(t, questions.String(), "check", "--jsonl")
	if status != 0 {
		t.Fatalf("check --jsonl: status %d, %s", status, errs)
	}
	want := map[string]int{}
	for i, line := range strings.Split(strings.TrimSpace(answers), "\n") {
		var a struct {
			Allowed bool
			Line    int
		}
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		name := crawlers.BuiltIn().InHeader(agents[i%len(agents)]).Token
		want[fmt.Sprint(name, " ", a.Allowed)]++
		if a.Line > 0 {
			want[fmt.Sprint(name, " line ", a.Line)]++
		}
	}
	_, out, errOut := runAudit(t, "", "a.log", "--robots", "robots.txt", "--format", "json")
	var r struct {
		Crawlers []struct {
			Crawler             string
			Allowed, Disallowed int
			ByLine              []struct{ Line, Count int } `json:"by_line"`
		}
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err, errOut)
	}
	got := map[string]int{}
	for _, c := range r.Crawlers {
		got[c.Crawler+" true"], got[c.Crawler+" false"] = c.Allowed, c.Disallowed
		for _, l := range c.ByLine {
			got[fmt.Sprint(c.Crawler, " line ", l.Line)] = l.Count
		}
	}
	for k, n := range want {
		if got[k] != n {
			t.Errorf("%s: audit says %d, check %d", k, got[k], n)
		}
	}
	if len(r.Crawlers) != len(agents) {
		t.Errorf("%d crawlers", len(r.Crawlers))
	}
}
