package message

import (
	"bufio"
	"io"
	"sync"
)

// Outbox takes lines from many goroutines; one writes them, as many at a time as
// there are.
type Outbox struct {
	mu    sync.Mutex
	queue [][]byte
	wake  chan struct{}
}

// NewOutbox is an empty one.
func NewOutbox() *Outbox { return &Outbox{wake: make(chan struct{}, 1)} }

// Push queues a line. It never waits.
func (o *Outbox) Push(line []byte) {
	o.mu.Lock()
	o.queue = append(o.queue, line)
	o.mu.Unlock()
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

func (o *Outbox) take() [][]byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	lines := o.queue
	o.queue = nil
	return lines
}

// Run writes until the writer fails or done closes.
func (o *Outbox) Run(w io.Writer, done <-chan struct{}) error {
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
