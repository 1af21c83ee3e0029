package cli

import (
	"os/exec"
	"strings"
	"testing"
)

// Who may know whom. A package stands here with what it must not reach.
func TestPackagesKnowOnlyWhatTheyMay(t *testing.T) {
	for _, rule := range []struct {
		packages string
		never    []string
	}{
		{"robotslens/engine/...", []string{"os", "net", "net/http", "os/exec", "robotslens/ui", "robotslens/fetch", "github.com/", "golang.org/"}},
		{"robotslens/fetch/statefile", []string{"robotslens/engine", "net/http", "robotslens/ui", "github.com/", "golang.org/"}},
		{"robotslens/fetch", []string{"robotslens/ui", "github.com/charmbracelet/"}},
		{"robotslens/ui/editor", []string{"robotslens/engine", "robotslens/fetch", "github.com/alecthomas/"}},
		{"robotslens/ui/screen", []string{"robotslens/engine", "robotslens/fetch", "robotslens/ui/editor", "github.com/charmbracelet/bubbletea"}},
		{"robotslens/ui/syntax", []string{"robotslens/fetch", "robotslens/ui/editor", "github.com/charmbracelet/", "github.com/alecthomas/chroma/v2/lexers"}},
		{"robotslens/ui/tty", []string{"robotslens/engine", "robotslens/fetch", "robotslens/ui/screen", "robotslens/ui/editor"}},
		{"robotslens/ui/lessons", []string{"robotslens/fetch", "github.com/charmbracelet/bubbletea"}},
		{"robotslens", []string{"github.com/alecthomas/chroma/v2/lexers"}},
	} {
		out, err := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}} {{.Standard}}`, rule.packages).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		// The standard library's own needs are its own: only what our code
		// imports counts, so packages it reaches are asked for by the imports.
		direct, err := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, rule.packages).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, direct)
		}
		var reached []string
		for _, line := range strings.Split(string(out), "\n") {
			if path, standard, _ := strings.Cut(line, " "); standard == "false" {
				reached = append(reached, path)
			}
		}
		reached = append(reached, strings.Fields(string(direct))...)
		for _, path := range reached {
			for _, n := range rule.never {
				if path == "robotslens/fetch/statefile" {
					continue // it knows nobody, as its own row holds
				}
				if path == n || strings.HasSuffix(n, "/") && strings.HasPrefix(path, n) || !strings.HasSuffix(n, "/") && strings.HasPrefix(path, n+"/") && strings.Contains(n, "robotslens") {
					t.Errorf("%s reaches %s", rule.packages, path)
				}
			}
		}
	}
}
