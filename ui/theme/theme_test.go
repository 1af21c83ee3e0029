package theme

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"robotslens/ui/screen"
)

func TestMonoHasNoColour(t *testing.T) {
	colourful := regexp.MustCompile(`\d\d`)
	for _, th := range []Theme{
		Load("mono", termenv.TrueColor, true), Load("dark", termenv.Ascii, true), Load("high-contrast", termenv.Ascii, false),
	} {
		if th.Name != "mono" {
			t.Errorf("theme %q, want mono", th.Name)
		}
		for role, st := range styles(th) {
			if colourful.MatchString(string(st)) {
				t.Errorf("%s is %q", role, st)
			}
		}
		if th.Error == "" || th.Cursor != "7" {
			t.Errorf("mono lost its own attributes: %+v", th)
		}
	}
}

func TestStylesStayUnderCIAndNoColor(t *testing.T) {
	want := Load("dark", termenv.TrueColor, true)
	t.Setenv("CI", "true")
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "dumb")
	if got := Load("dark", termenv.TrueColor, true); got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestStylesHaveNoDoubles(t *testing.T) {
	each(t, func(t *testing.T, th Theme, _ termenv.Profile, _ look) {
		for role, st := range styles(th) {
			n := 0
			for _, f := range strings.Split(string(st), ";") {
				if f == "4" {
					n++
				}
			}
			if n > 1 {
				t.Errorf("%s is %q", role, st)
			}
		}
	})
}

func TestAutoFollowsTheBackground(t *testing.T) {
	for _, tt := range []struct {
		name string
		dark bool
		want string
	}{
		{"auto", true, "dark"}, {"auto", false, "light"}, {"nonsense", false, "light"},
		{"dark", false, "dark"}, {"light", true, "light"}, {"high-contrast", false, "high-contrast"}, {"mono", false, "mono"},
	} {
		if got := Load(tt.name, termenv.TrueColor, tt.dark); got.Name != tt.want {
			t.Errorf("%s on dark=%t is %s, want %s", tt.name, tt.dark, got.Name, tt.want)
		}
	}
}

func TestProfileReadsTheEnvironment(t *testing.T) {
	for _, tt := range []struct {
		name string
		env  map[string]string
		want termenv.Profile
	}{
		{"a pipe has no colours", map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor"}, termenv.Ascii},
		{"CLICOLOR_FORCE asks for them", map[string]string{"CLICOLOR_FORCE": "1", "TERM": "xterm-256color"}, termenv.ANSI},
		{"CLICOLOR_FORCE=0 does not", map[string]string{"CLICOLOR_FORCE": "0"}, termenv.Ascii},
		{"NO_COLOR outweighs CLICOLOR_FORCE", map[string]string{"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, termenv.Ascii},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, k := range []string{"TERM", "COLORTERM", "CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR", "GOOGLE_CLOUD_SHELL"} {
				t.Setenv(k, tt.env[k])
			}
			if got := Profile(&strings.Builder{}); got != tt.want {
				t.Errorf("got %s, want %s", got.Name(), tt.want.Name())
			}
		})
	}
}

func TestCOLORFGBGTellsTheBackground(t *testing.T) {
	for _, tt := range []struct {
		value       string
		dark, known bool
	}{
		{"", true, false}, {"15;0", true, true}, {"0;15", false, true}, {"0;default;15", false, true}, {"15;8", true, true},
		{"0;7", false, true}, {"0;x", true, false}, {"0;99", true, false},
	} {
		dark, known := DarkFromEnv(func(string) string { return tt.value })
		if dark != tt.dark || known != tt.known {
			t.Errorf("COLORFGBG=%q: dark %t known %t", tt.value, dark, known)
		}
	}
}

func TestTheLocaleIsReadInTheOrderOfPOSIX(t *testing.T) {
	for _, tt := range []struct {
		name string
		env  map[string]string
		want bool
	}{
		{"LANG alone", map[string]string{"LANG": "de_DE.UTF-8"}, true},
		{"C.utf8", map[string]string{"LANG": "C.utf8"}, true},
		{"LC_ALL outweighs LANG", map[string]string{"LC_ALL": "C", "LANG": "en_US.UTF-8"}, false},
		{"LC_CTYPE outweighs LANG", map[string]string{"LC_CTYPE": "en_US.UTF-8", "LANG": "C"}, true},
		{"Latin-1", map[string]string{"LANG": "de_DE.ISO-8859-1"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := UTF8Locale(func(k string) string { return tt.env[k] }); got != tt.want {
				t.Errorf("got %t", got)
			}
		})
	}
}

func TestGlyphsTakeTheColumnsTheySay(t *testing.T) {
	for _, g := range []Glyphs{NewGlyphs(false), NewGlyphs(true)} {
		v := reflect.ValueOf(g)
		for i := range v.NumField() {
			s, ok := v.Field(i).Interface().(string)
			if !ok {
				continue
			}
			name := v.Type().Field(i).Name
			want := 1
			if name == "WinsTie" {
				want = 2
			}
			if got := screen.Width(s); got != want || screen.Clean(s) != s {
				t.Errorf("%s %q takes %d columns, want %d", name, s, got, want)
			}
			if g.ASCII && s != screen.CleanASCII(s) {
				t.Errorf("%s %q is not ASCII", name, s)
			}
		}
	}
	for _, g := range []Glyphs{NewGlyphs(false), NewGlyphs(true)} {
		marks := map[string]bool{g.Wins: true, g.WinsTie: true, g.Ties: true, g.Shorter: true}
		if len(marks) != 4 {
			t.Errorf("two marks are the same: %v", marks)
		}
	}
}
