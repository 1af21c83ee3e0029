//go:build unix

package ui_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"robotslens/ui/ptytest"
)

func TestAnEmptyFolderShowsTheWaysOn(t *testing.T) {
	x := ptytest.Start(t, ptytest.Options{})
	x.Wait("open a file", "fetch a site's robots.txt", "learn RFC 9309", "begin with a sample", "Disallow: /private/", "New here?")
	x.Send(ptytest.Alt("s"))
	x.Wait("by line 3", "/private/press/today")
	x.WaitGone("New here?")
}

func TestAFileIsOpenedByItsCompletedName(t *testing.T) {
	dir := write(t, "shop-robots.txt", "User-agent: *\nDisallow: /cart\n")
	x := ptytest.Start(t, ptytest.Options{Dir: dir})
	x.Wait("open a file")
	x.Send(ptytest.Alt("o"))
	x.Wait("tab completes")
	x.Send("sh\t")
	x.Wait("shop-robots.txt")
	x.Send("\r")
	x.Wait("Disallow: /cart")
}

func TestAFileIsWarnedOfHoweverItIsOpened(t *testing.T) {
	for text, warned := range map[string]string{
		"# caf\xe9\n":               "this text is not UTF-8",
		"\xff\xfeU\x00s\x00":        "this text is UTF-16",
		"User-agent: *\n\x00\x00\n": "this text holds NUL octets",
	} {
		dir := write(t, "odd.txt", text)
		x := ptytest.Start(t, ptytest.Options{Dir: dir}, "odd.txt")
		x.Wait(warned)
		y := ptytest.Start(t, ptytest.Options{Dir: dir})
		y.Wait("open a file")
		y.Send(ptytest.Alt("o"))
		y.Wait("tab completes")
		y.Send("odd.txt", ptytest.Enter)
		y.Wait(warned)
		z := ptytest.Start(t, ptytest.Options{Dir: dir, Program: "/bin/sh"}, "-c", "cat odd.txt | "+ptytest.Binary(t)+" -")
		z.Wait(warned)
	}
}

func TestWhatIsChosenOnTheScreenIsThereTheNextTime(t *testing.T) {
	home := t.TempDir()
	env := []string{"XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home}
	dir := write(t, "robots.txt", "User-agent: *\n")
	x := ptytest.Start(t, ptytest.Options{Dir: dir, Env: env})
	x.Wait("New here?")
	x.Send(ptytest.Ctrl('t'), "\t", ptytest.Ctrl('u'), "bingbot", ptytest.Ctrl('d'), ptytest.Ctrl('d'))
	x.Wait("Group for bingbot", "dialect google")
	x.Send(ptytest.Ctrl('q'))
	if s := x.Exit(); s != 0 {
		t.Fatalf("exit status %d", s)
	}
	raw := x.Raw()
	if push, pop := bytes.Index(raw, []byte("\x1b[22;0t")), bytes.LastIndex(raw, []byte("\x1b[23;0t")); push < 0 || pop < push || bytes.LastIndex(raw, []byte("\x1b]2;")) > pop {
		t.Error("the window's title is not put back")
	}

	x = ptytest.Start(t, ptytest.Options{Dir: dir, Env: env})
	x.Wait("Group for bingbot", " google ")
	x.WaitGone("New here?")
	x.Send(ptytest.Ctrl('q'))
	x.Exit()

	// A person who edits the settings afterwards is heard.
	config := filepath.Join(home, "robotslens", "config.toml")
	if err := os.WriteFile(config, []byte("dialect = \"python\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	x = ptytest.Start(t, ptytest.Options{Dir: dir, Env: env})
	x.Wait("Group for bingbot", " python ")
}

func TestTheScreenOpensWhateverTheSettingsAre(t *testing.T) {
	for _, c := range []struct{ name, text, note string }{
		{"config.toml", "theme = \"mono\"\nmouse = \n", "config.toml:2:"},
		{"crawlers.csv", "token,operator\n\"cut\n", "its crawlers are not added"},
		{"screen.toml", "\x00\xff", "it was set aside"},
	} {
		t.Run(c.name, func(t *testing.T) {
			home, err := os.MkdirTemp("", "") // short, so that the note is not cut
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(home)
			path := filepath.Join(home, "robotslens", c.name)
			if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			x := ptytest.Start(t, ptytest.Options{W: 220, H: 36, Dir: write(t, "robots.txt", blocksShop),
				Env: []string{"XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home}}, "robots.txt", "--url", "/shop")
			x.Wait("DISALLOWED", c.note)
			if _, err := os.Stat(path); (err != nil) != (c.name == "screen.toml") {
				t.Errorf("the file: %v", err)
			}
		})
	}
}
