package cli

import (
	"fmt"
	"net/url"
	"path/filepath"
	"sort"
	"strings"

	"robotslens/engine/lint"
	"robotslens/fetch"
)

// lintRow is a problem as lint --format json prints it.
type lintRow struct {
	File      string   `json:"file"`
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	EndLine   int      `json:"end_line"`
	EndColumn int      `json:"end_column"`
	ID        string   `json:"id"`
	Severity  string   `json:"severity"`
	Message   string   `json:"message"`
	Dialects  []string `json:"dialects"`
	Fix       *lintFix `json:"fix"`
}

type lintFix struct {
	Title string     `json:"title"`
	Safe  bool       `json:"safe"`
	Edits []lintEdit `json:"edits"`
}

type lintEdit struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

func (c *cli) lintJSON(all []*linted) error {
	array := c.jsonArray()
	for _, r := range all {
		for _, p := range r.problems {
			at := r.position(p)
			row := lintRow{File: r.name, Line: at.line, Column: at.col, EndLine: at.endLine, EndColumn: at.endCol,
				ID: p.ID, Severity: p.Severity.String(), Message: p.Message, Dialects: p.Dialects}
			if p.Fix != nil {
				row.Fix = &lintFix{Title: p.Fix.Title, Safe: p.Fix.Safe}
				for _, e := range p.Fix.Edits {
					row.Fix.Edits = append(row.Fix.Edits, lintEdit{e.Start, e.End, e.Text})
				}
			}
			if err := array.add(row); err != nil {
				return err
			}
		}
	}
	return array.end()
}

// lintGitHub writes workflow commands, which GitHub shows beside the lines.
func (c *cli) lintGitHub(all []*linted) error {
	levels := [...]string{lint.Info: "notice", lint.Warn: "warning", lint.Error: "error"}
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, r := range all {
		for _, p := range r.problems {
			at := r.position(p)
			if _, err := fmt.Fprintf(c.out, "::%s file=%s,line=%d,endLine=%d,col=%d,endColumn=%d,title=%s::%s\n", levels[p.Severity],
				property.Replace(c.clean(filepath.ToSlash(r.name))), at.line, at.endLine, at.col, at.endCol,
				property.Replace(p.ID+" "+p.Name), data.Replace(c.clean(p.Message)+" ("+strings.Join(p.Dialects, ", ")+"; "+p.Source+")")); err != nil {
				return err
			}
		}
	}
	return nil
}

// The parts of a SARIF log (OASIS, SARIF 2.1.0) that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string      `json:"id"`
		Name    string      `json:"name"`
		Short   sarifText   `json:"shortDescription"`
		Full    sarifText   `json:"fullDescription"`
		Default sarifConfig `json:"defaultConfiguration"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
		Props     sarifProps      `json:"properties"`
	}
	sarifProps struct {
		Dialects []string `json:"dialects"`
		Source   string   `json:"source"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted *sarifText  `json:"insertedContent,omitempty"`
	}
)

var sarifLevels = [...]string{lint.Info: "note", lint.Warn: "warning", lint.Error: "error"}

func (c *cli) lintSARIF(all []*linted) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "robotslens", Version: shortVersion()}
	index := map[string]int{}
	for i, r := range lint.Rules() {
		index[r.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{r.ID, r.Name, sarifText{r.Doc}, sarifText{r.Doc + " Source: " + r.Source + "."}, sarifConfig{sarifLevels[r.Severity]}})
	}
	for _, r := range all {
		file := sarifArtifact{artifactURI(r.name)}
		for _, p := range r.problems {
			at := r.position(p)
			res := sarifResult{RuleID: p.ID, RuleIndex: index[p.ID], Level: sarifLevels[p.Severity], Message: sarifText{p.Message},
				Locations: []sarifLocation{{Physical: sarifPhysical{file, sarifRegion{at.line, at.col, at.endLine, at.endCol}}}},
				Props:     sarifProps{p.Dialects, p.Source}}
			for _, o := range p.Related {
				res.Related = append(res.Related, sarifLocation{sarifPhysical{file, sarifRegion{StartLine: o.Line}}, &sarifText{o.Note}})
			}
			if p.Fix != nil {
				res.Fixes = []sarifFix{{sarifText{p.Fix.Title}, []sarifChange{{file, r.replacements(p.Fix.Edits)}}}}
			}
			run.Results = append(run.Results, res)
		}
	}
	return c.writeJSON(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func (r *linted) replacements(edits []lint.Edit) []sarifReplacement {
	var out []sarifReplacement
	for _, e := range edits {
		rep := sarifReplacement{Deleted: r.region(e.Start, e.End)}
		if e.Text != "" {
			rep.Inserted = &sarifText{e.Text}
		}
		out = append(out, rep)
	}
	return out
}

func (r *linted) region(from, to int) sarifRegion {
	line, col := r.at(from)
	endLine, endCol := r.at(to)
	return sarifRegion{line, col, endLine, endCol}
}

// at is the line and column of octet off, both from 1. Line ends are LF, CR and
// CRLF.
func (r *linted) at(off int) (line, col int) {
	if r.starts == nil {
		r.starts = []int{0}
		for i, c := range r.src {
			if c == '\n' || c == '\r' && !(i+1 < len(r.src) && r.src[i+1] == '\n') {
				r.starts = append(r.starts, i+1)
			}
		}
	}
	line = sort.SearchInts(r.starts, off+1)
	return line, r.column(off, off-r.starts[line-1])
}

// artifactURI is the name of an input as a URI reference.
func artifactURI(name string) string {
	switch {
	case fetch.IsURL(name):
		return name
	case filepath.IsAbs(name):
		return (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
	}
	return (&url.URL{Path: filepath.ToSlash(name)}).String()
}
