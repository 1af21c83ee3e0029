package lessons

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"robotslens/fetch/statefile"
)

func TestProgressSurvivesARestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	p, err := LoadProgress(dir)
	if err != nil || len(p.Done) != 0 {
		t.Fatalf("a fresh start gives %+v, %v", p, err)
	}
	p.Mark("b", 2)
	p.Mark("b", 0)
	p.Mark("b", 2)
	p.Last = "b"
	if err := p.Save(dir); err != nil {
		t.Fatal(err)
	}
	got, err := LoadProgress(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got.Last != "b" || !got.Has("b", 0) || got.Has("b", 1) || !got.Has("b", 2) || len(got.Done["b"]) != 2 {
		t.Errorf("got %+v", got)
	}
}

func TestAStrangeProgressFileIsSetAside(t *testing.T) {
	for name, content := range map[string]string{
		"damaged":                `{"version":1,"done":{"a":[0`,
		"empty":                  "",
		"of a later version":     `{"version":2,"done":{"a":[0]}}`,
		"of another shape":       `{"version":1,"done":{"a":"all"}}`,
		"no object":              `[]`,
		"of an impossible value": `{"version":-1}`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(dir, progressFile)
			if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			p, err := LoadProgress(dir)
			if len(p.Done) != 0 || p.Version != 0 || err == nil || !strings.Contains(err.Error(), progressFile+".bad") {
				t.Fatalf("%+v, %v", p, err)
			}
			kept, err := os.ReadFile(name + statefile.BadSuffix)
			if err != nil || string(kept) != content {
				t.Errorf("kept %q, %v", kept, err)
			}
			if _, err := LoadProgress(dir); err != nil {
				t.Errorf("then %v", err)
			}
		})
	}
}

func TestResumeIsTheFirstTaskNotDone(t *testing.T) {
	course := For("en")
	var p Progress
	l, page, ok := p.Resume(course)
	if !ok || l != course[0] || page != 0 {
		t.Fatalf("a fresh start resumes at %v, page %d", l, page)
	}
	for i := range course[0].Pages {
		p.Mark(course[0].Slug, i)
	}
	if !p.Finished(course[0]) || p.Finished(course[1]) {
		t.Error("the first lesson is done, the second is not")
	}
	if l, _, _ := p.Resume(course); l != course[1] {
		t.Errorf("resumes at %s", l.Slug)
	}
	for _, l := range course {
		for i := range l.Pages {
			p.Mark(l.Slug, i)
		}
	}
	if _, _, ok := p.Resume(course); ok {
		t.Error("resumes though all is done")
	}
}
