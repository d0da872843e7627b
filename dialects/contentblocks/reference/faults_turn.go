package reference

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// countFaults: calls and results that are too many or too few.
func countFaults() []dialect.Fault {
	twice := func(kind string) func([]wire.Value) []wire.Value {
		return func(events []wire.Value) []wire.Value {
			for i, ev := range events {
				if isBlock(ev, kind) {
					again := append(events[:i+2:i+2], words.Block(int64(len(events))+50, ev.Get("content_block"))...)
					return renumbered(append(again, events[i+2:]...))
				}
			}
			return events
		}
	}
	return []dialect.Fault{
		spoils("BLOCK-54/twice", "The first result is sent twice.", twice(words.ToolResult)),
		each("BLOCK-54/no-empty-result", "A result without text is not sent.", func(ev wire.Value) []wire.Value {
			if isBlock(ev, words.ToolResult) && ev.Get("content_block").Get("content").Text() == "" {
				return nil
			}
			return plant.Only(ev)
		}),
		spoils("BLOCK-54/same-call-once", "Of two equal calls only one is answered.", answeredOnce),
		spoils("BLOCK-55/call-twice", "The first call is sent twice.", twice(words.ToolUse)),
		starts("BLOCK-55/result-id", "Results have ids of their own in the place of the call's.", words.ToolResult,
			func(b wire.Value) wire.Value {
				return b.With("tool_use_id", wire.Str("res_"+b.Get("tool_use_id").Text()))
			}),
		spoils("BLOCK-55/calls-left-out", "A call is sent by its result alone.",
			func(events []wire.Value) []wire.Value { return dropLast(events, words.ToolUse) }),
	}
}

// dropLast drops the last block of a type, with its stop.
func dropLast(events []wire.Value, kind string) []wire.Value {
	for i := len(events) - 1; i >= 0; i-- {
		if !isBlock(events[i], kind) {
			continue
		}
		if j := stopOf(events, i); j < len(events) {
			return append(append(events[:i:i], events[i+1:j]...), events[j+1:]...)
		}
	}
	return events
}

// turnFaults: what the stream says is not what the transcript says.
func turnFaults() []dialect.Fault {
	items := func(id, title string, edit func(*transcript.Item)) dialect.Fault {
		return hearsTurn(id, title, func(t transcript.Transcript) transcript.Transcript {
			out := transcript.Transcript{MessageID: t.MessageID}
			for _, item := range t.Items {
				edit(&item)
				out.Items = append(out.Items, item)
			}
			return out
		})
	}
	result := func(id, title string, edit func(*transcript.Item)) dialect.Fault {
		return items(id, title, func(item *transcript.Item) {
			if item.Kind == transcript.Result {
				edit(item)
			}
		})
	}
	call := func(id, title string, edit func(*transcript.Item)) dialect.Fault {
		return items(id, title, func(item *transcript.Item) {
			if item.Kind == transcript.Call {
				edit(item)
			}
		})
	}
	return []dialect.Fault{
		result("BLOCK-56/cancelled-is-success", "A cancelled call is told as a success.",
			func(r *transcript.Item) { r.Status = strings.ReplaceAll(r.Status, "cancelled", "success") }),
		result("BLOCK-56/falsy-is-empty", "0 and false are sent as an empty text.", func(r *transcript.Item) {
			if r.Content.IsFalse() || r.Content.Literal() == "0" {
				r.Content = wire.Str("")
			}
		}),
		result("BLOCK-56/falsy-artifact", "Artifacts of 0 and false are not sent.", func(r *transcript.Item) {
			if r.Artifact.IsFalse() || r.Artifact.Literal() == "0" {
				r.Artifact = wire.Value{}
			}
		}),
		result("BLOCK-56/error-without-artifact", "An error loses its artifact.", func(r *transcript.Item) {
			if r.Status != "success" {
				r.Artifact = wire.Value{}
			}
		}),
		call("BLOCK-58/nulls-dropped", "Members that are null are dropped from the input.",
			func(c *transcript.Item) { c.Input = withoutNulls(c.Input) }),
		spoils("BLOCK-58/reversed", "The first two calls trade places.", func(events []wire.Value) []wire.Value {
			first := -1
			for i, ev := range events {
				switch {
				case isBlock(ev, words.ToolResult):
					return events
				case !isBlock(ev, words.ToolUse):
				case first < 0:
					first = i
				default:
					a, b := events[first].Get("content_block"), ev.Get("content_block")
					events[first], events[i] = events[first].With("content_block", b), ev.With("content_block", a)
					return events
				}
			}
			return events
		}),
		spoils("BLOCK-58/open-call-left-out", "A call without result is not sent.", func(events []wire.Value) []wire.Value {
			answered := map[string]bool{}
			for _, ev := range events {
				answered[ev.Get("content_block").Get("tool_use_id").Text()] = true
			}
			for i, ev := range events {
				if isBlock(ev, words.ToolUse) && !answered[ev.Get("content_block").Get("id").Text()] {
					return append(events[:i:i], events[i+2:]...)
				}
			}
			return events
		}),
		spoils("BLOCK-60/tool-name-of-the-last", "tool_name is the name of the call that came last.",
			func(events []wire.Value) []wire.Value {
				last := wire.Value{}
				for i, ev := range events {
					if isBlock(ev, words.ToolUse) {
						last = ev.Get("content_block").Get("name")
					} else if isBlock(ev, words.ToolResult) {
						events[i] = words.Edited(ev, last, "content_block", "tool_name")
					}
				}
				return events
			}),
	}
}

// answeredOnce drops the result of a call that equals an earlier one.
func answeredOnce(events []wire.Value) []wire.Value {
	seen, skip := map[string]bool{}, map[string]bool{}
	var out []wire.Value
	dropped := wire.Value{}
	for _, ev := range events {
		b := ev.Get("content_block")
		switch {
		case isBlock(ev, words.ToolUse):
			key := b.Get("name").Text() + b.Get("input").JSON()
			skip[b.Get("id").Text()] = seen[key]
			seen[key] = true
		case isBlock(ev, words.ToolResult) && skip[b.Get("tool_use_id").Text()]:
			dropped = ev.Get("index")
			continue
		case ev.Get("type").Text() == words.StopEvent && wire.Equal(ev.Get("index"), dropped):
			continue
		}
		out = append(out, ev)
	}
	return out
}

// stopFaults: how a stopped turn ends.
func stopFaults() []dialect.Fault {
	isTerminal := func(ev wire.Value) bool { return isBlock(ev, words.UserStopped) || isBlock(ev, words.Failed) }
	return []dialect.Fault{
		spoils("BLOCK-57/no-terminal-on-error", "A turn that failed just ends.",
			func(events []wire.Value) []wire.Value { return dropLast(events, words.Failed) }),
		spoils("BLOCK-57/open-as-success", "Open calls are answered as empty successes.", func(events []wire.Value) []wire.Value {
			open := map[string]bool{}
			var order []string
			for i, ev := range events {
				b := ev.Get("content_block")
				switch {
				case isBlock(ev, words.ToolUse):
					open[b.Get("id").Text()] = true
					order = append(order, b.Get("id").Text())
				case isBlock(ev, words.ToolResult):
					delete(open, b.Get("tool_use_id").Text())
				case isTerminal(ev):
					out := append([]wire.Value(nil), events[:i]...)
					for k, id := range order {
						if open[id] {
							out = append(out, words.Block(words.IndexOf(ev)+int64(k), words.ResultBlock(id, "success", wire.Str("")))...)
						}
					}
					return out
				}
			}
			return events
		}),
		starts("BLOCK-57/always-error", "Every stop is told as an error.", words.UserStopped,
			func(wire.Value) wire.Value { return words.Plain(words.Failed) }),
		spoils("BLOCK-57/terminal-before-results", "The terminal comes before the last result.", func(events []wire.Value) []wire.Value {
			for i, ev := range events {
				if !isTerminal(ev) || i < 2 || !isBlock(events[i-2], words.ToolResult) {
					continue
				}
				moved := append(append([]wire.Value(nil), events[:i-2]...), events[i:i+2]...)
				return renumbered(append(moved, events[i-2:i]...))
			}
			return events
		}),
	}
}

func robustServerFaults() []dialect.Fault {
	ids := func(id, title string, edit func(string) string) dialect.Fault {
		return each(id, title, func(ev wire.Value) []wire.Value {
			for _, member := range []string{"id", "tool_use_id"} {
				if v := ev.Get("content_block").Get(member); v.IsString() {
					ev = words.Edited(ev, wire.Str(edit(v.Text())), "content_block", member)
				}
			}
			return plant.Only(ev)
		})
	}
	cut := func(id, title string, n int) dialect.Fault {
		return starts(id, title, words.ToolResult, func(b wire.Value) wire.Value {
			s := b.Get("content").Text()
			return b.With("content", wire.Str(s[:min(n, len(s))]))
		})
	}
	return []dialect.Fault{
		spoils("ROBUST-03/1000-events", "Events beyond the 1,000th are dropped.",
			func(events []wire.Value) []wire.Value { return events[:min(1000, len(events))] }),
		spoils("ROBUST-03/20000-events", "Events beyond the 20,000th are dropped.",
			func(events []wire.Value) []wire.Value { return events[:min(20000, len(events))] }).Warning(),
		cut("ROBUST-03/64-kib", "Contents are cut at 64 KiB.", 1<<16),
		cut("ROBUST-03/4-mib", "Contents are cut at 4 MiB.", 4*words.MiB).Warning(),
		starts("ROBUST-03/64-deep", "Inputs are cut at a depth of 64.", words.ToolUse,
			func(b wire.Value) wire.Value { return b.With("input", dialect.CutDeep(b.Get("input"), 64)) }),
		starts("ROBUST-04/doubles", "Numbers of the input are doubles.", words.ToolUse,
			func(b wire.Value) wire.Value { return b.With("input", dialect.Doubles(b.Get("input"))) }).Warning(),
		ids("ROBUST-05/trimmed", "Ids are trimmed.", strings.TrimSpace),
		ids("ROBUST-05/lower-case", "Ids are lower-cased.", strings.ToLower),
		ids("ROBUST-05/composed", "Ids are normalised.", func(s string) string { return strings.ReplaceAll(s, "e\u0301", "\u00e9") }),
		ids("ROBUST-05/255-bytes", "Ids are cut at 255 bytes.", func(s string) string { return s[:min(255, len(s))] }),
		starts("ROBUST-05/prototype", "A call whose id is a member of the language's objects is lost.", words.ToolUse,
			func(b wire.Value) wire.Value {
				if id := b.Get("id").Text(); id == "__proto__" || id == "constructor" {
					return words.Text("")
				}
				return b
			}),
	}
}
