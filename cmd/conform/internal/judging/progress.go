package judging

import (
	"fmt"
	"io"
	"time"

	"github.com/toolconform/conform/cmd/conform/internal/cli"
	"github.com/toolconform/conform/session"
)

// progress is a live line on a terminal, and nothing anywhere else.
type progress struct {
	w       io.Writer
	live    bool
	started time.Time
	next    time.Time
}

func newProgress(w io.Writer) *progress {
	return &progress{w: w, live: cli.IsTerminal(w), started: time.Now()}
}

const redraw = 100 * time.Millisecond

func (p *progress) show(now session.Progress) {
	if !p.live || time.Now().Before(p.next) {
		return
	}
	p.next = time.Now().Add(redraw)
	fmt.Fprint(p.w, "\r\x1b[K"+progressLine(now, time.Since(p.started)))
}

// progressLine says how far a run is, how long it has taken, and about how long it will
// still take: at the pace that it has had so far.
func progressLine(now session.Progress, elapsed time.Duration) string {
	percent := min(100, 100*now.Done/max(1, now.Total))
	line := fmt.Sprintf("%3d%%  %d of %d  %s  %s", percent, now.Done, now.Total, now.Doing, clock(elapsed))
	if now.Done > 0 && now.Done < now.Total && elapsed >= 2*time.Second {
		line += ", about " + clock(elapsed*time.Duration(now.Total-now.Done)/time.Duration(now.Done)) + " left"
	}
	if now.Failed > 0 {
		line += fmt.Sprintf("  %d failed", now.Failed)
	}
	return line
}

// clock is a duration in minutes and seconds.
func clock(d time.Duration) string {
	d = d.Round(time.Second)
	return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}

func (p *progress) done() {
	if p.live {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
