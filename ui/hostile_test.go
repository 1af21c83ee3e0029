package ui

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/vt"
	"github.com/muesli/termenv"

	"robotslens/engine/crawlers"
	"robotslens/fetch"
	"robotslens/testdata/hostile"
)

// emulator shows frames of one size.
type emulator struct {
	*vt.Emulator
	w, h int
}

func newEmulator(t *testing.T, w, h int) *emulator {
	t.Helper()
	e := &emulator{vt.NewEmulator(w, h), w, h}
	// Its answers must be read or it stops. It is not closed: that races with the
	// reading, in vt itself.
	go func() { _, _ = io.Copy(io.Discard, e.Emulator) }()
	if _, err := e.WriteString("\x1b[?1049h"); err != nil {
		t.Fatal(err)
	}
	return e
}

// show writes a frame as the program does, row by row, and returns the rows that
// then stand there.
func (e *emulator) show(frame string) ([]string, error) {
	rows := strings.Split(frame, "\n")
	if len(rows) != e.h {
		return nil, fmt.Errorf("%d rows, want %d", len(rows), e.h)
	}
	if _, err := e.WriteString("\x1b[m\x1b[2J\x1b[H" + strings.Join(rows, "\r\n")); err != nil {
		return nil, err
	}
	for y := range rows {
		var b strings.Builder
		for x := 0; x < e.w; {
			c := e.CellAt(x, y)
			if c == nil || c.Content == "" {
				b.WriteByte(' ')
				x++
				continue
			}
			b.WriteString(c.Content)
			x += max(c.Width, 1)
		}
		rows[y] = b.String()
	}
	return rows, nil
}

// cell is what stands at column x of row y.
func (e *emulator) cell(x, y int) string {
	if c := e.CellAt(x, y); c != nil {
		return c.Content
	}
	return ""
}

var sgr = regexp.MustCompile("\x1b\\[[0-9;:]*m")

// checkFrame says where a frame holds more than text and SGR sequences, where a
// terminal does not show it cell by cell, or where a border is not in its place,
// and is empty where all is well.
func checkFrame(e *emulator, a *App) string {
	frame := a.View()
	for _, r := range sgr.ReplaceAllString(frame, "") {
		if r < ' ' && r != '\n' || r >= 0x7F && r < 0xA0 {
			return fmt.Sprintf("control %U in a frame", r)
		}
	}
	shown, err := e.show(frame)
	if err != nil {
		return err.Error()
	}
	for y, row := range strings.Split(frame, "\n") {
		if want := plain(row); shown[y] != want {
			return fmt.Sprintf("row %d: the terminal shows\n%q, painted is\n%q", y, shown[y], want)
		}
	}
	covered := a.h // a long note stands over the borders of the last rows
	if a.note.Text != "" && a.over == nil {
		covered -= a.noteRows()
	}
	for _, r := range a.boxes() {
		for y := r.y; y < min(r.y+r.h, covered); y++ {
			want := "│┃"
			switch y {
			case r.y:
				want = "┌┏┐┓"
			case r.y + r.h - 1:
				want = "└┗┘┛"
			}
			for _, x := range []int{r.x, r.x + r.w - 1} {
				if c := e.cell(x, y); c == "" || !strings.Contains(want, c) {
					return fmt.Sprintf("column %d of row %d is %q, want one of %s\n%s", x, y, c, want, strings.Join(shown, "\n"))
				}
			}
		}
		for x := r.x + 1; x < r.x+r.w-1 && r.y+r.h <= covered; x++ {
			if c := e.cell(x, r.y+r.h-1); c != "─" && c != "━" {
				return fmt.Sprintf("column %d of the border in row %d is %q\n%s", x, r.y+r.h-1, c, strings.Join(shown, "\n"))
			}
		}
	}
	return ""
}

// boxes are the panes that have a border now.
func (a *App) boxes() []rect {
	l := a.lay
	switch {
	case a.over != nil || l.shape == compact || l.shape == tooSmall:
		return nil
	case a.zoom:
		return []rect{l.url, l.crawler, l.file}
	case l.shape == wide:
		return []rect{l.url, l.crawler, l.file, l.verdict, l.group, l.tabs}
	}
	return []rect{l.url, l.crawler, l.file, l.tabs}
}

// driveUntil runs a command and what follows from it, as the program does, until done.
func driveUntil(t *testing.T, a *App, cmd tea.Cmd, done func() bool) {
	t.Helper()
	msgs := make(chan tea.Msg, 100) // ticks come when nobody listens any more
	run := func(cmd tea.Cmd) {
		if cmd != nil {
			go func() { msgs <- cmd() }()
		}
	}
	run(cmd)
	for end := time.After(20 * time.Second); !done(); {
		select {
		case msg := <-msgs:
			if batch, ok := msg.(tea.BatchMsg); ok {
				for _, cmd := range batch {
					run(cmd)
				}
				continue
			}
			_, next := a.Update(msg)
			run(next)
		case <-end:
			t.Fatal("the screen does not come to rest")
		}
	}
}

// pasted is what a terminal with bracketed paste makes of a text.
func pasted(s string) tea.KeyMsg {
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(s), Paste: true}
}

// hostilePlaces is every place of the screen where a foreign text may stand,
// with how it comes there.
var hostilePlaces = []struct {
	name string
	put  func(t *testing.T, a *App, h hostile.Text)
}{
	{"file", func(t *testing.T, a *App, h hostile.Text) {
		_, cmd := a.Update(OpenMsg{Source: Source{Kind: Local, Name: "robots.txt"}, Text: []byte(h.Robots())})
		_ = cmd // sets the title
		a.setFocus(paneFile)
	}},
	{"file, cursor in the text", func(t *testing.T, a *App, h hostile.Text) {
		a.open(Source{Kind: Local, Name: "robots.txt"}, []byte(h.Octets+"\n"+h.Robots()))
		a.setFocus(paneFile)
		press(a, tea.KeyMsg{Type: tea.KeyRight}, tea.KeyMsg{Type: tea.KeyShiftRight}, tea.KeyMsg{Type: tea.KeyEnd})
	}},
	{"deciding rule", func(t *testing.T, a *App, h hostile.Text) {
		a.open(Source{Kind: Local, Name: "robots.txt"}, []byte("User-agent: *\nDisallow: /"+h.OneLine()+"*\nUser-agent: "+h.OneLine()+"\nAllow: /\n"))
		a.setURL("/" + h.OneLine() + "more")
		a.showTab("Why")
	}},
	{"problems", func(t *testing.T, a *App, h hostile.Text) {
		_, cmd := a.Update(OpenMsg{Source: Source{Kind: Local, Name: h.Octets}, Text: []byte(h.Robots())})
		tab := a.tabNamed("Problems").(*problemsTab)
		driveUntil(t, a, cmd, func() bool { return tab.of.text == a.c.TextGen })
		a.showTab("Problems")
	}},
	{"URL", func(t *testing.T, a *App, h hostile.Text) { a.setURL("https://shop.example/" + h.Octets) }},
	{"pasted URL", func(t *testing.T, a *App, h hostile.Text) { press(a, pasted(h.OneLine())) }},
	{"pasted list", func(t *testing.T, a *App, h hostile.Text) {
		_, cmd := a.Update(PasteListMsg{[]byte("/\n/" + h.Octets + "\nhttps://" + h.OneLine() + ".example/\n")})
		driveUntil(t, a, cmd, a.urlsRead)
	}},
	{"table", func(t *testing.T, a *App, h hostile.Text) {
		s := `"` + strings.ReplaceAll(h.Octets, `"`, `""`) + `"`
		_, cmd := a.Update(PasteListMsg{[]byte("agent,url,expected,note\n" + s + ",/" + s + ",allow," + s + "\n*,/,disallow," + s + "\n")})
		driveUntil(t, a, cmd, a.urlsRead)
	}},
	{"crawler", func(t *testing.T, a *App, h hostile.Text) {
		a.setAgent(h.Octets)
		a.setFocus(paneCrawler)
	}},
	{"crawler in a header", func(t *testing.T, a *App, h hostile.Text) {
		a.setFocus(paneCrawler)
		press(a, tea.KeyMsg{Type: tea.KeyCtrlU}, pasted("Mozilla/5.0 (compatible; Googlebot/2.1) "+h.OneLine()))
	}},
	{"name of the file, and how it was served", func(t *testing.T, a *App, h hostile.Text) {
		a.c.SetSource(Source{Kind: Live, Name: h.Octets, Path: h.FileName(), Status: h.Octets, WhatIf: h.Octets})
	}},
	{"error", func(t *testing.T, a *App, h hostile.Text) { a.Update(NoteMsg{Text: h.Octets, Bad: true}) }},
	{"name of a file saved in vain", func(t *testing.T, a *App, h hostile.Text) {
		driveUntil(t, a, a.saveTo(filepath.Join(t.TempDir(), "no", "such", h.Argument()), false), func() bool { return a.note.Bad })
	}},
	{"answer of a server", func(t *testing.T, a *App, h hostile.Text) {
		s := h.Octets
		r := &fetch.Result{URL: s, RobotsURL: s, FinalURL: s, UserAgent: s, Status: 200, Proto: s, Error: s, Encoding: s, Body: []byte(h.Robots()),
			Hops:     []fetch.Hop{{URL: s, Status: 301, Location: s}},
			Header:   http.Header{"Content-Type": {s, s}, "Server": {s}, "Last-Modified": {s}, "X-Robots-Tag": {s}, "Etag": {s}, "Cache-Control": {s}},
			Warnings: []fetch.Warning{{Code: "cut", Text: s}}}
		a.Update(a.tabNamed("Fetch").(*fetchTab).take(r, nil, a.c)())
		a.showTab("Fetch")
		press(a, tea.KeyMsg{Type: tea.KeyEnd})
	}},
	{"failure of a fetch", func(t *testing.T, a *App, h hostile.Text) {
		tab := a.tabNamed("Fetch").(*fetchTab)
		tab.job.cancel, tab.job.what, tab.job.done = func() {}, h.Octets, &atomic.Int64{}
		a.showTab("Fetch")
		if bad := checkFrame(newEmulator(t, a.w, a.h), a); bad != "" {
			t.Error("while it is asked for: " + bad)
		}
		tab.job.stop()
		tab.take(nil, &fetch.InputError{Name: h.Octets, What: "tls: " + h.Octets, Do: h.Octets}, a.c)
	}},
	{"log lines", func(t *testing.T, a *App, h hostile.Text) {
		s := strings.NewReplacer(`"`, "", " ", "", "\\", "").Replace(h.OneLine())
		log := filepath.Join(t.TempDir(), "access.log")
		line := `192.0.2.1 - ` + s + ` [01/May/2026:10:00:00 +0000] "GET /` + s + ` HTTP/1.1" 200 5 "` + s + `" "Googlebot/2.1 ` + s + "\"\n"
		if err := os.WriteFile(log, []byte(line+s+"\n"+line), 0o600); err != nil {
			t.Fatal(err)
		}
		a.open(Source{Kind: Local, Name: "robots.txt"}, []byte("User-agent: *\nDisallow: /"+s+"\n"))
		a.showTab("Logs")
		_, cmd := a.Update(logsOpenMsg{[]string{log, filepath.Join(t.TempDir(), h.FileName())}})
		tab := a.tabNamed("Logs").(*logsTab)
		driveUntil(t, a, cmd, func() bool { return tab.trouble != "" && !tab.reading.running() })
	}},
	{"catalogue of a person", func(t *testing.T, a *App, h hostile.Text) {
		s := `"` + strings.ReplaceAll(h.Octets, `"`, `""`) + `"`
		mine, err := crawlers.Read([]byte("token,operator,kind,notes,source\nmybot," + s + ",search," + s + "," + s + "\n"))
		if err != nil {
			return // the reader refuses it
		}
		a.c.Catalogue = a.c.Catalogue.With(mine)
		a.setAgent("mybot")
		a.showTab("Crawlers")
	}},
	{"search", func(t *testing.T, a *App, h hostile.Text) {
		a.find()
		press(a, pasted(h.OneLine()))
	}},
	{"question", func(t *testing.T, a *App, h hostile.Text) {
		a.setFocus(paneFile)
		press(a, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("#")})
		a.Update(OpenMsg{Source: Source{Name: h.Octets}})
	}},
	{"pasted into the file", func(t *testing.T, a *App, h hostile.Text) {
		a.setFocus(paneFile)
		press(a, pasted(h.Octets), tea.KeyMsg{Type: tea.KeyHome}, tea.KeyMsg{Type: tea.KeyRight})
	}},
}

func (a *App) tabNamed(name string) Tab {
	for _, t := range a.tabs {
		if t.Name() == name {
			return t
		}
	}
	return nil
}

// urlsRead reports whether the URLs tab has come to rest.
func (a *App) urlsRead() bool {
	t := a.tabNamed("URLs").(*urlsTab)
	return !t.reading.running() && !t.running && (len(t.rows) > 0 && t.found != nil || t.trouble != "")
}

func TestNoHostileTextMovesABorderOrLeavesItsPane(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and without goroutines of its own")
	}
	for _, size := range [][2]int{{120, 36}, {60, 20}} {
		e := newEmulator(t, size[0], size[1])
		for _, place := range hostilePlaces {
			for _, h := range hostile.All() {
				a := testApp(t, size[0], size[1], Options{Theme: "dark", Profile: termenv.TrueColor, Dark: true})
				place.put(t, a, h)
				if bad := checkFrame(e, a); bad != "" {
					t.Errorf("%s in the place %q at %dx%d: %s", h.Name, place.name, size[0], size[1], bad)
				}
			}
		}
	}
}

func TestACommentChangesNoCellOutsideTheFile(t *testing.T) {
	e := newEmulator(t, 120, 36)
	frame := func(comment string) ([]string, rect) {
		a := testApp(t, 120, 36, Options{Theme: "dark", Text: []byte("User-agent: *\nDisallow: /a # " + comment + "\n")})
		a.note = NoteMsg{} // of the odd octets, which are told of
		if bad := checkFrame(e, a); bad != "" {
			t.Fatalf("%q: %s", comment, bad)
		}
		var cells []string
		for y := range a.h {
			for x := range a.w {
				cells = append(cells, e.cell(x, y))
			}
		}
		return cells, a.lay.file
	}
	want, file := frame("plain")
	for _, h := range hostile.Short() { // what Google cuts from a long line is told elsewhere too
		got, _ := frame(h.OneLine())
		for i := range want {
			x, y := i%120, i/120
			inside := x > file.x && x < file.x+file.w-1 && y > file.y && y < file.y+file.h-1
			if !inside && got[i] != want[i] {
				t.Fatalf("%s: column %d of row %d became %q, was %q", h.Name, x, y, got[i], want[i])
			}
		}
	}
}
