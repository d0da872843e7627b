package proxy

import (
	"io"
	"sync"
	"sync/atomic"

	"github.com/toolconform/conform/check"
)

// budget bounds the bytes that wait for all judges together.
type budget struct {
	left atomic.Int64
}

// take takes n bytes, unless so many are not left.
func (b *budget) take(n int64) bool {
	if b.left.Add(-n) < 0 {
		b.left.Add(n)
		return false
	}
	return true
}

func (b *budget) give(n int64) { b.left.Add(n) }

// seats bounds how many judges work at the same time. One that waits for bytes has no seat.
type seats chan struct{}

func (s seats) sit()   { s <- struct{}{} }
func (s seats) stand() { <-s }

// feed is what goes from a stream to its judge: its bytes, in order. Writing never waits. Where the
// judge is so late that the budget is spent, the rest is left out, and reading ends as for a stream that
// was cut off.
type feed struct {
	budget *budget
	seats  seats

	mu    sync.Mutex
	news  sync.Cond
	parts [][]byte
	// size is what was written, lost what of it was left out.
	size, lost int64
	// held is what was read and is still in use.
	held int64
	over bool
	err  error
}

// heldEach is how much of a stream stays in use until it is judged: its bytes and events.
const heldEach = 8 << 20

func newFeed(b *budget, s seats) *feed {
	f := &feed{budget: b, seats: s}
	f.news.L = &f.mu
	return f
}

// write takes a copy of p.
func (f *feed) write(p []byte) {
	if len(p) == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	n := int64(len(p))
	f.size += n
	if f.over {
		return
	}
	if f.lost > 0 || !f.budget.take(n) {
		f.lost += n
		f.news.Signal()
		return
	}
	f.parts = append(f.parts, append([]byte(nil), p...))
	f.news.Signal()
}

// end says that no more comes: io.EOF for a regular end, check.ErrCut for any other. Only the first
// end counts.
func (f *feed) end(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.over {
		f.over, f.err = true, err
		f.news.Broadcast()
	}
}

// Read waits for bytes, and gives its seat away while it does.
func (f *feed) Read(p []byte) (int, error) {
	f.mu.Lock()
	for len(f.parts) == 0 && f.lost == 0 && !f.over {
		f.seats.stand()
		f.news.Wait()
		f.mu.Unlock()
		f.seats.sit()
		f.mu.Lock()
	}
	defer f.mu.Unlock()
	switch {
	case len(f.parts) > 0:
	case f.lost > 0:
		return 0, check.ErrCut
	default:
		return 0, f.err
	}
	n := copy(p, f.parts[0])
	if f.parts[0] = f.parts[0][n:]; len(f.parts[0]) == 0 {
		f.parts = f.parts[1:]
	}
	if f.held < heldEach {
		f.held += int64(n)
	} else {
		f.budget.give(int64(n))
	}
	return n, nil
}

// drop lets go of what nobody will read.
func (f *feed) drop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.parts {
		f.budget.give(int64(len(p)))
	}
	f.budget.give(f.held)
	f.parts, f.held = nil, 0
	if !f.over {
		f.over, f.err = true, io.EOF
	}
}

// left is how many bytes were left out.
func (f *feed) left() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lost
}
