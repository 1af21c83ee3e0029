// Package lint finds what the author of a robots.txt did not mean: lines that
// do not do what they say, groups that merge, rules that open what another
// group closes. It is pure: [Run] takes a file and returns the problems, each
// with its place, its reason and, where an honest one exists, a [Fix].
//
// Each rule has an id, such as RX301, and a row in the table that [Rules]
// returns. A rule reads the parsed file and asks the engine; what is said of
// rules that can never decide or that tie is proved, by containment and
// intersection of patterns, or not said at all.
//
// A comment "# lint-off RX505" silences ids on its own line, and standing alone
// in a line, on the next one; "# lint-off-file RX505" silences them everywhere.
package lint
