package messageparts

import "github.com/toolconform/conform/wire"

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
	return wire.Obj(wire.M("type", wire.Str(stepResult)), wire.M("toolCallId", wire.Str(id)), wire.M("content", wire.Str(content)), wire.M("state", wire.Str(state)))
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
