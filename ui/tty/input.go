// Package tty reads a terminal's keys in whole pieces: what Bubble Tea v1 takes for typing when it
// comes in parts, or was never typed, is put together or kept out here.
package tty

import (
	"bytes"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// Input is a terminal's input, to be given to tea.WithInput together with tea.WithFilter(in.Filter). It
// is a file as far as raw mode and waiting for input go.
//
// A terminal sends a key, a click or the start of a paste in one piece, but a buffer that is full on the
// way cuts anywhere. Bubble Tea v1 takes each part for typing then, and what follows the start of a
// paste for keys, which may quit or save. So a part at the end of what is read waits for its rest, and a
// paste is taken out whole: Bubble Tea gets an empty one, to which Filter gives its text. That also
// makes the cost of a long paste linear, as Bubble Tea's own reading is not.
//
// The answer to Ask, which Bubble Tea would take for typing, is kept out too.
//
// A child process that takes the terminal over, as an editor does, needs the file itself as its Stdin:
// exec would copy from an Input through a pipe.
type Input struct {
	*os.File
	held  []byte // what came of a key or an answer, without its end
	ready []byte // input that did not fit the caller's buffer

	pasting bool   // the start of a paste was read, and not its end
	paste   []byte // the text of it up to now

	mu     sync.Mutex
	pastes [][]byte // read, and not yet given to a message

	asked  atomic.Int32 // answers still to come
	answer chan bool

	more func(*os.File, time.Duration) bool // readable
}

// NewInput wraps the input side of a terminal.
func NewInput(tty *os.File) *Input {
	return &Input{File: tty, answer: make(chan bool, 1), more: readable}
}

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"

	// The rest of a key is on its way already, however busy the machine is. What may be a key
	// of its own, as ESC, is not to wait for longer than a person could notice.
	restOfKey = 300 * time.Millisecond
	restOfEsc = 10 * time.Millisecond
)

// Read is File.Read, in whole keys, without the text of pastes and without answers.
func (in *Input) Read(p []byte) (int, error) {
	if len(in.ready) > 0 || len(p) == 0 {
		n := copy(p, in.ready)
		in.ready = in.ready[n:]
		return n, nil
	}
	// What is longer than p would wait in ready for the next key, so less is read:
	// the end of a paste gets a start, and one ESC in four octets another.
	buf := make([]byte, max(len(p)*3/4-len(in.held), 1))
	n, err := in.File.Read(buf)
	b := append(in.held, buf[:n]...)
	var part []byte
	if i, wait := cut(b); err == nil && wait > 0 && in.more(in.File, wait) {
		b, part = b[:i], bytes.Clone(b[i:])
	}
	in.ready = apart(in.sort(b))
	in.held = append(in.held, part...)
	n = copy(p, in.ready)
	in.ready = in.ready[n:]
	return n, err
}

// apart doubles an Esc that comes just before a paste or a click. Bubble Tea takes two ESC for alt+esc:
// the second would be that of the sequence, and the rest of it typing.
func apart(keys []byte) []byte {
	const esc = 0x1b
	if !bytes.Contains(keys, []byte("\x1b\x1b[")) {
		return keys
	}
	var out []byte
	for len(keys) > 0 {
		run := len(keys) - len(bytes.TrimLeft(keys, "\x1b"))
		if run == 0 {
			out, keys = append(out, keys[0]), keys[1:]
			continue
		}
		sequence := keys[run-1:]
		if run%2 == 0 && slices.ContainsFunc(neverWithAlt, func(s string) bool { return bytes.HasPrefix(sequence, []byte(s)) }) {
			out = append(out, esc)
		}
		out, keys = append(out, keys[:run]...), keys[run:]
	}
	return out
}

// neverWithAlt begin what a terminal sends without an ESC for alt before it.
var neverWithAlt = []string{pasteStart, "\x1b[<", "\x1b[M"}

// sort gives the keys of b, with an empty paste where one ends in it.
func (in *Input) sort(b []byte) (keys []byte) {
	in.held = nil
	for {
		if !in.pasting {
			before, after, found := bytes.Cut(b, []byte(pasteStart))
			keys = append(keys, in.strip(before)...)
			if !found {
				return keys
			}
			keys = append(keys, in.held...) // no answer is cut by a paste
			in.held = nil
			in.pasting, in.paste, b = true, nil, after
		}
		from := max(0, len(in.paste)-len(pasteEnd)+1)
		in.paste = append(in.paste, b...)
		i := bytes.Index(in.paste[from:], []byte(pasteEnd))
		if i < 0 {
			return keys
		}
		b = bytes.Clone(in.paste[from+i+len(pasteEnd):])
		in.mu.Lock()
		in.pastes = append(in.pastes, in.paste[:from+i])
		in.mu.Unlock()
		in.pasting, in.paste = false, nil
		keys = append(keys, pasteStart+pasteEnd...)
	}
}

// Filter gives a paste its text. Octets that are not UTF-8 are left out of it, as Bubble Tea does:
// terminals send text. Two ESC at once are an Esc that was pressed twice.
func (in *Input) Filter(_ tea.Model, msg tea.Msg) tea.Msg {
	key, ok := msg.(tea.KeyMsg)
	if ok && key.Type == tea.KeyEscape {
		key.Alt = false
		return key
	}
	if !ok || !key.Paste {
		return msg
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if len(in.pastes) > 0 {
		key.Runes = []rune(string(bytes.ToValidUTF8(in.pastes[0], nil)))
		in.pastes = in.pastes[1:]
	}
	return key
}

// cut finds the key at the end of b that lacks its end, and how long the rest may take to come: 0 where
// b ends with a whole key.
func cut(b []byte) (at int, wait time.Duration) {
	// No rune is longer than four octets, and no key or click than a few more than thirty.
	for i := len(b) - 1; i >= max(0, len(b)-utf8.UTFMax); i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return i, restOfKey
			}
			break
		}
	}
	i := bytes.LastIndexByte(b, 0x1b)
	if i < 0 || len(b)-i > 40 {
		return 0, 0
	}
	rest := string(b[i+1:])
	if i > 0 && b[i-1] == 0x1b {
		i-- // alt and a key
	}
	switch {
	case rest == "", rest == "O", rest == "[": // or Esc, alt+O, alt+[
		if i == 0 {
			return i, restOfEsc // what a person presses comes by itself
		}
		return i, restOfKey
	case rest[0] != '[':
		return 0, 0
	case rest == "[[": // a function key of the Linux console
		return i, restOfKey
	case rest[1] == 'M' && len(rest) < 5: // an X10 mouse report has three octets after its M
		return i, restOfKey
	}
	for _, c := range []byte(rest[1:]) {
		if c < 0x20 || c > 0x3f {
			return 0, 0 // the final octet, or no CSI at all
		}
	}
	return i, restOfKey
}
