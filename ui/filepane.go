package ui

import (
	"fmt"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine"
	"robotslens/ui/editor"
	"robotslens/ui/screen"
	"robotslens/ui/syntax"
	"robotslens/ui/theme"
)

// filePane is the highlighted file: the editor, coloured by the scanner and
// marked by the trace.
type filePane struct {
	ed     *editor.Editor
	c      *Case
	look   *Look
	lexer  *syntax.Lexer
	reader engine.Dialect // what the lexer reads
	tokens []chroma.Token
	spans  []editor.StyledSpan
	long   longLines
	marks  []LineMarker
	inBar  map[int32]bool // groups of the selection
	barGen uint64
	ways   []key.Binding // on from an empty text
	follow bool          // scroll to the decision when next painted
	typed  int           // the line (1-based) that the last key edited, or 0
}

// LineMarker lets a tab add to the marks of a line (1-based) of the File pane.
type LineMarker interface {
	MarkLine(line int, m *editor.Mark, l *Look)
}

func newFilePane(c *Case, look *Look) *filePane {
	p := &filePane{c: c, look: look}
	p.open(nil)
	return p
}

// open shows another text.
func (p *filePane) open(text []byte) {
	p.ed = editor.New(editor.NewBuffer(text))
	p.ed.Highlight, p.ed.Marks, p.ed.Complete = p.highlight, p.mark, p.complete
	p.c.SetText(p.ed.Buffer().Bytes())
}

// sync tells the case that the text changed.
func (p *filePane) sync() { p.c.SetText(p.ed.Buffer().Bytes()) }

func (p *filePane) Update(msg tea.Msg) (editor.Result, tea.Cmd) {
	res, cmd := p.ed.Update(msg)
	if res.Handled {
		p.typed = 0
	}
	if res.Edited {
		p.typed, _ = p.ed.Position()
		p.sync()
	}
	return res, cmd
}

// showDecision scrolls to the rule that decides, or to the group that applies.
func (p *filePane) showDecision() {
	switch t := &p.c.Trace; {
	case t.Winner >= 0:
		p.ed.ShowLine(int(t.Line) - 1)
	case len(t.Selection.Agents) > 0:
		p.ed.ShowLine(int(t.Selection.Agents[0]) - 1)
	}
}

func (p *filePane) Paint(r screen.Region) {
	l := p.look
	p.ed.SetSize(r.W(), r.H())
	p.ed.Placeholder = p.placeholder()
	if p.follow {
		p.follow = false
		p.showDecision()
	}
	p.ed.Paint(r, editor.Look{
		Text: l.Text, Dim: l.Ignored, LineNumber: l.Dim, CurrentNumber: l.Key, Bar: l.Accent, Cut: l.Dim,
		Placeholder: l.Dim, Ghost: l.Dim, Popup: l.Popup, PopupChosen: l.Selection, PopupDetail: l.Dim,
		CurrentLine: l.CurrentLine, Selection: l.Selection, Match: l.Found, Odd: l.Odd, Cursor: l.Cursor,
		ASCII: l.ASCII,
	})
	if p.c.Source.Kind == NewFile && p.ed.Buffer().Len() == 0 {
		p.paintWays(r, l)
	}
}

// placeholder is what stands where there is no text.
func (p *filePane) placeholder() string {
	switch {
	case p.c.Source.Kind == Awaited:
		return "the file is being fetched"
	case p.c.Meaning.Do != engine.DoRules:
		return "no file: " + p.c.Meaning.Sentence
	}
	if p.c.Source.Kind == NewFile {
		return "no robots.txt yet"
	}
	return "empty, so all is allowed: type, or ^O fetches one"
}

// highlight colours a line (from 0) as the dialect that decides reads it.
func (p *filePane) highlight(line int, text []byte) []editor.StyledSpan {
	if p.lexer == nil || p.reader != p.c.Reader {
		p.lexer, p.reader = syntax.New(p.c.Reader), p.c.Reader
	}
	if len(text) >= longLine {
		return p.highlightLong(line, text)
	}
	p.tokens, p.spans = p.lex(p.tokens[:0], p.spans[:0], text)
	return p.spans
}

// longLine is the length in octets from which on the colours of a line are kept:
// those of a short one are found again faster than looked up.
const longLine = 2048

// longLines are the colours of the long lines of one text in one dialect.
type longLines struct {
	buffer   *editor.Buffer
	revision uint64
	reader   string
	look     theme.Theme
	spans    map[int][]editor.StyledSpan
}

// highlightLong is highlight for a long line, lexed once for each text.
func (p *filePane) highlightLong(line int, text []byte) []editor.StyledSpan {
	b, k := p.ed.Buffer(), &p.long
	if k.buffer != b || k.revision != b.Revision() || k.reader != p.reader.Name || k.look != p.look.Theme {
		*k = longLines{b, b.Revision(), p.reader.Name, p.look.Theme, map[int][]editor.StyledSpan{}}
	}
	spans, ok := k.spans[line]
	if !ok {
		p.tokens, spans = p.lex(p.tokens[:0], nil, text)
		k.spans[line] = spans
	}
	return spans
}

// lex appends the tokens of a line and the spans that have a colour.
func (p *filePane) lex(tokens []chroma.Token, spans []editor.StyledSpan, text []byte) ([]chroma.Token, []editor.StyledSpan) {
	tokens = p.lexer.Line(tokens, string(text))
	at := 0
	for _, t := range tokens {
		end := at + len(t.Value)
		if st := p.style(t.Type); st != "" {
			spans = append(spans, editor.StyledSpan{Start: at, End: end, Style: st})
		}
		at = end
	}
	return tokens, spans
}

func (p *filePane) style(t chroma.TokenType) screen.Style {
	l := p.look
	switch t {
	case syntax.Field:
		return l.Field
	case syntax.OtherField:
		return l.Unknown
	case syntax.Agent:
		return l.Agent
	case syntax.Path:
		return l.Path
	case syntax.Star:
		return l.Wildcard
	case syntax.End:
		return l.Anchor
	case syntax.Value:
		return l.Value
	case syntax.Escape:
		return l.Wildcard
	case syntax.Comment, syntax.Unread:
		return l.Comment
	case syntax.NoRecord:
		return l.Unknown
	}
	return ""
}

// mark says what stands beside a line (from 0): the rule's outcome, the bar of
// the groups that apply, and words at the end.
func (p *filePane) mark(n int) editor.Mark {
	var m editor.Mark
	c, l := p.c, p.look
	if c.Hidden {
		return m // a lesson asks what the marks would say
	}
	if n < len(c.File.Lines) {
		p.markRule(n, &m)
	}
	if cut := c.File.CutLine(); cut > 0 && n+1 == cut && m.Trailing == "" {
		m.Trailing, m.TrailingStyle = "500 KiB: a crawler may stop here", l.Notice
	}
	if !p.unfinished(n) {
		for _, by := range p.marks {
			by.MarkLine(n+1, &m, l)
		}
	}
	if p.ed.Buffer().Len() == 0 {
		m.Trailing = "" // the line says already why there is no text
	}
	return m
}

// unfinished reports whether line n (from 0) is a field's name that is just
// being typed: to call it a mistake at each of its letters helps nobody.
func (p *filePane) unfinished(n int) bool {
	if line, _ := p.ed.Position(); line != n+1 || p.typed != line {
		return false
	}
	return len(fieldsFrom(string(p.ed.Buffer().Line(n)))) > 0
}

// fieldsFrom are the starts of lines that go on from typed, in any case.
func fieldsFrom(typed string) []string {
	var out []string
	for _, field := range []string{"User-agent: ", "Disallow: ", "Allow: ", "Sitemap: ", "Crawl-delay: "} {
		if typed != "" && len(typed) < len(field) && strings.EqualFold(field[:len(typed)], typed) {
			out = append(out, field)
		}
	}
	return out
}

func (p *filePane) markRule(n int, m *editor.Mark) {
	c, l := p.c, p.look
	line := c.File.Lines[n]
	if p.barGen != c.Gen {
		p.barGen, p.inBar = c.Gen, map[int32]bool{}
		for _, g := range c.Trace.Selection.Groups {
			p.inBar[g] = true
		}
	}
	if line.Group >= 0 && p.inBar[line.Group] {
		m.Bar = int32(n+1) <= c.File.Groups[line.Group].Last
	}
	switch line.Kind {
	case engine.KindUserAgent:
		for _, num := range c.Trace.Selection.Agents {
			if int(num) == n+1 {
				m.Trailing, m.TrailingStyle = c.Who.Tokens[0]+" reads this", l.Accent
				m.Short = "reads this"
			}
		}
	case engine.KindAllow, engine.KindDisallow:
		m.Dim = line.Notes&(engine.NoteNoGroup|engine.NoteSpace) != 0
		if m.Dim {
			m.Trailing, m.TrailingStyle = "ignored", l.Dim
		}
		i := c.Trace.StepAt(n + 1)
		if i < 0 || !c.Trace.Steps[i].Matched() {
			return
		}
		s, r := c.Trace.Steps[i], c.Trace.Rule(i)
		if c.Trace.Winner < 0 {
			m.Gutter, m.GutterStyle = l.Shorter, l.Dim // a fetch decides, not the rules
			m.Trailing, m.TrailingStyle = "matches, and decides nothing", l.Dim
			return
		}
		m.Gutter, m.GutterStyle = l.Mark(s.Outcome, r.Allow)
		word, st := p.outcomeWord(s, r)
		m.Trailing, m.TrailingStyle = fmt.Sprintf("%s, %s", octets(int(s.Octets)), word), st
		m.Short = word
	}
}

func (p *filePane) outcomeWord(s engine.Step, r engine.Rule) (string, screen.Style) {
	l := p.look
	switch s.Outcome {
	case engine.OnlyMatch, engine.WinsOnLength:
		return "WINS", l.Rule(r.Allow)
	case engine.First:
		return "FIRST", l.Rule(r.Allow)
	case engine.WinsTie:
		return "WINS THE TIE", l.Tie
	case engine.TieLost:
		return "loses the tie", l.Tie
	}
	return engine.OutcomeWords(s.Outcome), l.Dim
}

// complete suggests field names, and crawlers behind "User-agent:".
func (p *filePane) complete(line []byte, col int) []editor.Suggestion {
	if col != len(line) {
		return nil
	}
	var out []editor.Suggestion
	text := string(line)
	if key, value, ok := strings.Cut(text, ":"); ok {
		typed := strings.TrimLeft(value, " ")
		if !strings.EqualFold(strings.TrimSpace(key), "user-agent") || typed == "" {
			return nil
		}
		for _, e := range p.c.Catalogue.Complete(typed) {
			if !strings.EqualFold(e.Token, typed) {
				out = append(out, editor.Suggestion{Text: e.Token, Start: len(text) - len(typed), End: len(text), Detail: e.Operator + ", " + e.Kind.String()})
			}
		}
		return out
	}
	if len(text) < 2 {
		return nil
	}
	for _, field := range fieldsFrom(text) {
		out = append(out, editor.Suggestion{Text: field, Start: 0, End: len(text)})
	}
	return out
}
