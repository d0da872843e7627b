package agents

import "sync"

// shared is what conversations must not share.
type shared struct {
	mu   sync.Mutex
	text string
}

// add adds to what is remembered, up to a size, and gives all of it.
func (s *shared) add(text string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.text) > 2000 {
		s.text = ""
	}
	s.text += text + "\n"
	return s.text
}

// swap remembers a text, and gives the one before it.
func (s *shared) swap(text string) (before string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, s.text = s.text, text
	return before
}
