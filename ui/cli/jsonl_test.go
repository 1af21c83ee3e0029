package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// run is Main over texts.
func run(t testing.TB, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = Main(context.Background(), args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

// jsonAnswer is one line that check --jsonl writes.
type jsonAnswer struct {
	ID      any
	Dialect string
	Allowed *bool
	Line    int
	Octets  int
	Reason  string
	Error   string
}

func TestJSONLinesAgreeWithTheVectors(t *testing.T) {
	type vector struct {
		ID, Agent, URL, Robots string
		RobotsB64              string `json:"robots_b64"`
		RFCAllowed             *bool  `json:"rfc_allowed"`
		RFCLine                *int   `json:"rfc_line"`
		GoogleAllowed          *bool  `json:"google_allowed"`
		GoogleLine             *int   `json:"google_line"`
	}
	type want struct {
		allowed bool
		line    *int
	}
	for _, name := range []string{"handwritten.jsonl", "random2000.jsonl"} {
		src, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", name))
		if err != nil {
			t.Fatal(err)
		}
		var in strings.Builder
		var wants []want
		for line := range strings.Lines(string(src)) {
			var v vector
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatal(err)
			}
			q := map[string]any{"id": v.ID, "token": v.Agent, "url": v.URL}
			if v.RobotsB64 != "" {
				q["robots_b64"] = v.RobotsB64
			} else {
				q["robots"] = v.Robots
			}
			for _, d := range []struct {
				name    string
				allowed *bool
				line    *int
			}{{"rfc", v.RFCAllowed, v.RFCLine}, {"google", v.GoogleAllowed, v.GoogleLine}} {
				if d.allowed == nil {
					continue
				}
				q["dialect"] = d.name
				b, err := json.Marshal(q)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&in, "%s\n", b)
				wants = append(wants, want{*d.allowed, d.line})
			}
		}
		status, out, errs := run(t, in.String(), "check", "--jsonl")
		if status != 0 || errs != "" {
			t.Fatalf("%s: status %d, %q", name, status, errs)
		}
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if len(lines) != len(wants) {
			t.Fatalf("%s: %d answers to %d questions", name, len(lines), len(wants))
		}
		for i, line := range lines {
			var got jsonAnswer
			if err := json.Unmarshal([]byte(line), &got); err != nil {
				t.Fatal(err)
			}
			if got.Allowed == nil || *got.Allowed != wants[i].allowed || wants[i].line != nil && got.Line != *wants[i].line {
				t.Errorf("%s: got %s, want %v by line %v", name, line, wants[i].allowed, wants[i].line)
			}
		}
	}
}

func TestJSONStringsReachTheEngineAsOctets(t *testing.T) {
	for _, test := range []struct{ name, robots, url, pattern string }{
		{"raw octets that are not UTF-8", "Disallow: /\xff", "/\xff", `/\ufffd`},
		{"Python's surrogate escapes", `Disallow: /\udcff`, "/\xff", `/\ufffd`},
		{"a pair of surrogates", `Disallow: /\ud83d\ude00`, "/😀", "/😀"},
		{"a lone surrogate becomes U+FFFD", `Disallow: /\ud83d`, "/\uFFFD", `/\ufffd`},
		{"the short escapes", `Disallow: /\"\\\/`, `/\"\\/`, `/\"\\/`},
		{"an escaped letter", `Disallow: /\u00e9`, "/é", "/é"},
	} {
		t.Run(test.name, func(t *testing.T) {
			line := `{"id":1,"robots":"User-agent: *\n` + test.robots + `","token":"x","url":"` + test.url + `"}`
			status, out, _ := run(t, line, "check", "--jsonl", "--explain")
			if status != 0 || !strings.Contains(out, `"path":"`+test.pattern+`"`) {
				t.Errorf("status %d: %s", status, out)
			}
			if !strings.Contains(out, `"allowed":false,"line":2`) {
				t.Errorf("the pattern is not what the URL is: %s", out)
			}
		})
	}
}

func TestAnIDComesBackAsTheSameValueAndIsSafe(t *testing.T) {
	for _, test := range []struct{ id, want string }{
		{`7`, `7`}, {`-1.50e+3`, `-1.50e+3`}, {`"a"`, `"a"`}, {`null`, `null`}, {`true`, `true`},
		{`{"b": [1, {"c":"}"}], "a":2}`, `{"b": [1, {"c":"}"}], "a":2}`},
		{`"é"`, `"é"`},
		{"\"\u009b31m\"", `"\u009b31m"`},
		{"\"\u202e\"", `"\u202e"`},
		{"\"\xff\"", `"\ufffd"`},
		{"[1,\r\t2]", "[1,  2]"},
	} {
		_, out, _ := run(t, `{"id":`+test.id+`,"robots":"","token":"x","url":"/"}`, "check", "--jsonl")
		if want := `{"id":` + test.want + `,"dialect":"rfc"`; !strings.HasPrefix(out, want) {
			t.Errorf("id %q: got %q", test.id, out)
		}
	}
}

// questions makes n lines as they are read.
type questions struct {
	n, made int
	buf     []byte
	line    func(i int) string
}

func (q *questions) Read(p []byte) (int, error) {
	for len(q.buf) == 0 {
		if q.made == q.n {
			return 0, io.EOF
		}
		q.buf = append(q.buf[:0], q.line(q.made)...)
		q.made++
	}
	n := copy(p, q.buf)
	q.buf = q.buf[n:]
	return n, nil
}

// heapMeter looks at the live heap while output passes by.
type heapMeter struct {
	lines, next int
	early, late uint64
}

func (h *heapMeter) Write(p []byte) (int, error) {
	h.lines += bytes.Count(p, []byte("\n"))
	if h.lines >= h.next {
		h.next = h.lines + 20_000
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if h.lines < 60_000 {
			h.early = max(h.early, m.HeapAlloc)
		} else {
			h.late = max(h.late, m.HeapAlloc)
		}
	}
	return len(p), nil
}

func TestJSONLinesTakeConstantMemory(t *testing.T) {
	const n = 300_000
	in := &questions{n: n, line: func(i int) string {
		return fmt.Sprintf(`{"id":%d,"robots":"User-agent: *\nDisallow: /%d\n","token":"x","url":"/%d/a"}`+"\n", i, i/3, i)
	}}
	out := &heapMeter{}
	if status := Main(context.Background(), []string{"check", "--jsonl"}, in, out, io.Discard); status != 0 {
		t.Fatalf("status %d", status)
	}
	if out.lines != n {
		t.Errorf("%d answers to %d questions", out.lines, n)
	}
	if out.late > out.early+8<<20 {
		t.Errorf("the heap grew from %d to %d octets", out.early, out.late)
	}
}

func TestALineOfSeveralMebibytesIsAnswered(t *testing.T) {
	long := strings.Repeat("Disallow: /x\\n", 400_000)
	_, out, _ := run(t, `{"id":1,"robots":"User-agent: *\n`+long+`Disallow: /y","token":"a","url":"/y"}`+"\n"+`{"id":2,"robots":"","token":"a","url":"/"}`, "check", "--jsonl")
	want := `{"id":1,"dialect":"rfc","allowed":false,"line":400002,"octets":2,"reason":"only-match"}` + "\n" +
		`{"id":2,"dialect":"rfc","allowed":true,"line":0,"octets":0,"reason":"no-group"}` + "\n"
	if out != want {
		t.Errorf("got %s", out)
	}
}

func TestALineThatIsTooLongIsAnErrorAndTheNextIsAnswered(t *testing.T) {
	in := &questions{n: lineLimit>>20 + 2, line: func(i int) string {
		if i <= lineLimit>>20 {
			return strings.Repeat("x", 1<<20)
		}
		return "\n" + `{"id":2,"robots":"","token":"a","url":"/"}` + "\n"
	}}
	var out bytes.Buffer
	if status := Main(context.Background(), []string{"check", "--jsonl"}, in, &out, io.Discard); status != 2 {
		t.Errorf("status %d", status)
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], "longer than 64 MiB") || !strings.HasPrefix(lines[1], `{"id":2,"dialect"`) {
		t.Errorf("got %.300s", out.String())
	}
}

func TestAnAnswerComesBeforeTheNextQuestion(t *testing.T) {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- Main(context.Background(), []string{"check", "--jsonl"}, in, out, io.Discard)
		out.Close()
	}()
	r := bufio.NewReader(answers)
	for i := range 3 {
		fmt.Fprintf(ask, `{"id":%d,"robots":"","token":"x","url":"/"}`+"\n", i)
		line, err := r.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, fmt.Sprintf(`{"id":%d,`, i)) {
			t.Fatalf("answer %d: %q, %v", i, line, err)
		}
	}
	ask.Close()
	if status := <-done; status != 0 {
		t.Errorf("status %d", status)
	}
}

// closedPipe is an output that nobody reads after the first octets.
type closedPipe struct{ room int }

func (p *closedPipe) Write(b []byte) (int, error) {
	if p.room -= len(b); p.room < 0 {
		return 0, fmt.Errorf("write: %w", syscall.EPIPE)
	}
	return len(b), nil
}

func TestAPipeThatClosesIsNoError(t *testing.T) {
	endless := &questions{n: 1 << 40, line: func(int) string { return `{"id":1,"robots":"","token":"x","url":"/"}` + "\n" }}
	for _, args := range [][]string{{"check", "--jsonl"}, {"crawlers"}, {"check", "testdata/none", "--help"}} {
		var errs bytes.Buffer
		if status := Main(context.Background(), args, endless, &closedPipe{room: 10}, &errs); status != 0 || errs.Len() > 0 {
			t.Errorf("%v: status %d, %q", args, status, errs.String())
		}
	}
}

func TestAFullDiskIsAnError(t *testing.T) {
	var errs bytes.Buffer
	full := writerFunc(func([]byte) (int, error) { return 0, syscall.ENOSPC })
	status := Main(context.Background(), []string{"crawlers"}, strings.NewReader(""), full, &errs)
	if status != 2 || !strings.HasPrefix(errs.String(), "robotslens: cannot write the output: ") {
		t.Errorf("status %d, %q", status, errs.String())
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestAnInterruptEndsWaitingForInput(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	in, held := io.Pipe()
	defer held.Close()
	done := make(chan int, 1)
	go func() { done <- Main(ctx, []string{"check", "--jsonl"}, in, io.Discard, io.Discard) }()
	stop()
	select {
	case status := <-done:
		if status != 130 {
			t.Errorf("status %d, want 130", status)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it goes on waiting")
	}
}

func FuzzReadQuery(f *testing.F) {
	for _, seed := range []string{`{"id":1,"robots":"a\nb","token":"x","url":"/"}`, `{"id":{"a":[1,"]"]},"x":{},"url":"\ud83d\ude00\udcff"}`,
		`{"id":"a`, `{`, `[]`, `{"url":1,"url":"x"}`, `{"\u0069d":3}`, ` { "id" : 1 , "a" : [ ] } `, `{"id":1}}`, `{"a":"\`, `{"id":,}`, "{\"id\":\x00}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		q, err := readQuery(line)
		if !json.Valid(q.id) {
			t.Fatalf("%q: id %q is no JSON", line, q.id)
		}
		var want struct {
			URL    *string
			Robots *string
		}
		if !json.Valid(line) {
			if err == nil {
				t.Fatalf("%q: taken although it is no JSON", line)
			}
			return
		}
		// encoding/json matches names without case and changes odd octets; so only
		// what it reads alike is compared.
		if err != nil || bytes.ContainsAny(line, "\\") || !isASCII(line) || json.Unmarshal(line, &want) != nil {
			return
		}
		if q.url.set && want.URL != nil && bytes.Contains(line, []byte(`"url"`)) && bytes.Count(bytes.ToLower(line), []byte(`"url"`)) == 1 && q.url.String() != *want.URL {
			t.Errorf("%q: url %q, encoding/json says %q", line, q.url.String(), *want.URL)
		}
		if out := escapeJSON(nil, line); !json.Valid(out) {
			t.Errorf("%q: escaped to %q", line, out)
		}
	})
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}
