package transcript

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/wire"
)

// Valid tells what is wrong with a transcript, nil for a valid one (adapter
// protocol, section 3, producer input): unique call ids; items of a call after
// it; progress after its last delta; at most one result per call and nothing of
// it afterwards; at most one stop, last; every call answered before a completed
// stop; deltas that concatenate to the arguments unless cut off by the stop.
func (t Transcript) Valid() error {
	v := validity{open: map[string]*callState{}}
	for i, item := range t.Items {
		if v.stopped {
			return fmt.Errorf("items/%d: %s after the stop", i, item.Kind)
		}
		if err := v.item(item); err != nil {
			return fmt.Errorf("items/%d: %w", i, err)
		}
	}
	return v.end(t.StopReason())
}

type callState struct {
	call                 Item
	joined               strings.Builder
	deltas               int
	progressed, answered bool
}

type validity struct {
	open    map[string]*callState
	order   []string
	stopped bool
}

func (v *validity) item(item Item) error {
	switch item.Kind {
	case Text:
		return nil
	case Stop:
		v.stopped = true
		if item.Reason != Completed && item.Reason != UserStopped && item.Reason != Error {
			return fmt.Errorf("unknown stop reason %q", item.Reason)
		}
		return nil
	case Call:
		return v.call(item)
	}
	c := v.open[item.ID]
	switch {
	case c == nil:
		return fmt.Errorf("%s for %q, which was not called before", item.Kind, item.ID)
	case c.answered:
		return fmt.Errorf("%s for %q after its result", item.Kind, item.ID)
	}
	return c.item(item)
}

func (v *validity) call(item Item) error {
	if _, twice := v.open[item.ID]; twice {
		return fmt.Errorf("call id %q stands twice", item.ID)
	}
	if !item.Input.IsObject() && !item.Arguments.IsString() {
		return fmt.Errorf("call %q has neither an input object nor arguments", item.ID)
	}
	v.open[item.ID] = &callState{call: item}
	v.order = append(v.order, item.ID)
	return nil
}

func (c *callState) item(item Item) error {
	switch item.Kind {
	case InputDelta:
		if c.progressed {
			return fmt.Errorf("input-delta for %q after its progress", item.ID)
		}
		c.deltas++
		c.joined.WriteString(item.Delta)
	case Progress:
		c.progressed = true
	case Result:
		c.answered = true
		if item.Status != Success && item.Status != Error && item.Status != Cancelled {
			return fmt.Errorf("unknown status %q", item.Status)
		}
		return c.whole()
	}
	return nil
}

// whole checks that the deltas are the arguments.
func (c *callState) whole() error {
	if c.deltas == 0 {
		return nil
	}
	if c.call.Arguments.IsString() {
		if c.joined.String() != c.call.Arguments.Text() {
			return fmt.Errorf("the deltas of %q do not concatenate to its arguments", c.call.ID)
		}
		return nil
	}
	parsed, err := wire.Parse([]byte(c.joined.String()))
	if err != nil || !wire.Equal(parsed, c.call.Input) {
		return fmt.Errorf("the deltas of %q do not concatenate to its input", c.call.ID)
	}
	return nil
}

func (v *validity) end(reason string) error {
	if reason != Completed {
		return nil
	}
	for _, id := range v.order {
		if !v.open[id].answered {
			return fmt.Errorf("call %q is not answered before the completed stop", id)
		}
	}
	return nil
}

// ParseValid reads a transcript that is valid.
func ParseValid(v wire.Value) (Transcript, error) {
	t, err := Parse(v)
	if err == nil {
		err = t.Valid()
	}
	return t, err
}
