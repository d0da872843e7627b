package agents

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// forModel puts messages for the model in the place of a chat's messages of parts: a client may convert
// them before it posts them.
func forModel(body wire.Value) wire.Value {
	var out []wire.Value
	for _, m := range body.Get("messages").Items() {
		var content, results []wire.Value
		flush := func() {
			if len(content) > 0 {
				out = append(out, wire.Obj(wire.M("role", m.Get("role")), wire.M("content", wire.List(content...))))
			}
			if len(results) > 0 {
				out = append(out, wire.Obj(str("role", "tool"), wire.M("content", wire.List(results...))))
			}
			content, results = nil, nil
		}
		for _, p := range m.Get("parts").Items() {
			name, called := strings.CutPrefix(p.Get("type").Text(), "tool-")
			switch {
			case p.Get("type").Text() == "step-start":
				flush()
			case !called:
				content = append(content, wire.Obj(str("type", "text"), wire.M("text", p.Get("text"))))
			default:
				input := p.Get("input")
				if input.IsAbsent() {
					input = p.Get("rawInput")
				}
				call := wire.Obj(str("type", "tool-call"), wire.M("toolCallId", p.Get("toolCallId")), str("toolName", name))
				content = append(content, call.With("input", input))
				if output := modelOutput(p); !output.IsAbsent() {
					results = append(results, call.With("type", wire.Str("tool-result")).With("output", output))
				}
			}
		}
		flush()
	}
	return body.With("messages", wire.List(out...))
}

// modelOutput is what a part's tool made, absent where it made nothing.
func modelOutput(p wire.Value) wire.Value {
	typed := func(kind string, v wire.Value) wire.Value { return wire.Obj(str("type", kind), wire.M("value", v)) }
	switch v := p.Get("output"); {
	case p.Get("state").Text() == "output-error":
		return typed("error-text", p.Get("errorText"))
	case p.Get("state").Text() != "output-available":
		return wire.Value{}
	case v.IsString():
		return typed("text", v)
	default:
		return typed("json", v)
	}
}
