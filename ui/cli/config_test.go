package cli

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"robotslens/engine"
	"robotslens/ui/ptytest"
	"robotslens/ui/theme"
)

func TestAFileWhereTheFolderOfSettingsShouldBeIsNoSettings(t *testing.T) {
	dir := ownFolders(t)
	file := write(t, filepath.Join(dir, "file"), "")
	robots := write(t, filepath.Join(dir, "robots.txt"), "User-agent: *\nDisallow: /a\n")
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"} {
		t.Setenv(name, file)
	}
	xdg.Reload()
	var out, err bytes.Buffer
	if s := Main(t.Context(), []string{"check", robots, "--agent", "Googlebot", "--url", "/a"}, strings.NewReader(""), &out, &err); s != 1 || err.Len() > 0 {
		t.Errorf("check: status %d, %q", s, err.String())
	}
	if s := Main(t.Context(), []string{"config"}, strings.NewReader(""), &out, &err); s != 0 || err.Len() > 0 {
		t.Errorf("config: status %d, %q", s, err.String())
	}
}

func FuzzConfig(f *testing.F) {
	for _, s := range []string{
		"", "theme = \"dark\"\ndialect = \"google\"\ncrawlers = \"@search, mybot\"\nmouse = false\nascii = true\n",
		"theme = \"none\"\n", "dialect = \"AUTO\"\n", "dialect = 1\n", "colour = 1\n[theme]\n", "mouse = \"yes\"\n",
		"\"\\u001b[31m\" = 1\n", "theme = \"\x1b[31m\"\n", "theme = '''\nx'''\n", "a.b.c = [1, {d = 2}]\n", "= \n", "\xff", "\xef\xbb\xbftheme = \"dark\"", "theme", "[[theme]]\n", "mouse = 1979-05-27\n",
	} {
		f.Add([]byte(s))
	}
	read := func(src []byte) (config, string, error) {
		var told bytes.Buffer
		c := &cli{err: &told, config: defaultConfig(), configured: map[string]bool{}}
		err := c.readConfig(src, "config.toml")
		return c.config, told.String(), err
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		c, told, err := read(src)
		if bad := ptytest.OddInPipe([]byte(told)); bad != "" {
			t.Errorf("a warning holds %q", bad)
		}
		if err != nil {
			if !strings.HasPrefix(err.Error(), "config.toml") {
				t.Errorf("the error does not say where: %v", err)
			}
			return
		}
		if _, err := engine.DialectByName(c.Dialect); err != nil && !strings.EqualFold(c.Dialect, "auto") || !slices.Contains(theme.Names(), c.Theme) {
			t.Errorf("in effect: %+v", c)
		}
		b, err := toml.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if again, told, err := read(b); err != nil || told != "" || again != c {
			t.Errorf("printed and read again: %+v became %+v, %q, %v\n%s", c, again, told, err, b)
		}
	})
}
