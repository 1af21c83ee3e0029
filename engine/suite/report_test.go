package suite

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

const reportRobots = "User-agent: *\nDisallow: /shop\nAllow: /shop/open\nDisallow: /x\x1b[31m\n"

const reportTable = "agent,url,expected,note\n" +
	"ShopBot,https://example.com/shop/open/1,allow,\n" +
	"ShopBot,https://example.com/shop/open/1,disallow,\"closed, we thought\"\n" +
	"Googlebot,/x\x1b[31m\u202e,allow,=1+1\n" +
	"ShopBot,/,maybe,\n"

func report(t testing.TB, name, table string) Report {
	t.Helper()
	rows, problems, err := ReadTable(strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	p, more := NewPlan(rows, Options{})
	r, err := p.Run(context.Background(), Version{Src: []byte(reportRobots)})
	if err != nil {
		t.Fatal(err)
	}
	return Report{Name: name, Run: r, Problems: append(problems, more...)}
}

func written(t *testing.T, write func(io.Writer, []Report) error, reports ...Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, reports); err != nil {
		t.Fatal(err)
	}
	out := b.String()
	if !utf8.ValidString(out) || strings.ContainsAny(out, "\x1b\u202e\x00\u009b\u200b") {
		t.Errorf("foreign text is not escaped: %q", out)
	}
	return out
}

func same(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestReportsAreWrittenAsText(t *testing.T) {
	r := report(t, "expected.csv", reportTable)
	same(t, written(t, WriteText, r), `expected.csv:3: ShopBot, https://example.com/shop/open/1: expected disallow, got allow (rfc)
    decided by line 3: Allow: /shop/open (10 octets)
    has fewer octets: line 2: Disallow: /shop (5 octets)
    note: closed, we thought
expected.csv:4: Googlebot, /x\x1B[31m\u{202E}: expected allow, got disallow (google)
    decided by line 4: Disallow: /x\x1B[31m (7 octets)
    no Allow rule for this crawler matches
    note: =1+1
expected.csv:5: bad row: expected is "maybe"; write allow or disallow
expected.csv: 3 rows, 1 as expected, 2 differ, 1 bad row
`)
	good := report(t, "b.csv", "agent,url,expected\nA,/shop,blocked\n")
	out := written(t, WriteText, r, good)
	if !strings.HasSuffix(out, "b.csv: 1 row, 1 as expected\n2 tables: 4 rows, 2 as expected, 2 differ, 1 bad row\n") {
		t.Errorf("totals of two tables: %s", out)
	}
}

func TestReportsAreWrittenAsCSV(t *testing.T) {
	r := report(t, "=expected.csv", reportTable)
	same(t, written(t, WriteCSV, r), `line,agent,url,dialect,expected,got,result,reason,deciding_line,deciding_rule,other_line,other_rule,note
2,ShopBot,https://example.com/shop/open/1,rfc,allow,allow,pass,longest-match,3,Allow: /shop/open,,,
3,ShopBot,https://example.com/shop/open/1,rfc,disallow,allow,differs,longest-match,3,Allow: /shop/open,2,Disallow: /shop,"closed, we thought"
4,Googlebot,/x\x1B[31m\u{202E},google,allow,disallow,differs,only-match,4,Disallow: /x\x1B[31m,,,'=1+1
5,,,,,,bad,,,,,,"expected is ""maybe""; write allow or disallow"
`)
	same(t, written(t, WriteCSV, r, Report{Name: "b.csv", Problems: []*RowError{{1, "x"}}}), `table,rows,passed,differs,bad
'=expected.csv,3,1,2,1
b.csv,0,0,0,1
`)
}

func TestReportsAreWrittenAsJSON(t *testing.T) {
	out := written(t, WriteJSON, report(t, "expected.csv", reportTable))
	var got []reportJSON
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Counts != (Counts{3, 1, 2, 1}) || len(got[0].Results) != 3 || got[0].Problems[0].Line != 5 {
		t.Fatalf("%s", out)
	}
	if r := got[0].Results[1]; r.Pass || r.Deciding.Line != 3 || r.Other.Pattern != "/shop" || r.Other.Verb != "disallow" {
		t.Errorf("%+v", r)
	}
	if r := got[0].Results[2]; r.URL != "/x\x1b[31m\u202e" || r.Other != nil {
		t.Errorf("%+v", r)
	}
}

func TestReportsAreWrittenAsJUnit(t *testing.T) {
	out := written(t, WriteJUnit, report(t, "expected.csv", reportTable))
	var got junitSuites
	if err := xml.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if got.Tests != 4 || got.Failures != 2 || got.Errors != 1 || len(got.Suites) != 1 || len(got.Suites[0].Cases) != 4 {
		t.Fatalf("%s", out)
	}
	c := got.Suites[0].Cases
	if c[0].Failure != nil || c[1].Failure.Message != "expected disallow, got allow (rfc)" || !strings.Contains(c[1].Failure.Text, "decided by line 3: Allow: /shop/open") || c[1].Line != 3 {
		t.Errorf("%+v", c)
	}
	if c[3].Error == nil || c[3].Failure != nil || !strings.Contains(c[3].Error.Message, `"maybe"`) {
		t.Errorf("%+v", c[3])
	}
}

func TestReportsAreWrittenAsWorkflowCommands(t *testing.T) {
	same(t, written(t, WriteGitHub, report(t, "a,b:c%.csv", reportTable)),
		`::error file=a%2Cb%3Ac%25.csv,line=3,title=expected disallow%2C got allow (rfc)::ShopBot, https://example.com/shop/open/1: decided by line 3: Allow: /shop/open (10 octets)%0Ahas fewer octets: line 2: Disallow: /shop (5 octets)
::error file=a%2Cb%3Ac%25.csv,line=4,title=expected allow%2C got disallow (google)::Googlebot, /x\x1B[31m\u{202E}: decided by line 4: Disallow: /x\x1B[31m (7 octets)%0Ano Allow rule for this crawler matches
::error file=a%2Cb%3Ac%25.csv,line=5,title=bad row::expected is "maybe"; write allow or disallow
3 rows, 1 as expected, 2 differ, 1 bad row (a,b:c%25.csv)
`)
}

func TestWritersTellOfAFullDisk(t *testing.T) {
	full := errors.New("disk full")
	reports := []Report{report(t, "expected.csv", reportTable)}
	for name, write := range map[string]func(io.Writer, []Report) error{
		"text": WriteText, "csv": WriteCSV, "json": WriteJSON, "junit": WriteJUnit, "github": WriteGitHub,
	} {
		if err := write(failing{full}, reports); !errors.Is(err, full) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func FuzzWritersEscape(f *testing.F) {
	f.Add("\x1b]52;c;x\a", "a\u009b\u2028\U000E0041b", "::error::x\r\n%")
	f.Fuzz(func(t *testing.T, name, url, note string) {
		if strings.Trim(url, " \t") == "" {
			t.Skip("a row needs a URL")
		}
		p, _ := NewPlan([]Row{{Line: 2, Agent: "A", URL: url, Expected: ExpectDisallow, Note: note}}, Options{})
		r, err := p.Run(context.Background(), Version{})
		if err != nil {
			t.Fatal(err)
		}
		reports := []Report{{Name: name, Run: r, Problems: []*RowError{{3, note}}}}
		for format, write := range map[string]func(io.Writer, []Report) error{
			"text": WriteText, "csv": WriteCSV, "json": WriteJSON, "junit": WriteJUnit, "github": WriteGitHub,
		} {
			var b bytes.Buffer
			if err := write(&b, reports); err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			for i, c := range b.String() {
				if c != '\n' && c < ' ' || hidden(c) || c == utf8.RuneError && !strings.Contains(name+url+note, "\uFFFD") && format != "json" {
					t.Fatalf("%s: %U at %d of %q", format, c, i, b.String())
				}
			}
			switch format {
			case "csv":
				if _, err := csv.NewReader(&b).ReadAll(); err != nil {
					t.Fatal(err)
				}
			case "json":
				if !json.Valid(b.Bytes()) {
					t.Fatalf("%q", b.String())
				}
			case "junit":
				if err := xml.Unmarshal(b.Bytes(), new(junitSuites)); err != nil {
					t.Fatal(err)
				}
			case "github":
				if n := strings.Count(b.String(), "\n"); n != strings.Count(b.String(), "\n::")+2 {
					t.Fatalf("a row breaks out of its line: %q", b.String())
				}
			}
		}
	})
}
