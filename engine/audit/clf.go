package audit

import "bytes"

// clf parses the Common and the Combined Log Format, with the name of the site
// in front of the line or as its last field.
type clf struct {
	hostFirst bool
	combined  bool
	hostLast  bool
	scratch   []byte
}

func (p *clf) parse(line []byte, h *Hit) Fault {
	*h = Hit{coding: backslash}
	rest := line
	if p.hostFirst {
		i := bytes.IndexByte(rest, ' ')
		if i < 0 {
			return NoTime
		}
		h.Host, rest = rest[:i], rest[i+1:]
	}
	i := bytes.IndexByte(rest, ' ')
	if i <= 0 {
		return NoTime
	}
	h.Addr, rest = rest[:i], rest[i:]
	// A user name may hold a bracket, so the first one that opens a time counts.
	for {
		i = bytes.IndexByte(rest, '[')
		if i < 0 {
			return NoTime
		}
		rest = rest[i+1:]
		end := 26
		if len(rest) <= end {
			return NoTime
		}
		if rest[end] != ']' {
			end = bytes.IndexByte(rest[:min(len(rest), 48)], ']')
		}
		if end < 0 {
			continue
		}
		if t, ok := anyTime(rest[:end]); ok {
			h.Time, rest = t, rest[end+1:]
			break
		}
	}
	request, rest, ok := quoted(rest)
	if !ok {
		return NoRequest
	}
	if bytes.IndexByte(request, '\\') >= 0 {
		p.scratch = unescape(p.scratch[:0], request)
		request = p.scratch
	}
	h.setRequest(request)
	status, rest := word(rest)
	h.Status, ok = statusOf(status)
	if !ok {
		return NoStatus
	}
	octets, rest := word(rest)
	if len(octets) == 0 {
		return NoStatus
	}
	if p.combined {
		_, rest, ok = quoted(rest)
		if !ok {
			return NoAgent
		}
		h.Agent, rest, ok = quoted(rest)
		if !ok {
			return NoAgent
		}
	}
	if p.hostLast {
		h.Host = lastWord(rest)
	}
	return None
}

// quoted takes a field in double quotes after spaces; a quote inside stands
// after a backslash.
func quoted(b []byte) (field, rest []byte, ok bool) {
	i := 0
	for i < len(b) && b[i] == ' ' {
		i++
	}
	if i == len(b) || b[i] != '"' {
		return nil, b, false
	}
	i++
	for from := i; ; {
		j := bytes.IndexByte(b[from:], '"')
		if j < 0 {
			return nil, b, false
		}
		j += from
		n := 0
		for j-1-n >= i && b[j-1-n] == '\\' {
			n++
		}
		if n%2 == 0 {
			return b[i:j], b[j+1:], true
		}
		from = j + 1
	}
}

// word takes a field that ends at a space, after spaces.
func word(b []byte) (field, rest []byte) {
	i := 0
	for i < len(b) && b[i] == ' ' {
		i++
	}
	b = b[i:]
	if j := bytes.IndexByte(b, ' '); j >= 0 {
		return b[:j], b[j:]
	}
	return b, nil
}

// lastWord is the last field, without its quotes; "-" stands for none.
func lastWord(b []byte) []byte {
	b = bytes.TrimRight(b, " ")
	if i := bytes.LastIndexByte(b, ' '); i >= 0 {
		b = b[i+1:]
	}
	b = bytes.Trim(b, `"`)
	if len(b) == 1 && b[0] == '-' {
		return nil
	}
	return b
}

// statusOf reads three digits, or "-" as 0.
func statusOf(b []byte) (int, bool) {
	if len(b) == 3 && b[0]-'0' <= 9 && b[1]-'0' <= 9 && b[2]-'0' <= 9 {
		return int(b[0]-'0')*100 + int(b[1]-'0')*10 + int(b[2]-'0'), true
	}
	return 0, len(b) == 1 && (b[0] == '-' || b[0] == '0')
}

// unescape appends src to dst with Apache's and nginx's escapes undone.
func unescape(dst, src []byte) []byte {
	for i := 0; i < len(src); i++ {
		c := src[i]
		if c != '\\' || i+1 == len(src) {
			dst = append(dst, c)
			continue
		}
		i++
		switch c = src[i]; c {
		case 'x':
			if i+2 < len(src) {
				hi, lo := hexDigit(src[i+1]), hexDigit(src[i+2])
				if hi >= 0 && lo >= 0 {
					dst = append(dst, byte(hi<<4|lo))
					i += 2
					continue
				}
			}
			dst = append(dst, '\\', c)
		case 'n':
			dst = append(dst, '\n')
		case 'r':
			dst = append(dst, '\r')
		case 't':
			dst = append(dst, '\t')
		case 'v':
			dst = append(dst, '\v')
		case 'b':
			dst = append(dst, '\b')
		case '"', '\\':
			dst = append(dst, c)
		default:
			dst = append(dst, '\\', c)
		}
	}
	return dst
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
