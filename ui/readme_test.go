package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"robotslens/engine"
)

func origin(url string) engine.Origin { return engine.OriginOf(url) }

func TestTheReadmeShowsTheKeyMap(t *testing.T) {
	path := filepath.Join("..", "README.md")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const head, tail = "| key | does |\n|---|---|\n", "<!-- end of keys -->"
	before, rest, ok1 := strings.Cut(string(b), head)
	was, after, ok2 := strings.Cut(rest, tail)
	if !ok1 || !ok2 {
		t.Fatal("README.md has lost its table of keys")
	}
	want := ""
	for _, c := range testApp(t, 120, 36, Options{}).keyed {
		if k := c.Key.Help().Key; k != "" {
			want += fmt.Sprintf("| %s | %s |\n", k, c.Title)
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(before+head+want+tail+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was != want {
		t.Errorf("the table of keys in README.md is not the key map's; run go test ./ui -update\ngot\n%s\nwant\n%s", was, want)
	}
}

func TestNoTwoCommandsShareAKey(t *testing.T) {
	seen := map[string]string{}
	for _, c := range testApp(t, 120, 36, Options{}).keyed {
		for _, k := range c.Key.Keys() {
			if seen[k] != "" {
				t.Errorf("%s is both %q and %q", k, seen[k], c.Title)
			}
			seen[k] = c.Title
		}
	}
}
