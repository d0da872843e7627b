// Package turns says whose turn it is: how many cases run side by side, and in which order those that one
// failure befell are run again.
package turns

import (
	"context"
	"sync"
	"sync/atomic"
)

// soloAfterHang is how many cases run alone after one that hung.
const soloAfterHang = 256

// Lane lets as many cases run side by side as the hello allows, or one alone.
type Lane struct {
	slots chan struct{}
	solo  atomic.Int64 // how many cases still run alone
	again int          // how many are to be run again
	owed  sync.Cond    // of again
	// Shared by cases side by side; held by one that runs alone.
	sync.RWMutex
}

// NewLane lets so many cases run side by side.
func NewLane(concurrency int) *Lane {
	return &Lane{slots: make(chan struct{}, concurrency), owed: sync.Cond{L: &sync.Mutex{}}}
}

// Enter waits for a place; false where the context ended before.
func (l *Lane) Enter(ctx context.Context) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case l.slots <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// Leave gives the place back.
func (l *Lane) Leave() { <-l.slots }

// Hung lets the next cases run alone, those that wait already among them: then one more that hangs is known to be to
// blame when its deadline ends, and needs no second one.
func (l *Lane) Hung() { l.solo.Store(soloAfterHang) }

// NoneHung takes that back: nobody hangs alone.
func (l *Lane) NoneHung() { l.solo.Store(0) }

// Again counts the cases that are to be run again: whoever begins waits for them. One that failed is counted before
// it ends, or another one could begin before it.
func (l *Lane) Again(n int) {
	l.owed.L.Lock()
	defer l.owed.L.Unlock()
	l.again += n
	l.owed.Broadcast()
}

// owes tells whether some are to be run again, and waits for them where it is asked to.
func (l *Lane) owes(wait bool) bool {
	l.owed.L.Lock()
	defer l.owed.L.Unlock()
	for wait && l.again > 0 {
		l.owed.Wait()
	}
	return l.again > 0
}

// Begin waits until a case may be sent, beside others or, soon after one that hung, alone. While it waited another one may
// have failed.
func (l *Lane) Begin() (end func()) {
	for {
		l.owes(true)
		alone := l.solos()
		if alone {
			l.Lock()
			end = l.Unlock
		} else {
			l.RLock()
			end = l.RUnlock
		}
		if !l.owes(false) && (alone || l.solo.Load() == 0) {
			return end
		}
		end()
	}
}

// solos tells whether the next case runs alone, and counts it.
func (l *Lane) solos() bool {
	for {
		n := l.solo.Load()
		if n == 0 || l.solo.CompareAndSwap(n, n-1) {
			return n > 0
		}
	}
}
