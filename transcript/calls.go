package transcript

import "strings"

// CallRecord is everything that a transcript says about one call.
type CallRecord struct {
	Item
	// Position among the calls, from 0.
	Position int
	Deltas   []string
	Progress []string
	// Result is nil where the call was never answered.
	Result *Item
}

// Calls are the calls in order, each with what belongs to it. Items that name an
// unknown call are left out.
func (t Transcript) Calls() []*CallRecord {
	var calls []*CallRecord
	byID := map[string]*CallRecord{}
	for i := range t.Items {
		item := t.Items[i]
		if item.Kind == Call {
			c := &CallRecord{Item: item, Position: len(calls)}
			calls = append(calls, c)
			byID[item.ID] = c
			continue
		}
		c := byID[item.ID]
		if c == nil {
			continue
		}
		switch item.Kind {
		case InputDelta:
			c.Deltas = append(c.Deltas, item.Delta)
		case Progress:
			c.Progress = append(c.Progress, item.Text)
		case Result:
			if c.Result == nil {
				c.Result = &t.Items[i]
			}
		}
	}
	return calls
}

// StopReason is how the turn ended; a transcript without a stop completed.
func (t Transcript) StopReason() string {
	if n := len(t.Items); n > 0 && t.Items[n-1].Kind == Stop {
		return t.Items[n-1].Reason
	}
	return Completed
}

// ArgumentText is the text of the arguments where the transcript fixes it: the raw
// arguments or the joined deltas; ok is false where any JSON equal to Input will do.
func (c *CallRecord) ArgumentText() (text string, ok bool) {
	if c.Arguments.IsString() {
		return c.Arguments.Text(), true
	}
	if len(c.Deltas) > 0 {
		return strings.Join(c.Deltas, ""), true
	}
	return "", false
}
