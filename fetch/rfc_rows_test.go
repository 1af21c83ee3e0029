package fetch

import (
	"net/http"
	"testing"
	"time"
)

// The tests of this file hold RFC 9309 2.4; see ui/lessons/coverage_test.go.

func TestACopyMayBeUsedForADayAtMost(t *testing.T) {
	at := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)
	for _, h := range []http.Header{{}, {"Cache-Control": {"max-age=999999999"}}, {"Expires": {"Fri, 01 Oct 2027 12:00:00 GMT"}}} {
		if f := Fresh(at, at.Add(time.Hour), h); f.RFC != 24*time.Hour || f.Age != time.Hour {
			t.Errorf("%v: %+v", h, f)
		}
	}
}

func TestCacheControlShortensTheDay(t *testing.T) {
	at := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		header http.Header
		want   time.Duration
	}{
		{http.Header{"Cache-Control": {"public, max-age=60"}}, time.Minute},
		{http.Header{"Cache-Control": {"no-store"}}, 0},
		{http.Header{"Expires": {"Thu, 01 Oct 2026 13:00:00 GMT"}}, time.Hour},
	} {
		if f := Fresh(at, at, tt.header); f.RFC != tt.want {
			t.Errorf("%v: %v, want %v", tt.header, f.RFC, tt.want)
		}
	}
}
