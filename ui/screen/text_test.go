package screen

import "testing"

func TestTruncateCutsToTheColumnsAndEndsWithTheTail(t *testing.T) {
	for _, tt := range []struct {
		in   string
		w    int
		tail string
		want string
	}{
		{"robots.txt", 10, "…", "robots.txt"},
		{"robots.txt", 9, "…", "robots.t…"},
		{"robots.txt", 1, "…", "…"},
		{"robots.txt", 0, "…", ""},
		{"robots.txt", 4, "", "robo"},
		{"robots.txt", 2, "...", ""},
		{"世界世界", 8, "…", "世界世界"},
		{"世界世界", 7, "…", "世界世…"},
		{"世界世界", 6, "…", "世界…"},
		{"a\x1b[mb", 3, "~", "a␛~"},
		{"a\tb", 5, "…", "a…"},
	} {
		if got := Truncate(tt.in, tt.w, tt.tail); got != tt.want {
			t.Errorf("Truncate(%q, %d, %q) = %q, want %q", tt.in, tt.w, tt.tail, got, tt.want)
		}
	}
}

func TestDescribeNamesTheCharacterAtAnOctet(t *testing.T) {
	for _, tt := range []struct {
		in   string
		at   int
		want string
	}{
		{"a", 0, "U+0061 LATIN SMALL LETTER A"},
		{"\t", 0, "tab"},
		{"\x1b", 0, "U+001B control ESC"},
		{"\x7f", 0, "U+007F control DEL"},
		{"\u0085", 0, "U+0085 control"},
		{"a\u200bb", 1, "U+200B ZERO WIDTH SPACE"},
		{"a\u200bb", 3, "U+200B ZERO WIDTH SPACE"},
		{"a\u200bb", 4, "U+0062 LATIN SMALL LETTER B"},
		{"\xff", 0, "0xFF, not UTF-8"},
		{"é\xa9", 2, "0xA9, not UTF-8"},
		{"\xe2\x80", 1, "0x80, not UTF-8"},
		{"\u0378", 0, "U+0378 unassigned"},
		{"א", 0, "U+05D0 HEBREW LETTER ALEF"},
		{"世", 0, "U+4E16 <CJK Ideograph>"},
		{"a", 1, ""},
		{"a", -1, ""},
	} {
		if got := Describe([]byte(tt.in), tt.at); got != tt.want {
			t.Errorf("Describe(%q, %d) = %q, want %q", tt.in, tt.at, got, tt.want)
		}
	}
}

func TestCellsThatMisleadAReaderAreOdd(t *testing.T) {
	for _, tt := range []struct {
		in  string
		odd bool
	}{
		{"a", false}, {"é", false}, {"世", false}, {"\t", false}, {"*", false}, {"Я", false}, {"e\u0301", false}, {"🤖", false},
		{"\x1b", true}, {"\xff", true}, {"\u200b", true}, {"“", true}, {"\u2011", true}, {"\u00a0", true}, {"＊", true}, {"∗", true},
		{"א", true}, {"\u0301", true}, {"\uFFFD", true},
	} {
		n := 0
		for c := range Cells(tt.in, 0) {
			n++
			if c.Odd != tt.odd {
				t.Errorf("%q: odd is %t", tt.in, c.Odd)
			}
		}
		if n != 1 {
			t.Errorf("%q has %d cells", tt.in, n)
		}
	}
}
