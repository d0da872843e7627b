package agents

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/wire"
)

func runBody(a *agent, m *memory) wire.Value {
	n := 0
	message := func(role string, members ...wire.Member) wire.Value {
		n++
		return wire.Obj(append([]wire.Member{str("id", fmt.Sprintf("own_%d", n)), str("role", role)}, members...)...)
	}
	messages := []wire.Value{message("user", str("content", m.prompt))}
	for _, t := range m.turns {
		said := message("assistant")
		if t.text != "" {
			said = said.With("content", wire.Str(t.text))
		}
		if calls := functions(t); len(calls) > 0 {
			said = said.With("toolCalls", wire.List(calls...))
		}
		messages = append(messages, said)
		for _, r := range t.results {
			answer := message("tool", str("toolCallId", r.id), str("content", asText(r.value)))
			if r.failed {
				answer = answer.With("error", wire.Str(asText(r.value)))
			}
			messages = append(messages, answer)
		}
		if t.late != "" { // what answers a call stands right behind it
			messages = append(messages, message("assistant", str("content", t.late)))
		}
	}
	return wire.Obj(str("threadId", "thread-own"), str("runId", fmt.Sprintf("run-%d", len(m.turns)+1)), wire.M("state", wire.Obj()),
		wire.M("messages", wire.List(messages...)), wire.M("context", wire.List()), wire.M("forwardedProps", wire.Obj()),
		wire.M("tools", a.tools(func(name, description string, schema wire.Value) wire.Value {
			return wire.Obj(str("name", name), str("description", description), wire.M("parameters", schema))
		})))
}

func readRun(r *reading, e wire.Value) {
	id := e.Get("toolCallId").Text()
	switch kind := e.Get("type").Text(); kind {
	case "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CHUNK":
		r.text.WriteString(e.Get("delta").Text())
	case "REASONING_MESSAGE_CONTENT":
		r.thinks(e.Get("delta").Text())
	case "TOOL_CALL_START":
		c := r.call(id)
		c.id, c.name, c.item = id, e.Get("toolCallName").Text(), e.Get("parentMessageId").Text()
	case "TOOL_CALL_ARGS":
		r.call(id).text.WriteString(e.Get("delta").Text())
	case "TOOL_CALL_CHUNK":
		if id == "" && len(r.calls) > 0 {
			id = r.calls[len(r.calls)-1].id
		}
		c := r.call(id)
		if c.id = id; e.Has("toolCallName") {
			c.name = e.Get("toolCallName").Text()
		}
		c.text.WriteString(e.Get("delta").Text())
	case "TOOL_CALL_RESULT":
		r.answer(id, e.Get("content"), false)
	case "RUN_FINISHED":
		r.over = true
	case "RUN_ERROR":
		r.failure = "failed: " + e.Get("message").Text()
	}
}

func uiBody(a *agent, m *memory) wire.Value {
	user := wire.Obj(str("id", "own-1"), str("role", "user"),
		wire.M("parts", wire.List(wire.Obj(str("type", "text"), str("text", m.prompt)))))
	messages := []wire.Value{user}
	if len(m.turns) > 0 {
		var parts []wire.Value
		for _, t := range m.turns {
			parts = append(parts, uiParts(t)...)
		}
		messages = append(messages, wire.Obj(str("id", "own-2"), str("role", "assistant"), wire.M("parts", wire.List(parts...))))
	}
	return wire.Obj(str("id", "chat-own"), wire.M("messages", wire.List(messages...)), str("trigger", "submit-message"))
}

// uiParts are the parts of a step.
func uiParts(t turn) []wire.Value {
	var parts []wire.Value
	if !t.stepless {
		parts = append(parts, wire.Obj(str("type", "step-start")))
	}
	if t.text != "" {
		parts = append(parts, wire.Obj(str("type", "text"), str("text", t.text), str("state", "done")))
	}
	for _, c := range t.calls {
		answers := 0
		part := wire.Obj(str("type", "tool-"+c.name), str("toolCallId", c.id), str("state", "input-available"), wire.M("input", c.object()))
		if c.provider {
			part = part.With("providerExecuted", wire.Boolean(true))
		}
		if !c.sound {
			part = part.With("input", wire.Value{}).With("rawInput", wire.Str(c.text))
		}
		for _, r := range t.results {
			if r.id != c.id {
				continue
			}
			done := part.With("state", wire.Str("output-available")).With("output", r.value)
			if r.failed {
				done = part.With("state", wire.Str("output-error")).With("errorText", wire.Str(asText(r.value)))
			}
			parts = append(parts, done)
			answers++
		}
		if answers == 0 {
			parts = append(parts, part)
		}
	}
	if t.late != "" {
		parts = append(parts, wire.Obj(str("type", "text"), str("text", t.late), str("state", "done")))
	}
	return parts
}

func readUI(r *reading, e wire.Value) {
	id := e.Get("toolCallId").Text()
	switch e.Get("type").Text() {
	case "start-step":
		r.stepped = true
	case "text-delta":
		r.text.WriteString(e.Get("delta").Text())
	case "reasoning-delta":
		r.thinks(e.Get("delta").Text())
	case "tool-input-start":
		c := r.call(id)
		c.id, c.name = id, e.Get("toolName").Text()
	case "tool-input-delta":
		r.call(id).text.WriteString(e.Get("inputTextDelta").Text())
	case "tool-input-available", "tool-input-error":
		c := r.call(id)
		c.id, c.name, c.done, c.text = id, e.Get("toolName").Text(), true, strings.Builder{}
		c.text.WriteString(asText(e.Get("input")))
		c.provider, c.refused = e.Get("providerExecuted").IsTrue(), e.Get("errorText").Text()
	case "tool-output-available":
		if r.hasty || !e.Get("preliminary").IsTrue() {
			r.answer(id, e.Get("output"), false)
		}
	case "tool-output-error":
		r.answer(id, e.Get("errorText"), true)
	case "error":
		r.failure = "failed: " + e.Get("errorText").Text()
	case "abort":
		r.failure = "the turn was aborted"
	case "finish":
		word := e.Get("finishReason").Text()
		r.over, r.word, r.limited = true, word, word == "length" || word == "content-filter" || word == "other"
	}
}
