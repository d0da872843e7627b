// Package transcript is the dialect-neutral account of a turn: text, calls,
// results, how it stopped. Streams are rendered from it and expectations are
// derived from it.
package transcript

import (
	"fmt"

	"github.com/toolconform/conform/wire"
)

// Kind is the type of an item, as the adapter protocol spells it.
type Kind string

// The kinds of items.
const (
	Text       Kind = "text"
	Call       Kind = "call"
	InputDelta Kind = "input-delta"
	Progress   Kind = "progress"
	Result     Kind = "result"
	Stop       Kind = "stop"
)

// The statuses of a result and the reasons of a stop.
const (
	Success   = "success"
	Error     = "error"
	Cancelled = "cancelled"

	Client = "client"

	Completed   = "completed"
	UserStopped = "user_stopped"
	// A stop by an error has the reason Error.
)

// Transcript is one assistant turn.
type Transcript struct {
	MessageID string
	Items     []Item
}

// Item is one thing that happened. Which fields count depends on the kind.
type Item struct {
	Kind Kind
	// Text of a text or progress item.
	Text string
	// ID of the call: a call's own, or the one that an item belongs to.
	ID string
	// Name, Input and Label of a call. Input is absent where Arguments is set.
	Name  string
	Input wire.Value
	Label string
	// Arguments is the raw text that the model wrote instead of an input (stage-events),
	// an absent value where there is none.
	Arguments wire.Value
	// Execution of a call is Client where the client runs it, "" elsewhere.
	Execution string
	// Delta is the piece of an input-delta.
	Delta string
	// Status, Content and Artifact of a result.
	Status            string
	Content, Artifact wire.Value
	// Reason of a stop, and the Message of an error, "" where there is none.
	Reason, Message string
	// Finish of a completed stop is what the upstream called it: "stop", "stop_sequence", or ""
	// where it said nothing of its own.
	Finish string
}

// AtOnce is the text of the arguments that a call comes with, "" where they come in pieces.
func (i Item) AtOnce() string {
	if i.Arguments.IsString() || i.Input.IsAbsent() {
		return i.Arguments.Text()
	}
	return i.Input.JSON()
}

// Parse reads the protocol's "transcript" object. It checks the shape only, see
// Valid for the rest.
func Parse(v wire.Value) (Transcript, error) {
	if !v.IsObject() {
		return Transcript{}, fmt.Errorf("transcript: an object is expected, this is %s", v.Kind())
	}
	t := Transcript{MessageID: v.Get("messageId").Text()}
	items := v.Get("items")
	if !items.IsArray() {
		return t, fmt.Errorf("transcript: items: an array is expected, this is %s", items.Kind())
	}
	for i, raw := range items.Items() {
		item, err := parseItem(raw)
		if err != nil {
			return t, fmt.Errorf("transcript: items/%d: %w", i, err)
		}
		t.Items = append(t.Items, item)
	}
	return t, nil
}

func parseItem(v wire.Value) (Item, error) {
	item := Item{Kind: Kind(v.Get("type").Text())}
	switch item.Kind {
	case Text:
		item.Text = v.Get("text").Text()
	case Call:
		item.ID, item.Name, item.Label = v.Get("id").Text(), v.Get("name").Text(), v.Get("label").Text()
		item.Input, item.Arguments, item.Execution = v.Get("input"), v.Get("arguments"), v.Get("execution").Text()
	case InputDelta:
		item.ID, item.Delta = v.Get("callId").Text(), v.Get("delta").Text()
	case Progress:
		item.ID, item.Text = v.Get("callId").Text(), v.Get("text").Text()
	case Result:
		item.ID, item.Status = v.Get("callId").Text(), v.Get("status").Text()
		item.Content, item.Artifact = v.Get("content"), v.Get("artifact")
	case Stop:
		item.Reason, item.Message, item.Finish = v.Get("reason").Text(), v.Get("message").Text(), v.Get("finish").Text()
	default:
		return item, fmt.Errorf("unknown type %q", item.Kind)
	}
	return item, nil
}

// JSON is the transcript as the protocol's object.
func (t Transcript) JSON() wire.Value {
	items := make([]wire.Value, len(t.Items))
	for i, item := range t.Items {
		items[i] = item.JSON()
	}
	return wire.Obj(wire.M("messageId", wire.Str(t.MessageID)), wire.M("items", wire.List(items...)))
}

// JSON is the item as the protocol's object.
func (i Item) JSON() wire.Value {
	kind := wire.M("type", wire.Str(string(i.Kind)))
	switch i.Kind {
	case Call:
		return wire.Obj(kind, wire.M("id", wire.Str(i.ID)), wire.M("name", wire.Str(i.Name)),
			wire.M("input", i.Input), wire.M("arguments", i.Arguments), wire.M("label", optional(i.Label)),
			wire.M("execution", optional(i.Execution)))
	case InputDelta:
		return wire.Obj(kind, wire.M("callId", wire.Str(i.ID)), wire.M("delta", wire.Str(i.Delta)))
	case Progress:
		return wire.Obj(kind, wire.M("callId", wire.Str(i.ID)), wire.M("text", wire.Str(i.Text)))
	case Result:
		return wire.Obj(kind, wire.M("callId", wire.Str(i.ID)), wire.M("status", wire.Str(i.Status)),
			wire.M("content", i.Content), wire.M("artifact", i.Artifact))
	case Stop:
		return wire.Obj(kind, wire.M("reason", wire.Str(i.Reason)), wire.M("message", optional(i.Message)),
			wire.M("finish", optional(i.Finish)))
	}
	return wire.Obj(kind, wire.M("text", wire.Str(i.Text)))
}

func optional(s string) wire.Value {
	if s == "" {
		return wire.Value{}
	}
	return wire.Str(s)
}
