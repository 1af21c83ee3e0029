package ui

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/engine/suite"
	"robotslens/ui/editor"
	"robotslens/ui/files"
)

const (
	// rest is how long no key must have come before something is asked that was
	// not asked for: what is being typed must not answer it.
	rest = time.Second
	// gap is how long a file may be missing while another program saves it.
	gap = 300 * time.Millisecond
)

// disk is what the app knows of the file on disk.
type disk struct {
	saving   bool // what is read meanwhile may be the old or the new text
	saves    int  // counts their begins and ends; what was read before the last may be the old text
	gone     bool
	conflict []byte // what stands there, where a person was asked about it
	from     string // the file that the text was read from or saved to, as files.FileName calls it
}

type (
	// diskEventMsg tells that something happened to the file.
	diskEventMsg struct{ gen int }
	// diskMsg brings what stands on disk. asked says that a person wants to know.
	diskMsg struct {
		gen   int
		saves int    // when it was about to be read
		name  string // of the file that the path leads to
		text  []byte
		err   error
		asked bool
	}
	// quietMsg asks again whether now is a good moment.
	quietMsg struct{ run func() tea.Cmd }
)

func (m diskEventMsg) take(a *App) tea.Cmd {
	if m.gen != a.held.gen {
		return nil
	}
	return tea.Batch(a.readDisk(false), a.awaitDisk())
}

func (m diskMsg) take(a *App) tea.Cmd { return a.disked(m) }

func (m quietMsg) take(a *App) tea.Cmd { return a.whenQuiet(m.run) }

// onDisk reports whether the text is that of a file, or is to be.
func (a *App) onDisk() bool {
	s := a.c.Source
	return s.Path != "" && (s.Kind == Local || s.Kind == NewFile)
}

// whenQuiet runs f when nothing else is being asked and nobody is typing.
func (a *App) whenQuiet(f func() tea.Cmd) tea.Cmd {
	if a.over == nil && time.Since(a.lastKey) >= rest {
		return f()
	}
	return tea.Tick(rest/4, func(time.Time) tea.Msg { return quietMsg{f} })
}

// readDisk reads the file, to be compared with the text.
func (a *App) readDisk(asked bool) tea.Cmd {
	path, gen, saves := a.c.Source.Path, a.held.gen, a.disk.saves
	return func() tea.Msg {
		text, err := files.Read(path)
		if errors.Is(err, fs.ErrNotExist) {
			time.Sleep(gap)
			text, err = files.Read(path)
		}
		return diskMsg{gen, saves, files.FileName(path), text, err, asked}
	}
}

// reread takes the file from the disk again, and asks where that would lose a
// change.
func (a *App) reread() tea.Cmd {
	if a.c.Source.Kind == Live {
		return send(RefetchMsg{})
	}
	if !a.onDisk() {
		a.note = NoteMsg{Text: "this text is not a file yet: nothing to read again", Bad: true}
		return nil
	}
	return a.readDisk(true)
}

// disked compares what stands on disk with the text, and never drops either.
func (a *App) disked(m diskMsg) tea.Cmd {
	if m.gen != a.held.gen || a.disk.saving || !a.onDisk() {
		return nil
	}
	if m.saves != a.disk.saves {
		return a.readDisk(m.asked)
	}
	if m.err != nil {
		return a.unreadable(m)
	}
	if m.name != a.held.name {
		again := a.holdAgain(m.name)
		m.gen = a.held.gen
		return tea.Batch(again, a.compared(m))
	}
	return a.compared(m)
}

// compared compares a text that was read with the one that is shown.
func (a *App) compared(m diskMsg) tea.Cmd {
	buf := a.file.ed.Buffer()
	back := a.disk.gone
	a.disk.gone = false
	switch {
	case bytes.Equal(m.text, buf.Bytes()):
		if buf.Dirty() || back {
			a.savedText(m.text, m.name)
		}
		if m.asked {
			a.note = NoteMsg{Text: "the file on disk is the same, octet by octet"}
		}
	case !buf.Dirty():
		return a.reload(m.text, m.name)
	case bytes.Equal(m.text, buf.SavedText()):
		if m.asked {
			a.over = &question{text: "Take the file from the disk again and drop the changes that are not saved?", answers: []answer{
				{"t", "take it; ^Z brings the changes back", func() tea.Cmd { return a.takeDisk(m.text, m.name) }},
				{"d", "see the difference", func() tea.Cmd { return a.diffWithDisk(m.text, nil) }},
			}}
		}
	case m.asked:
		a.conflict(m.text, m.name, false)
	default:
		return a.whenQuiet(func() tea.Cmd {
			switch {
			case m.gen != a.held.gen, bytes.Equal(m.text, buf.SavedText()), bytes.Equal(m.text, buf.Bytes()):
				// it was answered meanwhile
			case a.disk.conflict != nil && bytes.Equal(a.disk.conflict, m.text):
				// it was put off; saving asks again
			default:
				a.conflict(m.text, m.name, false)
			}
			return nil
		})
	}
	return nil
}

// unreadable tells that the file can't be read. What was in it is then only
// here, so it counts as not saved.
func (a *App) unreadable(m diskMsg) tea.Cmd {
	switch {
	case a.c.Source.Kind == Local && (!a.disk.gone || m.asked):
		a.disk.gone = true
		a.savedText(nil, a.disk.from)
		a.note = NoteMsg{Text: a.c.Source.Name + " is no longer on the disk; ^S writes it again", Bad: true}
		if !errors.Is(m.err, fs.ErrNotExist) {
			a.note.Text = "the text is now only here, save it under another name: on the disk, " + m.err.Error()
		}
	case !errors.Is(m.err, fs.ErrNotExist):
		if m.asked {
			a.note = NoteMsg{Text: m.err.Error(), Bad: true}
		}
	case m.asked:
		a.note = NoteMsg{Text: a.c.Source.Name + " is not on the disk yet; ^S writes it"}
	}
	return a.keepSoon()
}

// savedText notes what stands on disk, and in which file a person knows it to
// stand.
func (a *App) savedText(text []byte, from string) {
	a.disk.conflict, a.disk.from = nil, from
	a.file.ed.Buffer().MarkSaved(text)
	a.c.SetSaved(a.file.ed.Buffer().SavedText())
}

// reload shows a text that another program wrote, and counts what verdicts it
// changed.
func (a *App) reload(text []byte, from string) tea.Cmd {
	was, how := a.file.ed.Buffer().SavedText(), "reloaded: changed on disk"
	if from != a.disk.from {
		how = "reloaded: " + a.c.Source.Name + " leads to another file now, " + from
	}
	cmd := a.takeDisk(text, from)
	a.note = NoteMsg{Text: how}
	still := a.c.Still()
	return tea.Batch(cmd, func() tea.Msg {
		flips, asked := flipsBetween(still, was, text)
		words := fmt.Sprintf("%s, %s changed", how, count(flips, "verdict", "verdicts"))
		if asked > 0 {
			words += fmt.Sprintf(" of %s made from the rules", thousands(asked))
		}
		return NoteMsg{Text: words}
	})
}

// takeDisk makes a text that stands on disk the one that is shown, as one undo
// step.
func (a *App) takeDisk(text []byte, from string) tea.Cmd {
	a.replaceText(text)
	a.savedText(text, from)
	if s := a.c.Source; s.Kind == NewFile {
		s.Kind = Local
		a.c.SetSource(s)
	}
	a.note = NoteMsg{Text: "taken from the disk; ^Z brings yours back"}
	return a.keepSoon()
}

// replaceText changes the whole text as one undo step and keeps the cursor.
func (a *App) replaceText(text []byte) {
	a.file.ed.ReplaceText(text)
	a.file.sync()
}

// conflict asks what to do where the file was changed here and by another
// program, or where its path leads to another file, called name, now. disk is
// what stands there, nil where nothing does; saving says that a save met it.
func (a *App) conflict(disk []byte, name string, saving bool) {
	a.disk.conflict = disk
	text := "Another program changed " + a.c.Source.Name + " on the disk, and you changed it here."
	elsewhere := ""
	if name != a.disk.from {
		elsewhere = fmt.Sprintf("%s leads to another file now, %s; it was read from %s.", a.c.Source.Name, name, a.disk.from)
		text = elsewhere + " You changed it here."
	}
	keep := answer{"k", "keep mine; the file on disk stays until I save", func() tea.Cmd {
		a.savedText(disk, name)
		a.note = NoteMsg{Text: "yours is kept; ^S writes it over the file on disk"}
		return nil
	}}
	if saving {
		text = "Not saved: " + cmp.Or(elsewhere, "another program changed "+a.c.Source.Name+" since it was read.")
		keep = answer{"k", "keep mine: write it over the file on disk", func() tea.Cmd {
			a.savedText(disk, name)
			return a.saveTo(a.c.Source.Path, false)
		}}
	}
	if disk == nil {
		a.over = &question{text: text, answers: []answer{keep}}
		return
	}
	take := answer{"t", "take theirs; ^Z brings mine back", func() tea.Cmd { return a.takeDisk(disk, name) }}
	q := &question{text: text, answers: []answer{keep, take}}
	q.answers = append(q.answers, answer{"d", "see the difference", func() tea.Cmd {
		return a.diffWithDisk(disk, q, keep, take)
	}})
	a.over = q
}

// diffWithDisk shows what saving would change.
func (a *App) diffWithDisk(disk []byte, back overlay, answers ...answer) tea.Cmd {
	return a.showDiff(&diffView{title: "Difference", was: "on disk", now: "here", back: back, answers: answers}, texts(disk, a.file.ed.Buffer().Snapshot()))
}

// diffDisk reads the file and shows how the text differs.
func (a *App) diffDisk() tea.Cmd {
	if !a.onDisk() {
		a.note = NoteMsg{Text: "this text is not a file yet: nothing to compare with", Bad: true}
		return nil
	}
	path, now := a.c.Source.Path, a.file.ed.Buffer().Snapshot()
	return a.showDiff(&diffView{title: "Difference", was: "on disk", now: "here"}, func() (was, here []byte, err error) {
		disk, err := files.Read(path)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return disk, now, err
	})
}

// revert goes back to the text that was last read or saved.
func (a *App) revert() tea.Cmd {
	buf := a.file.ed.Buffer()
	if !buf.Dirty() {
		a.note = NoteMsg{Text: "nothing is changed since the file was read or saved"}
		return nil
	}
	a.replaceText(bytes.Clone(buf.SavedText()))
	a.note = NoteMsg{Text: "back to the saved text; ^Z brings the changes back"}
	return nil
}

// convert gives every line the same line end.
func (a *App) convert(to editor.LineEnd) {
	res := a.file.ed.ConvertLineEnds(to)
	switch {
	case res.Refused != "":
		a.note = NoteMsg{Text: res.Refused, Bad: true}
	case res.Edited:
		a.file.sync()
		a.note = NoteMsg{Text: "all lines end in " + to.String() + " now; ^Z takes it back"}
	default:
		a.note = NoteMsg{Text: "all lines end in " + to.String() + " already"}
	}
}

// probesFrom bounds the URLs made from the rules of each of two texts.
const probesFrom = 2000

// flipsBetween counts the verdicts of the case's crawler that differ between two
// texts, over URLs made from the rules of both and the URL under test.
func flipsBetween(c *Case, was, now []byte) (flips, asked int) {
	urls := []string{c.URL}
	seen := map[string]bool{c.URL: true}
	for _, text := range [][]byte{was, now} {
		for _, p := range suite.Probes(engine.Parse(text, c.Reader), probesFrom) {
			if !seen[p.URL] {
				seen[p.URL] = true
				urls = append(urls, p.URL)
			}
		}
	}
	plan, problems := suite.NewPlan(suite.Cross([]string{c.Agent}, urls), suite.Options{Catalogue: c.Catalogue, Dialect: c.Reader.Name})
	if len(problems) > 0 {
		return 0, 0
	}
	ctx := context.Background() // the context never ends, so Run cannot fail
	before, _ := plan.Run(ctx, suite.Version{Src: was})
	after, _ := plan.Run(ctx, suite.Version{Src: now})
	return suite.CountFlips(before, after), len(plan.Asks)
}
