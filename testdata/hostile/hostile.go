// Package hostile holds what a file, a server or a person may send so that a
// terminal, a table or a reader is misled. It is for tests alone. The short
// texts are files beside this one, octet for octet; the long ones are made.
package hostile

import (
	"embed"
	"strings"
	"sync"
)

// Text is one hostile text.
type Text struct{ Name, Octets string }

//go:embed *.txt
var files embed.FS

// All is every hostile text, in the order of their names.
var All = sync.OnceValue(func() []Text {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	var all []Text
	for _, e := range entries {
		b, err := files.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		all = append(all, Text{strings.TrimSuffix(e.Name(), ".txt"), string(b)})
	}
	return append(all,
		Text{"500-marks", "e" + strings.Repeat("\u0301", 500) + "f"},
		Text{"100000-columns", strings.Repeat("0123456789", 10_000)},
		Text{"50000-wide-characters", strings.Repeat("世", 50_000)},
		Text{"3000-escapes", strings.Repeat("\x1b[2J", 3000)},
	)
})

// Short is those of at most 200 octets.
func Short() []Text {
	var short []Text
	for _, t := range All() {
		if len(t.Octets) <= 200 {
			short = append(short, t)
		}
	}
	return short
}

// OneLine is the octets of a text without those that end a line, so that it can
// stand in one line of a file.
func (t Text) OneLine() string { return strings.NewReplacer("\n", "", "\r", "").Replace(t.Octets) }

// Name is the octets of a text as the name of a file or an argument: without NUL
// and slash, and of at most 200 octets.
func (t Text) FileName() string {
	s := strings.NewReplacer("\x00", "", "/", "").Replace(t.Octets)
	return s[:min(len(s), 200)]
}

// Argument is the octets of a text without NUL, which no argument holds, and cut
// to 100,000 octets, since systems limit an argument's length.
func (t Text) Argument() string {
	s := strings.ReplaceAll(t.Octets, "\x00", "")
	return s[:min(len(s), 100_000)]
}

// Robots is a robots.txt with a text in each place where one can stand.
func (t Text) Robots() string {
	s := t.Octets
	return "# " + s + "\nUser-agent: " + s + "\nUser-agent: *\nDisallow: /" + s + "\nAllow: /a" + s + "x # " + s +
		"\n" + s + ": " + s + "\nContent-Signal: " + s + "\nCrawl-delay: " + s + "\nSitemap: " + s + "\n"
}
