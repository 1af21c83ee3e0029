// Command robotslens is a terminal debugger for robots.txt.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"robotslens/ui/cli"
	"robotslens/ui/early"
)

func main() {
	early.Restore()
	// net/http tells there of servers that send more than they may, in the middle
	// of an answer or of the screen.
	log.SetOutput(io.Discard)
	// With a receiver for SIGPIPE a write to a closed pipe is an error that the
	// command sees, and not the end of the program.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := cli.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}
