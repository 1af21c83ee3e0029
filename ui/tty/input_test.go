//go:build unix

package tty

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

func TestWhatIsCutWaitsForItsRest(t *testing.T) {
	for _, tt := range []struct {
		name, read string
		want       time.Duration
	}{
		{"text", "abc", 0},
		{"an Esc by itself", "\x1b", restOfEsc},
		{"an Esc after typing", "abc\x1b", restOfKey},
		{"alt and a letter", "\x1bf", 0},
		{"alt+O, or half an F1", "\x1bO", restOfEsc},
		{"F1", "\x1bOP", 0},
		{"alt+[, or the start of an arrow", "\x1b[", restOfEsc},
		{"an arrow", "\x1b[A", 0},
		{"an arrow with a modifier", "\x1b[1;5C", 0},
		{"half of that", "\x1b[1;5", restOfKey},
		{"half a click", "\x1b[<0;35;1", restOfKey},
		{"a click", "\x1b[<0;35;12M", 0},
		{"half an old click", "\x1b[M !", restOfKey},
		{"an old click", "\x1b[M !!", 0},
		{"half a key of the Linux console", "\x1b[[", restOfKey},
		{"a key of the Linux console", "\x1b[[A", 0},
		{"half the start of a paste", "text\x1b[20", restOfKey},
		{"half a letter", "caf\xc3", restOfKey},
		{"three quarters of a letter", "\xf0\x9f\x98", restOfKey},
		{"a letter", "é", 0},
		{"an octet of no letter", "a\xff", 0},
		{"what no key is as long as", "\x1b[" + strings.Repeat("1;", 40), 0},
	} {
		if at, got := cut([]byte(tt.read)); got != tt.want {
			t.Errorf("%s: %v for %q from octet %d, want %v", tt.name, got, tt.read, at, tt.want)
		}
	}
}

// readAround sends chunks, of which the next comes when it is waited for, and returns what each read
// gives and the texts of the pastes.
func readAround(t *testing.T, chunks ...string) (reads, pastes []string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	next := func(*os.File, time.Duration) bool {
		if readable(r, 0) {
			return true
		}
		if len(chunks) == 0 {
			return false
		}
		if _, err := w.WriteString(chunks[0]); err != nil {
			t.Fatal(err)
		}
		chunks = chunks[1:]
		return true
	}
	in := NewInput(r)
	in.more = next
	buf := make([]byte, 256) // as Bubble Tea's
	for next(r, 0) {
		n, err := in.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		reads = append(reads, string(buf[:n]))
		for range strings.Count(string(buf[:n]), emptyPaste) {
			key, ok := in.Filter(nil, tea.KeyMsg{Type: tea.KeyRunes, Paste: true}).(tea.KeyMsg)
			if !ok || !key.Paste {
				t.Fatalf("a paste became %v", key)
			}
			pastes = append(pastes, string(key.Runes))
		}
	}
	if len(in.pastes) > 0 || len(in.ready) > 0 {
		t.Errorf("left over: the pastes %q and the keys %q", in.pastes, in.ready)
	}
	return reads, pastes
}

const emptyPaste = pasteStart + pasteEnd

func TestKeysAndPastesComeWhole(t *testing.T) {
	long := strings.Repeat("Disallow: /x\n", 20)
	for _, tt := range []struct {
		name   string
		chunks []string
		reads  []string
		pastes []string
	}{
		{"keys", []string{"ab", "\x1b[A"}, []string{"ab", "\x1b[A"}, nil},
		{"an arrow cut in two", []string{"\x1b[1;", "5C"}, []string{"", "\x1b[1;5C"}, nil},
		{"where a read is full", []string{strings.Repeat("a", 190) + "\x1b[200~\a\x1b[201~"}, []string{strings.Repeat("a", 190), emptyPaste}, []string{"\a"}},
		{"a letter cut in three", []string{"a\xe2", "\x82", "\xac"}, []string{"a", "", "€"}, nil},
		{"a paste", []string{"\x1b[200~a\ab\x1b[201~"}, []string{emptyPaste}, []string{"a\ab"}},
		{"between keys", []string{"x\x1b[200~ab\x1b[201~y"}, []string{"x" + emptyPaste + "y"}, []string{"ab"}},
		{"its start cut in two", []string{"x\x1b[20", "0~\x11\x1b[201~"}, []string{"x", emptyPaste}, []string{"\x11"}},
		{"its end cut in two", []string{"\x1b[200~a\x1b[2", "01~b"}, []string{"", emptyPaste + "b"}, []string{"a"}},
		{"a letter in it cut in two", []string{"\x1b[200~caf\xc3", "\xa9\x1b[201~"}, []string{"", emptyPaste}, []string{"café"}},
		{"two", []string{"\x1b[200~a\x1b[201~\x1b[200~b\x1b[201~"}, []string{emptyPaste + emptyPaste}, []string{"a", "b"}},
		{"after an Esc", []string{"a\x1b\x1b[200~b\x1b[201~c"}, []string{"a\x1b\x1b" + emptyPaste + "c"}, []string{"b"}},
		{"after two", []string{"\x1b\x1b\x1b[200~b\x1b[201~\x1b\x1b[200~c\x1b[201~"}, []string{"\x1b\x1b" + emptyPaste + "\x1b\x1b" + emptyPaste}, []string{"b", "c"}},
		{"a click after an Esc", []string{"\x1b\x1b[<0;1;1M\x1b\x1b[M !!"}, []string{"\x1b\x1b\x1b[<0;1;1M\x1b\x1b\x1b[M !!"}, nil},
		{"alt and an arrow", []string{"\x1b\x1b[A"}, []string{"\x1b\x1b[A"}, nil},
		{"an empty one", []string{emptyPaste}, []string{emptyPaste}, []string{""}},
		{"sequences in it", []string{"\x1b[200~\x1b[A\x1b[<0;1;1M\x1b[200~\x1b[201~"}, []string{emptyPaste}, []string{"\x1b[A\x1b[<0;1;1M\x1b[200~"}},
		{"octets that are no text", []string{"\x1b[200~a\xff\uFFFD\x1b[201~"}, []string{emptyPaste}, []string{"a\uFFFD"}},
		{"a long one", []string{"\x1b[200~" + long[:180], long[180:] + "\x1b[201~z"}, []string{"", emptyPaste + "z"}, []string{long}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			reads, pastes := readAround(t, tt.chunks...)
			if !slices.Equal(reads, tt.reads) || !slices.Equal(pastes, tt.pastes) {
				t.Errorf("read %q and the pastes %q, want %q and %q", reads, pastes, tt.reads, tt.pastes)
			}
		})
	}
}

// What Bubble Tea itself makes of it, as one read.
func TestAPasteAfterAnEscIsAPaste(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	in := NewInput(r)
	m := &keysSeen{}
	p := tea.NewProgram(m, tea.WithInput(in), tea.WithOutput(io.Discard), tea.WithFilter(in.Filter), tea.WithoutSignalHandler())
	if _, err := w.WriteString("\x1b\x1b[200~/a\x1b[201~\x1b\x1b[<0;1;1Mx\x1b[200~/b\x1b[201~q"); err != nil {
		t.Fatal(err)
	}
	defer time.AfterFunc(10*time.Second, p.Kill).Stop()
	if _, err := p.Run(); err != nil {
		t.Fatal(err)
	}
	if want := "esc [/a] esc x [/b] q"; strings.Join(m.names, " ") != want {
		t.Errorf("came %q, want %q", m.names, want)
	}
}

// keysSeen notes the names of keys, and ends at q.
type keysSeen struct{ names []string }

func (m *keysSeen) Init() tea.Cmd { return nil }
func (m *keysSeen) View() string  { return "" }
func (m *keysSeen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if key, ok := msg.(tea.KeyMsg); ok {
		m.names = append(m.names, key.String())
		if key.String() == "q" {
			return m, tea.Quit
		}
	}
	return m, nil
}

func TestALongPasteCostsItsLength(t *testing.T) {
	in := NewInput(nil)
	chunk := bytes.Repeat([]byte("x"), 250)
	in.sort([]byte(pasteStart))
	for range 1000 {
		in.sort(chunk)
	}
	// Growing copies now and then. Copying or searching all of it for each part would be 500 times its length.
	if n := testing.AllocsPerRun(1000, func() { in.sort(chunk) }); n > 1 {
		t.Errorf("%v allocations for each part", n)
	}
	if keys := in.sort([]byte(pasteEnd)); string(keys) != emptyPaste || len(in.pastes[0]) < 2000*250 {
		t.Errorf("got %q and %d octets", keys, len(in.pastes[0]))
	}
}

func FuzzInputLosesNoKeys(f *testing.F) {
	f.Add([]byte("abc\x1b[A"), []byte("\x1b]11;rgb:1/2/3\adef"), true)
	f.Add([]byte("\x1b]11;rgb:ffff/ffff/ffff"), []byte("\x1b\\"), true)
	f.Add([]byte("\x1b]11;"), bytes.Repeat([]byte("x"), 200), true)
	f.Add([]byte("a\x1b[200~b\x1b[201~c\x1b[200~d"), []byte("e\x1b[201~"), false)
	f.Add([]byte("\x1b[200~\x1b[20"), []byte("1~\x1b[200~"), false)
	f.Fuzz(func(t *testing.T, a, b []byte, asked bool) {
		// Sorting parts must give the same octets as they came, but for one answer.
		in := NewInput(nil)
		if asked {
			in.asked.Store(1)
		}
		var out []byte
		for _, c := range [][]byte{a, b} {
			in.pastes = nil
			keys := in.sort(append(in.held, c...))
			for _, p := range in.pastes {
				before, after, _ := bytes.Cut(keys, []byte(emptyPaste))
				out = append(out, before...)
				out = append(append(append(out, pasteStart...), p...), pasteEnd...)
				keys = after
			}
			out = append(out, keys...)
		}
		out = append(out, in.held...)
		if in.pasting {
			out = append(append(out, pasteStart...), in.paste...)
		}
		all := append(bytes.Clone(a), b...)
		if len(in.answer) == 0 {
			if !bytes.Equal(out, all) {
				t.Fatalf("from %q and %q came %q", a, b, out)
			}
			return
		}
		lost := len(all) - len(out)
		for i := 0; i+lost <= len(all); i++ {
			if bytes.HasPrefix(all[i:], []byte(answerStart)) && bytes.Equal(out, append(bytes.Clone(all[:i]), all[i+lost:]...)) {
				return
			}
		}
		t.Fatalf("from %q and %q came %q", a, b, out)
	})
}
