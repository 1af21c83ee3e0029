package ui

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/audit"
	"robotslens/fetch"
)

// logPaths is the logs that a person named: one path, or several with blanks
// between them and patterns among them.
func logPaths(text string) []string {
	text = strings.TrimSpace(text)
	if _, err := os.Stat(text); err == nil {
		return []string{text}
	}
	var paths []string
	for _, word := range strings.Fields(text) {
		if found, err := filepath.Glob(word); err == nil && len(found) > 0 {
			paths = append(paths, found...)
			continue
		}
		paths = append(paths, word)
	}
	return paths
}

// start reads the logs in a command, judged by a copy of the text.
func (t *logsTab) start(c *Case) tea.Cmd {
	ctx, id, lines := t.reading.start()
	t.judged = c.TextGen
	still, paths := c.Still(), t.paths
	site := siteOf(still)
	if !t.based {
		t.base, t.based = site, true
	}
	base := t.base
	return tea.Batch(t.reading.tick(), func() tea.Msg {
		report, trouble := readLogs(ctx, still, base, site, paths, lines)
		return logsReadMsg{id, report, trouble}
	})
}

// siteOf is the text of c, for the host that it governs.
func siteOf(c *Case) audit.Site {
	site := audit.Site{Versions: []audit.Version{{Name: c.Source.Name, Src: c.read()}}}
	if c.Source.Answer != nil {
		site.Versions[0].Answer = *c.Source.Answer
	}
	if c.Source.Origin.Known() {
		_, site.Host, _ = strings.Cut(c.Source.Origin.String(), "://")
	}
	return site
}

// readLogs judges logs by a site, and counts what it flips of what base said.
// Trouble says which logs could not be read to the end; report is nil where
// none could.
func readLogs(ctx context.Context, c *Case, base, site audit.Site, paths []string, lines *atomic.Int64) (report *audit.Report, trouble string) {
	var books [2]*audit.Rulebook
	for i, s := range []audit.Site{site, base} {
		var err error
		if books[i], err = audit.NewRulebook([]audit.Site{s}, c.Catalogue, c.Dialect); err != nil {
			return nil, err.Error()
		}
	}
	if bytes.Equal(site.Versions[0].Src, base.Versions[0].Src) {
		books[1] = nil
	}
	a := audit.New(audit.Options{
		Catalogue: c.Catalogue, Rulebook: books[0], Against: books[1], Host: site.Host,
		Progress: func(n, _ int64) { lines.Store(n) },
	})
	var troubles []string
	for _, p := range paths {
		if err := readLog(ctx, a, p); err != nil {
			troubles = append(troubles, err.Error())
		}
	}
	report = a.Report()
	if report.Lines == 0 && len(troubles) > 0 {
		report = nil
	}
	return report, strings.Join(troubles, "; ")
}

func readLog(ctx context.Context, a *audit.Auditor, path string) error {
	l, err := fetch.OpenLog(path)
	if err != nil {
		return err
	}
	defer l.Close()
	return a.Read(ctx, path, l)
}
