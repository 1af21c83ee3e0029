package ui

import (
	"fmt"

	"robotslens/engine"
	"robotslens/engine/lint"
	"robotslens/fetch"
)

// sourceOf is a result as the screen shows it: the file that came, the last
// good copy where none did, or nothing. A page that came with an error is no
// robots.txt.
func sourceOf(r *fetch.Result) (Source, []byte) {
	answer := r.Answer(engine.Origin{})
	s := Source{Kind: Live, Name: r.RobotsURL, Origin: r.Origin, Answer: &answer, Status: statusWords(r), At: r.At, fetched: FetchFacts(r)}
	for _, w := range r.Warnings {
		switch w.Code {
		case "utf-16", "binary", "html-body", "nul", "not-utf-8", "stopped", "cut":
			s.Warning = w.Text
		}
	}
	switch {
	case r.Meaning("rfc", engine.Origin{}).Do == engine.DoRules:
		return s, r.Body
	case r.HasCached:
		s.Status += ", last good copy"
		return s, r.Copy
	}
	return s, nil
}

// FetchFacts is what the linter is told of a fetch; nil where there was none.
func FetchFacts(r *fetch.Result) *lint.Fetch {
	if r == nil {
		return nil
	}
	return &lint.Fetch{URL: r.RobotsURL, Status: r.Status, Err: r.Error, Redirects: len(r.Hops), FinalURL: r.FinalURL,
		ContentType: r.Header.Get("Content-Type"), CacheControl: r.Header.Get("Cache-Control"), Cut: r.Truncated()}
}

// statusWords is how a file was served in a few words.
func statusWords(r *fetch.Result) string {
	switch {
	case r.Failure != engine.FailNone && (r.Status < 400 || r.Status > 599):
		return r.Failure.Words()
	case r.Cached:
		return "304, unchanged"
	}
	return fmt.Sprint(r.Status)
}
