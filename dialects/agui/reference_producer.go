package agui

import (
	"fmt"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// Produce is the reference producer: an agent that tells one run as events.
func Produce(input wire.Value) dialect.Observation {
	t, err := transcript.Parse(input.Get("transcript"))
	if err == nil {
		err = t.ValidTold()
	}
	if err != nil {
		return dialect.Observation{Ending: dialect.Rejected, Reason: err.Error()}
	}
	a := agent{left: map[string]int{}, boundary: wire.Obj(wire.M("threadId", input.Get("threadId")), wire.M("runId", input.Get("runId")))}
	for _, item := range t.Items {
		if item.Kind == transcript.InputDelta {
			a.left[item.ID]++
		}
	}
	a.emit("RUN_STARTED", append(a.boundary.Members(), wire.M("protocolVersion", wire.Str("1.0")))...)
	for _, item := range t.Items {
		a.item(item)
	}
	a.stop(t)
	return dialect.Observation{Events: a.events, State: wire.Obj(wire.M("sse", wire.Str(string(a.sse))))}
}

// agent is the run as far as it was told: which calls are open, still have deltas, and wait.
type agent struct {
	boundary      wire.Value
	left          map[string]int
	open, waiting []string
	messages      int
	events        []dialect.Event
	sse           []byte
}

func (a *agent) emit(kind string, members ...wire.Member) {
	e := wire.Obj(append([]wire.Member{wire.M("type", wire.Str(kind))}, members...)...)
	a.events = append(a.events, dialect.Event{Value: e, After: -1})
	a.sse = append(append(append(a.sse, "data: "...), e.JSON()...), "\n\n"...)
}

func (a *agent) message() wire.Member {
	a.messages++
	return wire.M("messageId", wire.Str(fmt.Sprintf("msg-ref-%d", a.messages)))
}

func (a *agent) item(item transcript.Item) {
	call := wire.M("toolCallId", wire.Str(item.ID))
	delta := func(text string) wire.Member { return wire.M("delta", wire.Str(text)) }
	switch item.Kind {
	case transcript.Text:
		if item.Text == "" {
			return
		}
		id := a.message()
		a.emit("TEXT_MESSAGE_START", id, wire.M("role", wire.Str("assistant")))
		a.emit("TEXT_MESSAGE_CONTENT", id, delta(item.Text))
		a.emit("TEXT_MESSAGE_END", id)
	case transcript.Call:
		a.emit("TOOL_CALL_START", call, wire.M("toolCallName", wire.Str(item.Name)))
		a.open, a.waiting = append(a.open, item.ID), append(a.waiting, item.ID)
		if text := item.Arguments.Text(); text != "" {
			a.emit("TOOL_CALL_ARGS", call, delta(text))
		} else if item.Input.IsObject() {
			a.emit("TOOL_CALL_ARGS", call, delta(item.Input.JSON()))
		}
		if a.left[item.ID] == 0 {
			a.close(item.ID)
		}
	case transcript.InputDelta:
		a.emit("TOOL_CALL_ARGS", call, delta(item.Delta))
		if a.left[item.ID]--; a.left[item.ID] == 0 {
			a.close(item.ID)
		}
	case transcript.Result:
		a.waiting = without(a.waiting, item.ID)
		a.emit("TOOL_CALL_RESULT", a.message(), call, wire.M("content", wire.Str(resultText(item))), wire.M("role", wire.Str("tool")))
	}
}

func without(list []string, id string) (rest []string) {
	for _, s := range list {
		if s != id {
			rest = append(rest, s)
		}
	}
	return rest
}

// resultText is a result as text.
func resultText(item transcript.Item) string {
	text := item.Content.JSON()
	switch {
	case item.Content.IsAbsent():
		text = "null"
	case item.Content.IsString():
		text = item.Content.Text()
	}
	if text == "" && item.Status != transcript.Success {
		return "The tool said nothing (" + item.Status + ")."
	}
	return text
}

func (a *agent) close(id string) {
	for _, open := range a.open {
		if open == id {
			a.emit("TOOL_CALL_END", wire.M("toolCallId", wire.Str(id)))
		}
	}
	a.open = without(a.open, id)
}

// stop ends the run as the turn did.
func (a *agent) stop(t transcript.Transcript) {
	reason := t.StopReason()
	if reason == transcript.Error {
		message := t.Items[len(t.Items)-1].Message
		if message == "" {
			message = "the model failed"
		}
		a.emit("RUN_ERROR", wire.M("message", wire.Str(message)))
		return
	}
	cut := reason == transcript.UserStopped
	for _, c := range t.Calls() {
		cut = cut || c.Cut(reason)
	}
	for _, id := range a.open {
		a.close(id)
	}
	outcome := wire.Obj(wire.M("type", wire.Str("cancelled")))
	if !cut {
		pending := []wire.Value{}
		for _, id := range a.waiting {
			pending = append(pending, wire.Str(id))
		}
		outcome = wire.Obj(wire.M("type", wire.Str("success")), wire.M("pendingToolCallIds", wire.List(pending...)))
	}
	a.emit("RUN_FINISHED", append(a.boundary.Members(), wire.M("outcome", outcome))...)
}
