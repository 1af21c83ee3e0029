package fetch

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"golang.org/x/net/html/charset"
)

// sitemapNesting is deeper than any sitemap and keeps a file of opening tags
// from growing the stack.
const sitemapNesting = 32

// readXML streams a urlset or a sitemapindex. Elements are known by their
// local name and depth, whatever prefix or name space they were given.
func (w *sitemapWalk) readXML(text *bufio.Reader, source string, depth int) bool {
	dec := xml.NewDecoder(text)
	dec.Strict = false // a bare & in a URL is the commonest mistake
	dec.CharsetReader = sitemapCharset
	var (
		stack  []string
		loc    strings.Builder
		nested []SitemapURL
		tokens int
	)
	for {
		if tokens++; tokens%1000 == 0 && w.over() {
			return false
		}
		token, err := dec.RawToken()
		line, _ := dec.InputPos()
		if err == io.EOF && len(stack) > 0 {
			err = io.ErrUnexpectedEOF
		}
		switch {
		case err == io.EOF:
			return w.readNested(nested, source, depth)
		case err != nil:
			if w.over() || !w.problem(source, line, xmlError(err)) {
				return false
			}
			return w.readNested(nested, source, depth)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(stack) == sitemapNesting {
				return w.problem(source, line, errors.New("its elements are nested too deep"))
			}
			stack = append(stack, t.Name.Local)
			if len(stack) == 1 && t.Name.Local != "urlset" && t.Name.Local != "sitemapindex" {
				return w.problem(source, line, fmt.Errorf("neither a urlset nor a sitemapindex: it begins with <%s>", t.Name.Local))
			}
			loc.Reset()
			if w.opts.Alternates && len(stack) == 3 && stack[1] == "url" && t.Name.Local == "link" {
				if href, lang := alternate(t.Attr); href != "" && !w.page(href, lang, source, line) {
					return false
				}
			}
		case xml.CharData:
			if len(stack) == 3 && stack[2] == "loc" && loc.Len() <= locOctets {
				loc.Write(t)
			}
		case xml.EndElement:
			if len(stack) == 0 || stack[len(stack)-1] != t.Name.Local {
				if !w.problem(source, line, fmt.Errorf("</%s> closes nothing that is open", t.Name.Local)) {
					return false
				}
				return w.readNested(nested, source, depth)
			}
			if len(stack) == 3 && stack[2] == "loc" {
				found := strings.TrimSpace(loc.String())
				switch {
				case len(found) > locOctets:
					if !w.problem(source, line, fmt.Errorf("the URL is longer than %d octets", locOctets)) {
						return false
					}
				case stack[0] == "urlset" && stack[1] == "url":
					if !w.page(found, "", source, line) {
						return false
					}
				case stack[0] == "sitemapindex" && stack[1] == "sitemap":
					if len(nested) > w.opts.Files {
						break
					}
					nested = append(nested, SitemapURL{Loc: found, Line: line})
				}
			}
			stack = stack[:len(stack)-1]
		}
	}
}

// page yields a URL of the sitemap; a relative one is an error of the site,
// but has one meaning where the sitemap itself has a URL.
func (w *sitemapWalk) page(loc, lang, source string, line int) bool {
	if !IsURL(loc) {
		base, err := url.Parse(source)
		if err == nil && IsURL(source) && loc != "" {
			if abs, err := base.Parse(loc); err == nil && IsURL(abs.String()) {
				return w.url(SitemapURL{abs.String(), lang, source, line})
			}
		}
		return w.problem(source, line, errors.New("not an absolute URL"))
	}
	return w.url(SitemapURL{loc, lang, source, line})
}

func (w *sitemapWalk) readNested(nested []SitemapURL, source string, depth int) bool {
	if len(nested) > 0 && depth >= w.opts.Depth {
		return w.problem(source, nested[0].Line, fmt.Errorf("index files are nested deeper than %d; these are left out", w.opts.Depth))
	}
	for _, n := range nested {
		if IsURL(source) && !IsURL(n.Loc) {
			base, err := url.Parse(source)
			if err == nil {
				if abs, err := base.Parse(n.Loc); err == nil {
					n.Loc = abs.String()
				}
			}
			if !IsURL(n.Loc) {
				if !w.problem(source, n.Line, errors.New("not an http or https URL")) {
					return false
				}
				continue
			}
		}
		if !w.visit(n.Loc, source, depth+1) {
			return false
		}
	}
	return true
}

func alternate(attrs []xml.Attr) (href, lang string) {
	var rel string
	for _, a := range attrs {
		switch a.Name.Local {
		case "rel":
			rel = a.Value
		case "href":
			href = strings.TrimSpace(a.Value)
		case "hreflang":
			lang = a.Value
		}
	}
	if !strings.EqualFold(rel, "alternate") || len(href) > locOctets {
		return "", ""
	}
	return href, lang
}

// sitemapCharset decodes what the XML declaration names. UTF-16 has been
// decoded by its byte order mark before.
func sitemapCharset(label string, input io.Reader) (io.Reader, error) {
	if l := strings.ToLower(label); strings.HasPrefix(l, "utf-16") || l == "utf8" || l == "us-ascii" {
		return input, nil
	}
	return charset.NewReaderLabel(label, input)
}

func xmlError(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return errors.New("not well-formed XML: " + syntax.Msg)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the XML is cut short")
	}
	return readError(err)
}
