package engine

import "strings"

// Crawler is who asks.
type Crawler struct {
	// Tokens are the product tokens in fallback order: the first that a group
	// names decides, and groups of the others are not merged into it.
	Tokens []string
	// NoStar says that the groups of "*" do not apply, as for AdsBot-Google.
	NoStar bool
}

// Token is the crawler that asks under one bare product token.
func Token(token string) Crawler { return Crawler{Tokens: []string{token}} }

// Chosen says why a selection holds the groups that it holds.
type Chosen uint8

// Why groups were selected (RFC 9309, 2.2.1).
const (
	ByNothing  Chosen = iota // no group applies: no rules
	ByToken                  // groups of the crawler's own token
	ByFallback               // groups of a later token in its order
	ByStar                   // the groups of "*"
)

// Selection is the groups that apply to a crawler.
type Selection struct {
	Crawler Crawler
	Groups  []int32 // indices into File.Groups, in file order
	Agents  []int32 // 1-based lines of the user-agent lines that chose them
	Token   string  // the token that chose them, "*", or ""
	By      Chosen
}

// Select returns the groups that apply to who: those of its first token that
// any group names, combined; else those of "*", combined (RFC 9309, 2.2.1).
func (f *File) Select(who Crawler) Selection {
	s := Selection{Crawler: who}
	for i, token := range who.Tokens {
		if f.collect(&s, func(a Agent) bool { return f.names(a, token) }); len(s.Groups) > 0 {
			s.Token, s.By = token, ByToken
			if i > 0 {
				s.By = ByFallback
			}
			return s
		}
	}
	if !who.NoStar {
		if f.collect(&s, func(a Agent) bool { return a.Star }); len(s.Groups) > 0 {
			s.Token, s.By = "*", ByStar
		}
	}
	return s
}

// collect adds to s the groups that have a user-agent line which takes accepts.
func (f *File) collect(s *Selection, takes func(Agent) bool) {
	for i, a := range f.Agents {
		if !takes(a) || f.Groups[a.Group].Lost {
			continue
		}
		n := len(s.Groups)
		known := n > 0 && s.Groups[n-1] == a.Group
		if !known && n > 0 && f.Dialect.FirstGroupOnly {
			break
		}
		if !known {
			s.Groups = append(s.Groups, a.Group)
		}
		s.Agents = append(s.Agents, f.Agents[i].Line)
	}
}

// names reports whether the user-agent line a is for token.
func (f *File) names(a Agent, token string) bool {
	name := a.Name.Of(f.Src)
	if !f.Dialect.AgentInName {
		// An empty name is nobody's under the RFC; Google compares it too.
		return !a.Star && equalFold(name, token) && (token != "" || f.Dialect.AgentCut)
	}
	if f.Groups[a.Group].Star {
		return false // it is a default record, whatever else it names
	}
	product, _, _ := strings.Cut(token, "/")
	return strings.Contains(strings.ToLower(product), strings.ToLower(pythonUnquote(string(name))))
}

// equalFold compares without ASCII case.
func equalFold(a []byte, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if x != y && (x^y != 0x20 || x|0x20 < 'a' || x|0x20 > 'z') {
			return false
		}
	}
	return true
}

// agentLine returns the user-agent line num (1-based), and whether there is
// one.
func (f *File) agentLine(num int) (Agent, bool) {
	for _, a := range f.Agents {
		if int(a.Line) == num {
			return a, true
		}
	}
	return Agent{}, false
}

// Named returns the values of the user-agent lines of group g, as compared.
func (f *File) Named(g Group) []string {
	var names []string
	for _, a := range f.Agents[g.Agents.Start:g.Agents.End] {
		names = append(names, string(a.Name.Of(f.Src)))
	}
	return names
}
