package engine

import "strings"

// Origin is what one robots.txt governs: scheme, host and port (RFC 9309 2.3;
// Google's document says the same). The zero Origin means "not known".
type Origin struct {
	Scheme string // lower case; empty where it was not written
	Host   string // lower case, in ASCII (punycode) form, IPv6 without brackets
	Port   string // never the default port of the scheme
}

// OriginOf reads scheme, host and port from the front of a URL as it was
// written: user information is dropped, host and scheme are lowered, a default
// port is dropped. A string that begins with one slash is a path and has no
// origin; "//host/a" and "host/a" have a host without a scheme. A host is not
// turned into punycode here: whoever reads URLs from people does that first.
func OriginOf(url string) Origin {
	scheme, rest, found := strings.Cut(url, "://")
	if !found || strings.ContainsAny(scheme, "/?;#") {
		scheme, rest = "", url
		switch {
		case strings.HasPrefix(url, "//"):
			rest = url[2:]
		case strings.HasPrefix(url, "/"):
			return Origin{}
		}
	}
	ends := "/?#"
	if scheme == "" {
		ends = "/?;#"
	}
	if end := strings.IndexAny(rest, ends); end >= 0 {
		rest = rest[:end]
	}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = rest[at+1:]
	}
	host, port := rest, ""
	if end := strings.IndexByte(rest, ']'); end > 0 && rest[0] == '[' && strings.Contains(rest[:end], ":") {
		host, port = rest[1:end], strings.TrimPrefix(rest[end+1:], ":")
	} else if colon := strings.LastIndexByte(rest, ':'); colon >= 0 {
		host, port = rest[:colon], rest[colon+1:]
	}
	if host == "" {
		return Origin{}
	}
	o := Origin{Scheme: lowerHost(scheme), Host: lowerHost(host), Port: port}
	if o.Port == defaultPort(o.Scheme) {
		o.Port = ""
	}
	return o
}

// Known tells whether the origin names a host.
func (o Origin) Known() bool { return o.Host != "" }

// String writes the origin as the front of a URL: https://shop.example:8443.
func (o Origin) String() string {
	if o.Host == "" {
		return ""
	}
	text := o.Host
	if strings.Contains(text, ":") {
		text = "[" + text + "]"
	}
	if o.Port != "" {
		text += ":" + o.Port
	}
	return o.Scheme + "://" + text
}

// SameOrigin tells whether a file of the one origin governs a URL of the
// other. What is not written is not held against a URL: a path alone has no
// origin and is governed, and a URL without a scheme takes the other's.
func SameOrigin(a, b Origin) bool {
	if !a.Known() || !b.Known() {
		return true
	}
	if a.Scheme == "" {
		a.Scheme = b.Scheme
	}
	if b.Scheme == "" {
		b.Scheme = a.Scheme
	}
	return a.Scheme == b.Scheme && a.Host == b.Host && a.portOrDefault() == b.portOrDefault()
}

func (o Origin) portOrDefault() string {
	if o.Port == "" {
		return defaultPort(o.Scheme)
	}
	return o.Port
}

func defaultPort(scheme string) string {
	switch scheme {
	case "http":
		return "80"
	case "https":
		return "443"
	}
	return ""
}

// lowerHost leaves every octet but A-Z alone: strings.ToLower would turn a
// Kelvin sign into a k and make two hosts equal that are not.
func lowerHost(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= 'A' && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}
