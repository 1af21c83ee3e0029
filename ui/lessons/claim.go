package lessons

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"robotslens/engine"
)

// Claim is a fact that a text states in a form the engine can check. In a lesson it is written
//
//	[[URL -> disallowed by 3, 6 octets]]
//
// and shown as a few plain words; words of the author's own stand after a bar: [[... | like this]].
type Claim struct {
	At      int    // 1-based line in the lesson file
	File    File   // the situation it speaks of
	Source  string // as written, without the words
	URL     string // "" where Fetch is set
	Crawler string // "" for the crawler of the situation
	Dialect string // "" for the dialect of the situation
	Fetch   *engine.Answer
	Kind    ClaimKind
	Expect  Expect // Decides; Matches: its Line and Octets; Misses: its Line
	Path    string // Compares: the form of path and query that the engine compares
	Groups  []int  // Reads: 1-based lines of the user-agent lines that apply, in file order; empty: none
}

// ClaimKind is what a claim is about.
type ClaimKind int

// The kinds of claim.
const (
	Decides  ClaimKind = iota // the verdict, its line, its octets
	Matches                   // a rule matches
	Misses                    // a rule of the group does not match
	Compares                  // the form of the path
	Reads                     // the groups that apply
)

// readClaims replaces the claims of a line by their words.
func readClaims(line, language string) (string, []Claim, error) {
	var plain strings.Builder
	var claims []Claim
	for {
		before, rest, open := strings.Cut(line, "[[")
		plain.WriteString(before)
		if !open {
			return plain.String(), claims, nil
		}
		inside, after, closed := strings.Cut(rest, "]]")
		if !closed {
			return plain.String(), claims, fmt.Errorf("a claim begins with [[ and is never closed: end it with ]] in the same paragraph")
		}
		source, words, own := strings.Cut(inside, " |")
		c, err := parseClaim(strings.TrimSpace(source))
		if err != nil {
			return plain.String(), claims, err
		}
		if own {
			plain.WriteString(strings.TrimSpace(words))
		} else {
			plain.WriteString(phrasesOf(language).claim(c))
		}
		claims = append(claims, c)
		line = after
	}
}

func parseClaim(source string) (Claim, error) {
	c := Claim{Source: source}
	subject, result, ok := strings.Cut(source, " -> ")
	if !ok {
		return c, fmt.Errorf("[[%s]]: write [[URL -> allowed by N]], [[URL -> line N matches, K octets]], [[URL -> line N does not match]], [[URL -> path P]] or [[URL -> groups N, M]]", source)
	}
	words := strings.Fields(subject)
	if len(words) > 2 && words[len(words)-2] == "as" {
		c.Dialect = words[len(words)-1]
		words = words[:len(words)-2]
		if !slices.Contains(dialects[:], c.Dialect) {
			return c, fmt.Errorf("[[%s]]: unknown dialect %q: write one of %s", source, c.Dialect, strings.Join(dialects[:], ", "))
		}
	}
	if len(words) > 1 && words[0] == "fetch" {
		fetch, err := parseFetch(strings.Join(words[1:], " "))
		if err != nil {
			return c, fmt.Errorf("[[%s]]: %w", source, err)
		}
		c.Fetch = fetch
		words = nil
	}
	switch {
	case len(words) == 2:
		c.URL, c.Crawler = words[0], words[1]
	case len(words) == 1:
		c.URL = words[0]
	case c.Fetch == nil:
		return c, fmt.Errorf("[[%s]]: before the arrow stands a URL, then perhaps a crawler, then perhaps as DIALECT", source)
	}
	if err := c.result(strings.TrimSpace(result)); err != nil {
		return c, fmt.Errorf("[[%s]]: %w", source, err)
	}
	if c.Fetch != nil && c.Kind != Decides {
		return c, fmt.Errorf("[[%s]]: of a fetch only allowed or disallowed can be claimed", source)
	}
	return c, nil
}

func (c *Claim) result(s string) error {
	word, rest, _ := strings.Cut(s, " ")
	switch word {
	case "line":
		number, rest, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 {
			return fmt.Errorf("after line stands the number of a line, not %q", number)
		}
		c.Expect.Line = n
		if rest == "does not match" {
			c.Kind = Misses
			return nil
		}
		c.Kind = Matches
		octets, ok := strings.CutPrefix(rest, "matches")
		if !ok {
			return fmt.Errorf("write line %d matches, or line %d does not match", n, n)
		}
		if octets == "" {
			return nil
		}
		return parseOctets(strings.TrimPrefix(octets, ","), &c.Expect)
	case "path":
		c.Kind, c.Path = Compares, rest
		if !strings.HasPrefix(rest, "/") {
			return fmt.Errorf("a path begins with /")
		}
		return nil
	case "groups":
		c.Kind = Reads
		for part := range strings.SplitSeq(rest, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil || n < 1 {
				return fmt.Errorf("after groups stand the numbers of user-agent lines, not %q", part)
			}
			c.Groups = append(c.Groups, n)
		}
		return nil
	case "no":
		if rest == "group" {
			c.Kind = Reads
			return nil
		}
	}
	var err error
	c.Expect, err = parseExpect(s)
	return err
}

// parseExpect reads "allowed by 3, 6 octets, tie"; all but the first word may be left out.
func parseExpect(s string) (Expect, error) {
	var e Expect
	parts := strings.Split(s, ",")
	verdict, by, _ := strings.Cut(parts[0], " ")
	switch verdict {
	case "allowed":
		e.Allowed = true
	case "disallowed":
	default:
		return e, fmt.Errorf("%q is no verdict: write allowed or disallowed, then by N (a line) or by no line", parts[0])
	}
	switch by = strings.TrimSpace(by); by {
	case "":
	case "by no line":
		e.HasLine = true
	default:
		number, ok := strings.CutPrefix(by, "by ")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 {
			return e, fmt.Errorf("%q: write by N with the number of a line, or by no line", by)
		}
		e.HasLine, e.Line = true, n
	}
	for _, part := range parts[1:] {
		if strings.TrimSpace(part) == "tie" {
			e.Tie = true
			continue
		}
		if err := parseOctets(part, &e); err != nil {
			return e, err
		}
	}
	return e, nil
}

func parseOctets(s string, e *Expect) error {
	words := strings.Fields(s)
	if len(words) == 2 && (words[1] == "octets" || words[1] == "octet") {
		if n, err := strconv.Atoi(words[0]); err == nil && n > 0 {
			e.Octets = n
			return nil
		}
	}
	return fmt.Errorf("%q: write K octets, or tie", strings.TrimSpace(s))
}
