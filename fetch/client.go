package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"slices"
	"time"

	"golang.org/x/net/http/httpproxy"

	"robotslens/engine"
)

// headerOctets is the longest header section that is read.
const headerOctets = 1 << 20

// Options are what a Client may be told. The zero value is usable.
type Options struct {
	Version string           // of the program, for the User-Agent
	Connect time.Duration    // name lookup, connection and TLS handshake; 10 s
	Headers time.Duration    // from the request to the end of the header lines; 20 s
	Body    time.Duration    // the whole body; 30 s
	Whole   time.Duration    // all of it, redirects included; 60 s
	RootCAs *x509.CertPool   // nil: those of the machine
	Now     func() time.Time // nil: time.Now
}

// Client asks servers. It sends no cookies and no credentials, honours
// HTTP_PROXY, HTTPS_PROXY and NO_PROXY, and may be used by many goroutines.
type Client struct {
	transport *http.Transport
	userAgent string
	opts      Options
}

// New makes a client; the proxy settings are read from the environment now.
func New(opts Options) *Client {
	setDefault(&opts.Connect, 10*time.Second)
	setDefault(&opts.Headers, 20*time.Second)
	setDefault(&opts.Body, 30*time.Second)
	setDefault(&opts.Whole, 60*time.Second)
	if opts.Now == nil {
		opts.Now = time.Now
	}
	c := &Client{opts: opts, userAgent: "robotslens"}
	if opts.Version != "" {
		c.userAgent += "/" + opts.Version
	}
	c.userAgent += " (robots.txt debugger)"
	proxy := httpproxy.FromEnvironment().ProxyFunc()
	c.transport = &http.Transport{
		Proxy:                  func(r *http.Request) (*url.URL, error) { return proxy(r.URL) },
		DialContext:            (&net.Dialer{Timeout: opts.Connect}).DialContext,
		TLSClientConfig:        &tls.Config{RootCAs: opts.RootCAs},
		TLSHandshakeTimeout:    opts.Connect,
		ResponseHeaderTimeout:  opts.Headers,
		MaxResponseHeaderBytes: headerOctets,
		// The content coding is part of what is reported, so it is undone here.
		DisableCompression: true,
		ForceAttemptHTTP2:  true,
		IdleConnTimeout:    5 * time.Second,
		ProxyConnectHeader: http.Header{"User-Agent": {c.userAgent}},
		OnProxyConnectResponse: func(_ context.Context, _ *url.URL, _ *http.Request, r *http.Response) error {
			if r.StatusCode != http.StatusOK {
				return fmt.Errorf("proxyconnect: it answered %s", r.Status)
			}
			return nil
		},
	}
	return c
}

func setDefault(d *time.Duration, value time.Duration) {
	if *d <= 0 {
		*d = value
	}
}

// Close drops the connections kept for the next request.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// Request is one question.
type Request struct {
	URL       string    // any URL; its robots.txt is asked for
	Exact     bool      // ask for URL itself, and read nothing of the body
	UserAgent string    // in place of the client's own
	Previous  *Previous // the copy at hand, to ask whether it still holds

	Progress func(octets int) // told of the octets of the body so far; may be nil
}

// Previous is a copy with what the server gave to recognise it by.
type Previous struct {
	URL     string      // the URL that answered; validators are sent to it alone
	Header  http.Header // of that answer: ETag, Last-Modified, Content-Type
	Body    []byte      // decoded
	Stopped bool        // there was more than Body
	At      time.Time   // when it was fetched or last confirmed
}

// Get asks for the robots.txt that governs a URL. A server that cannot be
// reached or answers nonsense is a Result with a Failure; the error is for a
// URL that cannot be asked for and for a context that ended.
func (c *Client) Get(ctx context.Context, req Request) (*Result, error) {
	first, origin, err := RobotsURL(req.URL)
	if err == nil && req.Exact {
		first, err = pageURL(req.URL)
	}
	if err != nil {
		return nil, err
	}
	r := &Result{URL: req.URL, RobotsURL: first, FinalURL: first, Origin: origin,
		UserAgent: c.agentFor(req), At: c.opts.Now()}
	start := time.Now()
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer time.AfterFunc(c.opts.Whole, func() { cancel(errTime) }).Stop()

	resp, fail := c.follow(within, req, r)
	if resp != nil {
		defer resp.Body.Close()
		if fail == nil && !req.Exact {
			fail = c.readBody(cancel, resp, req, r)
		}
	}
	r.Took = time.Since(start)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("fetching %s: %w", first, err)
	}
	if fail != nil {
		r.Failure, r.Error = fail.kind, fail.text
	}
	if !req.Exact {
		r.warn()
	}
	return r, nil
}

func (c *Client) agentFor(req Request) string {
	if req.UserAgent != "" {
		return req.UserAgent
	}
	return c.userAgent
}

// follow asks and goes where redirects lead. It returns the last answer with
// its body open; with a redirect that cannot be followed also a failure.
func (c *Client) follow(ctx context.Context, req Request, r *Result) (*http.Response, *failed) {
	seen := []string{r.FinalURL}
	for {
		resp, fail := c.ask(ctx, r.FinalURL, req)
		if fail != nil {
			r.Status = 0
			return nil, fail
		}
		r.note(resp)
		location := resp.Header.Get("Location")
		if resp.StatusCode < 300 || resp.StatusCode > 399 || resp.StatusCode == http.StatusNotModified ||
			location == "" && len(resp.Header["Location"]) == 0 {
			return resp, nil
		}
		r.Hops = append(r.Hops, Hop{r.FinalURL, resp.StatusCode, location})
		next, err := nextURL(r.FinalURL, location)
		switch {
		case err != nil:
			return resp, &failed{engine.FailBadRedirect, fmt.Sprintf("%s: redirects to %q: %v", hostOf(r.FinalURL), location, err)}
		case slices.Contains(seen, next):
			return resp, &failed{engine.FailTooManyHops, fmt.Sprintf("%s: redirects in a circle, back to %s", hostOf(r.FinalURL), next)}
		case len(r.Hops) > engine.MaxRedirects:
			return resp, &failed{engine.FailTooManyHops, fmt.Sprintf("%s: a sixth redirect, to %s; five are followed", hostOf(r.FinalURL), next)}
		}
		resp.Body.Close()
		seen, r.FinalURL = append(seen, next), next
	}
}

// ask sends one request and waits for the header lines of its answer.
func (c *Client) ask(ctx context.Context, target string, req Request) (*http.Response, *failed) {
	at := &progress{}
	start := time.Now()
	trace := &httptrace.ClientTrace{
		DNSStart:          func(httptrace.DNSStartInfo) { at.reach(stepLookup) },
		ConnectStart:      func(string, string) { at.reach(stepConnect) },
		TLSHandshakeStart: func() { at.reach(stepHandshake) },
		WroteRequest:      func(httptrace.WroteRequestInfo) { at.reach(stepWait) },
	}
	hr, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), http.MethodGet, target, nil)
	if err != nil {
		return nil, &failed{engine.FailBadRedirect, err.Error()}
	}
	hr.Header.Set("User-Agent", c.agentFor(req))
	hr.Header.Set("Accept", "text/plain, */*;q=0.5")
	hr.Header.Set("Accept-Encoding", "gzip, deflate")
	if p := req.Previous; p != nil && p.URL == target {
		setIf(hr.Header, "If-None-Match", p.Header.Get("Etag"))
		setIf(hr.Header, "If-Modified-Since", p.Header.Get("Last-Modified"))
	}
	resp, err := c.transport.RoundTrip(hr)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		f := explain(err, at.now(), hr.URL.Host, time.Since(start))
		return nil, &f
	}
	return resp, nil
}

func setIf(h http.Header, key, value string) {
	if value != "" {
		h.Set(key, value)
	}
}

// readBody reads and decodes the body of the last answer into r.
func (c *Client) readBody(cancel context.CancelCauseFunc, resp *http.Response, req Request, r *Result) *failed {
	host := hostOf(r.FinalURL)
	if resp.StatusCode == http.StatusNotModified && req.Previous != nil && req.Previous.URL == r.FinalURL {
		r.confirm(req.Previous)
		return nil
	}
	start := time.Now()
	clock := time.AfterFunc(c.opts.Body, func() { cancel(errTime) })
	defer clock.Stop()

	limit := ReadOctets
	good := resp.StatusCode >= 200 && resp.StatusCode <= 299
	if !good {
		limit = errorPageOctets
	}
	plain, err := decode(resp.Header.Get("Content-Encoding"), &octetLimit{resp.Body, int64(limit) + 1, errRawLimit})
	if err == nil {
		r.Body, r.Stopped, err = readUpTo(plain, limit, req.Progress)
	}
	if err == nil {
		return nil
	}
	expired := context.Cause(resp.Request.Context()) == errTime
	if err == errRawLimit {
		err = fmt.Errorf("%w of %d octets", err, limit)
	}
	if expired {
		err = errTime
	}
	f := explain(err, stepBody, host, time.Since(start))
	switch {
	case !good:
		r.addWarning("error-page", "The page that came with status %d could not be read to its end: %s.", r.Status, f.text)
		return nil
	case len(r.Body) >= VerdictOctets:
		r.Stopped = true
		r.addWarning("broken-after-cut", "After the octets that decide, the body broke off: %s.", f.text)
		return nil
	}
	return &f
}

// confirm makes the copy at hand the body. A 304 need not repeat header lines
// that still hold (RFC 9110 15.4.5).
func (r *Result) confirm(p *Previous) {
	r.Body, r.Stopped, r.Cached, r.CachedAt, r.HasCached = p.Body, p.Stopped, true, p.At, true
	for key, values := range p.Header {
		if len(r.Header[key]) == 0 {
			r.Header[key] = values
		}
	}
}

// errorPageOctets is how much is kept of a body that no crawler reads.
const errorPageOctets = 64 << 10

// headersThatMatter are kept; the rest of an answer's header lines is counted.
var headersThatMatter = []string{
	"Age", "Cache-Control", "Content-Encoding", "Content-Language", "Content-Length", "Content-Type", "Date", "Etag",
	"Expires", "Last-Modified", "Location", "Retry-After", "Server", "Vary", "Via", "X-Robots-Tag",
}

func (r *Result) note(resp *http.Response) {
	r.Status, r.Proto = resp.StatusCode, resp.Proto
	r.Header, r.HeaderLines = http.Header{}, 0
	for key, values := range resp.Header {
		r.HeaderLines += len(values)
		if slices.Contains(headersThatMatter, key) {
			r.Header[key] = values
		}
	}
	if resp.ContentLength >= 0 && r.Header.Get("Content-Length") == "" {
		r.Header.Set("Content-Length", fmt.Sprint(resp.ContentLength))
	}
	r.Encoding = "identity"
	if coding := resp.Header.Get("Content-Encoding"); coding != "" {
		r.Encoding = coding
	}
}

// nextURL resolves a Location against the URL that sent it.
func nextURL(from, location string) (string, error) {
	base, err := url.Parse(from)
	if err != nil {
		return "", err
	}
	to, err := base.Parse(location)
	if err != nil {
		return "", fmt.Errorf("that is no URL")
	}
	if to.Scheme != "http" && to.Scheme != "https" {
		return "", fmt.Errorf("%s is neither http nor https", to.Scheme)
	}
	return pageURL(to.String())
}

func hostOf(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return rawURL
	}
	return u.Host
}
