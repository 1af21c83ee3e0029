// Package audit reads access logs and judges the hits of crawlers against a
// robots.txt: who fetched what it may not, and which rules matter.
//
// Bytes in, facts out: opening and unpacking files is the caller's work, and
// so is the clock. The memory used does not grow with the log.
package audit

import "bytes"

// Hit is one request of an access log. Its slices point into the line, or into
// the parser's own memory: they are good until the next line is parsed.
type Hit struct {
	Host   []byte // name of the site, maybe with a port; empty when the log has none
	Addr   []byte // address of the client as written
	Target []byte // request target: origin form, or absolute form; empty when there is none
	Agent  []byte // User-Agent as written in the log, see coding; empty or "-" when there is none
	Status int    // HTTP status, 0 when the log has none
	Time   int64  // seconds since 1970-01-01 UTC
	coding coding
}

// coding says how a log writes octets that do not stand for themselves in the
// User-Agent: recognition undoes it only for headers that it has not seen yet.
type coding uint8

const (
	plain     coding = iota
	backslash        // \" \\ \xHH, as Apache and nginx write them
	percent          // %XX, maybe twice, and + for a space, as W3C logs have it
)

// Fault is the reason why a line is no hit.
type Fault uint8

// The faults. None is the zero value.
const (
	None      Fault = iota
	Blank           // an empty line or a directive of a W3C log: no hit and no fault
	TooLong         // longer than MaxLine octets
	NoTime          // no time where one belongs
	NoRequest       // no request line where one belongs
	NoStatus        // no HTTP status where one belongs
	NoAgent         // no User-Agent where one belongs
	BadJSON         // not one JSON object
	FewFields       // fewer columns than #Fields names
	NoFields        // a W3C line before any #Fields
)

var faultText = [...]string{
	"", "blank", "line over 1 MiB", "no time", "no request", "no status", "no user-agent field",
	"not a JSON object", "fewer columns than #Fields names", "no #Fields line before it",
}

// String says the fault in a few words.
func (f Fault) String() string { return faultText[f] }

// setRequest fills the target from a request line: method, target, protocol.
// A target that came with raw spaces is kept whole. What is no request line
// (a TLS hello on a plain port, "-") leaves the target empty.
func (h *Hit) setRequest(line []byte) {
	h.Target = nil
	m := 0
	for m < len(line) && line[m] >= 'A' && line[m] <= 'Z' {
		m++
	}
	if m == 0 || m >= len(line) || line[m] != ' ' {
		if isTarget(line) {
			h.Target = line
		}
		return
	}
	t := line[m+1:]
	if n := len(t) - len(" HTTP/1.1"); n >= 0 && string(t[n:n+6]) == " HTTP/" {
		t = t[:n]
	} else if n := len(t) - len(" HTTP/2"); n >= 0 && string(t[n:n+6]) == " HTTP/" {
		t = t[:n]
	}
	if isTarget(t) {
		h.Target = t
	}
}

// isTarget tells whether a target names a path: "*" and the authority form of
// CONNECT do not.
func isTarget(t []byte) bool {
	return len(t) > 0 && (t[0] == '/' || hasScheme(t) > 0)
}

// hasScheme returns how many octets "http://" or "https://" take at the start.
func hasScheme(t []byte) int {
	if len(t) < 8 || t[0]|0x20 != 'h' || t[1]|0x20 != 't' || t[2]|0x20 != 't' || t[3]|0x20 != 'p' {
		return 0
	}
	if string(t[4:7]) == "://" {
		return 7
	}
	if t[4]|0x20 == 's' && string(t[5:8]) == "://" {
		return 8
	}
	return 0
}

// pathOf cuts a target to its path and query.
func pathOf(target []byte) []byte {
	n := hasScheme(target)
	if n == 0 {
		return target
	}
	i := bytes.IndexAny(target[n:], "/?#")
	if i < 0 {
		return []byte("/")
	}
	return target[n+i:]
}

// folderOf is the first two folders of a path, "/a/b/" of "/a/b/c/d?e".
func folderOf(path []byte) []byte {
	if i := bytes.IndexAny(path, "?#"); i >= 0 {
		path = path[:i]
	}
	end := 0
	for range 3 {
		i := bytes.IndexByte(path[end:], '/')
		if i < 0 {
			break
		}
		end += i + 1
	}
	return path[:end]
}

// isRobotsTxt tells a fetch of the file itself.
func isRobotsTxt(path []byte) bool {
	const name = "/robots.txt"
	return len(path) >= len(name) && string(path[:len(name)]) == name && (len(path) == len(name) || path[len(name)] == '?')
}

// productOf is the first product of a User-Agent without its version.
func productOf(agent []byte) []byte {
	if i := bytes.IndexAny(agent, "/ +%("); i >= 0 {
		agent = agent[:i]
	}
	if len(agent) == 0 {
		return []byte("-")
	}
	return agent
}
