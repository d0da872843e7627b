// Package words is what stands in the messages and steps of message parts, and the ways to write and to
// change them that cases, twists and the reference have in common.
package words

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// Name of the dialect, as the adapter protocol spells it.
const Name = "message-parts"

// Consumer is the pair of chats.
func Consumer() dialect.Pair { return dialect.Pair{Dialect: Name, Role: dialect.Consumer} }

// Converter is the pair of what turns UI messages into model messages.
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
	return wire.Obj(wire.M("type", wire.Str(PartText)), wire.M("content", wire.Str(text)))
}

// CallPart is a part of a call whose arguments are complete.
func CallPart(id, name, arguments string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(PartCall)), wire.M("id", wire.Str(id)), wire.M("name", wire.Str(name)),
		wire.M("arguments", wire.Str(arguments)), wire.M("state", wire.Str(StateInput)))
}

// CallWithOutput is a call part that shows its output, which is JSON.
func CallWithOutput(id, name, arguments, out string) wire.Value {
	return CallPart(id, name, arguments).With("output", wire.ParseString(out))
}

// ResultPart is the part of a complete result.
func ResultPart(id, content string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(PartResult)), wire.M("toolCallId", wire.Str(id)), wire.M("content", wire.Str(content)),
		wire.M("state", wire.Str(StateComplete)))
}

// ErrorPart is the part of a result that is an error.
func ErrorPart(id, content string, reason wire.Value) wire.Value {
	return ResultPart(id, content).With("state", wire.Str(StateError)).With("error", reason)
}

// AssistantMessage is a UI message of the assistant.
func AssistantMessage(id string, parts ...wire.Value) wire.Value {
	return wire.Obj(wire.M("id", wire.Str(id)), wire.M("role", wire.Str(RoleAssistant)), wire.M("parts", wire.List(parts...)))
}

// UserMessage is a UI message of the user.
func UserMessage(id, text string) wire.Value {
	return wire.Obj(wire.M("id", wire.Str(id)), wire.M("role", wire.Str(RoleUser)), wire.M("parts", wire.List(TextPart(text))))
}

// The steps, short to write down. Absent values leave their member out.

// Say is a piece of text that the model sends.
func Say(text string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(StepText)), wire.M("text", wire.Str(text)))
}

// User is what the user says next.
func User(text string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(StepUser)), wire.M("text", wire.Str(text)))
}

// Finish is the end of a model's answer.
func Finish(reason string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(StepFinish)), wire.M("reason", wire.Str(reason)))
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
	return wire.Obj(wire.M("type", wire.Str(StepCall)),
		wire.M("toolCall", wire.Obj(wire.M("id", wire.Str(id)), wire.M("name", wire.Str(name)), wire.M("arguments", wire.Str(arguments)))),
		wire.M("execution", wire.Str(string(where))))
}

// Deltas are the pieces of a call's arguments; name and execution stand on the
// first only.
func Deltas(id, name string, where Side, pieces ...string) []wire.Value {
	list := make([]wire.Value, len(pieces))
	for i, piece := range pieces {
		members := []wire.Member{wire.M("type", wire.Str(StepDelta)), wire.M("id", wire.Str(id))}
		if i == 0 {
			members = append(members, wire.M("name", wire.Str(name)), wire.M("execution", wire.Str(string(where))))
		}
		list[i] = wire.Obj(append(members, wire.M("argumentsDelta", wire.Str(piece)))...)
	}
	return list
}

// ServerResult is a result that came from the server.
func ServerResult(id, content, state string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(StepResult)), wire.M("toolCallId", wire.Str(id)), wire.M("content", wire.Str(content)),
		wire.M("state", wire.Str(state)))
}

// Returned is a right result of the server.
func Returned(id, content string) wire.Value { return ServerResult(id, content, StateComplete) }

// Output is a client-side success; the output is JSON.
func Output(id, tool, json string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(StepAddResult)), wire.M("toolCallId", wire.Str(id)), wire.M("tool", wire.Str(tool)),
		wire.M("output", wire.ParseString(json)), wire.M("state", wire.Str(OutputAvailable)), wire.M("errorText", wire.NullValue))
}

// Failure is a client-side error; an absent reason leaves errorText out.
func Failure(id, tool string, out, reason wire.Value) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(StepAddResult)), wire.M("toolCallId", wire.Str(id)), wire.M("tool", wire.Str(tool)),
		wire.M("output", out), wire.M("state", wire.Str(OutputError)), wire.M("errorText", reason))
}

// Failed is a client-side error with a reason.
func Failed(id, tool, reason string) wire.Value {
	return Failure(id, tool, wire.NullValue, wire.Str(reason))
}
