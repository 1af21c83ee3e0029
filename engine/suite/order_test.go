package suite_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"robotslens/engine"
	"robotslens/engine/suite"
)

const ordered = "User-agent: *\nDisallow: /a\n# between\nAllow: /a/b\r\nDisallow: /*.pdf$\nAllow: /a\n\nUser-agent: b\nDisallow: /"

func reverse(n int, swap func(i, j int)) {
	for i := range n / 2 {
		swap(i, n-1-i)
	}
}

func TestReorderMovesRulesInsideTheirGroupAndNothingElse(t *testing.T) {
	got := string(suite.Reorder(engine.Parse([]byte(ordered), engine.RFC), reverse))
	want := "User-agent: *\nAllow: /a\n# between\nDisallow: /*.pdf$\r\nAllow: /a/b\nDisallow: /a\n\nUser-agent: b\nDisallow: /"
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestTheOrderOfRulesMattersInPythonAlone(t *testing.T) {
	rows := suite.ProbeRows(nil, 0, []byte(ordered))
	for _, d := range engine.Dialects() {
		n := suite.OrderFlips(context.Background(), rows, suite.Options{}, []byte(ordered), d, reverse)
		if (n > 0) != d.FirstMatch {
			t.Errorf("%s: %d of %d verdicts change", d.Name, n, len(rows))
		}
	}
}

func FuzzTheOrderOfRulesIsNothingToTheLongestMatch(f *testing.F) {
	f.Add([]byte(ordered), uint64(1))
	f.Add([]byte("user-agent: *\ndisallow: /x$\nallow: /x\nallow: /index.html\ndisallow: /*\n\xef\xbb\xbfallow:/"), uint64(2))
	f.Add([]byte("\xef\xbb\xbfUser-agent *\rDisallow /a\x00\rAllow /a%61\r\n"), uint64(3))
	f.Fuzz(func(t *testing.T, src []byte, seed uint64) {
		if len(src) > 4096 {
			return
		}
		rows := suite.ProbeRows(nil, 200, src)
		if len(rows) > 4000 {
			rows = rows[:4000]
		}
		for _, d := range []engine.Dialect{engine.RFC, engine.Google} {
			r := rand.New(rand.NewPCG(seed, 0))
			if n := suite.OrderFlips(context.Background(), rows, suite.Options{}, src, d, r.Shuffle); n > 0 {
				t.Errorf("%s: %d verdicts of %q change", d.Name, n, src)
			}
		}
	})
}

func TestAnEditIsProbedWhereItWasMade(t *testing.T) {
	before := "User-agent: other\nDisallow: /other\n\nUser-agent: shopbot\nDisallow: /shop/\nAllow: /shop/open\n"
	for _, tt := range []struct{ name, now string }{
		{"a rule was added", before + "Disallow: /new/\n"},
		{"a rule was taken out", "User-agent: other\nDisallow: /other\n\nUser-agent: shopbot\nAllow: /shop/open\n"},
		{"a verb was turned", "User-agent: other\nDisallow: /other\n\nUser-agent: shopbot\nAllow: /shop/\nAllow: /shop/open\n"},
		{"an agent was renamed", "User-agent: other\nDisallow: /other\n\nUser-agent: shop\nDisallow: /shop/\nAllow: /shop/open\n"},
		{"all went", ""},
	} {
		p, problems := suite.NewPlan(suite.ProbeEdit([]byte(before), []byte(tt.now), 400), suite.Options{})
		if len(problems) > 0 || len(p.Asks) > 400 {
			t.Fatalf("%s: %d probes, problems %v", tt.name, len(p.Asks), problems)
		}
		was, _ := p.Run(context.Background(), suite.Version{Src: []byte(before)})
		now, _ := p.Run(context.Background(), suite.Version{Src: []byte(tt.now)})
		if suite.CountFlips(was, now) == 0 {
			t.Errorf("%s: no probe flips", tt.name)
		}
	}
}
