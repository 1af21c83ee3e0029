package cli

import (
	"errors"
	"fmt"
	"strings"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

// whom returns the crawlers that the flags name, each once.
func (c *cli) whom(a asked) ([]crawlers.Resolved, error) {
	catalogue, err := c.catalogue()
	if err != nil {
		return nil, err
	}
	var who []crawlers.Resolved
	known := map[askedAs]bool{}
	add := func(all ...crawlers.Resolved) {
		for _, w := range all {
			if as := (askedAs{w.Name, w.From}); !known[as] {
				known[as] = true
				who = append(who, w)
			}
		}
	}
	for _, name := range a.agents {
		if strings.TrimSpace(name) == "" {
			return nil, errors.New("--agent is empty: name a crawler")
		}
		all, err := catalogue.ResolveAll(name)
		if err != nil {
			return nil, err
		}
		add(all...)
	}
	for _, token := range a.tokens {
		add(bare(token))
	}
	return who, nil
}

// askedAs tells crawlers apart: a name of the catalogue that is also asked as a
// bare token is two of them.
type askedAs struct {
	name string
	from crawlers.From
}

var errNobody = errors.New("no crawler is named: give --agent Googlebot, a set such as --agent @search, or --token T")

// bare is a crawler that has one product token and that no catalogue knows.
func bare(token string) crawlers.Resolved {
	return crawlers.Resolved{Name: token, Tokens: []string{token}, Dialect: "rfc", From: crawlers.FreeToken}
}

// dialectFor returns the dialect called name; auto is that of the crawler.
func dialectFor(name string, who crawlers.Resolved) (engine.Dialect, error) {
	if strings.EqualFold(name, "auto") || name == "" {
		name = who.Dialect
	}
	d, err := engine.DialectByName(name)
	if err != nil {
		return d, fmt.Errorf("unknown dialect %q: use "+dialectWords, name)
	}
	return d, nil
}

// crawler is who asks, as the engine wants it.
func crawler(who crawlers.Resolved) engine.Crawler {
	return engine.Crawler{Tokens: who.Tokens, NoStar: who.NoStar}
}
