package lessons

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// List is the course as text: slug, title and sections of each lesson, one a line, between tabs.
func List(course []*Lesson) string {
	var b strings.Builder
	for _, l := range course {
		fmt.Fprintf(&b, "%s\t%s\t%s\n", l.Slug, l.Title, strings.Join(l.Sections, ", "))
	}
	return b.String()
}

// String is the lesson as text for a pipe or a screen reader, 78 columns wide: the files with their
// line numbers, the texts and the tasks, without the answers. Octets of a file that are not printable
// are shown as \xNN.
func (l *Lesson) String() string {
	p := phrasesOf(l.Language)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", l.Title)
	if l.Chapter != "" {
		fmt.Fprintf(&b, "%s. ", l.Chapter)
	}
	fmt.Fprintf(&b, p.sections+"\n", strings.Join(l.Sections, ", "))
	var shown string
	task := 0
	for _, page := range l.Pages {
		if robots := string(page.File.Robots); robots != shown {
			shown = robots
			fmt.Fprintf(&b, "\n%s:\n", p.file)
			writeFile(&b, robots)
		}
		for _, q := range page.Text {
			b.WriteByte('\n')
			b.WriteString(q.Plain(78))
		}
		if t := page.Task; t != nil {
			task++
			fmt.Fprintf(&b, "\n"+p.task+"\n", task, l.Tasks())
			b.WriteString(Paragraph{Text: t.Ask}.Plain(78))
			writeSituation(&b, p, t)
		}
	}
	if task > 0 {
		fmt.Fprintf(&b, "\n%s\n", p.screen)
	}
	return b.String()
}

func writeSituation(b *strings.Builder, p *phrases, t *Task) {
	f := t.File
	if t.Kind != Edit {
		if f.URL != "" && t.Kind != Find {
			fmt.Fprintf(b, "  %s: %s\n", p.url, f.URL)
		}
		fmt.Fprintf(b, "  %s: %s\n", p.crawler, f.Crawler)
	}
	if f.Dialect != "auto" {
		fmt.Fprintf(b, "  %s: %s\n", p.dialect, f.Dialect)
	}
	if f.Fetch != nil {
		fmt.Fprintf(b, "  %s: %s\n", p.answer, p.fetch(f.Fetch))
	}
	for _, w := range t.Want {
		fmt.Fprintf(b, "  "+faultsOf(t.language).wish+"\n", w.URL, w.Crawler, p.verdict(w.Allowed))
	}
}

func writeFile(b *strings.Builder, robots string) {
	n := 0
	for line := range strings.Lines(robots) {
		n++
		fmt.Fprintf(b, "%4d  %s\n", n, printable(strings.TrimRight(line, "\r\n")))
	}
}

// printable shows every octet outside printable UTF-8 as \xNN.
func printable(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if unicode.IsPrint(r) && (r != utf8.RuneError || n > 1) {
			b.WriteString(s[:n])
		} else {
			for i := range n {
				fmt.Fprintf(&b, `\x%02X`, s[i])
			}
		}
		s = s[n:]
	}
	return b.String()
}

// Plain is the paragraph as lines of at most width cells, each with its line end. A word is never
// broken, so that a URL can be copied; verbatim lines are indented by two and kept whole.
func (q Paragraph) Plain(width int) string {
	if q.Verbatim {
		return "  " + strings.ReplaceAll(q.Text, "\n", "\n  ") + "\n"
	}
	var b strings.Builder
	hang := ""
	if strings.HasPrefix(q.Text, "- ") {
		hang = "  "
	}
	column := 0
	for _, word := range strings.Fields(q.Text) {
		cells := ansi.StringWidth(word)
		switch {
		case column == 0:
		case column+1+cells > width:
			b.WriteString("\n" + hang)
			column = len(hang)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += cells
	}
	b.WriteByte('\n')
	return b.String()
}
