package openaichat

import (
	"fmt"

	"github.com/toolconform/conform/act"
	"github.com/toolconform/conform/wire"
)

// chunk is a chunk with these choices.
func chunk(choices ...wire.Value) wire.Value {
	return wire.Obj(wire.T("id", "chatcmpl-7"), wire.T("object", "chat.completion.chunk"),
		wire.M("created", wire.Int(1700000000)), wire.T("model", "m"), wire.M("choices", wire.List(choices...)))
}

// choice is a piece of a choice; an absent reason is null.
func choice(index int64, delta, reason wire.Value) wire.Value {
	return wire.Obj(wire.M("index", wire.Int(index)), wire.M("delta", delta), wire.M("finish_reason", wire.OrNull(reason)))
}

// said is a chunk of the first choice.
func said(members ...wire.Member) wire.Value {
	return chunk(choice(0, wire.Obj(members...), wire.Value{}))
}

func finish(reason string) wire.Value { return chunk(choice(0, wire.Obj(), wire.Str(reason))) }

// call is a call as messages have it: opener begins one, fragment goes on with it.
func call(id, name, arguments string) wire.Value {
	return wire.Obj(wire.T("id", id), wire.T("type", "function"),
		wire.M("function", wire.Obj(wire.T("name", name), wire.T("arguments", arguments))))
}

func opener(index int64, id, name, arguments string) wire.Value {
	return wire.Obj(append([]wire.Member{wire.M("index", wire.Int(index))}, call(id, name, arguments).Members()...)...)
}

func fragment(index int64, arguments string) wire.Value {
	return wire.Obj(wire.M("index", wire.Int(index)), wire.M("function", wire.Obj(wire.T("arguments", arguments))))
}

func usage(in, out, total wire.Value) wire.Value {
	return wire.Obj(wire.M("prompt_tokens", in), wire.M("completion_tokens", out), wire.M("total_tokens", total))
}

// used is the usage of 3 tokens and so many.
func used(out int64) wire.Value { return usage(wire.Int(3), wire.Int(out), wire.Int(3+out)) }

// calls are the member with calls, left out where there are none.
func calls(list ...wire.Value) wire.Member {
	if len(list) == 0 {
		return wire.M("tool_calls", wire.Value{})
	}
	return wire.M("tool_calls", wire.List(list...))
}

// The short spelling of a chunk in a case file:
//
//	{"role":"assistant"}                      the first chunk
//	{"content":"a","reason":"stop"}           members of delta, and finish_reason
//	{"calls":[[0,"call_b","search","{"]]}     an opener
//	{"calls":[[0,"\"q\":1}"]]}                a fragment
//	{"calls":[{…}]}                           a tool call chunk as it is
//	{"choice":1,"content":"b"}                another choice
//	{"usage":[3,5,8]}                         the usage chunk, or usage beside others
//	{"chunk":{…}}                             members of the chunk set, null removes nothing
//	{"raw":{…}}                               all of it, as it is
//	{"event":"error","raw":{…}}               under an event name
//	{"comment":"ping"}
func expand(short wire.Value) ([]wire.Value, error) {
	full, err := expandOne(short.Without("event"))
	if event := short.Get("event"); event.IsString() {
		full = act.Named(event.Text(), full)
	}
	return []wire.Value{full}, err
}

func expandOne(short wire.Value) (wire.Value, error) {
	switch comment := short.Get("comment"); {
	case comment.IsString():
		return act.Comment(comment.Text()), nil
	case short.Has("raw"):
		return short.Get("raw"), nil
	}
	out, delta := chunk(), wire.Obj()
	for _, m := range short.Members() {
		switch m.Name {
		case "chunk", "reason", "choice":
		case "usage":
			out = out.With("usage", usage(m.Value.At(0), m.Value.At(1), m.Value.At(2)))
		case "calls":
			list, err := expandCalls(m.Value)
			if err != nil {
				return out, err
			}
			delta = delta.With("tool_calls", list)
		case "role", "content", "refusal", "reasoning_content", "tool_calls", "x_note":
			delta = delta.With(m.Name, m.Value)
		default:
			return out, fmt.Errorf("there is no short member %q", m.Name)
		}
	}
	if short.Without("chunk").Without("usage").Len() > 0 {
		index, _ := short.Get("choice").Int64()
		out = out.With("choices", wire.List(choice(index, delta, short.Get("reason"))))
	}
	for _, m := range short.Get("chunk").Members() {
		out = out.With(m.Name, m.Value)
	}
	return out, nil
}

func expandCalls(list wire.Value) (wire.Value, error) {
	out := list.Items()
	for i, c := range out {
		index, _ := c.At(0).Int64()
		switch {
		case c.IsObject():
		case c.Len() == 2:
			out[i] = fragment(index, c.At(1).Text())
		case c.Len() == 4:
			out[i] = opener(index, c.At(1).Text(), c.At(2).Text(), c.At(3).Text())
		default:
			return list, fmt.Errorf("a call is [index, arguments], [index, id, name, arguments] or an object, not %s", c.JSON())
		}
	}
	return wire.List(out...), nil
}
