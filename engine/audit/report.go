package audit

import "time"

// Report is what logs say about a robots.txt. Its JSON names are stable; text
// in it is as foreign as the logs.
//
// Lines = Parsed + Skipped + Blank. Parsed = Others + the hits of all crawlers.
// The hits of a crawler = allowed + disallowed + unsure + no_file + no_target.
type Report struct {
	Lines   int64 `json:"lines"`   // of all logs
	Parsed  int64 `json:"parsed"`  // hits
	Skipped int64 `json:"skipped"` // broken lines
	Blank   int64 `json:"blank"`   // empty lines, and directives of W3C logs
	Others  int64 `json:"others"`  // hits of nobody in the catalogue

	From  *time.Time `json:"from,omitempty"` // first and last hit, nil without hits
	To    *time.Time `json:"to,omitempty"`
	Split *time.Time `json:"split,omitempty"` // the time that before and after are about

	Logs    []LogFile `json:"logs"`
	Faults  []Tally   `json:"faults,omitempty"` // why lines are broken
	Broken  []Broken  `json:"broken,omitempty"` // the first of them
	Totals  Counts    `json:"totals"`           // of all crawlers
	Checked bool      `json:"checked"`          // addresses were held against network lists

	Crawlers []Crawler `json:"crawlers"` // those with hits, the most disallowed first

	Flips   []Flip `json:"flips,omitempty"`   // what the files compared with would change, the most hits first
	Flipped *int64 `json:"flipped,omitempty"` // hits that flip, nil where nothing was compared

	FetchedURLs       []Fetched `json:"fetched_urls,omitempty"`       // most fetched by a crawler, whatever the verdict
	DisallowedURLs    []Tally   `json:"disallowed_urls,omitempty"`    // most fetched, host and target
	DisallowedFolders []Tally   `json:"disallowed_folders,omitempty"` // most fetched, two folders deep
	NoGroup           []string  `json:"no_group,omitempty"`           // crawlers without a group of their own in any file that judged them
	UnusedRules       []Rule    `json:"unused_rules,omitempty"`       // rules that decided no hit, of files that judged any
	RobotsTxt         []Robots  `json:"robots_txt,omitempty"`         // hits on /robots.txt itself
	RobotsTxtOthers   []Tally   `json:"robots_txt_others,omitempty"`  // first products of User-Agents outside the catalogue that fetched it
	Hosts             []Tally   `json:"hosts,omitempty"`              // hosts whose hits were judged, by hits of crawlers
	NoFileHosts       []Tally   `json:"no_file_hosts,omitempty"`      // hosts whose hits no file governs
}

// Counts are hits of crawlers by verdict.
type Counts struct {
	Hits       int64 `json:"hits"`
	Allowed    int64 `json:"allowed"` // with hits on /robots.txt, which are never a breach
	Disallowed int64 `json:"disallowed"`
	Unsure     int64 `json:"unsure"`    // within 24 h after a change: a cached copy is possible
	NoFile     int64 `json:"no_file"`   // on hosts without a file
	NoTarget   int64 `json:"no_target"` // requests that name no path

	UnsureDisallowed int64 `json:"unsure_disallowed"` // unsure hits that the file then live disallows

	Before *Half `json:"before,omitempty"` // nil where no time splits the log
	After  *Half `json:"after,omitempty"`
}

// Half is the hits on one side of a time.
type Half struct {
	Hits       int64 `json:"hits"`
	Allowed    int64 `json:"allowed"`
	Disallowed int64 `json:"disallowed"`
	Unsure     int64 `json:"unsure"`
}

// Crawler is what one crawler of the catalogue did, going by its User-Agent.
type Crawler struct {
	Name string `json:"crawler"`
	Counts
	Group string `json:"group"` // what chose its groups in the latest file that judged it: own, fallback, *, none
	Obeys string `json:"obeys"` // whether it follows robots.txt, in the words of the catalogue

	Verified        int64 `json:"verified"`         // hits from its published networks
	FalseClaims     int64 `json:"false_claims"`     // hits from elsewhere
	Unknown         int64 `json:"unknown"`          // hits that no list could check
	FalseDisallowed int64 `json:"false_disallowed"` // disallowed hits among the false claims

	NoRule int64  `json:"no_rule"` // hits (not unsure) that no rule decided
	ByLine []Line `json:"by_line"` // the most hits first
}

// Line is the hits of a crawler that one line of a file decided.
type Line struct {
	Line    int     `json:"line"` // 1-based
	Rule    string  `json:"rule"`
	Count   int64   `json:"count"` // without unsure ones
	Example string  `json:"example"`
	Allowed bool    `json:"allowed"`
	Share   float64 `json:"share"` // of the crawler's allowed and disallowed hits, 0 to 1
	Unsure  int64   `json:"unsure"`
	Before  *int64  `json:"before,omitempty"` // nil where no time splits the log
	After   *int64  `json:"after,omitempty"`
	File    string  `json:"file"` // name of the version of the robots.txt
	Host    string  `json:"host,omitempty"`
}

// Rule is a rule of a file.
type Rule struct {
	File   string   `json:"file"`
	Host   string   `json:"host,omitempty"`
	Line   int      `json:"line"` // 1-based
	Rule   string   `json:"rule"`
	Agents []string `json:"agents"` // user-agent values of its group
}

// Flip is hits of a crawler that another file would decide otherwise.
type Flip struct {
	Crawler string  `json:"crawler"`
	Count   int64   `json:"count"`
	Before  Decided `json:"before"`
	After   Decided `json:"after"`
	Example string  `json:"example"`
}

// Decided is a verdict with the rule that decides; line 0 stands for no rule.
type Decided struct {
	Allowed bool   `json:"allowed"`
	Line    int    `json:"line"` // 1-based
	Rule    string `json:"rule"`
	File    string `json:"file"`
}

// Tally is a name and how often it came up.
type Tally struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
	Error int64  `json:"error"` // the count may be too high by as much
}

// Broken is a line that is no hit.
type Broken struct {
	Log   string `json:"log"`
	Line  int64  `json:"line"` // 1-based
	Fault string `json:"fault"`
	Text  string `json:"text"` // its first 160 octets
}

// Fetched is a URL and how often a crawler fetched it.
type Fetched struct {
	Crawler string `json:"crawler"`
	Host    string `json:"host"` // empty where the log names none
	Target  string `json:"target"`
	Count   int64  `json:"count"`
	Error   int64  `json:"error"` // the count may be too high by as much
}

// Robots is the hits of one crawler on /robots.txt; an empty name stands for
// everybody outside the catalogue.
type Robots struct {
	Crawler  string           `json:"crawler"`
	Count    int64            `json:"count"`
	Statuses map[string]int64 `json:"statuses"` // by HTTP status, 0 where the log has none
	First    time.Time        `json:"first"`
	Last     time.Time        `json:"last"`
}
