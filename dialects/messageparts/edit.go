package messageparts

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// edit is how an implementation goes wrong: what it makes of the steps before it
// applies them, of the UI messages it holds, of the model messages it sends. The
// model messages follow from the edited UI messages. Each function may be nil.
type edit struct {
	steps    func(list []wire.Value) []wire.Value
	messages func(list, messages []wire.Value) []wire.Value
	model    func(list, sent []wire.Value) []wire.Value
	choose   choices
}

// consumer is the chat with the edit in it.
func (e edit) consumer() dialect.Answer {
	chat := referenceConsumer(e.choose)
	return func(input wire.Value) dialect.Observation {
		list := input.Get("steps").Items()
		if e.steps != nil {
			input = input.With("steps", wire.List(e.steps(list)...))
		}
		o := chat(input)
		if o.Ending != dialect.Done {
			return o
		}
		messages := o.State.Get("messages").Items()
		if e.messages != nil {
			messages = e.messages(list, messages)
		}
		sent := modelMessages(messages, e.choose)
		if e.model != nil {
			sent = e.model(list, sent)
		}
		return done(wire.M("messages", wire.List(messages...)), wire.M("modelMessages", wire.List(sent...)))
	}
}

// converter is the converter with the edit in it; its lists are the stored
// messages, and it has no steps.
func (e edit) converter() dialect.Answer {
	return func(input wire.Value) dialect.Observation {
		list := input.Get("messages")
		if !list.IsArray() {
			return rejected("`messages` is no array")
		}
		messages := list.Items()
		if e.messages != nil {
			messages = e.messages(nil, messages)
		}
		sent := modelMessages(messages, e.choose)
		if e.model != nil {
			sent = e.model(list.Items(), sent)
		}
		return done(wire.M("modelMessages", wire.List(sent...)))
	}
}

// mapParts puts other parts in the place of each part.
func mapParts(messages []wire.Value, into func(wire.Value) []wire.Value) []wire.Value {
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

// mapResults changes each result part; an absent value drops it.
func mapResults(messages []wire.Value, into func(wire.Value) wire.Value) []wire.Value {
	return mapKind(messages, partResult, into)
}

// mapCalls changes each call part; an absent value drops it.
func mapCalls(messages []wire.Value, into func(wire.Value) wire.Value) []wire.Value {
	return mapKind(messages, partCall, into)
}

func mapKind(messages []wire.Value, kind string, into func(wire.Value) wire.Value) []wire.Value {
	return mapParts(messages, func(p wire.Value) []wire.Value {
		if p.Get("type").Text() != kind {
			return []wire.Value{p}
		}
		if p = into(p); p.IsAbsent() {
			return nil
		}
		return []wire.Value{p}
	})
}

// mapSent puts other messages in the place of each model message with that role.
func mapSent(sent []wire.Value, role string, into func(wire.Value) []wire.Value) []wire.Value {
	var mapped []wire.Value
	for _, m := range sent {
		if m.Get("role").Text() == role {
			mapped = append(mapped, into(m)...)
		} else {
			mapped = append(mapped, m)
		}
	}
	return mapped
}

// mapSentCalls changes each call that is sent; an absent value drops it.
func mapSentCalls(sent []wire.Value, into func(wire.Value) wire.Value) []wire.Value {
	return mapSent(sent, roleAssistant, func(m wire.Value) []wire.Value {
		if !m.Has("toolCalls") {
			return []wire.Value{m}
		}
		var calls []wire.Value
		for _, c := range m.Get("toolCalls").Items() {
			if c = into(c); !c.IsAbsent() {
				calls = append(calls, c)
			}
		}
		return []wire.Value{m.With("toolCalls", wire.List(calls...))}
	})
}

// mapSteps puts other steps in the place of each step of that type.
func mapSteps(list []wire.Value, kind string, into func(wire.Value) []wire.Value) []wire.Value {
	var mapped []wire.Value
	for _, s := range list {
		if s.Get("type").Text() == kind {
			mapped = append(mapped, into(s)...)
		} else {
			mapped = append(mapped, s)
		}
	}
	return mapped
}

// answeredBy are the ids that steps of that type answer, with the last such step.
func answeredBy(list []wire.Value, kind string) map[string]wire.Value {
	by := map[string]wire.Value{}
	for _, s := range list {
		if s.Get("type").Text() == kind {
			by[stepID(s)] = s
		}
	}
	return by
}
