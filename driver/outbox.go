package driver

import (
	"bufio"
	"io"
	"sync"
)

// outbox takes lines from many goroutines; one writes them, as many at a time as
// there are.
type outbox struct {
	mu    sync.Mutex
	queue [][]byte
	wake  chan struct{}
}

func newOutbox() *outbox { return &outbox{wake: make(chan struct{}, 1)} }

// push queues a line. It never waits.
func (o *outbox) push(line []byte) {
	o.mu.Lock()
	o.queue = append(o.queue, line)
	o.mu.Unlock()
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

func (o *outbox) take() [][]byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	lines := o.queue
	o.queue = nil
	return lines
}

// run writes until the writer fails or done closes.
func (o *outbox) run(w io.Writer, done <-chan struct{}) error {
	b := bufio.NewWriterSize(w, 64<<10)
	for {
		select {
		case <-o.wake:
		case <-done:
			return nil
		}
		for lines := o.take(); len(lines) > 0; lines = o.take() {
			for _, line := range lines {
				if _, err := b.Write(line); err != nil {
					return err
				}
			}
		}
		if err := b.Flush(); err != nil {
			return err
		}
	}
}
