// Package syntax colours robots.txt: a chroma.Lexer over the engine's own
// scanner, so that the colours cannot disagree with what the engine reads.
package syntax

import (
	"strings"
	"unsafe"

	"github.com/alecthomas/chroma/v2"

	"robotslens/engine"
)

// The token types, so that a theme can name them.
const (
	Field      = chroma.Keyword             // a field the engine knows
	OtherField = chroma.NameAttribute       // any other field
	Agent      = chroma.NameClass           // the value of a user-agent line
	Path       = chroma.LiteralString       // the literal octets of a pattern
	Star       = chroma.Operator            // "*" as a wildcard
	End        = chroma.OperatorWord        // "$" as the end of the path
	Escape     = chroma.LiteralStringEscape // "%" and two hex digits
	Value      = chroma.LiteralStringOther  // the value of any other field
	Separator  = chroma.Punctuation
	Comment    = chroma.CommentSingle
	Unread     = chroma.CommentSpecial // what the dialect does not read of the line
	NoRecord   = chroma.Error          // text that is no record
	Blank      = chroma.TextWhitespace
)

// Lexer is a chroma.Lexer for robots.txt as one dialect reads it.
type Lexer struct {
	dialect  engine.Dialect
	registry *chroma.LexerRegistry
	analyse  func(string) float32
}

// New returns a lexer for d.
func New(d engine.Dialect) *Lexer { return &Lexer{dialect: d} }

var _ chroma.Lexer = (*Lexer)(nil)

// Config describes the lexer to chroma.
func (l *Lexer) Config() *chroma.Config {
	return &chroma.Config{
		Name:      "robots.txt",
		Aliases:   []string{"robots", "robotstxt"},
		Filenames: []string{"robots.txt"},
		MimeTypes: []string{"text/plain"},
	}
}

// SetRegistry is part of chroma.Lexer.
func (l *Lexer) SetRegistry(r *chroma.LexerRegistry) chroma.Lexer { l.registry = r; return l }

// SetAnalyser is part of chroma.Lexer.
func (l *Lexer) SetAnalyser(f func(string) float32) chroma.Lexer { l.analyse = f; return l }

// AnalyseText is part of chroma.Lexer. It is 0 unless an analyser was set: a
// robots.txt is known by its name.
func (l *Lexer) AnalyseText(text string) float32 {
	if l.analyse == nil {
		return 0
	}
	return l.analyse(text)
}

// Tokenise is part of chroma.Lexer. The values of the tokens joined are text;
// it never fails.
func (l *Lexer) Tokenise(_ *chroma.TokeniseOptions, text string) (chroma.Iterator, error) {
	var line []chroma.Token
	return func() chroma.Token {
		for len(line) == 0 {
			if text == "" {
				return chroma.EOF
			}
			end := strings.IndexAny(text, "\r\n")
			next := end + 1
			if end < 0 {
				end, next = len(text), len(text)
			} else if strings.HasPrefix(text[end:], "\r\n") {
				next++
			}
			line = l.Line(line, text[:end])
			if next > end {
				line = append(line, chroma.Token{Type: Blank, Value: text[end:next]})
			}
			text = text[next:]
		}
		t := line[0]
		line = line[1:]
		return t
	}, nil
}

// Line appends to tokens those of one line, which has no line end. Their values
// joined are the line.
func (l *Lexer) Line(tokens []chroma.Token, line string) []chroma.Token {
	w := writer{tokens: tokens, line: line}
	// The scanner only reads; a copy of each line would be the larger part of
	// the cost.
	s := engine.ScanLine(unsafe.Slice(unsafe.StringData(line), len(line)), &l.dialect)
	switch s.Kind {
	case engine.KindNoRecord:
		w.to(s.Key.Start, Blank)
		w.to(max(s.Value.End, s.Key.End), NoRecord)
	case engine.KindBlank, engine.KindComment:
	default:
		w.to(s.Key.Start, Blank)
		if s.Kind == engine.KindOther {
			w.to(s.Key.End, OtherField)
		} else {
			w.to(s.Key.End, Field)
		}
		w.to(s.Colon, Blank)
		if s.Notes&engine.NoteNoColon == 0 {
			w.to(s.Colon+1, Separator)
		}
		w.to(s.Value.Start, Blank)
		switch s.Kind {
		case engine.KindUserAgent:
			w.to(s.Value.End, Agent)
		case engine.KindAllow, engine.KindDisallow:
			w.pattern(s.Value.End, l.dialect.NoWildcards)
		default:
			w.to(s.Value.End, Value)
		}
	}
	if s.Comment.Len() > 0 {
		w.to(s.Comment.Start, Blank)
		w.to(s.Comment.End, Comment)
	}
	if s.Notes&(engine.NoteCutNUL|engine.NoteCutLong) != 0 {
		w.to(int32(len(line)), Unread)
	}
	w.to(int32(len(line)), Blank)
	return w.tokens
}

// writer cuts a line into tokens from left to right.
type writer struct {
	tokens []chroma.Token
	line   string
	at     int32
}

func (w *writer) to(end int32, t chroma.TokenType) {
	if end > w.at {
		w.tokens = append(w.tokens, chroma.Token{Type: t, Value: w.line[w.at:end]})
		w.at = end
	}
}

// pattern cuts the value of a rule at its wildcards and escapes.
func (w *writer) pattern(end int32, literal bool) {
	for i := w.at; i < end; i++ {
		switch c := w.line[i]; {
		case literal:
		case c == '*':
			w.to(i, Path)
			w.to(i+1, Star)
		case c == '$' && i+1 == end:
			w.to(i, Path)
			w.to(i+1, End)
		case c == '%' && i+2 < end && isHex(w.line[i+1]) && isHex(w.line[i+2]):
			w.to(i, Path)
			w.to(i+3, Escape)
			i += 2
		}
	}
	w.to(end, Path)
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}
