// Package words is what stands in the messages and steps of message parts, and the ways to write and to
// change them that cases, twists and the reference have in common.
package words

import (
	"cmp"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Name of the dialect, as the adapter protocol spells it.
const Name = "message-parts"

// Consumer is the pair of chats, Converter that of what turns UI messages into model messages.
func Consumer() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Consumer} }

func Converter() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Converter} }

// IDs spells "03 20" out.
func IDs(numbers string) []string {
	ids := strings.Fields(numbers)
	for i, n := range ids {
		ids[i] = "PART-" + n
	}
	return ids
}

// The words of UI messages and model messages.
const (
	RoleUser      = "user"
	RoleAssistant = "assistant"
	RoleTool      = "tool"

	PartText   = "text"
	PartCall   = "tool-call"
	PartResult = "tool-result"

	StateComplete  = "complete"
	StateError     = "error"
	StateArriving  = "streaming"
	StateAwaiting  = "awaiting-input"
	StateStreaming = "input-streaming"
	StateInput     = "input-complete"

	OutputAvailable = "output-available"
	OutputError     = "output-error"
)

// The types of steps, as the adapter protocol spells them.
const (
	StepText      = "text"
	StepCall      = "tool_call"
	StepDelta     = "tool_call_delta"
	StepResult    = "tool_result"
	StepAddResult = "add_tool_result"
	StepFinish    = "finish"
	StepUser      = "user_message"
)

// The parts of stored messages, short to write down.

// TextPart is a part of a text.
func TextPart(text string) wire.Value {
	return wire.Obj(wire.T("type", PartText), wire.T("content", text))
}

// CallPart is a part of a call whose arguments are complete.
func CallPart(id, name, arguments string) wire.Value {
	return wire.Obj(wire.T("type", PartCall), wire.T("id", id), wire.T("name", name),
		wire.T("arguments", arguments), wire.T("state", StateInput))
}

// ResultPart is the part of a complete result.
func ResultPart(id, content string) wire.Value {
	return wire.Obj(wire.T("type", PartResult), wire.T("toolCallId", id), wire.T("content", content), wire.T("state", StateComplete))
}

// ErrorPart is the part of a result that is an error.
func ErrorPart(id, content string, reason wire.Value) wire.Value {
	return ResultPart(id, content).With("state", wire.Str(StateError)).With("error", reason)
}

// AssistantMessage is a UI message of the assistant.
func AssistantMessage(id string, parts ...wire.Value) wire.Value {
	return wire.Obj(wire.T("id", id), wire.T("role", RoleAssistant), wire.M("parts", wire.List(parts...)))
}

// UserMessage is a UI message of the user.
func UserMessage(id, text string) wire.Value {
	return wire.Obj(wire.T("id", id), wire.T("role", RoleUser), wire.M("parts", wire.List(TextPart(text))))
}

// Model is a model message.
func Model(role string, content wire.Value) wire.Value {
	return wire.Obj(wire.T("role", role), wire.M("content", content))
}

// The steps, short to write down. Absent values leave their member out.

// Say is a piece of text that the model sends.
func Say(text string) wire.Value { return wire.Obj(wire.T("type", StepText), wire.T("text", text)) }

// User is what the user says next.
func User(text string) wire.Value { return wire.Obj(wire.T("type", StepUser), wire.T("text", text)) }

// Finish is the end of a model's answer.
func Finish(reason string) wire.Value {
	return wire.Obj(wire.T("type", StepFinish), wire.T("reason", reason))
}

// CallsDone ends an answer that waits for results.
func CallsDone() wire.Value { return Finish("tool_calls") }

// Stop ends an answer that waits for nothing.
func Stop() wire.Value { return Finish("stop") }

// Side tells on which side a tool is executed.
type Side string

const (
	Server Side = "server"
	Client Side = "client"
)

// ToolCall is a call that comes whole.
func ToolCall(id, name, arguments string, where Side) wire.Value {
	return wire.Obj(wire.T("type", StepCall),
		wire.M("toolCall", wire.Obj(wire.T("id", id), wire.T("name", name), wire.T("arguments", arguments))),
		wire.T("execution", string(where)))
}

// Deltas are the pieces of a call's arguments; name and execution stand on the first only.
func Deltas(id, name string, where Side, pieces ...string) []wire.Value {
	list := make([]wire.Value, len(pieces))
	for i, piece := range pieces {
		members := []wire.Member{wire.T("type", StepDelta), wire.T("id", id)}
		if i == 0 {
			members = append(members, wire.T("name", name), wire.T("execution", string(where)))
		}
		list[i] = wire.Obj(append(members, wire.T("argumentsDelta", piece))...)
	}
	return list
}

// ServerResult is a result that came from the server.
func ServerResult(id, content, state string) wire.Value {
	return wire.Obj(wire.T("type", StepResult), wire.T("toolCallId", id), wire.T("content", content), wire.T("state", state))
}

// Returned is a right result of the server.
func Returned(id, content string) wire.Value { return ServerResult(id, content, StateComplete) }

// Output is a client-side success; the output is JSON.
func Output(id, tool, json string) wire.Value {
	return wire.Obj(wire.T("type", StepAddResult), wire.T("toolCallId", id), wire.T("tool", tool),
		wire.M("output", wire.ParseString(json)), wire.T("state", OutputAvailable), wire.M("errorText", wire.NullValue))
}

// Failure is a client-side error; an absent reason leaves errorText out.
func Failure(id, tool string, out, reason wire.Value) wire.Value {
	return wire.Obj(wire.T("type", StepAddResult), wire.T("toolCallId", id), wire.T("tool", tool),
		wire.M("output", out), wire.T("state", OutputError), wire.M("errorText", reason))
}

// Failed is a client-side error with a reason.
func Failed(id, tool, reason string) wire.Value {
	return Failure(id, tool, wire.NullValue, wire.Str(reason))
}

// Kind is the type of a step or a part.
func Kind(v wire.Value) string { return v.Get("type").Text() }

// idAt is where steps and parts of a type name the call that they are about, "" where they are about none.
func idAt(kind string) string {
	switch kind {
	case StepCall:
		return "/toolCall/id"
	case StepDelta, PartCall:
		return "/id"
	case StepResult, StepAddResult, PartResult:
		return "/toolCallId"
	}
	return ""
}

// ID is the id of the call that a step or a part is about, or whatever else names one as results do.
func ID(v wire.Value) string { return v.Find(cmp.Or(idAt(Kind(v)), "/toolCallId")).Text() }

// Renamed gives the call of a step or a part another id.
func Renamed(v wire.Value, to func(string) string) wire.Value {
	if at := idAt(Kind(v)); at != "" {
		return v.Edit(at, func(id wire.Value) wire.Value { return wire.Str(to(id.Text())) })
	}
	return v
}

// IsResult tells whether a step is a result, of the server or of the client.
func IsResult(step wire.Value) bool { return Kind(step) == StepResult || Kind(step) == StepAddResult }

// IsCall tells whether a step is a call or a piece of one.
func IsCall(step wire.Value) bool { return Kind(step) == StepCall || Kind(step) == StepDelta }

// Falsy are the outputs that many a language takes for nothing.
func Falsy(v wire.Value) bool {
	return v.IsFalse() || v.Kind() == wire.Null || v.IsString() && v.Text() == "" || v.Kind() == wire.Number && wire.Equal(v, wire.Int(0))
}

// Answers counts the results that came for each call.
func Answers(steps []wire.Value) map[string]int {
	count := map[string]int{}
	for _, step := range steps {
		if IsResult(step) {
			count[ID(step)]++
		}
	}
	return count
}

// MapParts puts other parts in the place of each part.
func MapParts(messages []wire.Value, into func(wire.Value) []wire.Value) []wire.Value {
	mapped := make([]wire.Value, len(messages))
	for i, m := range messages {
		var parts []wire.Value
		for _, p := range m.Get("parts").Items() {
			parts = append(parts, into(p)...)
		}
		mapped[i] = m.With("parts", wire.List(parts...))
	}
	return mapped
}

// MapResults changes each result part; an absent value drops it.
func MapResults(messages []wire.Value, into func(wire.Value) wire.Value) []wire.Value {
	return MapKind(messages, PartResult, into)
}

// MapCalls changes each call part; an absent value drops it.
func MapCalls(messages []wire.Value, into func(wire.Value) wire.Value) []wire.Value {
	return MapKind(messages, PartCall, into)
}

// MapKind changes each part of a type; an absent value drops it.
func MapKind(messages []wire.Value, kind string, into func(wire.Value) wire.Value) []wire.Value {
	return MapParts(messages, func(p wire.Value) []wire.Value {
		if Kind(p) == kind {
			p = into(p)
		}
		if p.IsAbsent() {
			return nil
		}
		return []wire.Value{p}
	})
}
