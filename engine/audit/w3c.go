package audit

import "bytes"

// header is what the directives of a W3C extended log say about the lines
// after them.
type header struct {
	columns []meaning // by column; nil before any #Fields
	day     int64     // date of #Date in days from 1970-01-01, -1 for none
	clock   int64     // time of day of #Date in seconds
}

// The columns of logs whose #Fields line is missing, as the vendors order them.
const (
	cloudFrontFields = "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) " +
		"cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header"
	iisFields = "date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) " +
		"sc-status sc-substatus sc-win32-status time-taken"
)

// newHeader is the header before the first directive.
func newHeader(f Format) header {
	h := header{day: -1}
	switch f {
	case CloudFront:
		h.setFields([]byte(cloudFrontFields))
	case IIS:
		h.setFields([]byte(iisFields))
	}
	return h
}

// directive returns the header after a line that starts with "#". Headers are
// values: lines already handed out keep theirs.
func (h header) directive(line []byte) header {
	if rest, ok := cutDirective(line, "#fields:"); ok {
		h.setFields(rest)
	} else if rest, ok := cutDirective(line, "#date:"); ok {
		rest = bytes.TrimSpace(rest)
		if day, ok := isoDate(rest); ok {
			h.day, h.clock = day, 0
			if len(rest) > 11 {
				if sec, _, ok := clock(rest[11:]); ok {
					h.clock = sec
				}
			}
		}
	}
	return h
}

func cutDirective(line []byte, name string) ([]byte, bool) {
	if len(line) < len(name) || !bytes.EqualFold(line[:len(name)], []byte(name)) {
		return nil, false
	}
	return line[len(name):], true
}

func (h *header) setFields(names []byte) {
	h.columns = nil
	for _, n := range bytes.Fields(names) {
		h.columns = append(h.columns, w3cNames[string(bytes.ToLower(n))])
	}
}

// w3c parses the lines of IIS, CloudFront and other W3C extended logs. The
// first separator of a line, a tab or a space, is the separator of the line.
type w3c struct {
	header  header
	values  values
	scratch []byte
}

func (p *w3c) parse(line []byte, h *Hit) Fault {
	*h = Hit{coding: percent}
	if len(line) > 0 && line[0] == '#' {
		return Blank
	}
	if p.header.columns == nil {
		return NoFields
	}
	sep := byte(' ')
	if i := bytes.IndexAny(line, "\t "); i >= 0 {
		sep = line[i]
	}
	p.values = values{}
	rest := line
	for i, m := range p.header.columns {
		field := rest
		j := bytes.IndexByte(rest, sep)
		if j >= 0 {
			field, rest = rest[:j], rest[j+1:]
		} else if i < len(p.header.columns)-1 {
			return FewFields
		}
		// "-" stands for an empty field.
		if len(field) == 1 && field[0] == '-' && m.role != roleTarget && m.role != roleAgent {
			continue
		}
		p.values.set(m, field)
	}
	var fault Fault
	p.scratch, fault = p.values.fill(h, p.header.day, p.header.clock, p.scratch)
	return fault
}
