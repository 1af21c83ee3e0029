package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// licences are those of every module that is part of the program, all of them
// permissive. A module that comes in is read and added here.
var licences = map[string]string{
	"github.com/adrg/xdg":                   "MIT",
	"github.com/alecthomas/chroma/v2":       "MIT",
	"github.com/atotto/clipboard":           "BSD",
	"github.com/aymanbagabas/go-osc52/v2":   "MIT",
	"github.com/aymanbagabas/go-udiff":      "BSD",
	"github.com/charmbracelet/bubbles":      "MIT",
	"github.com/charmbracelet/bubbletea":    "MIT",
	"github.com/charmbracelet/colorprofile": "MIT",
	"github.com/charmbracelet/lipgloss":     "MIT",
	"github.com/charmbracelet/x/ansi":       "MIT",
	"github.com/charmbracelet/x/cellbuf":    "MIT",
	"github.com/charmbracelet/x/term":       "MIT",
	"github.com/charmbracelet/x/termios":    "MIT",
	"github.com/clipperhouse/displaywidth":  "MIT",
	"github.com/clipperhouse/uax29/v2":      "MIT",
	"github.com/cpuguy83/go-md2man/v2":      "MIT",
	"github.com/dlclark/regexp2/v2":         "MIT",
	"github.com/erikgeiser/coninput":        "MIT",
	"github.com/fsnotify/fsnotify":          "BSD",
	"github.com/google/renameio/v2":         "Apache",
	"github.com/inconshreveable/mousetrap":  "Apache",
	"github.com/klauspost/compress":         "BSD",
	"github.com/lucasb-eyer/go-colorful":    "MIT",
	"github.com/mattn/go-isatty":            "MIT",
	"github.com/mattn/go-localereader":      "MIT, as its README says",
	"github.com/mattn/go-runewidth":         "MIT",
	"github.com/muesli/ansi":                "MIT",
	"github.com/muesli/cancelreader":        "MIT",
	"github.com/muesli/termenv":             "MIT",
	"github.com/pelletier/go-toml/v2":       "MIT",
	"github.com/rivo/uniseg":                "MIT",
	"github.com/russross/blackfriday/v2":    "BSD",
	"github.com/spf13/cobra":                "Apache",
	"github.com/spf13/pflag":                "BSD",
	"github.com/xo/terminfo":                "MIT",
	"go.yaml.in/yaml/v3":                    "MIT",
	"golang.org/x/net":                      "BSD",
	"golang.org/x/sync":                     "BSD",
	"golang.org/x/sys":                      "BSD",
	"golang.org/x/text":                     "BSD",
}

// phrases are what each licence's text cannot be without.
var phrases = map[string]string{
	"MIT":    "Permission is hereby granted, free of charge",
	"BSD":    "Redistribution and use in source and binary forms",
	"Apache": "Apache License",
}

func TestEveryModuleHasAPermissiveLicence(t *testing.T) {
	seen := map[string]bool{}
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{.Dir}}{{end}}", "robotslens").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(out), "\n") {
		path, dir, ok := strings.Cut(line, "\t")
		if !ok || path == "robotslens" || seen[path] {
			continue
		}
		seen[path] = true
		name := licences[path]
		if name == "" {
			t.Errorf("%s has no licence in the list: read it and add it", path)
			continue
		}
		if phrase := phrases[name]; phrase != "" && !strings.Contains(licenceText(t, dir), phrase) {
			t.Errorf("%s: its licence is not %s", path, name)
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %d modules were looked at", len(seen))
	}
}

// licenceText joins the licence files of a module, white space folded.
func licenceText(t *testing.T, dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for _, e := range entries {
		name := strings.ToLower(e.Name())
		if slices.ContainsFunc([]string{"licen", "copying"}, func(p string) bool { return strings.HasPrefix(name, p) }) && !e.IsDir() {
			b, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			text = append(text, strings.Join(strings.Fields(string(b)), " "))
		}
	}
	return strings.Join(text, " ")
}

func TestNoPackageUsesCgo(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{if .CgoFiles}}{{.ImportPath}}{{end}}{{end}}", "robotslens")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if s := strings.TrimSpace(string(out)); s != "" {
		t.Errorf("cgo in %s", s)
	}
}
