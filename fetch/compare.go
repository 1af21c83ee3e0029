package fetch

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"robotslens/engine"
)

// Comparison is what the four usual addresses of one site serve: http and
// https, the bare host and www.
type Comparison struct {
	Results  []*Result
	Warnings []Warning // where they differ
}

// Compare asks the four addresses of a site for their robots.txt. It is done
// only when a person asks: it costs a site four requests.
func Compare(ctx context.Context, c *Client, rawURL string) (*Comparison, error) {
	origin, err := webOrigin(rawURL)
	if err != nil {
		return nil, err
	}
	bare := strings.TrimPrefix(origin.Host, "www.")
	var addresses []engine.Origin
	for _, host := range []string{bare, "www." + bare} {
		if origin.Port != "" {
			addresses = append(addresses, engine.Origin{Scheme: origin.Scheme, Host: host, Port: origin.Port})
			continue
		}
		addresses = append(addresses, engine.Origin{Scheme: "https", Host: host}, engine.Origin{Scheme: "http", Host: host})
	}
	hosts := &Hosts{Client: c}
	for _, a := range addresses {
		hosts.Add(a.String())
	}
	files, err := hosts.Fetch(ctx, nil)
	if err != nil {
		return nil, err
	}
	cmp := &Comparison{}
	for _, a := range addresses {
		if in := files[a]; in != nil {
			cmp.Results = append(cmp.Results, in.Result)
		}
	}
	cmp.compare()
	return cmp, nil
}

// compare tells of each address that differs from the first that has a file.
func (cmp *Comparison) compare() {
	var base *Result
	for _, r := range cmp.Results {
		if r.good() {
			base = r
			break
		}
	}
	if base == nil {
		return
	}
	for _, r := range cmp.Results {
		switch {
		case r == base:
		case r.good() && !bytes.Equal(r.Body, base.Body):
			cmp.add("%s and %s serve different files: each governs its own URLs only", base.Origin, r.Origin)
		case !r.good():
			m := r.Meaning("rfc", engine.Origin{})
			cmp.add("%s serves a file, %s does not: %s", base.Origin, r.Origin, m.Sentence)
		}
	}
}

// Differ names the origins that serve another file than from does. It is empty
// where from serves none.
func (cmp *Comparison) Differ(from engine.Origin) (origins []string) {
	var base *Result
	for _, r := range cmp.Results {
		if r.good() && r.Origin == from {
			base = r
		}
	}
	if base == nil {
		return nil
	}
	for _, r := range cmp.Results {
		if r.good() && !bytes.Equal(r.Body, base.Body) {
			origins = append(origins, r.Origin.String())
		}
	}
	return origins
}

// SameSite reports whether two origins are addresses of one site: their hosts
// are the same, but for a www. in front.
func SameSite(a, b engine.Origin) bool {
	return strings.TrimPrefix(a.Host, "www.") == strings.TrimPrefix(b.Host, "www.")
}

func (cmp *Comparison) add(format string, args ...any) {
	cmp.Warnings = append(cmp.Warnings, Warning{"hosts-differ", fmt.Sprintf(format, args...) + "."})
}
