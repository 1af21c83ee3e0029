package ui

import (
	"sync"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
)

// reading is a text and what the dialects make of it. It never changes, so that
// the case and the copies of it that commands hold share one, and a text is
// parsed once for each dialect, by whoever asks first.
type reading struct {
	text  []byte
	mu    sync.Mutex
	files map[readAs]*parsing
	found map[string]*finding
}

// finding is what a long look at the text came to.
type finding struct {
	once sync.Once
	is   any
}

// readAs is how a text is read: by which dialect, and how many octets of it.
type readAs struct {
	dialect string
	octets  int
}

type parsing struct {
	once sync.Once
	file *engine.File
}

func newReading(text []byte) *reading {
	return &reading{text: text, files: map[readAs]*parsing{}, found: map[string]*finding{}}
}

// file is the first octets of the text as d reads them.
func (r *reading) file(d engine.Dialect, octets int) *engine.File {
	as := readAs{d.Name, octets}
	r.mu.Lock()
	p := r.files[as]
	if p == nil {
		p = &parsing{}
		r.files[as] = p
	}
	r.mu.Unlock()
	p.once.Do(func() { p.file = engine.Parse(r.text[:octets:octets], d) })
	return p.file
}

// queue holds back the commands over a case that typing has overtaken: one runs
// at a time, which leaves a core to the keys, and one that comes to its turn
// too late is dropped.
type queue struct {
	turn, long   sync.Mutex
	gen, textGen atomic.Uint64 // Case.Gen and Case.TextGen
}

// Later asks in a command what does not fit into a frame, of a copy of the case
// as it is now. The message is dropped where the case has changed before its
// turn comes.
func (c *Case) Later(ask func(*Case) tea.Msg) tea.Cmd {
	still := c.Still()
	return func() tea.Msg {
		still.queue.turn.Lock()
		defer still.queue.turn.Unlock()
		if still.Stale() {
			return nil
		}
		return ask(still)
	}
}

// typingPause is how long a big text must stand still before a long look at it
// begins: it would take the processor from the keys.
const typingPause = 300 * time.Millisecond

// LaterOfText is Later for what takes long and follows from the text alone: it
// waits for a pause in typing and for others of its kind, and only another text
// overtakes it.
func (c *Case) LaterOfText(ask func(*Case) tea.Msg) tea.Cmd {
	still := c.Still()
	return func() tea.Msg {
		if !still.Small() {
			time.Sleep(typingPause)
		}
		still.queue.long.Lock()
		defer still.queue.long.Unlock()
		if still.overtaken() {
			return nil
		}
		return ask(still)
	}
}

// overtaken reports whether the text of which c is a copy has changed since.
func (c *Case) overtaken() bool { return c.queue.textGen.Load() != c.TextGen }

// Once returns what look finds in the text. It looks once for each text and
// key, however many commands ask.
func (c *Case) Once(key string, look func() any) any {
	r := c.reading
	r.mu.Lock()
	f := r.found[key]
	if f == nil {
		f = &finding{}
		r.found[key] = f
	}
	r.mu.Unlock()
	f.once.Do(func() { f.is = look() })
	return f.is
}

// Still is a copy of the case that a command may read while typing goes on.
func (c *Case) Still() *Case {
	still := *c
	still.asked = map[string]engine.Trace{}
	return &still
}

// Stale reports whether the case of which c is a copy has changed since.
func (c *Case) Stale() bool { return c.queue.gen.Load() != c.Gen }
