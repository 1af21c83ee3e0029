package fetch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/adrg/xdg"
	"github.com/google/renameio/v2/maybe"

	"robotslens/engine"
	"robotslens/fetch/statefile"
)

// historyOctets is the size the history is kept under where nothing else is
// said; the oldest versions go first.
const historyOctets = 64 << 20

// StateDir is the folder for what robotslens remembers between runs: the XDG
// state folder of the user.
func StateDir() string { return filepath.Join(xdg.StateHome, "robotslens") }

// History keeps every version of each robots.txt that was fetched, one file a
// version, written whole and renamed into place: two programs at once can at
// worst store one version twice, and List tells it once.
type History struct {
	dir   string
	limit int64
	now   func() time.Time
}

// OpenHistory names the history under a state folder, which is made when
// something is first kept. A limit of 0 octets is 64 MiB; the oldest versions go first.
func OpenHistory(stateDir string, limit int64) *History {
	if limit <= 0 {
		limit = historyOctets
	}
	return &History{dir: filepath.Join(stateDir, "history"), limit: limit, now: time.Now}
}

// Stored is a version in the history, without its octets.
type Stored struct {
	ID        string      `json:"id"` // the first octets of Hash, enough to name it
	Hash      string      `json:"hash"`
	RobotsURL string      `json:"robots_url"`
	FinalURL  string      `json:"final_url"`
	Status    int         `json:"status"` // 2xx, or the 3xx or 4xx that said there is no file
	Header    http.Header `json:"header"`
	Octets    int         `json:"octets"`
	Stopped   bool        `json:"stopped"` // the file was longer than ReadOctets
	First     time.Time   `json:"first"`   // when it was first seen
	Last      time.Time   `json:"last"`    // when it was last seen unchanged

	path string
}

// Gone tells whether the version is the absence of a file.
func (s *Stored) Gone() bool { return s.Status < 200 || s.Status > 299 }

// failing is how long a robots.txt has been unreachable.
type failing struct {
	Format int       `json:"format"`
	Since  time.Time `json:"since"`
	What   string    `json:"what"`
}

const failingName = "failing.json"

// folder is where the versions of an origin lie: a name people can read, and a
// few octets of a hash, since two origins may be written alike.
func (h *History) folder(o engine.Origin) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '_'
	}, strings.Replace(o.String(), "://", "-", 1))
	sum := sha256.Sum256([]byte(o.String()))
	return filepath.Join(h.dir, name[:min(len(name), 100)]+"-"+hex.EncodeToString(sum[:4]))
}

// Fetch is Client.Get with the history's help: it asks whether the copy at hand
// still holds, keeps what is new, and says how long a failure has lasted. An
// answer to another name than the program's own is not kept. What goes wrong
// with the history is a warning of the result.
func (h *History) Fetch(ctx context.Context, c *Client, req Request) (*Result, error) {
	_, origin, err := RobotsURL(req.URL)
	if err != nil {
		return nil, err
	}
	if req.Exact || req.UserAgent != "" {
		return c.Get(ctx, req)
	}
	var copyAtHand *Previous
	list, listErr := h.List(origin)
	if len(list) > 0 && !list[len(list)-1].Gone() {
		last := list[len(list)-1]
		if body, err := h.Open(last); err == nil {
			copyAtHand = &Previous{URL: last.FinalURL, Header: last.Header, Body: body, Stopped: last.Stopped, At: last.Last}
		}
	}
	if req.Previous == nil {
		req.Previous = copyAtHand
	}
	r, err := c.Get(ctx, req)
	if err != nil {
		return nil, err
	}
	if copyAtHand != nil && r.failing() {
		r.HasCached, r.Copy, r.CachedAt = true, copyAtHand.Body, copyAtHand.At
	}
	err = errors.Join(listErr, h.Record(r))
	if r.Since >= time.Minute {
		r.addWarning("failing", "It has been failing for %s, as far as this program has seen.", roughly(r.Since))
	}
	if err != nil {
		r.addWarning("history", "The history of fetched files is not whole: %v.", err)
	}
	return r, nil
}

// failing tells whether the result starts or continues a failure; 429 is one
// to Google.
func (r *Result) failing() bool {
	if r.Status == http.StatusTooManyRequests {
		return true
	}
	return engine.Mean(engine.Answer{Status: r.Status, Failure: r.Failure, Hops: len(r.Hops),
		HasCached: r.HasCached}, "rfc").Do == engine.DoDisallowAll
}

// Record keeps a result: a version that is new, the time an old one was seen
// again, or since when the file fails; r.Since is set then.
func (h *History) Record(r *Result) error {
	folder := h.folder(r.Origin)
	if r.failing() {
		return h.recordFailure(folder, r)
	}
	var problem error
	if err := os.Remove(filepath.Join(folder, failingName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		problem = statefile.Aside(filepath.Join(folder, failingName), err)
	}
	s := Stored{RobotsURL: r.RobotsURL, FinalURL: r.FinalURL, Status: r.Status, Header: r.Header,
		Stopped: r.Stopped, First: r.At, Last: r.At}
	body := r.Body
	if !r.good() {
		body = nil
	}
	if s.Status == http.StatusNotModified {
		s.Status = http.StatusOK
	}
	sum := sha256.Sum256(body)
	s.Hash, s.Octets = hex.EncodeToString(sum[:]), len(body)
	s.ID = s.Hash[:12]
	list, err := h.List(r.Origin)
	if len(list) > 0 {
		if last := list[len(list)-1]; last.Hash == s.Hash && last.Gone() == s.Gone() {
			s.First, s.Status = last.First, last.Status
			if s.Last.Before(last.Last) {
				s.Last = last.Last // a clock was set back, or another program was first
			}
		}
	}
	if err := h.write(folder, entryName(s), s, body); err != nil {
		return err
	}
	return errors.Join(problem, err, h.prune())
}

func (h *History) recordFailure(folder string, r *Result) error {
	name := filepath.Join(folder, failingName)
	var f failing
	aside := statefile.Load(name, headOctets, func(b []byte) error {
		switch {
		case json.Unmarshal(b, &f) != nil:
			return errDamaged
		case f.Format > historyFormat:
			return errors.New("it was written by a later robotslens")
		case f.Format != historyFormat || f.Since.IsZero() || f.Since.After(r.At):
			return errDamaged
		}
		return nil
	})
	if aside != nil {
		f = failing{}
	}
	if errors.Is(aside, fs.ErrNotExist) {
		aside = nil
	}
	if !f.Since.IsZero() {
		r.Since = r.At.Sub(f.Since)
		return nil
	}
	what := r.Error
	if what == "" {
		what = fmt.Sprintf("status %d", r.Status)
	}
	b, err := json.Marshal(failing{historyFormat, r.At, what})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return errors.Join(aside, maybe.WriteFile(name, append(b, '\n'), 0o600))
}

// List is the versions of an origin, oldest first. The error tells of files
// that could not be read and were set aside; the list is good all the same.
func (h *History) List(o engine.Origin) ([]Stored, error) { return h.listFolder(h.folder(o)) }

func (h *History) listFolder(folder string) ([]Stored, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Stored
	var problems []error
	for _, e := range entries {
		if !isEntryName(e.Name()) {
			continue
		}
		path := filepath.Join(folder, e.Name())
		s, err := Stored{}, errNoFile
		if e.Type().IsRegular() {
			s, err = readHead(path)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case errors.Is(err, errLaterFormat):
			problems = append(problems, fmt.Errorf("%s: %w", e.Name(), err))
		case err != nil:
			problems = append(problems, statefile.Aside(path, err))
		default:
			list = append(list, s)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].First.Before(list[j].First) })
	return mergeEqual(list), errors.Join(problems...)
}

// mergeEqual tells a version once that two programs stored at the same time.
func mergeEqual(list []Stored) []Stored {
	var merged []Stored
	for _, s := range list {
		if n := len(merged); n > 0 && merged[n-1].Hash == s.Hash && merged[n-1].Gone() == s.Gone() {
			if s.Last.After(merged[n-1].Last) {
				s.First = merged[n-1].First
				merged[n-1] = s
			}
			continue
		}
		merged = append(merged, s)
	}
	return merged
}

// Open reads the octets of a version and checks that they are still those that
// were stored.
func (h *History) Open(s Stored) ([]byte, error) {
	b, err := statefile.Read(s.path, headOctets+InputOctets)
	if err != nil {
		return nil, fmt.Errorf("reading a version of %s: %w", s.RobotsURL, err)
	}
	_, body, err := parseEntry(b)
	if err != nil {
		return nil, fmt.Errorf("reading a version of %s: %s: %w", s.RobotsURL, filepath.Base(s.path), err)
	}
	return body, nil
}

// Versions is the history of an origin with the octets of each version, oldest
// first.
func (h *History) Versions(o engine.Origin) ([]Version, error) {
	list, problems := h.List(o)
	var versions []Version
	for _, s := range list {
		v := Version{Name: s.ID, Time: s.First, Subject: fmt.Sprintf("fetched from %s, status %d", s.FinalURL, s.Status), Gone: s.Gone()}
		if !v.Gone {
			var err error
			if v.Bytes, err = h.Open(s); err != nil {
				problems = errors.Join(problems, err)
				continue
			}
		}
		versions = append(versions, v)
	}
	return versions, problems
}

// roughly says a time span in the unit that fits.
func roughly(d time.Duration) string {
	switch {
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d hours", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours())/24)
}
