//go:build !unix

package tty

import (
	"os"
	"time"
)

// readable reports that nothing follows: where keys don't come through Read, none is cut.
func readable(*os.File, time.Duration) bool { return false }
