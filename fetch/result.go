package fetch

import (
	"net/http"
	"time"

	"robotslens/engine"
)

// How much of a body is used and read, in octets after decompression.
const (
	VerdictOctets = engine.Limit // what a crawler must parse (RFC 9309 2.5)
	ReadOctets    = 4 << 20      // what is read and kept; there reading stops
)

// Hop is one redirect, as the server gave it.
type Hop struct {
	URL      string `json:"url"`      // what was asked for
	Status   int    `json:"status"`   // 301, 302, ...
	Location string `json:"location"` // the header as it came, maybe relative or unusable
}

// Warning is something about how a file is served that a person should know.
type Warning struct {
	Code string // stable, for tests and keys: html, cut, access-denied, ...
	Text string // one sentence; may quote foreign text
}

// Result is what came of asking for one robots.txt.
type Result struct {
	URL       string        // as the caller gave it
	RobotsURL string        // what was asked for first
	FinalURL  string        // what answered last, after redirects
	Origin    engine.Origin // what the file governs: the first authority
	UserAgent string        // what was sent

	Hops    []Hop
	Status  int    // of the last answer; 0 where there was none
	Proto   string // of the last answer: HTTP/1.1, HTTP/2.0
	Failure engine.Failure
	Error   string // the failure in plain words; empty where there was none

	Header      http.Header // those that matter, with their values as they came
	HeaderLines int         // how many header lines the answer had
	Encoding    string      // content coding: identity, gzip, deflate, ...
	Body        []byte      // decoded octets, at most ReadOctets
	Stopped     bool        // there was more than ReadOctets

	At        time.Time     // when it was asked
	Took      time.Duration // how long it took
	Cached    bool          // Body is the copy at hand, which the server confirmed (304)
	HasCached bool          // there is a good copy: Body where Cached, else Copy
	Copy      []byte        // the last good copy, where the fetch failed
	CachedAt  time.Time     // when the copy was fetched or last confirmed
	Since     time.Duration // how long the file has been failing

	Warnings []Warning
}

// Answered tells whether an HTTP answer was read at all.
func (r *Result) Answered() bool { return r.Status != 0 }

// Truncated tells whether the file is longer than the octets a verdict is
// taken from.
func (r *Result) Truncated() bool { return len(r.Body) > VerdictOctets }

// VerdictBody is the part of the body that decides.
func (r *Result) VerdictBody() []byte { return r.Body[:min(len(r.Body), VerdictOctets)] }

// CachedAge is the age of the copy at hand, 0 for a body that came just now.
func (r *Result) CachedAge() time.Duration {
	if !r.HasCached || r.CachedAt.IsZero() {
		return 0
	}
	return max(0, r.At.Sub(r.CachedAt))
}

// Answer is the result as the engine wants it, for a URL under test; the zero
// Origin asks about the file alone.
func (r *Result) Answer(url engine.Origin) engine.Answer {
	return engine.Answer{
		Status: r.Status, Failure: r.Failure, Hops: len(r.Hops), Since: r.Since,
		HasCached: r.HasCached, CachedAge: r.CachedAge(), File: r.Origin, URL: url,
	}
}

// Meaning is what the result means to a dialect.
func (r *Result) Meaning(dialect string, url engine.Origin) engine.Meaning {
	return engine.Mean(r.Answer(url), dialect)
}

// Report is the object that `fetch --format json` prints.
type Report struct {
	URL         string        `json:"url"`
	RobotsURL   string        `json:"robots_url"`
	Hops        []Hop         `json:"hops"`
	Status      int           `json:"status"`
	Error       string        `json:"error"`
	ContentType string        `json:"content_type"`
	Bytes       int           `json:"bytes"`
	Truncated   bool          `json:"truncated"`
	Cached      bool          `json:"cached"`
	AgeSeconds  int64         `json:"age_seconds"`
	Encoding    string        `json:"encoding"`
	Meaning     ReportMeaning `json:"meaning"`
	Warnings    []string      `json:"warnings"`
}

// ReportMeaning is what an answer means to the two dialects that fetch.
type ReportMeaning struct {
	RFC    engine.Do `json:"rfc"`
	Google engine.Do `json:"google"`
}

// Report is the result in the form of CLI.md. Its texts may hold foreign
// octets; JSON escapes the C0 ones, the rest is the printer's part.
func (r *Result) Report() Report {
	rep := Report{
		URL: r.URL, RobotsURL: r.RobotsURL, Hops: append([]Hop{}, r.Hops...), Status: r.Status, Error: r.Error,
		ContentType: r.Header.Get("Content-Type"), Bytes: len(r.Body), Truncated: r.Truncated(),
		Cached: r.HasCached, AgeSeconds: int64(r.CachedAge().Seconds()), Encoding: r.Encoding,
		Meaning: ReportMeaning{
			RFC:    r.Meaning("rfc", engine.Origin{}).Do,
			Google: r.Meaning("google", engine.Origin{}).Do,
		},
		Warnings: []string{},
	}
	for _, w := range r.Warnings {
		rep.Warnings = append(rep.Warnings, w.Text)
	}
	return rep
}
