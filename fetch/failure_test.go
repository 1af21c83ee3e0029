package fetch

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"robotslens/engine"
)

func TestErrorsAreExplained(t *testing.T) {
	dial := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	tests := []struct {
		name string
		err  error
		at   step
		kind engine.Failure
		says string
	}{
		{"no such name", dial(&net.DNSError{Name: "no.example", IsNotFound: true}), stepLookup, engine.FailDNS, "no.example: the host name has no address"},
		{"a silent name server", dial(&net.DNSError{Name: "no.example", IsTimeout: true}), stepLookup, engine.FailDNS, "no answer in time"},
		{"refused", dial(os.NewSyscallError("connect", syscall.ECONNREFUSED)), stepConnect, engine.FailRefused, "refused"},
		{"no route", dial(os.NewSyscallError("connect", syscall.EHOSTUNREACH)), stepConnect, engine.FailRefused, "no route"},
		{"another dial error", dial(errors.New("odd")), stepConnect, engine.FailRefused, "no connection: odd"},
		{"time-out in connect", dial(os.ErrDeadlineExceeded), stepConnect, engine.FailTimeout, "after 1.5s, while connecting"},
		{"our own clock", fmt.Errorf("x: %w", errTime), stepBody, engine.FailTimeout, "while reading the body"},
		{"expired", x509.CertificateInvalidError{Reason: x509.Expired}, stepHandshake, engine.FailTLS, "expired or is not valid yet"},
		{"not for servers", x509.CertificateInvalidError{Reason: x509.IncompatibleUsage}, stepHandshake, engine.FailTLS, "is not valid: "},
		{"alert", fmt.Errorf("remote error: %w", tls.AlertError(40)), stepHandshake, engine.FailTLS, "handshake failed"},
		{"HTTP/2 stream reset", errors.New("stream error: stream ID 1; INTERNAL_ERROR"), stepBody, engine.FailReset, "while reading the body"},
		{"proxy refuses", fmt.Errorf("proxyconnect tcp: %w", syscall.ECONNREFUSED), stepConnect, engine.FailRefused, "by way of the proxy"},
		{"proxy without an address", fmt.Errorf("proxyconnect tcp: %w", dial(&net.DNSError{Name: "proxy.example", IsNotFound: true})), stepLookup, engine.FailRefused, "by way of the proxy"},
		{"proxy that is no URL", errors.New(`invalid proxy address "http://u:secret@[x"`), stepStart, engine.FailRefused, "the proxy named in the environment is no URL"},
		{"an unknown error in the body", errors.New("odd"), stepBody, engine.FailProtocol, "cannot be read: odd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := explain(tt.err, tt.at, "shop.example", 1500*time.Millisecond)
			if got.kind != tt.kind || !strings.Contains(got.text, tt.says) {
				t.Errorf("%q: %s; want %q: %s", got.kind, got.text, tt.kind, tt.says)
			}
		})
	}
}
