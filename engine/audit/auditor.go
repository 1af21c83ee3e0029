package audit

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"robotslens/engine/crawlers"
)

// Options say how logs are read and judged.
type Options struct {
	Catalogue *crawlers.Catalogue
	Rulebook  *Rulebook
	Against   *Rulebook // other files: hits whose verdict they would flip are counted; nil for none
	Networks  *Networks // nil where no list was given
	Format    Format    // Auto: found anew for each log
	Fields    Fields    // for JSON
	Host      string    // the site of hits that name none; may be empty
	Split     time.Time // reports count before and after it; zero for no such time
	Workers   int       // goroutines; 0 for two

	// Progress, if set, is told lines and octets so far after each block. It is
	// called from the goroutine of Read.
	Progress func(lines, octets int64)
}

// Auditor reads logs, one after the other, and counts.
type Auditor struct {
	opt     Options
	hints   *hints
	workers []*worker
	own     *tally // lines too long to hand out
	files   []LogFile
	lines   int64
	octets  int64
}

// LogFile is a log that was read.
type LogFile struct {
	Name   string `json:"name"`
	Format string `json:"format"`
	Lines  int64  `json:"lines"`
}

// New makes an auditor. Catalogue and Rulebook must be set.
func New(opt Options) *Auditor {
	if opt.Workers < 1 {
		opt.Workers = 2
	}
	a := &Auditor{opt: opt, hints: newHints(opt.Catalogue)}
	entries, editions := len(opt.Catalogue.Entries()), len(opt.Rulebook.editions)
	a.own = newTally(entries, editions)
	for range opt.Workers {
		a.workers = append(a.workers, &worker{
			a: a, tally: newTally(entries, editions),
			who: newRecogniser(opt.Catalogue, a.hints), judge: newJudge(opt.Rulebook),
		})
		if opt.Against != nil {
			a.workers[len(a.workers)-1].against = newJudge(opt.Against)
		}
	}
	return a
}

// block is a run of whole lines of one log.
type block struct {
	buf    []byte // MaxLine octets
	text   []byte // the part in use
	header header // W3C: what holds at its start
	file   int
	line   int64 // 1-based number of its first line
}

// UnknownFormatError says that no line at the start of a log is a hit in any
// format.
type UnknownFormatError struct {
	Name string // of the log
	Line string // its first line, at most 160 octets
}

// Error says which log it is and how it begins.
func (e *UnknownFormatError) Error() string {
	return fmt.Sprintf("%s: no known log format in its first lines (it begins %q)", e.Name, e.Line)
}

// Read reads one log to its end and counts its hits. An error of r is
// returned wrapped; what was read before it is counted. A log that is empty is
// no error; one without a known format gives an *UnknownFormatError.
func (a *Auditor) Read(ctx context.Context, name string, r io.Reader) error {
	in := newSplitter(r, MaxLine)
	full := make(chan *block, len(a.workers))
	free := make(chan *block, 2*len(a.workers)+1)
	for range cap(free) {
		free <- &block{}
	}
	format := a.opt.Format
	var head header
	file := len(a.files)
	a.files = append(a.files, LogFile{Name: name, Format: format.String()})
	log := &a.files[file]
	var running sync.WaitGroup
	defer running.Wait()
	defer close(full)
	for first := true; ; first = false {
		var b *block
		select {
		case b = <-free:
		case <-ctx.Done():
			return ctx.Err()
		}
		if b.buf == nil {
			b.buf = make([]byte, MaxLine)
		}
		text, huge, err := in.next(b.buf)
		a.octets += int64(len(text))
		if first {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
			if format == Auto {
				format = Detect(text[:min(len(text), 64<<10)], a.opt.Fields)
			}
			if start := bytes.TrimSpace(text); format == Auto && len(start) > 0 {
				line, _, _ := bytes.Cut(start, []byte("\n"))
				return &UnknownFormatError{name, string(line[:min(len(line), keptOctets)])}
			}
			log.Format = format.String()
			head = newHeader(format)
			for _, w := range a.workers {
				w.parser = NewParser(format, a.opt.Fields)
				running.Go(func() {
					for b := range full {
						w.read(b)
						free <- b
					}
				})
			}
		}
		switch {
		case huge:
			log.Lines++
			a.lines++
			a.own.lines++
			a.own.fault(TooLong, placeOf(file, log.Lines), text)
			free <- b
		case len(text) > 0:
			b.text, b.header, b.file, b.line = text, head, file, log.Lines+1
			if format.w3c() {
				head = head.after(text)
			}
			n := countLines(text)
			log.Lines += n
			a.lines += n
			full <- b
		}
		if a.opt.Progress != nil {
			a.opt.Progress(a.lines, a.octets)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: after line %d: %w", name, log.Lines, err)
		}
	}
}

// after returns the header that holds after a block: that of its last
// directives.
func (h header) after(text []byte) header {
	for from := 0; ; {
		i := bytes.IndexByte(text[from:], '#')
		if i < 0 {
			return h
		}
		i += from
		from = i + 1
		if i > 0 && text[i-1] != '\n' && text[i-1] != '\r' {
			continue
		}
		end := bytes.IndexAny(text[i:], "\r\n")
		if end < 0 {
			end = len(text) - i
		}
		h = h.directive(text[i : i+end])
	}
}

// worker counts the blocks that one goroutine gets.
type worker struct {
	a       *Auditor
	tally   *tally
	who     *recogniser
	judge   *judge
	against *judge // nil where there is nothing to compare with
	parser  *Parser
	host    []byte
	key     []byte
}

func (w *worker) read(b *block) {
	t := w.tally
	w.parser.w3c.header = b.header
	var h Hit
	all := newLines(b.text)
	for n := b.line; ; n++ {
		line, ok := all.next()
		if !ok {
			return
		}
		t.lines++
		if f := w.parser.Parse(line, &h); f != None {
			t.fault(f, placeOf(b.file, n), line)
			continue
		}
		t.parsed++
		t.from, t.to = min(t.from, h.Time), max(t.to, h.Time)
		w.hit(&h, placeOf(b.file, n))
	}
}

func (w *worker) hit(h *Hit, at place) {
	t := w.tally
	who := w.who.find(h.Agent, h.coding)
	path := pathOf(h.Target)
	robots := isRobotsTxt(path)
	if who == nobody {
		t.others++
		if robots {
			t.robotsOther.hit(h)
			t.robotsOthers.add(productOf(h.Agent), 1)
		}
		return
	}
	c := &t.crawlers[who]
	half := 0
	if split := w.a.opt.Split; !split.IsZero() && h.Time >= split.Unix() {
		half = 1
	}
	c.hits[half]++
	claim := Unknown
	if w.a.opt.Networks != nil {
		claim = w.a.opt.Networks.Check(w.a.opt.Catalogue.Entries()[who].Token, h.Addr)
		c.claims[claim]++
	}
	if len(h.Target) == 0 {
		c.noTarget++
		return
	}
	if robots {
		if c.robots == nil {
			c.robots = &robotsTally{}
		}
		c.robots.hit(h)
	}
	w.setHost(h)
	edition, recent := w.a.opt.Rulebook.live(w.host, h.Time)
	if edition < 0 {
		c.noFile++
		t.noFileHosts.add(w.host, 1)
		return
	}
	t.editionHits[edition]++
	t.hosts.add(w.host, 1)
	if robots {
		// Fetching the file is no breach, whatever a dialect makes of its path.
		c.allowed[half]++
		c.noRule++
		return
	}
	w.key = append(append(append(w.key[:0], byte(who), byte(who>>8)), w.host...), path...)
	t.fetched.add(w.key, 1)
	v := w.judge.decide(edition, who, h.Target)
	if v.line > 0 {
		t.decided(lineKey{edition, who, v.line}, half, recent, at, h.Target)
	}
	if w.against != nil {
		w.compare(h, who, lineKey{edition, who, v.line}, v.allowed, at)
	}
	switch {
	case recent:
		c.unsure[half]++
		if !v.allowed {
			c.unsureDisallowed++
		}
		return
	case v.allowed:
		c.allowed[half]++
	default:
		c.disallowed[half]++
		if claim == False {
			c.falseDisallowed++
		}
		t.urls.add(w.key[2:], 1)
		w.key = append(append(w.key[:0], w.host...), folderOf(path)...)
		t.folders.add(w.key, 1)
	}
	if v.line == 0 {
		c.noRule++
	}
}

// compare counts a hit that the other rulebook decides otherwise. A host that
// has no file there does not flip.
func (w *worker) compare(h *Hit, who int, k lineKey, allowed bool, at place) {
	edition, _ := w.against.book.live(w.host, h.Time)
	if edition < 0 {
		return
	}
	if v := w.against.decide(edition, who, h.Target); v.allowed != allowed {
		w.tally.flipped(flipKey{k, lineKey{edition, who, v.line}}, allowed, at, h.Target)
	}
}

// setHost finds the site of a hit: that of an absolute target, else the log's
// field, else the one that was given for logs without.
func (w *worker) setHost(h *Hit) {
	host := h.Host
	if n := hasScheme(h.Target); n > 0 {
		host = h.Target[n:]
		if i := bytes.IndexAny(host, "/?#"); i >= 0 {
			host = host[:i]
		}
	}
	if len(host) == 0 {
		host = []byte(w.a.opt.Host)
	}
	w.host = hostKey(w.host[:0], host)
}
