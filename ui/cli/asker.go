package cli

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"robotslens/engine"
	"robotslens/engine/crawlers"
	"robotslens/fetch"
)

// robots is a robots.txt, parsed once in each dialect that is asked for.
type robots struct {
	src  []byte
	err  error
	once [3]sync.Once
	file [3]*engine.File
}

// in returns the file as d reads it.
func (r *robots) in(d engine.Dialect) *engine.File {
	i := 0
	for i < len(r.file)-1 && engine.Dialects()[i] != d {
		i++
	}
	r.once[i].Do(func() { r.file[i] = engine.Parse(r.src, d) })
	return r.file[i]
}

// fileStore keeps the files that lines named last, so that each is read once
// and answers from one text even if it changes meanwhile.
type fileStore struct {
	mu   sync.Mutex
	last []storedFile // the latest first
}

type storedFile struct {
	path string
	file *robots
	read *sync.Once
}

// keptFiles is enough for each worker to be at another place of the input.
const keptFiles = 16

func newFileStore() *fileStore { return &fileStore{} }

func (s *fileStore) open(path string) *robots {
	s.mu.Lock()
	at := -1
	for i := range s.last {
		if s.last[i].path == path {
			at = i
			break
		}
	}
	var f storedFile
	if at >= 0 {
		f = s.last[at]
		copy(s.last[1:at+1], s.last[:at])
	} else {
		f = storedFile{path, &robots{}, new(sync.Once)}
		if len(s.last) < keptFiles {
			s.last = append(s.last, storedFile{})
		}
		copy(s.last[1:], s.last)
	}
	s.last[0] = f
	s.mu.Unlock()
	f.read.Do(func() { f.file.src, f.file.err = fetch.ReadFile(path, fetch.InputOctets) })
	return f.file
}

// asker answers lines, and remembers what the last one made it work out.
type asker struct {
	files     *fileStore
	catalogue *crawlers.Catalogue
	dialect   string // of lines that name none; empty for that of the crawler
	explain   bool

	inline    *robots
	inlineRaw []byte // the JSON string that inline came from

	whoRaw   []byte // the name that who came from
	whoAgent bool   // it went through the catalogue
	who      crawlers.Resolved

	selected   engine.Selection
	selectedIn *engine.File   // the file that selected is for; nil for none
	uses       int            // of selected
	lookup     *engine.Lookup // for selected, once it is worth its making
}

// worthIndex is how often the same rules are asked before they are indexed.
const worthIndex = 8

// answer appends the answer to line, and whether it is none but an error.
func (a *asker) answer(dst, line []byte) ([]byte, bool) {
	q, err := readQuery(line)
	if len(line) > lineLimit {
		err = fmt.Errorf("the line is longer than %d MiB", lineLimit>>20)
	}
	var t engine.Trace
	if err == nil {
		t, err = a.decide(q)
	}
	dst = append(dst, `{"id":`...)
	dst = escapeJSON(dst, q.id)
	if err != nil {
		dst = append(dst, `,"error":`...)
		dst = appendString(dst, err.Error())
		return append(dst, '}', '\n'), false
	}
	dst = append(dst, `,"dialect":"`...)
	dst = append(dst, t.File.Dialect.Name...)
	dst = append(dst, `","allowed":`...)
	dst = strconv.AppendBool(dst, t.Allowed)
	dst = append(dst, `,"line":`...)
	dst = strconv.AppendInt(dst, int64(t.Line), 10)
	dst = append(dst, `,"octets":`...)
	dst = strconv.AppendInt(dst, int64(t.Octets), 10)
	dst = append(dst, `,"reason":"`...)
	dst = append(dst, t.Reason.String()...)
	dst = append(dst, '"')
	if a.explain {
		dst = appendMatches(dst, &t)
	}
	return append(dst, '}', '\n'), true
}

// appendMatches appends what --explain adds.
func appendMatches(dst []byte, t *engine.Trace) []byte {
	dst = append(dst, `,"path":`...)
	dst = appendString(dst, t.Target.Path)
	dst = append(dst, `,"groups":[`...)
	for i, n := range t.Selection.Agents {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	dst = append(dst, `],"matches":[`...)
	first := true
	for i, s := range t.Steps {
		if !s.Matched() {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		r := t.Rule(i)
		dst = fmt.Appendf(dst, `{"line":%d,"verb":"%s","pattern":`, r.Line, t.Verb(i))
		dst = appendString(dst, t.File.Pattern(r))
		dst = fmt.Appendf(dst, `,"octets":%d,"outcome":"%s"}`, s.Octets, s.Outcome)
	}
	return append(dst, ']')
}

// decide answers q.
func (a *asker) decide(q query) (engine.Trace, error) {
	if err := a.setCrawler(q); err != nil {
		return engine.Trace{}, err
	}
	d, err := dialectFor(cmp.Or(q.dialect.String(), a.dialect), a.who)
	if err != nil {
		return engine.Trace{}, err
	}
	r, err := a.source(q)
	if err != nil {
		return engine.Trace{}, err
	}
	f := r.in(d)
	if a.selectedIn != f {
		a.selected, a.selectedIn = f.Select(crawler(a.who)), f
		a.uses, a.lookup = 0, nil
	}
	if a.uses++; a.explain || a.uses < worthIndex {
		return f.ExplainTarget(engine.NewTarget(q.url.String(), d), a.selected), nil
	}
	if a.lookup == nil {
		a.lookup = f.NewMatcher(a.selected).NewLookup()
	}
	return engine.Trace{Verdict: a.lookup.Verdict(q.url.String()), File: f}, nil
}

// setCrawler makes who the crawler that q is about.
func (a *asker) setCrawler(q query) error {
	name, agent := q.token, false
	if q.agent.set {
		name, agent = q.agent, true
	}
	if a.who.Tokens != nil && a.whoAgent == agent && bytes.Equal(a.whoRaw, name.raw) {
		return nil
	}
	asked := name.String()
	switch {
	case !agent:
		a.who = bare(asked)
	case strings.HasPrefix(asked, "@"):
		return fmt.Errorf("%q is a set of crawlers: name one crawler a line", asked)
	default:
		a.who = a.catalogue.Resolve(asked)
	}
	a.whoRaw = append(a.whoRaw[:0], name.raw...)
	a.whoAgent, a.selectedIn = agent, nil
	return nil
}

// source returns the robots.txt of q: the last one again where it is the same.
func (a *asker) source(q query) (*robots, error) {
	if q.file.set {
		r := a.files.open(q.file.String())
		return r, r.err
	}
	raw, encoded := q.robots.raw, q.robotsB64.set
	if encoded {
		raw = q.robotsB64.raw
	}
	if a.inline != nil && len(a.inlineRaw) == len(raw)+1 && (a.inlineRaw[0] == 1) == encoded && bytes.Equal(a.inlineRaw[1:], raw) {
		return a.inline, nil
	}
	r := &robots{}
	if encoded {
		src, err := base64.StdEncoding.DecodeString(q.robotsB64.String())
		if err != nil {
			return nil, errors.New(`"robots_b64" is not base64`)
		}
		r.src = src
		a.inlineRaw = append(a.inlineRaw[:0], 1)
	} else {
		r.src = []byte(q.robots.String())
		a.inlineRaw = append(a.inlineRaw[:0], 0)
	}
	a.inlineRaw = append(a.inlineRaw, raw...)
	a.inline = r
	return r, nil
}
