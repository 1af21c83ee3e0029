package audit

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"
)

// The file that generated logs are judged by.
const shopRobots = `User-agent: *
Disallow: /private/
Allow: /private/open
Disallow: /*.pdf$

User-agent: Googlebot
Disallow: /nogoogle
Disallow: /never-used
`

// kindOfHit is a sort of hit whose verdict is known without the engine.
type kindOfHit struct {
	crawler string // empty for people
	agent   string
	target  string // %d is a number
	addr    string
	allowed bool
	line    int
}

const (
	agentBing   = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0 Safari/537.36"
	agentGoogle = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
	agentGPT    = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.2; +https://openai.com/gptbot"
	agentAds    = "AdsBot-Google (+http://www.google.com/adsbot.html)"
	agentPerson = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%d.0.0.0 Safari/537.36"
)

var kindsOfHits = []kindOfHit{
	{"", agentPerson, "/page/%d", "198.51.100.1", true, 0},
	{"", agentPerson, "/private/%d", "198.51.100.2", true, 0},
	{"", "curl/8.5.0", "/robots.txt", "198.51.100.3", true, 0},
	{"", "NotGooglebot/1.0", "/private/%d", "198.51.100.4", true, 0},
	{"bingbot", agentBing, "/private/x?id=%d", "192.0.2.10", false, 2},
	{"bingbot", agentBing, "/private/open/%d", "192.0.2.11", true, 3},
	{"bingbot", agentBing, "/doc/%d.pdf", "192.0.2.12", false, 4},
	{"bingbot", agentBing, "/robots.txt", "192.0.2.13", true, 0},
	{"Googlebot", agentGoogle, "/nogoogle/%d", "66.249.64.1", false, 7},
	{"Googlebot", agentGoogle, "/private/%d", "66.249.64.2", true, 0},
	{"Googlebot", agentGoogle, "/nogoogle/false/%d", "203.0.113.9", false, 7},
	{"GPTBot", agentGPT, "/page/caf%%C3%%A9/%d", "192.0.2.20", true, 0},
	{"GPTBot", agentGPT, "//private//%d", "192.0.2.20", true, 0},
	{"AdsBot-Google", agentAds, "/private/%d", "66.249.64.3", true, 0},
}

// generated is a log with what is known of it.
type generated struct {
	text                          []byte
	lines, parsed, skipped, blank int64
	hits                          map[string]int64 // by crawler
	allowed, disallowed           map[string]int64
	byLine                        map[string]int64 // "crawler line"
	noFile                        int64
	before, after                 map[string]int64 // disallowed hits by crawler
	statuses                      map[string]int64 // of /robots.txt: "crawler status"
	first, last                   time.Time
}

// logStart and logSplit are midnights in UTC; hits lie a day around the split.
var (
	logStart = time.Date(2024, 4, 30, 0, 0, 0, 0, time.UTC)
	logSplit = time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)
)

var logZones = []*time.Location{time.UTC, time.FixedZone("", 9*3600), time.FixedZone("", -7*3600), time.FixedZone("", 5*3600+1800)}

// generate writes a log of n hits with broken, empty and huge lines between
// them, in a format.
func generate(format Format, n int, seed uint64) *generated {
	g := &generated{
		hits: map[string]int64{}, allowed: map[string]int64{}, disallowed: map[string]int64{}, byLine: map[string]int64{},
		before: map[string]int64{}, after: map[string]int64{}, statuses: map[string]int64{},
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	hosted := format != Combined && format != Common && format != IIS
	ends := []string{"\n", "\n", "\n", "\r\n", "\r"}
	line := func(text string) {
		g.text = append(g.text, text...)
		g.text = append(g.text, ends[rng.IntN(len(ends))]...)
		g.lines++
	}
	if format == W3C || format == IIS {
		line("#Version: 1.0")
		line("#Fields: " + iisFields + " cs-host")
		g.blank += 2
	}
	if format == CloudFront {
		line("#Version: 1.0")
		line("#Fields: " + cloudFrontFields)
		g.blank += 2
	}
	for i := range n {
		switch rng.IntN(200) {
		case 0:
			line("this is no hit")
			g.skipped++
		case 1:
			line("\x00\x01\xff\xfe \x89PNG [\"")
			g.skipped++
		case 2:
			end := ends[rng.IntN(len(ends))]
			g.text = append(g.text, "x"+end+end...)
			g.lines += 2
			g.skipped++
			g.blank++
		}
		if i == n/2 || i == n/2+1 {
			line(strings.Repeat("x", MaxLine*(1+2*(i%2))+i))
			g.skipped++
		}
		k := kindsOfHits[rng.IntN(len(kindsOfHits))]
		at := logStart.Add(time.Duration(rng.Int64N(2*86400)) * time.Second)
		switch i {
		case 0:
			at = logSplit
		case 1:
			at = logSplit.Add(-time.Second)
		}
		host := "shop.example"
		if hosted && rng.IntN(20) == 0 {
			host = "other.example"
		}
		status := []int{200, 200, 304, 404}[rng.IntN(4)]
		target := k.target
		if strings.Contains(target, "%d") {
			target = fmt.Sprintf(target, rng.IntN(5000))
		}
		agent := k.agent
		if k.agent == agentPerson {
			agent = fmt.Sprintf(agent, 50+rng.IntN(90))
		}
		line(write(format, host, k.addr, target, agent, status, at, logZones[rng.IntN(len(logZones))]))
		g.parsed++
		if g.first.IsZero() || at.Before(g.first) {
			g.first = at
		}
		if at.After(g.last) {
			g.last = at
		}
		if format == Common || format == CommonHost || format == HostCommon {
			k.crawler = ""
		}
		if target == "/robots.txt" && (k.crawler != "" || len(k.agent) > 0) {
			g.statuses[fmt.Sprint(k.crawler, " ", status)]++
		}
		if k.crawler == "" {
			continue
		}
		g.hits[k.crawler]++
		switch {
		case host == "other.example":
			g.noFile++
			continue
		case k.allowed:
			g.allowed[k.crawler]++
		default:
			g.disallowed[k.crawler]++
			if at.Before(logSplit) {
				g.before[k.crawler]++
			} else {
				g.after[k.crawler]++
			}
		}
		if k.line > 0 {
			g.byLine[fmt.Sprint(k.crawler, " ", k.line)]++
		}
	}
	return g
}

// write writes one hit as a server does.
func write(format Format, host, addr, target, agent string, status int, at time.Time, zone *time.Location) string {
	quote := func(s string) string { return strings.ReplaceAll(s, `"`, `\"`) }
	clf := fmt.Sprintf(`%s - - [%s] "GET %s HTTP/1.1" %d 1234`, addr, at.In(zone).Format("02/Jan/2006:15:04:05 -0700"), quote(target), status)
	full := clf + fmt.Sprintf(` "-" "%s"`, quote(agent))
	path, query, _ := strings.Cut(target, "?")
	if query == "" {
		query = "-"
	}
	switch format {
	case Common:
		return clf
	case HostCommon:
		return host + ":443 " + clf
	case CommonHost:
		return clf + " " + host
	case Combined:
		return full
	case HostCombined:
		return host + " " + full
	case CombinedHost:
		return full + fmt.Sprintf(` "-" "%s"`, host)
	case JSON:
		if status == 304 {
			return fmt.Sprintf(`{"level":"info","ts":%d.25,"request":{"remote_ip":%q,"host":%q,"uri":%q,"headers":{"User-Agent":[%q]}},"status":%d}`,
				at.Unix(), addr, host, target, agent, status)
		}
		return fmt.Sprintf(`{"time_iso8601":%q,"remote_addr":%q,"host":%q,"request":"GET %s HTTP/2.0","status":"%d","http_user_agent":%q}`,
			at.In(zone).Format(time.RFC3339), addr, host, target, status, agent)
	case CloudFront:
		return strings.Join([]string{at.Format("2006-01-02"), at.Format("15:04:05"), "LAX1", "1", addr, "GET", "d1.cloudfront.net", path,
			fmt.Sprint(status), "-", strings.ReplaceAll(url.PathEscape(agent), "%", "%25"), query, "-", "Hit", "id==", host}, "\t")
	default:
		return strings.Join([]string{at.Format("2006-01-02"), at.Format("15:04:05"), "192.0.2.1", "GET", path, query, "443", "-", addr,
			strings.ReplaceAll(agent, " ", "+"), "-", fmt.Sprint(status), "0", "0", "12", host}, " ")
	}
}

// repeat is a reader of a text many times over.
type repeat struct {
	text []byte
	left int
	at   int
}

func (r *repeat) Read(p []byte) (int, error) {
	if r.at == len(r.text) {
		r.at = 0
		r.left--
	}
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text[r.at:])
	r.at += n
	return n, nil
}
