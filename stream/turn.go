package stream

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Turn is a producer's script: a completion or a turn, its elements the items.
type Turn struct {
	Transcript transcript.Transcript
	// Beside are the members of the input beside the transcript.
	Beside []wire.Member
}

// ParseTurn reads a transcript.
func ParseTurn(v wire.Value) (dialect.Script, error) {
	t, err := transcript.Parse(v)
	if err != nil {
		return nil, fmt.Errorf("reading a turn: %w", err)
	}
	return &Turn{Transcript: t}, nil
}

// RenderTurn is the completion of a transcript.
func RenderTurn(t transcript.Transcript, _ dialect.Pick) dialect.Script {
	return &Turn{Transcript: t.Completion()}
}

// RenderTold is the turn of a transcript, with its results.
func RenderTold(t transcript.Transcript, _ dialect.Pick) dialect.Script {
	return &Turn{Transcript: t.Told()}
}

// Input is the transcript; a producer's input has one form.
func (s *Turn) Input(string, []int) wire.Value {
	return wire.Obj(append(slices.Clone(s.Beside), wire.M("transcript", s.Transcript.JSON()))...)
}

// JSON is the transcript.
func (s *Turn) JSON() wire.Value { return s.Transcript.JSON() }

// Len is the number of items.
func (s *Turn) Len() int { return len(s.Transcript.Items) }

// Keep is a valid completion of some items: what rests on a dropped item is dropped too, and
// where a delta is missing, the user has stopped the turn before it.
func (s *Turn) Keep(indices []int) dialect.Script {
	items := s.Transcript.Items
	if len(indices) == len(items) {
		return s
	}
	wanted := make([]bool, len(items))
	for _, i := range indices {
		wanted[i] = true
	}
	kept := transcript.Transcript{MessageID: s.Transcript.MessageID}
	said, gone, torn, stopped := map[string]bool{}, map[string]bool{}, map[string]bool{}, false
	for i, item := range items {
		switch item.Kind {
		case transcript.Call:
			gone[item.ID] = !wanted[i]
		case transcript.InputDelta:
			if gone[item.ID] || torn[item.ID] {
				continue
			}
			torn[item.ID] = !wanted[i]
			said[item.ID] = said[item.ID] || wanted[i]
		case transcript.Progress, transcript.Result:
			if gone[item.ID] || torn[item.ID] {
				continue
			}
		}
		if wanted[i] {
			kept.Items = append(kept.Items, item)
			stopped = item.Kind == transcript.Stop && item.Reason != transcript.Completed
		}
	}
	cut := false
	for i, item := range kept.Items {
		if item.Kind == transcript.Call && !said[item.ID] && item.Input.IsAbsent() && item.Arguments.IsAbsent() {
			kept.Items[i].Input = wire.Obj()
		}
		cut = cut || torn[item.ID]
	}
	if cut && !stopped {
		if n := len(kept.Items); kept.Items[n-1].Kind == transcript.Stop {
			kept.Items = kept.Items[:n-1]
		}
		kept.Items = append(kept.Items, transcript.Item{Kind: transcript.Stop, Reason: transcript.UserStopped})
	}
	return &Turn{kept, s.Beside}
}

// Told is the transcript that the producer is given.
func (s *Turn) Told() transcript.Transcript { return s.Transcript }
