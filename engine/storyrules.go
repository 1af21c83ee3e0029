package engine

import (
	"fmt"
	"slices"
	"strings"
)

// rules tells the rules in file order.
func (s *storyteller) rules() {
	t := s.t
	told := t.told()
	for n, i := range told {
		r := t.Rule(i)
		title := fmt.Sprintf("Try line %d", r.Line)
		if len(told) == len(t.Steps) {
			title += fmt.Sprintf(", rule %d of %d", n+1, len(t.Steps))
		}
		g := s.add(Stage{Kind: StageRule, Title: title, Step: i, Lines: []int32{r.Line}}, "2.2.2 and 2.2.3", "MUST")
		if t.Steps[i].Matched() {
			g.say("line %d %s: %s matches, with %s", r.Line, t.Verb(i), t.File.Pattern(r), plural(int(t.Steps[i].Octets), "octet", "octets"))
		} else {
			g.say("line %d %s: %s", r.Line, t.Verb(i), strings.TrimLeft(t.File.Pattern(r)+" "+t.MissText(i), " "))
		}
		if t.File.Lines[r.Line-1].Notes&(NoteEmpty|NoteSpace) == 0 {
			g.Text = append(g.Text, t.pieces(i)...)
		}
	}
	matched := 0
	for _, i := range told {
		if t.Steps[i].Matched() {
			matched++
		}
	}
	if rest := len(t.Steps) - len(told); rest > 0 {
		g := s.add(Stage{Kind: StageRule, Title: "Try the other rules", Step: -1}, "2.2.2", "MUST")
		if n := t.Matches - matched; n > 0 {
			g.say("%s too, with no more octets", plural(n, "other rule matches", "other rules match"))
			rest -= n
		}
		g.say("%s not match", plural(rest, "other rule does", "other rules do"))
	}
}

// told are the steps that a story tells one by one: all where they are few, else
// those that match and those that came nearest.
func (t *Trace) told() []int {
	var told []int
	type near struct{ step, reach int }
	var misses []near
	for i, st := range t.Steps {
		switch {
		case len(t.Steps) <= storyRules:
			told = append(told, i)
		case st.Matched():
			told = append(told, i)
		default:
			if n := commonPrefix(t.Rule(i).Path.Of(t.File.Src), []byte(t.Target.Form)); n > 1 {
				misses = append(misses, near{i, n})
			}
		}
	}
	if len(t.Steps) <= storyRules {
		return told
	}
	if len(told) > storyRules { // of many matches, those with the most octets
		slices.SortStableFunc(told, func(a, b int) int { return t.before(a, b) })
		told = told[:storyRules]
	}
	slices.SortStableFunc(misses, func(a, b near) int { return b.reach - a.reach })
	for _, m := range misses[:min(len(misses), 3)] {
		told = append(told, m.step)
	}
	slices.Sort(told)
	return told
}

// pieces tells what each part of the rule of step i took, star by star.
func (t *Trace) pieces(i int) []string {
	p, m := t.Detail(i)
	var out []string
	for _, x := range m.Pieces {
		at := fmt.Sprintf("octets %d to %d", x.Path.Start+1, x.Path.End)
		if x.Path.Len() == 1 {
			at = fmt.Sprintf("octet %d", x.Path.End)
		}
		took := t.Target.Form[x.Path.Start:x.Path.End]
		switch {
		case x.Star && took == "":
			out = append(out, "* takes nothing")
		case x.Star:
			out = append(out, fmt.Sprintf("* takes %s, %s", took, at))
		default:
			out = append(out, fmt.Sprintf("%s fits %s", took, at))
		}
	}
	if m.OK && p.Anchored {
		out = append(out, "$ finds the end of the path")
	}
	return out
}

// before orders two matching steps as they rank.
func (t *Trace) before(a, b int) int {
	if x, y := t.Steps[a].Outcome.Wins(), t.Steps[b].Outcome.Wins(); x != y {
		if x {
			return -1
		}
		return 1
	}
	if t.File.Dialect.FirstMatch {
		return a - b
	}
	if t.Steps[a].Octets != t.Steps[b].Octets {
		return int(t.Steps[b].Octets - t.Steps[a].Octets)
	}
	if x, y := t.Rule(a).Allow, t.Rule(b).Allow; x != y {
		if x {
			return -1
		}
		return 1
	}
	return a - b
}

// ranked are the indices of the steps that match, the deciding one first: by
// octets, or in python by their place in the file.
func (t *Trace) ranked() []int {
	var all []int
	for i, s := range t.Steps {
		if s.Matched() {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, t.before)
	return all
}

func (s *storyteller) order() {
	t := s.t
	ranked := t.ranked()
	g := s.add(Stage{Kind: StageSort, Title: "Sort the matches by octets", Step: ranked[0]}, "2.2.2", "MUST")
	if s.d.FirstMatch {
		g.Title = "Take the first match"
		g.say("The rules are asked in file order, and the first that matches decides.")
	} else {
		g.say("The most specific match decides, and that is the rule with the most octets; * and $ are counted, the order in the file is not.")
	}
	for n, i := range ranked {
		r, x := t.Rule(i), t.Steps[i]
		if n == storyRules && !s.all {
			g.say("and %s more", plural(len(ranked)-n, "match", "matches"))
			break
		}
		folder := ""
		if x.Folder {
			folder = ", as the folder of its index.htm"
		}
		g.Lines = append(g.Lines, r.Line)
		g.say("%d. line %d %s: %s %s, %s%s", n+1, r.Line, t.Verb(i), t.File.Pattern(r), plural(int(x.Octets), "octet", "octets"), OutcomeWords(x.Outcome), folder)
	}
}
