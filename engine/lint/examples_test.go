package lint

import (
	"strings"
	"testing"

	"robotslens/engine"
)

// example shows one rule: a file in which it finds something, one that comes
// near and in which it does not, and the file after the fix.
type example struct {
	id    string
	line  int // of the finding
	hit   string
	miss  string
	fixed string // "" where no fix is offered
	live  bool   // the fix makes a dead line live, which is its purpose
	with  func(*Input)
	not   func(*Input) // for miss, where it differs
}

var examples = []example{
	{id: "RX001", line: 1, hit: "User-agent: *\n", miss: "User-agent: *\n",
		with: func(in *Input) { in.Name = "/srv/www/Robots.TXT" }, not: func(in *Input) { in.Name = "/srv/www/robots.txt" }},
	{id: "RX001", line: 1, hit: "User-agent: *\n", miss: "User-agent: *\n",
		with: func(in *Input) { in.Name = "https://example.com/shop/robots.txt" }, not: func(in *Input) { in.Name = "drafts/new.txt" }},
	{id: "RX002", line: 2, hit: "User-agent: *\nDisallow: /caf\xe9\n", miss: "User-agent: *\nDisallow: /café\n",
		fixed: "User-agent: *\nDisallow: /café\n"},
	{id: "RX002", line: 1, hit: "\xff\xfeU\x00s\x00e\x00r\x00-\x00a\x00g\x00e\x00n\x00t\x00:\x00*\x00\n\x00", miss: "User-agent:*\n",
		fixed: "User-agent:*\n"},
	{id: "RX003", line: 1, hit: "\ufeffUser-agent: *\nDisallow: /a\n", miss: "User-agent: *\nDisallow: /a\n",
		fixed: "User-agent: *\nDisallow: /a\n", live: true},
	{id: "RX003", line: 1, hit: "ï»¿User-agent: *\nDisallow: /a\n", miss: "# ï»¿\nUser-agent: *\nDisallow: /a\n",
		fixed: "User-agent: *\nDisallow: /a\n", live: true},
	{id: "RX004", line: 2, hit: "User-agent: *\nDisallow: /" + strings.Repeat("a", engine.Limit) + "\nDisallow: /b\n",
		miss: "User-agent: *\nDisallow: /" + strings.Repeat("a", engine.Limit-26) + "\n"},
	{id: "RX005", line: 1, hit: "User\u2011agent: *\nDisallow: /a\n", miss: "User-agent: *\nDisallow: /2019–2020\n# a\u00a0b\n",
		fixed: "User-agent: *\nDisallow: /a\n", live: true},
	{id: "RX005", line: 2, hit: "User-agent: *\nDisallow: \u00a0/a\u200b\n", miss: "User-agent: *\nDisallow: /é\n",
		fixed: "User-agent: *\nDisallow: /a\n", live: true},
	{id: "RX006", line: 2, hit: "User-agent: *\nDisallow: “/a”\n", miss: "User-agent: *\nDisallow: /it's\n",
		fixed: "User-agent: *\nDisallow: /a\n", live: true},
	{id: "RX007", line: 2, hit: "\n<!DOCTYPE html>\n<p>User-agent: *\n", miss: "User-agent: *\nDisallow: /<html\n"},
	{id: "RX008", line: 2, hit: "User-agent: *\nDisallow: /*?a=1&amp;b=\n", miss: "User-agent: *\nDisallow: /*?amp;a=1&b=\n",
		fixed: "User-agent: *\nDisallow: /*?a=1&b=\n"},
	{id: "RX009", line: 2, hit: "User-agent: *\nDisallow: /a\x01b\n", miss: "User-agent: *\nDisallow:\t/ab # \x01\n",
		fixed: "User-agent: *\nDisallow: /ab\n"},
	{id: "RX010", line: 2, hit: "User-agent: *\nDisallow: /" + strings.Repeat("a", 1100) + "\n", miss: "# " + strings.Repeat("a", 1100) + "\n"},
	{id: "RX011", line: 1, hit: "# nothing\n\n", miss: "User-agent: *\n"},

	{id: "RX101", line: 2, hit: "User-agent: *\nDisallow /a\n", miss: "User-agent: *\nDisallow : /a\n",
		fixed: "User-agent: *\nDisallow: /a\n", live: true},
	{id: "RX101", line: 1, hit: "keep out please\nUser-agent: *\n", miss: "# keep out please\nUser-agent: *\n",
		fixed: "# keep out please\nUser-agent: *\n"},
	{id: "RX102", line: 2, hit: "User-agent: *\nDisalow: /a\n", miss: "User-agent: *\nDISALLOW: /a\n",
		fixed: "User-agent: *\nDisallow: /a\n", live: true},
	{id: "RX102", line: 2, hit: "User-agent: *\nAlow: /a\n", miss: "User-agent: *\nHost: example.com\n",
		fixed: "User-agent: *\nAllow: /a\n", live: true},
	{id: "RX103", line: 1, hit: "Useragent: *\nDisallow: /a\n", miss: "user-AGENT: *\nDisallow: /a\n",
		fixed: "User-agent: *\nDisallow: /a\n", live: true},
	{id: "RX104", line: 2, hit: "User-agent: *\nDisallowed: /a\n", miss: "User-agent: *\nDisallow: /a\n",
		fixed: "User-agent: *\nDisallow: /a\n", live: true},
	{id: "RX105", line: 2, hit: "User-agent: *\nColour: blue\n", miss: "User-agent: *\nContent-Signal: search=yes\nContent-Usage: train-ai=n\nLicense: https://example.com/l.xml\nClean-param: sid\nHost: example.com\n"},
	{id: "RX106", line: 2, hit: "User-agent: *\nCrawl-delay: 5\nDisallow:\n", miss: "User-agent: bingbot\nCrawl-delay: 5\nDisallow:\n"},
	{id: "RX106", line: 2, hit: "User-agent: *\nHost: example.com\n", miss: "User-agent: *\nDisallow: /host\n"},
	{id: "RX107", line: 2, hit: "User-agent: *\nNoindex: /a\nDisallow: /b\n", miss: "User-agent: *\nDisallow: /noindex\n",
		fixed: "User-agent: *\n# Noindex: /a\nDisallow: /b\n"},
	{id: "RX108", line: 2, hit: "User-agent: bingbot\nCrawl-delay: soon\nDisallow:\n", miss: "User-agent: bingbot\nCrawl-delay: 0.5\nDisallow:\n"},

	{id: "RX201", line: 1, hit: "Disallow: /a\nUser-agent: b\nDisallow: /c\n", miss: "User-agent: *\nDisallow: /a\n",
		fixed: "User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /c\n"},
	{id: "RX202", line: 1, hit: "User-agent:\nDisallow: /a\n", miss: "User-agent: *\nDisallow: /a\n"},
	{id: "RX203", line: 1, hit: "User-agent: Googlebot, bingbot\nDisallow: /a\n", miss: "User-agent: Mail.RU Bot\nDisallow: /a\n",
		fixed: "User-agent: Googlebot\nUser-agent: bingbot\nDisallow: /a\n", live: true},
	{id: "RX203", line: 1, hit: "User-agent: badbot Disallow: /\nUser-agent: *\nDisallow: /a\n", miss: "User-agent: badbot # Disallow: /\nDisallow: /\n",
		fixed: "User-agent: badbot\nDisallow: /\nUser-agent: *\nDisallow: /a\n"},
	{id: "RX204", line: 1, hit: "User-agent: Googlebot/2.1\nDisallow: /a\n", miss: "User-agent: Googlebot\nDisallow: /a\n",
		fixed: "User-agent: Googlebot\nDisallow: /a\n", live: true},
	{id: "RX205", line: 1, hit: "User-agent: Googlebot*\nDisallow: /a\n", miss: "User-agent: *\nDisallow: /a\n",
		fixed: "User-agent: Googlebot\nDisallow: /a\n"},
	{id: "RX206", line: 1, hit: "User-agent: web 2 bot\nDisallow: /a\n", miss: "User-agent: Web-Bot\nDisallow: /a\n"},
	{id: "RX207", line: 1, hit: "User-agent: Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)\nDisallow: /a\n",
		miss: "User-agent: Mozilla\nDisallow: /a\n", fixed: "User-agent: Googlebot\nDisallow: /a\n"},
	{id: "RX208", line: 1, hit: "User-agent: Google-bot\nDisallow: /a\n", miss: "User-agent: googlebot\nDisallow: /a\n",
		fixed: "User-agent: Googlebot\nDisallow: /a\n"},
	{id: "RX209", line: 1, hit: "User-agent: Claude-Web\nDisallow: /a\n", miss: "User-agent: ClaudeBot\nDisallow: /a\n"},
	{id: "RX210", line: 1, hit: "User-agent: Google-Extended\nDisallow: /\n", miss: "User-agent: Googlebot\nDisallow: /a\n"},
	{id: "RX211", line: 1, hit: "User-agent: *\nDisallow: /\n", miss: "User-agent: *\nDisallow: /a\n",
		fixed: "User-agent: *\nUser-agent: AdsBot-Google\nUser-agent: AdsBot-Google-Mobile\nUser-agent: Mediapartners-Google\nUser-agent: APIs-Google\nDisallow: /\n"},
	{id: "RX212", line: 1, hit: "User-agent: ChatGPT-User\nDisallow: /\n", miss: "User-agent: GPTBot\nDisallow: /\n"},

	{id: "RX301", line: 1, hit: "User-agent: *\nCrawl-delay: 5\nUser-agent: badbot\nDisallow: /\n", miss: "User-agent: *\nCrawl-delay: 5\nDisallow:\nUser-agent: badbot\nDisallow: /\n",
		fixed: "User-agent: *\nCrawl-delay: 5\nDisallow:\nUser-agent: badbot\nDisallow: /\n"},
	{id: "RX301", line: 1, hit: "User-agent: a\n\nUser-agent: *\nDisallow: /x\n", miss: "User-agent: a\n# and\nUser-agent: *\nDisallow: /x\n",
		fixed: "User-agent: a\nDisallow:\n\nUser-agent: *\nDisallow: /x\n"},
	{id: "RX302", line: 3, hit: "User-agent: a\nDisallow: /\nUser-agent: *\n", miss: "User-agent: *\nDisallow:\n",
		fixed: "User-agent: a\nDisallow: /\nUser-agent: *\nDisallow:\n"},
	{id: "RX303", line: 3, hit: "User-agent: a\nDisallow: /x\nUser-agent: A\nDisallow: /y\n", miss: "User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y\n",
		fixed: "User-agent: a\nDisallow: /x\nDisallow: /y\n"},
	{id: "RX304", line: 4, hit: "User-agent: *\nDisallow: /cart\nDisallow: /admin\nUser-agent: GPTBot\nDisallow: /blog\n",
		miss:  "User-agent: *\nDisallow: /cart\nUser-agent: GPTBot\nDisallow:\n",
		fixed: "User-agent: *\nDisallow: /cart\nDisallow: /admin\nUser-agent: GPTBot\nDisallow: /blog\nDisallow: /cart\nDisallow: /admin\n"},
	{id: "RX304", line: 3, hit: "User-agent: *\nDisallow: /cart\nUser-agent: b\nDisallow: /cart/x\n", miss: "User-agent: *\nDisallow: /cart/x\nUser-agent: b\nDisallow: /cart\n",
		fixed: "User-agent: *\nDisallow: /cart\nUser-agent: b\nDisallow: /cart/x\nDisallow: /cart\n"},
	{id: "RX305", line: 3, hit: "User-agent: Googlebot\nDisallow: /bar/\nUser-agent: Googlebot-Image\nDisallow: /foo/\n", miss: "User-agent: Googlebot\nUser-agent: Googlebot-Image\nDisallow: /bar/\n"},
	{id: "RX306", line: 2, hit: "User-agent: a\nUser-agent: A\nDisallow: /x\n", miss: "User-agent: a\nUser-agent: b\nDisallow: /x\n",
		fixed: "User-agent: a\nDisallow: /x\n"},

	{id: "RX401", line: 2, hit: "User-agent: *\nDisallow: private\n", miss: "User-agent: *\nDisallow: *private\n",
		fixed: "User-agent: *\nDisallow: /private\n", live: true},
	{id: "RX402", line: 2, hit: "User-agent: *\nDisallow: https://example.com/private\n", miss: "User-agent: *\nDisallow: /https://example.com/\n",
		fixed: "User-agent: *\nDisallow: /private\n"},
	{id: "RX402", line: 2, hit: "User-agent: *\nDisallow: https://other.example/private\n", miss: "User-agent: *\nDisallow: /private\n",
		fixed: "User-agent: *\n", with: func(in *Input) { in.Origin = engine.OriginOf("https://example.com") }},
	{id: "RX403", line: 2, hit: "User-agent: *\nDisallow: *.pdf\n", miss: "User-agent: *\nDisallow: /*.pdf\n"},
	{id: "RX404", line: 2, hit: "User-agent: *\nDisallow: /a$*\n", miss: "User-agent: *\nDisallow: /a$\n", fixed: "User-agent: *\nDisallow: /a$\n"},
	{id: "RX405", line: 2, hit: "User-agent: *\nDisallow: /item/[0-9]+\n", miss: "User-agent: *\nDisallow: /*?filter[size]=\n"},
	{id: "RX406", line: 2, hit: "User-agent: *\nDisallow: /shop*\n", miss: "User-agent: *\nDisallow: /shop*$\n", fixed: "User-agent: *\nDisallow: /shop\n"},
	{id: "RX407", line: 2, hit: "User-agent: *\nDisallow: /**/x\n", miss: "User-agent: *\nDisallow: /*/x\n", fixed: "User-agent: *\nDisallow: /*/x\n"},
	{id: "RX408", line: 2, hit: "User-agent: *\nDisallow: /my files\n", miss: "User-agent: *\nDisallow: /files # mine\n", fixed: "User-agent: *\nDisallow: /my%20files\n"},
	{id: "RX408", line: 2, hit: "User-agent: *\nDisallow: /a /b\n", miss: "User-agent: *\nDisallow: /a\t\n", fixed: "User-agent: *\nDisallow: /a\nDisallow: /b\n"},
	{id: "RX409", line: 2, hit: "User-agent: *\nDisallow: /app#/admin\n", miss: "User-agent: *\nDisallow: /app #/admin\n", fixed: "User-agent: *\nDisallow: /app%23/admin\n"},
	{id: "RX410", line: 2, hit: "User-agent: *\nDisallow: /100%off\n", miss: "User-agent: *\nDisallow: /100%25off\n", fixed: "User-agent: *\nDisallow: /100%25off\n"},
	{id: "RX411", line: 2, hit: "User-agent: *\nDisallow: /caf%c3%a9\n", miss: "User-agent: *\nDisallow: /caf%C3%A9\n", fixed: "User-agent: *\nDisallow: /caf%C3%A9\n"},
	{id: "RX412", line: 2, hit: "User-agent: *\nDisallow: /%62log\n", miss: "User-agent: *\nDisallow: /%2Flog\n", fixed: "User-agent: *\nDisallow: /blog\n"},
	{id: "RX413", line: 2, hit: "User-agent: *\nDisallow: /a%2Ab\n", miss: "User-agent: *\nDisallow: /a%2Bb\n"},
	{id: "RX414", line: 2, hit: "User-agent: *\nDisallow: /café\n", miss: "User-agent: *\nDisallow: /cafe # é\n", fixed: "User-agent: *\nDisallow: /caf%C3%A9\n"},
	{id: "RX415", line: 3, hit: "User-agent: *\nDisallow: /Shop\nAllow: /shop\n", miss: "User-agent: *\nDisallow: /Shop\nDisallow: /shop\n"},
	{id: "RX416", line: 2, hit: "User-agent: *\nDisallow: /shop\n", miss: "User-agent: *\nDisallow: /shop/\n", fixed: "User-agent: *\nDisallow: /shop$\nDisallow: /shop/\n",
		with: func(in *Input) { in.URLs = []string{"https://example.com/shopping"} }},
	{id: "RX417", line: 2, hit: "User-agent: *\nDisallow: /shop/\n", miss: "User-agent: *\nDisallow: /shop\n",
		with: func(in *Input) { in.URLs = []string{"https://example.com/shop"} }},
	{id: "RX418", line: 2, hit: "User-agent: *\nDisallow: /?sort=\n", miss: "User-agent: *\nDisallow: /*?sort=\n", fixed: "User-agent: *\nDisallow: /*?sort=\nDisallow: /*&sort=\n"},
	{id: "RX419", line: 2, hit: "User-agent: *\nDisallow: /*.pdf$\n", miss: "User-agent: *\nDisallow: /*.pdf\n"},
	{id: "RX420", line: 3, hit: "User-agent: *\nDisallow: /d/\nAllow: /d/index.html\n", miss: "User-agent: *\nAllow: /d/page.html\n"},
	{id: "RX421", line: 2, hit: "User-agent: *\nDisallow: /*sort=\n", miss: "User-agent: *\nDisallow: /*?sort=\n", fixed: "User-agent: *\nDisallow: /*?sort=\nDisallow: /*&sort=\n"},
	{id: "RX421", line: 2, hit: "User-agent: *\nDisallow: /*?*sort=\n", miss: "User-agent: *\nDisallow: /*&sort=\n", fixed: "User-agent: *\nDisallow: /*?sort=\nDisallow: /*&sort=\n"},

	{id: "RX501", line: 3, hit: "User-agent: *\nDisallow: /a\nDisallow: /a\n", miss: "User-agent: *\nDisallow: /a\nAllow: /a\n", fixed: "User-agent: *\nDisallow: /a\n"},
	{id: "RX502", line: 3, hit: "User-agent: *\nAllow: /directory/$\nDisallow: /directory/*\n", miss: "User-agent: *\nAllow: /directory/$\nDisallow: /directory/\n"},
	{id: "RX503", line: 3, hit: "User-agent: *\nAllow: /folder\nDisallow: /folder\n", miss: "User-agent: *\nAllow: /folder\nDisallow: /folder/\n", fixed: "User-agent: *\nAllow: /folder\n"},
	{id: "RX503", line: 3, hit: "User-agent: *\nDisallow: /a*b*\nAllow: /ab$\n", miss: "User-agent: *\nDisallow: /a*b*\nAllow: /ac$\n", fixed: "User-agent: *\nDisallow: /a*b*\n"},
	{id: "RX504", line: 2, hit: "User-agent: *\nDisallow:\n", miss: "User-agent: *\nDisallow: /\n"},
	{id: "RX505", line: 2, hit: "User-agent: *\nDisallow: /\n", miss: "User-agent: *\nDisallow: /\nAllow: /\n"},
	{id: "RX506", line: 2, hit: "User-agent: *\nDisallow: /wp-includes/\n", miss: "User-agent: *\nDisallow: /wp-includes/\nAllow: /wp-includes/*.js\n"},
	{id: "RX507", line: 2, hit: "User-agent: *\nDisallow: /\nAllow: /public\n", miss: "User-agent: *\nAllow: /public\nDisallow: /\n"},
	{id: "RX508", line: 2, hit: "User-agent: *\nDisallow: /old-backup/\n", miss: "User-agent: *\nDisallow: /old/\n"},
	{id: "RX509", line: 3, hit: "User-agent: *\nDisallow: /a\nNoindex: /a\n", miss: "User-agent: *\nDisallow: /b\nNoindex: /a\n"},
	{id: "RX510", line: 2, hit: "User-agent: *\nDisallow: /wp-admin/\n", miss: "User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n",
		fixed: "User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n"},
	{id: "RX511", line: 5, hit: "User-agent: *\nDisallow: /\n\nUser-agent: *\nAllow: /\n", miss: "User-agent: *\nDisallow: /\n\nUser-agent: b\nAllow: /\n",
		fixed: "User-agent: *\nDisallow: /\n\nUser-agent: *\n"},
	{id: "RX512", line: 1, hit: "# BEGIN Managed content\nUser-agent: *\nAllow: /\n# END Managed content\nUser-agent: *\nDisallow: /\n",
		miss: "# BEGIN Managed content\nUser-agent: GPTBot\nDisallow: /\n# END Managed content\nUser-agent: *\nDisallow: /a\n"},
	{id: "RX513", line: 3, hit: "User-agent: *\nDisallow: /a\nDisallow: /a/b\n", miss: "User-agent: *\nDisallow: /a\nAllow: /a/\nDisallow: /a/b\n", fixed: "User-agent: *\nDisallow: /a\n"},

	{id: "RX601", line: 1, hit: "Sitemap: /sitemap.xml\n", miss: "Sitemap: https://example.com/sitemap.xml\n", fixed: "Sitemap: https://example.com/sitemap.xml\n",
		with: func(in *Input) { in.Origin = engine.OriginOf("https://example.com") }},
	{id: "RX602", line: 1, hit: "Sitemap: file:///sitemap.xml\n", miss: "Sitemap: ftp://example.com/sitemap.xml\n"},
	{id: "RX603", line: 3, hit: "User-agent: *\nDisallow: /*.xml$\nSitemap: https://example.com/sitemap.xml\n", miss: "User-agent: *\nDisallow: /*.xml$\nSitemap: https://example.com/sitemap.txt\n"},
	{id: "RX604", line: 1, hit: "User-agent: *\nDisallow: /a\n", miss: "User-agent: *\nDisallow: /a\nSitemap: https://example.com/s.xml\n"},
	{id: "RX605", line: 1, hit: "License: /license.xml\n", miss: "License: https://example.com/license.xml\n", fixed: "License: https://example.com/license.xml\n",
		with: func(in *Input) { in.Origin = engine.OriginOf("https://example.com") }},
	{id: "RX606", line: 2, hit: "User-agent: *\nContent-Signal: search=yes, ai-train=false\nAllow: /\n", miss: "User-agent: *\nContent-Signal: search=yes,ai-train=no,ai-input=no, use=reference\nAllow: /\n",
		fixed: "User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n"},
	{id: "RX607", line: 2, hit: "User-agent: *\nContent-Signal: search=yes\nDisallow: /\n", miss: "User-agent: *\nContent-Signal: search=no\nDisallow: /\n"},
	{id: "RX608", line: 2, hit: "User-agent: *\nContent-Usage: Train-AI=n\nAllow: /\n", miss: "User-agent: *\nContent-Usage: /blog/ train-ai=n, search=y;x=1\nContent-Usage: bots=(a \"b\" ?1);q=0.5, foo\nAllow: /\n"},
	{id: "RX609", line: 2, hit: "User-agent: *\nContent-Usage: /blog/ train-ai=n\nDisallow: /blog\n", miss: "User-agent: *\nContent-Usage: /blog train-ai=n\nDisallow: /blog/\n"},
	{id: "RX610", line: 2, hit: "User-agent: *\nClean-param: a&b /shop/\nDisallow:\n", miss: "User-agent: *\nDisallow: /clean-param\n"},

	{id: "RX701", line: 1, hit: "", miss: "", with: func(in *Input) { in.Fetch = &Fetch{Status: 403} }, not: func(in *Input) { in.Fetch = &Fetch{Status: 200} }},
	{id: "RX702", line: 1, hit: "", miss: "", with: func(in *Input) { in.Fetch = &Fetch{Status: 503} }, not: func(in *Input) { in.Fetch = &Fetch{Status: 404} }},
	{id: "RX703", line: 1, hit: "", miss: "", with: func(in *Input) { in.Fetch = &Fetch{Status: 200, Redirects: 6} }, not: func(in *Input) { in.Fetch = &Fetch{Status: 200} }},
	{id: "RX704", line: 1, hit: "", miss: "", with: func(in *Input) { in.Fetch = &Fetch{Status: 200, ContentType: "text/html; charset=utf-8"} },
		not: func(in *Input) { in.Fetch = &Fetch{Status: 200, ContentType: "Text/Plain;charset=utf-8"} }},
	{id: "RX705", line: 1, hit: "", miss: "", with: func(in *Input) { in.Fetch = &Fetch{Status: 200, Differ: []string{"http://example.com"}} }, not: func(in *Input) { in.Fetch = &Fetch{} }},
	{id: "RX706", line: 1, hit: "", miss: "", with: func(in *Input) { in.Fetch = &Fetch{Status: 200, Asked: []string{"https://shop.example.com"}} }, not: func(in *Input) { in.Fetch = &Fetch{} }},
	{id: "RX707", line: 1, hit: "", miss: "", with: func(in *Input) { in.Fetch = &Fetch{Status: 200, CacheControl: "max-age=60"} }, not: func(in *Input) { in.Fetch = &Fetch{Status: 404} }},

	{id: "RX901", line: 2, hit: "User-agent: *\nDisallow: /a # lint-off RX505\n", miss: "User-agent: *\nDisallow: / # lint-off RX505\n",
		fixed: "User-agent: *\nDisallow: /a\n"},
}

func (e example) input(src string, with func(*Input)) Input {
	in := Input{Src: []byte(src)}
	if with != nil {
		with(&in)
	}
	return in
}

// find returns the first problem of id in line, or of id anywhere for line 0.
func find(problems []Problem, id string, line int) *Problem {
	for i, p := range problems {
		if p.ID == id && (line == 0 || p.Line == line) {
			return &problems[i]
		}
	}
	return nil
}

func TestEachRuleFindsItsExampleAndNotTheNearMiss(t *testing.T) {
	shown := map[string]bool{}
	for _, e := range examples {
		shown[e.id] = true
		name := e.id + " " + strings.ReplaceAll(firstOctets(e.hit), "\n", "|")
		t.Run(name, func(t *testing.T) {
			problems := Run(e.input(e.hit, e.with))
			p := find(problems, e.id, e.line)
			if p == nil {
				t.Fatalf("no %s in line %d of %q; found %s", e.id, e.line, firstOctets(e.hit), ids(problems))
			}
			with := e.with
			if e.not != nil {
				with = e.not
			}
			if near := find(Run(e.input(e.miss, with)), e.id, 0); near != nil {
				t.Errorf("%q is told: %s", firstOctets(e.miss), near.Message)
			}
			checkWording(t, *p)
			checkFix(t, e, p)
		})
	}
	for _, r := range Rules() {
		if !shown[r.ID] {
			t.Errorf("%s %s has no example", r.ID, r.Name)
		}
	}
}

func checkFix(t *testing.T, e example, p *Problem) {
	t.Helper()
	r, _ := ruleByID(e.id)
	switch {
	case e.fixed == "" && p.Fix != nil:
		t.Errorf("the fix %q is not in the example", p.Fix.Title)
	case e.fixed == "":
		return
	case p.Fix == nil:
		t.Fatalf("no fix, want %q", e.fixed)
	}
	after, err := Apply([]byte(e.hit), p.Fix.Edits)
	if err != nil || string(after) != e.fixed {
		t.Fatalf("fixed to %q (%v), want %q", after, err, e.fixed)
	}
	if r.Fix == "no" || r.Fix == "ask" && p.Fix.Safe {
		t.Errorf("the table says %q, the fix says safe=%v", r.Fix, p.Fix.Safe)
	}
	if !p.Fix.Safe || e.live {
		return
	}
	urls := Probes([]byte(e.hit), after)
	for _, f := range Consequences([]byte(e.hit), after, urls, Names([]byte(e.hit), after), nil, nil) {
		t.Errorf("a safe fix flips %s for %s in %s", f.URL, f.Agent, f.Dialect)
	}
}

// checkWording holds messages to what the house says of them.
func checkWording(t *testing.T, p Problem) {
	t.Helper()
	if !strings.HasSuffix(p.Message, ".") || strings.Contains(p.Message, "  ") || len(p.Message) > 420 {
		t.Errorf("message %q", p.Message)
	}
	if strings.Contains(p.Message, "%!") || len(p.Dialects) == 0 || p.Source == "" || p.Name == "" {
		t.Errorf("incomplete: %+v", p)
	}
}

func firstOctets(s string) string { return s[:min(len(s), 80)] }

func ids(problems []Problem) string {
	var all []string
	for _, p := range problems {
		all = append(all, p.ID)
	}
	return strings.Join(all, " ")
}
