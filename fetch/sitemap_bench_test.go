package fetch

import (
	"context"
	"strings"
	"testing"
)

func BenchmarkSitemap(b *testing.B) {
	text := "<urlset>" + strings.Repeat("<url><loc>https://shop.example/products/widget</loc><lastmod>2026-10-01</lastmod></url>\n", 50_000) + "</urlset>"
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for range SitemapFrom(context.Background(), strings.NewReader(text), "s", SitemapOptions{}) {
			n++
		}
		if n != 50_000 {
			b.Fatal(n)
		}
	}
}

func BenchmarkOriginOf(b *testing.B) {
	for b.Loop() {
		OriginOf("https://www.shop.example/products/widget?x=1")
	}
}
