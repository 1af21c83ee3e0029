// Package engine decides what a robots.txt lets a crawler fetch, and says why.
//
// It is a pure package: bytes in, facts out. [Parse] reads a file and never
// fails, [File.Select] finds the groups that apply to a crawler,
// [File.Explain] asks one URL of every rule of those groups and returns the
// whole [Trace], and [NewMatcher] answers many URLs from an index.
//
// # Words
//
// The names are those of RFC 9309. A file is made of groups; a group is one
// or more user-agent lines and the rules after them; a rule is an allow or a
// disallow line with a path pattern. A crawler asks under a product token.
// Octets are counted in the compared form of a pattern (RFC 9309, 2.2.2).
//
// # Dialects
//
// How a line is read and which rule decides is set by a [Dialect], a struct of
// named switches: [RFC] is the standard, [Google] is what google/robotstxt
// does, [Python] is what urllib.robotparser up to 3.14 does.
//
// # The grammar of a line, as scanned
//
//	line    = *WS [ key *WS ":" *WS value ] *WS [ "#" comment ]
//	WS      = SP / TAB            (google: also VT and FF)
//	pattern = *( octet / "*" ) [ "$" ]
package engine
