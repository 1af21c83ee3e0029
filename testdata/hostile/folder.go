package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Name is a hostile name of a file.
const Name = "a\x1b]0;stolen title\x07\u202e\u009b31mb.txt"

// Folder fills a folder with files that hold every short text in every place
// where one can stand: robots.txt, the same as Name, urls.txt, table.csv,
// access.log, sitemap.xml, and under config/robotslens a crawlers.csv and a
// config.toml.
func Folder(dir string) error {
	var robots, urls, table, log, sitemap, mine, settings strings.Builder
	table.WriteString("agent,url,expected,note\n")
	mine.WriteString("token,operator,kind,notes,source\n")
	sitemap.WriteString("<urlset>\n")
	for i, t := range Short() {
		s, line := t.Octets, t.OneLine()
		quoted := `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
		robots.WriteString(t.Robots())
		fmt.Fprintf(&urls, "/%s\nhttps://%s.example/\n", line, line)
		fmt.Fprintf(&table, "%s,/%s,allow,%s\n*,/%s,disallow,%s\nx,/,%s,%s\n", quoted, quoted, quoted, quoted, quoted, quoted, quoted)
		fmt.Fprintf(&log, "192.0.2.1 - %s [01/May/2026:10:00:00 +0000] \"GET /a%s HTTP/1.1\" 200 5 \"%s\" \"Googlebot/2.1 %s\"\n%s\n", line, line, line, line, line)
		fmt.Fprintf(&sitemap, "<url><loc>https://shop.example/a<![CDATA[%s]]></loc></url>\n", s)
		fmt.Fprintf(&mine, "mybot-%c%c,%s,search,%s,%s\n", 'a'+i/26, 'a'+i%26, quoted, quoted, quoted)
		fmt.Fprintf(&settings, "%q = %q\n", fmt.Sprintf("%d%s", i, strings.ToValidUTF8(s, "?")), "x")
	}
	for name, text := range map[string]string{
		"robots.txt": robots.String(), Name: robots.String(), "urls.txt": urls.String(), "table.csv": table.String(),
		"access.log": log.String(), "sitemap.xml": sitemap.String() + "</urlset>\n",
		filepath.Join("config", "robotslens", "crawlers.csv"): mine.String(),
		filepath.Join("config", "robotslens", "config.toml"):  "theme = \"\\u001b]0;t\\u0007\"\n",
		filepath.Join("broken", "robotslens", "config.toml"):  settings.String(),
		filepath.Join("broken", "robotslens", "crawlers.csv"): "token,operator\n" + mine.String(),
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("hostile folder: %w", err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return fmt.Errorf("hostile folder: %w", err)
		}
	}
	return nil
}
