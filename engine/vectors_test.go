package engine

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// vector is one expected verdict, from implementations other than this one.
type vector struct {
	ID            string
	About         string
	Robots        string
	RobotsB64     string `json:"robots_b64"`
	Agent         string
	URL           string
	RFCAllowed    *bool `json:"rfc_allowed"`
	RFCLine       *int  `json:"rfc_line"`
	GoogleAllowed *bool `json:"google_allowed"`
	GoogleLine    *int  `json:"google_line"`
	PythonAllowed *bool `json:"python_allowed"`
}

func (v vector) src(t testing.TB) []byte {
	if v.RobotsB64 == "" {
		return []byte(v.Robots)
	}
	b, err := base64.StdEncoding.DecodeString(v.RobotsB64)
	if err != nil {
		t.Fatalf("%s: %v", v.ID, err)
	}
	return b
}

// readVectors reads a file of testdata/vectors.
func readVectors(t testing.TB, name string) []vector {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "testdata", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []vector
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var v vector
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out = append(out, v)
	}
	if err := s.Err(); err != nil || len(out) == 0 {
		t.Fatalf("%s: %d vectors, %v", name, len(out), err)
	}
	return out
}

var vectorFiles = []string{"handwritten.jsonl", "random2000.jsonl"}

func TestVectorsAgreeOnVerdictAndDecidingLine(t *testing.T) {
	for _, name := range vectorFiles {
		t.Run(name, func(t *testing.T) {
			for _, v := range readVectors(t, name) {
				src := v.src(t)
				for _, want := range []struct {
					d       Dialect
					allowed *bool
					line    *int
				}{{RFC, v.RFCAllowed, v.RFCLine}, {Google, v.GoogleAllowed, v.GoogleLine}} {
					if want.allowed == nil {
						continue
					}
					got := Parse(src, want.d).Explain(v.URL, Token(v.Agent))
					if got.Allowed != *want.allowed || want.line != nil && int(got.Line) != *want.line {
						t.Errorf("%s (%s) in %s: got %v by line %d, want %v by line %s\n%s", v.ID, v.About, want.d.Name, got.Allowed, got.Line, *want.allowed, show(want.line), got)
					}
				}
			}
		})
	}
}

func TestVectorsOfPythonAgree(t *testing.T) {
	for _, name := range vectorFiles {
		for _, v := range readVectors(t, name) {
			if v.PythonAllowed == nil {
				continue
			}
			if got := Parse(v.src(t), Python).Explain(v.URL, Token(v.Agent)); got.Allowed != *v.PythonAllowed {
				t.Errorf("%s (%s): got %v by line %d, CPython said %v", v.ID, v.About, got.Allowed, got.Line, *v.PythonAllowed)
			}
		}
	}
}

func show(n *int) string {
	if n == nil {
		return "any"
	}
	return fmt.Sprint(*n)
}
