package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"robotslens/engine/suite"
	"robotslens/fetch"
)

// eachURL calls ask with each URL of the flags, then of the lists and of the
// sitemaps. Rows that cannot be read are warned of and counted.
func (c *cli) eachURL(ctx context.Context, a asked, ask func(string) error) (bad int, err error) {
	for _, u := range a.urls {
		if err := ask(u); err != nil {
			return 0, err
		}
	}
	bar := c.progress("deciding")
	if _, ok := terminal(c.stdout); ok { // there the rows themselves show it
		bar.w = nil
	}
	defer bar.done()
	n := 0
	each := func(name string, isSitemap bool) error {
		all, closeList, err := c.list(ctx, name, isSitemap, a.alternates)
		if err != nil {
			return err
		}
		defer closeList()
		for u, err := range all {
			var row *suite.RowError
			var sitemap *fetch.SitemapError
			switch {
			case errors.As(err, &row):
				c.warn("%s: %v", titleOf(name), row)
				bad++
				continue
			case errors.As(err, &sitemap):
				c.warn("%v", sitemap)
				bad++
				continue
			case err != nil:
				return fileError(titleOf(name), err)
			}
			if n++; n%256 == 0 {
				bar.step(n, "URL")
			}
			if err := ask(u); err != nil {
				return err
			}
		}
		return nil
	}
	for _, name := range a.lists {
		if err := each(name, false); err != nil {
			return bad, err
		}
	}
	for _, name := range a.sitemaps {
		if err := each(name, true); err != nil {
			return bad, err
		}
	}
	return bad, nil
}

// unreadRows ends a command whose list has rows that could not be read.
func unreadRows(n int) error {
	return fmt.Errorf("%s of the list could not be read: see the warnings", counted(n, "row"))
}

func titleOf(name string) string {
	if name == "-" {
		return stdinName
	}
	return name
}

// list opens a list of URLs: text, CSV or a sitemap, from a file, the web or
// standard input.
func (c *cli) list(ctx context.Context, name string, isSitemap, alternates bool) (iter.Seq2[string, error], func(), error) {
	opts := fetch.SitemapOptions{Client: c.client(), Alternates: alternates}
	if fetch.IsURL(name) || isSitemap && name != "-" {
		return locations(fetch.Sitemap(ctx, name, opts)), func() {}, nil
	}
	in, done := c.in, func() {}
	if name == "-" {
		if _, err := c.takeStdin(); err != nil {
			return nil, nil, err
		}
	} else {
		f, err := fetch.OpenStream(name)
		if err != nil {
			return nil, nil, err
		}
		in, done = f, func() { f.Close() }
	}
	b := bufio.NewReaderSize(in, 64<<10)
	head, _ := b.Peek(512)
	switch sitemap := fetch.LooksLikeSitemap(head); {
	case sitemap && name != "-": // an index finds the files beside it
		done()
		return locations(fetch.Sitemap(ctx, name, opts)), func() {}, nil
	case sitemap || isSitemap:
		return locations(fetch.SitemapFrom(ctx, b, titleOf(name), opts)), done, nil
	}
	return listed(b), done, nil
}

func locations(all iter.Seq2[fetch.SitemapURL, error]) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for u, err := range all {
			if !yield(u.Loc, err) {
				return
			}
		}
	}
}

func listed(in io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for l, err := range suite.List(in) {
			if !yield(l.URL, err) {
				return
			}
		}
	}
}
