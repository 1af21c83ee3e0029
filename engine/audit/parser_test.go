package audit

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// dump writes a hit as the tables below expect it.
func dump(h *Hit, f Fault) string {
	if f != None {
		return f.String()
	}
	return fmt.Sprintf("%s %s %s %d %q %s", orDash(h.Host), orDash(h.Addr), orDash(h.Target), h.Status, h.Agent,
		time.Unix(h.Time, 0).UTC().Format(time.RFC3339))
}

func orDash(b []byte) string {
	if len(b) == 0 {
		return "-"
	}
	return string(b)
}

func TestALineIsReadInEachFormat(t *testing.T) {
	tests := []struct {
		name   string
		format Format
		fields string
		line   string
		want   string
	}{
		{"a combined line", Combined, "",
			`192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a?b=c HTTP/1.1" 200 2326 "http://ref.test/" "Mozilla/5.0 (compatible; Googlebot/2.1)"`,
			`- 192.0.2.7 /a?b=c 200 "Mozilla/5.0 (compatible; Googlebot/2.1)" 2000-10-10T20:55:36Z`},
		{"a common line has no agent", Common, "",
			`192.0.2.7 - frank [10/Oct/2000:13:55:36 +0000] "GET /a HTTP/1.0" 404 -`,
			`- 192.0.2.7 /a 404 "" 2000-10-10T13:55:36Z`},
		{"host in front with a port", HostCombined, "",
			`shop.example:443 192.0.2.7 - - [10/Oct/2000:13:55:36 +0200] "GET / HTTP/2.0" 301 0 "-" "x"`,
			`shop.example:443 192.0.2.7 / 301 "x" 2000-10-10T11:55:36Z`},
		{"host at the end", CombinedHost, "",
			`192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET / HTTP/2" 200 0 "-" "x" "198.51.100.1" shop.example`,
			`shop.example 192.0.2.7 / 200 "x" 2000-10-10T13:55:36Z`},
		{"host at the end in quotes", CombinedHost, "",
			`192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET / HTTP/2" 200 0 "-" "x" "shop.example"`,
			`shop.example 192.0.2.7 / 200 "x" 2000-10-10T13:55:36Z`},
		{"host after a common line", CommonHost, "",
			`192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET / HTTP/2" 200 0 shop.example`,
			`shop.example 192.0.2.7 / 200 "" 2000-10-10T13:55:36Z`},
		{"an escaped quote does not end the agent", Combined, "",
			`192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET /a\"b HTTP/1.1" 200 1 "-" "a \"b\" \\"`,
			`- 192.0.2.7 /a"b 200 "a \\\"b\\\" \\\\" 2000-10-10T13:55:36Z`},
		{"hex escapes in the target", Combined, "",
			`192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET /caf\xC3\xA9 HTTP/1.1" 200 1 "-" "x"`,
			`- 192.0.2.7 /café 200 "x" 2000-10-10T13:55:36Z`},
		{"a TLS hello is a hit without a target", Combined, "",
			`192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "\x16\x03\x01" 400 150 "-" "-"`,
			`- 192.0.2.7 - 400 "-" 2000-10-10T13:55:36Z`},
		{"CONNECT and * have no target", Combined, "",
			`192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "OPTIONS * HTTP/1.1" 200 0 "-" "x"`,
			`- 192.0.2.7 - 200 "x" 2000-10-10T13:55:36Z`},
		{"an absolute target", Combined, "",
			`192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET http://shop.example/a HTTP/1.1" 200 0 "-" "x"`,
			`- 192.0.2.7 http://shop.example/a 200 "x" 2000-10-10T13:55:36Z`},
		{"spaces inside a target are kept", Combined, "",
			`192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET /a b c HTTP/1.1" 200 0 "-" "x"`,
			`- 192.0.2.7 /a b c 200 "x" 2000-10-10T13:55:36Z`},
		{"HTTP 0.9 has no protocol", Combined, "",
			`192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET /" 200 0 "-" "x"`,
			`- 192.0.2.7 / 200 "x" 2000-10-10T13:55:36Z`},
		{"a user name with a bracket", Combined, "",
			`192.0.2.7 - a[b c [10/Oct/2000:13:55:36 +0000] "GET / HTTP/1.1" 200 0 "-" "x"`,
			`- 192.0.2.7 / 200 "x" 2000-10-10T13:55:36Z`},
		{"an IPv6 client", Combined, "",
			`2001:db8::1 - - [31/Dec/1999:23:59:59 -0100] "GET / HTTP/1.1" 200 0 "-" "x"`,
			`- 2001:db8::1 / 200 "x" 2000-01-01T00:59:59Z`},
		{"a fraction of a second and an ISO time in brackets", Combined, "",
			`192.0.2.7 - - [2024-02-29T23:59:59.999+05:30] "GET / HTTP/1.1" 200 0 "-" "x"`,
			`- 192.0.2.7 / 200 "x" 2024-02-29T18:29:59Z`},
		{"no time", Combined, "", `192.0.2.7 - - "GET / HTTP/1.1" 200 0 "-" "x"`, "no time"},
		{"a month that is none", Combined, "", `192.0.2.7 - - [10/Okt/2000:13:55:36 +0000] "GET / HTTP/1.1" 200 0 "-" "x"`, "no time"},
		{"a line cut inside the agent", Combined, "", `192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET / HTTP/1.1" 200 0 "-" "x`, "no user-agent field"},
		{"a common line in a combined log", Combined, "", `192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET / HTTP/1.1" 200 0`, "no user-agent field"},
		{"a line cut inside the request", Combined, "", `192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET /`, "no request"},
		{"a status that is none", Combined, "", `192.0.2.7 - - [10/Oct/2000:13:55:36 +0000] "GET /" OK 0 "-" "x"`, "no status"},
		{"binary", Combined, "", "\x00\xff\xfe\x89PNG", "no time"},

		{"nginx JSON", JSON, "",
			`{"time_iso8601":"2024-05-01T02:00:00+02:00","remote_addr":"192.0.2.7","host":"shop.example","request":"GET /a?b HTTP/1.1","uri":"/index.php","status":200,"http_user_agent":"bingbot\/2.0"}`,
			`shop.example 192.0.2.7 /a?b 200 "bingbot/2.0" 2024-05-01T00:00:00Z`},
		{"nginx JSON with uri and args only", JSON, "",
			`{"msec":"1714521600.123","uri":"/a","args":"x=1","status":"304","http_user_agent":""}`,
			`- - /a?x=1 304 "" 2024-05-01T00:00:00Z`},
		{"Caddy", JSON, "",
			`{"level":"info","ts":1714521600.5,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"192.0.2.7","proto":"HTTP/2.0","method":"GET","host":"shop.example","uri":"/a\u0026b","headers":{"User-Agent":["GPTBot/1.0","second"],"Accept":["*/*"]},"tls":{"resumed":false}},"size":10,"status":200,"resp_headers":{"Server":["Caddy"]}}`,
			`shop.example 192.0.2.7 /a&b 200 "GPTBot/1.0" 2024-05-01T00:00:00Z`},
		{"Apache JSON", JSON, "",
			`{"time":"[10/Oct/2000:13:55:36 -0700]", "remoteIP":"192.0.2.7", "host":"shop.example", "request":"/a", "query":"?b=1", "method":"GET", "status":"200", "userAgent":"x"}`,
			`shop.example 192.0.2.7 /a?b=1 200 "x" 2000-10-10T20:55:36Z`},
		{"a field map goes before known names", JSON, "agent=h.ua, target=where,time=when,host=site,status=n,addr=from",
			`{"when":1714521600123,"where":"/a","path":"/no","h":{"UA":"x"},"user_agent":"no","site":"a.example","n":404,"from":"192.0.2.1"}`,
			`a.example 192.0.2.1 /a 404 "x" 2024-05-01T00:00:00Z`},
		{"a surrogate pair", JSON, "", `{"ts":1714521600,"path":"/\ud83d\ude00","ua":"x"}`, `- - /😀 0 "x" 2024-05-01T00:00:00Z`},
		{"JSON cut in two", JSON, "", `{"ts":1714521600,"path":"/a`, "not a JSON object"},
		{"JSON with something after it", JSON, "", `{"ts":1714521600,"path":"/a","ua":"x"} x`, "not a JSON object"},
		{"an array", JSON, "", `[1]`, "not a JSON object"},
		{"nested too deep", JSON, "", strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100), "not a JSON object"},
		{"JSON without an agent", JSON, "", `{"ts":1714521600,"path":"/a"}`, "no user-agent field"},
		{"JSON without a request", JSON, "", `{"ts":1714521600,"ua":"x"}`, "no request"},

		{"CloudFront without its header", CloudFront, "",
			"2019-12-04\t21:02:31\tLAX1\t392\t192.0.2.100\tGET\td111111abcdef8.cloudfront.net\t/index.html\t200\t-\tMozilla/5.0%20Googlebot/2.1\ta=1\t-\tHit\tid==\tshop.example\thttps\t23",
			`shop.example 192.0.2.100 /index.html?a=1 200 "Mozilla/5.0%20Googlebot/2.1" 2019-12-04T21:02:31Z`},
		{"IIS without its header", IIS, "",
			"2024-05-01 23:59:59 192.0.2.1 GET /a.aspx id=1 443 - 192.0.2.7 Mozilla/5.0+(compatible;+bingbot/2.0) - 200 0 0 15",
			`- 192.0.2.7 /a.aspx?id=1 200 "Mozilla/5.0+(compatible;+bingbot/2.0)" 2024-05-01T23:59:59Z`},
		{"an IIS line cut in two", IIS, "", "2024-05-01 23:59:59 192.0.2.1 GET /a.aspx", "fewer columns than #Fields names"},
		{"W3C before its header", W3C, "", "2024-05-01 23:59:59 192.0.2.1", "no #Fields line before it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fields, err := ParseFields(tt.fields)
			if err != nil {
				t.Fatal(err)
			}
			var h Hit
			f := NewParser(tt.format, fields).Parse([]byte(tt.line), &h)
			if got := dump(&h, f); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestDirectivesChangeHowTheNextLinesAreRead(t *testing.T) {
	p := NewParser(W3C, Fields{})
	var got []string
	for _, line := range []string{
		"#Version: 1.0",
		"#Date: 2024-04-30 22:00:00",
		"#Fields: time cs-uri-stem sc-status cs(User-Agent) cs-host",
		"22:00:01 /a 200 x shop.example",
		"00:00:01 /b 200 x -",
		"#Fields: date time cs-uri cs(User-Agent)",
		"2024-05-02 03:04:05 http://shop.example/c -",
	} {
		var h Hit
		if f := p.Parse([]byte(line), &h); f != Blank {
			got = append(got, dump(&h, f))
		}
	}
	want := []string{
		`shop.example - /a 200 "x" 2024-04-30T22:00:01Z`,
		`- - /b 200 "x" 2024-05-01T00:00:01Z`,
		`- - http://shop.example/c 0 "-" 2024-05-02T03:04:05Z`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAnyTimeAgreesWithTheStandardLibrary(t *testing.T) {
	layouts := []string{"02/Jan/2006:15:04:05 -0700", time.RFC3339, "2006-01-02T15:04:05.000Z07:00", "2006-01-02 15:04:05 -0700"}
	zones := []*time.Location{time.UTC, time.FixedZone("", 5*3600+30*60), time.FixedZone("", -9*3600-1800)}
	// Steps of a day and some make every month, leap days and midnights come up.
	for at := time.Date(1999, 12, 30, 23, 59, 59, 0, time.UTC); at.Year() < 2030; at = at.Add(29*time.Hour + 7*time.Second) {
		for _, l := range layouts {
			for _, z := range zones {
				text := at.In(z).Format(l)
				if got, ok := anyTime([]byte(text)); !ok || got != at.Unix() {
					t.Fatalf("anyTime(%q) = %d, %v, want %d", text, got, ok, at.Unix())
				}
			}
		}
	}
}

func TestAnyTimeReadsCountsOfSeconds(t *testing.T) {
	tests := []struct {
		text string
		want int64
		ok   bool
	}{
		{"0", 0, true},
		{"1714521600", 1714521600, true},
		{"1714521600.999", 1714521600, true},
		{"1714521600123", 1714521600, true},
		{"1714521600123456", 1714521600, true},
		{"1714521600123456789", 1714521600, true},
		{"99999999999999999999", 0, false},
		{"1e9", 0, false},
		{"", 0, false},
		{"-1", 0, false},
		{"2024-13-01T00:00:00Z", 0, false},
		{"2024-05-01T24:00:00Z", 0, false},
		{"2024-05-01T00:00:00+99:00", 0, false},
		{"10/Oct/2000:13:55:36", 0, false},
	}
	for _, tt := range tests {
		if got, ok := anyTime([]byte(tt.text)); ok != tt.ok || ok && got != tt.want {
			t.Errorf("anyTime(%q) = %d, %v, want %d, %v", tt.text, got, ok, tt.want, tt.ok)
		}
	}
}

func TestAFormatIsKnownByItsFirstLines(t *testing.T) {
	line := `192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.1" 200 2326`
	full := line + ` "-" "Mozilla/5.0"`
	tests := []struct {
		name string
		head string
		want Format
	}{
		{"combined", full, Combined},
		{"combined with an address after it", full + ` "198.51.100.7"`, Combined},
		{"combined with a duration after it", full + ` 0.123`, Combined},
		{"common", line, Common},
		{"host in front of combined", "shop.example:80 " + full, HostCombined},
		{"host in front of common", "shop.example " + line, HostCommon},
		{"a client's name in place of its address", strings.Replace(full, "192.0.2.7", "crawl.example", 1), Combined},
		{"host after combined", full + ` shop.example`, CombinedHost},
		{"host after an address", full + ` "198.51.100.7" "shop.example:443"`, CombinedHost},
		{"host after common", line + ` shop.example`, CommonHost},
		{"json", `{"ts":1714521600,"path":"/","ua":"x"}`, JSON},
		{"iis by its header", "#Software: Microsoft Internet Information Services 10.0\r\n#Fields: date time cs-uri-stem cs(User-Agent)\r\n", W3C},
		{"cloudfront by its header", "#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip\n", CloudFront},
		{"cloudfront without a header", "2019-12-04\t21:02:31\tLAX1\t392\t192.0.2.100\tGET\td1.cloudfront.net\t/i\t200\t-\tMozilla\t-\t-\tHit\tid==\tshop.example\thttps\t23", CloudFront},
		{"iis without a header", "2024-05-01 23:59:59 192.0.2.1 GET /a id=1 443 - 192.0.2.7 Mozilla/5.0 - 200 0 0 15", IIS},
		{"broken lines in front do not count", "\x00\xff\nhello\n\n" + strings.Repeat(full+"\r\n", 5), Combined},
		{"nothing", "", Auto},
		{"no log at all", "User-agent: *\nDisallow: /\n", Auto},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Detect([]byte(tt.head), Fields{}); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestParseFormatReadsEveryNameBack(t *testing.T) {
	for _, n := range FormatNames() {
		if f, err := ParseFormat(strings.ToUpper(n)); err != nil || f.String() != n {
			t.Errorf("ParseFormat(%q) = %s, %v", n, f, err)
		}
	}
	if _, err := ParseFormat("elf"); err == nil || !strings.Contains(err.Error(), "combined") {
		t.Errorf("an unknown name should list the known ones, got %v", err)
	}
}

func TestParseFieldsSaysWhatIsWrong(t *testing.T) {
	for _, text := range []string{"agent", "agent=", "browser=ua"} {
		if _, err := ParseFields(text); err == nil {
			t.Errorf("ParseFields(%q) found nothing wrong", text)
		}
	}
}

// fuzzParser checks what holds for any line in a format: no panic, and the
// same answer from a parser that has read other lines before.
func fuzzParser(f *testing.F, format Format, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	used := NewParser(format, Fields{})
	f.Fuzz(func(t *testing.T, line []byte) {
		var a, b Hit
		before := string(line)
		fa := used.Parse(line, &a)
		fresh := NewParser(format, Fields{})
		fresh.w3c.header = used.w3c.header
		fb := fresh.Parse(line, &b)
		if string(line) != before {
			t.Fatal("the line was changed")
		}
		if da, db := dump(&a, fa), dump(&b, fb); da != db {
			t.Fatalf("a used parser says %s, a fresh one %s", da, db)
		}
		if fa == None && len(a.Target) > 0 && !isTarget(a.Target) {
			t.Fatalf("target %q", a.Target)
		}
	})
}

func FuzzCombined(f *testing.F) {
	fuzzParser(f, Combined,
		`192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a\x20 HTTP/1.1" 200 2326 "-" "x \" y"`,
		`192.0.2.7 - - [2024-05-01T00:00:00Z] "" 000 - "" ""`)
}

func FuzzHostCombined(f *testing.F) {
	fuzzParser(f, HostCombined, `shop.example:1 192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 2326 "-" "x"`)
}

func FuzzCommonHost(f *testing.F) {
	fuzzParser(f, CommonHost, `192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 2326 "shop.example" `)
}

func FuzzJSON(f *testing.F) {
	fuzzParser(f, JSON, `{"ts":1.5,"request":{"uri":"/\u00e9\x41","headers":{"User-Agent":["a\\b"]}},"x":[true,null,{}],"status":"200"}`)
}

func FuzzW3C(f *testing.F) {
	fuzzParser(f, W3C, "#Fields: date time cs-uri-stem cs-uri-query cs(User-Agent)", "#Date: 2024-05-01 00:00:00",
		"2024-05-01 23:59:59 /a b=c x", "2024-05-01\t23:59:59\t/a\t-\tx")
}

func FuzzDetect(f *testing.F) {
	f.Add([]byte("#Fields: date\n{}\n"))
	f.Add([]byte(`shop.example:1 192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.1" 200 2326 "-" "x"`))
	f.Fuzz(func(t *testing.T, head []byte) {
		if got := Detect(head, Fields{}); got != Detect(head, Fields{}) {
			t.Fatal("two answers for one head")
		}
	})
}

func TestParsersDoNotAllocate(t *testing.T) {
	for _, tt := range []struct {
		format Format
		line   string
	}{
		{Combined, `192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /a\x20 HTTP/1.1" 200 2326 "-" "x"`},
		{JSON, `{"time":"10/Oct/2000:13:55:36 -0700","request":{"uri":"/\u00e9","headers":{"User-Agent":["a"]}},"args":"b"}`},
		{IIS, "2024-05-01 23:59:59 192.0.2.1 GET /a id=1 443 - 192.0.2.7 Mozilla/5.0 - 200 0 0 15"},
	} {
		p := NewParser(tt.format, Fields{})
		var h Hit
		line := []byte(tt.line)
		if f := p.Parse(line, &h); f != None {
			t.Fatalf("%s: %s", tt.format, f)
		}
		if n := testing.AllocsPerRun(100, func() { p.Parse(line, &h) }); n != 0 {
			t.Errorf("%s: %v allocations a line", tt.format, n)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	ua := "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36"
	for _, tt := range []struct {
		format Format
		line   string
	}{
		{Combined, `192.0.2.7 - - [10/Oct/2000:13:55:36 -0700] "GET /products/public/widget?id=12345 HTTP/1.1" 200 2326 "https://shop.example/" "` + ua + `"`},
		{JSON, `{"time_iso8601":"2024-05-01T02:00:00+02:00","remote_addr":"192.0.2.7","host":"shop.example","request":"GET /a?b HTTP/1.1","status":200,"http_user_agent":"` + ua + `"}`},
		{IIS, "2024-05-01 23:59:59 192.0.2.1 GET /a id=1 443 - 192.0.2.7 " + strings.ReplaceAll(ua, " ", "+") + " - 200 0 0 15"},
	} {
		b.Run(tt.format.String(), func(b *testing.B) {
			p := NewParser(tt.format, Fields{})
			line := []byte(tt.line)
			var h Hit
			b.SetBytes(int64(len(line)))
			for b.Loop() {
				p.Parse(line, &h)
			}
		})
	}
}
