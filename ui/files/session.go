package files

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Session is the hold that a running program has on one text: others that open
// the same text see it, and its unsaved text is kept where they find it if the
// program dies.
//
// Each text has a folder of its own in the state folder. In it each program has
// a lock file, held by the kernel so that it cannot be left behind held, and
// beside it the unsaved text.
type Session struct {
	name   string
	folder string
	id     string // process and start, as a file name
	lock   *os.File

	mu     sync.Mutex
	closed bool
}

const (
	lockEnd, textEnd = ".lock", ".text"
	nextEnd          = ".new" // after textEnd, while it is written
)

// OpenSession takes hold of the text called name, which for a file is its path.
// The state folder must be absolute. Where the folder cannot be written the
// error says so, and there is no Session.
func OpenSession(state, name string) (*Session, error) {
	if !filepath.IsAbs(state) {
		return nil, errors.New("there is no state folder: set HOME or XDG_STATE_HOME")
	}
	sum := sha256.Sum256([]byte(name))
	s := &Session{
		name:   name,
		folder: filepath.Join(state, "unsaved", hex.EncodeToString(sum[:8])),
		id:     fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano()),
	}
	f, err := s.create()
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		f.Close()
		os.Remove(f.Name())
		return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	s.lock = f
	return s, nil
}

// create makes the lock file. Another program may take the empty folder away just
// when it is made, so it is tried again.
func (s *Session) create() (f *os.File, err error) {
	for range 3 {
		if err = os.MkdirAll(s.folder, 0o700); err != nil {
			return nil, err
		}
		f, err = os.OpenFile(s.path(lockEnd), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if !errors.Is(err, os.ErrNotExist) {
			break
		}
	}
	return f, err
}

func (s *Session) path(end string) string { return filepath.Join(s.folder, s.id+end) }

// Folder is where all programs that hold the text have their files; it changes
// when one comes or goes.
func (s *Session) Folder() string { return s.folder + string(filepath.Separator) }

// Others are the processes that hold the same text now.
func (s *Session) Others() []int {
	var pids []int
	for _, id := range s.ids() {
		f, err := os.OpenFile(filepath.Join(s.folder, id+lockEnd), os.O_RDWR, 0)
		if err != nil {
			continue // it went just now
		}
		if pid, ok := process(id); ok && !trySeen(f) {
			pids = append(pids, pid)
		}
		f.Close()
	}
	slices.Sort(pids)
	return pids
}

// Left is what programs that died left unsaved, the newest first. It is held
// until it is dropped or released, so that two programs never offer the same.
// Damaged texts and those of a later version are set aside, and their number is
// returned.
func (s *Session) Left() (left []*Left, damaged int) {
	for _, id := range s.ids() {
		name := filepath.Join(s.folder, id+lockEnd)
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		// It is shared from then on, lest this program be taken for the one that died.
		if !tryLock(f) || !share(f) {
			f.Close()
			continue
		}
		_ = os.Remove(filepath.Join(s.folder, id+textEnd+nextEnd)) // it died while it wrote
		l, err := readLeft(f, filepath.Join(s.folder, id+textEnd), s.name)
		switch {
		case l != nil:
			left = append(left, l)
			continue
		case err != nil:
			damaged++
		}
		// A lock without a text may be that of a program that is just starting.
		if started, ok := start(id); err != nil || ok && time.Since(started) > time.Minute {
			_ = os.Remove(name)
		}
		f.Close()
	}
	slices.SortFunc(left, func(a, b *Left) int { return b.When.Compare(a.When) })
	return left, damaged
}

// ids are those of all others that have or had a hold on the text.
func (s *Session) ids() []string {
	entries, _ := os.ReadDir(s.folder)
	var ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), lockEnd); ok && id != s.id {
			ids = append(ids, id)
		}
	}
	return ids
}

// process is the process that an id names.
func process(id string) (pid int, ok bool) {
	p, _, _ := strings.Cut(id, "-")
	pid, err := strconv.Atoi(p)
	return pid, err == nil
}

// start is when the program that an id names began to hold the text.
func start(id string) (time.Time, bool) {
	_, nanos, _ := strings.Cut(id, "-")
	n, err := strconv.ParseInt(nanos, 10, 64)
	return time.Unix(0, n), err == nil
}

// Keep writes the unsaved text, whole or not at all. It is not forced onto the
// disk: what outlives the program is enough, and must not wait for the disk.
func (s *Session) Keep(text []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return bare(err)
	}
	if err := writeLeft(s.path(textEnd), s.name, text, time.Now()); err != nil {
		return bare(err)
	}
	return nil
}

// Forget removes the unsaved text, since it was saved or is not wanted.
func (s *Session) Forget() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := os.Remove(s.path(textEnd)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Close ends the hold. What Keep wrote last stays, to be found by the next
// program, with its lock file; else nothing is left.
func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	s.lock.Close()
	if !Exists(s.path(textEnd)) {
		_ = os.Remove(s.path(lockEnd))
		_ = os.Remove(s.folder) // succeeds only where it is empty
	}
}
