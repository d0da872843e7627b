package contentblocks

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// turn is a producer's input: a transcript.
type turn struct{ t transcript.Transcript }

// Input implements dialect.Script.
func (s *turn) Input(string, []int) wire.Value { return s.JSON() }

// JSON implements dialect.Script.
func (s *turn) JSON() wire.Value { return wire.Obj(wire.M("transcript", s.t.JSON())) }

// Len implements dialect.Script.
func (s *turn) Len() int { return len(s.t.Items) }

// Keep implements dialect.Script. What depends on a dropped item goes with it, so
// that a valid transcript stays valid.
func (s *turn) Keep(indices []int) dialect.Script {
	kept := make([]bool, len(s.t.Items))
	for _, i := range indices {
		if i >= 0 && i < len(kept) {
			kept[i] = true
		}
	}
	if s.t.Valid() == nil {
		s.prune(kept)
	}
	out := transcript.Transcript{MessageID: s.t.MessageID}
	for i, item := range s.t.Items {
		if kept[i] {
			out.Items = append(out.Items, item)
		}
	}
	return &turn{out}
}

// prune drops what a dropped item takes with it: the items of a dropped call, all
// deltas with one of them, and, where the turn completed, a call with its result.
func (s *turn) prune(kept []bool) {
	called, answered, cut := map[string]bool{}, map[string]bool{}, map[string]bool{}
	stopped := false
	for i, item := range s.t.Items {
		switch {
		case item.Kind == transcript.Stop && kept[i]:
			stopped = item.Reason != transcript.Completed
		case item.Kind == transcript.Call:
			called[item.ID] = kept[i]
		case item.Kind == transcript.Result:
			answered[item.ID] = kept[i]
		case item.Kind == transcript.InputDelta && !kept[i]:
			cut[item.ID] = true
		}
	}
	for i, item := range s.t.Items {
		if item.Kind == transcript.Text || item.Kind == transcript.Stop {
			continue
		}
		orphan := !called[item.ID] || !stopped && !answered[item.ID]
		if orphan || item.Kind == transcript.InputDelta && cut[item.ID] {
			kept[i] = false
		}
	}
}

func parseTurn(v wire.Value) (dialect.Script, error) {
	t, err := transcript.Parse(v.Get("transcript"))
	if err != nil {
		return nil, err
	}
	return &turn{t}, nil
}

func renderTurn(t transcript.Transcript, _ dialect.Pick) dialect.Script { return &turn{t} }
