package engine

import (
	"fmt"
	"strings"
	"testing"
)

// dumpFile writes a file's groups and rules in one line each, so that a table
// test reads.
func dumpFile(f *File) string {
	var b strings.Builder
	for _, g := range f.Groups {
		fmt.Fprintf(&b, "%d-%d %s:", g.First, g.Last, strings.Join(f.Named(g), ","))
		if g.Lost {
			b.WriteString(" lost")
		}
		for _, r := range f.Rules[g.Rules.Start:g.Rules.End] {
			fmt.Fprintf(&b, " %d %s %s", r.Line, verb(r.Allow), f.Pattern(r))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestGroupsAreMadeOfLines(t *testing.T) {
	for _, tt := range []struct {
		name string
		d    Dialect
		src  string
		want string
	}{
		{"an empty file has none", RFC, "", ""},
		{"agents share the rules after them", RFC, "User-agent: a\nUser-agent: b\nDisallow: /x\nAllow: /y\n", "1-4 a,b: 3 disallow /x 4 allow /y\n"},
		{"a rule before the first agent belongs to none", RFC, "Disallow: /x\nUser-agent: a\nDisallow: /y", "2-3 a: 3 disallow /y\n"},
		{"only a rule ends the agents", RFC, "User-agent: *\nCrawl-delay: 5\n\n# x\nSitemap: s\nUser-agent: bad\nDisallow: /\n", "1-7 *,bad: 7 disallow /\n"},
		{"a void rule ends the agents too", RFC, "User-agent: a\nDisallow: /x y\nUser-agent: b\nDisallow: /z\n", "1-2 a: 2 disallow /x y\n3-4 b: 4 disallow /z\n"},
		{"an empty name continues a group", RFC, "User-agent: a\nUser-agent:\nDisallow: /x\n", "1-3 a,: 3 disallow /x\n"},
		{"CR, LF and CRLF end lines", RFC, "User-agent: a\rDisallow: /x\r\nDisallow: /y\n\rDisallow: /z", "1-5 a: 2 disallow /x 3 disallow /y 5 disallow /z\n"},
		{"a byte order mark is skipped", RFC, "\xEF\xBB\xBFUser-agent: a\nDisallow: /x", "1-2 a: 2 disallow /x\n"},
		{"python keeps it", Python, "\xEF\xBB\xBFUser-agent: a\nDisallow: /x", ""},
		{"Google skips a part of one", Google, "\xEF\xBBUser-agent: a\nDisallow: /x", "1-2 a: 2 disallow /x\n"},
		{"Google cuts names", Google, "User-agent: Googlebot/2.1\nDisallow: /x", "1-2 Googlebot: 2 disallow /x\n"},
		{"an empty line ends a group in python", Python, "User-agent: a\nDisallow: /x\n\nDisallow: /y\n", "1-2 a: 2 disallow /x\n"},
		{"and drops one without rules", Python, "User-agent: a\n\nUser-agent: b\nDisallow: /y\n", "1-1 a: lost\n3-4 b: 4 disallow /y\n"},
		{"python ends lines at a form feed", Python, "User-agent: a\fDisallow: /x\n", "1-1 a: 1 disallow /x\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := dumpFile(Parse([]byte(tt.src), tt.d)); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func TestTheLineAtTheSizeLimitIsKnown(t *testing.T) {
	if n := Parse(make([]byte, Limit), RFC).CutLine(); n != 0 {
		t.Errorf("a file of 512,000 octets is cut in line %d", n)
	}
	src := []byte(strings.Repeat("# 32 octets with their line end.\n", Limit/33) + "Disallow: /a long line over the limit")
	f := Parse(src, RFC)
	if n, want := f.CutLine(), Limit/33+1; n != want {
		t.Errorf("cut in line %d, want %d", n, want)
	}
}

var parseSeeds = []string{
	"", "\n", "\r", "\r\n", "\n\r", "\xEF\xBB\xBF", "\xEF\xBB\xBF\r\nUser-agent: *\nDisallow: /", "User-agent: *\rDisallow: /a b\r\nAllow /x\n",
	"a:b:c#d\n\x00: \x00", "user agent x\nDisalow: /\n", "\xFF\xFEU\x00s\x00", "User-agent: a\x85\nDisallow: /\xE2\x80\xA8",
}

func FuzzParseKeepsEveryOctetInOneLine(f *testing.F) {
	for _, s := range parseSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, d := range Dialects() {
			file := Parse([]byte(src), d)
			checkFile(t, file, src)
			for i := range file.Lines {
				file.Why(i + 1)
			}
			tr := file.Explain("/"+src, Token("a"))
			_ = tr.String()
			_ = tr.Sentence()
		}
	})
}

func checkFile(t *testing.T, f *File, src string) {
	at := int32(0)
	for i, l := range f.Lines {
		if l.Start != at || l.End < l.Start || l.Next < l.End {
			t.Fatalf("line %d covers %d, %d, %d; the one before it ends at %d", i+1, l.Start, l.End, l.Next, at)
		}
		if end := src[l.End:l.Next]; i+1 < len(f.Lines) && end != "\n" && end != "\r" && end != "\r\n" || strings.ContainsAny(src[l.Start:l.End], "\r\n") {
			t.Fatalf("line %d ends in %q", i+1, end)
		}
		for _, s := range []Span{l.Key, l.Value, l.Comment} {
			if s.Start < l.Start || s.End > l.End || s.Start > s.End {
				t.Fatalf("line %d from %d to %d has a span %v", i+1, l.Start, l.End, s)
			}
		}
		if n := f.LineAt(int(l.Start)); n != i+1 && l.Start < l.Next {
			t.Fatalf("octet %d is in line %d, not %d", l.Start, n, i+1)
		}
		at = l.Next
	}
	if int(at) != len(src) {
		t.Fatalf("the lines end at octet %d of %d", at, len(src))
	}
}

func FuzzScanLineStaysInTheLine(f *testing.F) {
	for _, s := range parseSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, d := range Dialects() {
			s := ScanLine([]byte(line), &d)
			for _, span := range []Span{s.Key, s.Value, s.Comment} {
				if span.Start < 0 || span.Start > span.End || int(span.End) > len(line) {
					t.Fatalf("%s: span %v in a line of %d octets", d.Name, span, len(line))
				}
			}
			if s.Kind.IsRule() && (s.Key.Len() == 0 || s.Colon < s.Key.End || s.Value.Start <= s.Colon-1) {
				t.Fatalf("%s: a rule without its parts: %+v", d.Name, s)
			}
		}
	})
}

func TestEveryLineEndIsFoundInOnePass(t *testing.T) {
	// At 4 MiB a search for the next LF at each CR takes minutes.
	const n = 4 << 20
	for _, tt := range []struct {
		text  string
		lines int
	}{
		{strings.Repeat("\r", n), n + 1},
		{strings.Repeat("\n", n), n + 1},
		{strings.Repeat("\r\n", n/2), n/2 + 1},
		{strings.Repeat("\n\r", n/2), n + 1 - (n/2 - 1)},
		{strings.Repeat("\r", n/2) + strings.Repeat("\n", n/2), n + 1 - 1},
		{strings.Repeat("\n", n/2) + strings.Repeat("\r", n/2), n + 1},
	} {
		if got := len(Parse([]byte(tt.text), RFC).Lines); got != tt.lines {
			t.Errorf("%q...: %d lines, want %d", tt.text[:2], got, tt.lines)
		}
	}
}
