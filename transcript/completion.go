package transcript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolconform/conform/wire"
)

// Further reasons of a stop: the model reached its limit, or a filter cut it off.
const (
	Length        = "length"
	ContentFilter = "content_filter"
)

// Completion is what one completion of a model holds of the turn: its results and progress
// come from elsewhere, and a call that has deltas has its arguments in them alone.
func (t Transcript) Completion() Transcript {
	out := t.Told()
	out.Items = slices.DeleteFunc(out.Items, func(i Item) bool { return i.Kind == Result || i.Kind == Progress })
	return out
}

// Told is the turn with its results and progress, for a server that tells them, too: a call
// that has deltas has its arguments in them alone.
func (t Transcript) Told() Transcript {
	pieces := map[string]bool{}
	for _, item := range t.Items {
		pieces[item.ID] = pieces[item.ID] || item.Kind == InputDelta
	}
	out := Transcript{MessageID: t.MessageID}
	for _, item := range t.Items {
		if item.Kind == Call && pieces[item.ID] {
			item.Input, item.Arguments = wire.Value{}, wire.Value{}
		}
		out.Items = append(out.Items, item)
	}
	return out
}

// DrawUnanswered is the turn with some of its results lost, and without progress of calls
// whose arguments can't be read: a server that runs tools may leave calls unanswered.
func (t Transcript) DrawUnanswered(pick func(n int) int) Transcript {
	raw := map[string]bool{}
	for _, c := range t.Calls() {
		text, given := c.ArgumentText()
		_, err := wire.Parse([]byte(text))
		raw[c.ID] = given && err != nil
	}
	t.Items = slices.DeleteFunc(slices.Clone(t.Items), func(i Item) bool {
		return i.Kind == Progress && raw[i.ID] || i.Kind == Result && pick(9) == 8
	})
	return t
}

// DrawClients is the turn with some calls that are the client's to run, and have no result.
func (t Transcript) DrawClients(pick func(n int) int) Transcript {
	t.Items = slices.Clone(t.Items)
	clients := map[string]bool{}
	for i, item := range t.Items {
		if item.Kind == Call && pick(6) == 5 {
			clients[item.ID] = true
			t.Items[i].Execution = Client
		}
	}
	t.Items = slices.DeleteFunc(t.Items, func(i Item) bool { return clients[i.ID] && (i.Kind == Result || i.Kind == Progress) })
	return t
}

// DrawEnd is the turn with its arguments and its stop drawn: raw arguments, other reasons, a
// message of an error, text cut off.
func (t Transcript) DrawEnd(pick func(n int) int) Transcript {
	reason, out, items := t.StopReason(), t, slices.Clone(t.Items)
	for i := range items {
		if item := &items[i]; item.Kind == Call && item.Input.IsObject() && pick(6) == 5 {
			raw := []string{item.Input.JSON(), " " + item.Input.JSON() + "\n", "{\"q\":", "not json", "[1,2]", "7"}
			item.Arguments, item.Input = wire.Str(raw[pick(len(raw))]), wire.Value{}
		}
	}
	if n := len(items); n > 0 && items[n-1].Kind == Stop {
		items = items[:n-1]
	}
	stop := Item{Kind: Stop, Reason: reason}
	if pick(4) == 3 {
		stop.Reason = []string{Length, ContentFilter, Error, UserStopped}[pick(4)]
	}
	if stop.Reason == Error && pick(2) == 1 {
		stop.Message = []string{"overloaded", "Provider disconnected: 502", "Quá tải \"tạm thời\""}[pick(3)]
	}
	if n := len(items); stop.Reason != Completed && n > 0 && items[n-1].Kind == InputDelta && pick(2) == 1 {
		items = items[:n-1]
	}
	if stop.Reason != Completed || pick(2) == 1 {
		items = append(items, stop)
	}
	out.Items = items
	return out.whole()
}

// whole gives calls that lost their last delta no input, and those of a completed turn an
// end: calls must say what their arguments are.
func (t Transcript) whole() Transcript {
	have := map[string]bool{}
	for _, item := range t.Items {
		have[item.ID] = have[item.ID] || item.Kind == InputDelta
	}
	for i, item := range t.Items {
		if item.Kind == Call && !have[item.ID] && item.Input.IsAbsent() && item.Arguments.IsAbsent() {
			t.Items[i].Input = wire.Obj()
		}
	}
	return t
}

// ValidTold tells what is wrong with a turn that a server tells with its results, nil for a
// valid one: without them it is a completion, progress and results follow their call and its
// deltas, and nothing of a call follows its result.
func (t Transcript) ValidTold() error {
	begun, over := map[string]bool{}, map[string]bool{}
	for i, item := range t.Items {
		switch {
		case item.ID == "":
		case over[item.ID], begun[item.ID] && item.Kind == InputDelta:
			return fmt.Errorf("items/%d: a %s of %q, which has its progress or result", i, item.Kind, item.ID)
		case item.Kind == Progress, item.Kind == Result:
			begun[item.ID], over[item.ID] = true, item.Kind == Result
		}
		if item.Kind == Result && !slices.Contains([]string{Success, Error, Cancelled}, item.Status) {
			return fmt.Errorf("items/%d: unknown status %q", i, item.Status)
		}
	}
	calls := map[string]*Item{}
	for i, item := range t.Items {
		if item.Kind == Call {
			calls[item.ID] = &t.Items[i]
		}
		if call := calls[item.ID]; item.ID != "" && (call == nil || item.Kind == Result && call.Execution == Client) {
			return fmt.Errorf("items/%d: a %s of %q, which was not called, or is the client's", i, item.Kind, item.ID)
		}
	}
	return t.without().ValidCompletion()
}

// without is the turn without results and progress.
func (t Transcript) without() Transcript {
	t.Items = slices.DeleteFunc(slices.Clone(t.Items), func(i Item) bool { return i.Kind == Result || i.Kind == Progress })
	return t
}

// ValidCompletion tells what is wrong with a completion, nil for a valid one: ids are unique,
// deltas follow their call, which then has no arguments besides, and a stop stands last.
func (t Transcript) ValidCompletion() error {
	calls := map[string]*Item{}
	for i := range t.Items {
		item := &t.Items[i]
		call := calls[item.ID]
		switch item.Kind {
		case Text:
		case Call:
			if call != nil {
				return fmt.Errorf("items/%d: call id %q stands twice", i, item.ID)
			}
			calls[item.ID] = item
		case InputDelta:
			if call == nil || !call.Input.IsAbsent() || !call.Arguments.IsAbsent() {
				return fmt.Errorf("items/%d: a delta of %q, which was not called or has its arguments", i, item.ID)
			}
		case Stop:
			if i != len(t.Items)-1 || !slices.Contains([]string{Completed, UserStopped, Error, Length, ContentFilter}, item.Reason) {
				return fmt.Errorf("items/%d: a stop stands last, with a known reason", i)
			}
		default:
			return fmt.Errorf("items/%d: a completion has no %s", i, item.Kind)
		}
	}
	for _, c := range t.Calls() {
		if len(c.Deltas) == 0 && !c.Input.IsObject() && !c.Arguments.IsString() {
			return fmt.Errorf("call %q has neither input, arguments nor deltas", c.ID)
		}
	}
	return nil
}

// Cut tells whether the call's arguments were cut off by the stop of its completion.
func (c *CallRecord) Cut(stop string) bool {
	if len(c.Deltas) == 0 || stop == Completed {
		return false
	}
	_, err := wire.Parse([]byte(strings.Join(c.Deltas, "")))
	return err != nil
}

// CutInside tells whether the stop came amid the arguments. Where no text of a call had come, nobody can tell whether it had any.
func (c *CallRecord) CutInside(stop string) bool {
	return c.Cut(stop) && strings.TrimSpace(strings.Join(c.Deltas, "")) != ""
}

// ParseCompletion reads a completion, and says what is wrong with one that is not valid.
func ParseCompletion(v wire.Value) (Transcript, error) {
	t, err := Parse(v)
	if err == nil {
		err = t.ValidCompletion()
	}
	return t, err
}
