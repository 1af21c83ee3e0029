package ui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/screen"
)

// Tab is one of the panes under the File pane. A tab knows the case and nothing
// of its neighbours: it asks the app for something by a message.
//
// To add one, write it in a file of its own, and name it in newTabs.
type Tab interface {
	// Name is one word, by which ShowTabMsg and the keys find the tab.
	Name() string
	// Badge stands behind the name: a count, or "".
	Badge() string
	// Refresh is called after each change of the case. It must cost far less
	// than a frame; what does not is returned as a command over Case.Still.
	Refresh(c *Case) tea.Cmd
	// Update takes the keys and the mouse while the tab has the focus, and every
	// message that the app does not know: a tab's own come back to it that way.
	// Mouse coordinates are relative to the region that Paint was given.
	Update(msg tea.Msg, c *Case) tea.Cmd
	// Paint paints the tab. focused says whether keys go to it.
	Paint(r screen.Region, c *Case, l *Look, focused bool)
	// Keys are the tab's own keys, for the status bar and the help.
	Keys() []key.Binding
}

// Canceller is a tab with something going on that esc ends, wherever the focus
// is. ended is false where nothing goes on.
type Canceller interface {
	Cancel(c *Case) (cmd tea.Cmd, ended bool)
}

// Lister is a tab with a list in view, or nil: a double click on a row of it is
// enter.
type Lister interface {
	List() *listWindow
}

var _ = []Lister{(*urlsTab)(nil), (*crawlersTab)(nil), (*problemsTab)(nil), (*logsTab)(nil), (*hostsTab)(nil), (*learnTab)(nil)}

// Teller is a tab with words for the status bar. news is false where they say
// only that nothing changed.
type Teller interface {
	Status(l *Look) (words string, st screen.Style, news bool)
}

var _, _ Teller = (*urlsTab)(nil), (*fetchTab)(nil)

// textTab is a tab that shows text and scrolls.
type textTab struct {
	name string
	text func(c *Case, l *Look, w int) paras
	kept *keptText // nil where the text depends on more than case, look and width
	scroller
}

func (t *textTab) Name() string          { return t.name }
func (t *textTab) Badge() string         { return "" }
func (t *textTab) Refresh(*Case) tea.Cmd { return nil }
func (t *textTab) Keys() []key.Binding   { return scrollKeys }

var scrollKeys = []key.Binding{
	key.NewBinding(key.WithKeys("up", "down", "pgup", "pgdown", "home", "end"), key.WithHelp("↑↓", "scroll")),
}

func (t *textTab) Update(msg tea.Msg, _ *Case) tea.Cmd {
	t.scroll(msg)
	return nil
}

func (t *textTab) Paint(r screen.Region, c *Case, l *Look, _ bool) {
	t.paintMore(r, t.lines(c, l, r.W()), l)
}

// keptText is a text as it was last wrapped.
type keptText struct {
	gen   uint64
	look  Look
	w     int
	lines [][]part
}

// lines is the text wrapped to w columns.
func (t *textTab) lines(c *Case, l *Look, w int) [][]part {
	k := t.kept
	if k == nil {
		return t.text(c, l, w).wrap(w)
	}
	if k.gen != c.Gen || k.w != w || k.look != *l {
		*k = keptText{c.Gen, *l, w, t.text(c, l, w).wrap(w)}
	}
	return k.lines
}
