package screen

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// outputToPipe is an Output whose octets are read back by the returned
// function, which closes it.
func outputToPipe(t *testing.T) (*Output, func() string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		b, _ := io.ReadAll(r)
		got <- string(b)
	}()
	return NewOutput(w), func() string {
		_ = w.Close()
		defer func() { _ = r.Close() }()
		return <-got
	}
}

// later makes the last frame old enough for the next to be written at once.
func (o *Output) later() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last = time.Time{}
}

func send(t *testing.T, o *Output, s string) {
	t.Helper()
	if n, err := io.WriteString(o, s); n != len(s) || err != nil {
		t.Errorf("Write(%q) = %d, %v", s, n, err)
	}
}

func TestOnlyRowsThatChangedAreWritten(t *testing.T) {
	o, read := outputToPipe(t)
	send(t, o, "\x1b[?1049h")
	o.Frame("one\ntwo")
	o.later()
	o.Frame("one\nnew")
	o.later()
	o.Frame("one\nnew")
	if got, want := read(), "\x1b[?1049h\x1b[m\x1b[2J\x1b[1;1Hone\x1b[2;1Htwo\x1b[2;1Hnew"; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}

func TestBubbleTeasFramesAreDroppedAndAllElsePasses(t *testing.T) {
	o, read := outputToPipe(t)
	send(t, o, "\x1b[?1049h")
	send(t, o, "\x1b[H\r \x1b[K\x1b[0;1H")
	for _, s := range []string{"\x1b[H", "\x1b[?1002h", "\x1b[?2004h", "\x1b]2;title\a"} {
		send(t, o, s)
	}
	send(t, o, "\x1b[?1049l")
	send(t, o, "\x1b[Hshown by another program")
	if got, want := read(), "\x1b[?1049h\x1b[H\x1b[?1002h\x1b[?2004h\x1b]2;title\a\x1b[?1049l\x1b[Hshown by another program"; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}

func TestWhatPassedMakesTheNextFrameWhole(t *testing.T) {
	for name, between := range map[string]func(*testing.T, *Output){
		"another sequence": func(t *testing.T, o *Output) { send(t, o, "\x1b[2J") },
		"a new size":       func(_ *testing.T, o *Output) { o.Forget() },
		"a pause": func(t *testing.T, o *Output) {
			send(t, o, "\x1b[?1049l")
			send(t, o, "\x1b[?1049h")
		},
	} {
		t.Run(name, func(t *testing.T) {
			o, read := outputToPipe(t)
			send(t, o, "\x1b[?1049h")
			o.Frame("row")
			between(t, o)
			o.later()
			o.Frame("row")
			if got := read(); strings.Count(got, "row") != 2 {
				t.Errorf("wrote %q, want the row twice", got)
			}
		})
	}
}

func TestNoFrameIsWrittenOutsideTheAlternateScreen(t *testing.T) {
	o, read := outputToPipe(t)
	o.Frame("too early")
	send(t, o, "\x1b[?1049h")
	o.Frame("shown")
	o.Frame("waits")
	send(t, o, "\x1b[?1049l")
	o.later()
	o.Frame("too late")
	o.showNext()
	if got, want := read(), "\x1b[?1049h\x1b[m\x1b[2J\x1b[1;1Hshown\x1b[?1049l"; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}

func TestOfABurstTheLastFrameIsShown(t *testing.T) {
	o, read := outputToPipe(t)
	send(t, o, "\x1b[?1049h")
	for _, s := range []string{"a", "b", "c", "d", "e", "last"} {
		o.Frame(s)
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		o.mu.Lock()
		waits := o.next != ""
		o.mu.Unlock()
		if !waits {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the last frame still waits")
		}
	}
	if got := read(); !strings.HasSuffix(got, "last") {
		t.Errorf("wrote %q, want the last frame at the end", got)
	}
}
