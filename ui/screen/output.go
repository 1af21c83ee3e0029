package screen

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Output is a terminal to which frames are written as soon as they are there.
//
// Bubble Tea's renderer looks for a new frame only 60 to 120 times a second, so
// that a key waits up to 16 ms for its frame. Everything else that it does is
// wanted: raw mode, the alternate screen, mouse and paste modes, the title,
// suspending and programs in the foreground. So it writes through an Output,
// which drops its frames, lets all else pass, and shows those given to Frame
// while the alternate screen is up.
type Output struct {
	file *os.File

	mu    sync.Mutex
	up    bool     // the alternate screen is shown
	rows  []string // what stands on it; nil where that is not known
	next  string   // the frame that waits for its turn, "" for none
	last  time.Time
	timer *time.Timer
	buf   []byte
}

// The least time between two frames: in a burst of messages, such as a held key
// or a paste, only the latest frame is written. The first one never waits.
const frameGap = 4 * time.Millisecond

// NewOutput returns the terminal f as an Output.
func NewOutput(f *os.File) *Output { return &Output{file: f} }

var (
	enterAlternate = []byte("\x1b[?1049h")
	leaveAlternate = []byte("\x1b[?1049l")
	rendererHome   = []byte("\x1b[H") // Bubble Tea's frames begin with it; alone it is none
)

// Write passes on what Bubble Tea writes, but for its frames. After anything
// that passes the next frame is written whole.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.up && len(p) > len(rendererHome) && bytes.HasPrefix(p, rendererHome) {
		return len(p), nil
	}
	o.rows = nil
	switch {
	case bytes.Contains(p, enterAlternate):
		o.up = true
	case bytes.Contains(p, leaveAlternate):
		o.up, o.next = false, ""
	}
	return o.file.Write(p)
}

// Read, Close and Fd make an Output a terminal to Bubble Tea.
func (o *Output) Read(p []byte) (int, error) { return o.file.Read(p) }

// Close closes the terminal.
func (o *Output) Close() error { return o.file.Close() }

// Fd is the terminal's file descriptor.
func (o *Output) Fd() uintptr { return o.file.Fd() }

// File is the terminal itself, for programs that are given it.
func (o *Output) File() *os.File { return o.file }

// Forget makes the next frame be written whole: a terminal that changed its
// size may have lost what stood on it.
func (o *Output) Forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.rows = nil
}

// Frame shows what [Canvas.String] returned: at once, or, where the last frame
// is younger than frameGap, after it. A frame that is followed by another before
// its turn is never shown.
func (o *Output) Frame(frame string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.up || frame == "" {
		return
	}
	wait := frameGap - time.Since(o.last)
	if o.next == "" && wait <= 0 {
		o.show(frame)
		return
	}
	if o.next == "" {
		o.timer = time.AfterFunc(wait, o.showNext)
	}
	o.next = frame
}

func (o *Output) showNext() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.next != "" {
		o.show(o.next)
	}
	o.next = ""
}

// show writes the rows that differ from those on the screen. A terminal that is
// gone is found out by whoever reads its keys.
func (o *Output) show(frame string) {
	rows := strings.Split(frame, "\n")
	b := o.buf[:0]
	if len(o.rows) != len(rows) {
		b = append(b, "\x1b[m\x1b[2J"...)
		o.rows = nil
	}
	for i, row := range rows {
		if o.rows != nil && o.rows[i] == row {
			continue
		}
		b = append(b, "\x1b["...)
		b = strconv.AppendInt(b, int64(i)+1, 10)
		b = append(b, ";1H"...)
		b = append(b, row...)
	}
	o.rows, o.buf, o.last = rows, b, time.Now()
	if len(b) > 0 {
		_, _ = o.file.Write(b)
	}
}
