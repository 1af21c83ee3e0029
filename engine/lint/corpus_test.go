package lint

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"testing"
	"time"
)

// TestCorpus lints a folder of files of other people's, where there is one: no
// file may crash it, take long or give a span outside the text.
func TestFilesOfOthersAreLintedWithoutAFault(t *testing.T) {
	dir := os.Getenv("ROBOTSLENS_CORPUS")
	if dir == "" {
		t.Skip("ROBOTSLENS_CORPUS names no folder of robots.txt files")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	findings, in := map[string]int{}, map[string]int{}
	examples := map[string][]string{}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		problems := Run(Input{Src: src, Name: name})
		if d := time.Since(start); d > 200*time.Millisecond {
			t.Logf("%v for %s, %d octets", d, filepath.Base(name), len(src))
		}
		seen := map[string]bool{}
		for _, p := range problems {
			checkSpans(t, src, p)
			findings[p.ID]++
			if !seen[p.ID] {
				in[p.ID]++
				examples[p.ID] = append(examples[p.ID], fmt.Sprintf("%s:%d: %s: %s", filepath.Base(name), p.Line, p.Severity, p.Message))
			}
			seen[p.ID] = true
		}
	}
	var ids []string
	for id := range findings {
		ids = append(ids, id)
	}
	sort.Slice(ids, func(i, j int) bool { return in[ids[i]] > in[ids[j]] })
	for _, id := range ids {
		r, _ := ruleByID(id)
		t.Logf("%s %s: %d in %d files", id, r.Name, findings[id], in[id])
		for i := 0; i < len(examples[id]) && i < 40; i += 1 + len(examples[id])/6 {
			t.Logf("    %s", examples[id][i])
		}
	}
}

func checkSpans(t *testing.T, src []byte, p Problem) {
	t.Helper()
	if p.Span.Start < 0 || p.Span.End < p.Span.Start || p.Span.End > len(src) || p.Line < 1 || p.Col < 0 || p.EndLine < p.Line {
		t.Errorf("%s: span %v (line %d) is not in the %d octets", p.ID, p.Span, p.Line, len(src))
	}
	if p.Fix != nil {
		if _, err := Apply(src, p.Fix.Edits); err != nil {
			t.Errorf("%s line %d: %v", p.ID, p.Line, err)
		}
	}
}
