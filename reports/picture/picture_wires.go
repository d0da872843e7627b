package picture

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// unframed is the data of an element that says how it is framed, too.
func unframed(v wire.Value) wire.Value {
	if data := v.Get("$data"); !data.IsAbsent() {
		return data
	}
	return v
}

// parted are the parts of an element that is a message; other elements are one part.
func parted(v wire.Value) []wire.Value {
	if parts := v.Get("parts").Items(); v.Has("role") && len(parts) > 0 {
		return parts
	}
	return []wire.Value{v}
}

// chunk is a chat completion chunk: text, or fragments of calls under an index. A lane is that of the first fragment;
// what the chunk has in common with all others is not told.
func (s *shapeReader) chunk(v wire.Value) (shape, bool) {
	choices := v.Get("choices")
	if !choices.IsArray() {
		return shape{}, false
	}
	sh := shape{kind: markOther, says: v.Without("id").Without("object").Without("created").Without("model")}
	if choices.Len() != 1 {
		return sh, true
	}
	choice := choices.At(0)
	delta, calls := choice.Get("delta"), choice.Get("delta").Get("tool_calls")
	sh.says = delta
	switch {
	case calls.Len() > 0:
		s.fragment(&sh, choice.Get("index").JSON(), calls.At(0))
		if calls.Len() == 1 && delta.Without("role").Len() == 1 {
			sh.says = fragmentSays(calls.At(0), sh)
		}
	case delta.Get("content").IsString():
		sh.kind, sh.says = markText, delta.Get("content")
		if delta.Len() > 1 {
			sh.says = delta
		}
	}
	if reason := choice.Get("finish_reason"); reason.IsString() {
		if calls.Len() == 0 {
			sh.kind = markTerminal
		}
		sh.says = withMember(sh.says, "finish_reason", reason)
	}
	if usage := v.Get("usage"); usage.IsObject() {
		sh.says = withMember(sh.says, "usage", usage)
	}
	return sh, true
}

// fragment finds the call that a fragment is about: an id opens one under its index, what has none goes on with it.
func (s *shapeReader) fragment(sh *shape, choice string, fragment wire.Value) {
	index := choice + "/" + fragment.Get("index").JSON()
	sh.kind, sh.call = markPiece, s.open[index]
	if id := fragment.Get("id").Text(); id != "" && id != sh.call {
		sh.kind, sh.call, sh.name = MarkCall, id, fragment.Get("function").Get("name").Text()
		s.open[index] = id
	}
}

// fragmentSays is a fragment without what its lane tells already, and what every one has.
func fragmentSays(fragment wire.Value, sh shape) wire.Value {
	if fragment.Get("id").Text() == sh.call {
		fragment = fragment.Without("id")
	}
	if fragment.Get("type").Text() == "function" {
		fragment = fragment.Without("type")
	}
	if function := fragment.Get("function"); function.IsObject() {
		if sh.kind == MarkCall {
			function = function.Without("name")
		}
		fragment = fragment.Without("function")
		for _, m := range function.Members() {
			fragment = fragment.With(m.Name, m.Value)
		}
	}
	return fragment
}

// withMember is an object with one more member; a text becomes one.
func withMember(v wire.Value, name string, member wire.Value) wire.Value {
	if !v.IsObject() {
		v = wire.Obj(wire.M("content", v))
	}
	return v.With(name, member)
}

// historyShape is a message or a part of the conversation that a converter gets.
func historyShape(v wire.Value) (shape, bool) {
	switch {
	case v.Get("type").Text() == "call" && v.Has("callId"):
		return shape{kind: MarkCall, call: v.Get("callId").Text(), name: v.Get("name").Text(),
			says: v.Without("type").Without("callId")}, true
	case v.Get("role").Text() == "tool" && v.Has("callId"):
		return shape{kind: outcome(v.Get("status").Text() != "success"), call: v.Get("callId").Text(), value: v.Get("output"),
			says: v.Without("role").Without("callId")}, true
	}
	return shape{}, false
}

// namedShape is an event whose type says by itself what it is, and whose call stands under one of the names that wires
// have for it. An item is told under its own id, too: what comes later may name that alone.
func (s *shapeReader) namedShape(v wire.Value) (shape, bool) {
	kind := kindOf(v.Get("type").Text(), v.Get("item").Get("type").Text())
	if kind == "" {
		return shape{}, false
	}
	inner := v
	if item := v.Get("item"); item.IsObject() {
		inner = item
	}
	sh := shape{kind: kind, call: firstText(inner, "toolCallId", "call_id"), name: firstText(inner, "toolName", "toolCallName", "name")}
	item := firstText(v, "item_id")
	if inner.Get("id").IsString() && sh.call != "" {
		s.open["item/"+inner.Get("id").Text()] = sh.call
	}
	if sh.call == "" {
		sh.call = s.open["item/"+item]
	}
	for _, name := range []string{"output", "content", "errorText"} {
		if (kind == MarkResult || kind == MarkError) && inner.Has(name) {
			sh.value = inner.Get(name)
		}
	}
	sh.says = inner
	if inner.Get("delta").IsObject() {
		sh.says = inner.Get("delta")
	}
	for _, name := range []string{"type", "id", "toolCallId", "call_id", "item_id", "sequence_number"} {
		sh.says = sh.says.Without(name)
	}
	return sh, true
}

func firstText(v wire.Value, names ...string) string {
	for _, name := range names {
		if text := v.Get(name).Text(); text != "" {
			return text
		}
	}
	return ""
}

// kindOf is the mark of an event by its type, "" for one that says nothing.
func kindOf(event, item string) string {
	switch {
	case item == "function_call" && strings.HasSuffix(event, "item.added"):
		return MarkCall
	case item == "function_call" && strings.HasSuffix(event, "item.done"):
		return markStop
	}
	for _, e := range namedKinds() {
		if e.event == event {
			return e.kind
		}
	}
	return ""
}

type namedKind struct{ event, kind string }

func namedKinds() []namedKind {
	return []namedKind{
		{"tool-input-start", MarkCall}, {"tool-input-delta", markPiece}, {"tool-input-error", MarkError},
		{"TOOL_CALL_START", MarkCall}, {"TOOL_CALL_ARGS", markPiece}, {"TOOL_CALL_CHUNK", markPiece}, {"TOOL_CALL_END", markStop},
		{"TOOL_CALL_RESULT", MarkResult}, {"TEXT_MESSAGE_CONTENT", markText}, {"RUN_FINISHED", markTerminal}, {"RUN_ERROR", markTerminal},
		{"response.function_call_arguments.delta", markPiece}, {"response.function_call_arguments.done", markStop},
		{"response.output_text.delta", markText}, {"response.completed", markTerminal}, {"response.failed", markTerminal},
		{"response.incomplete", markTerminal}, {"message_delta", markTerminal}, {"message_stop", markTerminal}, {"error", markTerminal},
	}
}
