package lessons

import (
	"fmt"
	"strings"

	"robotslens/engine"
)

// phrases are the sentences that the program itself says in a lesson, in one language.
type phrases struct {
	allowed, disallowed                 string
	byLine                              string // %d
	octet, octets                       string // one, many
	onTie                               string
	forCrawler, as                      string // %s
	is                                  string // subject, verdict
	matches, misses                     string // subject, line
	compares                            string // subject, path
	reads, readsNone                    string // subject, lines
	fetched, noAnswer                   string // %d; nothing
	redirects                           string // %d
	hours, days                         string // %d
	everything                          string // fetch, verdict
	cached                              string
	file, crawler, url, dialect, answer string
	task                                string // number, of
	sections, screen                    string
}

var english = phrases{
	allowed: "allowed", disallowed: "disallowed",
	byLine: " by line %d",
	octet:  "octet", octets: "octets", onTie: " on a tie",
	forCrawler: "%s for %s", as: "%s as %s reads it",
	is:      "%s is %s",
	matches: "%s matches line %d", misses: "%s does not match line %d",
	compares: "%s is compared as %s",
	reads:    "%s: the group of line %s applies", readsNone: "%s: no group applies",
	fetched: "status %d", noAnswer: "no answer", everything: "after %s, everything is %s",
	redirects: " at the end of %d redirects", hours: " for %d hours", days: " for %d days", cached: " with a cached copy",
	file: "File", crawler: "Crawler", url: "URL", dialect: "Dialect", answer: "The server answers", task: "Task %d of %d", sections: "RFC 9309, section %s", screen: "The tasks are done on the screen: run this command on a terminal.",
}

var indonesian = phrases{
	allowed: "diizinkan", disallowed: "dilarang",
	byLine: " oleh baris %d",
	octet:  "oktet", octets: "oktet", onTie: " karena seri",
	forCrawler: "%s untuk %s", as: "%s menurut bacaan %s",
	is:      "%s %s",
	matches: "%s cocok dengan baris %d", misses: "%s tidak cocok dengan baris %d",
	compares: "%s dibandingkan sebagai %s",
	reads:    "%s: yang berlaku grup di baris %s", readsNone: "%s: tidak ada grup yang berlaku",
	fetched: "status %d", noAnswer: "tidak ada jawaban", everything: "setelah %s, semuanya %s",
	redirects: " di ujung %d pengalihan", hours: " selama %d jam", days: " selama %d hari", cached: " dengan salinan di cache",
	file: "Berkas", crawler: "Perayap", url: "URL", dialect: "Dialek", answer: "Jawaban server", task: "Tugas %d dari %d", sections: "RFC 9309, bagian %s", screen: "Tugasnya dikerjakan di layar: jalankan perintah ini di terminal.",
}

var brazilian = phrases{
	allowed: "permitida", disallowed: "bloqueada",
	byLine: " pela linha %d",
	octet:  "octeto", octets: "octetos", onTie: " por empate",
	forCrawler: "%s para %s", as: "%s na leitura %s",
	is:      "%s é %s",
	matches: "%s casa com a linha %d", misses: "%s não casa com a linha %d",
	compares: "%s é comparada como %s",
	reads:    "%s: vale o grupo da linha %s", readsNone: "%s: nenhum grupo vale",
	fetched: "o status %d", noAnswer: "uma busca sem resposta", everything: "depois de %s, toda URL é %s",
	redirects: " ao fim de %d redirecionamentos", hours: " há %d horas", days: " há %d dias", cached: " com uma cópia em cache",
	file: "Arquivo", crawler: "Rastreador", url: "URL", dialect: "Dialeto", answer: "O servidor responde", task: "Tarefa %d de %d", sections: "RFC 9309, seção %s", screen: "As tarefas se fazem na tela: execute este comando num terminal.",
}

func phrasesOf(language string) *phrases {
	switch language {
	case "id":
		return &indonesian
	case "pt-BR":
		return &brazilian
	}
	return &english
}

func (p *phrases) verdict(allowed bool) string {
	if allowed {
		return p.allowed
	}
	return p.disallowed
}

// count says a number of octets.
func (p *phrases) count(n int32) string {
	if n == 1 {
		return "1 " + p.octet
	}
	return itoa(int(n)) + " " + p.octets
}

// claim says c in words.
func (p *phrases) claim(c Claim) string {
	subject := c.URL
	if c.Fetch != nil {
		subject = p.fetch(c.Fetch)
	}
	if c.Crawler != "" {
		subject = fmt.Sprintf(p.forCrawler, subject, c.Crawler)
	}
	if c.Dialect != "" {
		subject = fmt.Sprintf(p.as, subject, c.Dialect)
	}
	octets := ""
	if c.Expect.Octets > 0 {
		octets = " (" + p.count(int32(c.Expect.Octets)) + ")"
	}
	switch c.Kind {
	case Matches:
		return fmt.Sprintf(p.matches, subject, c.Expect.Line) + octets
	case Misses:
		return fmt.Sprintf(p.misses, subject, c.Expect.Line)
	case Compares:
		return fmt.Sprintf(p.compares, subject, c.Path)
	case Reads:
		if len(c.Groups) == 0 {
			return fmt.Sprintf(p.readsNone, subject)
		}
		lines := make([]string, len(c.Groups))
		for i, n := range c.Groups {
			lines[i] = itoa(n)
		}
		return fmt.Sprintf(p.reads, subject, strings.Join(lines, ", "))
	}
	said := p.verdict(c.Expect.Allowed)
	if c.Fetch != nil {
		return fmt.Sprintf(p.everything, subject, said)
	}
	if c.Expect.HasLine && c.Expect.Line > 0 {
		said += fmt.Sprintf(p.byLine, c.Expect.Line)
	}
	said += octets
	if c.Expect.Tie {
		said += p.onTie
	}
	return fmt.Sprintf(p.is, subject, said)
}

// fetch says in words how a fetch ended.
func (p *phrases) fetch(a *engine.Answer) string {
	said := p.noAnswer
	if a.Status > 0 {
		said = fmt.Sprintf(p.fetched, a.Status)
	}
	if a.Hops > 0 {
		said += fmt.Sprintf(p.redirects, a.Hops)
	}
	if hours := int(a.Since.Hours()); hours >= 48 {
		said += fmt.Sprintf(p.days, hours/24)
	} else if hours > 0 {
		said += fmt.Sprintf(p.hours, hours)
	}
	if a.HasCached {
		said += p.cached
	}
	return said
}
