package reference

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// ProducerFaults are faulty servers: the reference's events, spoilt.
func ProducerFaults() []dialect.Fault {
	return joined(shapeFaults(), orderFaults(), countFaults(), turnFaults(), stopFaults(), robustServerFaults(), valueTurnFaults(),
		textFaults(), alikeTurnFaults(), tidiedTurnFaults(), againTurnFaults(),
		sharedProducerFaults(), dialect.Leaks(words.Producer(), "text", "order", "artifact"))
}

// spoils is a server whose events are changed as a whole.
func spoils(id, title string, edit func([]wire.Value) []wire.Value) dialect.Fault {
	return dialect.FaultOf(words.Producer(), id, title, func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation { return emitting(right(input), edit) }
	})
}

func emitting(o dialect.Observation, edit func([]wire.Value) []wire.Value) dialect.Observation {
	if o.Ending != dialect.Done {
		return o
	}
	return o.Retold(edit)
}

// each is a server that changes some of its events, each by itself.
func each(id, title string, edit func(wire.Value) []wire.Value) dialect.Fault {
	return spoils(id, title, func(events []wire.Value) []wire.Value {
		var out []wire.Value
		for _, ev := range events {
			out = append(out, edit(ev)...)
		}
		return out
	})
}

// starts is a server that starts its blocks of a type in another way.
func starts(id, title, kind string, edit func(b wire.Value) wire.Value) dialect.Fault {
	return each(id, title, func(ev wire.Value) []wire.Value {
		if b := ev.Get("content_block"); b.Get("type").Text() == kind {
			return plant.Only(ev.With("content_block", edit(b)))
		}
		return plant.Only(ev)
	})
}

// hears another transcript than it was given.
func hearsTurn(id, title string, edit func(transcript.Transcript) transcript.Transcript) dialect.Fault {
	return dialect.FaultOf(words.Producer(), id, title, func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			t, err := transcript.Parse(input.Get("transcript"))
			if err != nil {
				return right(input)
			}
			return right(input.With("transcript", edit(t).JSON()))
		}
	})
}

func shapeFaults() []dialect.Fault {
	member := func(name string, edit func(wire.Value) wire.Value) func(wire.Value) wire.Value {
		return func(b wire.Value) wire.Value { return b.With(name, edit(b.Get(name))) }
	}
	asText := func(v wire.Value) wire.Value { return wire.Str(v.JSON()) }
	gone := func(wire.Value) wire.Value { return wire.Value{} }
	return []dialect.Fault{
		each("BLOCK-50/stop-without-index", "A stop has no index.", func(ev wire.Value) []wire.Value {
			if ev.Get("type").Text() == words.StopEvent {
				return plant.Only(ev.Without("index"))
			}
			return plant.Only(ev)
		}),
		starts("BLOCK-50/no-input", "An empty input is left out.", words.ToolUse, func(b wire.Value) wire.Value {
			if b.Get("input").Len() == 0 {
				return b.Without("input")
			}
			return b
		}),
		starts("BLOCK-50/no-status", "A success has no status.", words.ToolResult, func(b wire.Value) wire.Value {
			if b.Get("status").Text() == "success" {
				return b.Without("status")
			}
			return b
		}),
		starts("BLOCK-50/null-content", "Empty content is null.", words.ToolResult, member("content", func(v wire.Value) wire.Value {
			if v.Text() == "" {
				return wire.NullValue
			}
			return v
		})),
		starts("BLOCK-50/no-id", "The id is called tool_call_id.", words.ToolResult, func(b wire.Value) wire.Value {
			return member("tool_use_id", gone)(b.With("tool_call_id", b.Get("tool_use_id")))
		}),
		each("BLOCK-50/untyped", "Stops have no type.", func(ev wire.Value) []wire.Value {
			if ev.Get("type").Text() == words.StopEvent {
				return plant.Only(ev.Without("type"))
			}
			return plant.Only(ev)
		}),
		each("BLOCK-52/input-delta", "The input comes in a delta.", func(ev wire.Value) []wire.Value {
			b := ev.Get("content_block")
			if b.Get("type").Text() != words.ToolUse {
				return plant.Only(ev)
			}
			delta := wire.Obj(wire.M("type", wire.Str("input_json_delta")), wire.M("partial_json", asText(b.Get("input"))))
			return []wire.Value{words.Edited(ev, wire.Obj(), "content_block", "input"),
				wire.Obj(wire.M("type", wire.Str(words.DeltaEvent)), wire.M("index", ev.Get("index")), wire.M("delta", delta))}
		}),
		each("BLOCK-52/content-delta", "The content comes in a delta, after an empty start.", func(ev wire.Value) []wire.Value {
			n, _ := ev.Get("index").Int64()
			b := ev.Get("content_block")
			if b.Get("type").Text() != words.ToolResult {
				return plant.Only(ev)
			}
			return []wire.Value{words.Edited(ev, wire.Str(""), "content_block", "content"), words.TextDelta(n, b.Get("content").Text())}
		}),
	}
}

// isBlock tells whether an event starts a block of that type.
func isBlock(ev wire.Value, kind string) bool {
	return ev.Get("content_block").Get("type").Text() == kind
}

// stopOf is where the block that starts at i stops; the length where nowhere.
func stopOf(events []wire.Value, i int) int {
	for j := i + 1; j < len(events); j++ {
		if events[j].Get("type").Text() == words.StopEvent && wire.Equal(events[j].Get("index"), events[i].Get("index")) {
			return j
		}
	}
	return len(events)
}

// renumbered gives the blocks the indices that they had, in the order of their
// starts: what is moved or inserted leaves no trace in them.
func renumbered(events []wire.Value) []wire.Value {
	out := append([]wire.Value(nil), events...)
	open := map[string]int64{}
	next := int64(0)
	for i, ev := range out {
		key := ev.Get("index").JSON()
		switch ev.Get("type").Text() {
		case words.StartEvent:
			open[key] = next
			next++
		case words.StopEvent, words.DeltaEvent:
		default:
			continue
		}
		if n, ok := open[key]; ok {
			out[i] = ev.With("index", wire.Int(n))
		}
	}
	return out
}

func orderFaults() []dialect.Fault {
	return []dialect.Fault{
		spoils("BLOCK-51/result-unstopped", "A result is never stopped.",
			func(events []wire.Value) []wire.Value { return without(events, words.ToolResult) }),
		each("BLOCK-51/two-stops", "Every stop comes twice.", func(ev wire.Value) []wire.Value {
			if ev.Get("type").Text() == words.StopEvent {
				return []wire.Value{ev, ev}
			}
			return plant.Only(ev)
		}),
		spoils("BLOCK-53/inside-call", "A call stops only after its result.", func(events []wire.Value) []wire.Value {
			for i, ev := range events {
				if !isBlock(ev, words.ToolUse) {
					continue
				}
				j := stopOf(events, i)
				end := events[j]
				rest := append([]wire.Value(nil), events[j+1:]...)
				return append(append(events[:j:j], rest...), end)
			}
			return events
		}),
		spoils("BLOCK-53/result-first", "The first result comes before its call.", func(events []wire.Value) []wire.Value {
			for i, ev := range events {
				if !isBlock(ev, words.ToolResult) {
					continue
				}
				moved := append(append([]wire.Value{ev, words.Stop(words.IndexOf(ev))}, events[:i]...), events[i+2:]...)
				return renumbered(moved)
			}
			return events
		}),
		spoils("BLOCK-59/pairs-swapped", "Neighbours trade their indices.", func(events []wire.Value) []wire.Value {
			for i, ev := range events {
				if n, ok := ev.Get("index").Int64(); ok {
					events[i] = ev.With("index", wire.Int(n^1))
				}
			}
			return events
		}).Warning(),
	}
}

// without drops the stop of the first block of a type.
func without(events []wire.Value, kind string) []wire.Value {
	for i, ev := range events {
		if !isBlock(ev, kind) {
			continue
		}
		if j := stopOf(events, i); j < len(events) {
			return append(events[:j:j], events[j+1:]...)
		}
	}
	return events
}
