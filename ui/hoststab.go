package ui

import (
	"fmt"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/fetch"
)

// hostsTab asks the sites of the list of URLs for their robots.txt, and shows
// what each of them says to a few crawlers of the path under test.
type hostsTab struct {
	client  *fetch.Client
	history *fetch.History

	asking  job // counts sites
	all     int
	left    int // URLs turned away, there being too many sites
	trouble string

	hosts   []hostFile
	rows    []hostRow
	judged  hostsKey
	judging bool
	at      int
	window  listWindow
}

// hostFile is the file of a site. It is not changed once it is there.
type hostFile struct {
	origin engine.Origin
	in     *fetch.Input
	letter string // the same for sites with the same file
	files  map[string]*engine.File
}

// hostRow is what the file of a site says.
type hostRow struct {
	verdicts         []engine.Verdict // by crawler
	differs          bool             // some verdict is not that of the first site
	asked, forbidden int              // URLs of the list that lie there, for the crawler at hand
}

// hostsKey is what rows are worked out from.
type hostsKey struct {
	asking              uint64
	url, agent, dialect string
	list                uint64
}

func newHostsTab(o Options) *hostsTab { return &hostsTab{client: o.Client, history: o.History} }

func (t *hostsTab) Name() string { return "Hosts" }

func (t *hostsTab) Badge() string {
	switch {
	case t.asking.running():
		return "asking"
	case len(t.hosts) > 0:
		return fmt.Sprint(len(t.hosts))
	}
	return ""
}

var hostsKeys = []key.Binding{
	bind("r", "ask all sites", "r"),
	bind("enter", "open its file", "enter"),
	bind("esc", "stop", "esc"),
}

// List is part of Lister.
func (t *hostsTab) List() *listWindow { return &t.window }

func (t *hostsTab) Keys() []key.Binding { return hostsKeys }

// The messages of the tab's own commands.
type (
	hostsFetchedMsg struct {
		id    uint64
		hosts []hostFile
		err   error
	}
	hostsJudgedMsg struct {
		of   hostsKey
		rows []hostRow
	}
)

// Commands are the tab's own for the palette.
func (t *hostsTab) Commands(c *Case) []Command {
	return []Command{{"Is it so on all hosts? Ask the sites of the list", key.Binding{}, func() tea.Cmd {
		return tea.Batch(send(ShowTabMsg{t.Name()}), t.fetch(c))
	}}}
}

func (t *hostsTab) Refresh(c *Case) tea.Cmd { return t.judge(c) }

// fetch asks each site once, a few at a time. A local file whose origin is known
// stands in for its site.
func (t *hostsTab) fetch(c *Case) tea.Cmd {
	t.asking.stop()
	if t.client == nil {
		return note("nothing is fetched here", true)
	}
	hosts := &fetch.Hosts{Client: t.client, History: t.history}
	for _, url := range append([]string{c.URL, c.Source.Origin.String()}, c.List...) {
		if fetch.OriginOf(url).Known() {
			hosts.Add(url)
		}
	}
	origins, left := hosts.Origins()
	if len(origins) == 0 {
		t.trouble = "no URL names a host: type a whole one, such as https://shop.example/a, or load a list of them into the URLs tab"
		return nil
	}
	if c.Source.Origin.Known() && (c.Source.Kind == Local || c.Source.Kind == NewFile) {
		hosts.Stand(&fetch.Input{Name: c.Source.Name, Bytes: slices.Clone(c.Text), Origin: c.Source.Origin})
	}
	ctx, id, done := t.asking.start()
	t.all, t.left, t.trouble = len(origins), left, ""
	return tea.Batch(t.asking.tick(), func() tea.Msg {
		files, err := hosts.Fetch(ctx, func(n, _ int) { done.Store(int64(n)) })
		return hostsFetchedMsg{id, hostFiles(origins, files), err}
	})
}

// hostFiles puts the files into the order of the list, parses them, and gives
// those that say the same one letter.
func hostFiles(origins []engine.Origin, files map[engine.Origin]*fetch.Input) []hostFile {
	var hosts []hostFile
	letters := map[string]string{}
	for _, o := range origins {
		in := files[o]
		if in == nil {
			continue
		}
		h := hostFile{origin: o, in: in, files: map[string]*engine.File{}}
		text := in.VerdictBytes()
		key := string(text)
		if m := in.Meaning("rfc", engine.Origin{}); m.Do != engine.DoRules {
			key, text = "\x00"+string(m.Do), nil
			if r := in.Result; r != nil && r.HasCached {
				text = r.Copy
			}
		}
		for _, d := range engine.Dialects() {
			h.files[d.Name] = engine.Parse(text, d)
		}
		if letters[key] == "" {
			letters[key] = letter(len(letters))
		}
		h.letter = letters[key]
		hosts = append(hosts, h)
	}
	return hosts
}

// letter names the nth of several: A to Z, then AA, AB.
func letter(n int) string {
	name := ""
	for ; n >= 0; n = n/26 - 1 {
		name = string(rune('A'+n%26)) + name
	}
	return name
}

// Cancel gives up the fetch at hand, wherever the focus is.
func (t *hostsTab) Cancel(*Case) (tea.Cmd, bool) {
	if !t.asking.stop() {
		return nil, false
	}
	return note("asking the sites was given up", false), true
}

// hostAgents are the crawlers of the columns: the one at hand, and a few others.
func hostAgents(c *Case) []crawlers.Resolved {
	who := []crawlers.Resolved{c.Who}
	for _, name := range fewAgents {
		if r := c.Catalogue.Resolve(name); r.Tokens[0] != c.Who.Tokens[0] {
			who = append(who, r)
		}
	}
	return who
}

// judge works out the rows in a command, where something they depend on has
// changed.
func (t *hostsTab) judge(c *Case) tea.Cmd {
	of := hostsKey{t.asking.id, c.URL, c.Agent, c.Dialect, c.ListGen}
	if len(t.hosts) == 0 || t.judging || t.judged == of {
		return nil
	}
	t.judging = true
	hosts, who, dialect, list := t.hosts, hostAgents(c), c.Dialect, c.List
	path := engine.NewTarget(c.URL, engine.RFC).Path
	return func() tea.Msg {
		byHost := map[engine.Origin][]string{}
		for _, url := range list {
			o := fetch.OriginOf(url)
			byHost[o] = append(byHost[o], url)
		}
		rows := make([]hostRow, len(hosts))
		for i := range hosts {
			h, row := &hosts[i], &rows[i]
			for _, w := range who {
				row.verdicts = append(row.verdicts, h.verdict(path, w, dialect))
			}
			for k, v := range row.verdicts {
				row.differs = row.differs || v.Allowed != rows[0].verdicts[k].Allowed
			}
			for _, url := range byHost[h.origin] {
				row.asked++
				if !h.verdict(url, who[0], dialect).Allowed {
					row.forbidden++
				}
			}
		}
		return hostsJudgedMsg{of, rows}
	}
}

// verdict is what the file of the site says of a URL, or what its answer says.
func (h *hostFile) verdict(url string, who crawlers.Resolved, dialect string) engine.Verdict {
	d := readerFor(dialect, who)
	f := h.files[d.Name]
	tr := f.ExplainTarget(engine.NewTarget(url, d), f.Select(Crawler(who)))
	obey(&tr, h.in.Meaning(d.Name, engine.Origin{}))
	return tr.Verdict
}

func (t *hostsTab) Update(msg tea.Msg, c *Case) tea.Cmd {
	switch msg := msg.(type) {
	case jobTickMsg:
		return t.asking.ticked(msg)
	case hostsFetchedMsg:
		if !t.asking.ends(msg.id) {
			return nil
		}
		if msg.err != nil {
			t.trouble = msg.err.Error()
		}
		t.hosts, t.rows, t.at = msg.hosts, nil, 0
		return t.judge(c)
	case hostsJudgedMsg:
		t.judging = false
		if msg.of.asking == t.asking.id {
			t.rows, t.judged = msg.rows, msg.of
		}
		return t.judge(c)
	case tea.KeyMsg:
		switch msg.String() {
		case "r":
			return t.fetch(c)
		case "enter":
			if len(t.hosts) == 0 {
				return t.fetch(c)
			}
			return t.open(c)
		}
		t.at = t.window.moved(msg, t.at, len(t.hosts))
	case tea.MouseMsg:
		t.at = t.window.moved(below(msg, 2), t.at, len(t.hosts))
	}
	return nil
}

// open shows the file of the chosen site, with the path under test on it.
func (t *hostsTab) open(c *Case) tea.Cmd {
	h := t.hosts[t.at]
	url := h.origin.String() + engine.NewTarget(c.URL, engine.RFC).Path
	set := send(SetURLMsg{url})
	if h.in.Result == nil { // the text on the screen stands in for it
		return set
	}
	s, text := sourceOf(h.in.Result)
	return tea.Sequence(set, send(OpenMsg{Source: s, Text: text}))
}
