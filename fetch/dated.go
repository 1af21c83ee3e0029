package fetch

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"time"
)

// Files is versions from files, oldest first. The time of a file is what the
// dates table says of it, else the date in its name, such as
// robots-2026-10-01.txt or the 14 digits of a web archive, else when it was
// modified. Dates without a zone are UTC. dates is the path of a CSV, or empty.
func Files(paths []string, dates string) ([]Version, error) {
	table := map[string]time.Time{}
	if dates != "" {
		f, err := openRegular(dates)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if table, err = readDates(io.LimitReader(f, InputOctets)); err != nil {
			return nil, fmt.Errorf("%s: %w", dates, err)
		}
	}
	var versions []Version
	for _, path := range paths {
		body, err := ReadFile(path, InputOctets)
		if err != nil {
			return nil, err
		}
		when, found := table[path]
		if !found {
			when, found = table[filepath.Base(path)]
		}
		subject := "dated by " + filepath.Base(dates)
		if !found {
			when, found = dateInName(filepath.Base(path))
			subject = "dated by its name"
		}
		if !found {
			info, err := os.Stat(path)
			if err != nil {
				return nil, fmt.Errorf("dating %s: %w", path, err)
			}
			when, subject = info.ModTime(), "dated by its modification time"
		}
		versions = append(versions, Version{Name: path, Time: when, Bytes: body, Subject: subject})
	}
	sort.SliceStable(versions, func(i, j int) bool { return versions[i].Time.Before(versions[j].Time) })
	return versions, nil
}

var datePattern = regexp.MustCompile(`(?:^|\D)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?:[T_. -]?(\d{2})[:.h_-]?(\d{2})(?:[:.m_-]?(\d{2}))?)?(?:\D|$)`)

// dateInName finds the last date in a name that is one: 2026-13-45 is none.
func dateInName(name string) (time.Time, bool) {
	for end := len(name); end > 0; {
		all := datePattern.FindAllStringSubmatchIndex(name[:end], -1)
		if len(all) == 0 {
			break
		}
		m := all[len(all)-1]
		part := func(i int, none string) string {
			if m[2*i] < 0 {
				return none
			}
			return name[m[2*i]:m[2*i+1]]
		}
		date := part(1, "") + part(2, "") + part(3, "")
		for _, text := range []string{date + part(4, "00") + part(5, "00") + part(6, "00"), date + "000000"} {
			if when, err := time.Parse("20060102150405", text); err == nil {
				return when, true
			}
		}
		end = m[2]
	}
	return time.Time{}, false
}

// timeLayouts are the ways a date is written in a table.
var timeLayouts = []string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02", "20060102150405", "20060102",
}

// ParseTime reads a date or a time in one of the forms of a dates table; a form
// without a zone is UTC.
func ParseTime(text string) (time.Time, error) {
	text = strings.TrimSpace(text)
	for _, layout := range timeLayouts {
		if when, err := time.Parse(layout, text); err == nil {
			return when, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no date; write 2026-10-01 or 2026-10-01T12:00:00Z", text)
}

// readDates reads a CSV with a column file (or name, path, version) and a
// column time (or date, when).
func readDates(r io.Reader) (map[string]time.Time, error) {
	table := csv.NewReader(r)
	table.FieldsPerRecord = -1
	table.TrimLeadingSpace = true
	head, err := table.Read()
	if err == io.EOF {
		return nil, errors.New("the table of dates is empty")
	}
	if err != nil {
		return nil, err
	}
	file, when := -1, -1
	for i, name := range head {
		switch strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff"))) {
		case "file", "name", "path", "version":
			file = i
		case "time", "date", "when":
			when = i
		}
	}
	if file < 0 || when < 0 {
		return nil, errors.New("the table of dates needs the columns file and time")
	}
	dates := map[string]time.Time{}
	for {
		row, err := table.Read()
		if err == io.EOF {
			return dates, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := table.FieldPos(0)
		if len(row) <= max(file, when) {
			return nil, fmt.Errorf("line %d: a column is missing", line)
		}
		at, err := ParseTime(row[when])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		dates[strings.TrimSpace(row[file])] = at
	}
}
