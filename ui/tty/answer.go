package tty

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/lucasb-eyer/go-colorful"
)

// Ask writes the query for the background colour to out, the output side of the same terminal, which
// must be in raw mode already or the answer would be echoed. It writes nothing to terminals that are
// known to give no answer. getenv is os.Getenv.
//
// Nothing waits for the answer: the first frame is painted in the colours of a guess, and the answer,
// which takes a network's time over ssh, changes the theme when it comes.
func (in *Input) Ask(out io.Writer, getenv func(string) string) error {
	if !answers(getenv) {
		return nil
	}
	in.asked.Add(1)
	if _, err := io.WriteString(out, "\x1b]11;?\x1b\\"); err != nil {
		return fmt.Errorf("ask for the background colour: %w", err)
	}
	return nil
}

// Dark yields true for a dark background and false for a light one when an answer comes, which may be
// never.
func (in *Input) Dark() <-chan bool { return in.answer }

// answers reports whether the query does no harm. Old Linux consoles print what they do not know of it, GNU
// screen may be on several terminals at once, and on Windows the keys do not come through Read.
func answers(getenv func(string) string) bool {
	t := getenv("TERM")
	switch {
	case runtime.GOOS == "windows", t == "", t == "dumb", t == "linux":
		return false
	case strings.HasPrefix(t, "screen"):
		return getenv("TMUX") != ""
	}
	return true
}

const (
	answerStart = "\x1b]11;"
	answerMax   = 40 // octets; the longest answer has 27
)

// strip takes one answer out of b. It holds back the start of one that b ends in; an ESC or ESC ] at the
// end is not held, for those are keys too.
func (in *Input) strip(b []byte) []byte {
	if in.asked.Load() == 0 {
		return b
	}
	i := bytes.Index(b, []byte(answerStart))
	if i < 0 {
		return b
	}
	body := b[i+len(answerStart):]
	end, size := bytes.IndexByte(body, '\a'), 1
	if k := bytes.Index(body, []byte("\x1b\\")); k >= 0 && (end < 0 || k < end) {
		end, size = k, 2
	}
	switch {
	case end < 0 && len(b)-i > answerMax:
		return b
	case end < 0:
		in.held = bytes.Clone(b[i:])
		return b[:i]
	}
	dark, ok := isDark(string(body[:end]))
	if !ok {
		return b
	}
	in.asked.Add(-1)
	select {
	case in.answer <- dark:
	default:
	}
	return append(b[:i:i], body[end+size:]...)
}

// isDark reads a colour such as rgb:1d1d/2020/2121 or rgba:1d/20/21/ff, the forms of XParseColor that
// terminals answer in.
func isDark(s string) (dark, ok bool) {
	kind, list, _ := strings.Cut(s, ":")
	parts := strings.Split(list, "/")
	if kind != "rgb" && kind != "rgba" || len(parts) < 3 {
		return false, false
	}
	var v [3]float64
	for i := range v {
		n, err := strconv.ParseUint(parts[i], 16, 16)
		if err != nil {
			return false, false
		}
		v[i] = float64(n) / float64(uint64(1)<<(4*len(parts[i]))-1)
	}
	r, g, b := colorful.Color{R: v[0], G: v[1], B: v[2]}.LinearRgb()
	// At 0.179 black and white have the same contrast.
	return 0.2126*r+0.7152*g+0.0722*b < 0.179, true
}
