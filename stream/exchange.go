package stream

import (
	"fmt"
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Exchange is a producer's script on a wire that tells results, too: a turn whole, its elements
// the items.
type Exchange struct {
	Transcript transcript.Transcript
	// Wrapped: in a case file it is the member "transcript".
	Wrapped bool
}

// Wrapped is the exchange that a case file holds as the member "transcript".
func Wrapped(t transcript.Transcript) *Exchange { return &Exchange{Transcript: t, Wrapped: true} }

// ParseExchange reads a transcript, or an object that holds one.
func ParseExchange(v wire.Value) (dialect.Script, error) {
	e := &Exchange{Wrapped: v.Has("transcript")}
	if e.Wrapped {
		v = v.Get("transcript")
	}
	var err error
	if e.Transcript, err = transcript.Parse(v); err != nil {
		return nil, fmt.Errorf("reading a turn: %w", err)
	}
	return e, nil
}

// Input is the transcript; a producer's input has one form only.
func (e *Exchange) Input(string, []int) wire.Value {
	return wire.Obj(wire.M("transcript", e.Transcript.JSON()))
}

// JSON is the transcript, as it stands in a case file.
func (e *Exchange) JSON() wire.Value {
	if e.Wrapped {
		return e.Input("", nil)
	}
	return e.Transcript.JSON()
}

// Len is the number of items.
func (e *Exchange) Len() int { return len(e.Transcript.Items) }

// Keep is the turn of some items. What rests on a dropped item goes with it, so that a valid
// transcript stays valid.
func (e *Exchange) Keep(indices []int) dialect.Script {
	kept := make([]bool, e.Len())
	for _, i := range indices {
		if i >= 0 && i < len(kept) {
			kept[i] = true
		}
	}
	if slices.Contains(kept, false) && e.Transcript.Valid() == nil {
		e.prune(kept)
	}
	out := transcript.Transcript{MessageID: e.Transcript.MessageID}
	for i, item := range e.Transcript.Items {
		if kept[i] {
			out.Items = append(out.Items, item)
		}
	}
	return &Exchange{out, e.Wrapped}
}

// prune drops what a dropped item takes with it: the items of a dropped call, all deltas with
// one of them, and, where the turn completed, a call with its result.
func (e *Exchange) prune(kept []bool) {
	called, answered, cut := map[string]bool{}, map[string]bool{}, map[string]bool{}
	stopped := false
	for i, item := range e.Transcript.Items {
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
	for i, item := range e.Transcript.Items {
		if item.Kind == transcript.Text || item.Kind == transcript.Stop {
			continue
		}
		orphan := !called[item.ID] || !stopped && !answered[item.ID]
		if orphan || item.Kind == transcript.InputDelta && cut[item.ID] {
			kept[i] = false
		}
	}
}
