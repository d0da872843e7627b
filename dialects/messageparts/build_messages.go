package messageparts

import "github.com/toolconform/conform/wire"

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
	return wire.Obj(wire.M("type", wire.Str(partResult)), wire.M("toolCallId", wire.Str(id)), wire.M("content", wire.Str(content)), wire.M("state", wire.Str(stateComplete)))
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
