package fetch

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"robotslens/engine"
)

// hostsAtOnce is how many servers are asked at the same time.
const hostsAtOnce = 4

// Hosts gathers the origins of a list of URLs and fetches the robots.txt of
// each once. The zero value is usable once Client is set.
type Hosts struct {
	Client  *Client
	History *History // keeps what was fetched; may be nil
	Max     int      // origins in all; 200

	origins []engine.Origin
	known   map[engine.Origin]bool
	left    int
	local   map[engine.Origin]*Input
}

// Stand lets a local file stand in for its origin, which is then not asked.
func (h *Hosts) Stand(in *Input) {
	if h.local == nil {
		h.local = map[engine.Origin]*Input{}
	}
	h.local[in.Origin] = in
}

// Add notes the origin of a URL. It is false where the URL has no http or https
// origin, or where there are more origins than Max.
func (h *Hosts) Add(rawURL string) bool {
	o, err := webOrigin(rawURL)
	if err != nil {
		return false
	}
	if h.known[o] {
		return true
	}
	limit := h.Max
	if limit <= 0 {
		limit = 200
	}
	if len(h.origins) >= limit {
		h.left++
		return false
	}
	if h.known == nil {
		h.known = map[engine.Origin]bool{}
	}
	h.known[o] = true
	h.origins = append(h.origins, o)
	return true
}

// Origins is what was noted so far, in the order of the list, and how many URLs
// were turned away because of Max.
func (h *Hosts) Origins() (origins []engine.Origin, left int) { return h.origins, h.left }

// Fetch asks each origin for its robots.txt, a few at a time, and tells of each
// that is done. A server that fails has an Input whose Result says so; the
// error is the end of the context.
func (h *Hosts) Fetch(ctx context.Context, tell func(done, all int)) (map[engine.Origin]*Input, error) {
	var (
		mu    sync.Mutex
		files = map[engine.Origin]*Input{}
	)
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(hostsAtOnce)
	for _, o := range h.origins {
		group.Go(func() error {
			in := h.local[o]
			if in == nil {
				var err error
				in, err = Read(within, o.String()+"/", InputOptions{Client: h.Client, History: h.History})
				if in == nil {
					return err
				}
			}
			mu.Lock()
			defer mu.Unlock()
			files[o] = in
			if tell != nil {
				tell(len(files), len(h.origins))
			}
			return nil
		})
	}
	err := group.Wait()
	return files, err
}
