// Package turns says whose turn it is: how many cases run side by side, and in which order those that one
// failure befell are run again.
package turns

import (
	"context"
	"sync"
)

// Lane lets as many cases run side by side as the hello allows, or one alone.
type Lane struct {
	slots chan struct{}
	// Shared by cases side by side; held by one that runs alone.
	sync.RWMutex
}

// NewLane lets so many cases run side by side.
func NewLane(concurrency int) *Lane { return &Lane{slots: make(chan struct{}, concurrency)} }

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
