package suite

import (
	"fmt"
	"strings"

	"robotslens/engine"
	"robotslens/engine/crawlers"
)

// Options say how rows are understood.
type Options struct {
	Catalogue *crawlers.Catalogue // nil: the built-in one
	Dialect   string              // for rows that name none: auto (or empty), rfc, google or python
	Origin    engine.Origin       // what the file governs; zero where not known

	// OriginOf reads the origin of a row's URL; nil means engine.OriginOf. Pass
	// one that brings host names into punycode where URLs come from people.
	OriginOf func(url string) engine.Origin
}

// Plan is rows made ready to be asked of any number of versions of a file: the
// crawlers are looked up once. A Plan does not change, so several goroutines may
// Run it.
type Plan struct {
	Rows []Row
	Asks []Ask // in the order of the rows; one for each crawler of a row's set

	opt      Options
	whos     []Who
	dialects []engine.Dialect
}

// Ask is one question of a plan.
type Ask struct {
	Row       int  // index into Plan.Rows
	OtherHost bool // another file governs the URL: there is no verdict
	who       int32
}

// Who is a crawler in the dialect in which it is asked about.
type Who struct {
	crawlers.Resolved
	Dialect engine.Dialect // the one that counts: pinned, or the crawler's own
	dialect int
}

// NewPlan makes rows ready. A row whose set of crawlers or dialect is not known
// is returned as a problem, and the others are still asked.
func NewPlan(rows []Row, opt Options) (*Plan, []*RowError) {
	if opt.Catalogue == nil {
		opt.Catalogue = crawlers.BuiltIn()
	}
	if opt.OriginOf == nil {
		opt.OriginOf = engine.OriginOf
	}
	p := &Plan{Rows: rows, opt: opt, dialects: engine.Dialects()}
	b := planner{p: p, whos: map[[2]string][]int32{}}
	var problems []*RowError
	for i, row := range rows {
		if err := b.add(i, row); err != nil {
			problems = append(problems, &RowError{row.Line, err.Error()})
		}
	}
	return p, problems
}

// planner finds what rows have in common.
type planner struct {
	p    *Plan
	whos map[[2]string][]int32 // agent and dialect as written
}

func (b *planner) add(i int, row Row) error {
	dialect := strings.ToLower(row.Dialect)
	if dialect == "" {
		dialect = strings.ToLower(b.p.opt.Dialect)
	}
	key := [2]string{row.Agent, dialect}
	whos, known := b.whos[key]
	if !known {
		all, err := b.p.opt.Catalogue.ResolveAll(row.Agent)
		if err != nil {
			return err
		}
		for _, r := range all {
			n, err := b.dialect(dialect, r)
			if err != nil {
				return err
			}
			whos = append(whos, int32(len(b.p.whos)))
			b.p.whos = append(b.p.whos, Who{Resolved: r, Dialect: b.p.dialects[n], dialect: n})
		}
		b.whos[key] = whos
	}
	other := b.p.opt.Origin.Known() && !engine.SameOrigin(b.p.opt.Origin, b.p.opt.OriginOf(row.URL))
	for _, who := range whos {
		b.p.Asks = append(b.p.Asks, Ask{Row: i, OtherHost: other, who: who})
	}
	return nil
}

// dialect is the index of the dialect that counts for a crawler.
func (b *planner) dialect(name string, r crawlers.Resolved) (int, error) {
	if name == "" || name == "auto" {
		name = r.Dialect
	}
	for i, d := range b.p.dialects {
		if d.Name == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown dialect %q; the dialects are auto, rfc, google and python", name)
}

// Row is the row that ask i comes from.
func (p *Plan) Row(i int) Row { return p.Rows[p.Asks[i].Row] }

// Who is the crawler that ask i is about.
func (p *Plan) Who(i int) *Who { return &p.whos[p.Asks[i].who] }

// Path is the path and query of ask i, as written.
func (p *Plan) Path(i int) string {
	path, _ := engine.CutURL(p.Row(i).URL)
	return path
}

// Agent names the crawler of ask i as a reader would: by its token where the
// row named a set, else as the row has it.
func (p *Plan) Agent(i int) string {
	if name := p.Row(i).Agent; !strings.HasPrefix(strings.TrimSpace(name), "@") {
		return name
	}
	return p.Who(i).Name
}

// Cross makes rows of each crawler and each URL, without expectations, the
// crawlers of one URL together.
func Cross(agents, urls []string) []Row {
	rows := make([]Row, 0, len(agents)*len(urls))
	for _, u := range urls {
		for _, a := range agents {
			rows = append(rows, Row{Agent: a, URL: u})
		}
	}
	return rows
}
