package lessons

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2/maybe"

	"robotslens/fetch/statefile"
)

const (
	progressFile    = "lessons.json"
	progressVersion = 1
	progressOctets  = 1 << 20 // the most that is read back
)

// Progress is what a learner has done. The zero value is a fresh start.
type Progress struct {
	Version int              `json:"version"`
	Last    string           `json:"last,omitempty"` // slug of the lesson that was open last
	Done    map[string][]int `json:"done,omitempty"` // slug to the 0-based pages done, in order
}

// LoadProgress reads the progress kept in dir. A missing file is a fresh start. A file that is damaged
// or was written by a later version is set aside under another name, as the error tells; the progress
// is fresh then, as it is where the file can't be read.
func LoadProgress(dir string) (Progress, error) {
	var p Progress
	err := statefile.Load(filepath.Join(dir, progressFile), progressOctets, func(b []byte) error {
		switch err := json.Unmarshal(b, &p); {
		case err != nil:
			return err
		case p.Version > progressVersion:
			return errors.New("it was written by a later robotslens")
		case p.Version != progressVersion:
			return errors.New("it is damaged")
		}
		return nil
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Progress{}, nil
	case err != nil:
		return Progress{}, fmt.Errorf("progress of the lessons: %w", err)
	}
	return p, nil
}

// Save writes p into dir, which is made if it is not there. The file is replaced at once or not at all.
func (p Progress) Save(dir string) error {
	p.Version = progressVersion
	data, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return fmt.Errorf("progress of the lessons: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("progress of the lessons: %w", err)
	}
	if err := maybe.WriteFile(filepath.Join(dir, progressFile), append(data, '\n'), 0o600); err != nil {
		return fmt.Errorf("progress of the lessons: %w", err)
	}
	return nil
}

// Mark notes that page (0-based) of lesson slug is done.
func (p *Progress) Mark(slug string, page int) {
	at, found := slices.BinarySearch(p.Done[slug], page)
	if found {
		return
	}
	if p.Done == nil {
		p.Done = map[string][]int{}
	}
	p.Done[slug] = slices.Insert(slices.Clone(p.Done[slug]), at, page)
}

// Has tells whether page (0-based) of lesson slug is done.
func (p Progress) Has(slug string, page int) bool {
	return slices.Contains(p.Done[slug], page)
}

// Finished tells whether every task of l is done.
func (p Progress) Finished(l *Lesson) bool {
	for i, page := range l.Pages {
		if page.Task != nil && !p.Has(l.Slug, i) {
			return false
		}
	}
	return true
}

// Resume returns the first page with a task that is not done, from the start of the course. ok is false
// when everything is done.
func (p Progress) Resume(course []*Lesson) (l *Lesson, page int, ok bool) {
	for _, l := range course {
		for i, page := range l.Pages {
			if page.Task != nil && !p.Has(l.Slug, i) {
				return l, i, true
			}
		}
	}
	return nil, 0, false
}
