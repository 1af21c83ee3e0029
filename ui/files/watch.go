package files

import (
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// settle is how long a folder must be quiet before a change is told: editors
	// write a file in several steps.
	settle = 60 * time.Millisecond
	// again is how often a folder that is gone is looked for.
	again = time.Second
)

// Watcher tells when something happens to a file. It watches folders, since
// programs that save by renaming put another file in its place.
type Watcher struct {
	changed chan struct{}
	fs      *fsnotify.Watcher
}

// Watch begins to watch the files at paths, which need not be there yet, or all
// of a folder where a path ends in a separator. Where the system cannot watch,
// the error says why.
func Watch(paths ...string) (*Watcher, error) {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &Watcher{changed: make(chan struct{}, 1), fs: fs}
	names, folders, leads := map[string]bool{}, map[string]bool{}, map[string]string{}
	for _, p := range paths {
		if p != "" && p[len(p)-1] == filepath.Separator {
			folders[filepath.Clean(p)] = true
			names[filepath.Clean(p)] = true
			continue
		}
		leads[p] = FileName(p)
		for _, name := range []string{p, leads[p]} {
			names[filepath.Clean(name)] = true
			folders[filepath.Dir(name)] = true
		}
	}
	go w.run(names, folders, leads)
	return w, nil
}

// Changed yields once after one or more changes; it is closed by Close.
func (w *Watcher) Changed() <-chan struct{} { return w.changed }

// Close ends the watch.
func (w *Watcher) Close() { _ = w.fs.Close() }

func (w *Watcher) run(names, folders map[string]bool, leads map[string]string) {
	defer close(w.changed)
	quiet := time.NewTimer(0)
	look := time.NewTicker(again)
	defer look.Stop()
	watched := map[string]bool{}
	add := func() {
		for f := range folders {
			if !watched[f] && w.fs.Add(f) == nil {
				watched[f] = true
				quiet.Reset(settle) // what happened before is not known
			}
		}
	}
	add()
	for {
		select {
		case e, ok := <-w.fs.Events:
			if !ok {
				return
			}
			name := filepath.Clean(e.Name)
			if watched[name] && e.Has(fsnotify.Remove|fsnotify.Rename) {
				_ = w.fs.Remove(name)
				delete(watched, name)
				quiet.Reset(settle)
			}
			if e.Op != fsnotify.Chmod && (names[name] || names[filepath.Dir(name)]) {
				quiet.Reset(settle)
			}
		case _, ok := <-w.fs.Errors:
			if !ok {
				return
			}
			quiet.Reset(settle) // events were lost: look
		case <-look.C:
			add()
			for p, was := range leads {
				// The link of a folder above is in none of the folders watched.
				if to := FileName(p); to != was {
					leads[p] = to
					quiet.Reset(settle)
				}
			}
		case <-quiet.C:
			select {
			case w.changed <- struct{}{}:
			default: // the last one is not taken yet
			}
		}
	}
}
