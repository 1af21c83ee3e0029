package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"robotslens/fetch"
	"robotslens/fetch/statefile"
)

// Left is unsaved text that a program left behind when it died.
type Left struct {
	Text    []byte
	When    time.Time // of the last change that was kept
	Process int

	path string
	lock *os.File
}

// leftHead is the first line of a recovery file. The octets of the text follow.
type leftHead struct {
	Version int       `json:"robotslens_recovery"`
	Name    string    `json:"name"`
	When    time.Time `json:"when"`
	Octets  int       `json:"octets"`
	SHA256  string    `json:"sha256"`
}

const (
	leftVersion = 1
	leftOctets  = 2 * fetch.InputOctets // the most that is read back
)

// writeLeft writes a recovery file by renaming, so that at every moment the one
// before or the new one is there, whole.
func writeLeft(path, name string, text []byte, when time.Time) error {
	sum := sha256.Sum256(text)
	head, err := json.Marshal(leftHead{leftVersion, name, when.UTC(), len(text), hex.EncodeToString(sum[:])})
	if err != nil {
		return err
	}
	next := path + nextEnd
	opened, err := system.open(next, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	f := system.through(opened)
	_, err = f.Write(append(append(head, '\n'), text...))
	if err = errors.Join(err, f.Close()); err == nil {
		err = system.rename(next, path)
	}
	if err != nil {
		os.Remove(next)
	}
	return err
}

// readLeft reads a recovery file whose lock is held by lock. It is nil where
// there is none; where what is there is not what was written, or was written by
// a later version, it is set aside and the error says so.
func readLeft(lock *os.File, path, name string) (*Left, error) {
	l := &Left{path: path, lock: lock}
	err := statefile.Load(path, leftOctets, func(raw []byte) error {
		text, head, err := parseLeft(raw)
		if err == nil && head.Name != name {
			err = fmt.Errorf("is of %q", head.Name)
		}
		l.Text, l.When = text, head.When
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	base := path[strings.LastIndexByte(path, os.PathSeparator)+1:]
	l.Process, _ = process(base)
	return l, nil
}

func parseLeft(raw []byte) (text []byte, head leftHead, err error) {
	first, text, ok := bytes.Cut(raw, []byte("\n"))
	if !ok || json.Unmarshal(first, &head) != nil || head.Version < 1 {
		return nil, head, errors.New("has no head")
	}
	if head.Version > leftVersion {
		return nil, head, fmt.Errorf("was written by a later version (%d)", head.Version)
	}
	sum := sha256.Sum256(text)
	if len(text) != head.Octets || hex.EncodeToString(sum[:]) != head.SHA256 {
		return nil, head, errors.New("is cut short or changed")
	}
	return text, head, nil
}

// Drop removes the text for good.
func (l *Left) Drop() error {
	err := os.Remove(l.path)
	_ = os.Remove(l.lock.Name())
	l.lock.Close()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Release lets go of the text without removing it: the next program finds it.
func (l *Left) Release() { l.lock.Close() }
