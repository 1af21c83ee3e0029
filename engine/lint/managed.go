package lint

import (
	"bytes"
	"fmt"
	"strings"

	"robotslens/engine"
)

// managed is a block between BEGIN and END comments that something else than
// the author writes; lines 1-based, both included.
type managed struct{ first, last int }

// findManaged finds such blocks by their comments, as Cloudflare writes them.
func (l *linter) findManaged() []managed {
	var out []managed
	begin := 0
	for i := range l.rows {
		r := &l.rows[i]
		if r.Kind != engine.KindComment {
			continue
		}
		text := bytes.ToLower(r.Comment.Of(l.src))
		if !bytes.Contains(text, []byte("managed")) {
			continue
		}
		text = bytes.TrimLeft(text, "# \t")
		switch {
		case bytes.HasPrefix(text, []byte("begin")):
			begin = r.num
		case bytes.HasPrefix(text, []byte("end")) && begin > 0:
			out = append(out, managed{begin, r.num})
			begin = 0
		}
	}
	return out
}

func (l *linter) inManaged(line int) bool {
	for _, m := range l.managed {
		if line >= m.first && line <= m.last {
			return true
		}
	}
	return false
}

// managedBlock compares what the file says with what it says without the block,
// for the agents that both parts name.
func (l *linter) managedBlock() {
	for _, m := range l.managed {
		from, to := l.rfc.Lines[m.first-1].Start, l.rfc.Lines[m.last-1].Next
		own := newView(engine.Parse(append(append([]byte{}, l.src[:from]...), l.src[to:]...), engine.RFC))
		var who []string
		var example string
		for _, s := range l.viewRFC().scopes {
			inside, outside := false, false
			for _, n := range s.lines {
				in := n >= m.first && n <= m.last
				inside, outside = inside || in, outside || !in
			}
			if !inside || !outside {
				continue
			}
			for _, name := range s.agents {
				alone := own.byName[strings.ToLower(name)]
				if alone == nil {
					continue
				}
				if path, now, flips := s.differs(alone); flips {
					who = append(who, name)
					if example == "" {
						example = fmt.Sprintf("%s of %s is %s now", clip([]byte(path)), name, allowedWord(now))
					}
				}
			}
		}
		if len(who) > 0 {
			r := &l.rows[m.first-1]
			l.report(r.lineSpan(), "The block to line %d was put in by something else, and its groups are combined with yours for %s. So verdicts differ from your lines alone: %s.", m.last, list(who), example)
		}
	}
}

func allowedWord(allowed bool) string {
	if allowed {
		return "allowed"
	}
	return "disallowed"
}

// differs looks for a path on which the two scopes say different things.
func (s *scope) differs(t *scope) (path string, now, flips bool) {
	for _, from := range []*scope{s, t} {
		for i := range from.pats {
			if i == 500 {
				break
			}
			path = sample(from.pats[i].pattern, "x")
			a, _ := s.decide(path)
			if b, _ := t.decide(path); a != b {
				return path, a, true
			}
		}
	}
	return "", false, false
}
