package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"

	"robotslens/ui/ptytest"
)

// hostileLine is what must not reach a terminal as it is. It holds no line end, so
// that it can stand in one line of a file.
const hostileLine = "\x1b[31m\x1b]8;;https://e.example\x07\x1b]52;c;eA==\x1b\\\x1bP\x08\x00\x7f\u009b31m\x9b31m\u202e\u200b\u2066\ufeff\U000e0041\xff\xc0\xaf\t\v"

// ownFolders gives a test config and state folders of its own.
func ownFolders(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Cleanup(xdg.Reload) // runs when the variables are as they were
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	xdg.Reload()
	return dir
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestHostileTextIsMadeSafeInEveryOutput(t *testing.T) {
	dir := ownFolders(t)
	noNUL := strings.ReplaceAll(hostileLine, "\x00", "")
	robots := write(t, filepath.Join(dir, "a"+strings.NewReplacer("/", "", "\x00", "").Replace(hostileLine)+"robots.txt"),
		"User-agent: "+hostileLine+"\nUser-agent: *\nDisallow: /"+hostileLine+"\nDisallow: /a|`"+hostileLine+"\nAllow: /a"+hostileLine+"x\nContent-Signal: "+hostileLine+"\nCrawl-delay: "+hostileLine+"\nSitemap: "+hostileLine+"\n")
	other := write(t, filepath.Join(dir, "robots-2026-01-02.txt"), "User-agent: *\nAllow: /\n")
	urls := write(t, filepath.Join(dir, "urls.txt"), "/"+hostileLine+"\n/a"+hostileLine+"\nhttps://"+hostileLine+".example/\n")
	table := write(t, filepath.Join(dir, "t.csv"), "agent,url,expected,note\n"+noNUL+",/a"+noNUL+",allow,"+noNUL+"\n*,/"+noNUL+","+noNUL+",\n")
	write(t, filepath.Join(dir, "config", "robotslens", "crawlers.csv"), "token,operator,kind,notes,source\nmybot,"+noNUL+",search,"+noNUL+","+noNUL+"\n")
	for _, args := range [][]string{
		{"check", robots, "--agent", noNUL, "--agent", "mybot", "--url", "/a" + hostileLine, "--url", "/\n" + hostileLine + "\r"},
		{"check", robots, "--token", noNUL, "--url", "/a\n" + hostileLine, "--explain"},
		{"check", robots, "--token", "\nallowed" + noNUL, "--url", "/a\n" + hostileLine, "--dialect", "google", "--explain"},
		{"check", robots, "--token", noNUL, "--url", "/a" + hostileLine, "--format", "json"},
		{"check", robots, "--token", noNUL, "--url", "/a\n" + hostileLine, "--format", "csv"},
		{"check", robots, "--agent", noNUL, "--agent", "GPTBot", "--url", "/a\n" + hostileLine, "--format", "markdown"},
		{"check", robots, "--token", "x", "--token", noNUL, "--plain"},
		{"check", robots, "--token", noNUL, "--urls", urls},
		{"check", robots, "--token", noNUL, "--urls", urls, "--explain"},
		{"check", robots, "--token", noNUL, "--urls", urls, "--format", "csv"},
		{"check", robots, "--token", noNUL, "--urls", urls, "--origin", "https://shop.example"},
		{"check", robots + noNUL, "--token", "x", "--url", "/"},
		{"check", robots, "--token", "x", "--url", "/", "--dialect", noNUL},
		{"check", robots, "--token", "x", "--url", "/", "--format", noNUL},
		{"check", robots, "--token", "x", "--urls", noNUL},
		{"check", robots, "--" + noNUL},
		{"check", "https://" + noNUL, "--token", "x", "--url", "/"},
		{"test", robots, table},
		{"test", robots, table, "--format", "csv"},
		{"test", robots, table, "--format", "json"},
		{"test", robots, table, "--format", "junit"},
		{"test", robots, table, "--format", "github"},
		{"diff", robots, other},
		{"diff", robots, other, "--urls", urls, "--format", "json"},
		{"diff", other, robots, "--agent", noNUL, "--urls", urls},
		{"when", "--agent", noNUL, "--urls", urls, robots, other},
		{"when", "--agent", noNUL, "--urls", urls, other, robots, "--format", "csv"},
		{"when", "--agent", noNUL, "--urls", urls, other, robots, "--format", "json"},
		{"when", "--agent", noNUL, "--urls", urls, "--at", "2027-01-01", other},
		{"when", "--agent", noNUL, "--url", "/", "--git", noNUL},
		{"when", "--agent", noNUL, "--url", "/", "--at", noNUL, other},
		{"crawlers"},
		{"crawlers", "mybot"},
		{"crawlers", "mybot", "--format", "json"},
		{"crawlers", noNUL},
		{"learn", noNUL},
		{"fetch", noNUL, "--format", "json"},
		{"fetch", "https://" + noNUL},
		{noNUL, "x"},
		{noNUL},
	} {
		for _, more := range [][]string{nil, {"--ascii"}} {
			_, out, errs := run(t, "", append(args, more...)...)
			if bad := ptytest.OddInPipe([]byte(out)); bad != "" {
				t.Errorf("%q: standard output holds %q", args, bad)
			}
			if bad := ptytest.OddInPipe([]byte(errs)); bad != "" {
				t.Errorf("%q: standard error holds %q", args, bad)
			}
			if out+errs == "" {
				t.Errorf("%q: says nothing", args)
			}
		}
	}
	line := `{"id":"` + strings.NewReplacer("\x00", "", "\x1b", "", "\x07", "", "\x08", "", "\\", "", "\t", "", "\v", "").Replace(hostileLine) + `","robots":"User-agent: *\nDisallow: /\u009b\u202e` + "\u009b\x9b" + `","token":"x","url":"/\u009b\u202e` + "\u009b\x9b" + `\u001b"}`
	if _, out, _ := run(t, line, "check", "--jsonl", "--explain"); ptytest.OddInPipe([]byte(out)) != "" || !strings.Contains(out, `"matches":[{`) {
		t.Errorf("JSON lines: %q", out)
	}
}

func TestANewlineInAURLForgesNoLine(t *testing.T) {
	dir := ownFolders(t)
	robots := write(t, filepath.Join(dir, "robots.txt"), "User-agent: *\nDisallow: /x\n")
	for _, args := range [][]string{{"--explain"}, nil, {"--format", "csv"}, {"--format", "markdown"}} {
		_, out, _ := run(t, "", append([]string{"check", robots, "--token", "a\nallowed by line 9", "--url", "/x\nallowed by line 9"}, args...)...)
		for line := range strings.Lines(out) {
			if strings.HasPrefix(strings.TrimSpace(line), "allowed by line 9") {
				t.Errorf("%v: forged %q", args, line)
			}
		}
	}
}
