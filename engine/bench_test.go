package engine

import (
	"testing"

	"robotslens/testdata/gen"
)

func BenchmarkParse(b *testing.B) {
	for _, f := range []struct {
		name string
		src  []byte
	}{{"2KB", gen.Typical()}, {"500KiB", gen.Big()}} {
		b.Run(f.name, func(b *testing.B) {
			b.SetBytes(int64(len(f.src)))
			b.ReportAllocs()
			for b.Loop() {
				Parse(f.src, RFC)
			}
		})
	}
}

// BenchmarkOneURL is what a person waits for: parse, and one URL asked of every
// rule.
func BenchmarkOneURL(b *testing.B) {
	for _, f := range []struct {
		name string
		src  []byte
	}{{"2KB", gen.Typical()}, {"500KiB", gen.Big()}} {
		for _, d := range []Dialect{RFC, Google} {
			b.Run(f.name+"/"+d.Name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					Parse(f.src, d).Explain("https://shop.example/product/list/widget-200?sort=price", Token("Googlebot"))
				}
			})
		}
	}
}

// BenchmarkExplain is one URL asked of a file at hand.
func BenchmarkExplain(b *testing.B) {
	for _, d := range []Dialect{RFC, Google} {
		f := Parse(gen.Big(), d)
		b.Run(d.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Explain("https://shop.example/product/list/widget-200?sort=price", Token("Googlebot"))
			}
		})
	}
}

// BenchmarkBatch is 10,000 URLs asked of the 500 KiB file: parse, index and all
// answers.
func BenchmarkBatch(b *testing.B) {
	src, urls := gen.Big(), gen.URLs(10000)
	for _, d := range []Dialect{RFC, Google} {
		b.Run(d.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f := Parse(src, d)
				l := f.NewMatcher(f.Select(Token("Googlebot"))).NewLookup()
				for _, u := range urls {
					l.Verdict(u)
				}
			}
		})
	}
}

// BenchmarkMatcher is the two parts of a batch.
func BenchmarkMatcher(b *testing.B) {
	f := Parse(gen.Big(), RFC)
	s := f.Select(Token("Googlebot"))
	b.Run("build", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f.NewMatcher(s)
		}
	})
	b.Run("lookup", func(b *testing.B) {
		b.ReportAllocs()
		l, urls := f.NewMatcher(s).NewLookup(), gen.URLs(10000)
		i := 0
		for b.Loop() {
			l.Verdict(urls[i%len(urls)])
			i++
		}
	})
}

// BenchmarkStars is the file that backtracking matchers are slowest on.
func BenchmarkStars(b *testing.B) {
	src, url := gen.Stars(), gen.LongURL()
	b.ReportAllocs()
	for b.Loop() {
		Parse(src, RFC).Explain(url, Token("Googlebot"))
	}
}
