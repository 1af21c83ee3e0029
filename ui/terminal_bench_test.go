//go:build unix

package ui_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/creack/pty"

	"robotslens/testdata/gen"
	"robotslens/ui/ptytest"
)

// terminal is the program in a pseudo-terminal whose octets nobody draws.
type terminal struct {
	cmd  *exec.Cmd
	pty  *os.File
	come chan arrival
}

// arrival is some octets and when they came.
type arrival struct {
	octets []byte
	at     time.Time
}

func openTerminal(b *testing.B, text []byte) (*terminal, time.Time) {
	b.Helper()
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "robots.txt"), text, 0o600); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(ptytest.Binary(b), "robots.txt", "--theme", "dark")
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + dir, "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8"}
	start := time.Now()
	p, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 120})
	if err != nil {
		b.Fatal(err)
	}
	x := &terminal{cmd, p, make(chan arrival, 1024)}
	go func() {
		for {
			buf := make([]byte, 1<<16)
			n, err := p.Read(buf)
			if err != nil {
				close(x.come)
				return
			}
			x.come <- arrival{buf[:n], time.Now()}
		}
	}()
	return x, start
}

func (x *terminal) close() {
	_ = x.cmd.Process.Kill()
	_ = x.pty.Close()
	_ = x.cmd.Wait()
}

// settle waits until nothing has come for a while, and returns when the last
// octet came; the zero time where none did.
func (x *terminal) settle(quiet time.Duration) (last time.Time) {
	for {
		select {
		case a, ok := <-x.come:
			if !ok {
				return last
			}
			last = a.at
		case <-time.After(quiet):
			return last
		}
	}
}

// BenchmarkTerminalKey is a key in a terminal until the first and the last octet
// that it changes: the last may be that of a command, such as other crawlers'
// verdicts on a big file.
func BenchmarkTerminalKey(b *testing.B) {
	for _, f := range []struct {
		size string
		text []byte
	}{{"2KB", gen.Typical()}, {"500KiB", gen.Big()}} {
		b.Run(f.size, func(b *testing.B) {
			x, _ := openTerminal(b, f.text)
			defer x.close()
			x.settle(4 * time.Second) // until the linter is through, too
			var first, last []time.Duration
			for b.Loop() {
				start := time.Now()
				if _, err := x.pty.WriteString("a"); err != nil {
					b.Fatal(err)
				}
				a, ok := <-x.come
				if !ok {
					b.Fatal("the program ended")
				}
				end := a.at
				if t := x.settle(60 * time.Millisecond); !t.IsZero() {
					end = t
				}
				first, last = append(first, a.at.Sub(start)), append(last, end.Sub(start))
			}
			report(b, "first", first)
			report(b, "last", last)
			if kib, ok := resident(x.cmd.Process.Pid); ok {
				b.ReportMetric(float64(kib)/1024, "MiB-resident")
			}
		})
	}
}

// BenchmarkTerminalFirstFrame is the start of the program until the file is on
// the screen.
func BenchmarkTerminalFirstFrame(b *testing.B) {
	for _, f := range []struct {
		size string
		text []byte
	}{{"2KB", gen.Typical()}, {"500KiB", gen.Big()}} {
		b.Run(f.size, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				x, start := openTerminal(b, f.text)
				var seen []byte
				for a := range x.come {
					if seen = append(seen, a.octets...); bytes.Contains(seen, []byte("Disallow")) {
						took = append(took, a.at.Sub(start))
						break
					}
				}
				x.close()
			}
			report(b, "start", took)
		})
	}
}

func report(b *testing.B, name string, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds()*1000, name+"-p50-ms")
	b.ReportMetric(took[len(took)*99/100].Seconds()*1000, name+"-p99-ms")
}

// resident is the resident memory of a process in KiB, where /proc tells it.
func resident(pid int) (kib int, ok bool) {
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0, false
	}
	for line := range bytes.Lines(status) {
		if rest, found := bytes.CutPrefix(line, []byte("VmRSS:")); found {
			kib, err = strconv.Atoi(string(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte(" kB"))))
			return kib, err == nil
		}
	}
	return 0, false
}
