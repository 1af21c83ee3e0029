package audit

import (
	"bytes"
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Format is a way to write an access log.
type Format uint8

// The formats. The zero value asks for detection from the first lines.
const (
	Auto         Format = iota
	Common              // Common Log Format: no User-Agent, so nobody can be recognised
	Combined            // Combined Log Format
	HostCommon          // Common with the site's name in front
	HostCombined        // Combined with the site's name in front (Apache's vhost_combined)
	CommonHost          // Common with the site's name as the last field
	CombinedHost        // Combined with the site's name as the last field
	JSON                // one JSON object a line: nginx, Caddy, Apache
	CloudFront          // W3C extended, tabs, as Amazon CloudFront writes it
	IIS                 // W3C extended, spaces, as IIS writes it
	W3C                 // W3C extended with its own #Fields
)

var formatNames = [...]string{
	"auto", "common", "combined", "host-common", "host-combined", "common-host", "combined-host", "json", "cloudfront", "iis", "w3c",
}

// String is the name that ParseFormat reads.
func (f Format) String() string { return formatNames[f] }

// FormatNames lists the names that ParseFormat reads.
func FormatNames() []string { return slices.Clone(formatNames[:]) }

// ParseFormat reads the name of a format; empty text is Auto.
func ParseFormat(name string) (Format, error) {
	name = strings.ToLower(name)
	switch name {
	case "":
		return Auto, nil
	case "vhost-combined", "vhost_combined":
		return HostCombined, nil
	case "nginx", "apache":
		return Combined, nil
	case "caddy":
		return JSON, nil
	}
	for i, n := range formatNames {
		if n == name {
			return Format(i), nil
		}
	}
	return Auto, fmt.Errorf("log format: none is called %q; known are %s", name, strings.Join(formatNames[:], ", "))
}

func (f Format) w3c() bool { return f == CloudFront || f == IIS || f == W3C }

// Parser turns lines of one format into hits. It keeps scratch memory: one
// goroutine, one Parser.
type Parser struct {
	format Format
	clf    clf
	json   jsonLines
	w3c    w3c
}

// NewParser makes a parser for a format other than Auto (Auto parses as
// Combined). fields matters to JSON only.
func NewParser(f Format, fields Fields) *Parser {
	p := &Parser{format: f}
	p.clf.hostFirst = f == HostCommon || f == HostCombined
	p.clf.hostLast = f == CommonHost || f == CombinedHost
	p.clf.combined = f == Auto || f == Combined || f == HostCombined || f == CombinedHost
	p.json.fields = fields
	p.w3c.header = newHeader(f)
	return p
}

// Parse reads one line without its line end into h. It takes any bytes; what is
// no hit gives the fault. A directive of a W3C log counts as Blank and changes
// how the next lines are read.
func (p *Parser) Parse(line []byte, h *Hit) Fault {
	if len(line) == 0 {
		return Blank
	}
	switch {
	case p.format == JSON:
		return p.json.parse(line, h)
	case p.format.w3c():
		if line[0] == '#' {
			p.w3c.header = p.w3c.header.directive(line)
			return Blank
		}
		return p.w3c.parse(line, h)
	}
	return p.clf.parse(line, h)
}

// detectLines is how many lines Detect looks at.
const detectLines = 200

// Detect finds the format of a log from its first octets (64 KiB are plenty):
// the one in which most of the lines are hits. Auto means that no line is a hit
// in any format.
func Detect(head []byte, fields Fields) Format {
	lines := firstLines(head)
	for _, l := range lines {
		if _, ok := cutDirective(l, "#fields:"); ok {
			if bytes.Contains(l, []byte("x-edge-")) {
				return CloudFront
			}
			return W3C
		}
	}
	best, most := Auto, 0
	var h Hit
	for _, f := range [...]Format{Combined, JSON, Common, CloudFront, IIS} {
		p, n := NewParser(f, fields), 0
		for _, l := range lines {
			if p.Parse(l, &h) == None && (f == Combined || f == Common || f == JSON || len(h.Agent) > 0) {
				n++
			}
		}
		if n > most {
			best, most = f, n
		}
	}
	if best != Combined && best != Common {
		return best
	}
	first, last := 0, 0
	for _, l := range lines {
		if hostInFront(l) {
			first++
		}
		p := NewParser(best, fields)
		p.clf.hostLast = true
		if p.Parse(l, &h) == None && isHostName(h.Host) {
			last++
		}
	}
	switch {
	case first*2 > most && best == Combined:
		return HostCombined
	case first*2 > most:
		return HostCommon
	case last*2 > most && best == Combined:
		return CombinedHost
	case last*2 > most:
		return CommonHost
	}
	return best
}

func firstLines(head []byte) [][]byte {
	var lines [][]byte
	for len(head) > 0 && len(lines) < detectLines {
		i := bytes.IndexAny(head, "\r\n")
		if i < 0 {
			return append(lines, head)
		}
		if i > 0 {
			lines = append(lines, head[:i])
		}
		head = head[i+1:]
	}
	return lines
}

// hostInFront tells whether four fields stand before the time, the second of
// them an address: site, address, identity, user.
func hostInFront(line []byte) bool {
	i := bytes.IndexByte(line, '[')
	if i < 0 {
		return false
	}
	f := bytes.Fields(line[:i])
	if len(f) < 4 {
		return false
	}
	_, err := netip.ParseAddr(string(f[1]))
	return err == nil
}

// isHostName tells a name of a site from numbers, addresses and times that
// logs may carry in their last field.
func isHostName(b []byte) bool {
	name, port, _ := bytes.Cut(b, []byte(":"))
	if len(name) == 0 || len(bytes.Trim(port, "0123456789")) > 0 {
		return false
	}
	letters := false
	for _, c := range name {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= 0x80:
			letters = true
		case c-'0' <= 9, c == '.', c == '-', c == '_':
		default:
			return false
		}
	}
	return letters && (bytes.IndexByte(name, '.') > 0 || string(name) == "localhost")
}
