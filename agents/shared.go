package agents

import (
	"sync"

	"github.com/toolconform/conform/wire"
)

// shared is what conversations must not share.
type shared struct {
	mu      sync.Mutex
	running int
	prompt  string
	results map[string]wire.Value
}

// begin notes a conversation. Once none is going on, nothing is kept.
func (s *shared) begin(prompt string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running == 0 {
		s.results = map[string]wire.Value{}
	}
	s.running++
	s.prompt = prompt
}

// last is the prompt of the conversation that began last.
func (s *shared) last() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.prompt
}

// keep keeps a result under an id, and gives the one that was kept there before.
func (s *shared) keep(id string, v wire.Value) wire.Value {
	s.mu.Lock()
	defer s.mu.Unlock()
	if have, kept := s.results[id]; kept {
		return have
	}
	s.results[id] = v
	return v
}

// ended notes the end of a conversation; its state is as it was.
func (s *shared) ended(state wire.Value) wire.Value {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running--
	return state
}

// functions are the calls of a turn as two wires write them.
func functions(t turn) []wire.Value {
	var calls []wire.Value
	for _, c := range t.calls {
		calls = append(calls, wire.Obj(str("id", c.id), str("type", "function"),
			wire.M("function", wire.Obj(str("name", c.name), str("arguments", c.text)))))
	}
	return calls
}
