// Package gen makes the files and URLs that the benchmarks are run on. The
// same call gives the same octets on every machine.
package gen

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Limit is the size in octets of the big files, that which a crawler must read
// (RFC 9309, 2.5).
const Limit = 500 * 1024

// words are what the paths of shops, papers and boards are made of.
var words = strings.Fields(`about account admin album api archive article asset author badge basket blog board book
	brand browse calendar career cart catalog category channel checkout city club code collection comment compare
	contact coupon course css customer data deal demo detail doc download draft edit error event export faq feed
	file filter font forum gallery game gift group guide help history home hotel icon image import index info
	invoice item job js label landing lang legal letter library list login mail map media member menu message
	mobile model music news note offer order page partner payment photo play podcast poll post press preview
	price print private product profile promo public query quote rank rating recipe refund register report
	return review sale school score search section seller send service session share shelf shipping shop sitemap
	size sort source stat static status stock store story style summary support survey table tag team temp term
	test theme thread ticket tool topic tour track trial unit update upload user vendor version video view
	vote wallet week widget wish zone`)

type source struct{ *rand.Rand }

func newSource(seed uint64) source { return source{rand.New(rand.NewPCG(seed, 9309))} }

// segment is one part of a path: a word, often with a number.
func (s source) segment() string {
	w := words[s.IntN(len(words))]
	switch s.IntN(4) {
	case 0:
		return fmt.Sprintf("%s-%d", w, 100+s.IntN(900))
	case 1:
		return fmt.Sprintf("%s_%d", w, s.IntN(50))
	}
	return w
}

func (s source) path() string {
	var b strings.Builder
	for range 2 + s.IntN(3) {
		b.WriteString("/" + s.segment())
	}
	if s.IntN(3) == 0 {
		b.WriteByte('/')
	}
	return b.String()
}

// rule is one line: of a hundred, twelve have a star and seven end in "$".
func (s source) rule() string {
	p := s.path()
	switch n := s.IntN(100); {
	case n < 4:
		p = "/*/" + s.segment()
	case n < 7:
		p = "/" + s.segment() + "/*/" + s.segment()
	case n < 9:
		p = "/*." + []string{"pdf", "php", "aspx", "zip", "json"}[s.IntN(5)] + "$"
	case n < 12:
		p = "/" + s.segment() + "/*?" + words[s.IntN(len(words))] + "="
	case n < 17:
		p += "$"
	}
	if s.IntN(5) == 0 {
		return "Allow: " + p + "\n"
	}
	return "Disallow: " + p + "\n"
}

func (s source) fill(b *bytes.Buffer, size int) []byte {
	for {
		line := s.rule()
		if b.Len()+len(line) > size {
			return b.Bytes()
		}
		b.WriteString(line)
	}
}

// Typical is the file of a middling shop, 2 KB.
func Typical() []byte {
	b := bytes.NewBufferString("# a middling shop\nSitemap: https://shop.example/sitemap.xml\n\nUser-agent: *\n")
	src := newSource(1).fill(b, 1950)
	return append(src, "\nUser-agent: BadBot\nUser-agent: WorseBot\nDisallow: /\n"...)
}

// Big is a file of 500 KiB with some 16,000 rules in one group.
func Big() []byte {
	b := bytes.NewBufferString("User-agent: BadBot\nDisallow: /\n\nUser-agent: *\n")
	return newSource(2).fill(b, Limit)
}

// Stars is a file of 500 KiB of the rules that backtracking matchers are
// slowest on, with LongURL.
func Stars() []byte {
	b := bytes.NewBufferString("User-agent: *\n")
	for n := 0; ; n++ {
		line := "Disallow: /*" + strings.Repeat("a*", 11+n%7) + "ab\n"
		if b.Len()+len(line) > Limit {
			return b.Bytes()
		}
		b.WriteString(line)
	}
}

// LongURL is a URL of 2,000 octets that no rule of Stars matches.
func LongURL() string {
	const front = "https://shop.example/"
	return front + strings.Repeat("a", 2000-len(front))
}

// URLs returns n URLs made of the words that Big's rules are made of.
func URLs(n int) []string {
	s := newSource(3)
	urls := make([]string, n)
	for i := range urls {
		u := "https://shop.example" + s.path()
		switch s.IntN(8) {
		case 0:
			u += "?" + words[s.IntN(len(words))] + "=" + fmt.Sprint(s.IntN(1000))
		case 1:
			u += ".pdf"
		}
		urls[i] = u
	}
	return urls
}
