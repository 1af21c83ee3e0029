package lint

import (
	"errors"
	"fmt"
	"strings"

	"robotslens/engine"
)

// Intent is what a rule made from a URL is to say.
type Intent uint8

// The intents.
const (
	ThisPage    Intent = iota // the page and nothing else
	ThisFolder                // everything under the folder of the URL
	ThisParam                 // every URL with a parameter, wherever it stands
	ThisType                  // every file with the ending of the URL
	AllowInside               // the URL inside a folder that is closed
)

var intentWords = [...]string{"this page only", "everything under this folder", "every URL with this parameter", "every file of this type", "allow this inside a closed folder"}

// String is the intent in words.
func (i Intent) String() string { return intentWords[i] }

// Intents lists the intents that a URL can have.
func Intents(url string) []Intent {
	path, _ := engine.CutURL(url)
	all := []Intent{ThisPage, ThisFolder}
	if len(Params(url)) > 0 {
		all = append(all, ThisParam)
	}
	if fileType(path) != "" {
		all = append(all, ThisType)
	}
	return append(all, AllowInside)
}

// Draft is one or more rules that say an intent in the fewest words.
type Draft struct {
	Intent   Intent
	Allow    bool
	Patterns []string
}

// Lines are the rules as they stand in a file.
func (d Draft) Lines() []string {
	var lines []string
	for _, p := range d.Patterns {
		lines = append(lines, verb(d.Allow)+": "+p)
	}
	return lines
}

// Params lists the names of the parameters in the query of url, as written.
func Params(url string) []string {
	path, _ := engine.CutURL(url)
	_, query, _ := strings.Cut(path, "?")
	var names []string
	for _, part := range strings.FieldsFunc(query, func(c rune) bool { return c == '&' || c == ';' }) {
		if name, _, _ := strings.Cut(part, "="); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// RuleFromURL drafts the rules that say intent of url. Param is the parameter
// of ThisParam; empty takes the first. It is an error where the URL has no
// parameter, or no file type.
func RuleFromURL(url string, intent Intent, param string) (Draft, error) {
	path, _ := engine.CutURL(url)
	plain, _, _ := strings.Cut(path, "?")
	d := Draft{Intent: intent}
	switch intent {
	case ThisPage:
		d.Patterns = []string{literalPattern(path) + "$"}
	case ThisFolder:
		d.Patterns = []string{literalPattern(plain[:strings.LastIndexByte(plain, '/')+1])}
	case ThisParam:
		if param == "" {
			names := Params(url)
			if len(names) == 0 {
				return d, errors.New("the URL has no parameter: pick one with a query")
			}
			param = names[0]
		}
		name := literalPattern(param)
		d.Patterns = []string{"/*?" + name + "=", "/*&" + name + "="}
	case ThisType:
		ext := fileType(plain)
		if ext == "" {
			return d, errors.New("the URL has no file type: pick one whose path ends in a dot and a few letters")
		}
		// The query belongs to what is compared, so it needs a rule of its own.
		d.Patterns = []string{"/*" + ext + "$", "/*" + ext + "?"}
	case AllowInside:
		d.Allow = true
		p := literalPattern(path)
		if !strings.HasSuffix(plain, "/") {
			p += "$"
		}
		d.Patterns = []string{p}
	default:
		return d, fmt.Errorf("unknown intent %d", intent)
	}
	return d, nil
}

// fileType is the ending of a path with its dot, or "".
func fileType(path string) string {
	path, _, _ = strings.Cut(path, "?")
	dot := strings.LastIndexByte(path, '.')
	if dot < 0 || strings.IndexByte(path[dot:], '/') >= 0 || len(path)-dot < 2 || len(path)-dot > 8 {
		return ""
	}
	for _, c := range []byte(path[dot+1:]) {
		if !wordByte(c) {
			return ""
		}
	}
	return path[dot:]
}

// Catches returns those of urls that the rules of the draft match, as d
// compares them.
func (d Draft) Catches(urls []string, dialect engine.Dialect) []string {
	var pats []engine.Pattern
	for _, p := range d.Patterns {
		pats = append(pats, engine.NewPattern([]byte(p), dialect))
	}
	var out []string
	for _, url := range urls {
		form := []byte(engine.NewTarget(url, dialect).Form)
		for _, p := range pats {
			if p.Match(form) {
				out = append(out, url)
				break
			}
		}
	}
	return out
}

// Into is the edit that puts the draft into the group that applies to who: at
// the end of its rules, or in a group of its own at the end of the file where
// there is none. Group is the 1-based line of the user-agent line that chose
// the group, 0 for a new one.
func (d Draft) Into(src []byte, dialect engine.Dialect, who engine.Crawler) (edit Edit, group int) {
	f := engine.Parse(src, dialect)
	w := &turner{l: &linter{src: f.Src, rfc: f, eol: lineEnd(f)}, f: f}
	w.rowsOnly()
	s := f.Select(who)
	text := strings.Join(d.Lines(), w.l.eol)
	if len(s.Groups) > 0 {
		g := f.Groups[s.Groups[0]]
		at := int(f.Agents[g.Agents.End-1].Line)
		if g.Rules.Len() > 0 && !dialect.FirstMatch {
			at = int(f.Rules[g.Rules.End-1].Line)
		}
		return w.l.insertAfter(at, text), int(s.Agents[0])
	}
	token := "*"
	if len(who.Tokens) > 0 && who.NoStar {
		token = who.Tokens[0]
	}
	return w.newGroup("User-agent: " + token + w.l.eol + text), 0
}
