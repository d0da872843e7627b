package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/toolconform/conform/session"
)

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("NO_COLOR") == ""
}

// progress is a live line on a terminal, and nothing anywhere else.
type progress struct {
	w    io.Writer
	live bool
	next time.Time
}

func newProgress(w io.Writer) *progress { return &progress{w: w, live: isTerminal(w)} }

const redraw = 100 * time.Millisecond

func (p *progress) show(now session.Progress) {
	if !p.live || time.Now().Before(p.next) {
		return
	}
	p.next = time.Now().Add(redraw)
	percent := 100 * now.Done / max(1, now.Total)
	fmt.Fprintf(p.w, "\r\x1b[K%3d%%  %d of %d  %s", min(percent, 100), now.Done, now.Total, now.Doing)
	if now.Failed > 0 {
		fmt.Fprintf(p.w, "  %d failed", now.Failed)
	}
}

func (p *progress) done() {
	if p.live {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
