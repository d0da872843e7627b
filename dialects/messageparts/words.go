package messageparts

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// The words of UI messages and model messages.
const (
	roleUser      = "user"
	roleAssistant = "assistant"
	roleTool      = "tool"

	partText   = "text"
	partCall   = "tool-call"
	partResult = "tool-result"

	stateComplete  = "complete"
	stateError     = "error"
	stateArriving  = "streaming"
	stateAwaiting  = "awaiting-input"
	stateStreaming = "input-streaming"
	stateInput     = "input-complete"

	outputAvailable = "output-available"
	outputError     = "output-error"
)

// same tells whether two values are equal where an absent one counts as null.
func same(want, got wire.Value) bool {
	if want.IsNull() || got.IsNull() {
		return want.IsNull() && got.IsNull()
	}
	return wire.Equal(want, got)
}

// sameText tells whether a field that is a string holds want: a value that is no
// string may come as itself or as any JSON text equal to it.
func sameText(want, got wire.Value) bool {
	if want.IsNull() && got.IsNull() {
		return true
	}
	return wire.EqualOrText(want, got)
}

// sameContent is sameText for model messages, where null equals "".
func sameContent(want, got wire.Value) bool {
	if empty(want) && empty(got) {
		return true
	}
	return sameText(want, got)
}

// empty tells whether a content is null or "".
func empty(v wire.Value) bool { return v.IsNull() || v.IsString() && v.Text() == "" }

// readable is the text of a content: the string itself, the texts of a list of
// content parts, the JSON of anything else.
func readable(v wire.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.IsString():
		return v.Text()
	case v.IsArray():
		var b strings.Builder
		for _, p := range v.Items() {
			for _, member := range [...]string{"text", "content"} {
				b.WriteString(p.Get(member).Text())
			}
		}
		return b.String()
	}
	return v.JSON()
}

// errorWords are what texts that tell an error have in them, in any case.
func errorWords() []string {
	return []string{"error", "fail", "cancel", "abort", "interrupt", "incomplete", "truncat", "invalid", "malformed", "missing",
		"unavailable", "unknown", "timeout", "timed out", "denied", "reject", "stopped", "skipped", "cut off", "never", "not ", "no ",
		"n't", "without", "unable", "lost", "unanswered", "unfinished", "pending", "exception", "broken", "partial"}
}

// tellsError tells whether a content that somebody made up for an unanswered
// call can be read as an error: prose that says so, or an object that does. A
// bare value, an empty text, or a word of success cannot.
func tellsError(content wire.Value) bool {
	text := strings.ToLower(strings.TrimSpace(readable(content)))
	if text == "" {
		return false
	}
	for _, word := range errorWords() {
		if strings.Contains(text, word) {
			return true
		}
	}
	if _, err := wire.Parse([]byte(text)); err == nil {
		return false
	}
	switch strings.Trim(text, ".!") {
	case "ok", "okay", "done", "success", "successful", "complete", "completed", "undefined", "none", "nil", "output-available",
		"[object object]":
		return false
	}
	return !strings.Contains(text, "success")
}

// holdsText tells whether a text stands in a value: in the string itself, in one
// that its JSON has, or in any string of an object or array.
func holdsText(v wire.Value, text string) bool {
	if v.IsString() {
		if strings.Contains(v.Text(), text) {
			return true
		}
		parsed, err := wire.Parse([]byte(v.Text()))
		return err == nil && !parsed.IsString() && holdsText(parsed, text)
	}
	for i := range v.Len() {
		if holdsText(v.At(i), text) {
			return true
		}
	}
	return false
}

// The parts of stored messages, short to write down.

func textPart(text string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(partText)), wire.M("content", wire.Str(text)))
}

func callPart(id, name, arguments string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(partCall)), wire.M("id", wire.Str(id)), wire.M("name", wire.Str(name)),
		wire.M("arguments", wire.Str(arguments)), wire.M("state", wire.Str(stateInput)))
}

// callWithOutput is a call part that shows its output, which is JSON.
func callWithOutput(id, name, arguments, out string) wire.Value {
	return callPart(id, name, arguments).With("output", wire.ParseString(out))
}

func resultPart(id, content string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(partResult)), wire.M("toolCallId", wire.Str(id)), wire.M("content", wire.Str(content)),
		wire.M("state", wire.Str(stateComplete)))
}

func errorPart(id, content string, reason wire.Value) wire.Value {
	return resultPart(id, content).With("state", wire.Str(stateError)).With("error", reason)
}

func assistantMessage(id string, parts ...wire.Value) wire.Value {
	return wire.Obj(wire.M("id", wire.Str(id)), wire.M("role", wire.Str(roleAssistant)), wire.M("parts", wire.List(parts...)))
}

func userMessage(id, text string) wire.Value {
	return wire.Obj(wire.M("id", wire.Str(id)), wire.M("role", wire.Str(roleUser)), wire.M("parts", wire.List(textPart(text))))
}

// The steps, short to write down. Absent values leave their member out.

func say(text string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(stepText)), wire.M("text", wire.Str(text)))
}

func user(text string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(stepUser)), wire.M("text", wire.Str(text)))
}

func finish(reason string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(stepFinish)), wire.M("reason", wire.Str(reason)))
}

func callsDone() wire.Value { return finish("tool_calls") }
func stop() wire.Value      { return finish("stop") }

// side tells on which side a tool is executed.
type side string

const (
	server side = "server"
	client side = "client"
)

func toolCall(id, name, arguments string, where side) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(stepCall)),
		wire.M("toolCall", wire.Obj(wire.M("id", wire.Str(id)), wire.M("name", wire.Str(name)), wire.M("arguments", wire.Str(arguments)))),
		wire.M("execution", wire.Str(string(where))))
}

// deltas are the pieces of a call's arguments; name and execution stand on the
// first only.
func deltas(id, name string, where side, pieces ...string) []wire.Value {
	list := make([]wire.Value, len(pieces))
	for i, piece := range pieces {
		members := []wire.Member{wire.M("type", wire.Str(stepDelta)), wire.M("id", wire.Str(id))}
		if i == 0 {
			members = append(members, wire.M("name", wire.Str(name)), wire.M("execution", wire.Str(string(where))))
		}
		list[i] = wire.Obj(append(members, wire.M("argumentsDelta", wire.Str(piece)))...)
	}
	return list
}

func serverResult(id, content, state string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(stepResult)), wire.M("toolCallId", wire.Str(id)), wire.M("content", wire.Str(content)),
		wire.M("state", wire.Str(state)))
}

func returned(id, content string) wire.Value { return serverResult(id, content, stateComplete) }

// output is a client-side success; the output is JSON.
func output(id, tool, json string) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(stepAddResult)), wire.M("toolCallId", wire.Str(id)), wire.M("tool", wire.Str(tool)),
		wire.M("output", wire.ParseString(json)), wire.M("state", wire.Str(outputAvailable)), wire.M("errorText", wire.NullValue))
}

// failure is a client-side error; an absent reason leaves errorText out.
func failure(id, tool string, out, reason wire.Value) wire.Value {
	return wire.Obj(wire.M("type", wire.Str(stepAddResult)), wire.M("toolCallId", wire.Str(id)), wire.M("tool", wire.Str(tool)),
		wire.M("output", out), wire.M("state", wire.Str(outputError)), wire.M("errorText", reason))
}

func failed(id, tool, reason string) wire.Value {
	return failure(id, tool, wire.NullValue, wire.Str(reason))
}

// script joins steps and lists of steps.
func script(parts ...any) steps {
	var list []wire.Value
	for _, p := range parts {
		switch p := p.(type) {
		case wire.Value:
			list = append(list, p)
		case []wire.Value:
			list = append(list, p...)
		}
	}
	return steps{list}
}
