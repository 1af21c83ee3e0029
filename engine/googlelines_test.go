package engine

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// googleLine is what google/robotstxt reported of a line. A value has one
// character for each octet.
type googleLine struct {
	Line            int
	Tag, Key, Value string
	IsEmpty         bool `json:"is_empty"`
	HasComment      bool `json:"has_comment"`
	IsComment       bool `json:"is_comment"`
	HasDirective    bool `json:"has_directive"`
	IsTypo          bool `json:"is_typo"`
	IsMissingColon  bool `json:"is_missing_colon_separator"`
	IsTooLong       bool `json:"is_line_too_long"`
}

func TestLinesAreReadAsGoogleReportsThem(t *testing.T) {
	src := map[string][]byte{}
	for _, v := range readVectors(t, "handwritten.jsonl") {
		src[v.ID] = v.src(t)
	}
	f, err := os.Open(filepath.Join("..", "testdata", "vectors", "parse.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	files := 0
	for s.Scan() {
		var want struct {
			ID       string
			LastLine int `json:"last_line"`
			Lines    []googleLine
		}
		if err := json.Unmarshal(s.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		body, ok := src[want.ID]
		if !ok {
			continue
		}
		files++
		got := Parse(body, Google)
		if len(got.Lines) != want.LastLine {
			t.Errorf("%s: %d lines, Google counts %d", want.ID, len(got.Lines), want.LastLine)
			continue
		}
		for _, w := range want.Lines {
			if g := reportGoogle(got, w.Line); g != w {
				t.Errorf("%s:\ngot  %+v\nwant %+v", want.ID, g, w)
			}
		}
	}
	if err := s.Err(); err != nil || files < 290 {
		t.Errorf("%d files compared (%v)", files, err)
	}
}

// reportGoogle tells of a line what google/robotstxt's report does.
func reportGoogle(f *File, num int) googleLine {
	l := f.Lines[num-1]
	g := googleLine{
		Line:           num,
		Tag:            "unknown",
		IsEmpty:        l.Kind == KindBlank && l.Comment.Len() == 0,
		HasComment:     l.Comment.Len() > 0,
		IsComment:      l.Kind == KindComment,
		IsTypo:         l.Notes&NoteTypo != 0,
		IsMissingColon: l.Notes&NoteNoColon != 0,
		IsTooLong:      l.Notes&NoteCutLong != 0,
	}
	switch l.Kind {
	case KindUserAgent, KindAllow, KindDisallow, KindSitemap:
		g.Tag, g.Key = l.Kind.String(), l.Kind.String()
	case KindCrawlDelay, KindOther:
		g.Key = oneCharacterAnOctet(l.Key.Of(f.Src))
		if googleUnused[strings.ToLower(g.Key)] {
			g.Tag = "unused"
		}
	default:
		return g
	}
	g.HasDirective = true
	value := l.Value.Of(f.Src)
	if l.Kind != KindUserAgent && l.Kind != KindSitemap {
		value = appendGoogle(nil, value)
	}
	g.Value = oneCharacterAnOctet(value)
	return g
}

// googleUnused are the fields that Google's reporter knows and does not use
// (reporting_robots.cc).
var googleUnused = map[string]bool{"clean-param": true, "crawl-delay": true, "host": true, "noarchive": true, "noindex": true, "nofollow": true}

func oneCharacterAnOctet(b []byte) string {
	var s []rune
	for _, c := range b {
		s = append(s, rune(c))
	}
	return string(s)
}
