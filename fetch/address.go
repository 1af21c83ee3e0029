package fetch

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"robotslens/engine"
)

// lookup maps a host name as browsers do (UTS 46, non-transitional) but keeps
// underscores, which real host names hold.
var lookup = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false))

// OriginOf is engine.OriginOf with the host in ASCII form (punycode), so that
// bücher.example and xn--bcher-kva.example are one origin. A host that IDNA
// refuses is left as it was written.
func OriginOf(rawURL string) engine.Origin {
	o := engine.OriginOf(rawURL)
	if host, err := asciiHost(o.Host); err == nil {
		o.Host = host
	}
	return o
}

// RobotsURL finds the robots.txt that governs a URL: its scheme, host and port
// with the path /robots.txt (RFC 9309 2.3). Without a scheme it is https. User
// information is dropped. The error says what makes the address unusable.
func RobotsURL(rawURL string) (string, engine.Origin, error) {
	origin, err := webOrigin(rawURL)
	if err != nil {
		return "", engine.Origin{}, err
	}
	return origin.String() + "/robots.txt", origin, nil
}

// pageURL is a URL as it can be asked for: ASCII host, no user information, no
// fragment, https where no scheme is written.
func pageURL(rawURL string) (string, error) {
	origin, err := webOrigin(rawURL)
	if err != nil {
		return "", err
	}
	rest := rawURL
	if _, after, found := strings.Cut(rest, "://"); found && engine.OriginOf(rawURL).Scheme != "" {
		rest = after
	} else {
		rest = strings.TrimPrefix(rest, "//")
	}
	path := "/"
	if start := strings.IndexAny(rest, "/?#"); start >= 0 {
		path = rest[start:]
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	u, err := url.Parse(origin.String() + path)
	if err != nil {
		return "", fmt.Errorf("%q is not a URL: %w", rawURL, err)
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String(), nil
}

func webOrigin(rawURL string) (engine.Origin, error) {
	rawURL = strings.TrimSpace(rawURL)
	o := engine.OriginOf(rawURL)
	if o.Scheme == "" && o.Known() {
		rawURL = "https://" + strings.TrimPrefix(rawURL, "//")
		o = engine.OriginOf(rawURL)
	}
	switch {
	case !o.Known():
		return o, fmt.Errorf("%q names no host: give a URL such as https://shop.example/", rawURL)
	case o.Scheme != "http" && o.Scheme != "https":
		return o, fmt.Errorf("%q is neither http nor https", rawURL)
	}
	host, err := asciiHost(o.Host)
	if err != nil {
		return o, fmt.Errorf("%q is not a host name: %w", o.Host, err)
	}
	o.Host = host
	if o.Port != "" {
		if n, err := strconv.ParseUint(o.Port, 10, 16); err != nil || n == 0 {
			return o, fmt.Errorf("%q is not a port", o.Port)
		}
	}
	return o, nil
}

func asciiHost(host string) (string, error) {
	if isPlainHost(host) {
		return host, nil
	}
	if strings.Contains(host, ":") {
		if _, err := netip.ParseAddr(host); err != nil {
			return "", err
		}
		return host, nil
	}
	if plain, err := url.PathUnescape(host); err == nil {
		host = plain
	}
	ascii, err := lookup.ToASCII(host)
	if err != nil {
		return "", err
	}
	for i := 0; i < len(ascii); i++ {
		if c := ascii[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`"#%/:<>?@[\]^`+"`{|}", c) >= 0 {
			return "", fmt.Errorf("octet %q cannot stand in a host name", c)
		}
	}
	if ascii == "" || len(ascii) > 253 {
		return "", fmt.Errorf("it has %d octets", len(ascii))
	}
	return ascii, nil
}

// isPlainHost tells a host that IDNA leaves as it is; lists of URLs are long.
func isPlainHost(host string) bool {
	for i := 0; i < len(host); i++ {
		if c := host[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' {
			return false
		}
	}
	return host != "" && len(host) <= 253
}
