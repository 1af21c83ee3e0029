package cli

import (
	"context"
	"errors"
	"io"

	"robotslens/engine/suite"
)

// eachURL calls ask with each URL of the flags, then of the lists and of the
// sitemaps. Rows that cannot be read are warned of and counted.
func (c *cli) eachURL(ctx context.Context, urls, lists, sitemaps []string, ask func(string) error) (bad int, err error) {
	for _, u := range urls {
		if err := ask(u); err != nil {
			return bad, err
		}
	}
	bar := c.progress("deciding")
	defer bar.done()
	n := 0
	counting := func(u string) error {
		if n++; n%256 == 0 {
			bar.step(n, "URL")
		}
		return ask(u)
	}
	for _, name := range append(append([]string(nil), lists...), sitemaps...) {
		k, err := c.eachOf(ctx, name, counting)
		bad += k
		if err != nil {
			return bad, err
		}
	}
	return bad, nil
}

// eachOf calls ask with each URL of one list.
func (c *cli) eachOf(_ context.Context, name string, ask func(string) error) (bad int, err error) {
	var in io.Reader
	title := name
	if name == "-" {
		title = stdinName
		if in, err = c.takeStdin(); err != nil {
			return 0, err
		}
	} else {
		f, err := openFile(name)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		in = f
	}
	for l, err := range suite.List(in) {
		var row *suite.RowError
		switch {
		case errors.As(err, &row):
			c.warn("%s: %v", title, row)
			bad++
		case err != nil:
			return bad, fileError(title, err)
		default:
			if err := ask(l.URL); err != nil {
				return bad, err
			}
		}
	}
	return bad, nil
}
