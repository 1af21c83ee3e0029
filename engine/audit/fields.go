package audit

import (
	"bytes"
	"fmt"
	"strings"
)

// role is what a named field of a log means to a hit.
type role uint8

const (
	roleNone role = iota
	roleTime
	roleDate
	roleClock // time of day, which needs a date
	roleHost
	roleAddr
	roleRequest // method, target, protocol
	roleTarget
	roleQuery
	roleStatus
	roleAgent
	roles
)

// meaning is a role and how much the field is trusted with it: of two fields
// with one role in a line the lower rank is taken.
type meaning struct {
	role role
	rank uint8
}

// jsonNames are the fields that nginx, Caddy, Apache and CloudFront write into
// JSON lines. Nested names are joined by dots; case does not count.
// nginx's $uri is decoded and normalised, so $request and $request_uri go
// before it.
var jsonNames = map[string]meaning{
	"ts": {roleTime, 3}, "time": {roleTime, 2}, "timestamp": {roleTime, 3}, "@timestamp": {roleTime, 4},
	"time_local": {roleTime, 2}, "time_iso8601": {roleTime, 1}, "msec": {roleTime, 3}, "date": {roleDate, 2},
	"request_time_iso": {roleTime, 4}, "start_time": {roleTime, 5}, "datetime": {roleTime, 4},

	"host": {roleHost, 2}, "http_host": {roleHost, 1}, "request.host": {roleHost, 1}, "server_name": {roleHost, 4},
	"vhost": {roleHost, 1}, "virtualhost": {roleHost, 1}, "x-host-header": {roleHost, 1}, "cs(host)": {roleHost, 2},
	"cs-host": {roleHost, 2}, "domain": {roleHost, 5}, "servername": {roleHost, 4},

	"remote_addr": {roleAddr, 2}, "request.client_ip": {roleAddr, 1}, "request.remote_ip": {roleAddr, 2},
	"remote_ip": {roleAddr, 2}, "remoteip": {roleAddr, 2}, "client_ip": {roleAddr, 1}, "clientip": {roleAddr, 1},
	"client": {roleAddr, 4}, "ip": {roleAddr, 4}, "remotehost": {roleAddr, 4}, "c-ip": {roleAddr, 1},
	"request.remote_addr": {roleAddr, 5},

	"request": {roleRequest, 3}, "request_line": {roleRequest, 2}, "firstline": {roleRequest, 2},
	"request_uri": {roleTarget, 1}, "request.uri": {roleTarget, 1}, "requesturi": {roleTarget, 1}, "url": {roleTarget, 4},
	"uri": {roleTarget, 5}, "path": {roleTarget, 5}, "cs-uri-stem": {roleTarget, 3},
	"cs-uri-query": {roleQuery, 1}, "query": {roleQuery, 3}, "args": {roleQuery, 2}, "query_string": {roleQuery, 2},

	"status": {roleStatus, 2}, "sc-status": {roleStatus, 1}, "response_status": {roleStatus, 3}, "code": {roleStatus, 5},

	"http_user_agent": {roleAgent, 1}, "request.headers.user-agent": {roleAgent, 1}, "user_agent": {roleAgent, 2},
	"useragent": {roleAgent, 2}, "user-agent": {roleAgent, 2}, "agent": {roleAgent, 4}, "ua": {roleAgent, 5},
	"cs(user-agent)": {roleAgent, 1}, "request_user_agent": {roleAgent, 3},
}

// w3cNames are the columns of IIS and CloudFront that matter. CloudFront's
// cs(Host) is the name of the distribution, x-host-header that of the site.
var w3cNames = map[string]meaning{
	"date": {roleDate, 1}, "time": {roleClock, 1},
	"x-host-header": {roleHost, 1}, "cs-host": {roleHost, 2}, "cs(host)": {roleHost, 3},
	"c-ip": {roleAddr, 1}, "cs-uri-stem": {roleTarget, 2}, "cs-uri": {roleTarget, 1}, "cs-uri-query": {roleQuery, 1},
	"sc-status": {roleStatus, 1}, "cs(user-agent)": {roleAgent, 1},
}

var roleNames = map[string]role{
	"time": roleTime, "date": roleDate, "host": roleHost, "addr": roleAddr, "request": roleRequest,
	"target": roleTarget, "query": roleQuery, "status": roleStatus, "agent": roleAgent,
}

// Fields maps the names of a JSON log to what they mean, over the names that
// are known anyway.
type Fields struct {
	own map[string]meaning
}

// ParseFields reads a map such as "agent=ua,target=req.path": a meaning (time,
// date, host, addr, request, target, query, status, agent), an equals sign, the
// field of the log, nested names joined by dots. Empty text is an empty map.
func ParseFields(text string) (Fields, error) {
	var f Fields
	for _, pair := range strings.Split(text, ",") {
		pair = strings.TrimSpace(pair)
		if pair == "" {
			continue
		}
		name, field, ok := strings.Cut(pair, "=")
		if !ok || field == "" {
			return Fields{}, fmt.Errorf("field map: %q is not MEANING=FIELD", pair)
		}
		r, ok := roleNames[strings.ToLower(strings.TrimSpace(name))]
		if !ok {
			return Fields{}, fmt.Errorf("field map: no meaning is called %q; known are time, date, host, addr, request, target, query, status, agent", name)
		}
		if f.own == nil {
			f.own = make(map[string]meaning)
		}
		f.own[strings.ToLower(strings.TrimSpace(field))] = meaning{r, 0}
	}
	return f, nil
}

// lookup finds the meaning of a name in lower case.
func (f Fields) lookup(name []byte) meaning {
	if m, ok := f.own[string(name)]; ok {
		return m
	}
	return jsonNames[string(name)]
}

// values gathers the fields of one line by role.
type values struct {
	at   [roles][]byte
	rank [roles]uint8
	has  [roles]bool
}

func (v *values) set(m meaning, value []byte) {
	if m.role == roleNone || v.has[m.role] && v.rank[m.role] <= m.rank {
		return
	}
	v.at[m.role], v.rank[m.role], v.has[m.role] = value, m.rank, true
}

// fill makes a hit of the fields. day is the date, in days from 1970-01-01, of
// a log whose lines carry the time of day only, -1 for none, and after the
// second of that day at which it began. Joined targets are built in scratch,
// which is returned.
func (v *values) fill(h *Hit, day, after int64, scratch []byte) ([]byte, Fault) {
	var ok bool
	switch {
	case v.has[roleClock] || v.has[roleDate] && v.has[roleTime] && len(v.at[roleTime]) < 16 && bytes.IndexByte(v.at[roleTime], ':') == 2:
		text := v.at[roleClock]
		if !v.has[roleClock] {
			text = v.at[roleTime]
		}
		sec, _, fine := clock(text)
		if v.has[roleDate] {
			day, ok = isoDate(v.at[roleDate])
		} else {
			ok = day >= 0
			// The directive gives one date; an earlier time of day is past midnight.
			if sec < after {
				day++
			}
		}
		ok = ok && fine
		h.Time = day*daySeconds + sec
	case v.has[roleTime]:
		h.Time, ok = anyTime(v.at[roleTime])
	case v.has[roleDate]:
		h.Time, ok = anyTime(v.at[roleDate])
	}
	if !ok {
		return scratch, NoTime
	}
	switch {
	case v.has[roleTarget] && (!v.has[roleRequest] || v.rank[roleTarget] <= v.rank[roleRequest]):
		h.Target = v.at[roleTarget]
		if !isTarget(h.Target) {
			h.Target = nil
		}
	case v.has[roleRequest]:
		h.setRequest(v.at[roleRequest])
	default:
		return scratch, NoRequest
	}
	if q := v.at[roleQuery]; len(q) > 0 && len(h.Target) > 0 && string(q) != "-" && bytes.IndexByte(h.Target, '?') < 0 {
		if q[0] == '?' {
			q = q[1:]
		}
		scratch = append(scratch[:0], h.Target...)
		scratch = append(scratch, '?')
		scratch = append(scratch, q...)
		h.Target = scratch
	}
	if v.has[roleStatus] {
		h.Status, ok = statusOf(v.at[roleStatus])
		if !ok {
			return scratch, NoStatus
		}
	}
	if !v.has[roleAgent] {
		return scratch, NoAgent
	}
	h.Agent, h.Host, h.Addr = v.at[roleAgent], v.at[roleHost], v.at[roleAddr]
	if len(h.Host) == 1 && h.Host[0] == '-' {
		h.Host = nil
	}
	return scratch, None
}
