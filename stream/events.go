package stream

import "github.com/toolconform/conform/wire"

// Events is a stream of events that holds nothing else, and just ends. A dialect embeds it in a script of its own.
type Events struct {
	List []wire.Value
	// Beside are members of the input beside the events.
	Beside []wire.Member
}

// Input is the decoded events, or their bytes cut into chunks: one a frame unless offsets are given.
func (e *Events) Input(encoding string, chunks []int) wire.Value {
	members := []wire.Member{wire.M("events", wire.List(e.List...))}
	switch {
	case encoding == "" || encoding == wire.Events:
	case chunks == nil:
		members = wire.ChunkMembers(encoding, e.frames(encoding))
	default:
		members = wire.ChunkMembers(encoding, wire.Cut(e.Bytes(encoding), chunks))
	}
	return wire.Obj(append(members, e.Beside...)...)
}

func (e *Events) frames(encoding string) [][]byte {
	frames := make([][]byte, len(e.List))
	for i := range e.List {
		frames[i] = wire.Encode(encoding, e.List[i:i+1])
	}
	return frames
}

// Bytes is the wire form, whole.
func (e *Events) Bytes(encoding string) []byte { return wire.Encode(encoding, e.List) }

// JSON is the decoded input.
func (e *Events) JSON() wire.Value { return e.Input(wire.Events, nil) }

// Len is the number of events.
func (e *Events) Len() int { return len(e.List) }

// Kept are some of the events.
func (e *Events) Kept(indices []int) []wire.Value {
	kept := make([]wire.Value, 0, len(indices))
	for _, i := range indices {
		if i >= 0 && i < len(e.List) {
			kept = append(kept, e.List[i])
		}
	}
	return kept
}
