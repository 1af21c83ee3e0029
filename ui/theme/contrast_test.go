package theme

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"

	"robotslens/ui/screen"
)

// look is what a terminal makes of a style: colours as it shows them, and the attributes.
type look struct {
	fore, back                           colorful.Color
	bold, faint, italic, under, reversed bool
}

// xterm is the default palette of xterm, in which the sixteen colours are measured.
var xterm = [16]string{
	"#000000", "#CD0000", "#00CD00", "#CDCD00", "#0000EE", "#CD00CD", "#00CDCD", "#E5E5E5",
	"#7F7F7F", "#FF0000", "#00FF00", "#FFFF00", "#5C5CFF", "#FF00FF", "#00FFFF", "#FFFFFF",
}

func ansiColour(t *testing.T, n int) colorful.Color {
	t.Helper()
	if n < 16 {
		return hex(t, xterm[n])
	}
	return termenv.ConvertToRGB(termenv.ANSI256Color(n))
}

// see reads a style on top of the look it is laid over.
func see(t *testing.T, under look, st screen.Style) look {
	t.Helper()
	l := under
	if st == "" {
		return l
	}
	var p []int
	for _, f := range strings.Split(string(st), ";") {
		n, err := strconv.Atoi(f)
		if err != nil {
			t.Fatalf("style %q: %v", st, err)
		}
		p = append(p, n)
	}
	for i := 0; i < len(p); i++ {
		switch n := p[i]; {
		case n == 1:
			l.bold = true
		case n == 2:
			l.faint = true
		case n == 3:
			l.italic = true
		case n == 4:
			l.under = true
		case n == 7:
			l.reversed = true
		case n >= 30 && n <= 37:
			l.fore = ansiColour(t, n-30)
		case n >= 40 && n <= 47:
			l.back = ansiColour(t, n-40)
		case n >= 90 && n <= 97:
			l.fore = ansiColour(t, n-90+8)
		case n >= 100 && n <= 107:
			l.back = ansiColour(t, n-100+8)
		case n == 38 || n == 48:
			var c colorful.Color
			if p[i+1] == 5 {
				c = ansiColour(t, p[i+2])
				i += 2
			} else {
				c = colorful.Color{R: float64(p[i+2]) / 255, G: float64(p[i+3]) / 255, B: float64(p[i+4]) / 255}
				i += 4
			}
			if n == 38 {
				l.fore = c
			} else {
				l.back = c
			}
		default:
			t.Fatalf("style %q: parameter %d", st, n)
		}
	}
	return l
}

// contrast is the ratio of WCAG 2.2, 1 to 21.
func contrast(l look) float64 {
	a, b := luminance(l.fore), luminance(l.back)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

func luminance(c colorful.Color) float64 {
	r, g, b := c.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

func hex(t *testing.T, s string) colorful.Color {
	t.Helper()
	c, err := colorful.Hex(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ground is the terminal a theme is made for.
func ground(t *testing.T, name string, dark bool) look {
	t.Helper()
	switch {
	case dark && name == "high-contrast":
		return look{fore: hex(t, "#FFFFFF"), back: hex(t, "#000000")}
	case dark:
		return look{fore: hex(t, "#D9DEE6"), back: hex(t, "#0D1117")}
	}
	return look{fore: hex(t, "#1F2328"), back: hex(t, "#FFFFFF")}
}

var profiles = []termenv.Profile{termenv.TrueColor, termenv.ANSI256, termenv.ANSI}

// each calls f for every coloured theme in every profile.
func each(t *testing.T, f func(t *testing.T, th Theme, p termenv.Profile, g look)) {
	for _, th := range []struct {
		name string
		dark bool
	}{{"dark", true}, {"light", false}, {"high-contrast", true}, {"high-contrast", false}} {
		for _, p := range profiles {
			t.Run(fmt.Sprintf("%s dark=%t %s", th.name, th.dark, p.Name()), func(t *testing.T) {
				f(t, Load(th.name, p, th.dark), p, ground(t, th.name, th.dark))
			})
		}
	}
}

func styles(th Theme) map[string]screen.Style {
	m := map[string]screen.Style{}
	v := reflect.ValueOf(th)
	for i := range v.NumField() {
		if st, ok := v.Field(i).Interface().(screen.Style); ok {
			m[v.Type().Field(i).Name] = st
		}
	}
	return m
}

func TestTextHasContrast(t *testing.T) {
	each(t, func(t *testing.T, th Theme, p termenv.Profile, g look) {
		text, mark := 4.5, 3.0
		if th.Name == "high-contrast" {
			text, mark = 7, 4.5
			if p == termenv.ANSI256 {
				text = 6.5 // the darkest yellow but black of the 256
			}
		}
		if p == termenv.ANSI {
			// The terminal owns the sixteen colours; xterm's red and magenta are what they are.
			text, mark = 3.9, 3
		}
		for role, st := range styles(th) {
			want := text
			switch role {
			case "Border", "BorderFocus":
				want = mark
			}
			if got := contrast(see(t, g, st)); got < want {
				t.Errorf("%s %q has contrast %.2f, want %.1f", role, st, got, want)
			}
		}
	})
}

func TestTextHasContrastUnderSelectionAndCurrentLine(t *testing.T) {
	each(t, func(t *testing.T, th Theme, p termenv.Profile, g look) {
		want := 4.5
		if p == termenv.ANSI {
			want = 3.9
		}
		for _, over := range []screen.Style{th.Selection, th.CurrentLine, th.Selection + ";" + th.Cursor, th.Cursor} {
			for role, st := range map[string]screen.Style{
				"Text": th.Text, "Field": th.Field, "Agent": th.Agent, "Path": th.Path, "Value": th.Value, "Wildcard": th.Wildcard,
				"Anchor": th.Anchor, "Comment": th.Comment, "Unknown": th.Unknown, "Ignored": th.Ignored, "Odd": th.Odd,
			} {
				if got := contrast(see(t, see(t, g, st), over)); got < want {
					t.Errorf("%s %q under %q has contrast %.2f, want %.1f", role, st, over, got, want)
				}
			}
		}
	})
}

// distinct is how far apart two looks are to the eye: CIEDE2000 of the colours, and far where an
// attribute differs.
func distinct(a, b look) bool {
	if a.bold != b.bold || a.faint != b.faint || a.under != b.under || a.reversed != b.reversed {
		return true
	}
	return math.Max(a.fore.DistanceCIEDE2000(b.fore), a.back.DistanceCIEDE2000(b.back)) > 0.05
}

func TestRolesThatMustDifferDo(t *testing.T) {
	apart := [][]string{
		{"Text", "Dim", "Allow", "Disallow", "Tie", "Notice", "Error"},
		{"VerdictAllowed", "VerdictDisallowed"},
		{"Border", "BorderFocus"},
		{"Title", "Accent"},
		{"Text", "Selection", "Found", "Cursor"},
		{"Path", "Wildcard"},
		{"Path", "Anchor"},
		{"Path", "Comment"},
		{"Path", "Odd"},
		{"Field", "Unknown", "Ignored", "Comment"},
		{"Text", "Agent"},
	}
	check := func(t *testing.T, th Theme, g look) {
		m := styles(th)
		for _, set := range apart {
			for i, a := range set {
				for _, b := range set[i+1:] {
					if !distinct(see(t, g, m[a]), see(t, g, m[b])) {
						t.Errorf("%s %q and %s %q look the same", a, m[a], b, m[b])
					}
				}
			}
		}
	}
	each(t, func(t *testing.T, th Theme, _ termenv.Profile, g look) { check(t, th, g) })
	t.Run("mono", func(t *testing.T) { check(t, Load("mono", termenv.TrueColor, true), ground(t, "mono", true)) })
}

// TestColourBlindPeopleTellTheVerdictsApart simulates what protanopes and deuteranopes see
// (Machado, Oliveira and Fernandes 2009, severity 1).
func TestColourBlindPeopleTellTheVerdictsApart(t *testing.T) {
	eyes := map[string][9]float64{
		"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
		"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	}
	each(t, func(t *testing.T, th Theme, _ termenv.Profile, g look) {
		for name, m := range eyes {
			through := func(c colorful.Color) colorful.Color {
				r, gr, b := c.LinearRgb()
				return colorful.LinearRgb(m[0]*r+m[1]*gr+m[2]*b, m[3]*r+m[4]*gr+m[5]*b, m[6]*r+m[7]*gr+m[8]*b).Clamped()
			}
			a, d := see(t, g, th.Allow).fore, see(t, g, th.Disallow).fore
			if got := through(a).DistanceCIEDE2000(through(d)); got < 0.2 {
				t.Errorf("%s: allow %s and disallow %s are %.2f apart", name, a.Hex(), d.Hex(), got)
			}
		}
	})
}
