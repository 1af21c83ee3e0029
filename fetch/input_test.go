package fetch

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"robotslens/engine"
)

func TestReadFilesAndStandardInput(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "robots.txt")
	if err := os.WriteFile(path, []byte("User-agent: *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	in, err := Read(context.Background(), path, InputOptions{Origin: "https://bücher.example/x"})
	if err != nil || string(in.Bytes) != "User-agent: *\n" || in.Origin.String() != "https://xn--bcher-kva.example" || len(in.Warnings) != 0 {
		t.Fatalf("%+v, %v", in, err)
	}
	if do := in.Meaning("rfc", OriginOf("https://other.example/")).Do; do != engine.DoOutOfScope {
		t.Errorf("another host: %s", do)
	}
	if do := in.Meaning("rfc", OriginOf("https://bücher.example/")).Do; do != engine.DoRules {
		t.Errorf("its own host: %s", do)
	}
	in, err = Read(context.Background(), "-", InputOptions{Stdin: strings.NewReader("\xff\xfeU\x00")})
	if err != nil || in.Name != "-" || len(in.Bytes) != 4 || codes(in.Warnings) != "utf-16" {
		t.Fatalf("%+v, %v", in, err)
	}
}

func TestBadInputsSayWhatToDo(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big")
	if err := os.WriteFile(big, make([]byte, 101), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, source, says string
		opts               InputOptions
		is                 error
	}{
		{"missing", filepath.Join(dir, "none.txt"), "no such file; give", InputOptions{}, fs.ErrNotExist},
		{"a directory", dir, "is a directory; name the file in it, such as " + filepath.Join(dir, "robots.txt"), InputOptions{}, nil},
		{"too long", big, "longer than 100 octets", InputOptions{Limit: 100}, nil},
		{"endless standard input", "-", "longer than 100 octets", InputOptions{Limit: 100, Stdin: endless{}}, nil},
		{"no standard input", "-", "is not there", InputOptions{}, nil},
		{"a URL without a client", "https://shop.example/", "cannot be used here", InputOptions{}, nil},
		{"a bad origin", big, "not an origin", InputOptions{Origin: "/x"}, nil},
		{"a bad URL", "http://sh op.example/", "host name", InputOptions{Client: New(Options{})}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in, err := Read(context.Background(), tt.source, tt.opts)
			if in != nil || err == nil || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%v, %v; want %q", in, err, tt.says)
			}
			if tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("%v is not %v", err, tt.is)
			}
		})
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestWaitingForStandardInputCanBeCancelled(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, "-", InputOptions{Stdin: r}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestAURLIsReadWithItsMeaning(t *testing.T) {
	status := 200
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, "Disallow: /\n"+strings.Repeat("#\n", VerdictOctets/2))
	})
	opts := InputOptions{Client: patient(t, Options{}), History: OpenHistory(t.TempDir(), 0)}
	in, err := Read(context.Background(), s.URL+"/page", opts)
	if err != nil || len(in.VerdictBytes()) != VerdictOctets || len(in.Bytes) != VerdictOctets+12 || in.Origin != engine.OriginOf(s.URL) {
		t.Fatalf("%d octets, %v", len(in.Bytes), err)
	}
	status = 404
	in, err = Read(context.Background(), s.URL, opts)
	if err != nil || len(in.Bytes) != 0 || in.Meaning("rfc", engine.Origin{}).Do != engine.DoAllowAll {
		t.Fatalf("404: %q, %v", in.Bytes, err)
	}
	s.Close()
	in, err = Read(context.Background(), s.URL, opts)
	if in == nil || in.Meaning("google", engine.Origin{}).Do != engine.DoDisallowAll || err == nil || !strings.Contains(err.Error(), "refused") {
		t.Fatalf("no server: %v, %v", in, err)
	}
}

// A file may grow while it is read, so what its size was says nothing.
func TestNoMoreIsReadThanTheLimitAndAnOctet(t *testing.T) {
	r := strings.NewReader(strings.Repeat("a", 1<<20))
	b, err := readAll("robots.txt", r, 1000)
	if err == nil || b != nil {
		t.Errorf("%d octets and the error %v", len(b), err)
	}
	if read := r.Size() - int64(r.Len()); read != 1001 {
		t.Errorf("%d octets were read", read)
	}
}
