package picture

import (
	"slices"

	"github.com/toolconform/conform/reports"
	"github.com/toolconform/conform/wire"
)

// timeline is a conversation with an agent as one line of moments: each request with what it adds, and
// behind it what the model told. Requests are the moments of the requests.
type timeline struct {
	moments  []wire.Value
	requests []int
}

// conversation is the timeline of an agent's case; ok is false for any other.
func conversation(e *reports.Evidence) (t timeline, ok bool) {
	script := e.Script
	if script.IsAbsent() {
		script = e.Input.Get("conversation")
	}
	turns := script.Get("turns")
	if !turns.IsArray() {
		return t, false
	}
	asked, vain := e.Events, slices.IndexFunc(e.Events, func(event wire.Value) bool { return event.Has("refused") })
	if vain >= 0 {
		asked = e.Events[:vain]
	}
	held := 0
	for k := range max(turns.Len(), len(asked)+1) {
		if k == len(asked) {
			t.moments = append(t.moments, e.Events[k:]...) // what was asked in vain stands behind the requests
		}
		if k < len(asked) {
			added, all := adds(asked[k].Get("request"), held)
			held = all
			t.requests = append(t.requests, len(t.moments))
			t.moments = append(t.moments, wire.Obj(wire.M("request", wire.Int(int64(k+1))), wire.M("adds", wire.List(added...))))
		}
		turn := turns.At(k)
		told := turn.Get("told").Items()
		t.moments = append(t.moments, told...)
		ended := len(told) > 0 && told[len(told)-1].Get("type").Text() == "stop" // the model's server said so itself
		if how := turn.Get("how"); how.IsString() && !ended {
			t.moments = append(t.moments, wire.Obj(wire.M("type", wire.Str("stop")), wire.M("reason", how)))
		}
	}
	return t, true
}

// IsConversation tells whether the case is an agent's, whose requests stand between the turns.
func IsConversation(e *reports.Evidence) bool {
	_, ok := conversation(e)
	return ok
}

// adds are the messages of a request behind those that the one before it had; what grew inside the last
// message is told as that message.
func adds(body wire.Value, held int) (added []wire.Value, all int) {
	list := body.Get("messages")
	if !list.IsArray() {
		list = body.Get("input")
	}
	items := list.Items()
	if list.IsString() {
		items = []wire.Value{list}
	}
	from := min(held, len(items))
	if from == len(items) && from > 0 {
		from--
	}
	return items[from:], len(items)
}

// moved is a finding about a request that points at its moment.
func (t timeline) moved(f reports.Finding) reports.Finding {
	if f.Event != nil && *f.Event >= 0 && *f.Event < len(t.requests) {
		at := t.requests[*f.Event]
		f.Event = &at
	}
	return f
}

// Moved are findings that point at moments, where the case is a conversation.
func Moved(e *reports.Evidence, findings []reports.Finding) []reports.Finding {
	t, ok := conversation(e)
	if !ok {
		return findings
	}
	list := slices.Clone(findings)
	for i := range list {
		list[i] = t.moved(list[i])
	}
	return list
}
