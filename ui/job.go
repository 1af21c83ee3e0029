package ui

import (
	"context"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// job is work that a tab does in commands, one at a time. What a command brings
// is taken only where its job was not given up meanwhile.
type job struct {
	id     uint64             // of the job at hand; each start and each stop makes another
	cancel context.CancelFunc // nil where none runs
	done   *atomic.Int64      // octets, lines or sites so far
}

func (j *job) running() bool { return j.cancel != nil }

// start begins a job in place of the one at hand.
func (j *job) start() (ctx context.Context, id uint64, done *atomic.Int64) {
	j.stop()
	ctx, j.cancel = context.WithCancel(context.Background())
	j.done = &atomic.Int64{}
	return ctx, j.id, j.done
}

// stop gives up the job at hand, and reports whether one ran.
func (j *job) stop() bool {
	running := j.running()
	if running {
		j.cancel()
		j.cancel = nil
	}
	j.id++
	return running
}

// ends takes the end of job id, and reports whether that is the one at hand.
func (j *job) ends(id uint64) bool { return j.running() && id == j.id && j.stop() }

// jobTickMsg makes the progress of a job be painted.
type jobTickMsg struct {
	of *job
	id uint64
}

func (j *job) tick() tea.Cmd {
	id := j.id
	return tea.Tick(200*time.Millisecond, func(time.Time) tea.Msg { return jobTickMsg{j, id} })
}

// ticked asks for the next tick while the job goes on.
func (j *job) ticked(m jobTickMsg) tea.Cmd {
	if m.of != j || m.id != j.id || !j.running() {
		return nil
	}
	return j.tick()
}
