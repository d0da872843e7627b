package reference

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

//go:embed titles_producer.txt
var producerTitles string

// ProducerFaults are faulty servers: the reference's events, spoilt. Their titles stand in titles_producer.txt.
func ProducerFaults() []dialect.Fault {
	rows := slices.Concat(shapeFaults(), orderFaults(), countFaults(), stopFaults(), robustServerFaults(), resultTurnFaults(),
		callTurnFaults(), textFaults(), toldSignalFaults(),
		keyed(plant.Keys(), func(k plant.Key) plant.Row { // a result's id is only like the call's
			return starts("ROBUST-05/"+k.Slug, words.ToolResult, plant.Inside("/tool_use_id", plant.Text(k.Of)))
		}), sharedProducerFaults())
	return append(plant.Faults(words.Producer(), plant.Titled(producerTitles, rows)),
		dialect.Leaks(words.Producer(), "text", "order", "artifact")...)
}

// spoils is a server whose events are changed as a whole.
func spoils(id string, change plant.List, also ...string) plant.Row {
	return plant.New(id, plant.Told{}.Events(change), also...)
}

// starts is a server that starts its blocks of a type in another way.
func starts(id, kind string, edit plant.Edit) plant.Row {
	return spoils(id, plant.Each(starting(kind), inBlock(edit)))
}

// hearsTurn hears another transcript than it was given, hearsItems other items of a kind.
func hearsTurn(id string, edit func(*transcript.Transcript)) plant.Row {
	return plant.New(id, plant.HearsTurn(edit))
}

func hearsItems(id string, kind transcript.Kind, edit func(*transcript.Item)) plant.Row {
	return hearsTurn(id, func(t *transcript.Transcript) {
		for i := range t.Items {
			if t.Items[i].Kind == kind {
				edit(&t.Items[i])
			}
		}
	})
}

// hearsInputs hears other inputs of calls.
func hearsInputs(slug string, edit plant.Edit) plant.Row {
	return hearsItems("BLOCK-58/"+slug, transcript.Call, func(c *transcript.Item) { c.Input = edit(c.Input) })
}

func idText(ev wire.Value, member string) string { return ev.Get("content_block").Get(member).Text() }

func shapeFaults() []plant.Row {
	call, result, stop := starting(words.ToolUse), starting(words.ToolResult), typed(words.StopEvent)
	lacking := func(id string, of plant.Of, kind, member string) plant.Row {
		return starts(id, kind, plant.When(of, plant.Lacking(member)))
	}
	return []plant.Row{
		spoils("BLOCK-50/stop-without-index", plant.Each(stop, plant.Lacking("index"))),
		spoils("BLOCK-50/untyped", plant.Each(stop, plant.Lacking("type"))),
		lacking("BLOCK-50/no-input", func(b wire.Value) bool { return b.Get("input").Len() == 0 }, words.ToolUse, "input"),
		lacking("BLOCK-50/no-status", plant.Says("status", "success"), words.ToolResult, "status"),
		starts("BLOCK-50/null-content", words.ToolResult, plant.When(plant.Says("content", ""), plant.Having("content", wire.NullValue))),
		starts("BLOCK-50/no-id", words.ToolResult, plant.Moved("tool_use_id", "tool_call_id")),
		spoils("BLOCK-52/input-delta", plant.Many(call, func(ev wire.Value) []wire.Value {
			delta := wire.Obj(wire.T("type", "input_json_delta"), wire.T("partial_json", ev.Find("/content_block/input").JSON()))
			return []wire.Value{inBlock(plant.Having("input", wire.Obj()))(ev),
				wire.Obj(wire.T("type", words.DeltaEvent), wire.M("index", ev.Get("index")), wire.M("delta", delta))}
		})),
		spoils("BLOCK-52/content-delta", plant.Many(result, func(ev wire.Value) []wire.Value {
			return []wire.Value{inBlock(plant.Having("content", wire.Str("")))(ev),
				words.TextDelta(words.IndexOf(ev), idText(ev, "content"))}
		})),
	}
}

// stopOf is where the block that starts at i stops; the length where nowhere.
func stopOf(events []wire.Value, i int) int {
	for j := i + 1; j < len(events); j++ {
		if typed(words.StopEvent)(events[j]) && wire.Equal(events[j].Get("index"), events[i].Get("index")) {
			return j
		}
	}
	return len(events)
}

// renumbered gives the blocks the indices that they had, in the order of their starts: what is moved or inserted leaves no trace in them.
func renumbered(change plant.List) plant.List {
	return func(events []wire.Value) []wire.Value {
		events = change(slices.Clone(events))
		open := map[string]int64{}
		for i, ev := range events {
			key := ev.Get("index").JSON()
			if typed(words.StartEvent)(ev) {
				open[key] = int64(len(open))
			}
			if n, ok := open[key]; ok && strings.HasPrefix(ev.Get("type").Text(), "content_block_") {
				events[i] = ev.With("index", wire.Int(n))
			}
		}
		return events
	}
}

func orderFaults() []plant.Row {
	call, result := starting(words.ToolUse), starting(words.ToolResult)
	return []plant.Row{
		spoils("BLOCK-51/result-unstopped", plant.AtFirst(result, func(events []wire.Value, i int) []wire.Value {
			return wire.Omitting(events, stopOf(events, i))
		})),
		spoils("BLOCK-51/two-stops", plant.Many(typed(words.StopEvent), plant.Twice)),
		spoils("BLOCK-53/inside-call", plant.AtFirst(call, func(events []wire.Value, i int) []wire.Value {
			j := stopOf(events, i)
			return append(slices.Delete(slices.Clone(events), j, j+1), events[j])
		})),
		spoils("BLOCK-53/result-first", renumbered(plant.AtFirst(result, func(events []wire.Value, i int) []wire.Value {
			return slices.Concat(events[i:i+2], events[:i], events[i+2:])
		}))),
		spoils("BLOCK-59/pairs-swapped", plant.Each(plant.Has("index"), func(ev wire.Value) wire.Value {
			return ev.With("index", wire.Int(words.IndexOf(ev)^1))
		})).Warn(),
	}
}

// countFaults: calls and results that are too many or too few, or in another order.
func countFaults() []plant.Row {
	call, result := starting(words.ToolUse), starting(words.ToolResult)
	twice := func(of plant.Of) plant.List {
		return renumbered(plant.AtFirst(of, func(events []wire.Value, i int) []wire.Value {
			return slices.Insert(events, i+2, words.Block(int64(len(events))+50, events[i].Get("content_block"))...)
		}))
	}
	return []plant.Row{
		spoils("BLOCK-54/twice", twice(result)), spoils("BLOCK-55/call-twice", twice(call)),
		spoils("BLOCK-54/no-empty-result", plant.Drop(plant.All(result, func(ev wire.Value) bool { return idText(ev, "content") == "" }))),
		spoils("BLOCK-54/same-call-once", func(events []wire.Value) []wire.Value {
			seen, again := map[string]bool{}, map[string]bool{}
			return without(func(ev wire.Value) bool {
				if key := idText(ev, "name") + ev.Find("/content_block/input").JSON(); call(ev) {
					again[idText(ev, "id")], seen[key] = seen[key], true
				}
				return result(ev) && again[idText(ev, "tool_use_id")]
			})(events)
		}),
		starts("BLOCK-55/result-id", words.ToolResult,
			plant.Inside("/tool_use_id", plant.Text(func(s string) string { return "res_" + s }))),
		spoils("BLOCK-55/calls-left-out", func(events []wire.Value) []wire.Value {
			last := wire.Value{}
			for _, ev := range events {
				if call(ev) {
					last = ev
				}
			}
			return without(func(ev wire.Value) bool { return call(ev) && wire.Equal(ev, last) })(events)
		}),
		spoils("BLOCK-58/reversed", func(events []wire.Value) []wire.Value {
			a, r := slices.IndexFunc(events, call), slices.IndexFunc(events, result)
			if a < 0 {
				return events
			}
			if b := slices.IndexFunc(events[a+1:], call) + a + 1; b > a && (r < 0 || b < r) {
				plant.Exchange(events, a, b, "content_block")
			}
			return events
		}),
		spoils("BLOCK-58/open-call-left-out", func(events []wire.Value) []wire.Value {
			answered := map[string]bool{}
			for _, ev := range events {
				answered[idText(ev, "tool_use_id")] = true
			}
			return without(func(ev wire.Value) bool { return call(ev) && !answered[idText(ev, "id")] })(events)
		}),
		spoils("BLOCK-60/tool-name-of-the-last", func(events []wire.Value) []wire.Value {
			last := wire.Value{}
			for i, ev := range events {
				if call(ev) {
					last = ev.Get("content_block").Get("name")
				} else if result(ev) {
					events[i] = inBlock(plant.Having("tool_name", last))(ev)
				}
			}
			return events
		}),
	}
}

// without leaves out the blocks whose start is so, with their stops.
func without(of plant.Of) plant.List {
	return func(events []wire.Value) []wire.Value {
		var gone []int
		for i, ev := range events {
			if of(ev) {
				gone = append(gone, i, stopOf(events, i))
			}
		}
		return wire.Omitting(events, gone...)
	}
}

func terminal(ev wire.Value) bool {
	return starting(words.UserStopped)(ev) || starting(words.Failed)(ev)
}

// stopFaults: how a stopped turn ends.
func stopFaults() []plant.Row {
	return []plant.Row{
		spoils("BLOCK-57/no-terminal-on-error", without(starting(words.Failed))),
		spoils("BLOCK-57/open-as-success", plant.AtFirst(terminal, func(events []wire.Value, i int) []wire.Value {
			answered, out := map[string]bool{}, slices.Clone(events[:i])
			for _, ev := range out {
				answered[idText(ev, "tool_use_id")] = true
			}
			index := words.IndexOf(events[i])
			for _, ev := range events[:i] {
				if id := idText(ev, "id"); starting(words.ToolUse)(ev) && !answered[id] {
					out = append(out, words.Block(index, words.ResultBlock(id, "success", wire.Str("")))...)
					index++
				}
			}
			return out
		})),
		spoils("BLOCK-57/always-error", plant.Each(starting(words.UserStopped),
			func(ev wire.Value) wire.Value { return ev.With("content_block", words.Plain(words.Failed)) })),
		spoils("BLOCK-57/terminal-before-results", renumbered(plant.AtFirst(terminal, func(events []wire.Value, i int) []wire.Value {
			if i < 2 || !starting(words.ToolResult)(events[i-2]) {
				return events
			}
			return slices.Concat(events[:i-2], events[i:i+2], events[i-2:i])
		}))),
	}
}

func robustServerFaults() []plant.Row {
	ids := func(id string, edit func(string) string) plant.Row {
		return spoils(id, plant.Each(plant.Has("content_block"), allIDs(edit)))
	}
	most := func(id string, n int) plant.Row {
		return spoils(id, func(events []wire.Value) []wire.Value { return events[:min(n, len(events))] })
	}
	content := func(id string, n int) plant.Row {
		return starts(id, words.ToolResult, plant.Inside("/content", plant.Text(plant.Cut(n))))
	}
	input := func(id string, edit plant.Edit) plant.Row {
		return starts(id, words.ToolUse, plant.Inside("/input", edit))
	}
	return []plant.Row{
		most("ROBUST-03/1000-events", 1000), most("ROBUST-03/20000-events", 20000).Warn(),
		content("ROBUST-03/64-kib", 1<<16), content("ROBUST-03/4-mib", 4*words.MiB).Warn(),
		input("ROBUST-03/64-deep", func(v wire.Value) wire.Value { return dialect.CutDeep(v, 64) }),
		ids("ROBUST-05/trimmed", strings.TrimSpace), ids("ROBUST-05/lower-case", strings.ToLower),
		ids("ROBUST-05/composed", plant.Replaced("e\u0301", "\u00e9")), ids("ROBUST-05/255-bytes", plant.Cut(255)),
		starts("ROBUST-05/prototype", words.ToolUse, plant.When(func(b wire.Value) bool { return isProto(b.Get("id").Text()) },
			func(wire.Value) wire.Value { return words.Text("") })),
	}
}

// resultTurnFaults: results that come through changed.
func resultTurnFaults() []plant.Row {
	// results edits the results of which so is true, contents their contents and artifacts their artifacts.
	results := func(id string, so func(r *transcript.Item) bool, edit func(r *transcript.Item)) plant.Row {
		return hearsItems(id, transcript.Result, func(r *transcript.Item) {
			if so(r) {
				edit(r)
			}
		})
	}
	any := func(*transcript.Item) bool { return true }
	contents := func(slug string, so func(r *transcript.Item) bool, edit plant.Edit) plant.Row {
		return results("BLOCK-56/"+slug, so, func(r *transcript.Item) { r.Content = edit(r.Content) })
	}
	artifacts := func(slug string, so func(r *transcript.Item) bool, edit plant.Edit) plant.Row {
		return results("BLOCK-56/"+slug, so, func(r *transcript.Item) { r.Artifact = edit(r.Artifact) })
	}
	status := func(slug, to string, so func(r *transcript.Item) bool) plant.Row {
		return results("BLOCK-56/"+slug, so, func(r *transcript.Item) { r.Status = to })
	}
	isNumber := func(v wire.Value) bool { return v.IsFalse() || v.Literal() == "0" }
	isText := func(r *transcript.Item) bool { return r.Content.IsString() }
	rows := []plant.Row{
		status("cancelled-is-success", "success", func(r *transcript.Item) bool { return r.Status == "cancelled" }),
		status("only-texts-fail", "success", func(r *transcript.Item) bool { return r.Status == "error" && !isText(r) }),
		status("error-member", "error", func(r *transcript.Item) bool { return r.Content.Has("error") }),
		contents("falsy-is-empty", any, plant.When(isNumber, plant.Becomes(`""`))),
		artifacts("falsy-artifact", any, plant.When(isNumber, plant.Gone)),
		artifacts("error-without-artifact", func(r *transcript.Item) bool { return r.Status != "success" }, plant.Gone),
		contents("error-object-object", func(r *transcript.Item) bool { return r.Status == "error" && r.Content.IsObject() },
			plant.Becomes(`"[object Object]"`)),
		contents("null-worded", any, plant.When(wire.Value.IsNull, plant.Becomes(`"Tool execution failed"`))),
		contents("cancelled-emptied", func(r *transcript.Item) bool { return r.Status == "cancelled" && !isText(r) }, plant.Becomes(`""`)),
		contents("escaped", func(r *transcript.Item) bool { return !isText(r) },
			func(v wire.Value) wire.Value { return wire.Str(strings.ReplaceAll(v.JSON(), "<", "&lt;")) }),
		results("ROBUST-03/content-12-deep", any, func(r *transcript.Item) { r.Content = dialect.CutDeep(r.Content, 12) }),
		artifacts("artifact-nulls-dropped", any, withoutNulls), artifacts("artifact-text-read", any, plant.Parsed),
		artifacts("artifact-empty-text", func(r *transcript.Item) bool { return wire.Equal(r.Artifact, wire.Str("")) }, plant.Gone),
		hearsTurn("BLOCK-56/stopped-empty-cancelled", func(t *transcript.Transcript) {
			for i, item := range t.Items {
				if item.Status == "success" && item.Content.Text() == "" && t.StopReason() == transcript.UserStopped {
					t.Items[i].Status = "cancelled"
				}
			}
		}),
		hearsTurn("BLOCK-56/stopped-later-fail", func(t *transcript.Transcript) {
			answered := 0
			for i, item := range t.Items {
				if item.Kind != transcript.Result || t.StopReason() != transcript.Error {
					continue
				}
				if answered++; answered > 1 && item.Status == "success" {
					t.Items[i].Status = "error"
				}
			}
		}),
	}
	for _, member := range []string{"text", "error", "message", "result", "content", "output", "data", "value"} {
		rows = append(rows, contents("member-"+member, func(r *transcript.Item) bool { return r.Content.Has(member) },
			func(v wire.Value) wire.Value { return v.Get(member) }))
	}
	return rows
}

// callTurnFaults: calls that come through changed, or not at all.
func callTurnFaults() []plant.Row {
	return []plant.Row{
		hearsInputs("nulls-dropped", withoutNulls), hearsInputs("proto-lost", withoutProto),
		hearsInputs("label-lost", plant.Lacking("label")),
		hearsTurn("BLOCK-58/answered-once", func(t *transcript.Transcript) { *t = dialect.WithoutRepeats(*t) }),
		hearsTurn("BLOCK-58/call-behind-empty-text", func(t *transcript.Transcript) {
			lost, behind := map[string]bool{}, false
			t.Items = slices.DeleteFunc(t.Items, func(item transcript.Item) bool {
				lost[item.ID] = lost[item.ID] || behind && item.Kind == transcript.Call
				behind = item.Kind == transcript.Text && item.Text == ""
				return item.ID != "" && lost[item.ID]
			})
		}),
	}
}

// textFaults: text blocks that are started, stopped or filled wrongly.
func textFaults() []plant.Row {
	// longText changes the events at the deltas of long texts.
	longText := func(id string, change func(events []wire.Value, at int)) plant.Row {
		return spoils(id, func(events []wire.Value) []wire.Value {
			for i, ev := range events {
				if len(ev.Find("/delta/text").Text()) > 200 {
					change(events, i)
				}
			}
			return events
		})
	}
	messageID := func(slug string, edit plant.Edit, also ...string) plant.Row {
		return spoils("BLOCK-60/message-id-"+slug, plant.Each(plant.Has("message_id"), plant.Inside("/message_id", edit)), also...)
	}
	empty := func(ev wire.Value) bool { return typed(words.DeltaEvent)(ev) && ev.Find("/delta/text").Text() == "" }
	return []plant.Row{
		spoils("BLOCK-51/empty-text-unstopped", plant.AtFirst(empty,
			func(events []wire.Value, i int) []wire.Value { return slices.Delete(events, i, i+2) })),
		longText("BLOCK-51/long-text-twice", func(events []wire.Value, at int) { events[at] = events[at-1] }),
		longText("BLOCK-52/long-text-before", func(events []wire.Value, at int) {
			events[at] = events[at].With("index", wire.Int(max(0, words.IndexOf(events[at])-1)))
		}),
		messageID("trimmed", plant.Text(strings.TrimSpace)), messageID("lower", plant.Text(strings.ToLower)),
		messageID("number", func(v wire.Value) wire.Value {
			if digits := strings.TrimLeft(v.Text(), "0"); digits != "" && strings.Trim(digits, "0123456789") == "" {
				return wire.Num(digits)
			}
			return v
		}, "BLOCK-50"),
	}
}
