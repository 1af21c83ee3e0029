//go:build unix

package cli

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"robotslens/testdata/hostile"
	"robotslens/ui/ptytest"
)

// hostileServers are a site whose headers and body are hostile, one that
// redirects to hostile places, and one whose certificate is nobody's.
func hostileServers(t *testing.T) (plain, redirecting, secret string) {
	t.Helper()
	header := ""
	for _, h := range hostile.Short() {
		header += strings.NewReplacer("\n", "", "\r", "", "\x00", "").Replace(h.Octets)
	}
	body := func(w http.ResponseWriter, _ *http.Request) {
		for _, name := range []string{"Content-Type", "Server", "Last-Modified", "X-Robots-Tag", "Etag", "Cache-Control"} {
			w.Header().Set(name, strings.Map(func(r rune) rune {
				if r < ' ' || r == 0x7F { // net/http takes no answer with these
					return -1
				}
				return r
			}, header))
		}
		for _, h := range hostile.Short() {
			fmt.Fprint(w, h.Robots())
		}
	}
	a, c := site(t, body), httptest.NewUnstartedServer(http.HandlerFunc(body))
	c.Config.ErrorLog = log.New(io.Discard, "", 0) // it tells of each refused certificate
	c.StartTLS()
	t.Cleanup(c.Close)
	b := site(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "/next?"+header)
		w.WriteHeader(http.StatusMovedPermanently)
	})
	return a, b, c.URL
}

// hostileCheckout makes dir a checkout whose commits have hostile subjects.
func hostileCheckout(t *testing.T, dir string) {
	t.Helper()
	git := func(args ...string) {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=A \x1b[31mAuthor", "GIT_COMMITTER_NAME=A \u202eAuthor",
			"GIT_AUTHOR_EMAIL=author@example.com", "GIT_COMMITTER_EMAIL=author@example.com")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args[0], err, out)
		}
	}
	git("init", "-q")
	for i, subject := range []string{"one \x1b]0;stolen title\x07 \u202e \u009b31m", "two \x1b[2J\x07"} {
		write(t, filepath.Join(dir, "robots.txt"), fmt.Sprintf("User-agent: *\nDisallow: /%d\x1b[31m\n", i))
		git("add", "robots.txt")
		git("commit", "-q", "-m", subject)
	}
}

func TestCommandsWriteNothingButText(t *testing.T) {
	dir := t.TempDir()
	if err := hostile.Folder(dir); err != nil {
		t.Fatal(err)
	}
	checkout := filepath.Join(dir, "checkout")
	if err := os.Mkdir(checkout, 0o755); err != nil {
		t.Fatal(err)
	}
	_, noGit := exec.LookPath("git")
	if noGit == nil {
		hostileCheckout(t, checkout)
	}
	plain, redirecting, secret := hostileServers(t)
	all := ""
	for _, h := range hostile.Short() {
		all += h.Argument()
	}
	config := "XDG_CONFIG_HOME=" + filepath.Join(dir, "config")
	broken := "XDG_CONFIG_HOME=" + filepath.Join(dir, "broken")
	for _, tt := range []struct {
		env  string
		args []string
	}{
		{config, []string{"check", hostile.Name, "--agent", all, "--agent", "mybot-ab", "--url", "/" + all, "--url", all}},
		{config, []string{"check", "robots.txt", "--agent", "mybot-ac", "--url", "/a" + all, "--explain"}},
		{config, []string{"check", "robots.txt", "--token", all, "--url", "/a" + all, "--explain", "--dialect", "google"}},
		{config, []string{"check", "robots.txt", "--token", all, "--token", "x", "--plain"}},
		{config, []string{"check", "robots.txt", "--token", "x", "--urls", "urls.txt"}},
		{config, []string{"check", "robots.txt", "--token", "x", "--sitemap", "sitemap.xml", "--explain"}},
		{config, []string{"check", "robots.txt", "--token", "x", "--urls", "urls.txt", "--live"}},
		{config, []string{"check", plain, "--token", "x", "--url", "/a"}},
		{config, []string{"check", secret, "--token", "x", "--url", "/a"}},
		{config, []string{"check", "no" + hostile.Name, "--token", "x", "--url", "/a"}},
		{config, []string{"check", "robots.txt", "--token", "x", "--url", "/a", "--dialect", all}},
		{config, []string{"check", "robots.txt", "--token", "x", "--url", "/a", "--origin", all}},
		{config, []string{"check", "robots.txt", "--token", "x", "--urls", hostile.Name + "x"}},
		{config, []string{"test", hostile.Name, "table.csv"}},
		{config, []string{"test", "robots.txt", "urls.txt"}},
		{config, []string{"diff", "robots.txt", "checkout/robots.txt"}},
		{config, []string{"diff", hostile.Name, "checkout/robots.txt", "--urls", "urls.txt", "--agent", all}},
		{config, []string{"lint", hostile.Name, "robots.txt", "--urls", "urls.txt"}},
		{config, []string{"lint", hostile.Name, "--fix", "--dry-run"}},
		{config, []string{"fetch", plain}},
		{config, []string{"fetch", plain, "--as", all}},
		{config, []string{"fetch", redirecting}},
		{config, []string{"fetch", secret}},
		{config, []string{"fetch", "https://" + all}},
		{config, []string{"when", "--agent", "x", "--urls", "urls.txt", hostile.Name, "robots.txt", "--dates", "table.csv"}},
		{config, []string{"when", "--agent", all, "--url", "/0" + all, "--git", "checkout/robots.txt"}},
		{config, []string{"audit", "access.log", "--robots", "robots.txt", "--against", hostile.Name}},
		{config, []string{"audit", "access.log", "--robots", "robots.txt", "--log-format", all}},
		{config, []string{"audit", hostile.Name, "no" + hostile.Name, "--robots", "robots.txt"}},
		{config, []string{"crawlers"}},
		{config, []string{"crawlers", "mybot-ab"}},
		{config, []string{"crawlers", all}},
		{config, []string{"learn", all}},
		{config, []string{"config"}},
		{config, []string{"no" + hostile.Name}},
		{config, []string{all, all}},
		{config, []string{"--theme", all}},
		{config, []string{"--" + all}},
		{broken, []string{"config"}},
		{broken, []string{"crawlers"}},
	} {
		x := ptytest.Start(t, ptytest.Options{Dir: dir, Env: []string{tt.env, "NO_PROXY=*"}}, tt.args...)
		x.Exit()
		raw := x.Raw()
		if len(raw) == 0 {
			t.Errorf("%.200q: says nothing to a terminal", tt.args)
		}
		if bad := ptytest.OddInTerminal(raw); bad != "" {
			t.Errorf("%.200q: a terminal gets %q", tt.args, bad)
		}
		var out, errs bytes.Buffer
		cmd := exec.Command(ptytest.Binary(t), tt.args...)
		home := t.TempDir()
		cmd.Dir, cmd.Env = dir, []string{tt.env, "NO_PROXY=*", "HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "TERM=xterm-256color"}
		cmd.Stdout, cmd.Stderr = &out, &errs
		_ = cmd.Run()                                  // its status is another test's
		patch := slices.Contains(tt.args, "--dry-run") // for a program that needs its octets
		if bad := ptytest.OddInPipe(out.Bytes()); bad != "" && !patch {
			t.Errorf("%.200q: a pipe gets %q", tt.args, bad)
		}
		if bad := ptytest.OddInPipe(errs.Bytes()); bad != "" {
			t.Errorf("%.200q: standard error gets %q", tt.args, bad)
		}
	}
}

// TestServersThatSayTooMuchAreNotTalkedAbout holds standard error free of what
// net/http logs by itself.
func TestServersThatSayTooMuchAreNotTalkedAbout(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the real program")
	}
	url := site(t, func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		fmt.Fprint(conn, "HTTP/1.1 204 No Content\r\n\r\nUser-agent: *\nDisallow: /\n")
	})
	var errs bytes.Buffer
	cmd := exec.Command(ptytest.Binary(t), "fetch", url)
	home := t.TempDir()
	cmd.Env = []string{"HOME=" + home, "XDG_STATE_HOME=" + home, "XDG_CONFIG_HOME=" + home, "NO_PROXY=*"}
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
	if errs.Len() > 0 {
		t.Errorf("standard error gets %q", errs.String())
	}
}
