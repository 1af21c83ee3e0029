package lint

import (
	"math/rand"
	"strings"
	"testing"

	"robotslens/engine"
)

// randomPattern is a pattern over a small alphabet, so that patterns meet.
func randomPattern(r *rand.Rand) string {
	const letters = "ab/**"
	var b strings.Builder
	if r.Intn(8) > 0 {
		b.WriteByte('/')
	} else {
		b.WriteByte('*')
	}
	for range r.Intn(5) {
		b.WriteByte(letters[r.Intn(len(letters))])
	}
	if r.Intn(4) == 0 {
		b.WriteByte('$')
	}
	return b.String()
}

// allPaths are the paths over "ab/" up to n octets.
func allPaths(n int) []string {
	paths := []string{"/"}
	for from := 0; ; {
		to := len(paths)
		if len(paths[to-1]) == n {
			return paths
		}
		for _, p := range paths[from:to] {
			for _, c := range []string{"a", "b", "/"} {
				paths = append(paths, p+c)
			}
		}
		from = to
	}
}

func TestContainmentAndWitnessAgreeWithTryingAllPaths(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	paths := allPaths(7)
	contained, met := 0, 0
	for range 3000 {
		a, b := randomPattern(r), randomPattern(r)
		p, q := engine.NewPattern([]byte(a), engine.RFC), engine.NewPattern([]byte(b), engine.RFC)
		all, some := true, false
		for _, path := range paths {
			inP, inQ := p.Match([]byte(path)), q.Match([]byte(path))
			all = all && (inP || !inQ)
			some = some || inP && inQ
		}
		if contains(p, q) {
			contained++
			if !all {
				t.Fatalf("%s is said to match all that %s matches", a, b)
			}
		}
		w, ok := witness(p, q)
		if ok && (!p.Match([]byte(w)) || !q.Match([]byte(w))) {
			t.Fatalf("%s and %s do not both match the witness %s", a, b, w)
		}
		if some && !ok {
			t.Fatalf("%s and %s meet, and no witness is found", a, b)
		}
		if ok {
			met++
		}
	}
	if contained < 300 || met < 1000 {
		t.Errorf("only %d contained and %d met: the patterns are too far apart to test anything", contained, met)
	}
}

// randomFile has one or two groups with agents in common.
func randomFile(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.Intn(2) {
		for _, name := range []string{"*", "a", "b"} {
			if r.Intn(2) == 0 {
				b.WriteString("User-agent: " + name + "\n")
			}
		}
		for range r.Intn(5) {
			b.WriteString(verb(r.Intn(2) == 0) + ": " + randomPattern(r) + "\n")
		}
	}
	return b.String()
}

// TestWhatIsProvedHoldsForEveryPath tries all short paths on random files: a
// rule said to be dead must never decide, a tie must be one, a rule said to be
// redundant must change nothing when it goes, and decide must be Explain.
func TestWhatIsProvedHoldsForEveryPath(t *testing.T) {
	r := rand.New(rand.NewSource(10))
	paths := allPaths(5)
	var urls []string
	for _, p := range paths {
		urls = append(urls, asURL(p))
	}
	told := map[string]int{}
	for range 1500 {
		src := randomFile(r)
		l := newLinter(Input{Src: []byte(src)})
		for _, s := range l.viewRFC().scopes {
			for _, path := range paths {
				want := l.rfc.Explain(asURL(path), s.who)
				got, by := s.decide(path)
				if got != want.Allowed || by != nil && by.line != want.Line || by == nil && want.Line != 0 {
					t.Fatalf("%s of %v: decide says %v by %v, the engine %s\n%s", path, s.agents, got, by, want.Sentence(), src)
				}
			}
		}
		for _, p := range Run(Input{Src: []byte(src)}) {
			told[p.ID]++
			for _, line := range append(p.alike(), p.Line) {
				switch p.ID {
				case "RX503":
					for _, name := range Names([]byte(src)) {
						for _, path := range paths {
							if l.rfc.Explain(asURL(path), crawlerOf(l.cat, name)).Line == int32(line) {
								t.Fatalf("line %d decides %s for %s, and is said to be dead\n%s", line, path, name, src)
							}
						}
					}
				case "RX513":
					after, _ := Apply([]byte(src), []Edit{l.deleteLine(line)})
					rfc := []engine.Dialect{engine.RFC, engine.Google}
					if !bareGroup(after) {
						for _, f := range Consequences([]byte(src), after, urls, Names([]byte(src)), rfc, nil) {
							t.Fatalf("without line %d %s flips for %s in %s\n%s", line, f.URL, f.Agent, f.Dialect, src)
						}
					}
				}
			}
		}
	}
	for _, id := range []string{"RX502", "RX503", "RX513"} {
		if told[id] < 50 {
			t.Errorf("%s was told %d times only", id, told[id])
		}
	}
}

// bareGroup reports whether agents without a rule stand in the file: taking a
// line away may then have merged groups, which is another matter.
func bareGroup(src []byte) bool {
	f := engine.Parse(src, engine.RFC)
	for i := 1; i < len(f.Agents); i++ {
		if f.Agents[i].Line > f.Agents[i-1].Line+1 && f.Agents[i].Group == f.Agents[i-1].Group {
			return true
		}
	}
	return false
}

func TestTiesAreTies(t *testing.T) {
	r := rand.New(rand.NewSource(11))
	n := 0
	for range 2000 {
		f := engine.Parse([]byte(randomFile(r)), engine.RFC)
		for _, tie := range newView(f).ties() {
			n++
			if got := f.Explain(asURL(tie.url), tie.scope.who); got.Reason != engine.ReasonAllowOnTie || got.Line != tie.allow.line {
				t.Fatalf("%s is no tie of lines %d and %d: %s\n%s", tie.url, tie.allow.line, tie.disallow.line, got.Sentence(), f.Src)
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d ties", n)
	}
}

// TestATieThatDecidesIsFound holds the search to small files with one tie each.
func TestATieThatDecidesIsFound(t *testing.T) {
	for _, src := range []string{
		"User-agent: *\nAllow: /ab\nDisallow: /ab\n",
		"User-agent: *\nDisallow: /ab\nAllow: /ab\n",
		"User-agent: a\nDisallow: /ab\n\nUser-agent: a\nAllow: /ab\n",
		"User-agent: *\nDisallow: /a*\nAllow: /ab\n",
		"User-agent: *\nAllow: /a$\nDisallow: /a*\n",
	} {
		if len(newView(engine.Parse([]byte(src), engine.RFC)).ties()) != 1 {
			t.Errorf("no tie in %q", src)
		}
	}
}
