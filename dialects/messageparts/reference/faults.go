package reference

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// planted is one fault of a list, before it is bound to a role.
type planted struct {
	id, title string
	// also are further requirements that it violates, without their family.
	also string
	make edit
}

// bind makes faults of a role; a fault of a SHOULD warns.
func bind(pair dialect.Pair, list []planted, warn bool) []dialect.Fault {
	faults := make([]dialect.Fault, 0, len(list))
	for _, p := range list {
		fault := dialect.FaultOf(pair, p.id, p.title, func(dialect.Answer) dialect.Answer {
			if pair.Role == dialect.Converter {
				return p.make.converter()
			}
			return p.make.consumer()
		}, words.IDs(p.also)...)
		if warn {
			fault = fault.Warning()
		}
		faults = append(faults, fault)
	}
	return faults
}

func ConsumerFaults() []dialect.Fault {
	pair := words.Consumer()
	var all []dialect.Fault
	for _, list := range [][]planted{resultFaults(), fieldFaults(), countFaults(), survivalFaults(), hostileFaults(), argumentFaults(),
		modelFaults(), robustFaults(), besideStepFaults(), nearPieces(), borrowedTexts()} {
		all = append(all, bind(pair, list, false)...)
	}
	all = append(all, bind(pair, append(append(orderFaults(), sequenceFaults()...), textBehindFaults()...), true)...)
	return append(all, answerFaults(pair)...)
}

func ConverterFaults() []dialect.Fault {
	pair := words.Converter()
	all := bind(pair, append(append(modelFaults(), converterOnlyFaults()...), append(idFaults(), alikeFaults()...)...), false)
	all = append(all, bind(pair, slices.Concat(besideFaults(), streamingFaults(), nearFaults()), false)...)
	all = append(all, bind(pair, slices.Concat(sequenceFaults(), strayPartFaults(), textBehindFaults(), nearOrderFaults()), true)...)
	all = append(all, roundingFaults(pair)...)
	return append(all, leakFaults()...)
}

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
	return mapSent(sent, words.RoleAssistant, func(m wire.Value) []wire.Value {
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
			by[words.StepID(s)] = s
		}
	}
	return by
}

// sequenceFaults miss the SHOULDs: PART-26, and the stray result of PART-22.
func sequenceFaults() []planted {
	reverseTools := func(sent []wire.Value) []wire.Value {
		out := append([]wire.Value(nil), sent...)
		for i := 0; i < len(out); i++ {
			j := i
			for j < len(out) && out[j].Get("role").Text() == words.RoleTool {
				j++
			}
			for a, b := i, j-1; a < b; a, b = a+1, b-1 {
				out[a], out[b] = out[b], out[a]
			}
			i = max(i, j-1)
		}
		return out
	}
	return []planted{
		{"PART-26/text-first", "All text of a turn is sent before its calls.", "", edit{model: textFirst}},
		{"PART-26/text-lost", "Text beside calls is not sent.", "", edit{model: func(_, sent []wire.Value) []wire.Value {
			return mapSent(sent, words.RoleAssistant, func(m wire.Value) []wire.Value {
				if m.Get("toolCalls").Len() > 0 {
					m = m.With("content", wire.Str(""))
				}
				return plant.Only(m)
			})
		}}},
		{"PART-26/calls-reversed", "Parallel calls are sent in the other order.", "", edit{model: func(_, sent []wire.Value) []wire.Value {
			return mapSent(sent, words.RoleAssistant, func(m wire.Value) []wire.Value {
				calls := m.Get("toolCalls").Items()
				for a, b := 0, len(calls)-1; a < b; a, b = a+1, b-1 {
					calls[a], calls[b] = calls[b], calls[a]
				}
				if len(calls) > 0 {
					m = m.With("toolCalls", wire.List(calls...))
				}
				return plant.Only(m)
			})
		}}},
		{"PART-26/tools-reversed", "Tool messages come in the reverse of the calls.", "",
			edit{model: func(_, sent []wire.Value) []wire.Value { return reverseTools(sent) }}},
		{"PART-26/text-last", "Text before a call is sent after its result.", "", edit{model: func(_, sent []wire.Value) []wire.Value {
			var out []wire.Value
			late := wire.Value{}
			for i, m := range sent {
				if m.Get("toolCalls").Len() > 0 && m.Get("content").Text() != "" {
					late = wire.Obj(wire.M("role", wire.Str(words.RoleAssistant)), wire.M("content", m.Get("content")))
					m = m.With("content", wire.Str(""))
				}
				out = append(out, m)
				if !late.IsAbsent() && (i+1 == len(sent) || sent[i+1].Get("role").Text() != words.RoleTool) {
					out, late = append(out, late), wire.Value{}
				}
			}
			return out
		}}},
	}
}

// strayPartFaults miss the SHOULD of PART-22.
func strayPartFaults() []planted {
	return []planted{{"PART-22/stray-sent", "A result part whose call is not in the messages is sent.", "",
		edit{model: func(list, sent []wire.Value) []wire.Value {
			known := namesOf(list)
			out := append([]wire.Value(nil), sent...)
			words.MapResults(list, func(p wire.Value) wire.Value {
				if _, ok := known[p.Get("toolCallId").Text()]; !ok {
					out = append(out, toolMessage(p.Get("toolCallId"), p.Get("content")))
				}
				return p
			})
			return out
		}}}}
}

// textFirst gathers each turn's text in its first assistant message.
func textFirst(_, sent []wire.Value) []wire.Value {
	var out []wire.Value
	first := -1
	for _, m := range sent {
		switch {
		case m.Get("role").Text() == words.RoleUser:
			first = -1
		case m.Get("role").Text() == words.RoleAssistant && first < 0:
			first = len(out)
		case m.Get("role").Text() == words.RoleAssistant:
			text := out[first].Get("content").Text() + m.Get("content").Text()
			out[first] = out[first].With("content", wire.Str(text))
			m = m.With("content", wire.Str(""))
		}
		out = append(out, m)
	}
	return out
}
