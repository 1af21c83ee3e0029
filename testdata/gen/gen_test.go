package gen

import (
	"bytes"
	"slices"
	"testing"
)

func TestFilesHaveTheSizesTheBenchmarksNeed(t *testing.T) {
	for _, tt := range []struct {
		name           string
		src            []byte
		least, most    int
		rules, starred int
	}{
		{"typical", Typical(), 1900, 2100, 40, 2},
		{"big", Big(), Limit - 100, Limit, 14000, 1500},
		{"stars", Stars(), Limit - 100, Limit, 10000, 10000},
	} {
		if n := len(tt.src); n < tt.least || n > tt.most {
			t.Errorf("%s: %d octets, want %d to %d", tt.name, n, tt.least, tt.most)
		}
		if n := bytes.Count(tt.src, []byte("llow: ")); n < tt.rules {
			t.Errorf("%s: %d rules, want at least %d", tt.name, n, tt.rules)
		}
		if n := bytes.Count(tt.src, []byte("*")); n < tt.starred {
			t.Errorf("%s: %d stars, want at least %d", tt.name, n, tt.starred)
		}
	}
	if n := len(LongURL()); n != 2000 {
		t.Errorf("the long URL has %d octets, want 2000", n)
	}
}

func TestTheSameCallGivesTheSameOctets(t *testing.T) {
	if !bytes.Equal(Big(), Big()) || !bytes.Equal(Typical(), Typical()) {
		t.Error("two calls differ")
	}
	if a, b := URLs(100), URLs(100); !slices.Equal(a, b) {
		t.Errorf("first %q and then %q", a, b)
	}
}
