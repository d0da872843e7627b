package stageevents

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// turn is a producer's script: a transcript, its elements the items.
type turn struct{ t transcript.Transcript }

func parseTranscript(v wire.Value) (dialect.Script, error) {
	t, err := transcript.Parse(v)
	if err != nil {
		return nil, err
	}
	return &turn{t}, nil
}

// Input is the transcript; a producer's input has one form only.
func (s *turn) Input(string, []int) wire.Value {
	return wire.Obj(wire.M("transcript", s.t.JSON()))
}

// JSON is the transcript as the protocol spells it.
func (s *turn) JSON() wire.Value { return s.t.JSON() }

// Len is the number of items.
func (s *turn) Len() int { return len(s.t.Items) }

// Keep is a valid transcript of some of the items: what rests on a dropped item is
// dropped too, and a turn with open calls ends in a stop by the user.
func (s *turn) Keep(indices []int) dialect.Script {
	wanted := make([]bool, len(s.t.Items))
	for _, i := range indices {
		wanted[i] = true
	}
	if s.t.Valid() != nil {
		return &turn{s.only(wanted)} // nothing to keep valid
	}
	s.dropDependents(wanted)
	kept := s.only(wanted)
	if err := kept.Valid(); err != nil {
		kept.Items = append(withoutStop(kept.Items), transcript.Item{Kind: transcript.Stop, Reason: transcript.UserStopped})
	}
	return &turn{kept}
}

func (s *turn) only(wanted []bool) transcript.Transcript {
	t := transcript.Transcript{MessageID: s.t.MessageID}
	for i, item := range s.t.Items {
		if wanted[i] {
			t.Items = append(t.Items, item)
		}
	}
	return t
}

// dropDependents drops items of dropped calls, and all deltas of a call that lost
// one: what is left of them would be no argument text.
func (s *turn) dropDependents(wanted []bool) {
	dropped, torn := map[string]bool{}, map[string]bool{}
	for i, item := range s.t.Items {
		switch item.Kind {
		case transcript.Call:
			dropped[item.ID] = !wanted[i]
		case transcript.InputDelta:
			torn[item.ID] = torn[item.ID] || !wanted[i]
		}
	}
	for i, item := range s.t.Items {
		switch item.Kind {
		case transcript.InputDelta:
			wanted[i] = wanted[i] && !dropped[item.ID] && !torn[item.ID]
		case transcript.Progress, transcript.Result:
			wanted[i] = wanted[i] && !dropped[item.ID]
		}
	}
}

func withoutStop(items []transcript.Item) []transcript.Item {
	if n := len(items); n > 0 && items[n-1].Kind == transcript.Stop {
		return items[: n-1 : n-1]
	}
	return items[:len(items):len(items)]
}

func renderTranscript(t transcript.Transcript, _ dialect.Pick) dialect.Script { return &turn{t} }
