package openaichat

import (
	"github.com/toolconform/conform/compare"
	"github.com/toolconform/conform/producer"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/schemas"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

func str(v wire.Value) string { return v.Text() }

// producerRules are CHAT-50…62.
func producerRules() []producer.Rule[*told, hooks] {
	should := []requirement.Level{requirement.Should}
	return []producer.Rule[*told, hooks]{
		{Requirement: requirement.Requirement{ID: "CHAT-50", Source: document + ", chunk: required members",
			Sentence: "Every chunk has the required members with their types, every choice `index`, `delta` and `finish_reason` " +
				"(present, `null` until the end). A frame with `error` is judged by CHAT-61 alone.",
			Right: `"finish_reason":null`, Wrong: "finish_reason is left out"},
			See: hooks{frame: func(t *told, frame wire.Value) {
				if frame.Get("error").IsNull() {
					t.Breaches("A chunk", schemas.ChatChunk, frame)
				}
			}}},
		{Requirement: requirement.Requirement{ID: "CHAT-51", Also: should,
			Source:   document + `, id: "Each chunk has the same ID.", created: "Each chunk has the same timestamp."`,
			Sentence: "One `id` for all chunks, not empty; one `created` and `model`: SHOULD.", Right: "the same id throughout",
			Wrong: "a new id for each chunk"},
			See: hooks{frame: func(t *told, frame wire.Value) {
				if !frame.Get("error").IsNull() {
					return
				}
				id := frame.Get("id")
				t.Holds(id.Text() != "" && (t.id.Text() == "" || wire.Equal(t.id, id)), "The chunks have no id that they share.", t.id, id)
				if t.id.Text() != "" && !(wire.Equal(t.created, frame.Get("created")) && wire.Equal(t.model, frame.Get("model"))) {
					t.Miss(requirement.Should, "The chunks differ in created or model.", t.created, frame.Get("created"))
				}
			}}},
		{Requirement: requirement.Requirement{ID: "CHAT-52", Source: `openai-node: "missing role for choice 0"`,
			Ruling:   "openai-node refuses a stream without a role.",
			Sentence: "The first chunk of a choice has `role` `assistant`; no later one has another.", Right: `{"role":"assistant"}`,
			Wrong: "no role at all"},
			See: hooks{choice: func(t *told, c *choiceTold, choice wire.Value) {
				role := choice.Get("delta").Get("role")
				switch {
				case c.chunks == 0:
					t.Holds(role.Text() == "assistant", "The first chunk of a choice doesn't say whose words follow.",
						wire.Str("assistant"), role)
				case role.Text() != "":
					t.Holds(role.Text() == "assistant", "A later chunk has another role.", wire.Str("assistant"), role)
				}
			}}},
		{Requirement: requirement.Requirement{ID: "CHAT-53", Source: document + ", delta.content",
			Sentence: "The pieces of `content` join to the text items, in order.", Right: `"Look", "ing."`, Wrong: "a piece is sent twice"},
			End: (*told).texts},
		{Requirement: requirement.Requirement{ID: "CHAT-54", Source: document + ", tool call chunk",
			Sentence: "Each call has one opener with its id, `type` `function` and name, before its other fragments.",
			Right:    "id, type and name first", Wrong: "arguments before the name"},
			See: hooks{fragment: func(t *told, _ *choiceTold, call *callTold, f wire.Value) {
				id, name, tag := str(f.Get("id")), str(f.Get("function").Get("name")), str(f.Get("type"))
				switch {
				case call == nil:
					t.Holds(id != "" && name != "" && tag == "function", "The first fragment of an index lacks id, type or name.",
						wire.Value{}, f)
				case !reopens(call, f):
					t.Holds((id == "" || id == call.id) && (name == "" || name == call.name) && (tag == "" || tag == "function"),
						"A later fragment has another id, name or type.", wire.Str(call.id), f)
				}
			}}},
		{Requirement: requirement.Requirement{ID: "CHAT-55", Also: should, Source: document + ", tool call chunk: index",
			Sentence: "Each call has its own `index`, an integer ≥ 0, the same in all its fragments. Dense from 0 in the calls' " +
				"order: SHOULD.", Right: "0, 1, 2", Wrong: "every parallel call has index 0"},
			See: hooks{fragment: func(t *told, c *choiceTold, call *callTold, f wire.Value) {
				t.Holds(call == nil || !reopens(call, f), "Another call begins under an index that is used.", wire.Value{}, f)
				if n, ok := f.Get("index").Int64(); call == nil && ok && int(n) != len(c.calls) {
					t.Miss(requirement.Should, "The indices are not dense from 0.", wire.Int(int64(len(c.calls))), f.Get("index"))
				}
			}}},
		{Requirement: requirement.Requirement{ID: "CHAT-56", Source: document + ", arguments",
			Sentence: "The joined `arguments`, strings encoded once, equal the input as JSON, raw `arguments` as text, deltas as JSON " +
				"or as text; of a cut call they are a prefix. `\"\"` for `{}`, `{}` for raw `\"\"`, either for a call without any: MAY.",
			Right: `"{\"q\":", "7}"`, Wrong: "the last brace is never sent"},
			End: func(t *told) {
				if len(t.Calls()) > 0 {
					t.Saw()
				}
			}},
		{Requirement: requirement.Requirement{ID: "CHAT-57", Level: requirement.Should, Source: sdks,
			Ruling:   "openai-python and openai-go join what is repeated.",
			Sentence: "Later fragments repeat neither `id` nor `name`; `\"\"`, `null` and a repeated `type` are no repetition.",
			Right:    "index and arguments", Wrong: "the name in each fragment"},
			See: hooks{fragment: func(t *told, _ *choiceTold, call *callTold, f wire.Value) {
				if call == nil || reopens(call, f) {
					return
				}
				if t.Saw(); str(f.Get("id")) != "" || str(f.Get("function").Get("name")) != "" {
					t.Miss(requirement.Should, "A later fragment repeats id or name.", wire.Value{}, f)
				}
			}}},
		{Requirement: requirement.Requirement{ID: "CHAT-58", Also: should, Source: document + ", finish_reason",
			Ruling: "openai-go loses the reason by a null behind it.",
			Sentence: "A completed choice has exactly one `finish_reason`: `tool_calls` when there are calls, else `stop`; `length` and " +
				"`content_filter` as told. No text and no fragment after it; an empty chunk of the choice after it, with " +
				"`null`: SHOULD NOT.",
			Right: "one reason, last", Wrong: "stop although calls were sent"},
			See: hooks{choice: behindReason}, End: (*told).reasonFits},
		{Requirement: requirement.Requirement{ID: "CHAT-59", Also: should, Source: document + ", include_usage",
			Sentence: "Usage comes in a chunk with empty `choices` before `[DONE]`, at most once, its three members numbers. Usage that " +
				"is not `null` on other chunks: none, SHOULD.", Right: `"choices":[],"usage":{…}`, Wrong: "usage on every chunk"},
			See: hooks{frame: func(t *told, frame wire.Value) {
				switch {
				case !frame.Get("usage").IsObject():
				case frame.Get("choices").Len() > 0:
					t.Miss(requirement.Should, "Usage stands in a chunk with choices.", wire.NullValue, frame.Get("usage"))
				default:
					t.Holds(t.usages == 0, "Usage comes a second time.", wire.Value{}, frame.Get("usage"))
				}
			}},
			End: func(t *told) {
				if t.Whole && t.Meant != nil {
					t.Saw()
				}
			}},
		{Requirement: requirement.Requirement{ID: "CHAT-60", Also: should,
			Source: document + `, stream: "terminated by a data: [DONE] message"`,
			Sentence: "`sse` decodes to the events, an error frame that is none of them, and then `[DONE]`, once, nothing after it but " +
				"comments. `[DONE]` without its blank line: SHOULD NOT. After an error or a user stop it may be missing.",
			Right: "data: [DONE]", Wrong: "the stream just ends"},
			End: (*told).bytes},
		{Requirement: requirement.Requirement{ID: "CHAT-61", Also: should, Source: sdks,
			Ruling: "Else a client takes half an answer for a whole one.",
			Sentence: "An error is told by a frame with a non-empty text `error.message`, or the stream ends without reason and " +
				"`[DONE]`. In neither, nor after a user stop with a cut call, is there a `stop` or `tool_calls`; another text beside " +
				"`error` is free. A frame that is sent contains the stop's `message`: SHOULD.",
			Right: `{"error":{"message":"overloaded"}}`, Wrong: "an error ends as stop and [DONE]"},
			See: hooks{frame: func(t *told, frame wire.Value) {
				if e := frame.Get("error"); !e.IsNull() {
					t.Holds(str(e.Get("message")) != "", "An error frame has no message.", wire.Value{}, e)
				}
			}}, End: (*told).failureFits},
		{Requirement: requirement.Requirement{ID: "CHAT-62", Source: document + ", tool call chunk",
			Sentence: "No call, id or text is lost or invented (a cut call may be left out); labels don't become names; values with " +
				"quotes, line ends, U+2028 and emoji arrive unchanged.", Right: "every call of the turn", Wrong: "the label for a name"},
			End: (*told).callsFit},
	}
}

// producerRows say which line a call that is told otherwise misses.
func producerRows() []compare.Row {
	row := func(kinds compare.Kind, id string) compare.Row {
		return compare.Row{Kinds: kinds, Requirement: id, Level: requirement.Must}
	}
	return []compare.Row{row(compare.Missing|compare.Extra|compare.Torn|compare.WrongName|compare.WrongID, "CHAT-62"),
		row(compare.WrongText|compare.Foreign|compare.Repaired|compare.Healed, "CHAT-56")}
}

// behindReason is the first and the third part of CHAT-58.
func behindReason(t *told, c *choiceTold, choice wire.Value) {
	delta, reason := choice.Get("delta"), choice.Get("finish_reason")
	if reason.Text() != "" {
		t.Saw()
	}
	if len(c.reasons) == 0 {
		return
	}
	switch {
	case reason.Text() != "":
		t.Miss("", "A choice has a second finish reason.", wire.Value{}, reason)
	case str(delta.Get("content")) != "" || str(delta.Get("refusal")) != "" || delta.Get("tool_calls").Len() > 0:
		t.Miss("", "Text or a fragment follows the finish reason.", wire.Value{}, delta)
	default:
		t.Miss(requirement.Should, "An empty chunk follows the finish reason.", wire.Value{}, choice)
	}
}

// reasonFits: the reason is the one that the turn stopped by.
func (t *told) reasonFits() {
	for _, c := range t.choices {
		for _, r := range c.reasons {
			if r == "tool_calls" && len(c.calls) == 0 || r == "stop" && len(c.calls) > 0 {
				t.Miss("", "The finish reason is not that of a choice with, or without, calls.", wire.Value{}, wire.Str(r))
			}
		}
	}
	if t.Meant == nil {
		return
	}
	want := t.Meant.StopReason()
	switch {
	case want == transcript.Completed && len(t.Meant.Calls()) > 0:
		want = "tool_calls"
	case want == transcript.Completed:
		want = "stop"
	case want != transcript.Length && want != transcript.ContentFilter:
		return
	}
	got := t.of(firstChoice).reasons
	if len(got) != 1 || got[0] != want {
		t.Miss("", "The finish reason is not the turn's.", wire.Str(want), t.of(firstChoice).reason())
	}
}

func (c *choiceTold) reason() wire.Value {
	if len(c.reasons) == 0 {
		return wire.NullValue
	}
	return wire.Str(c.reasons[0])
}
