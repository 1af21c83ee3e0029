package fetch

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"robotslens/engine"
)

// quiet swallows what a test server says of clients that hang up.
var quiet = log.New(io.Discard, "", 0)

// raw answers each connection, once its request was read, by hand.
func raw(t *testing.T, answer func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
					answer(conn)
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// untilClosed writes text again and again until the other side hangs up.
func untilClosed(conn net.Conn, text string) {
	for {
		if _, err := io.WriteString(conn, text); err != nil {
			return
		}
	}
}

// shortly is the clock that runs out in a test.
const shortly = 500 * time.Millisecond

const okHead = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

func TestBrokenServersAreToldApart(t *testing.T) {
	tests := []struct {
		name     string
		answer   func(net.Conn)
		failure  engine.Failure
		says     string
		warnings string
		clocks   Options
	}{
		{"says nothing and stays", func(c net.Conn) { io.Copy(io.Discard, c) },
			engine.FailTimeout, "while waiting for the answer", "", Options{Headers: shortly}},
		{"closes without an answer", func(net.Conn) {},
			engine.FailReset, "closed the connection without an answer", "", Options{}},
		{"resets", func(c net.Conn) { c.(*net.TCPConn).SetLinger(0) },
			engine.FailReset, "", "", Options{}},
		{"junk before the status line", func(c net.Conn) { io.WriteString(c, "junk\r\n"+okHead+"\r\nUser-agent: *\n") },
			engine.FailProtocol, "not proper HTTP", "", Options{}},
		{"another protocol", func(c net.Conn) { io.WriteString(c, "SSH-2.0-OpenSSH_9.2\r\n") },
			engine.FailProtocol, "not proper HTTP", "", Options{}},
		{"a header line without end", func(c net.Conn) {
			io.WriteString(c, okHead+"X-A: ")
			untilClosed(c, strings.Repeat("a", 4096))
		}, engine.FailProtocol, "header lines of the answer are longer", "", Options{}},
		{"header lines without end", func(c net.Conn) {
			io.WriteString(c, okHead)
			untilClosed(c, "X-Long-Header-Name: a value that is not short either\r\n")
		}, engine.FailProtocol, "header lines of the answer are longer", "", Options{}},
		{"10,000 header lines", func(c net.Conn) {
			io.WriteString(c, okHead)
			for i := range 10_000 {
				fmt.Fprintf(c, "X-%d: y\r\n", i)
			}
			io.WriteString(c, "Content-Length: 2\r\n\r\n#\n")
		}, "", "", "many-headers", Options{}},
		{"drips its header lines", func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nX-A")
			io.Copy(io.Discard, c)
		}, engine.FailTimeout, "while waiting for the answer", "", Options{Headers: shortly}},
		{"closes in the middle of the body", func(c net.Conn) { io.WriteString(c, okHead+"Content-Length: 100\r\n\r\nUser-agent: *\n") },
			engine.FailShortBody, "ends before its announced end", "", Options{}},
		{"closes in the middle of a chunk", func(c net.Conn) { io.WriteString(c, okHead+"Transfer-Encoding: chunked\r\n\r\nff\r\nUser-agent: *\n") },
			engine.FailShortBody, "ends before its announced end", "", Options{}},
		{"closes before the last chunk", func(c net.Conn) { io.WriteString(c, okHead+"Transfer-Encoding: chunked\r\n\r\n2\r\n#\n\r\n") },
			engine.FailShortBody, "ends before its announced end", "", Options{}},
		{"a chunk size that is no number", func(c net.Conn) { io.WriteString(c, okHead+"Transfer-Encoding: chunked\r\n\r\nzz\r\n#\n\r\n0\r\n\r\n") },
			engine.FailBadChunks, "badly chunked", "", Options{}},
		{"a chunk longer than it says", func(c net.Conn) { io.WriteString(c, okHead+"Transfer-Encoding: chunked\r\n\r\n1\r\n####\r\n0\r\n\r\n") },
			engine.FailBadChunks, "badly chunked", "", Options{}},
		{"stops in the middle of the body and stays", func(c net.Conn) {
			io.WriteString(c, okHead+"Content-Length: 100\r\n\r\nUser-agent: *\n")
			io.Copy(io.Discard, c)
		}, engine.FailTimeout, "while reading the body", "", Options{Body: shortly}},
		{"a body without end", func(c net.Conn) {
			io.WriteString(c, okHead+"\r\n")
			untilClosed(c, strings.Repeat("# a comment without end\n", 1000))
		}, "", "", "stopped", Options{}},
		{"announces a gigabyte and sends it", func(c net.Conn) {
			io.WriteString(c, okHead+"Content-Length: 1073741824\r\n\r\n")
			untilClosed(c, strings.Repeat("# a comment of a gigabyte\n", 1000))
		}, "", "", "stopped", Options{}},
		{"breaks off after the octets that decide", func(c net.Conn) {
			io.WriteString(c, okHead+"Content-Length: 900000\r\n\r\n"+strings.Repeat("#\n", 300_000))
		}, "", "", "broken-after-cut stopped", Options{}},
		{"a 404 page that breaks off", func(c net.Conn) { io.WriteString(c, "HTTP/1.1 404 Not Found\r\nContent-Length: 100\r\n\r\nno") },
			"", "", "error-page", Options{}},
		{"control octets in the header lines", func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nServer: \x1b]0;owned\x07\r\n\r\n")
		}, engine.FailProtocol, "not proper HTTP", "", Options{}},
		{"HTTP/1.0 without a length", func(c net.Conn) { io.WriteString(c, "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n#\n") },
			"", "", "", Options{}},
		{"a status of two digits", func(c net.Conn) { io.WriteString(c, "HTTP/1.1 20 OK\r\n\r\n") },
			engine.FailProtocol, "not proper HTTP", "", Options{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := get(t, patient(t, tt.clocks), raw(t, tt.answer))
			if r.Failure != tt.failure || !strings.Contains(r.Error, tt.says) || (r.Error == "") != (tt.failure == "") {
				t.Errorf("failure %q: %q, want %q: %q", r.Failure, r.Error, tt.failure, tt.says)
			}
			if codes(r.Warnings) != tt.warnings {
				t.Errorf("warnings %q, want %q", codes(r.Warnings), tt.warnings)
			}
			if tt.failure != "" && r.Meaning("google", engine.Origin{}).Do != engine.DoDisallowAll {
				t.Errorf("meaning %+v", r.Meaning("google", engine.Origin{}))
			}
		})
	}
}

func TestBodyThatDripsRunsOutOfTime(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	url := raw(t, func(c net.Conn) {
		io.WriteString(c, okHead+"\r\n")
		tick := newTicker(t)
		for {
			select {
			case <-stop:
				return
			case <-tick:
				if _, err := io.WriteString(c, "#"); err != nil {
					return
				}
			}
		}
	})
	r := get(t, patient(t, Options{Body: shortly}), url)
	if r.Failure != engine.FailTimeout || !strings.Contains(r.Error, "while reading the body") || r.Status != 200 {
		t.Errorf("%d %q: %s", r.Status, r.Failure, r.Error)
	}
}

func TestEachClockRunsOut(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() // it takes connections and never answers
	for _, tt := range []struct {
		scheme, says string
		clocks       Options
	}{
		{"https", "in the TLS handshake", Options{Connect: shortly}},
		{"https", "in the TLS handshake", Options{Whole: shortly}},
		{"http", "while waiting for the answer", Options{Headers: shortly}},
		{"http", "while waiting for the answer", Options{Whole: shortly}},
	} {
		r := get(t, patient(t, tt.clocks), tt.scheme+"://"+l.Addr().String())
		if r.Failure != engine.FailTimeout || !strings.Contains(r.Error, tt.says) || r.Status != 0 {
			t.Errorf("%s %+v: %q %s", tt.scheme, tt.clocks, r.Failure, r.Error)
		}
	}
}

func TestARefusedConnectionIsToldApart(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	l.Close()
	if r := get(t, patient(t, Options{}), url); r.Failure != engine.FailRefused || !strings.Contains(r.Error, "refused") {
		t.Errorf("%q: %s", r.Failure, r.Error)
	}
}

func newTicker(t *testing.T) <-chan time.Time {
	tick := time.NewTicker(20 * time.Millisecond)
	t.Cleanup(tick.Stop)
	return tick.C
}
