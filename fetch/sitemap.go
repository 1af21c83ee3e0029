package fetch

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// SitemapOptions say how far a sitemap is followed. The zero value reads files
// alone, and of files what the protocol allows.
type SitemapOptions struct {
	Client     *Client           // fetches sitemaps from the web; without one they are problems
	Alternates bool              // also the hreflang alternates (xhtml:link)
	Depth      int               // levels of index files; 3
	Files      int               // files in all; 1,000
	URLs       int               // URLs in all; 5,000,000
	Octets     int64             // of one file, decompressed; 64 MiB
	Time       time.Duration     // for one file from the web; 5 min
	Visit      func(name string) // told of each file before it is read; may be nil
}

// SitemapURL is one URL of a sitemap.
type SitemapURL struct {
	Loc      string // without surrounding white space, entities undone
	HrefLang string // of an alternate; empty for a page of its own
	Source   string // the file or URL of the sitemap
	Line     int    // 1-based
}

// SitemapError is a problem with its place. Reading goes on after it where it
// can.
type SitemapError struct {
	Source string
	Line   int // 1-based; 0 where the whole file is meant
	Err    error
}

// Error is "sitemap.xml:3: ...", without the line where the whole file is meant.
func (e *SitemapError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Source, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.Source, e.Line, e.Err)
}

// Unwrap is Err.
func (e *SitemapError) Unwrap() error { return e.Err }

const (
	locOctets      = 8 << 10 // the protocol allows 2,048
	sitemapTrouble = 100     // problems after which nothing more is read
)

var (
	errSitemapSize  = errors.New("longer than the limit for one sitemap")
	errTooManyURLs  = errors.New("more URLs than the limit; the rest is left out")
	errTooManyFiles = errors.New("more sitemaps than the limit; the rest is left out")
	errTrouble      = errors.New("too many problems; the rest is left out")
)

// Sitemap yields the URLs of a sitemap, a file or a URL, in their order: XML
// or text, also gzip, and the sitemaps an index names. A problem comes as a
// *SitemapError in its place, after which reading goes on where it can; the
// end of the context is the last error. Memory does not grow with the count.
//
// An index in a file is read with the files beside it where those have the
// names it lists; what it names on the web is fetched only with a Client.
func Sitemap(ctx context.Context, source string, opts SitemapOptions) iter.Seq2[SitemapURL, error] {
	return func(yield func(SitemapURL, error) bool) {
		w := newSitemapWalk(ctx, opts, yield)
		w.files = !IsURL(source)
		w.visit(source, "", 0)
	}
}

// SitemapFrom is Sitemap over text that is open already, such as standard
// input; name stands for it in problems.
func SitemapFrom(ctx context.Context, r io.Reader, name string, opts SitemapOptions) iter.Seq2[SitemapURL, error] {
	return func(yield func(SitemapURL, error) bool) {
		w := newSitemapWalk(ctx, opts, yield)
		w.read(r, name, 0)
	}
}

// LooksLikeSitemap reports whether a file that begins with head is to be read
// as a sitemap and not as a list of URLs or a table: it is XML or packed.
func LooksLikeSitemap(head []byte) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	return bytes.HasPrefix(text, []byte("<")) || bytes.HasPrefix(head, []byte{0x1f, 0x8b})
}

// sitemapWalk is one walk over a tree of sitemaps. Its methods return false
// when the walk is over.
type sitemapWalk struct {
	ctx     context.Context
	opts    SitemapOptions
	yield   func(SitemapURL, error) bool
	files   bool // it began with a file, and may read those beside it
	seen    map[string]bool
	urls    int
	trouble int
}

func newSitemapWalk(ctx context.Context, opts SitemapOptions, yield func(SitemapURL, error) bool) *sitemapWalk {
	for limit, value := range map[*int]int{&opts.Depth: 3, &opts.Files: 1000, &opts.URLs: 5_000_000} {
		if *limit <= 0 {
			*limit = value
		}
	}
	if opts.Octets <= 0 {
		opts.Octets = 64 << 20
	}
	setDefault(&opts.Time, 5*time.Minute)
	return &sitemapWalk{ctx: ctx, opts: opts, yield: yield, seen: map[string]bool{}}
}

func (w *sitemapWalk) problem(source string, line int, err error) bool {
	w.trouble++
	if w.trouble > sitemapTrouble {
		w.yield(SitemapURL{}, &SitemapError{source, line, errTrouble})
		return false
	}
	return w.yield(SitemapURL{}, &SitemapError{source, line, err})
}

func (w *sitemapWalk) url(u SitemapURL) bool {
	if w.urls >= w.opts.URLs {
		w.yield(SitemapURL{}, &SitemapError{u.Source, u.Line, errTooManyURLs})
		return false
	}
	w.urls++
	return w.yield(u, nil)
}

// over tells of the end of the context.
func (w *sitemapWalk) over() bool {
	if err := w.ctx.Err(); err != nil {
		w.yield(SitemapURL{}, err)
		return true
	}
	return false
}

// visit opens a sitemap, named by parent or by the caller, and reads it.
func (w *sitemapWalk) visit(source, parent string, depth int) bool {
	if w.over() {
		return false
	}
	switch {
	case parent == "" || IsURL(parent):
	case w.files:
		source = beside(source, parent)
	case !IsURL(source):
		return w.problem(source, 0, errors.New("not an http or https URL"))
	}
	if w.seen[source] {
		return true
	}
	if len(w.seen) >= w.opts.Files {
		w.yield(SitemapURL{}, &SitemapError{source, 0, errTooManyFiles})
		return false
	}
	w.seen[source] = true
	if w.opts.Visit != nil {
		w.opts.Visit(source)
	}
	var (
		body io.ReadCloser
		err  error
	)
	switch {
	case IsURL(source) && w.opts.Client == nil:
		err = errors.New("it is on the web and was not fetched")
	case IsURL(source):
		body, source, err = w.opts.Client.open(w.ctx, source, w.opts.Time)
	default:
		body, err = openRegular(source)
	}
	if err != nil {
		return !w.over() && w.problem(source, 0, plainly(source, err))
	}
	defer body.Close()
	return w.read(body, source, depth)
}

// plainly drops the name from an input error that the place names again.
func plainly(source string, err error) error {
	var in *InputError
	if errors.As(err, &in) && in.Name == source {
		return errors.New(in.What)
	}
	return err
}

// beside finds a sitemap that an index file names: the file of that name next
// to the index if there is one, else the URL as it stands. What an index says
// never leads out of its folder.
func beside(loc, index string) string {
	name := loc
	if IsURL(loc) {
		u, err := url.Parse(loc)
		if err != nil {
			return loc
		}
		name = path.Base(path.Clean("/" + u.Path))
	}
	local := filepath.Join(filepath.Dir(index), filepath.FromSlash(path.Clean("/"+name)))
	if info, err := os.Stat(local); IsURL(loc) && (err != nil || !info.Mode().IsRegular()) {
		return loc
	}
	return local
}

// read tells the forms apart: gzip by its first octets, XML by its first sign.
func (w *sitemapWalk) read(r io.Reader, source string, depth int) bool {
	raw := bufio.NewReader(r)
	var plain io.Reader = raw
	if head, _ := raw.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(raw)
		if err != nil {
			return w.problem(source, 0, fmt.Errorf("the gzip archive is damaged: %w", err))
		}
		plain = z
	}
	limited := &octetLimit{plain, w.opts.Octets, errSitemapSize}
	text := bufio.NewReaderSize(transform.NewReader(limited, unicode.BOMOverride(transform.Nop)), locOctets)
	for {
		head, err := text.Peek(1)
		switch {
		case err == io.EOF:
			return w.problem(source, 0, errors.New("the sitemap is empty"))
		case err != nil:
			return !w.over() && w.problem(source, 0, readError(err))
		case head[0] == '<':
			return w.readXML(text, source, depth)
		case strings.IndexByte(" \t\r\n", head[0]) < 0:
			return w.readText(text, source)
		}
		text.Discard(1)
	}
}

func (w *sitemapWalk) readText(text *bufio.Reader, source string) bool {
	found := 0
	for line := 1; ; line++ {
		if line%1000 == 0 && w.over() {
			return false
		}
		b, err := text.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			for err == bufio.ErrBufferFull {
				_, err = text.ReadSlice('\n')
			}
			if !w.problem(source, line, fmt.Errorf("the line is longer than %d octets", locOctets)) {
				return false
			}
			b = nil
		}
		loc := string(bytes.TrimSpace(b))
		switch {
		case IsURL(loc):
			found++
			if !w.url(SitemapURL{Loc: loc, Source: source, Line: line}) {
				return false
			}
		case loc == "" || loc[0] == '#':
		case found == 0:
			return w.problem(source, line, errors.New("neither XML nor a list of URLs"))
		default:
			if !w.problem(source, line, errors.New("not an absolute URL")) {
				return false
			}
		}
		if err == io.EOF {
			return true
		}
		if err != nil {
			return !w.over() && w.problem(source, line, readError(err))
		}
	}
}

func readError(err error) error {
	switch {
	case errors.Is(err, errSitemapSize):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it is cut short")
	}
	return fmt.Errorf("it cannot be read: %w", err)
}
