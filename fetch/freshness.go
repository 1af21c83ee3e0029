package fetch

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"robotslens/engine"
)

// Freshness is how old a copy is and how long it may be used.
type Freshness struct {
	Age    time.Duration // since it left the origin server
	RFC    time.Duration // lifetime: 24 hours, less where the server says so
	Google time.Duration // lifetime: 24 hours, or what max-age says
	Why    string        // the header that changes a lifetime; empty where none does
}

// Fresh works out the freshness of a copy fetched at one time, at another. It is
// pure. RFC 9309 2.4 lets a crawler follow the usual cache control (RFC 9111)
// within its 24 hours; Google's document lets max-age lengthen or shorten them.
func Fresh(fetched, now time.Time, h http.Header) Freshness {
	f := Freshness{Age: max(0, now.Sub(fetched)), RFC: engine.CacheTime, Google: engine.CacheTime}
	if before, ok := seconds(h.Get("Age")); ok {
		f.Age += before
	}
	for _, line := range h.Values("Cache-Control") {
		for directive := range strings.SplitSeq(line, ",") {
			name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
			switch strings.ToLower(name) {
			case "no-store", "no-cache":
				f.RFC, f.Why = 0, strings.ToLower(name)
			case "max-age":
				age, ok := seconds(strings.Trim(value, `"`))
				if !ok {
					continue
				}
				f.RFC, f.Google = min(f.RFC, age), age
				if f.Why == "" {
					f.Why = "max-age=" + strconv.Itoa(int(age.Seconds()))
				}
			}
		}
	}
	if expires, err := http.ParseTime(h.Get("Expires")); err == nil && f.Why == "" {
		f.RFC, f.Why = min(f.RFC, max(0, expires.Sub(fetched))), "Expires"
	}
	return f
}

// seconds reads delta-seconds, cut at a year so that no sum overflows.
func seconds(s string) (time.Duration, bool) {
	const year = 365 * 24 * 3600
	n, err := strconv.ParseUint(strings.TrimSpace(s), 10, 64)
	if err != nil {
		return 0, false
	}
	return time.Duration(min(n, year)) * time.Second, true
}
