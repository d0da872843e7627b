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
	a.emit("RUN_STARTED", append(a.boundary.Members(), wire.T("protocolVersion", "1.0"))...)
	for _, item := range t.Items {
		a.item(item)
	}
	a.stop(t)
	return dialect.Telling(a.events, wire.Encode(wire.SSE, a.events))
}

// agent is the run as far as it was told: which calls are open, still have deltas, and wait.
type agent struct {
	boundary      wire.Value
	left          map[string]int
	open, waiting []string
	messages      int
	events        []wire.Value
}

func (a *agent) emit(kind string, members ...wire.Member) {
	a.events = append(a.events, wire.Obj(append([]wire.Member{wire.T("type", kind)}, members...)...))
}

func (a *agent) message() wire.Member {
	a.messages++
	return wire.T("messageId", fmt.Sprintf("msg-ref-%d", a.messages))
}

func (a *agent) item(item transcript.Item) {
	call := wire.T("toolCallId", item.ID)
	delta := func(text string) wire.Member { return wire.T("delta", text) }
	switch item.Kind {
	case transcript.Text:
		if item.Text == "" {
			return
		}
		id := a.message()
		a.emit("TEXT_MESSAGE_START", id, wire.T("role", "assistant"))
		a.emit("TEXT_MESSAGE_CONTENT", id, delta(item.Text))
		a.emit("TEXT_MESSAGE_END", id)
	case transcript.Call:
		a.emit("TOOL_CALL_START", call, wire.T("toolCallName", item.Name))
		a.open, a.waiting = append(a.open, item.ID), append(a.waiting, item.ID)
		if text := item.AtOnce(); text != "" {
			a.emit("TOOL_CALL_ARGS", call, delta(text))
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
		a.emit("TOOL_CALL_RESULT", a.message(), call, wire.T("content", resultText(item)), wire.T("role", "tool"))
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
			a.emit("TOOL_CALL_END", wire.T("toolCallId", id))
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
		a.emit("RUN_ERROR", wire.T("message", message))
		return
	}
	cut := reason == transcript.UserStopped
	for _, c := range t.Calls() {
		cut = cut || c.Cut(reason)
	}
	for _, id := range a.open {
		a.close(id)
	}
	outcome := wire.Obj(wire.T("type", "cancelled"))
	if !cut {
		pending := []wire.Value{}
		for _, id := range a.waiting {
			pending = append(pending, wire.Str(id))
		}
		outcome = wire.Obj(wire.T("type", "success"), wire.M("pendingToolCallIds", wire.List(pending...)))
	}
	a.emit("RUN_FINISHED", append(a.boundary.Members(), wire.M("outcome", outcome))...)
}
