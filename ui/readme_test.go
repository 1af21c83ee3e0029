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

// keyRows are the rows of the README's table: what the keys are for, and the keys.
var keyRows = []struct{ what, keys string }{
	{"the screen", "F1 ^P alt+l ^T ^L ^Q"},
	{"panes, tabs", "tab shift+tab alt+z alt+1 alt+2 alt+3 alt+4 alt+5 alt+6 alt+7 alt+8 alt+9 alt+0"},
	{"the file", "alt+o alt+s ^O ^R ^S ^E"},
	{"its text", "^F F3 shift+F3 alt+r ^G"},
	{"the decision", "^D alt+g alt+right alt+left alt+c alt+v alt+u ^N"},
	{"problems", "F8 shift+F8 alt+enter"},
}

// keyTable is the table of the keys that commands have, with their short help.
func keyTable(t *testing.T, commands []Command) string {
	t.Helper()
	help := map[string]string{}
	for _, c := range commands {
		if h := c.Key.Help(); h.Key != "" {
			help[h.Key] = h.Desc
		}
	}
	var table strings.Builder
	for _, row := range keyRows {
		var cells []string
		for _, k := range strings.Fields(row.keys) {
			if help[k] == "" {
				t.Errorf("%s stands twice in the rows of the table, or is the key of no command", k)
			}
			cells = append(cells, fmt.Sprintf("`%s` %s", k, help[k]))
			delete(help, k)
		}
		fmt.Fprintf(&table, "| %s | %s |\n", row.what, strings.Join(cells, ", "))
	}
	for k := range help {
		t.Errorf("%s is in no row of the table", k)
	}
	return table.String()
}

func TestTheReadmeShowsTheKeyMap(t *testing.T) {
	path := filepath.Join("..", "README.md")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const head, tail = "| for | keys |\n|---|---|\n", "<!-- end of keys -->"
	before, rest, ok1 := strings.Cut(string(b), head)
	was, after, ok2 := strings.Cut(rest, tail)
	if !ok1 || !ok2 {
		t.Fatal("README.md has lost its table of keys")
	}
	want := keyTable(t, testApp(t, 120, 36, Options{}).keyed)
	if *update {
		if err := os.WriteFile(path, []byte(before+head+want+tail+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was != want {
		t.Errorf("the table of keys in README.md is not the key map's; run go test ./ui -update -run Readme\ngot\n%s\nwant\n%s", was, want)
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
