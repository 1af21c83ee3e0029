package suite

import (
	"slices"

	"robotslens/engine"
)

// ProbeEdit makes rows, without expectations, that an edit may flip, for where
// nobody has written a list: probes of the rules that were edited first, then
// of the others, of both texts as rfc and as google read them, for the crawlers
// that the edited groups name and then all others that a text names, and "*".
// There are about limit rows at most, so that a keystroke can wait for them.
func ProbeEdit(before, now []byte, limit int) []Row {
	const mostAgents = 24
	from := 0
	for from < len(before) && from < len(now) && before[from] == now[from] {
		from++
	}
	tail := 0
	for tail < len(before)-from && tail < len(now)-from && before[len(before)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	var files, near []*engine.File
	var agents []string
	for _, src := range [][]byte{before, now} {
		for _, d := range []engine.Dialect{engine.RFC, engine.Google} {
			f := engine.Parse(src, d)
			part := edited(f, from, len(src)-tail)
			files, near = append(files, f), append(near, part)
			agents = append(agents, namedBy(part)...)
		}
	}
	agents = append(agents, Agents(files...)...)
	agents = unique(agents)
	agents = agents[:min(len(agents), mostAgents)]
	if !slices.Contains(agents, "*") {
		agents = append(agents, "*")
	}
	each := max(limit/len(agents)/len(files)/2, 4)
	return Cross(agents, probeURLs(append(near, files...), each))
}

// edited is f with the rules alone that the octets from from to end lie in.
func edited(f *engine.File, from, end int) *engine.File {
	part := *f
	part.Rules = nil
	for _, r := range f.Rules {
		if l := f.Lines[r.Line-1]; int(l.End) >= from && int(l.Start) <= end {
			part.Rules = append(part.Rules, r)
		}
	}
	return &part
}

// namedBy are the crawlers that the groups of f's rules name.
func namedBy(f *engine.File) []string {
	var names []string
	last := int32(-1)
	for _, r := range f.Rules {
		if r.Group == last {
			continue
		}
		last = r.Group
		part := *f
		part.Agents = f.Agents[f.Groups[last].Agents.Start:f.Groups[last].Agents.End]
		names = append(names, Agents(&part)...)
	}
	return names
}

// unique keeps the first of equal texts.
func unique(all []string) []string {
	seen := make(map[string]bool, len(all))
	return slices.DeleteFunc(all, func(s string) bool {
		was := seen[s]
		seen[s] = true
		return was
	})
}
