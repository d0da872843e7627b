package toolfence

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// transcriptScript is the script of a producer's case: the transcript itself, an
// element each of its items.
type transcriptScript struct{ transcript transcript.Transcript }

// Input is the transcript.
func (s transcriptScript) Input(string, []int) wire.Value {
	return wire.Obj(wire.M("transcript", s.transcript.JSON()))
}

// JSON is the transcript too.
func (s transcriptScript) JSON() wire.Value { return s.Input("", nil) }

// Len is the number of items.
func (s transcriptScript) Len() int { return len(s.transcript.Items) }

// Keep is the transcript of some of the items, without those that cannot stand
// alone any more.
func (s transcriptScript) Keep(indices []int) dialect.Script {
	if len(indices) == s.Len() {
		return s // also where it was never valid
	}
	t := transcript.Transcript{MessageID: s.transcript.MessageID}
	for _, i := range indices {
		if i >= 0 && i < len(s.transcript.Items) {
			t.Items = append(t.Items, s.transcript.Items[i])
		}
	}
	return transcriptScript{repaired(t)}
}

// repaired drops items whose call is gone, deltas that are not the arguments any
// more, and calls left without the result that a completed turn owes them.
func repaired(t transcript.Transcript) transcript.Transcript {
	calls := map[string]*transcript.CallRecord{}
	for _, c := range t.Calls() {
		calls[c.ID] = c
	}
	started := map[string]bool{}
	kept := transcript.Transcript{MessageID: t.MessageID}
	for _, item := range t.Items {
		c := calls[item.ID]
		switch item.Kind {
		case transcript.Text, transcript.Stop:
		case transcript.InputDelta:
			if c == nil || !wholeDeltas(c) {
				continue
			}
			fallthrough
		default:
			owed := c != nil && c.Result == nil && t.StopReason() == transcript.Completed
			if c == nil || owed || item.Kind != transcript.Call && !started[item.ID] {
				continue
			}
			started[item.ID] = started[item.ID] || item.Kind == transcript.Call
		}
		kept.Items = append(kept.Items, item)
	}
	return kept
}

func wholeDeltas(c *transcript.CallRecord) bool {
	joined, ok := c.ArgumentText()
	if !ok {
		return true
	}
	v, err := wire.Parse([]byte(joined))
	return err == nil && wire.Equal(v, c.Input)
}

func parseTranscript(v wire.Value) (dialect.Script, error) {
	t, err := transcript.Parse(v.Get("transcript"))
	if err != nil {
		return nil, fmt.Errorf("tool-fence: %w", err)
	}
	return transcriptScript{t}, nil
}

// renderTranscript makes a producer's script: it is the transcript.
func renderTranscript(t transcript.Transcript, _ dialect.Pick) dialect.Script {
	return transcriptScript{t}
}
