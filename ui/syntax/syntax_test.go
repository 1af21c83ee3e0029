package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"

	"robotslens/engine"
)

// dump writes tokens as type(value), without the white space.
func dump(tokens []chroma.Token) string {
	var out []string
	for _, t := range tokens {
		if t.Type != Blank {
			out = append(out, fmt.Sprintf("%v(%s)", t.Type, t.Value))
		}
	}
	return strings.Join(out, " ")
}

func TestLinesAreCutAsTheEngineReadsThem(t *testing.T) {
	for _, tt := range []struct {
		name string
		d    engine.Dialect
		line string
		want string
	}{
		{"a rule with both wildcards", engine.RFC, "Disallow: /*.pdf$ # papers",
			"Keyword(Disallow) Punctuation(:) LiteralString(/) Operator(*) LiteralString(.pdf) OperatorWord($) CommentSingle(# papers)"},
		{"a dollar inside is literal", engine.RFC, "allow:/a$b", "Keyword(allow) Punctuation(:) LiteralString(/a$b)"},
		{"an escape", engine.RFC, "Allow: /%C3%a9%2", "Keyword(Allow) Punctuation(:) LiteralString(/) LiteralStringEscape(%C3) LiteralStringEscape(%a9) LiteralString(%2)"},
		{"python has no wildcards", engine.Python, "Allow: /*$", "Keyword(Allow) Punctuation(:) LiteralString(/*$)"},
		{"a misspelling is no field of the RFC", engine.RFC, "Disalow: /", "NameAttribute(Disalow) Punctuation(:) LiteralStringOther(/)"},
		{"but one of Google", engine.Google, "Disalow: /", "Keyword(Disalow) Punctuation(:) LiteralString(/)"},
		{"no colon is no record", engine.RFC, "Disallow /", "Error(Disallow /)"},
		{"Google takes two words", engine.Google, "Disallow /", "Keyword(Disallow) LiteralString(/)"},
		{"what follows a NUL is not read at Google", engine.Google, "Allow: /a\x00b", "Keyword(Allow) Punctuation(:) LiteralString(/a) CommentSpecial(\x00b)"},
		{"no key", engine.RFC, " : /x", "Error(: /x)"},
		{"a crawler", engine.RFC, "User-agent: *", "Keyword(User-agent) Punctuation(:) NameClass(*)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := dump(New(tt.d).Line(nil, tt.line)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func FuzzTokensJoinToTheText(f *testing.F) {
	for _, s := range []string{"", "\n", "User-agent: *\r\nDisallow: /a*$ # x\rAllow /b", "a\x00b: c\n\xff:\xfe", " : x \t", "Disallow\t/x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range engine.Dialects() {
			it, err := New(d).Tokenise(nil, text)
			if err != nil {
				t.Fatal(err)
			}
			if got := chroma.Stringify(it.Tokens()...); got != text {
				t.Fatalf("%s: tokens join to %q, not %q", d.Name, got, text)
			}
		}
	})
}

func BenchmarkLine(b *testing.B) {
	l := New(engine.RFC)
	var tokens []chroma.Token
	b.ReportAllocs()
	for b.Loop() {
		tokens = l.Line(tokens[:0], "Disallow: /checkout-153/*/edit$")
	}
}
