//go:build unix

package ui_test

import (
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"robotslens/ui/ptytest"
)

func TestHostsThatSayOtherwiseStandOut(t *testing.T) {
	same := func(w http.ResponseWriter, _ *http.Request) { plainText(w, servedFile) }
	var asked atomic.Int64
	first, second := serve(t, same), serve(t, same)
	gone := serve(t, func(w http.ResponseWriter, _ *http.Request) { asked.Add(1); w.WriteHeader(http.StatusNotFound) })
	dir := t.TempDir()
	list := first.URL + "/private/1\n" + second.URL + "/open\n" + gone.URL + "/private/2\n"
	if err := os.WriteFile(filepath.Join(dir, "list.txt"), []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	x := ptytest.Start(t, ptytest.Options{Dir: dir, W: 180, H: 50}, first.URL+"/private/x", "--urls", "list.txt")
	x.Wait("URLs 3", "[Fetch 200]")
	x.Send(ptytest.Ctrl('p'), "all hosts", ptytest.Enter)
	x.Wait("3 sites serve 2 different files", "1 differs from the first on /private/x", gone.URL, "✓ differs", "1 of 1", "0 of 1")
	x.Send(ptytest.Alt("1"), ptytest.End, ptytest.Ctrl('u'), "/open")
	x.Wait("all say the same of /open")
	before := asked.Load()
	x.Send(ptytest.Ctrl('p'), "all hosts", ptytest.Enter)
	until(t, "the sites of the list to be asked with a path alone under test", func() bool { return asked.Load() > before })
}

func TestAskingHostsIsGivenUpWithEsc(t *testing.T) {
	never := make(chan struct{})
	slow := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-never:
		case <-r.Context().Done():
		}
	})
	t.Cleanup(func() { close(never) })
	dir := write(t, "robots.txt", servedFile)
	x := ptytest.Start(t, ptytest.Options{Dir: dir, W: 150, H: 44}, "robots.txt", "--url", slow.URL+"/a")
	x.Wait("Disallow: /private/")
	x.Send(ptytest.Ctrl('p'), "all hosts", ptytest.Enter)
	x.Wait("asked 0 of 1 site", "esc stops")
	x.Send(ptytest.Alt("1"), ptytest.Esc)
	x.Wait("given up")
	x.WaitGone("asked 0 of")
}
