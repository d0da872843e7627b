package serve

import (
	"runtime"
	"time"
)

// Idle tells whether nothing is being read any more, before the time is up.
func Idle(s *Server, within time.Duration) bool {
	for until := time.Now().Add(within); time.Now().Before(until); runtime.Gosched() {
		s.budget.mu.Lock()
		left := s.budget.left
		s.budget.mu.Unlock()
		if left == s.options.Reading && s.running.Load() == 0 {
			return true
		}
	}
	return false
}
