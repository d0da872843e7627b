package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// stream is a consumer's input: events, live or loaded from history.
type stream struct {
	events  []wire.Value
	history bool
}

func live(events ...[]wire.Value) *stream { return &stream{events: flat(events)} }

func flat(lists [][]wire.Value) []wire.Value {
	var all []wire.Value
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// fromHistory is the same events loaded from history.
func (s *stream) fromHistory() *stream { return &stream{events: s.events, history: true} }

func (s *stream) with(events []wire.Value) *stream {
	return &stream{events: events, history: s.history}
}

func (s *stream) flag() wire.Value {
	if s.history {
		return wire.Boolean(true)
	}
	return wire.Value{}
}

// Input implements dialect.Script.
func (s *stream) Input(encoding string, chunks []int) wire.Value {
	if encoding == "" || encoding == wire.Events {
		return wire.Obj(wire.M("events", wire.List(s.events...)), wire.M("history", s.flag()))
	}
	data := s.Bytes(encoding)
	if chunks == nil {
		chunks = s.frames(encoding)
	}
	members := wire.ChunkMembers(encoding, wire.Cut(data, chunks))
	return wire.Obj(append(members, wire.M("history", s.flag()))...)
}

// frames are the offsets between the frames: the default cut.
func (s *stream) frames(encoding string) []int {
	var cuts []int
	at := 0
	for i, e := range s.events {
		if i > 0 {
			cuts = append(cuts, at)
		}
		at += len(wire.Encode(encoding, []wire.Value{e}))
	}
	return cuts
}

// Bytes implements dialect.Wired.
func (s *stream) Bytes(encoding string) []byte { return wire.Encode(encoding, s.events) }

// JSON implements dialect.Script.
func (s *stream) JSON() wire.Value {
	return wire.Obj(wire.M("events", wire.List(s.events...)), wire.M("history", s.flag()))
}

// Len implements dialect.Script.
func (s *stream) Len() int { return len(s.events) }

// Keep implements dialect.Script.
func (s *stream) Keep(indices []int) dialect.Script {
	kept := make([]wire.Value, 0, len(indices))
	for _, i := range indices {
		if i >= 0 && i < len(s.events) {
			kept = append(kept, s.events[i])
		}
	}
	return s.with(kept)
}

func parseStream(v wire.Value) (dialect.Script, error) {
	events := v.Get("events")
	if !events.IsArray() {
		return nil, fmt.Errorf("%s: events: an array is expected, this is %s", Name, events.Kind())
	}
	return &stream{events: events.Items(), history: v.Get("history").IsTrue()}, nil
}
