package engine

import (
	"fmt"
	"time"
)

// CacheTime is how long a crawler may go on using the copy of a file that it
// has (RFC 9309 2.4).
const CacheTime = 24 * time.Hour

// Failure says why a fetch brought no whole answer.
type Failure string

// The failures a fetch tells apart. Those up to FailProtocol make a file
// unreachable (RFC 9309 2.3.1.4); the last two are ends of a redirect chain.
const (
	FailNone        Failure = ""
	FailDNS         Failure = "dns"                // the host has no address
	FailRefused     Failure = "refused"            // no connection
	FailReset       Failure = "reset"              // the connection broke off
	FailTLS         Failure = "tls"                // no trusted connection
	FailTimeout     Failure = "timeout"            // no answer in time
	FailShortBody   Failure = "short body"         // fewer octets than announced
	FailBadChunks   Failure = "bad chunking"       // chunk framing is broken
	FailProtocol    Failure = "protocol"           // the answer is not HTTP
	FailTooManyHops Failure = "too many redirects" // a sixth redirect, or a loop
	FailBadRedirect Failure = "bad redirect"       // no http or https Location
)

// MaxRedirects is how many redirects are followed (RFC 9309 2.3.1.2: at least
// five).
const MaxRedirects = 5

const (
	rfcUnreachable = 30 * 24 * time.Hour // RFC 9309 2.3.1.4 gives 30 days as its example
	googleStops    = 12 * time.Hour
	googleUsesCopy = googleStops + 30*24*time.Hour
)

// Answer is what came of asking for a robots.txt.
type Answer struct {
	Status    int           // HTTP status of the last answer, 0 where there was none
	Failure   Failure       // why there is no whole answer
	Hops      int           // redirects followed or met
	Since     time.Duration // how long it has been failing
	SiteDown  bool          // the rest of the site is known to fail too
	HasCached bool          // a good copy from before the failure is at hand
	CachedAge time.Duration // age of that copy
	File      Origin        // what the file governs; zero where not known
	URL       Origin        // origin of the URL under test; zero for a path alone
}

// Do is what a crawler does after a fetch.
type Do string

// What a crawler does. The values are those of `fetch --format json`.
const (
	DoRules        Do = "rules"          // parse the body and obey it
	DoAllowAll     Do = "allow-all"      // as if there were no file
	DoDisallowAll  Do = "disallow-all"   // fetch nothing
	DoLastGoodCopy Do = "last-good-copy" // obey the copy from before the failure
	DoOutOfScope   Do = "out-of-scope"   // another file governs the URL
)

// Meaning is what an Answer means to one dialect.
type Meaning struct {
	Do       Do
	Reason   string // unavailable, unreachable, out-of-scope; empty where rules decide
	Sentence string // in plain words, without a full stop
	Source   string // whose word it is
}

const (
	sourceGoogle      = "Google, robots.txt specification: handling of errors and HTTP status codes"
	sourceGoogleScope = "Google, robots.txt specification: file location and range of validity"
	sourcePython      = "CPython, urllib.robotparser: RobotFileParser.read"
	reasonUnavailable = "unavailable"
	reasonUnreachable = "unreachable"
	reasonOutOfScope  = "out-of-scope"
)

// Mean says what an answer means to a dialect: rfc, google or python; any
// other name is read as rfc. It is pure: the table is the one of RFC 9309 2.3
// and of Google's document.
func Mean(a Answer, dialect string) Meaning {
	if !SameOrigin(a.File, a.URL) {
		m := Meaning{DoOutOfScope, reasonOutOfScope, fmt.Sprintf(
			"this file governs %s; it says nothing about %s", a.File, a.URL), "RFC 9309 2.3"}
		if dialect == "google" {
			m.Source = sourceGoogleScope
		}
		return m
	}
	switch dialect {
	case "google":
		return meanGoogle(a, classify(a))
	case "python":
		return meanPython(a, classify(a))
	}
	return meanRFC(a, classify(a))
}

// Verdict is the verdict of a meaning that needs no rules; decided is false
// where a file has to be read first.
func (m Meaning) Verdict() (allowed, decided bool) {
	switch m.Do {
	case DoAllowAll, DoOutOfScope:
		return true, true
	case DoDisallowAll:
		return false, true
	}
	return false, false
}

// String is the sentence with its source, as the verdict pane shows it.
func (m Meaning) String() string { return m.Sentence + " (" + m.Source + ")" }

type answerClass int

const (
	classGood answerClass = iota
	classRedirect
	classUnavailable
	classUnreachable
)

// classify sorts an answer into the four cases of RFC 9309 2.3.1. A body that
// breaks off matters only where the body would have been read: a 404 stays a
// 404, however its error page ends.
func classify(a Answer) answerClass {
	switch {
	case a.Failure == FailTooManyHops, a.Failure == FailBadRedirect, a.Hops > MaxRedirects:
		return classRedirect
	case a.Failure != FailNone && !(a.Status >= 400 && a.Status <= 599):
		return classUnreachable
	}
	switch {
	case a.Status >= 200 && a.Status <= 299, a.Status == 304 && a.HasCached:
		return classGood
	case a.Status >= 300 && a.Status <= 399:
		return classRedirect
	case a.Status >= 400 && a.Status <= 499:
		return classUnavailable
	}
	return classUnreachable
}

func meanRFC(a Answer, c answerClass) Meaning {
	what := a.what()
	switch c {
	case classGood:
		return meanRules(a, "RFC 9309 2.3.1.1")
	case classRedirect:
		return Meaning{DoAllowAll, reasonUnavailable,
			what + ": the file counts as unavailable, a crawler may fetch everything", "RFC 9309 2.3.1.2"}
	case classUnavailable:
		return Meaning{DoAllowAll, reasonUnavailable,
			what + ": unavailable, a crawler may fetch everything", "RFC 9309 2.3.1.3"}
	}
	if a.Since > rfcUnreachable {
		return Meaning{DoAllowAll, reasonUnavailable, fmt.Sprintf(
			"%s for %s: after 30 days the file may count as unavailable, and everything may be fetched",
			what, howLong(a.Since)), "RFC 9309 2.3.1.4"}
	}
	return Meaning{DoDisallowAll, reasonUnreachable, what + ": complete disallow", "RFC 9309 2.3.1.4"}
}

func meanGoogle(a Answer, c answerClass) Meaning {
	what := a.what()
	if a.Status == 429 && c == classUnavailable {
		c = classUnreachable
	}
	switch c {
	case classGood:
		return meanRules(a, sourceGoogle)
	case classRedirect:
		return Meaning{DoAllowAll, reasonUnavailable, what + ": read as 404, no restrictions", sourceGoogle}
	case classUnavailable:
		return Meaning{DoAllowAll, reasonUnavailable, what + ": as if there were no file, no restrictions", sourceGoogle}
	}
	lasting := fmt.Sprintf("%s for %s", what, howLong(a.Since))
	switch {
	case a.Since <= googleStops:
		return Meaning{DoDisallowAll, reasonUnreachable,
			what + ": in the first 12 hours nothing is crawled", sourceGoogle}
	case a.Since <= googleUsesCopy && a.HasCached:
		return Meaning{DoLastGoodCopy, reasonUnreachable,
			lasting + ": the last good copy is used for 30 days", sourceGoogle}
	case a.Since <= googleUsesCopy:
		return Meaning{DoAllowAll, reasonUnavailable,
			lasting + ": there is no good copy to use, so no restrictions", sourceGoogle}
	case a.SiteDown:
		return Meaning{DoDisallowAll, reasonUnreachable,
			lasting + ", and the whole site fails: crawling stops", sourceGoogle}
	}
	return Meaning{DoAllowAll, reasonUnavailable,
		lasting + ": after 30 days as if there were no file, if the rest of the site is up", sourceGoogle}
}

// meanPython follows read() of urllib.robotparser: 401 and 403 set
// disallow_all, other 4xx allow_all; anything else that is no success leaves
// last_checked at 0, and can_fetch then answers False to everything. urllib
// itself gives up after ten redirects, not five.
func meanPython(a Answer, c answerClass) Meaning {
	what := a.what()
	switch {
	case c == classGood:
		return meanRules(a, sourcePython)
	case c == classUnavailable && (a.Status == 401 || a.Status == 403):
		return Meaning{DoDisallowAll, reasonUnavailable, what + ": disallow_all is set, nothing may be fetched", sourcePython}
	case c == classUnavailable:
		return Meaning{DoAllowAll, reasonUnavailable, what + ": allow_all is set, everything may be fetched", sourcePython}
	case c == classRedirect:
		return Meaning{DoDisallowAll, reasonUnavailable,
			what + ": unless urllib, which follows ten redirects, gets to a file, nothing was read and can_fetch is False", sourcePython}
	}
	return Meaning{DoDisallowAll, reasonUnreachable,
		what + ": nothing was read, so can_fetch is False for every URL", sourcePython}
}

func meanRules(a Answer, source string) Meaning {
	sentence := a.what() + ": the rules of the file apply"
	if a.Hops > 0 {
		sentence += ", in the scope of the first host asked"
	}
	return Meaning{Do: DoRules, Sentence: sentence, Source: source}
}

// what names the answer: "503", "too many redirects (6)", "200, 2 redirects".
func (a Answer) what() string {
	switch {
	case a.Failure == FailTooManyHops, a.Hops > MaxRedirects:
		return fmt.Sprintf("too many redirects (%d)", a.Hops)
	case a.Failure == FailBadRedirect, a.Failure != FailNone && (a.Status < 400 || a.Status > 599):
		return a.Failure.Words()
	case a.Status == 304 && a.HasCached:
		return "304, the copy at hand is still the file"
	case a.Status >= 300 && a.Status <= 399:
		return fmt.Sprintf("%d without a place to go", a.Status)
	case a.Status == 0:
		return "no answer"
	}
	text := fmt.Sprint(a.Status)
	switch {
	case a.Hops == 1:
		text += " after 1 redirect"
	case a.Hops > 1:
		text += fmt.Sprintf(" after %d redirects", a.Hops)
	}
	return text
}

// Words says a failure in a few plain words, none for FailNone.
func (f Failure) Words() string {
	switch f {
	case FailDNS:
		return "the host name has no address"
	case FailRefused:
		return "no connection"
	case FailReset:
		return "the connection broke off"
	case FailTLS:
		return "no trusted TLS connection"
	case FailTimeout:
		return "no answer in time"
	case FailShortBody:
		return "the body was cut short"
	case FailBadChunks:
		return "the body is badly chunked"
	case FailProtocol:
		return "the answer is not proper HTTP"
	case FailBadRedirect:
		return "a redirect that leads nowhere"
	}
	return string(f)
}

// howLong says a time in whole minutes, hours or, from two days on, days.
func howLong(d time.Duration) string {
	hours := int(d.Hours())
	switch {
	case d < time.Hour:
		return plural(int(d.Minutes()), "minute", "minutes")
	case hours < 48:
		return plural(hours, "hour", "hours")
	}
	return plural(hours/24, "day", "days")
}
