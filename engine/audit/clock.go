package audit

import "bytes"

const daySeconds = 24 * 60 * 60

// twoDigits reads two digits, or -1.
func twoDigits(b []byte) int {
	x, y := b[0]-'0', b[1]-'0'
	if x > 9 || y > 9 {
		return -1
	}
	return int(x)*10 + int(y)
}

// days counts the days from 1970-01-01 to a date of the Gregorian calendar.
func days(y, m, d int) int64 {
	if m <= 2 {
		y--
		m += 12
	}
	era := y / 400
	yoe := y - era*400
	doy := (153*(m-3)+2)/5 + d - 1
	return int64(era)*146097 + int64(yoe*365+yoe/4-yoe/100+doy) - 719468
}

var monthDays = [13]int{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

// month reads the three letters that Apache writes, 0 for none.
func month(b []byte) int {
	switch string(b) {
	case "Jan":
		return 1
	case "Feb":
		return 2
	case "Mar":
		return 3
	case "Apr":
		return 4
	case "May":
		return 5
	case "Jun":
		return 6
	case "Jul":
		return 7
	case "Aug":
		return 8
	case "Sep":
		return 9
	case "Oct":
		return 10
	case "Nov":
		return 11
	case "Dec":
		return 12
	}
	return 0
}

// clfTime reads 10/Oct/2000:13:55:36 -0700, maybe with a fraction after the
// seconds.
func clfTime(b []byte) (int64, bool) {
	if len(b) < 26 || b[2] != '/' || b[6] != '/' || b[11] != ':' {
		return 0, false
	}
	y := twoDigits(b[7:])*100 + twoDigits(b[9:])
	m := month(b[3:6])
	day, ok := date(y, m, twoDigits(b))
	if !ok || twoDigits(b[7:]) < 0 || twoDigits(b[9:]) < 0 {
		return 0, false
	}
	sec, rest, ok := clock(b[12:])
	if !ok || len(rest) == 0 || rest[0] != ' ' {
		return 0, false
	}
	off, ok := zone(rest[1:])
	return day*daySeconds + sec - off, ok
}

// date checks a date and counts its days from 1970-01-01.
func date(y, m, d int) (int64, bool) {
	if y < 1 || m < 1 || m > 12 || d < 1 || d > monthDays[m] {
		return 0, false
	}
	return days(y, m, d), true
}

// clock reads 13:55:36 and drops a fraction; rest is what follows.
func clock(b []byte) (sec int64, rest []byte, ok bool) {
	if len(b) < 8 || b[2] != ':' || b[5] != ':' {
		return 0, nil, false
	}
	h, m, s := twoDigits(b), twoDigits(b[3:]), twoDigits(b[6:])
	// 60 is a leap second.
	if h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 60 {
		return 0, nil, false
	}
	rest = b[8:]
	if len(rest) > 1 && (rest[0] == '.' || rest[0] == ',') && rest[1]-'0' <= 9 {
		n := 1
		for n < len(rest) && rest[n]-'0' <= 9 {
			n++
		}
		rest = rest[n:]
	}
	return int64(h*3600 + m*60 + s), rest, true
}

// zone reads Z, +hh:mm, +hhmm, +hh or nothing, which is taken as UTC, and
// returns the seconds east of it.
func zone(b []byte) (int64, bool) {
	if len(b) == 0 || len(b) == 1 && b[0]|0x20 == 'z' || string(b) == "UTC" || string(b) == "GMT" {
		return 0, true
	}
	if len(b) < 3 || b[0] != '+' && b[0] != '-' {
		return 0, false
	}
	h, m := twoDigits(b[1:]), 0
	switch {
	case len(b) == 3:
	case len(b) == 5:
		m = twoDigits(b[3:])
	case len(b) == 6 && b[3] == ':':
		m = twoDigits(b[4:])
	default:
		return 0, false
	}
	if h < 0 || h > 15 || m < 0 || m > 59 {
		return 0, false
	}
	off := int64(h*3600 + m*60)
	if b[0] == '-' {
		off = -off
	}
	return off, true
}

// isoDate reads 2000-10-10 (or with slashes) as days from 1970-01-01.
func isoDate(b []byte) (int64, bool) {
	if len(b) < 10 || b[4] != b[7] || b[4] != '-' && b[4] != '/' {
		return 0, false
	}
	hi, lo := twoDigits(b), twoDigits(b[2:])
	if hi < 0 || lo < 0 {
		return 0, false
	}
	return date(hi*100+lo, twoDigits(b[5:]), twoDigits(b[8:]))
}

// anyTime reads a time as logs write it: Apache's, ISO 8601 (UTC where no zone
// stands), or seconds or milliseconds since 1970.
func anyTime(b []byte) (int64, bool) {
	b = bytes.Trim(b, "[] ")
	if len(b) > 10 && b[4] == b[7] && (b[10] == 'T' || b[10] == ' ' || b[10] == 't') {
		day, ok := isoDate(b)
		if !ok {
			return 0, false
		}
		sec, rest, ok := clock(b[11:])
		if !ok {
			return 0, false
		}
		if len(rest) > 1 && rest[0] == ' ' {
			rest = rest[1:]
		}
		off, ok := zone(rest)
		return day*daySeconds + sec - off, ok
	}
	if len(b) > 2 && b[2] == '/' {
		return clfTime(b)
	}
	return epoch(b)
}

// epoch reads seconds since 1970, with or without a fraction. From 1e11 on
// (the year 5138 in seconds) the number counts milliseconds, from 1e14 on
// microseconds, from 1e17 on nanoseconds.
func epoch(b []byte) (int64, bool) {
	digits := 0
	for digits < len(b) && b[digits]-'0' <= 9 {
		digits++
	}
	// 19 digits hold nanoseconds; more than 8999999999999999999 could overflow.
	if digits == 0 || digits > 19 || digits == 19 && b[0] == '9' {
		return 0, false
	}
	n := int64(0)
	for _, c := range b[:digits] {
		n = n*10 + int64(c-'0')
	}
	for _, c := range b[digits:] {
		// An exponent would need its own arithmetic; no server writes one.
		if c-'0' > 9 && c != '.' {
			return 0, false
		}
	}
	for _, unit := range [...]int64{1e17, 1e14, 1e11} {
		if n >= unit {
			return n / (unit / 1e8), true
		}
	}
	return n, true
}
