package fetch

import (
	"strings"

	"robotslens/engine"
)

// Elsewhere names the origins of urls that a file of from does not govern, each
// once, in the order of the list. It is empty where from is not known.
func Elsewhere(from engine.Origin, urls []string) (origins []string) {
	if !from.Known() {
		return nil
	}
	fronts, told := map[string]bool{}, map[string]bool{}
	for _, url := range urls {
		front := url
		if at := strings.Index(url, "://"); at >= 0 {
			host := url[at+len("://"):]
			if end := strings.IndexAny(host, "/?#;\\"); end >= 0 {
				host = host[:end]
			}
			front = url[:at+len("://")+len(host)]
		} else if url == "" || url[0] == '/' {
			continue // a path names no origin
		}
		if fronts[front] {
			continue
		}
		fronts[front] = true
		o := OriginOf(url)
		if name := o.String(); o.Known() && !engine.SameOrigin(from, o) && !told[name] {
			told[name] = true
			origins = append(origins, name)
		}
	}
	return origins
}
