package ui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"robotslens/engine/crawlers"
)

var update = flag.Bool("update", false, "write the golden frames and the table of keys in README.md")

// golden compares got with a file of testdata/frames. ESC is written as ␛, so
// that a frame can be looked at in any editor.
func golden(t *testing.T, name, got string) {
	t.Helper()
	got = strings.ReplaceAll(got, "\x1b", "␛") + "\n"
	path := filepath.Join("..", "testdata", "frames", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: run go test ./ui -update and look at the frame", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; if it is meant, run go test ./ui -update and look at it\ngot\n%s\nwant\n%s", name, got, want)
	}
}

// testApp is an app on the shop's file with a size.
func testApp(t testing.TB, w, h int, o Options) *App {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "robots", "shop.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if o.Catalogue == nil {
		o.Catalogue = crawlers.BuiltIn()
	}
	if o.Text == nil {
		o.Text = text
	}
	if o.Source.Name == "" {
		o.Source = Source{Kind: Local, Name: "shop.txt", Path: "shop.txt"}
	}
	a := newApp(o)
	a.Init()
	a.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return a
}

// press sends keys by their names.
func press(a *App, keys ...tea.KeyMsg) {
	for _, k := range keys {
		a.Update(k)
	}
}

func TestFramesOfTheMainScreen(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
		for _, theme := range []string{"dark", "mono"} {
			t.Run(fmt.Sprintf("%dx%d %s", size[0], size[1], theme), func(t *testing.T) {
				a := testApp(t, size[0], size[1], Options{URL: "https://shop.example/products/public/widget", Theme: theme, Profile: termenv.TrueColor, Dark: true})
				golden(t, fmt.Sprintf("main-%s-%dx%d", theme, size[0], size[1]), a.View())
			})
		}
	}
}

func TestFramesOfTheVerdictByState(t *testing.T) {
	tie := []byte("User-agent: *\nDisallow: /page\nAllow: /page\nDisallow: /p\n")
	for name, o := range map[string]Options{
		"only-match":  {URL: "/cart"},
		"star":        {URL: "/files/price-list.pdf"},
		"no-match":    {URL: "/about"},
		"tie":         {URL: "/page", Text: tie},
		"no-group":    {URL: "/", Agent: "AdsBot-Google", Text: tie},
		"opt-out":     {URL: "/", Agent: "Google-Extended"},
		"python":      {URL: "/products/public/widget", Dialect: "python"},
		"robots-txt":  {URL: "/robots.txt", Dialect: "rfc"},
		"empty":       {URL: "/", Text: []byte{}, Source: Source{Name: "./robots.txt"}},
		"other-host":  {URL: "https://other.example/cart", Source: Source{Kind: Local, Name: "shop.txt", Origin: origin("https://shop.example")}},
		"hostile-url": {URL: "/\x1b]52;c;x\a/\u202e\u0300/\xff"},
	} {
		t.Run(name, func(t *testing.T) {
			o.Theme = "mono"
			a := testApp(t, 100, 30, o)
			frame := strings.Split(a.View(), "\n")
			r := a.lay
			var pane []string
			for _, line := range frame[r.verdict.y : r.verdict.y+r.verdict.h] {
				pane = append(pane, cutColumnsFrom(plain(line), r.verdict.x))
			}
			golden(t, "verdict-"+name, strings.Join(pane, "\n"))
		})
	}
}

func TestFramesWithoutUnicode(t *testing.T) {
	a := testApp(t, 100, 24, Options{URL: "/page", Text: []byte("User-agent: *\nDisallow: /page\nAllow: /page\nDisallow: /p\n"), Theme: "mono", ASCII: true})
	frame := plain(a.View())
	for _, r := range frame {
		if r > '~' {
			t.Fatalf("%q is on the screen\n%s", r, frame)
		}
	}
	golden(t, "main-ascii", frame)
}

// plain drops the styles of a frame.
func plain(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\x1b' {
			for i < len(s) && s[i] != 'm' {
				i++
			}
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func cutColumnsFrom(s string, x int) string {
	return strings.TrimPrefix(s, cutColumns(s, x))
}
