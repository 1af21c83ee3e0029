package ui

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// count is "1 row" or "1,234 rows".
func count[N int | int64](n N, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

func octets(n int) string { return count(n, "octet", "octets") }

// thousands writes n with commas.
func thousands[N int | int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// andList joins names as a sentence does.
func andList(names []string) string {
	n := len(names)
	if n < 3 {
		return strings.Join(names, " and ")
	}
	return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
}

// ago says how long something is past.
func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min old", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d hours old", int(d.Hours()))
	}
	return fmt.Sprintf("%d days old", int(d.Hours())/24)
}

// lasting says a time span in the unit that fits.
func lasting(d time.Duration) string {
	switch {
	case d == 0:
		return "no time"
	case d < 2*time.Minute:
		return count(int(d.Seconds()), "second", "seconds")
	case d < 2*time.Hour:
		return count(int(d.Minutes()), "minute", "minutes")
	case d < 72*time.Hour:
		return count(int(d.Hours()), "hour", "hours")
	}
	return count(int(d.Hours())/24, "day", "days")
}

func day(t time.Time) string { return t.Local().Format("2006-01-02") }

func minute(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }
