package adapter

import (
	"bufio"
	"io"
	"sync"
	"sync/atomic"
)

// output joins the answers of workers that write at the same time: whoever sees
// another one waiting leaves the flush to it.
type output struct {
	waiting atomic.Int32
	closed  atomic.Bool
	mu      sync.Mutex
	w       *bufio.Writer
}

func newOutput(w io.Writer) *output { return &output{w: bufio.NewWriterSize(w, 64<<10)} }

func (o *output) write(text []byte) error {
	o.waiting.Add(1)
	o.mu.Lock()
	defer o.mu.Unlock()
	waiting := o.waiting.Add(-1)
	if o.closed.Load() {
		return nil
	}
	if _, err := o.w.Write(text); err != nil {
		return err
	}
	if waiting > 0 {
		return nil
	}
	return o.w.Flush()
}

// close lets nothing more out. It doesn't wait for a write that is stuck.
func (o *output) close() { o.closed.Store(true) }
