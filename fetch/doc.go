// Package fetch brings versions of a robots.txt from where they live: the web,
// the history of what was fetched before, a git checkout, dated files, and
// sitemaps as lists of URLs. It is the only home of net/http in robotslens.
//
// What a server sends is data, never trusted: each reading has a limit of
// octets and of time, and what a body or a header holds is handed on as it
// came. It is the caller's part to make it safe for a terminal.
package fetch
