package fetch

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"robotslens/engine"
)

// errTime is the cause of a context that one of the client's own clocks ended.
var errTime = errors.New("time-out")

// failed is a fetch that came to no whole answer: the kind that decides the
// meaning and a sentence for people.
type failed struct {
	kind engine.Failure
	text string
}

// step is how far a request got; it tells a time-out apart from another.
type step int32

const (
	stepStart step = iota
	stepLookup
	stepConnect
	stepHandshake
	stepWait
	stepBody
)

func (s step) String() string {
	switch s {
	case stepLookup:
		return "looking up the host name"
	case stepConnect:
		return "connecting"
	case stepHandshake:
		return "in the TLS handshake"
	case stepWait:
		return "waiting for the answer"
	case stepBody:
		return "reading the body"
	}
	return "starting"
}

type progress struct{ at atomic.Int32 }

// reach only moves forward: two dials may run side by side.
func (p *progress) reach(s step) {
	for {
		old := p.at.Load()
		if old >= int32(s) || p.at.CompareAndSwap(old, int32(s)) {
			return
		}
	}
}

func (p *progress) now() step { return step(p.at.Load()) }

// explain turns an error of net/http into a failure. Where the library gives
// no type to ask for, its text decides.
func explain(err error, at step, host string, waited time.Duration) failed {
	var (
		dns     *net.DNSError
		timeout net.Error
	)
	text := err.Error()
	switch {
	case strings.Contains(text, "invalid proxy"):
		return failed{engine.FailRefused, host + ": no connection: the proxy named in the environment is no URL"}
	case strings.Contains(text, "proxyconnect"):
		return failed{engine.FailRefused, fmt.Sprintf("%s: no connection by way of the proxy: %s", host, text)}
	case errors.As(err, &dns):
		if dns.IsTimeout {
			return failed{engine.FailDNS, fmt.Sprintf("%s: the name server gave no answer in time", host)}
		}
		return failed{engine.FailDNS, fmt.Sprintf("%s: the host name has no address", dns.Name)}
	case errors.Is(err, errTime), errors.Is(err, context.DeadlineExceeded),
		errors.As(err, &timeout) && timeout.Timeout():
		return failed{engine.FailTimeout, fmt.Sprintf("%s: time-out after %s, while %s", host, roundTime(waited), at)}
	}
	if f, ok := explainTLS(err, host); ok {
		return f
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return failed{engine.FailRefused, fmt.Sprintf("%s: the connection was refused; nothing listens there", host)}
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return failed{engine.FailRefused, fmt.Sprintf("%s: there is no route to the host", host)}
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE),
		strings.Contains(text, "stream error"), strings.Contains(text, "GOAWAY"):
		return failed{engine.FailReset, fmt.Sprintf("%s: the connection was reset while %s", host, at)}
	case strings.Contains(text, "response headers exceeded"), strings.Contains(text, "header list larger"):
		return failed{engine.FailProtocol, fmt.Sprintf("%s: the header lines of the answer are longer than %d octets", host, headerOctets)}
	}
	if at == stepBody {
		return explainBody(err, host)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(text, "server closed") {
		return failed{engine.FailReset, fmt.Sprintf("%s: the server closed the connection without an answer", host)}
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return failed{engine.FailRefused, fmt.Sprintf("%s: no connection: %v", host, op.Err)}
	}
	return failed{engine.FailProtocol, fmt.Sprintf("%s: the answer is not proper HTTP: %s", host, text)}
}

func explainTLS(err error, host string) (failed, bool) {
	var (
		unknown  x509.UnknownAuthorityError
		name     x509.HostnameError
		invalid  x509.CertificateInvalidError
		verify   *tls.CertificateVerificationError
		notTLS   tls.RecordHeaderError
		alert    tls.AlertError
		sentence string
	)
	switch {
	case errors.As(err, &unknown):
		sentence = "its certificate is signed by nobody this machine trusts"
	case errors.As(err, &name):
		sentence = "its certificate is for another host name"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		sentence = "its certificate has expired or is not valid yet"
	case errors.As(err, &invalid), errors.As(err, &verify):
		sentence = "its certificate is not valid: " + err.Error()
	case errors.As(err, &notTLS), errors.Is(err, http.ErrSchemeMismatch):
		sentence = "it does not speak TLS on that port"
	case errors.As(err, &alert), strings.Contains(err.Error(), "tls: "):
		sentence = "the TLS handshake failed: " + err.Error()
	default:
		return failed{}, false
	}
	return failed{engine.FailTLS, host + ": no trusted connection: " + sentence}, true
}

func explainBody(err error, host string) failed {
	var (
		corrupt flate.CorruptInputError
		text    = err.Error()
	)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return failed{engine.FailShortBody, host + ": the body ends before its announced end"}
	case errors.As(err, &corrupt), errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum),
		errors.Is(err, zlib.ErrHeader), errors.Is(err, zlib.ErrChecksum), errors.Is(err, zlib.ErrDictionary):
		return failed{engine.FailProtocol, host + ": the compressed body is damaged: " + text}
	case strings.Contains(text, "chunk"):
		return failed{engine.FailBadChunks, host + ": the body is badly chunked: " + text}
	}
	return failed{engine.FailProtocol, host + ": the body cannot be read: " + text}
}

func roundTime(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(100 * time.Millisecond)
}
