package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

// fewAgents are the crawlers whose verdicts stand under the verdict pane: the
// search engines and the AI crawlers that files name most.
var fewAgents = []string{"Googlebot", "bingbot", "GPTBot", "ClaudeBot", "CCBot", "PerplexityBot", "Google-Extended", "Applebot"}

// few is what others make of the case.
type few struct {
	gen      uint64
	dialects []engine.Trace // of the dialects that the case is not read in
	crawlers []crawlerVerdict
}

type crawlerVerdict struct {
	who     crawlers.Resolved
	verdict engine.Verdict
}

// findFew asks the other dialects and a few other crawlers.
func findFew(c *Case) few {
	f := few{gen: c.Gen}
	for _, d := range engine.Dialects() {
		if d != c.Reader {
			f.dialects = append(f.dialects, c.VerdictIn(d, c.Who))
		}
	}
	for _, name := range fewAgents {
		who := c.Catalogue.Resolve(name)
		d, _ := engine.DialectByName(who.Dialect)
		f.crawlers = append(f.crawlers, crawlerVerdict{who, c.VerdictIn(d, who).Verdict})
	}
	return f
}

// findFewLater is findFew for a big file, in a command.
func findFewLater(c *Case) tea.Cmd {
	return c.Later(func(c *Case) tea.Msg { return fewMsg{c.Gen, findFew(c)} })
}
