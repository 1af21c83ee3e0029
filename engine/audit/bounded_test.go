package audit

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"robotslens/engine/crawlers"
)

func TestTopTellsItsError(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	parts := []*top{newTop(50), newTop(50), newTop(50)}
	truth := map[string]int64{}
	zipf := rand.NewZipf(rng, 1.3, 1, 5000)
	for range 60000 {
		k := fmt.Sprint("/u/", zipf.Uint64())
		truth[k]++
		parts[rng.IntN(3)].add([]byte(k), 1)
	}
	parts = append(parts, newTop(50))
	sum := mergeTops(50, parts)
	rows := sum.list(50)
	if len(rows) != 50 || len(sum.at) != 50 {
		t.Fatalf("%d rows", len(rows))
	}
	held := map[string]bool{}
	for i, r := range rows {
		held[r.key] = true
		if n := truth[r.key]; n > r.count || n < r.count-r.over {
			t.Errorf("%s: %d hits, the list says %d with an error of %d", r.key, n, r.count, r.over)
		}
		if i > 0 && rows[i-1].count-rows[i-1].over < r.count-r.over {
			t.Errorf("row %d is out of order", i)
		}
	}
	for k, n := range truth {
		if !held[k] && n > rows[0].count/10 {
			t.Errorf("%s has %d hits and is not in the list, whose first row has %d", k, n, rows[0].count)
		}
	}
}

func TestNoKeyOutsideATopHasMoreHitsThanTold(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	zipf := rand.NewZipf(rng, 1.1, 1, 100000)
	truth := map[string]int64{}
	s := newTop(30)
	for range 100000 {
		k := fmt.Sprint(zipf.Uint64())
		truth[k]++
		s.add([]byte(k), 1)
	}
	for k, n := range truth {
		if r, ok := s.at[k]; ok {
			if n > r.count || n < r.count-r.over {
				t.Errorf("%s: %d hits, the list says %d with an error of %d", k, n, r.count, r.over)
			}
		} else if n > s.most(k) || n > s.rows[0].count {
			t.Errorf("%s: %d hits, and at most %d are told of", k, n, s.most(k))
		}
	}
}

func TestTopIsExactWhileThereIsRoom(t *testing.T) {
	a, b := newTop(10), newTop(10)
	for i := range 5 {
		a.add(fmt.Append(nil, i), int64(i))
		b.add(fmt.Append(nil, i+3), 1)
	}
	var got []string
	for _, r := range mergeTops(10, []*top{a, b}).list(4) {
		got = append(got, fmt.Sprintf("%s=%d±%d", r.key, r.count, r.over))
	}
	if s := strings.Join(got, " "); s != "4=5±0 3=4±0 2=2±0 1=1±0" {
		t.Errorf("got %s, want 4=5±0 3=4±0 2=2±0 1=1±0", s)
	}
}

func TestCacheStaysInBoundsAndKeepsWhatIsAskedFor(t *testing.T) {
	c := newCache[int](100, 1000)
	c.put([]byte("often"), 7)
	for i := range 10000 {
		key := fmt.Append(nil, i)
		c.put(key, i)
		if v, ok := c.get(key); !ok || v != i {
			t.Fatalf("%d is gone at once", i)
		}
		if v, ok := c.get([]byte("often")); !ok || v != 7 {
			t.Fatalf("what is asked for all the time is gone after %d", i)
		}
		if len(c.young) > 100 || c.used > 1000 {
			t.Fatalf("%d entries, %d octets", len(c.young), c.used)
		}
	}
}

// wantLines splits text as the splitter should.
func wantLines(text string) []string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	all := strings.Split(text, "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

func checkSplit(t *testing.T, text string, size int, r io.Reader) {
	t.Helper()
	want := wantLines(text)
	in := newSplitter(r, size)
	buf := make([]byte, size)
	i := 0
	for {
		b, huge, err := in.next(buf)
		if huge {
			if i >= len(want) || len(want[i]) < size-1 || !strings.HasPrefix(want[i]+"\r", string(b)) {
				t.Fatalf("%q in blocks of %d: line %d is called huge: %q", text, size, i, b)
			}
			i++
		} else {
			n := countLines(b)
			l := newLines(b)
			for line, ok := l.next(); ok; line, ok = l.next() {
				if i >= len(want) || string(line) != want[i] {
					t.Fatalf("%q in blocks of %d: line %d is %q", text, size, i, line)
				}
				i++
				n--
			}
			if n != 0 {
				t.Fatalf("%q in blocks of %d: countLines is wrong by %d", text, size, n)
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if i != len(want) {
		t.Fatalf("%q in blocks of %d: %d lines, want %d", text, size, i, len(want))
	}
}

func FuzzSplitter(f *testing.F) {
	f.Add("a\nb\r\nc\rd\n\n\re", uint8(4))
	f.Add("\r\n\r\n\r\r\n", uint8(2))
	f.Add("0123456789\r\n0123456789\r0123456789\n01234567", uint8(9))
	f.Add("01234567\r\n01234567\rx", uint8(9))
	f.Fuzz(func(t *testing.T, text string, size uint8) {
		checkSplit(t, text, int(size)+2, strings.NewReader(text))
		checkSplit(t, text, int(size)+2, iotest.OneByteReader(strings.NewReader(text)))
	})
}

func TestSplitterOnLinesOfEveryLength(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n"} {
		for n := range 40 {
			text := strings.Repeat("x", n) + end + "y" + end + end + strings.Repeat("z", 20-n/2) + end
			for size := 2; size < 24; size++ {
				checkSplit(t, text, size, strings.NewReader(text))
			}
		}
	}
}

func TestHintsLetEveryCrawlerThrough(t *testing.T) {
	c := crawlers.BuiltIn()
	h := newHints(c)
	for _, e := range c.Entries() {
		for _, header := range []string{e.Token, strings.ToUpper(e.Token) + "/1", "Mozilla/5.0 (compatible; " + e.Token, "%20" + e.Token + "%20"} {
			if !h.in([]byte(header)) {
				t.Errorf("%q is stopped", header)
			}
		}
	}
	for _, header := range []string{"", "abc", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36", "Google", "curl/8"} {
		if h.in([]byte(header)) {
			t.Errorf("%q passes", header)
		}
	}
}

func FuzzRecognise(f *testing.F) {
	f.Add("Mozilla/5.0 (compatible; bingbot/2.0)")
	f.Add("x\\x22GPTBot\\x22")
	c := crawlers.BuiltIn()
	h := newHints(c)
	r := newRecogniser(c, h)
	f.Fuzz(func(t *testing.T, header string) {
		e := c.InHeader(header)
		if e != nil && !h.in([]byte(header)) {
			t.Fatalf("%q names %s and is stopped", header, e.Token)
		}
		if header == "" || header == "-" {
			return
		}
		for range 2 {
			who := r.find([]byte(header), plain)
			if (who == nobody) != (e == nil) || who != nobody && c.Entries()[who].Token != e.Token {
				t.Fatalf("%q: entry %d, the catalogue says %v", header, who, e)
			}
		}
	})
}

func TestRecogniseUndoesWhatLogsEscape(t *testing.T) {
	c := crawlers.BuiltIn()
	for _, tt := range []struct {
		agent string
		how   coding
		want  string
	}{
		{`\x22GPTBot\x22`, backslash, "GPTBot"},
		{`Mozilla/5.0%20(compatible;%20Googlebot/2.1)`, percent, "Googlebot"},
		{`Mozilla/5.0%2520(compatible;%2520Googlebot/2.1)`, percent, "Googlebot"},
		{`Mozilla/5.0+(compatible;+bingbot/2.0;++http://www.bing.com/bingbot.htm)`, percent, "bingbot"},
		{"-", backslash, ""},
		{"", plain, ""},
	} {
		r := newRecogniser(c, newHints(c))
		got := ""
		if i := r.find([]byte(tt.agent), tt.how); i != nobody {
			got = c.Entries()[i].Token
		}
		if got != tt.want {
			t.Errorf("%q: %q, want %q", tt.agent, got, tt.want)
		}
	}
}

func TestAnAddressVerifiesOrBeliesACrawler(t *testing.T) {
	c := crawlers.BuiltIn()
	n := &Networks{}
	tokens, err := n.Add("googlebot", []byte(`{"creationTime":"x","prefixes":[{"ipv6Prefix":"2001:4860:4801:10::/64"},{"ipv4Prefix":"66.249.64.0/19"},{"ipv4Prefix":"66.249.64.32/27"},{"ipv4Prefix":"0.0.0.5/32"}]}`), c)
	if err != nil || !sameSet(tokens, []string{"Googlebot", "Googlebot-Image", "Googlebot-Video", "Googlebot-News"}) {
		t.Fatalf("%v %v", tokens, err)
	}
	for _, tt := range []struct {
		token, addr string
		want        Claim
	}{
		{"Googlebot", "66.249.64.0", Verified},
		{"Googlebot", "66.249.95.255", Verified},
		{"Googlebot", "66.249.96.0", False},
		{"Googlebot", "66.249.63.255", False},
		{"Googlebot-Image", "2001:4860:4801:10:ffff::1", Verified},
		{"Googlebot", "2001:4860:4801:11::", False},
		{"Googlebot", "::5", False},
		{"Googlebot", "::ffff:66.249.64.1", Verified},
		{"Googlebot", "66.249.64.1:4711", Verified},
		{"Googlebot", "[2001:4860:4801:10::1]:80", Verified},
		{"Googlebot", "crawl.example", Unknown},
		{"Googlebot", "", Unknown},
		{"bingbot", "66.249.64.1", Unknown},
		{"Applebot", "66.249.64.1", Unknown},
	} {
		if got := n.Check(tt.token, []byte(tt.addr)); got != tt.want {
			t.Errorf("%s from %s: %d, want %d", tt.token, tt.addr, got, tt.want)
		}
	}
	for _, tt := range [][2]string{{"Googlebot", "{"}, {"Googlebot", "{}"}, {"Googlebot", `{"prefixes":[{"ipv4Prefix":"1.2.3"}]}`}, {"Nobody", `{"prefixes":[{"ipv4Prefix":"192.0.2.0/24"}]}`}} {
		if _, err := n.Add(tt[0], []byte(tt[1]), c); err == nil {
			t.Errorf("%s for %s is no error", tt[1], tt[0])
		}
	}
}
