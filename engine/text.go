package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// String is the whole decision in words, one fact a line and every rule of the
// selection: fit for tests and for reading aloud. Octets of the file and the
// URL stand in it as they are.
func (t Trace) String() string {
	lines := []string{"dialect " + t.File.Dialect.Name, "path " + t.Target.Path}
	if t.Target.Form != t.Target.Path {
		lines = append(lines, "as compared "+t.Target.Form)
	}
	lines = append(lines, t.Selection.Sentence(t.File))
	for _, g := range t.Selection.Groups {
		if words := t.File.unparted(t.File.Groups[g]); words != "" {
			lines = append(lines, words)
		}
	}
	for i := range t.Steps {
		r := t.Rule(i)
		lines = append(lines, fmt.Sprintf("line %d %s: %s", r.Line, t.Verb(i), strings.TrimLeft(t.File.Pattern(r)+" "+t.StepText(i), " ")))
	}
	return strings.Join(append(lines, t.Sentence()), "\n") + "\n"
}

// Verb is "allow" or "disallow", the verb of the rule of step i as it counts.
func (t *Trace) Verb(i int) string { return verb(t.Rule(i).Allow) }

func verb(allow bool) string {
	if allow {
		return "allow"
	}
	return "disallow"
}

// StepText says what the rule of step i did: its octets, its outcome and what
// each star took, or where it stopped.
func (t *Trace) StepText(i int) string {
	s := t.Steps[i]
	if !s.Matched() {
		return t.MissText(i)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s", plural(int(s.Octets), "octet", "octets"), OutcomeWords(s.Outcome))
	if s.Folder {
		b.WriteString(", as the folder of its index.htm")
	}
	_, m := t.Detail(i)
	for _, p := range m.Pieces {
		if p.Star {
			fmt.Fprintf(&b, ", * = %q", t.Target.Form[p.Path.Start:p.Path.End])
		}
	}
	return b.String()
}

// OutcomeWords are the words for o in a sentence.
func OutcomeWords(o Outcome) string {
	switch o {
	case OnlyMatch:
		return "the only match"
	case WinsOnLength:
		return "wins on length"
	case WinsTie:
		return "wins the tie"
	case TieLost:
		return "loses the tie"
	case Duplicate:
		return "equal, later line"
	case Shorter:
		return "shorter"
	case First:
		return "first match, decides"
	case Later:
		return "after the first match"
	}
	return "no match"
}

// MissText says why the rule of step i does not match: where it stopped, or
// what makes it void. It is empty for a rule that matches.
func (t *Trace) MissText(i int) string {
	r := t.Rule(i)
	switch l := t.File.Lines[r.Line-1]; {
	case t.Steps[i].Matched():
		return ""
	case l.Notes&NoteEmpty != 0:
		return "does not match: an empty value matches nothing"
	case l.Notes&NoteSpace != 0:
		return "ignored: white space or a control character inside the value"
	}
	p, m := t.Detail(i)
	return "does not match: " + missText(p, m, t.Target.Form)
}

func missText(p Pattern, m Match, path string) string {
	switch x := m.Miss; {
	case m.OK:
		return "matches"
	case x.Anchor:
		return fmt.Sprintf("$ wants the end at octet %d, %s left", x.Path+1, plural(len(path)-x.Path, "octet is", "octets are"))
	case x.Search:
		piece, _, _ := strings.Cut(string(p.Form[x.Pattern:]), "*")
		if p.Anchored && x.Pattern+len(piece) == len(p.Form) {
			return fmt.Sprintf("does not end in %q", piece)
		}
		return fmt.Sprintf("no %q from octet %d on", piece, x.Path+1)
	case x.Path >= len(path):
		return fmt.Sprintf("the path ends after octet %d, the rule goes on with %q", len(path), p.Form[x.Pattern:])
	default:
		return fmt.Sprintf("stops at octet %d: %s is not %s", x.Path+1, octet(path[x.Path]), octet(p.Form[x.Pattern]))
	}
}

// octet shows one octet of a compared form.
func octet(c byte) string {
	if c > 0x20 && c < 0x7F {
		return string(rune(c))
	}
	return fmt.Sprintf("0x%02X", c)
}

// Sentence says the verdict, the line that decides and the reason.
func (t Trace) Sentence() string {
	v := allowedWord(t.Allowed)
	if t.Line > 0 {
		v += fmt.Sprintf(" by line %d", t.Line)
	}
	return v + ": " + t.ReasonText()
}

// ReasonText says why the verdict is what it is, with the section or source
// that makes it so.
func (t Trace) ReasonText() string {
	switch t.Reason {
	case ReasonNoGroup:
		return "no group applies to this crawler" + t.source(", RFC 9309 2.2.1")
	case ReasonNoRules:
		return "the group has no rules" + t.source(", RFC 9309 2.2.2")
	case ReasonNoMatch:
		return "no rule matches" + t.source(", RFC 9309 2.2.2")
	case ReasonOnlyMatch:
		return "the only rule that matches" + t.source(", RFC 9309 2.2.2")
	case ReasonLongestMatch:
		return "most octets win" + t.source(", RFC 9309 2.2.2 (MUST)")
	case ReasonAllowOnTie:
		return "equal octets, Allow wins the tie" + t.source(", RFC 9309 2.2.2 (SHOULD)")
	case ReasonFirstMatch:
		return "the first match in file order decides" + t.source("")
	case ReasonRobotsTxt:
		return "/robots.txt is always allowed, RFC 9309 2.2.2"
	}
	return t.Reason.String()
}

// source is where a reading comes from: the section of the RFC for its own
// dialect, the program for the others.
func (t Trace) source(section string) string {
	switch t.File.Dialect.Name {
	case "google":
		return ", google/robotstxt"
	case "python":
		return ", urllib.robotparser"
	}
	return section
}

// Sentence says which groups apply and why these.
func (s Selection) Sentence(f *File) string {
	own := ""
	if len(s.Crawler.Tokens) > 0 {
		own = s.Crawler.Tokens[0]
	}
	lines := linesWords(s.Agents)
	combined := ""
	if len(s.Groups) > 1 {
		combined = fmt.Sprintf(", %d groups combined", len(s.Groups))
	}
	switch s.By {
	case ByToken:
		return fmt.Sprintf("%s has its own group: %s%s", own, lines, combined)
	case ByFallback:
		return fmt.Sprintf("%s has no group of its own and goes by %s: %s%s", own, s.Token, lines, combined)
	case ByStar:
		return fmt.Sprintf("%s has no group of its own and goes by *: %s%s", own, lines, combined)
	}
	if s.Crawler.NoStar {
		return own + " has no group of its own, and does not go by *"
	}
	return "no group applies to " + own
}

// linesWords says line numbers: "line 3", "lines 3, 5".
func linesWords(lines []int32) string {
	if len(lines) == 1 {
		return "line " + joinLines(lines)
	}
	return "lines " + joinLines(lines)
}

// joinLines joins line numbers, and shortens a long list.
func joinLines(lines []int32) string {
	var b strings.Builder
	for i, n := range lines {
		if i == 8 && len(lines) > 10 {
			fmt.Fprintf(&b, " and %d more", len(lines)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(int(n)))
	}
	return b.String()
}

func allowedWord(allowed bool) string {
	if allowed {
		return "allowed"
	}
	return "disallowed"
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
