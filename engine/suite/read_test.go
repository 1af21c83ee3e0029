package suite

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// dump shows a list as "line:url" and "!line", parted by blanks.
func dump(r io.Reader) string {
	var b strings.Builder
	for u, err := range List(r) {
		var bad *RowError
		switch {
		case errors.As(err, &bad):
			fmt.Fprintf(&b, "!%d ", bad.Line)
		case err != nil:
			fmt.Fprintf(&b, "!!%v ", err)
		default:
			fmt.Fprintf(&b, "%d:%s ", u.Line, u.URL)
		}
	}
	return strings.TrimSuffix(b.String(), " ")
}

func utf16LE(s string, mark bool) string {
	var b []byte
	if mark {
		b = append(b, 0xFF, 0xFE)
	}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

func utf16BE(s string, mark bool) string {
	b := []byte(utf16LE(s, mark))
	for i := 0; i+1 < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	if mark {
		b[0], b[1] = 0xFE, 0xFF
	}
	return string(b)
}

var lists = []struct{ about, text, want string }{
	{"nothing", "", ""},
	{"only comments", "# a\n\n  # b\n", ""},
	{"text, one a line, all three line ends", "/a\r\n/b\r/c\n/d", "1:/a 2:/b 3:/c 4:/d"},
	{"comments and blanks around", "# head\n /a \t\n\n/b # note\n/c#frag\n", "2:/a 4:/b 5:/c#frag"},
	{"a byte order mark", "\xEF\xBB\xBF/a\n", "1:/a"},
	{"bytes that are no text", "/\xff\x00\x80\n", "1:/\xff\x00\x80"},
	{"a comma belongs to a URL of a text list", "https://example.com/a,b\n", "1:https://example.com/a,b"},
	{"a text list may have a column's name later on", "https://example.com/\npage\n", "1:https://example.com/ 2:page"},
	{"one column: commas belong to the URLs", "URL\n/a,b\n\"/c\"\n", "2:/a,b 3:/c"},
	{"Search Console", "Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/,12,340,3.53%,7.1\n\"https://example.com/a,b\",1,2,50%,1\n", "2:https://example.com/ 3:https://example.com/a,b"},
	{"Screaming Frog with its title line", "\"Internal - All\"\n\"Address\",\"Content\",\"Status Code\"\n\"https://example.com/\",\"text/html; charset=UTF-8\",\"200\"\n", "3:https://example.com/"},
	{"the column need not be the first", "Status,PAGE ,x\r\n200,/a,\r\n404,/b,\r\n", "2:/a 3:/b"},
	{"semicolons", "sep=;\nName;url\nx;/a,b\n", "3:/a,b"},
	{"tabs", "loc\tlastmod\n/a\t2026-01-01\n", "2:/a"},
	{"UTF-16 with its mark, tabs", utf16LE("Address\tTitle\r\nhttps://example.com/é\t😀\r\n", true), "2:https://example.com/é"},
	{"UTF-16 without a mark", utf16LE("url\n/a\n", false), "2:/a"},
	{"UTF-16, the other order", utf16BE("url\n/a\n", true), "2:/a"},
	{"UTF-16, the other order, without a mark", utf16BE("url\n/a\n", false), "2:/a"},
	{"UTF-16 cut after half a character", utf16LE("url\n/a😀", true)[:16], "2:/a\uFFFD"},
	{"UTF-16 cut inside a unit", utf16LE("url\n/ab", true)[:15], "2:/a\uFFFD"},
	{"UTF-16 with a lone half", utf16LE("url\n/", true) + "\x00\xD8a\x00\x00\xDC", "2:/\uFFFDa\uFFFD"},
	{"a quoted cell over two lines", "Title,URL\n\"one\ntwo\",/a\nthree,/b\n", "2:/a 4:/b"},
	{"doubled quotes", "URL,t\n\"/a\"\"b\",x\n", "2:/a\"b"},
	{"a short row is reported and the rest goes on", "Title,URL\nx\ny,/a\n", "!2 3:/a"},
	{"a row without a URL is no row", "Title,URL\nx,\ny,/a\n", "3:/a"},
	{"a stray quote costs one row", "URL,t\n\"/a,x\n/b,y\n/c,z\n", "!2 3:/b 4:/c"},
}

func TestAListIsReadInEveryFormItComesIn(t *testing.T) {
	for _, tc := range lists {
		t.Run(tc.about, func(t *testing.T) {
			if got := dump(strings.NewReader(tc.text)); got != tc.want {
				t.Errorf("\n got %q\nwant %q", got, tc.want)
			}
			if got := dump(iotest.OneByteReader(strings.NewReader(tc.text))); got != tc.want {
				t.Errorf("byte by byte\n got %q\nwant %q", got, tc.want)
			}
		})
	}
}

func TestListSkipsALineThatIsTooLong(t *testing.T) {
	for _, n := range []int{MaxLine - 1, MaxLine, MaxLine + 1, MaxLine + 2, 3*MaxLine + 7} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			long := "/" + strings.Repeat("x", n-1)
			got := dump(strings.NewReader("/a" + end + long + end + "/b" + end))
			want := "1:/a 2:" + long + " 3:/b"
			if n > MaxLine {
				want = "1:/a !2 3:/b"
			}
			if got != want {
				t.Errorf("%d octets, end %q: %.60q", n, end, got)
			}
		}
		if got := dump(strings.NewReader("/a\n/" + strings.Repeat("x", n-1))); (got == "1:/a !2") != (n > MaxLine) {
			t.Errorf("%d octets in the last line: %.60q", n, got)
		}
	}
}

func TestListPassesOnAReadError(t *testing.T) {
	broken := errors.New("cable cut")
	for _, text := range []string{"/a\n", "url,x\n/a,\n"} {
		got := dump(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
		if !strings.HasSuffix(got, ":/a !!cable cut") {
			t.Errorf("%q", got)
		}
	}
}

func TestListReadsNoFurtherThanAsked(t *testing.T) {
	r := strings.NewReader(strings.Repeat("/a\n", 1<<20))
	for range List(r) {
		break
	}
	if r.Len() < 2<<20 {
		t.Errorf("%d octets left", r.Len())
	}
}

func TestATableIsReadAndItsBadRowsReported(t *testing.T) {
	for _, tc := range []struct{ about, text, want string }{
		{"the plain form", "agent,url,expected\nGooglebot,/a,allow\nbingbot,/b,disallow\n", "[{2 Googlebot /a allow   0} {3 bingbot /b disallow   0}] []"},
		{"columns in any order and case, others passed over", "Note;Expected;x;URL;Agent;dialect\nwhy;BLOCKED;;/a;*;Google\n", "[{2 * /a disallow google why 0}] []"},
		{"allowed and disallowed", "agent,url,expected\nA,/,Allowed\nA,/, disallowed \n", "[{2 A / allow   0} {3 A / disallow   0}] []"},
		{"bad rows are reported and good ones kept", "agent,url,expected,dialect\nA,/,maybe\n,/,allow\nA,,allow\nA,/\nA,/,allow,perl\n\"A,/,allow\nA,/ok,allow\n",
			`[{8 A /ok allow   0}] [line 2: expected is "maybe"; write allow or disallow line 3: no agent line 4: no url line 5: no expected verdict; write allow or disallow line 6: unknown dialect "perl"; the dialects are auto, rfc, google and python line 7: a quote (") is not closed]`},
		{"comments", "# ours\nagent,url,expected\n# more\nA,/,allow\n", "[{4 A / allow   0}] []"},
		{"a table from a spreadsheet in UTF-16", utf16LE("Agent\tURL\tExpected\r\nA\t/é\tallow\r\n", true), "[{2 A /é allow   0}] []"},
		{"a header with commas in a quoted agent", "agent,url,expected\n\"Mozilla/5.0 (X; GPTBot/1.0, like Gecko)\",/,allow\n", "[{2 Mozilla/5.0 (X; GPTBot/1.0, like Gecko) / allow   0}] []"},
	} {
		t.Run(tc.about, func(t *testing.T) {
			rows, problems, err := ReadTable(strings.NewReader(tc.text))
			if got := fmt.Sprint(rows, problems); got != tc.want || err != nil {
				t.Errorf("\n got %s, %v\nwant %s", got, err, tc.want)
			}
		})
	}
	for _, text := range []string{"", "A,/,allow\n", "agent,url\nA,/\n", "agent;url,expected\n"} {
		if _, _, err := ReadTable(strings.NewReader(text)); !errors.Is(err, ErrNoHeader) {
			t.Errorf("%q: %v, want ErrNoHeader", text, err)
		}
	}
	broken := errors.New("cable cut")
	if _, _, err := ReadTable(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a read error: %v", err)
	}
}

func TestWriteTableTellsOfAFullDisk(t *testing.T) {
	full := errors.New("disk full")
	if err := WriteTable(failing{full}, []Row{{Agent: "A", URL: "/", Expected: ExpectAllow}}); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func FuzzList(f *testing.F) {
	for _, tc := range lists {
		f.Add([]byte(tc.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		last := 0
		for u, err := range List(bytes.NewReader(data)) {
			var bad *RowError
			line := u.Line
			if errors.As(err, &bad) {
				line = bad.Line
			} else if err != nil {
				t.Fatalf("bytes cannot fail: %v", err)
			} else if strings.Trim(u.URL, " \t") == "" {
				t.Fatalf("line %d: an empty URL", u.Line)
			}
			if line <= last {
				t.Fatalf("line %d after %d", line, last)
			}
			last = line
		}
		if whole, slow := dump(bytes.NewReader(data)), dump(iotest.HalfReader(bytes.NewReader(data))); whole != slow {
			t.Fatalf("the size of the reads matters:\n%q\n%q", whole, slow)
		}
	})
}

// skipTooLong leaves out rows that go past the bounds of a record, which are refused.
func skipTooLong(t *testing.T, cells ...string) {
	row := strings.Join(cells, ",")
	if strings.Count(row, "\n")+strings.Count(row, "\r") > maxRecordLines || 2*len(row) > maxRecordOctets {
		t.Skip("longer than a record may be")
	}
}

// FuzzListAgainstCSV asks encoding/csv to write a file, which List must read
// as it was meant.
func FuzzListAgainstCSV(f *testing.F) {
	f.Add("https://example.com/", "a title", "/b\"c", "two\nlines")
	f.Add("#", " ", "\t", ",;")
	f.Add("", strings.Repeat("\n", maxRecordLines+1), "", "")
	f.Fuzz(func(t *testing.T, url1, title1, url2, title2 string) {
		skipTooLong(t, title1, url1)
		skipTooLong(t, title2, url2)
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		want := ""
		if err := w.WriteAll([][]string{{"Title", "Status", "Address"}, {"x" + title1, "200", "/" + url1}, {"x" + title2, "404", "/" + url2}}); err != nil {
			t.Skip(err)
		}
		n := 2
		for _, row := range [][2]string{{title1, url1}, {title2, url2}} {
			want += fmt.Sprintf("%d:%s ", n, strings.Trim("/"+row[1], " \t"))
			n += 1 + strings.Count(strings.ReplaceAll(row[0]+"."+row[1], "\r\n", "\n"), "\n") + strings.Count(strings.ReplaceAll(row[0]+"."+row[1], "\r\n", "\n"), "\r")
		}
		if got := dump(&b); got != strings.TrimSuffix(want, " ") {
			t.Fatalf("\n got %q\nwant %q", got, want)
		}
	})
}

func FuzzTable(f *testing.F) {
	f.Add([]byte("agent,url,expected\nGooglebot,/a,allow\n"), "A", "/", "note")
	f.Add([]byte("agent;url;expected;note\nA;/;blocked;\"x\n"), "#A", " /a", "two\r\nlines\rmore")
	f.Add([]byte("agent\turl\texpected\tdialect\nA\t/\tallow\tpython\n"), "\"A\"", "\xff\x00,", ";")
	f.Add([]byte(nil), "A", "/", strings.Repeat("\n", maxRecordLines+1))
	f.Fuzz(func(t *testing.T, data []byte, agent, url, note string) {
		if _, _, err := ReadTable(bytes.NewReader(data)); err != nil && !errors.Is(err, ErrNoHeader) {
			t.Fatalf("bytes cannot fail: %v", err)
		}
		want := []Row{{Agent: agent, URL: url, Expected: ExpectAllow, Note: note}, {Agent: agent, URL: url + "b", Expected: ExpectDisallow, Dialect: "google"}}
		if strings.Trim(agent, " \t") == "" || strings.Trim(url, " \t") == "" {
			t.Skip("a row needs both")
		}
		skipTooLong(t, agent, url, note)
		var b bytes.Buffer
		if err := WriteTable(&b, want); err != nil {
			t.Fatal(err)
		}
		rows, problems, err := ReadTable(bytes.NewReader(b.Bytes()))
		if err != nil || len(problems) > 0 {
			t.Fatalf("%q: %v, %v", b.Bytes(), problems, err)
		}
		for i := range rows {
			rows[i].Line = 0
		}
		if !reflect.DeepEqual(rows, want) {
			t.Fatalf("%q reads back as\n%+v, not\n%+v", b.Bytes(), rows, want)
		}
	})
}
