package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"robotslens/engine/crawlers"
	"robotslens/fetch"
)

// ownCatalogue is the file in the config folder that a person lays over the
// catalogue of crawlers.
const ownCatalogue = "crawlers.csv"

// catalogue returns the catalogue of crawlers, with a person's own laid over.
func (c *cli) catalogue() (*crawlers.Catalogue, error) {
	c.catalogueOnce.Do(func() { c.crawlers, c.catalogueErr = c.loadCatalogue() })
	return c.crawlers, c.catalogueErr
}

func (c *cli) loadCatalogue() (*crawlers.Catalogue, error) {
	built := crawlers.BuiltIn()
	path := filepath.Join(configDir(), ownCatalogue)
	data, err := fetch.ReadFile(path, settingsOctets)
	switch {
	case absent(err):
		return built, nil
	case errors.Is(err, fs.ErrPermission):
		c.warn("%v; its crawlers are not added", err)
		return built, nil
	case err != nil:
		return nil, err
	}
	own, err := crawlers.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; mend the line or move the file away", path, err)
	}
	return built.With(own), nil
}
