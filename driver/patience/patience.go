// Package patience is how long somebody is waited for.
package patience

import (
	"sync"
	"time"
)

// slices is in how many pieces a time is waited for, longest how long one of them may be.
const (
	slices  = 20
	longest = 250 * time.Millisecond
)

// Countdown calls late once so much time has passed in which this process could run: where the machine held it up, whoever is
// waited for was held up, too, and is not to blame for that. Stop ends it; it may be called more than once.
func Countdown(d time.Duration, late func()) (stop func()) {
	c := &countdown{left: d, slice: max(min(d/slices, longest), time.Millisecond), late: late, now: time.Now}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.began = c.now()
	c.timer = time.AfterFunc(min(c.left, c.slice), c.tick)
	return c.stop
}

type countdown struct {
	slice time.Duration
	late  func()
	now   func() time.Time

	mu    sync.Mutex
	left  time.Duration
	began time.Time // of this slice
	over  bool
	timer *time.Timer
}

// tick ends a slice. One that took much longer counts as two: nobody was there to see it.
func (c *countdown) tick() {
	if c.rings() {
		c.late()
	}
}

func (c *countdown) rings() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return false
	}
	now := c.now()
	c.left -= min(now.Sub(c.began), 2*c.slice)
	c.began = now
	if c.over = c.left <= 0; !c.over {
		c.timer.Reset(min(c.left, c.slice))
	}
	return c.over
}

func (c *countdown) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
	c.timer.Stop()
}
