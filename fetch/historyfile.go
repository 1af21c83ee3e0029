package fetch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/google/renameio/v2/maybe"

	"robotslens/fetch/statefile"
)

// An entry of the history is a line that names the format, a line of JSON and
// the octets of the version.
const (
	historyFormat = 1
	entryMagic    = "robotslens history "
	entrySuffix   = ".version"
	headOctets    = 256 << 10 // the two lines; headers that matter are few
	strayAge      = time.Hour // after which a file half written is a stray
)

var (
	errLaterFormat = errors.New("it was written by a later robotslens and is left alone")
	errDamaged     = errors.New("it is damaged")
	errNoFile      = errors.New("it is not a regular file")
)

// entryName sorts by time and never clashes but for equal content.
func entryName(s Stored) string {
	return fmt.Sprintf("%014d-%s%s", s.First.UnixMilli(), s.ID, entrySuffix)
}

func isEntryName(name string) bool { return strings.HasSuffix(name, entrySuffix) }

func (h *History) write(folder, name string, s Stored, body []byte) error {
	head, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	b := fmt.Appendf(nil, "%s%d\n%s\n", entryMagic, historyFormat, head)
	return maybe.WriteFile(filepath.Join(folder, name), append(b, body...), 0o600)
}

// parseHead reads the two lines before the octets; rest is what follows them.
func parseHead(b []byte) (s Stored, rest []byte, err error) {
	first, b, found := bytes.Cut(b, []byte("\n"))
	number, isEntry := bytes.CutPrefix(first, []byte(entryMagic))
	format, numErr := strconv.Atoi(string(number))
	switch {
	case !found || !isEntry || numErr != nil || format < 1:
		return s, nil, errDamaged
	case format > historyFormat:
		return s, nil, errLaterFormat
	}
	head, rest, found := bytes.Cut(b, []byte("\n"))
	if !found || json.Unmarshal(head, &s) != nil || len(s.Hash) != 2*sha256.Size || s.Octets < 0 ||
		s.ID != s.Hash[:12] || s.RobotsURL == "" || s.First.IsZero() || s.Last.Before(s.First) {
		return Stored{}, nil, errDamaged
	}
	return s, rest, nil
}

// parseEntry reads a whole entry and checks its octets against their hash.
func parseEntry(b []byte) (Stored, []byte, error) {
	s, body, err := parseHead(b)
	if err != nil {
		return s, nil, err
	}
	if sum := sha256.Sum256(body); s.Hash != hex.EncodeToString(sum[:]) || s.Octets != len(body) {
		return Stored{}, nil, errDamaged
	}
	return s, body, nil
}

// readHead reads an entry without its octets; that all of them are there is
// seen from the size.
func readHead(path string) (Stored, error) {
	f, err := os.Open(path)
	if err != nil {
		return Stored{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Stored{}, err
	}
	b, err := io.ReadAll(io.LimitReader(f, headOctets))
	if err != nil {
		return Stored{}, err
	}
	s, rest, err := parseHead(b)
	if err != nil {
		return s, err
	}
	if info.Size() != int64(len(b)-len(rest)+s.Octets) {
		return Stored{}, errDamaged
	}
	s.path = path
	return s, nil
}

// prune drops the oldest files until the history is under its limit, those set
// aside first; the newest version of an origin stays as long as it can. Strays
// of a write that never ended are dropped by age.
func (h *History) prune() error {
	type file struct {
		path   string
		octets int64
		rank   int // 0 goes first
		time   time.Time
	}
	var files []file
	var total int64
	newest := map[string]int{}
	err := filepath.WalkDir(h.dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // another program may have dropped it
		case e.IsDir() && strings.HasSuffix(path, statefile.BadSuffix):
			return fs.SkipDir // somebody else's
		case e.IsDir():
			return nil
		}
		info, err := e.Info()
		if err != nil || e.Name() == failingName {
			return nil
		}
		f := file{path, info.Size(), 1, info.ModTime()}
		if !isEntryName(e.Name()) {
			f.rank = 0
			if !strings.HasSuffix(e.Name(), statefile.BadSuffix) {
				if h.now().Sub(info.ModTime()) > strayAge {
					os.Remove(path)
				}
				return nil
			}
		} else if ms, _, ok := strings.Cut(e.Name(), "-"); ok {
			if n, err := strconv.ParseInt(ms, 10, 64); err == nil {
				f.time = time.UnixMilli(n)
			}
			newest[filepath.Dir(path)] = len(files) // WalkDir goes in the order of names
		}
		files, total = append(files, f), total+f.octets
		return nil
	})
	if err != nil {
		return err
	}
	for _, i := range newest {
		files[i].rank = 2
	}
	sort.SliceStable(files, func(i, j int) bool {
		if files[i].rank != files[j].rank {
			return files[i].rank < files[j].rank
		}
		return files[i].time.Before(files[j].time)
	})
	var problems []error
	for _, f := range files {
		if total <= h.limit {
			break
		}
		if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			problems = append(problems, err)
			continue
		}
		total -= f.octets
	}
	return errors.Join(problems...)
}
