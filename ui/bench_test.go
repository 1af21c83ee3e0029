package ui

import (
	"fmt"
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/engine/crawlers"
	"robotslens/testdata/gen"
)

// benchApp is the screen of 120x40 on a text, as it stands after the first
// frame.
func benchApp(text []byte) *App {
	a := newApp(Options{Source: Source{Kind: Local, Name: "./robots.txt"}, Text: text, Catalogue: crawlers.BuiltIn(), URL: "https://shop.example/product/list", Theme: "dark"})
	a.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	a.View()
	return a
}

// BenchmarkKey is a key until its frame is painted. Commands are left to run
// elsewhere, as in the program.
func BenchmarkKey(b *testing.B) {
	for _, f := range []struct {
		size string
		text []byte
	}{{"2KB", gen.Typical()}, {"500KiB", gen.Big()}} {
		for _, in := range []struct {
			name string
			at   pane
		}{{"url", paneURL}, {"crawler", paneCrawler}, {"file", paneFile}} {
			b.Run(f.size+"/"+in.name, func(b *testing.B) {
				a := benchApp(f.text)
				a.setFocus(in.at)
				if in.at == paneFile {
					a.file.ed.GoToLine(a.file.ed.Buffer().Lines() / 2)
				}
				keys := []tea.Msg{
					tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'a'}},
					tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'b'}},
					tea.KeyMsg{Type: tea.KeyBackspace},
					tea.KeyMsg{Type: tea.KeyBackspace},
				}
				took := make([]time.Duration, 0, 4096)
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					start := time.Now()
					a.Update(keys[n%len(keys)])
					a.View()
					took = append(took, time.Since(start))
					n++
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
			})
		}
	}
}

// BenchmarkView is one frame of files of growing size.
func BenchmarkView(b *testing.B) {
	big := gen.Big()
	for _, octets := range []int{2 << 10, 50 << 10, 500 << 10} {
		b.Run(fmt.Sprintf("%dKiB", octets>>10), func(b *testing.B) {
			a := benchApp(big[:min(octets, len(big))])
			b.ReportAllocs()
			for b.Loop() {
				a.View()
			}
		})
	}
}

// BenchmarkFirstFrame is a screen that opens, from the text to the frame.
func BenchmarkFirstFrame(b *testing.B) {
	for _, f := range []struct {
		size string
		text []byte
	}{{"2KB", gen.Typical()}, {"500KiB", gen.Big()}} {
		b.Run(f.size, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				benchApp(f.text).Init()
			}
		})
	}
}
