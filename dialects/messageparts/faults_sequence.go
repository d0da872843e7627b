package messageparts

import "github.com/toolconform/conform/wire"

// sequenceFaults miss the SHOULDs: PART-26, and the stray result of PART-22.
func sequenceFaults() []planted {
	reverseTools := func(sent []wire.Value) []wire.Value {
		out := append([]wire.Value(nil), sent...)
		for i := 0; i < len(out); i++ {
			j := i
			for j < len(out) && out[j].Get("role").Text() == roleTool {
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
			return mapSent(sent, roleAssistant, func(m wire.Value) []wire.Value {
				if m.Get("toolCalls").Len() > 0 {
					m = m.With("content", wire.Str(""))
				}
				return one(m)
			})
		}}},
		{"PART-26/calls-reversed", "Parallel calls are sent in the other order.", "", edit{model: func(_, sent []wire.Value) []wire.Value {
			return mapSent(sent, roleAssistant, func(m wire.Value) []wire.Value {
				calls := m.Get("toolCalls").Items()
				for a, b := 0, len(calls)-1; a < b; a, b = a+1, b-1 {
					calls[a], calls[b] = calls[b], calls[a]
				}
				if len(calls) > 0 {
					m = m.With("toolCalls", wire.List(calls...))
				}
				return one(m)
			})
		}}},
		{"PART-26/tools-reversed", "Tool messages come in the reverse of the calls.", "", edit{model: func(_, sent []wire.Value) []wire.Value { return reverseTools(sent) }}},
		{"PART-26/text-last", "Text before a call is sent after its result.", "", edit{model: func(_, sent []wire.Value) []wire.Value {
			var out []wire.Value
			late := wire.Value{}
			for i, m := range sent {
				if m.Get("toolCalls").Len() > 0 && m.Get("content").Text() != "" {
					late = wire.Obj(wire.M("role", wire.Str(roleAssistant)), wire.M("content", m.Get("content")))
					m = m.With("content", wire.Str(""))
				}
				out = append(out, m)
				if !late.IsAbsent() && (i+1 == len(sent) || sent[i+1].Get("role").Text() != roleTool) {
					out, late = append(out, late), wire.Value{}
				}
			}
			return out
		}}},
	}
}

// strayPartFaults miss the SHOULD of PART-22.
func strayPartFaults() []planted {
	return []planted{{"PART-22/stray-sent", "A result part whose call is not in the messages is sent.", "", edit{model: func(list, sent []wire.Value) []wire.Value {
		known := namesOf(list)
		out := append([]wire.Value(nil), sent...)
		mapResults(list, func(p wire.Value) wire.Value {
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
		case m.Get("role").Text() == roleUser:
			first = -1
		case m.Get("role").Text() == roleAssistant && first < 0:
			first = len(out)
		case m.Get("role").Text() == roleAssistant:
			text := out[first].Get("content").Text() + m.Get("content").Text()
			out[first] = out[first].With("content", wire.Str(text))
			m = m.With("content", wire.Str(""))
		}
		out = append(out, m)
	}
	return out
}
