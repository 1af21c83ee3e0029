//go:build unix

package ui_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"robotslens/testdata/hostile"
	"robotslens/ui/ptytest"
)

// hostileFolder is a folder of files that hold every short hostile text in every
// place where one can stand.
func hostileFolder(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := hostile.Folder(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// hostileSite answers with hostile headers, and redirects to hostile places.
func hostileSite(t *testing.T) string {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		all := ""
		for _, h := range hostile.Short() {
			all += strings.NewReplacer("\n", "", "\r", "", "\x00", "").Replace(h.Octets)
		}
		if r.URL.Path == "/robots.txt" {
			w.Header().Set("Location", "/next?"+all)
			w.WriteHeader(http.StatusMovedPermanently)
			return
		}
		for _, name := range []string{"Content-Type", "Server", "Last-Modified", "X-Robots-Tag", "Etag", "Cache-Control"} {
			w.Header().Set(name, all)
		}
		for _, h := range hostile.Short() {
			fmt.Fprint(w, h.Robots())
		}
	}).URL
}

func TestTheScreenWritesNothingButTextAndWhatIsOnTheList(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {60, 20}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			dir := hostileFolder(t)
			x := ptytest.Start(t, ptytest.Options{W: size[0], H: size[1], Dir: dir, Env: []string{"XDG_CONFIG_HOME=" + filepath.Join(dir, "config")}},
				hostile.Name, "--urls", "urls.txt", "--table", "table.csv", "--url", "/a\x1b[2J", "--agent", "\x1b[31mx")
			x.Wait("User-agent")
			// A flood: every text is pasted into each field while frames are written.
			for _, h := range hostile.Short() {
				one := ptytest.Paste(strings.ReplaceAll(h.OneLine(), "\x1b[201~", ""))
				x.Send(ptytest.Alt("1"), ptytest.Ctrl('u'), one, ptytest.Alt("2"), ptytest.Ctrl('u'), one,
					ptytest.Alt("3"), ptytest.Home, ptytest.Paste(strings.ReplaceAll(h.Octets, "\x1b[201~", "")), ptytest.Down, ptytest.PageDown)
			}
			x.Send(ptytest.Alt("1"), ptytest.Ctrl('u'), "/seen")
			x.Wait("/seen")
			x.Send(ptytest.Ctrl('f'), ptytest.Paste("\x1b[31mfound\u202e"))
			x.Wait("esc close")
			x.Send(ptytest.Esc)
			x.WaitGone("esc close")
			x.Send(ptytest.Alt("2"), ptytest.Ctrl('u'), "mybot-ab", ptytest.Alt("1"), ptytest.Ctrl('u'), "/zq1")
			x.Wait("/zq1", "mybot-ab")
			for _, tab := range []string{"URLs", "Problems", "Crawlers", "Fetch", "Why", "Logs", "Versions"} {
				x.Send(ptytest.Ctrl('p'))
				x.Wait("type to find a command")
				x.Send("Show "+tab, ptytest.Enter)
				x.WaitGone("type to find a command")
				x.Send(ptytest.Down, ptytest.PageDown, ptytest.End)
			}
			x.Send(ptytest.Ctrl('p'))
			x.Wait("type to find a command")
			x.Send("Judge access logs", ptytest.Enter)
			x.Wait("a path, or several")
			x.Send("access.log", ptytest.Enter)
			x.Wait("hits of crawlers")
			x.Send(ptytest.Ctrl('o'))
			x.Wait("a URL, such as")
			x.Send(ptytest.Ctrl('u'), hostileSite(t), ptytest.Enter)
			x.Wait("fetched http")
			x.Send(ptytest.PageDown, ptytest.End, ptytest.Alt("1"), ptytest.Ctrl('u'), "/zq2")
			x.Wait("/zq2")
			waitForBorders(x, 1, size[1]-1)
			x.Send(ptytest.Ctrl('q'))
			x.Wait("discard")
			x.Send("d")
			if s := x.Exit(); s != 0 {
				t.Errorf("exit status %d", s)
			}
			if bad := ptytest.OddOnScreen(x.Raw(), false); bad != "" {
				t.Errorf("the screen wrote %q", bad)
			}
		})
	}
}

// waitForBorders waits until each row from first to before end begins with a
// border: a frame may come in pieces.
func waitForBorders(x *ptytest.Term, first, end int) {
	x.Until("a border at the left of each row", func(s string) bool {
		for _, row := range strings.Split(s, "\n")[first:end] {
			if !strings.ContainsAny(string([]rune(row + " ")[:1]), "│┃┌┏└┗├") {
				return false
			}
		}
		return true
	})
}

func TestACopyIsTheOnlyThingThatReachesTheClipboard(t *testing.T) {
	dir := write(t, "robots.txt", "User-agent: *\nDisallow: /\x1b]52;c;c3RvbGVu\x07\n")
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "--url", "/\x1b]52;c;c3RvbGVu\x07")
	x.Wait("DISALLOWED")
	x.Send(ptytest.Alt("c"))
	x.Wait("copied")
	x.Until("OSC 52", func(string) bool { return strings.Contains(string(x.Raw()), "\x1b]52;") })
	x.Send(ptytest.Ctrl('q'))
	x.Exit()
	raw := string(x.Raw())
	if n := strings.Count(raw, "\x1b]52;"); n != 1 || strings.Contains(raw, "\x1b]52;c;c3RvbGVu") {
		t.Fatalf("OSC 52 %d times", n)
	}
	copied := regexp.MustCompile(`\x1b\]52;c;([^\x07\x1b]*)`).FindStringSubmatch(raw)
	if text, err := base64.StdEncoding.DecodeString(copied[1]); err != nil || ptytest.OddInPipe(text) != "" {
		t.Errorf("copied is %q (%v)", text, err)
	}
	if bad := ptytest.OddOnScreen(x.Raw(), true); bad != "" {
		t.Errorf("the screen wrote %q", bad)
	}
}
