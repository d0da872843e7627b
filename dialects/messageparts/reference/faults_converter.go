package reference

import (
	"github.com/toolconform/conform/dialects/messageparts/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

// converterOnlyFaults need stored messages that a right chat never holds.
func converterOnlyFaults() []planted {
	double := edit{choose: choices{outputOnly: answerByOutput}, model: func(list, sent []wire.Value) []wire.Value {
		answered := map[string]bool{}
		words.MapResults(list, func(p wire.Value) wire.Value { answered[p.Get("toolCallId").Text()] = true; return p })
		return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
			if !answered[m.Get("toolCallId").Text()] {
				return []wire.Value{m, m}
			}
			return plant.Only(m)
		})
	}}
	instead := edit{model: func(list, sent []wire.Value) []wire.Value {
		outs := outputs(list)
		return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
			if out, ok := outs[m.Get("toolCallId").Text()]; ok {
				return plant.Only(m.With("content", outputContent(out)))
			}
			return plant.Only(m)
		})
	}}
	invented := edit{choose: choices{outputOnly: answerByError}}
	return []planted{
		{"PART-20/first-of-id", "A result belongs to the first call of its id in the whole conversation.", "",
			edit{model: func(list, sent []wire.Value) []wire.Value {
				first := map[string]wire.Value{}
				return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					id := m.Get("toolCallId").Text()
					if _, seen := first[id]; !seen {
						first[id] = m.Get("content")
					}
					return plant.Only(m.With("content", first[id]))
				})
			}}},
		{"PART-20/next-message-at-most", "A result part more than one message behind its call is not found.", "",
			edit{messages: reachable(func(call, result partAt) bool { return result.message <= call.message+1 })}},
		{"PART-20/same-turn", "A result part behind the user's next message is not found.", "",
			edit{messages: reachable(func(call, result partAt) bool { return result.turn == call.turn })}},
		{"PART-20/behind-only", "A result part that stands before its call is not found.", "",
			edit{messages: reachable(func(call, result partAt) bool { return result.at > call.at })}},
		{"PART-20/streaming-left-out", "An answered call that is still streaming is left out.", "25",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				return words.MapCalls(messages, func(p wire.Value) wire.Value {
					return keepIf(p.Get("state").Text() != words.StateStreaming,
						p)
				})
			}}},
		{"PART-24/no-content", "An error result without a member content is not sent.", "20",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				return words.MapResults(messages, func(p wire.Value) wire.Value { return keepIf(p.Has("content"), p) })
			}, choose: choices{unanswered: sendUnanswered}}},
		{"PART-20/by-neighbour", "A result part belongs to the call before it.", "",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				last := wire.Value{}
				return words.MapParts(messages, func(p wire.Value) []wire.Value {
					switch p.Get("type").Text() {
					case words.PartCall:
						last = p.Get("id")
					case words.PartResult:
						if !last.IsAbsent() {
							return plant.Only(p.With("toolCallId", last))
						}
					}
					return plant.Only(p)
				})
			}}},
		{"PART-20/unknown-parts", "A part of an unknown type that names a call takes its result away.", "",
			edit{messages: func(_, messages []wire.Value) []wire.Value {
				named := map[string]bool{}
				words.MapKind(messages, "source", func(p wire.Value) wire.Value { named[p.Get("toolCallId").Text()] = true; return p })
				return words.MapResults(messages, func(p wire.Value) wire.Value { return keepIf(!named[p.Get("toolCallId").Text()], p) })
			}}},
		{"PART-20/empty-dropped", "An empty content is not sent.", "23", tools(func(m wire.Value) []wire.Value {
			if wire.Nothing(m.Get("content")) {
				return nil
			}
			return plant.Only(m)
		})},
		{"PART-21/instead", "The tool message is made from the output, not from the result part.", "20", instead},
		{"PART-21/output-twice", "A call with an output and no result part is answered twice.", "", double},
		{"PART-21/made-up", "A call with an output and no result part is answered by something else.", "", invented},
		{"PART-24/null-content", "The content null of an error is sent, though `error` has a text.", "",
			edit{model: func(list, sent []wire.Value) []wire.Value {
				content := map[string]wire.Value{}
				words.MapResults(list, func(p wire.Value) wire.Value { content[p.Get("toolCallId").Text()] = p.Get("content"); return p })
				return mapSent(sent, words.RoleTool, func(m wire.Value) []wire.Value {
					return plant.Only(m.With("content",
						content[m.Get("toolCallId").Text()]))
				})
			}}},
	}
}

// partAt is where a part stands: among all, in which message, after how many of the
// user's.
type partAt struct{ at, message, turn int }

// reachable drops result parts that a fault doesn't find from their call.
func reachable(found func(call, result partAt) bool) func(list, messages []wire.Value) []wire.Value {
	// each tells of every part where it stands; what look returns takes its place.
	each := func(messages []wire.Value, look func(p wire.Value, at partAt) wire.Value) []wire.Value {
		var at partAt
		out := append([]wire.Value(nil), messages...)
		for i, m := range out {
			at.message = i
			if m.Get("role").Text() == words.RoleUser {
				at.turn++
			}
			out[i] = words.MapParts([]wire.Value{m}, func(p wire.Value) []wire.Value {
				at.at++
				if p = look(p, at); p.IsAbsent() {
					return nil
				}
				return plant.Only(p)
			})[0]
		}
		return out
	}
	return func(_, messages []wire.Value) []wire.Value {
		calls := map[string]partAt{}
		each(messages, func(p wire.Value, at partAt) wire.Value {
			if p.Get("type").Text() == words.PartCall {
				calls[p.Get("id").Text()] = at
			}
			return p
		})
		return each(messages, func(p wire.Value, at partAt) wire.Value {
			call, known := calls[p.Get("toolCallId").Text()]
			return keepIf(p.Get("type").Text() != words.PartResult || !known || found(call, at), p)
		})
	}
}
