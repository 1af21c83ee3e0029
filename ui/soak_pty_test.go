//go:build unix

package ui_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"robotslens/ui/editor"
	"robotslens/ui/ptytest"
)

// The bounds of the soak. A history of edits and the caches of the panes may
// fill; what is lost at each key would go past them in minutes.
const (
	soakTime       = 4 * time.Second // ROBOTSLENS_SOAK=20m is the long form
	soakGrowth     = 96 << 10        // KiB between the first and the last third
	soakThreads    = 64
	soakGoroutines = 64
)

// soakKeys are what the random part presses. Nothing among them quits.
var soakKeys = []string{
	ptytest.Enter, ptytest.Enter, ptytest.Backspace, ptytest.Delete, ptytest.Tab, ptytest.Tab, ptytest.ShiftTab, ptytest.Esc,
	ptytest.Up, ptytest.Down, ptytest.Right, ptytest.Left, ptytest.Home, ptytest.End, ptytest.PageUp, ptytest.PageDown,
	ptytest.Ctrl('z'), ptytest.Ctrl('z'), ptytest.Ctrl('y'), ptytest.Ctrl('d'), ptytest.Ctrl('t'), ptytest.Ctrl('l'),
	ptytest.Ctrl('k'), ptytest.Ctrl('w'), ptytest.Ctrl('f'), ptytest.Ctrl('x'), ptytest.Ctrl('v'), ptytest.F8, ptytest.F1,
	ptytest.Alt("d"), ptytest.Alt("/"), ptytest.Alt("g"), ptytest.Alt("z"), ptytest.Alt("c"),
	ptytest.Paste("User-agent: *\nDisallow: /pasted\nAllow: /pasted/*/x$\n"), ptytest.Paste("/shop/é?世=1"), ptytest.Paste("\x1b[2J\u202e\x00\r"),
}

func soakKey(r *rand.Rand) string {
	switch n := r.IntN(10); {
	case n < 5:
		return string("abcdefghijklmnopqrstuvwxyz/*$:# -."[r.IntN(34)])
	case n < 6:
		return ptytest.Alt(strconv.Itoa(r.IntN(10)))
	}
	return soakKeys[r.IntN(len(soakKeys))]
}

// usage is what /proc says of a process: its resident memory in KiB and its
// threads; ok is false where there is no /proc.
func usage(pid int) (resident, threads int, ok bool) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0, false
	}
	for line := range strings.Lines(string(b)) {
		_, _ = fmt.Sscanf(line, "VmRSS: %d", &resident)
		_, _ = fmt.Sscanf(line, "Threads: %d", &threads)
	}
	return resident, threads, resident > 0
}

// persist presses Esc and keys in turn until the screen shows all of texts:
// what is open in front of a pane is shut by an Esc that comes alone.
func persist(t *testing.T, x *ptytest.Term, keys string, texts ...string) {
	t.Helper()
	var next time.Time
	turn := []string{keys, ptytest.Esc}
	x.Until(strings.Join(texts, " and "), func(s string) bool {
		if !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(s, text) }) {
			return true
		}
		if x.Ended() {
			raw := x.Raw()
			t.Fatalf("the program ended while the test waited for %s:\n%s", texts, raw[max(0, len(raw)-8000):])
		}
		if now := time.Now(); now.After(next) {
			next = now.Add(250 * time.Millisecond)
			turn[0], turn[1] = turn[1], turn[0]
			x.Send(turn[0])
		}
		return false
	})
	x.Send(ptytest.Ctrl('l')) // an Esc still on its way would make alt of what follows
}

func TestASoakOfRandomKeysNeitherEndsNorGrowsNorLosesText(t *testing.T) {
	length := soakTime
	if v := os.Getenv("ROBOTSLENS_SOAK"); v != "" {
		d, err := time.ParseDuration(v)
		if err != nil {
			t.Fatal(err)
		}
		length = d
	}
	site := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "User-agent: *\nDisallow: /fetched\n")
	}).URL
	dir := write(t, "robots.txt", blocksShop)
	x := ptytest.Start(t, ptytest.Options{Dir: dir}, "robots.txt")
	x.Wait("User-agent")

	seed := uint64(time.Now().UnixNano())
	if length == soakTime {
		seed = 12
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	var memory, threads []int
	keys := 0
	for n, end := 0, time.Now().Add(length); time.Now().Before(end); n++ {
		for range 60 {
			x.Send(soakKey(r))
			keys++
			if r.IntN(15) == 0 {
				x.Resize(1+r.IntN(200), 1+r.IntN(70))
			}
		}
		x.Resize(120, 36)
		mark := fmt.Sprintf("/zq%d", n)
		persist(t, x, ptytest.Alt("1")+ptytest.Ctrl('u')+mark+"/", mark+"/") // it still answers
		if n%4 == 1 {
			x.Send(ptytest.Ctrl('o'), ptytest.Ctrl('u'), site, ptytest.Enter)
		}
		if m, th, ok := usage(x.Pid()); ok {
			memory, threads = append(memory, m), append(threads, th)
		}
		x.Forget(64 << 20)
	}
	if third := len(memory) / 3; third > 0 {
		first, last := slices.Max(memory[:third]), slices.Max(memory[len(memory)-third:])
		t.Logf("%d keys, %d looks; resident %d KiB at most in the first third, %d in the last; %d threads at most", keys, len(memory), first, last, slices.Max(threads))
		if last > first+soakGrowth {
			t.Errorf("resident memory grew from %d to %d KiB: %v", first, last, memory)
		}
		if n := slices.Max(threads); n > soakThreads {
			t.Errorf("%d threads: %v", n, threads)
		}
	}
	mirror(t, x, r, filepath.Join(dir, "typed.txt"))

	// Go's run-time writes every goroutine at SIGQUIT and ends.
	x.Signal(syscall.SIGQUIT)
	x.Exit()
	if n := len(regexp.MustCompile(`(?m)^goroutine \d+ `).FindAll(x.Raw(), -1)); n < 2 || n > soakGoroutines {
		t.Errorf("%d goroutines at the end", n)
	} else {
		t.Logf("%d goroutines at the end", n)
	}
}

// mirror types into the file pane and into an editor of its own, saves, and
// compares the two texts.
func mirror(t *testing.T, x *ptytest.Term, r *rand.Rand, path string) {
	t.Helper()
	model := editor.New(editor.NewBuffer(nil))
	press := func(m tea.KeyMsg) { model.Update(m) }
	// An empty text, and the cursor in it.
	const begin = "#begin-to-mirror"
	persist(t, x, ptytest.Alt("3")+ptytest.Ctrl('a')+ptytest.Backspace+begin, begin, fmt.Sprintf("line 1 col %d ", len(begin)+1))
	for _, c := range begin {
		press(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{c}})
	}
	// None of these begins a field, which would be suggested.
	const text = "#/*$=0159%&gkqzéß世"
	named := []struct {
		sent string
		key  tea.KeyType
	}{
		{ptytest.Enter, tea.KeyEnter}, {ptytest.Enter, tea.KeyEnter}, {ptytest.Backspace, tea.KeyBackspace}, {ptytest.Backspace, tea.KeyBackspace},
		{ptytest.Delete, tea.KeyDelete}, {ptytest.Up, tea.KeyUp}, {ptytest.Down, tea.KeyDown}, {ptytest.Left, tea.KeyLeft},
		{ptytest.Right, tea.KeyRight}, {ptytest.Home, tea.KeyHome}, {ptytest.End, tea.KeyEnd}, {ptytest.Ctrl('k'), tea.KeyCtrlK},
	}
	for range 30 {
		for range 30 { // fewer octets than the program reads at once
			switch n := r.IntN(20); {
			case n < 12:
				c := []rune(text)[r.IntN(len([]rune(text)))]
				x.Send(string(c))
				press(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{c}})
			case n < 13:
				x.Send(ptytest.Paste("#p\n=\n"))
				press(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("#p\n=\n"), Paste: true})
			default:
				k := named[r.IntN(len(named))]
				x.Send(k.sent)
				press(tea.KeyMsg{Type: k.key})
			}
		}
		line, col := model.Position()
		x.Wait(fmt.Sprintf("line %d col %d ", line, col))
	}
	x.Send(ptytest.Ctrl('p'))
	x.Wait("Commands")
	x.Send("under another name", ptytest.Enter)
	x.Wait("save as")
	x.Send(ptytest.Ctrl('u'), path, ptytest.Enter)
	until(t, "the saved text", func() bool {
		got, err := os.ReadFile(path)
		return err == nil && bytes.Equal(got, model.Buffer().Bytes())
	})
}
