package agents

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// Chat is OpenAI's chat completions.
func Chat() Wire {
	return Wire{path: "/chat/completions", body: chatBody, read: readChat, object: chatObject, single: true, formed: "CHAT-80",
		shapes: chunkFaults}
}

// Messages is Anthropic's messages.
func Messages() Wire {
	return Wire{path: "/messages", body: messagesBody, read: readMessages, object: messagesObject, shapes: blockFaults}
}

// Responses is OpenAI's responses.
func Responses() Wire {
	return Wire{path: "/responses", body: responsesBody, read: readResponses, object: responsesObject, kept: true, formed: "RESP-80",
		shapes: itemFaults}
}

// Runs is the wire of agents and their user interfaces.
func Runs() Wire { return Wire{body: runBody, read: readRun, formed: "AGUI-80", shapes: runFaults} }

// UI is the wire of a chat's user interface.
func UI() Wire {
	return Wire{body: uiBody, read: readUI, merged: true, stepped: true, shapes: partFaults}
}

func str(name, text string) wire.Member { return wire.M(name, wire.Str(text)) }

// asText is a value as the text that a model reads.
func asText(v wire.Value) string {
	if v.IsString() {
		return v.Text()
	}
	return v.JSON()
}

// object are the arguments of a call where the wire wants an object.
func (c made) object() wire.Value {
	if c.sound {
		return c.arguments
	}
	return wire.Obj(str("text", c.text))
}

// tools are the tools as a wire spells them.
func (a *agent) tools(spell func(name, description string, schema wire.Value) wire.Value) wire.Value {
	var list []wire.Value
	for _, t := range a.input.Get("tools").Items() {
		list = append(list, spell(t.Get("name").Text(), t.Get("description").Text(), t.Get("schema")))
	}
	return wire.List(list...)
}

func (a *agent) model() wire.Member { return wire.M("model", a.input.Get("model")) }

func (a *agent) streams() wire.Member { return wire.M("stream", wire.Boolean(!a.whole)) }

func chatBody(a *agent, m *memory) wire.Value {
	messages := []wire.Value{}
	if a.system {
		messages = append(messages, wire.Obj(str("role", "system"), str("content", "Be brief.")))
	}
	messages = append(messages, wire.Obj(str("role", "user"), str("content", m.prompt)))
	for _, t := range m.turns {
		said := wire.Obj(str("role", "assistant"), wire.M("content", wire.NullValue))
		if t.text != "" {
			said = said.With("content", wire.Str(t.text))
		}
		if calls := functions(t); len(calls) > 0 {
			said = said.With("tool_calls", wire.List(calls...))
		}
		messages = append(messages, said)
		for _, r := range t.results {
			messages = append(messages, wire.Obj(str("role", "tool"), str("tool_call_id", r.id), str("content", asText(r.value))))
		}
	}
	return wire.Obj(a.model(), a.streams(), wire.M("messages", wire.List(messages...)),
		wire.M("tools", a.tools(func(name, description string, schema wire.Value) wire.Value {
			return wire.Obj(str("type", "function"), wire.M("function", wire.Obj(str("name", name), str("description", description),
				wire.M("parameters", schema))))
		})))
}

func readChat(r *reading, e wire.Value) {
	r.failure += e.Find("/error/message").Text()
	choice := e.Find("/choices/0")
	delta := choice.Get("delta")
	r.text.WriteString(delta.Get("content").Text())
	r.thinks(delta.Get("reasoning_content").Text())
	for _, f := range delta.Get("tool_calls").Items() {
		c := r.call(f.Get("index").JSON())
		c.item = e.Get("id").Text()
		if id := f.Get("id").Text(); id != "" {
			c.id = id
		}
		if name := f.Find("/function/name").Text(); name != "" {
			c.name = name
		}
		c.text.WriteString(f.Find("/function/arguments").Text())
	}
	r.reason(choice.Get("finish_reason").Text(), "length", "content_filter")
}

// reason is why an answer ended, "" where it did not yet.
func (r *reading) reason(word string, limits ...string) {
	if word == "" {
		return
	}
	r.over, r.word = true, word
	for _, l := range limits {
		r.limited = r.limited || l == word
	}
}

func chatObject(r *reading, v wire.Value) {
	message := v.Find("/choices/0/message")
	r.text.WriteString(message.Get("content").Text())
	for _, f := range message.Get("tool_calls").Items() {
		c := &call{id: f.Get("id").Text(), name: f.Find("/function/name").Text()}
		c.text.WriteString(f.Find("/function/arguments").Text())
		r.add(c)
	}
	r.reason(v.Find("/choices/0/finish_reason").Text(), "length", "content_filter")
}

func messagesBody(a *agent, m *memory) wire.Value {
	messages := []wire.Value{wire.Obj(str("role", "user"), str("content", m.prompt))}
	for _, t := range m.turns {
		var said, answered []wire.Value
		if t.text != "" {
			said = append(said, wire.Obj(str("type", "text"), str("text", t.text)))
		}
		for _, c := range t.calls {
			said = append(said, wire.Obj(str("type", "tool_use"), str("id", c.id), str("name", c.name), wire.M("input", c.object())))
		}
		if t.late != "" {
			said = append(said, wire.Obj(str("type", "text"), str("text", t.late)))
		}
		for _, r := range t.results {
			block := wire.Obj(str("type", "tool_result"), str("tool_use_id", r.id), str("content", asText(r.value)))
			if r.failed {
				block = block.With("is_error", wire.Boolean(true))
			}
			answered = append(answered, block)
		}
		messages = append(messages, wire.Obj(str("role", "assistant"), wire.M("content", wire.List(said...))))
		if len(answered) > 0 {
			messages = append(messages, wire.Obj(str("role", "user"), wire.M("content", wire.List(answered...))))
		}
	}
	body := wire.Obj(a.model(), a.streams(), wire.M("max_tokens", wire.Int(1024)), wire.M("messages", wire.List(messages...)),
		wire.M("tools", a.tools(func(name, description string, schema wire.Value) wire.Value {
			return wire.Obj(str("name", name), str("description", description), wire.M("input_schema", schema))
		})))
	if a.system {
		body = body.With("system", wire.Str("Be brief."))
	}
	return body
}

func readMessages(r *reading, e wire.Value) {
	switch e.Get("type").Text() {
	case "message_start":
		r.id = e.Find("/message/id").Text()
	case "content_block_start":
		block := e.Get("content_block")
		if block.Get("type").Text() == "tool_use" {
			c := r.call(e.Get("index").JSON())
			c.id, c.name, c.item = block.Get("id").Text(), block.Get("name").Text(), r.id
			c.begun = block.Get("input").JSON()
		}
	case "content_block_delta":
		r.text.WriteString(e.Find("/delta/text").Text())
		r.thinks(e.Find("/delta/thinking").Text())
		piece := e.Find("/delta/partial_json")
		if c := r.byKey[e.Get("index").JSON()]; c != nil { // else it is the input of a tool that the server runs
			c.text.WriteString(piece.Text())
		}
	case "message_delta":
		word := e.Find("/delta/stop_reason").Text()
		r.limited, r.word = r.limited || word == "max_tokens" || word == "refusal", word
	case "message_stop":
		r.over = true
	case "error":
		r.failure = e.Find("/error/message").Text()
	}
}

func messagesObject(r *reading, v wire.Value) {
	for _, b := range v.Get("content").Items() {
		switch b.Get("type").Text() {
		case "text":
			r.text.WriteString(b.Get("text").Text())
		case "tool_use":
			c := &call{id: b.Get("id").Text(), name: b.Get("name").Text()}
			c.text.WriteString(asText(b.Get("input")))
			r.add(c)
		}
	}
	r.reason(v.Get("stop_reason").Text(), "max_tokens", "refusal")
}

// outputText is a text that an assistant said, as an item.
func outputText(text string) wire.Value {
	part := wire.Obj(str("type", "output_text"), str("text", text))
	return wire.Obj(str("type", "message"), str("role", "assistant"), wire.M("content", wire.List(part)))
}

func responsesBody(a *agent, m *memory) wire.Value {
	items, previous := []wire.Value{wire.Obj(str("role", "user"), str("content", m.prompt))}, wire.Value{}
	for _, t := range m.turns {
		if a.keeps { // the server keeps what it said
			items, previous = nil, wire.Str(t.answer)
		} else {
			for _, id := range t.items {
				items = append(items, wire.Obj(str("type", "item_reference"), str("id", id)))
			}
			if t.text != "" && !a.refers {
				items = append(items, outputText(t.text))
			}
			for _, c := range t.calls {
				item := wire.Obj(str("type", "function_call"), str("call_id", c.id), str("name", c.name), str("arguments", c.text))
				if a.itemed != nil {
					item = item.With("id", wire.Str(a.itemed(c)))
				}
				items = append(items, item)
			}
		}
		for _, r := range t.results {
			items = append(items, wire.Obj(str("type", "function_call_output"), str("call_id", r.id), str("output", asText(r.value))))
		}
		if t.late != "" && !a.keeps { // what answers a call stands right behind it
			items = append(items, outputText(t.late))
		}
	}
	body := wire.Obj(a.model(), a.streams(), wire.M("input", wire.List(items...)), wire.M("previous_response_id", previous),
		wire.M("tools", a.tools(func(name, description string, schema wire.Value) wire.Value {
			return wire.Obj(str("type", "function"), str("name", name), str("description", description), wire.M("parameters", schema))
		})))
	if a.system {
		body = body.With("instructions", wire.Str("Be brief."))
	}
	return body
}

func readResponses(r *reading, e wire.Value) {
	kind := e.Get("type").Text()
	switch kind {
	case "response.output_item.done":
		readItem(r, e.Get("item"))
	case "error":
		r.failure = "failed: " + e.Get("message").Text() + e.Find("/error/message").Text()
	case "response.failed":
		r.failure = "failed: " + e.Find("/response/error/message").Text()
	case "response.completed":
		r.over, r.id = true, e.Find("/response/id").Text()
	case "response.incomplete":
		r.over, r.limited, r.word = true, true, e.Find("/response/incomplete_details/reason").Text()
	case "response.output_item.added":
		if item := e.Get("item"); item.Get("type").Text() == "function_call" {
			c := r.call(item.Get("id").Text())
			c.id, c.name, c.item = item.Get("call_id").Text(), item.Get("name").Text(), item.Get("id").Text()
		}
	case "response.function_call_arguments.delta":
		r.call(e.Get("item_id").Text()).text.WriteString(e.Get("delta").Text())
	}
}

// readItem reads an item that is done: it says all of itself.
func readItem(r *reading, item wire.Value) {
	switch item.Get("type").Text() {
	case "message":
		for _, p := range item.Get("content").Items() {
			r.text.WriteString(p.Get("text").Text())
		}
		r.items = append(r.items, item.Get("id").Text())
	case "function_call":
		c := r.call(item.Get("id").Text())
		c.id, c.name, c.text = item.Get("call_id").Text(), item.Get("name").Text(), strings.Builder{}
		c.item = item.Get("id").Text()
		c.text.WriteString(item.Get("arguments").Text())
	}
}

func responsesObject(r *reading, v wire.Value) {
	for _, item := range v.Get("output").Items() {
		readItem(r, item)
	}
	r.id = v.Get("id").Text()
	r.reason(v.Get("status").Text(), "incomplete", "failed")
}
