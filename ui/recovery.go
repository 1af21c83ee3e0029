package ui

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/editor"
	"robotslens/ui/files"
)

// keepAfter is how long after a change the unsaved text is kept, however much is
// typed meanwhile: what a kill can take is never more than a second old.
const keepAfter = 400 * time.Millisecond

// held is the hold on the text that is shown: the watch on its file, and the
// session by which its unsaved text outlives the program.
type held struct {
	gen     int    // counts the texts held; what comes for an older one is dropped
	name    string // what is held
	session *files.Session
	watch   *files.Watcher // of the file
	peers   *files.Watcher // of the session's folder
	others  []int          // processes that have the same text open
}

// keeping is the state of the recovery file.
type keeping struct {
	buffer   *editor.Buffer // the text that was last seen
	revision uint64
	soon     bool // a keepMsg will come
	busy     bool // a command is at it
	again    bool // and there is more to do when it is done
	failed   bool // a person was told
}

type (
	heldMsg struct {
		held
		left     []*files.Left
		damaged  int
		err      error
		watchErr error
	}
	peersMsg struct {
		gen    int
		others []int
	}
	keepMsg struct{}
	keptMsg struct{ err error }
)

func (m heldMsg) take(a *App) tea.Cmd  { return a.holds(m) }
func (m peersMsg) take(a *App) tea.Cmd { return a.peered(m) }
func (m keptMsg) take(a *App) tea.Cmd  { return a.kept(m) }
func (keepMsg) take(a *App) tea.Cmd    { return a.keep() }

// sessionName is what the text is called where unsaved texts are kept.
func sessionName(s Source) string {
	if s.Path != "" {
		return files.FileName(s.Path)
	}
	return "text " + s.Name
}

// hold takes hold of the text that is shown now, and lets go of the one before.
func (a *App) hold() tea.Cmd {
	was, name := a.held, sessionName(a.c.Source)
	a.disk = disk{from: name}
	take := a.holdAs(name)
	return func() tea.Msg {
		was.letGo(true)
		return take()
	}
}

// holdAgain holds the text under another name, that of the file to which its path
// leads now: there a program looks for unsaved text that is started later. At no
// moment is what is unsaved kept under neither.
func (a *App) holdAgain(name string) tea.Cmd {
	was, unsaved := a.held, []byte(nil)
	if buf := a.file.ed.Buffer(); buf.Dirty() {
		unsaved = buf.Snapshot()
	}
	take := a.holdAs(name)
	return func() tea.Msg {
		m := take().(heldMsg)
		kept := unsaved == nil
		if m.session != nil && !kept {
			kept = m.session.Keep(unsaved) == nil
		}
		was.letGo(kept)
		return m
	}
}

// holdAs takes hold of the text that is shown under a name.
func (a *App) holdAs(name string) tea.Cmd {
	a.held = held{gen: a.held.gen + 1, name: name}
	gen, source, watched, state, readOnly := a.held.gen, a.c.Source, a.onDisk(), a.opts.StateDir, a.opts.ReadOnly != ""
	return func() tea.Msg {
		m := heldMsg{held: held{gen: gen, name: name}}
		if watched {
			m.watch, m.watchErr = files.Watch(source.Path)
		}
		if watched && !readOnly {
			files.Sweep(source.Path)
		}
		if state == "" {
			return m
		}
		m.session, m.err = files.OpenSession(state, name)
		if m.err != nil {
			return m
		}
		m.left, m.damaged = m.session.Left()
		if watched {
			m.others = m.session.Others()
			m.peers, _ = files.Watch(m.session.Folder())
		}
		return m
	}
}

// followText holds the text that is shown, and keeps what is changed in it. It is
// called after each update, and costs nothing where nothing happened.
func (a *App) followText() tea.Cmd {
	if a.present != nil {
		return nil // what is held waits for it
	}
	s := a.c.Source
	if shown := (heldSource{s.Path, s.Name, a.onDisk()}); shown != a.shown {
		a.shown = shown
		return tea.Batch(a.hold(), a.changedText())
	}
	return a.changedText()
}

// heldSource tells one text from another.
type heldSource struct {
	path, name string
	onDisk     bool
}

// letGo ends the hold. Unsaved text that was kept stays where it is, unless it
// is to be forgotten.
func (h *held) letGo(forget bool) {
	if h.watch != nil {
		h.watch.Close()
	}
	if h.peers != nil {
		h.peers.Close()
	}
	if h.session != nil {
		if forget {
			_ = h.session.Forget()
		}
		h.session.Close()
	}
}

// holds takes what hold found.
func (a *App) holds(m heldMsg) tea.Cmd {
	if m.gen != a.held.gen {
		for _, l := range m.left {
			l.Release()
		}
		return func() tea.Msg { m.letGo(true); return nil }
	}
	a.held = m.held
	switch {
	case m.err != nil:
		a.note = NoteMsg{Text: "unsaved text will not outlive a crash: " + m.err.Error()}
	case len(m.others) > 0:
		a.note = NoteMsg{Text: a.c.Source.Name + " is also open in " + processes(m.others) + "; a save in one shows in the other", Bad: true}
	case m.damaged > 0:
		a.note = NoteMsg{Text: fmt.Sprintf("%s of unsaved text was damaged and is set aside in %s", count(m.damaged, "file", "files"), m.session.Folder())}
	case m.watchErr != nil:
		a.note = NoteMsg{Text: "changes by other programs are not noticed before a save: " + m.watchErr.Error()}
	}
	return tea.Batch(a.awaitDisk(), a.awaitPeers(), a.keepSoon(), a.offer(m.left))
}

func processes(pids []int) string {
	words := make([]string, len(pids))
	for i, p := range pids {
		words[i] = fmt.Sprint(p)
	}
	if len(words) == 1 {
		return "another robotslens (process " + words[0] + ")"
	}
	return "other robotslens (processes " + strings.Join(words, ", ") + ")"
}

// awaitDisk waits for something to happen to the file.
func (a *App) awaitDisk() tea.Cmd {
	w, gen := a.held.watch, a.held.gen
	if w == nil {
		return nil
	}
	return func() tea.Msg {
		if _, ok := <-w.Changed(); !ok {
			return nil
		}
		return diskEventMsg{gen}
	}
}

// awaitPeers waits for others to open or close the same text.
func (a *App) awaitPeers() tea.Cmd {
	w, s, gen := a.held.peers, a.held.session, a.held.gen
	if w == nil {
		return nil
	}
	return func() tea.Msg {
		if _, ok := <-w.Changed(); !ok {
			return nil
		}
		return peersMsg{gen, s.Others()}
	}
}

// peered tells who else has the text open, where that changed.
func (a *App) peered(m peersMsg) tea.Cmd {
	if m.gen != a.held.gen {
		return nil
	}
	if len(m.others) > len(a.held.others) {
		a.note = NoteMsg{Text: a.c.Source.Name + " is now also open in " + processes(m.others) + "; a save in one shows in the other", Bad: true}
	}
	a.held.others = m.others
	return a.awaitPeers()
}

// changedText sees to it that a change is kept soon.
func (a *App) changedText() tea.Cmd {
	b := a.file.ed.Buffer()
	if b == a.keeping.buffer && b.Revision() == a.keeping.revision {
		return nil
	}
	a.keeping.buffer, a.keeping.revision = b, b.Revision()
	return a.keepSoon()
}

func (a *App) keepSoon() tea.Cmd {
	if a.keeping.soon {
		return nil
	}
	a.keeping.soon = true
	return tea.Tick(keepAfter, func(time.Time) tea.Msg { return keepMsg{} })
}

// keep writes the unsaved text, or removes what was kept where nothing is
// unsaved. Only one command is at it at a time, so that none undoes a later one.
func (a *App) keep() tea.Cmd {
	a.keeping.soon = false
	s := a.held.session
	if s == nil || a.present != nil {
		return nil
	}
	if a.keeping.busy {
		a.keeping.again = true
		return nil
	}
	a.keeping.busy = true
	buf := a.file.ed.Buffer()
	if !buf.Dirty() {
		return send(keptMsg{s.Forget()})
	}
	text := buf.Snapshot()
	return send(keptMsg{s.Keep(text)})
}

func (a *App) kept(m keptMsg) tea.Cmd {
	a.keeping.busy = false
	a.keeping.failed = a.keeping.failed && m.err != nil
	if m.err != nil && !a.keeping.failed {
		a.keeping.failed = true
		a.note = NoteMsg{Text: "what is typed cannot be kept for the next start: " + m.err.Error() + "; save soon", Bad: true}
	}
	if a.keeping.again {
		a.keeping.again = false
		return a.keep()
	}
	return nil
}

// offer asks what to do with what was left unsaved, the newest first.
func (a *App) offer(left []*files.Left) tea.Cmd {
	if len(left) == 0 {
		return nil
	}
	l, gen := left[0], a.held.gen
	return a.whenQuiet(func() tea.Cmd {
		next := func() tea.Cmd {
			if gen != a.held.gen {
				return nil
			}
			return a.offer(left[1:])
		}
		drop := func() tea.Msg {
			if err := l.Drop(); err != nil {
				return NoteMsg{Text: "drop the unsaved text: " + err.Error(), Bad: true}
			}
			return nil
		}
		if bytes.Equal(l.Text, a.file.ed.Buffer().Bytes()) {
			return tea.Batch(drop, next())
		}
		take := answer{"t", "take it; ^Z brings the file back", func() tea.Cmd {
			a.replaceText(l.Text)
			a.note = NoteMsg{Text: "the unsaved text is back; ^S saves it"}
			// What was left is dropped only when it is kept again under this
			// program's name.
			s := a.held.session
			return tea.Batch(next(), func() tea.Msg {
				if err := s.Keep(l.Text); err != nil {
					return keptMsg{err}
				}
				return drop()
			})
		}}
		away := answer{"x", "drop it for good", func() tea.Cmd { return tea.Batch(drop, next()) }}
		q := &question{
			text: fmt.Sprintf("Text of %s was not saved when robotslens ended (process %d, last change %s).",
				a.c.Source.Name, l.Process, l.When.Local().Format("2 Jan 15:04:05")),
			answers: []answer{take, away},
			esc:     "leave it for the next start",
		}
		q.answers = append(q.answers, answer{"d", "see the difference", func() tea.Cmd {
			return a.showDiff(&diffView{title: "Unsaved text", was: "here", now: "not saved", back: q, answers: []answer{take, away}},
				texts(a.file.ed.Buffer().Snapshot(), l.Text))
		}})
		a.over = q
		return nil
	})
}

// end lets go of the text when the screen is closed. What is not saved is kept,
// unless a person said to drop it; it reports whether it is.
func (a *App) end() (kept bool, err error) {
	a.leavePast()
	s := a.held.session
	if s == nil {
		return false, nil
	}
	buf := a.file.ed.Buffer()
	if kept = buf.Dirty() && !a.dropped; kept {
		err = s.Keep(buf.Bytes())
	}
	a.held.letGo(!kept)
	return kept && err == nil, err
}
