package fetch

import (
	"time"

	"robotslens/engine"
)

// Version is one state of a robots.txt in time.
type Version struct {
	Name    string    // a file name, the short hash of a commit, or a history id
	Time    time.Time // from when on it held
	Bytes   []byte
	Subject string // the commit's subject line, or where it was fetched from
	Author  string // of the commit; empty elsewhere
	Gone    bool   // there was no file
}

// HeldAt is the versions, of a list in time order, that a crawler may have held
// at a time: the one that was up, and those up within 24 hours before it, which
// may have been cached (RFC 9309 2.4). Before the first version it is empty.
func HeldAt(versions []Version, at time.Time) []Version {
	first, end := 0, 0
	for i, v := range versions {
		if v.Time.After(at) {
			break
		}
		end = i + 1
		if !v.Time.After(at.Add(-engine.CacheTime)) {
			first = i
		}
	}
	return versions[first:end]
}
