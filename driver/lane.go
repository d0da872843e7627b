package driver

import (
	"context"
	"sync"
)

// lane lets as many cases run side by side as the hello allows, or one alone.
type lane struct {
	slots chan struct{}
	// Shared by cases side by side; held by one that runs alone.
	sync.RWMutex
}

func newLane(concurrency int) *lane { return &lane{slots: make(chan struct{}, concurrency)} }

// enter waits for a place; false where the context ended before.
func (l *lane) enter(ctx context.Context) bool {
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

func (l *lane) leave() { <-l.slots }
