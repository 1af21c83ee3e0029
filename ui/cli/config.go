package cli

import (
	"path/filepath"

	"github.com/adrg/xdg"
)

// configDir is where a person's settings live.
func configDir() string { return filepath.Join(xdg.ConfigHome, "robotslens") }
