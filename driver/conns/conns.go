// Package conns keeps connections to a port, and tells when the other side closes one that has brought an answer.
package conns

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Client is an HTTP client that keeps so many connections, and what tells of those that the other side closed.
func Client(most int) (*http.Client, *Closed) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = most, most
	closed := &Closed{}
	dial := t.DialContext
	t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &watched{Conn: c, closed: closed}, nil
	}
	return &http.Client{Transport: t}, closed
}

// Closed counts the connections that the other side closed behind an answer.
type Closed struct {
	mu    sync.Mutex
	n     int
	moved chan struct{}
}

func (c *Closed) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	if c.moved != nil {
		close(c.moved)
		c.moved = nil
	}
}

// Count is how many there were so far, and what is closed when one more is.
func (c *Closed) Count() (n int, moved <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.moved == nil {
		c.moved = make(chan struct{})
	}
	return c.n, c.moved
}

// Beyond waits until there were more than so many, but not for longer than told.
func (c *Closed) Beyond(ctx context.Context, n int, patience time.Duration) bool {
	now, moved := c.Count()
	if now > n {
		return true
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-moved:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

// watched is a connection of which it is known whether anything came since something was sent.
type watched struct {
	net.Conn
	answered atomic.Bool
	closed   *Closed
	once     sync.Once
}

func (w *watched) Write(b []byte) (int, error) {
	w.answered.Store(false)
	return w.Conn.Write(b)
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	if n > 0 {
		w.answered.Store(true)
	}
	if err != nil && !errors.Is(err, net.ErrClosed) && w.answered.Load() {
		w.once.Do(w.closed.add)
	}
	return n, err
}
