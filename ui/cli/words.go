package cli

import (
	"fmt"
	"strconv"
	"strings"

	"robotslens/ui/screen"
)

// counted is "1 octet", "2 octets", "8,412 octets".
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + one + "s"
}

// thousands writes n with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// widest is the widest column that is aligned; what is wider sticks out.
const widest = 56

// columns aligns rows of clean cells, two blanks apart. Styles has one style
// for each row's first cell, or is nil.
func (c *cli) columns(rows [][]string, styles []screen.Style) []string {
	var width []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(width) {
				width = append(width, 0)
			}
			if w := screen.Width(cell); w <= widest {
				width[i] = max(width[i], w)
			}
		}
	}
	lines := make([]string, len(rows))
	for n, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			shown := cell
			if i == 0 && styles != nil {
				shown = c.styled(styles[n], cell)
			}
			b.WriteString(shown)
			if i < len(row)-1 {
				b.WriteString(strings.Repeat(" ", max(0, width[i]-screen.Width(cell))+2))
			}
		}
		lines[n] = strings.TrimRight(b.String(), " ")
	}
	return lines
}

// lineWords is "line 7", or "no line" where no rule decides.
func lineWords[N int | int32](n N) string {
	if n == 0 {
		return "no line"
	}
	return fmt.Sprintf("line %d", n)
}

// verdictWord is the one pair of words for a verdict.
func verdictWord(allowed bool) string {
	if allowed {
		return "allowed"
	}
	return "disallowed"
}
