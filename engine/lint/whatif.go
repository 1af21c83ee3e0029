package lint

import (
	"fmt"
	"sort"
	"strings"

	"robotslens/engine"
)

// Suggestion is an edit that turns one verdict, checked by the engine.
type Suggestion struct {
	Title string
	Line  int // 1-based line at which it is made
	Edits []Edit
	// Others are the other verdicts that it flips over the list, for the
	// crawler at hand and for those that the file names.
	Others []Flip
}

// Bounds of what a suggestion is tried on.
const (
	mostListed = 20_000 // URLs of the list
	mostNamed  = 12     // names of the file
)

// WhatFlips returns the smallest edits of src that turn the verdict for url and
// who, fewest other flips over urls first. It returns none for /robots.txt,
// which is always allowed. Each suggestion was tried.
func WhatFlips(src []byte, d engine.Dialect, url string, who engine.Crawler, urls []string) []Suggestion {
	f := engine.Parse(src, d)
	t := f.Explain(url, who)
	if t.Reason == engine.ReasonRobotsTxt {
		return nil
	}
	w := &turner{l: &linter{src: f.Src, rfc: f, eol: lineEnd(f)}, f: f, t: t, url: url, who: who}
	w.rowsOnly()
	if t.Allowed {
		w.close()
	} else {
		w.open()
	}
	w.rank(urls)
	return w.out
}

func lineEnd(f *engine.File) string {
	if first := f.Lines[0]; first.Next > first.End {
		return string(f.Src[first.End:first.Next])
	}
	return "\n"
}

// rowsOnly fills the rows that edits of lines need.
func (w *turner) rowsOnly() {
	w.l.rows = make([]row, len(w.f.Lines))
	for i, line := range w.f.Lines {
		w.l.rows[i] = row{Line: line, num: i + 1, text: w.f.Text(i + 1), key: line.Key.Of(w.f.Src), value: line.Value.Of(w.f.Src)}
	}
}

// turner tries edits.
type turner struct {
	l   *linter // for its edits of lines
	f   *engine.File
	t   engine.Trace
	url string
	who engine.Crawler
	out []Suggestion
}

// try keeps the edits if they turn the verdict.
func (w *turner) try(line int, title string, edits ...Edit) bool {
	after, err := Apply(w.f.Src, edits)
	if err != nil {
		return false
	}
	if engine.Parse(after, w.f.Dialect).Explain(w.url, w.who).Allowed == w.t.Allowed {
		return false
	}
	w.out = append(w.out, Suggestion{Title: title, Line: line, Edits: edits})
	return true
}

// patterns are those that say the URL, narrowest first: the page alone, what
// begins like it, its folder.
func (w *turner) patterns() []string {
	p := literalPattern(w.t.Target.Path)
	all := []string{p + "$", p}
	if path, _, query := strings.Cut(p, "?"); query {
		all = append(all, path)
		p = path
	}
	if slash := strings.LastIndexByte(p, '/'); slash > 0 && slash < len(p)-1 {
		all = append(all, p[:slash+1])
	}
	return all
}

// literalPattern is the pattern that says a path: its stars, a final dollar
// and blanks are encoded.
func literalPattern(path string) string {
	p := strings.NewReplacer("*", "%2A", " ", "%20", "\t", "%09", "#", "%23").Replace(path)
	if strings.HasSuffix(p, "$") {
		p = p[:len(p)-1] + "%24"
	}
	return p
}

// place is the line after which a new rule of the selection is put: the one
// that decides, else the last rule of its first group, else its last agent.
// Where the first match decides it is put before the others.
func (w *turner) place() int {
	if len(w.t.Selection.Groups) == 0 {
		return 0
	}
	g := w.f.Groups[w.t.Selection.Groups[0]]
	if w.t.Line > 0 && !w.f.Dialect.FirstMatch {
		return int(w.t.Line)
	}
	if g.Rules.Len() > 0 && !w.f.Dialect.FirstMatch {
		return int(w.f.Rules[g.Rules.End-1].Line)
	}
	return int(w.f.Agents[g.Agents.End-1].Line)
}

// add tries a new rule in the group that applies, and in one for the crawler
// alone.
func (w *turner) add(allow bool) {
	at := w.place()
	into := func(p string) bool {
		rule := verb(allow) + ": " + p
		size := count(engine.NewPattern([]byte(p), w.f.Dialect).Octets(), "octet", "octets")
		return at > 0 && w.try(at, fmt.Sprintf("Add %s (%s) to the group of %s", rule, size, w.t.Selection.Token), w.l.insertAfter(at, rule))
	}
	added := false
	for _, p := range w.patterns() {
		added = into(p) || added
	}
	if !added && w.t.Line > 0 {
		// What decides is longer than the URL: stars match nothing more and count.
		p := w.patterns()[1]
		into(p + strings.Repeat("*", max(1, int(w.t.Octets)-engine.NewPattern([]byte(p), w.f.Dialect).Octets()+1)))
	}
	if len(w.who.Tokens) == 0 {
		if at == 0 {
			w.append("*", verb(allow)+": "+w.patterns()[0], nil)
		}
		return
	}
	token := w.who.Tokens[0]
	for _, p := range w.patterns()[:2] {
		rule := verb(allow) + ": " + p
		switch w.t.Selection.By {
		case engine.ByToken:
			if w.shared() && !w.f.Dialect.FirstGroupOnly {
				w.append(token, rule, nil) // groups of one token are combined
			}
		default:
			w.append(token, rule, w.copied())
		}
	}
}

// turn tries the other verb on the deciding line.
func (w *turner) turn() {
	if w.t.Line == 0 {
		return
	}
	r := &w.l.rows[w.t.Line-1]
	to := verb(!w.t.Allowed)
	w.try(r.num, fmt.Sprintf("Turn line %d into %s: %s", r.num, to, clip(r.value)), r.setKey(to))
}

// shared reports whether the groups that apply name others too.
func (w *turner) shared() bool {
	for _, g := range w.t.Selection.Groups {
		if w.f.Groups[g].Agents.Len() > 1 {
			return true
		}
	}
	return false
}

// mostCopied bounds the rules that a new group repeats.
const mostCopied = 200

// copied are the rules that apply now, as lines, for a group that would
// otherwise lose them.
func (w *turner) copied() []string {
	var lines []string
	for _, g := range w.t.Selection.Groups {
		r := w.f.Groups[g].Rules
		for i := r.Start; i < r.End; i++ {
			lines = append(lines, strings.TrimSpace(string(w.f.Text(int(w.f.Rules[i].Line)))))
		}
	}
	return lines
}

// append tries a new group at the end of the file.
func (w *turner) append(token, rule string, copied []string) {
	if len(copied) > mostCopied {
		return
	}
	lines := append([]string{"User-agent: " + token}, copied...)
	if w.f.Dialect.FirstMatch {
		lines = append([]string{lines[0], rule}, copied...)
	} else {
		lines = append(lines, rule)
	}
	title := fmt.Sprintf("Add a group for %s with %s", token, rule)
	if len(copied) > 0 {
		title = fmt.Sprintf("Add a group for %s with %s of its present group and %s", token, count(len(copied), "rule", "rules"), rule)
	}
	w.try(len(w.f.Lines), title, w.newGroup(strings.Join(lines, w.l.eol)))
}

// newGroup is the edit that puts text at the end of the file, a blank line
// before it.
func (w *turner) newGroup(text string) Edit {
	text += w.l.eol
	switch last := w.f.Lines[len(w.f.Lines)-1]; {
	case len(w.f.Lines) == 1 && last.End == last.Start:
	case last.End > last.Start:
		text = w.l.eol + w.l.eol + text
	default:
		text = w.l.eol + text
	}
	return Edit{len(w.f.Src), len(w.f.Src), text}
}

// open looks for edits that let the crawler in.
func (w *turner) open() {
	w.add(true)
	w.narrow()
	w.remove(false)
	w.turn()
}

// close looks for edits that keep the crawler out.
func (w *turner) close() {
	w.add(false)
	if w.t.Line > 0 {
		w.lengthen()
		w.narrow()
		w.remove(true)
		w.turn()
	}
}

// mostRemoved bounds the lines that one suggestion takes away.
const mostRemoved = 4

// remove tries to take the deciding line away, and where others say the same,
// those too.
func (w *turner) remove(allow bool) {
	var edits []Edit
	var lines []int
	src := w.f.Src
	for len(edits) < mostRemoved {
		after, err := Apply(src, edits)
		if err != nil {
			return
		}
		t := engine.Parse(after, w.f.Dialect).Explain(w.url, w.who)
		if t.Line == 0 || t.Allowed != allow {
			return
		}
		line := w.original(int(t.Line), lines)
		lines = append(lines, line)
		sort.Ints(lines)
		edits = append(edits, w.l.deleteLine(line))
		if w.try(line, "Remove "+lineWord(len(lines))+" "+joinLines(lines), edits...) {
			return
		}
	}
}

// original is the number that line num had before the sorted lines were taken
// away.
func (w *turner) original(num int, gone []int) int {
	for _, n := range gone {
		if n <= num {
			num++
		}
	}
	return num
}

// narrow tries the deciding rule so that it no longer matches the URL.
func (w *turner) narrow() {
	if w.t.Line == 0 {
		return
	}
	r := &w.l.rows[w.t.Line-1]
	v := string(r.value)
	if strings.HasSuffix(v, "$") {
		return
	}
	for _, end := range []string{"/", "$", "?"} {
		if strings.HasSuffix(v, end) {
			continue
		}
		w.try(r.num, fmt.Sprintf("Narrow line %d to %s: %s%s", r.num, verb(w.t.Allowed), clip(r.value), end), r.setValue(v+end))
	}
}

// lengthen tries to make a Disallow that loses long enough.
func (w *turner) lengthen() {
	for i, s := range w.t.Steps {
		rule := w.t.Rule(i)
		if !s.Matched() || rule.Allow || s.Octets+8 < w.t.Octets {
			continue
		}
		r := &w.l.rows[rule.Line-1]
		v := string(r.value)
		with := v
		if strings.HasSuffix(v, "$") {
			continue
		}
		for range int(w.t.Octets-s.Octets) + 1 {
			with += "*"
		}
		w.try(r.num, fmt.Sprintf("Lengthen line %d to Disallow: %s, which matches the same", r.num, clip([]byte(with))), r.setValue(with))
	}
}

// rank counts what else each suggestion flips, and sorts by it. Among equals
// they stay in the order in which they were tried, the narrowest first.
func (w *turner) rank(urls []string) {
	urls = urls[:min(len(urls), mostListed)]
	names := Names(w.f.Src)
	names = names[:min(len(names), mostNamed)]
	for i := range w.out {
		s := &w.out[i]
		after, err := Apply(w.f.Src, s.Edits)
		if err != nil {
			continue
		}
		is := engine.Parse(after, w.f.Dialect)
		own := "*"
		if len(w.who.Tokens) > 0 {
			own = w.who.Tokens[0]
		}
		for _, f := range flips(w.f, is, own, w.who, urls) {
			if f.URL != w.url {
				s.Others = append(s.Others, f)
			}
		}
		for _, name := range names {
			if strings.EqualFold(name, own) {
				continue
			}
			who := engine.Token(name)
			if name == "*" {
				who = engine.Crawler{}
			}
			s.Others = append(s.Others, flips(w.f, is, name, who, urls)...)
		}
	}
	sort.SliceStable(w.out, func(i, j int) bool { return len(w.out[i].Others) < len(w.out[j].Others) })
}
