//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"robotslens/engine"
	"robotslens/fetch"
	"robotslens/fetch/statefile"
	"robotslens/ui/files"
	"robotslens/ui/lessons"
)

// A kept file is one of those in which the program keeps its own state. make
// makes a good one and names it; read reads it as the program does, and returns
// what is told of it.
type keptFile struct {
	name, later string // later is a text of a later version
	make        func(t *testing.T, state string) string
	read        func(t *testing.T, state string) string
	emptyIsGood bool
}

func told(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

var unreachable = &fetch.Result{RobotsURL: "https://shop.example/robots.txt", FinalURL: "https://shop.example/robots.txt",
	Origin: engine.OriginOf("https://shop.example"), Status: 503, At: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)}

func ownFiles() []keptFile {
	only := func(t *testing.T, state, pattern string) string {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(state, pattern))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		return found[0]
	}
	return []keptFile{
		{name: "what was chosen on the screen", later: "version = 2\n[theme]\nvalue = \"dark\"\n", emptyIsGood: true,
			make: func(t *testing.T, state string) string {
				c := &cli{err: &strings.Builder{}}
				was := c.screenSettings(nil)
				now := was
				now.Theme = "mono"
				c.remember(was, now)
				return only(t, state, "screen.toml")
			},
			read: func(t *testing.T, state string) string {
				var warned strings.Builder
				c := &cli{err: &warned}
				if r, first := c.readRemembered(); r == nil || len(r) != 0 || first {
					t.Errorf("choices %v, first %v", r, first)
				}
				return warned.String()
			}},
		{name: "progress of the lessons", later: `{"version":2,"done":{"a":[0]}}`,
			make: func(t *testing.T, state string) string {
				p := lessons.Progress{}
				p.Mark("a", 0)
				if err := p.Save(state); err != nil {
					t.Fatal(err)
				}
				return only(t, state, "lessons.json")
			},
			read: func(t *testing.T, state string) string {
				p, err := lessons.LoadProgress(state)
				if len(p.Done) > 0 {
					t.Errorf("progress %v", p)
				}
				return told(err)
			}},
		{name: "unsaved text", later: `{"robotslens_recovery":2,"name":"n"}` + "\n",
			make: func(t *testing.T, state string) string {
				s, err := files.OpenSession(state, "n")
				if err != nil {
					t.Fatal(err)
				}
				if err := s.Keep([]byte("typed")); err != nil {
					t.Fatal(err)
				}
				s.Close()
				return only(t, state, "unsaved/*/*.text")
			},
			read: func(t *testing.T, state string) string {
				s, err := files.OpenSession(state, "n")
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				left, damaged := s.Left()
				if len(left) > 0 {
					t.Errorf("left %v", left)
				}
				return map[int]string{1: "set aside"}[damaged] // the screen tells the number
			}},
		{name: "since when a robots.txt fails", later: `{"format":2,"since":"2026-11-01T00:00:00Z"}`,
			make: func(t *testing.T, state string) string {
				r := *unreachable
				if err := fetch.OpenHistory(state, 0).Record(&r); err != nil {
					t.Fatal(err)
				}
				return only(t, state, "history/*/failing.json")
			},
			read: func(t *testing.T, state string) string {
				r := *unreachable
				err := fetch.OpenHistory(state, 0).Record(&r)
				if r.Since != 0 {
					t.Errorf("it fails since %v", r.Since)
				}
				return told(err)
			}},
		{name: "a version in the history",
			make: func(t *testing.T, state string) string {
				r := *unreachable
				r.Status, r.Body = 200, []byte("User-agent: *\n")
				if err := fetch.OpenHistory(state, 0).Record(&r); err != nil {
					t.Fatal(err)
				}
				return only(t, state, "history/*/*.version")
			},
			read: func(t *testing.T, state string) string {
				list, err := fetch.OpenHistory(state, 0).List(unreachable.Origin)
				if len(list) > 0 {
					t.Errorf("versions %v", list)
				}
				return told(err)
			}},
	}
}

// inTime fails where f waits for what does not come.
func inTime(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("it waits for ever")
	}
}

func TestAStateFileThatCannotBeUnderstoodIsSetAside(t *testing.T) {
	was := xdg.StateHome
	defer func() { xdg.StateHome = was }()
	write := func(text string) func(string) error {
		return func(name string) error { return os.WriteFile(name, []byte(text), 0o600) }
	}
	for _, kept := range ownFiles() {
		for _, c := range []struct {
			name string
			put  func(name string) error // after the good one was taken away
		}{
			{"empty", write("")},
			{"cut", write("[\"{\x00")},
			{"cut after a good part", write("[theme]\nvalue = \"mono\"\nover = \"auto\"\n[dia")},
			{"binary", write("\x00\xff\n\x7fELF\n\x00")},
			{"sparse of 2 GiB", func(name string) error {
				f, err := os.Create(name)
				if err != nil {
					return err
				}
				defer f.Close()
				return f.Truncate(2 << 30)
			}},
			{"of a later version", write(kept.later)},
			{"a folder", func(name string) error { return os.MkdirAll(filepath.Join(name, "in it"), 0o700) }},
			{"a pipe", func(name string) error { return syscall.Mkfifo(name, 0o600) }},
		} {
			if c.name == "of a later version" && kept.later == "" || c.name == "empty" && kept.emptyIsGood {
				continue // the history's later versions stay; fetch tests that
			}
			t.Run(kept.name+" "+c.name, func(t *testing.T) {
				xdg.StateHome = t.TempDir()
				state := fetch.StateDir()
				name := kept.make(t, state)
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name+statefile.BadSuffix, []byte("an older one"), 0o600); err != nil {
					t.Fatal(err)
				}
				if err := c.put(name); err != nil {
					t.Fatal(err)
				}
				before, err := os.Lstat(name)
				if err != nil {
					t.Fatal(err)
				}
				inTime(t, func() {
					if told := kept.read(t, state); !strings.Contains(told, "set aside") {
						t.Errorf("told %q", told)
					}
				})
				after, err := os.Lstat(name + statefile.BadSuffix)
				if err != nil || !os.SameFile(before, after) {
					t.Errorf("it is not aside: %v, %v", after, err)
				}
				kept.make(t, state) // a new one can be kept
			})
		}
	}
}

func TestAPersonsOwnFilesStayAndEndCommandsOnly(t *testing.T) {
	was := xdg.ConfigHome
	defer func() { xdg.ConfigHome = was }()
	for _, name := range []string{"config.toml", ownCatalogue} {
		for _, c := range []struct {
			name string
			put  func(name string) error
		}{
			{"is cut", func(name string) error { return os.WriteFile(name, []byte("\"theme\n"), 0o600) }},
			{"is binary", func(name string) error { return os.WriteFile(name, []byte("\x00\xff\x00"), 0o600) }},
			{"is a folder", func(name string) error { return os.Mkdir(name, 0o700) }},
			{"is a pipe", func(name string) error { return syscall.Mkfifo(name, 0o600) }},
		} {
			t.Run(name+" "+c.name, func(t *testing.T) {
				xdg.ConfigHome = t.TempDir()
				path := filepath.Join(configDir(), name)
				if err := os.MkdirAll(configDir(), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := c.put(path); err != nil {
					t.Fatal(err)
				}
				inTime(t, func() {
					var said strings.Builder
					if s := Main(t.Context(), []string{"crawlers"}, strings.NewReader(""), &strings.Builder{}, &said); s != statusTrouble || !strings.Contains(said.String(), path) {
						t.Errorf("status %d, %s", s, said.String())
					}
				})
				if !files.Exists(path) {
					t.Error("it was moved")
				}
			})
		}
	}
}
