package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/fetch"
)

// pastKey says whose versions are listed.
type pastKey struct {
	path   string
	origin engine.Origin
}

// pastVersion is a version with the verdict it gives.
type pastVersion struct {
	fetch.Version
	from    string // git, fetched, file
	verdict engine.Verdict
	rule    string // the line that decides
}

// judgedKey is what verdicts depend on, but for the texts.
type judgedKey struct {
	reading             uint64
	url, agent, dialect string
}

// read lists the versions in a command: git may take a while.
func (t *versionsTab) read(c *Case) tea.Cmd {
	if t.shown {
		return nil
	}
	ctx, id, _ := t.reading.start()
	t.trouble = ""
	t.of = pastKey{c.Source.Path, c.Source.Origin}
	of, history, files := t.of, t.history, t.files
	return func() tea.Msg {
		list, trouble := readVersions(ctx, of, history, files)
		return versionsReadMsg{id, list, trouble}
	}
}

// readVersions gathers the versions of all sources, oldest first. trouble says
// what one of them could not give.
func readVersions(ctx context.Context, of pastKey, history *fetch.History, files []string) (list []pastVersion, trouble string) {
	var troubles []string
	add := func(from string, versions []fetch.Version, err error) {
		for _, v := range versions {
			list = append(list, pastVersion{Version: v, from: from})
		}
		if err != nil {
			troubles = append(troubles, err.Error())
		}
	}
	if of.path != "" {
		versions, err := fetch.Git(ctx, of.path)
		var unknown *fetch.InputError
		if errors.As(err, &unknown) || err != nil && !errors.Is(err, fetch.ErrNoGit) {
			err = errors.New("git has no version of " + of.path)
		}
		add("git", versions, err)
	}
	if history != nil && of.origin.Known() {
		versions, err := history.Versions(of.origin)
		add("fetched", versions, err)
	}
	if len(files) > 0 {
		versions, err := fetch.Files(files, "")
		add("file", versions, err)
	}
	slices.SortStableFunc(list, func(a, b pastVersion) int { return a.Time.Compare(b.Time) })
	return list, strings.Join(troubles, "; ")
}

// judge works out the verdicts in a command, where something they depend on
// has changed.
func (t *versionsTab) judge(c *Case) tea.Cmd {
	of := judgedKey{t.reading.id, c.URL, c.Agent, c.Reader.Name}
	if len(t.list) == 0 || t.judging || t.judged == of {
		return nil
	}
	t.judging = true
	list, d, who, url := slices.Clone(t.list), c.Reader, Crawler(c.Who), c.URL
	return func() tea.Msg {
		known := map[string]pastVersion{} // equal versions are decided once
		for i := range list {
			v := &list[i]
			if was, ok := known[string(v.Bytes)]; ok {
				v.verdict, v.rule = was.verdict, was.rule
				continue
			}
			f := engine.Parse(v.Bytes, d)
			tr := f.ExplainTarget(engine.NewTarget(url, d), f.Select(who))
			v.verdict, v.rule = tr.Verdict, ""
			if tr.Winner >= 0 {
				v.rule = strings.TrimSpace(string(f.Src[f.Lines[tr.Line-1].Start:f.Lines[tr.Line-1].End]))
			}
			known[string(v.Bytes)] = *v
		}
		return versionsJudgedMsg{of, list}
	}
}

// title names a version: where it is from, its name and its time.
func (v *pastVersion) title() string {
	if v.Time.IsZero() {
		return v.from
	}
	return fmt.Sprintf("%s %s of %s", v.from, v.Name, minute(v.Time))
}
