package lessons

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxSize is the largest lesson file that [Parse] reads, in octets.
const MaxSize = 1 << 20

func itoa(n int) string { return strconv.Itoa(n) }

// Parse reads a lesson file. It never stops at the first problem: the error is a Problems with every
// line that wants mending, each with what to do. The lesson is nil if there is any.
func Parse(src []byte) (*Lesson, error) {
	if len(src) > MaxSize {
		return nil, Problems{{1, fmt.Sprintf("the file has %d octets; a lesson has at most %d: split it", len(src), MaxSize)}}
	}
	p := &parser{lesson: &Lesson{}, file: File{Dialect: "auto"}, seen: map[string]int{}}
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	var name string
	var body []string
	start, at := 1, 0
	for raw := range bytes.Lines(src) {
		at++
		line := strings.TrimSuffix(strings.TrimSuffix(string(raw), "\n"), "\r")
		if !strings.HasPrefix(line, "== ") && line != "==" {
			body = append(body, line)
			continue
		}
		p.block(name, body, start)
		name, body, start = strings.TrimSpace(line[2:]), nil, at+1
		if name == "" {
			p.say(at, "a block needs a name: write == text, == robots, == task or == solution")
			name = "?"
		}
	}
	p.block(name, body, start)
	p.finish(at)
	if len(p.problems) > 0 {
		slices.SortStableFunc(p.problems, func(a, b Problem) int { return a.Line - b.Line })
		return nil, p.problems
	}
	return p.lesson, nil
}

type parser struct {
	lesson   *Lesson
	problems Problems
	file     File // the situation at this point of the file
	page     Page
	open     *Task // the last task, which a == solution belongs to
	seen     map[string]int
}

func (p *parser) say(line int, format string, args ...any) {
	p.problems = append(p.problems, Problem{max(line, 1), fmt.Sprintf(format, args...)})
}

// block takes one block; start is the number of its first line after the heading.
func (p *parser) block(name string, body []string, start int) {
	if name == "robots" || name == "solution" {
		p.verbatim(name, body, start)
		return
	}
	for i, line := range body {
		if why := unfit(line); why != "" {
			p.say(start+i, "%s", why)
			body[i] = ""
		}
	}
	word, rest, _ := strings.Cut(name, " ")
	switch {
	case name == "":
		p.header(body, start)
	case name == "text":
		p.text(body, start)
	case word == "task":
		p.task(strings.TrimSpace(rest), body, start)
	case name != "?":
		p.say(start-1, "unknown block %q: write == text, == robots, == task or == solution", name)
	}
}

// unfit says what is wrong with a line of prose, or "".
func unfit(line string) string {
	if !utf8.ValidString(line) {
		return "the line is not UTF-8: save the lesson as UTF-8"
	}
	for _, r := range line {
		if r != '\t' && unicode.IsControl(r) {
			return fmt.Sprintf("control character %U: remove it (only a robots file may hold one)", r)
		}
	}
	return ""
}

// pairs calls f for each "key: value" line; blank lines and # comments are skipped, and a line that
// begins with a blank goes on with the value above it.
func (p *parser) pairs(body []string, start int, f func(line int, key, value string)) {
	type pair struct {
		line       int
		key, value string
	}
	var all []pair
	for i, line := range body {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || line[0] == '#':
		case (line[0] == ' ' || line[0] == '\t') && len(all) > 0:
			all[len(all)-1].value = strings.TrimSpace(all[len(all)-1].value + " " + trimmed)
		default:
			key, value, ok := strings.Cut(trimmed, ":")
			if !ok {
				p.say(start+i, "no colon: write key: value, or begin the line with a blank to go on with the value above")
				continue
			}
			all = append(all, pair{start + i, strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)})
		}
	}
	for _, q := range all {
		f(q.line, q.key, q.value)
	}
}

func (p *parser) header(body []string, start int) {
	l := p.lesson
	p.pairs(body, start, func(line int, key, value string) {
		if first, twice := p.seen[key]; twice {
			p.say(line, "%q stands on line %d already: keep one", key, first)
			return
		}
		p.seen[key] = line
		if value == "" {
			p.say(line, "%q is empty: give it a value or remove the line", key)
			return
		}
		switch key {
		case "lesson":
			if !validSlug(value) {
				p.say(line, "%q cannot name a lesson: use lower-case letters, digits and hyphens, at most 40", value)
			}
			l.Slug = value
		case "title":
			l.Title = value
		case "chapter":
			l.Chapter = value
		case "language":
			if Language(value) != value {
				p.say(line, "unknown language %q: write one of %s", value, strings.Join(languages[:], ", "))
			}
			l.Language = value
		case "sections":
			for _, s := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' }) {
				if !validSection(s) {
					p.say(line, "%q is no section: write numbers with dots, such as 2.2.1, between commas", s)
				}
				l.Sections = append(l.Sections, s)
			}
		case "minutes":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 || n > 60 {
				p.say(line, "minutes are a number from 1 to 60, not %q", value)
			}
			l.Minutes = n
		default:
			if !p.situation(&p.file, line, key, value) {
				p.say(line, "unknown key %q: the head of a lesson knows lesson, title, language, chapter, sections, minutes, crawler, url, dialect, fetch", key)
			}
		}
	})
}

// situation sets the keys that head and tasks share. False: the key is none of them.
func (p *parser) situation(f *File, line int, key, value string) bool {
	switch key {
	case "crawler":
		f.Crawler = value
	case "url":
		if strings.ContainsAny(value, " \t") {
			p.say(line, "a URL holds no blank: write %%20")
		}
		f.URL = value
	case "dialect":
		if !slices.Contains(dialects[:], value) {
			p.say(line, "unknown dialect %q: write one of %s", value, strings.Join(dialects[:], ", "))
		}
		f.Dialect = value
	case "fetch":
		fetch, err := parseFetch(value)
		if err != nil {
			p.say(line, "%v", err)
		}
		f.Fetch = fetch
	default:
		return false
	}
	return true
}

var dialects = [...]string{"auto", "rfc", "google", "python"}

func (p *parser) text(body []string, start int) {
	var words []string
	var claims []Claim
	for i := 0; i < len(body); i++ {
		line, first := body[i], start+i
		for strings.Count(line, "[[") > strings.Count(line, "]]") && i+1 < len(body) && strings.TrimSpace(body[i+1]) != "" {
			i++ // a claim may go on in the next line of its paragraph
			line += " " + strings.TrimSpace(body[i])
		}
		plain, found, err := readClaims(line, p.lesson.Language)
		if err != nil {
			p.say(first, "%v", err)
		}
		for _, c := range found {
			c.At, c.File = first, p.file
			if p.file.Robots == nil && p.file.Fetch == nil && c.Fetch == nil {
				p.say(first, "a claim needs a file to speak of: put == robots above this text")
			}
			claims = append(claims, c)
		}
		words = append(words, plain)
	}
	p.page.Claim = append(p.page.Claim, claims...)
	p.page.Text = append(p.page.Text, paragraphs(words)...)
}

// paragraphs joins lines up to a blank line; a paragraph whose lines begin with two blanks keeps its breaks.
func paragraphs(lines []string) []Paragraph {
	var out []Paragraph
	var last *Paragraph
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			last = nil
			continue
		}
		verbatim := strings.HasPrefix(line, "  ") && (last == nil || last.Verbatim)
		item := strings.HasPrefix(line, "- ")
		if last == nil || last.Verbatim != verbatim || item {
			out = append(out, Paragraph{Verbatim: verbatim})
			last = &out[len(out)-1]
		} else if verbatim {
			last.Text += "\n"
		} else {
			last.Text += " "
		}
		if verbatim {
			last.Text += strings.TrimRight(line[2:], " \t")
		} else {
			last.Text += strings.TrimSpace(line)
		}
	}
	return out
}

// verbatim takes a robots file or a solution. Every line of it is kept; blank lines at its end are
// not part of the file, so that a blank line may stand before the next block.
func (p *parser) verbatim(name string, body []string, start int) {
	for len(body) > 0 && strings.TrimSpace(body[len(body)-1]) == "" {
		body = body[:len(body)-1]
	}
	var b strings.Builder
	for _, line := range body {
		if rest := strings.TrimLeft(line, `\`); rest != line && strings.HasPrefix(rest, "==") {
			line = line[1:] // a \ before == makes it a line of the file
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	if name == "robots" {
		p.open = nil
		p.file.Robots = []byte(b.String())
		return
	}
	t := p.open
	switch {
	case t == nil:
		p.say(start-1, "a solution stands right after its task: move it there")
	case t.Kind == Edit:
		t.Solution = b.String()
	case t.Kind == Find:
		t.Solution = strings.TrimSpace(b.String())
		if len(strings.Fields(t.Solution)) != 1 || unfit(t.Solution) != "" {
			p.say(start-1, "the solution of a find task is one URL on a line of its own")
		}
	default:
		p.say(start-1, "a %s task has an answer, not a solution: remove this block", t.Kind)
	}
	p.open = nil
}

// turn ends the page. The page shows the file as it stands now, or as its task sees it.
func (p *parser) turn() {
	p.page.File = p.file
	if p.page.Task != nil {
		p.page.File = p.page.Task.File
	}
	p.lesson.Pages = append(p.lesson.Pages, p.page)
	p.page = Page{}
}

func (p *parser) finish(last int) {
	if len(p.page.Text) > 0 {
		p.turn()
	}
	l := p.lesson
	for _, need := range []struct{ key, value string }{
		{"lesson", l.Slug}, {"title", l.Title}, {"language", l.Language}, {"sections", strings.Join(l.Sections, ",")},
	} {
		if _, said := p.seen[need.key]; !said && need.value == "" {
			p.say(1, "the head lacks %q: add a line %s: ...", need.key, need.key)
		}
	}
	if len(l.Pages) == 0 {
		p.say(last, "the lesson has no text and no task: add a block == text")
	}
	for _, page := range l.Pages {
		if t := page.Task; t != nil && t.Solution == "" && (t.Kind == Edit || t.Kind == Find) {
			p.say(t.At, "a task %s needs a block == solution after it, to prove that it can be done", t.Kind)
		}
	}
}

func validSlug(s string) bool {
	ok := len(s) > 0 && len(s) <= 40
	for i := range len(s) {
		c := s[i]
		ok = ok && (c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-')
	}
	return ok
}

func validSection(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || n > 99 || part != itoa(n) {
			return false
		}
	}
	return true
}
