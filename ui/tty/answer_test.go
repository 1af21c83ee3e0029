//go:build unix

package tty

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/creack/pty"
)

func xtermEnv(k string) string {
	if k == "TERM" {
		return "xterm-256color"
	}
	return ""
}

// readAll sends chunks through an Input, each as one read, and returns what comes out and the answer.
func readAll(t *testing.T, asked bool, chunks ...string) (string, []bool) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	in := NewInput(r)
	if asked {
		if err := in.Ask(io.Discard, xtermEnv); err != nil {
			t.Fatal(err)
		}
	}
	var out []byte
	buf := make([]byte, 256)
	for _, c := range chunks {
		if _, err := w.WriteString(c); err != nil {
			t.Fatal(err)
		}
		n, err := in.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, buf[:n]...)
	}
	w.Close()
	if n, err := in.Read(buf); err != io.EOF {
		t.Fatalf("after the end: %d octets, %v", n, err)
	}
	var answers []bool
	select {
	case dark := <-in.Dark():
		answers = append(answers, dark)
	default:
	}
	return string(out), answers
}

func TestInputKeepsTheAnswerOutOfTheKeys(t *testing.T) {
	const dark, light = "\x1b]11;rgb:0d0d/1111/1717\x1b\\", "\x1b]11;rgb:ffff/ffff/fafa\a"
	for _, tt := range []struct {
		name   string
		asked  bool
		chunks []string
		want   string
		answer []bool
	}{
		{"an answer alone", true, []string{dark}, "", []bool{true}},
		{"between keys", true, []string{"ab" + light + "cd"}, "abcd", []bool{false}},
		{"after an arrow key", true, []string{"\x1b[A" + dark + "\x1b[B"}, "\x1b[A\x1b[B", []bool{true}},
		{"in pieces", true, []string{"x\x1b]11;rgb:ffff/", "ffff/fafa\x1b", "\\y"}, "xy", []bool{false}},
		{"short colours", true, []string{"\x1b]11;rgba:ff/ff/f0/ff\a"}, "", []bool{false}},
		{"escape is not held", true, []string{"\x1b", "\x1b]", "1"}, "\x1b\x1b]1", nil},
		{"something else is passed on", true, []string{"\x1b]11;what\a"}, "\x1b]11;what\a", nil},
		{"an answer without end is passed on", true, []string{"\x1b]11;rgb:" + strings.Repeat("f", 50)}, "\x1b]11;rgb:" + strings.Repeat("f", 50), nil},
		{"nobody asked", false, []string{"a" + dark + "b"}, "a" + dark + "b", nil},
		{"only the first is an answer", true, []string{dark, light}, light, []bool{true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, answer := readAll(t, tt.asked, tt.chunks...)
			if got != tt.want || !slices.Equal(answer, tt.answer) {
				t.Errorf("got %q and the answer %v, want %q and %v", got, answer, tt.want, tt.answer)
			}
		})
	}
}

func TestInputThatWasHeldFitsAnyBuffer(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	in := NewInput(r)
	if err := in.Ask(io.Discard, xtermEnv); err != nil {
		t.Fatal(err)
	}
	want := "\x1b]11;rgb:not an answer of any kind\a and more"
	if _, err := w.WriteString(want); err != nil {
		t.Fatal(err)
	}
	w.Close()
	got, err := io.ReadAll(iotest.OneByteReader(in))
	if err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestTerminalsThatGiveNoAnswerAreNotAsked(t *testing.T) {
	for _, tt := range []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{"TERM": "xterm-256color"}, true},
		{map[string]string{"TERM": "tmux-256color"}, true},
		{map[string]string{"TERM": "screen-256color", "TMUX": "/tmp/tmux"}, true},
		{map[string]string{"TERM": "screen"}, false},
		{map[string]string{"TERM": "dumb"}, false},
		{map[string]string{"TERM": "linux"}, false},
		{map[string]string{}, false},
	} {
		var out bytes.Buffer
		in := NewInput(nil)
		if err := in.Ask(&out, func(k string) string { return tt.env[k] }); err != nil {
			t.Fatal(err)
		}
		if got := out.Len() > 0; got != tt.want || (in.asked.Load() > 0) != tt.want {
			t.Errorf("%v: asked %t, want %t", tt.env, got, tt.want)
		}
	}
}

// keys is a program that asks at its start and collects what is typed, up to q.
type keys struct {
	in    *Input
	out   io.Writer
	typed strings.Builder
}

func (k *keys) Init() tea.Cmd {
	return func() tea.Msg { return k.in.Ask(k.out, xtermEnv) }
}

func (k *keys) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		// What comes in one read is one message.
		k.typed.WriteString(msg.String())
		if strings.HasSuffix(k.typed.String(), "q") {
			return k, tea.Quit
		}
	case error:
		return k, tea.Quit
	}
	return k, nil
}

func (k *keys) View() string { return "" }

func TestBubbleTeaReadsKeysAroundTheAnswer(t *testing.T) {
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer tty.Close()
	in := NewInput(tty)
	m := &keys{in: in, out: tty}
	p := tea.NewProgram(m, tea.WithInput(in), tea.WithFilter(in.Filter), tea.WithOutput(tty), tea.WithoutSignalHandler())
	stop := time.AfterFunc(20*time.Second, p.Kill)
	defer stop.Stop()
	go func() {
		var seen []byte
		buf := make([]byte, 256)
		answered := false
		for {
			n, err := master.Read(buf)
			if err != nil {
				return
			}
			seen = append(seen, buf[:n]...)
			if !answered && bytes.Contains(seen, []byte("\x1b]11;?")) {
				answered = true
				_, _ = master.WriteString("a\x1b]11;rgb:ffff/ffff/ffff\x1b\\bq")
			}
		}
	}()
	if _, err := p.Run(); err != nil {
		t.Fatal(err)
	}
	if got := m.typed.String(); got != "abq" {
		t.Errorf("typed %q, want abq", got)
	}
	select {
	case dark := <-in.Dark():
		if dark {
			t.Error("white is dark")
		}
	default:
		t.Error("no answer")
	}
}
