package reference

import (
	"slices"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// ConsumerVariants are clients that take the other side of a free choice.
func ConsumerVariants() []dialect.Variant {
	return plant.Variants(words.Consumer(), plant.Titled(consumerTitles, slices.Concat(resultVariants(), callVariants(),
		displayVariants(), shapeVariants())))
}

// merging is a client that merges some results only, hollow one that takes those without content so.
func merging(id string, so func(t *toolBlock, r *resultBlock) bool) plant.Row {
	return does(id, func(m *manner) {
		m.merge = func(c *client, t *toolBlock, r *resultBlock) {
			if so(t, r) {
				mergeResult(c, t, r)
			}
		}
	})
}

func hollow(id string, content wire.Value) plant.Row {
	return merges(id, func(c *client, t *toolBlock, r *resultBlock) {
		if r.content.IsNull() {
			t.result, t.failed, t.artifact = content, c.failed(r.status), r.artifact
		}
	})
}

// resultVariants are about when and whether a result is merged.
func resultVariants() []plant.Row {
	return []plant.Row{
		does("BLOCK-10/at-start", func(m *manner) { m.early = true }),
		does("BLOCK-10/dot-at-stop", dotAtStop),
		merging("BLOCK-14/first-wins", func(t *toolBlock, _ *resultBlock) bool { return unanswered(t) }),
		hollow("BLOCK-15/held-empty", wire.Str("")), hollow("BLOCK-15/held-null", wire.NullValue),
		merging("BLOCK-15/unknown-is-none", func(_ *toolBlock, r *resultBlock) bool {
			return slices.Contains([]string{"success", "error", "cancelled"}, r.status)
		}),
		orphans("BLOCK-16/dropped", func(*client, *resultBlock) {}),
		does("BLOCK-17/unstopped-call-misses", func(m *manner) {
			var late []*resultBlock
			m.merge = func(c *client, t *toolBlock, r *resultBlock) { late = append(late, r) }
			m.finish = func(c *client) {
				for _, r := range late {
					if t := c.byID[r.callID]; t != nil && !t.open {
						mergeResult(c, t, r)
					}
				}
			}
		}),
		finishes("BLOCK-17/open-results-count", func(c *client) {
			for _, o := range c.open {
				if o.result != nil {
					c.apply(o.result)
				}
			}
		}),
		upon("BLOCK-17/messages-end-blocks", func(ev wire.Value) bool {
			return typed(words.MessageStart)(ev) || typed(words.MessageStop)(ev)
		}, func(c *client) { c.open = map[string]*openBlock{} }),
	}
}

// dotAtStop merges a result at its start, its dot at its stop: that of any of its results settles a call, as the first may never stop.
func dotAtStop(m *manner) {
	running, kept := map[*toolBlock]map[string]bool{}, map[*resultBlock]bool{}
	m.early = true
	m.orphan = func(c *client, r *resultBlock) { kept[r] = true; c.waiting[r.callID] = r }
	m.merge = func(c *client, t *toolBlock, r *resultBlock) {
		if unanswered(t) && !r.content.IsNull() && !kept[r] {
			running[t] = map[string]bool{}
		}
		if at := running[t]; at != nil {
			at[r.index] = true
		}
		mergeResult(c, t, r)
	}
	m.closes = func(_ *client, index string) string {
		for t, at := range running {
			if at[index] {
				delete(running, t)
			}
		}
		return index
	}
	m.dot = func(t *toolBlock) string {
		if _, is := running[t]; is && !t.history && !t.stopped {
			return "active"
		}
		return dotOf(t)
	}
}

// callVariants are about second calls with an id, and about terminals.
func callVariants() []plant.Row {
	return []plant.Row{
		admits("BLOCK-18/first-only", func(c *client, t *toolBlock) bool { return c.byID[t.id] == nil }),
		admitting("BLOCK-18/replaces", func(c *client, t *toolBlock) {
			if old := c.byID[t.id]; old != nil {
				c.keep(func(b *toolBlock) bool { return b != old })
				delete(c.byID, t.id)
			}
		}),
		pairs("BLOCK-18/last-answered", func(c *client, r *resultBlock) *toolBlock {
			if c.byID[r.callID] == nil {
				return nil
			}
			return c.findLast(func(t *toolBlock) bool { return t.id == r.callID })
		}),
		hears("terminal/deaf", func(c *client, ev wire.Value) wire.Value {
			for _, t := range c.blocks {
				c.deaf = c.deaf || t.stopped
			}
			return ev
		}),
		upon("terminal/at-start", terminal, stopAll),
		does("terminal/later-calls-stopped", func(m *manner) {
			m.terminate = func(c *client) {
				stopAll(c)
				c.finish = stopAll
			}
		}),
	}
}

func displayVariants() []plant.Row {
	return []plant.Row{
		at("isStreaming/never", "isStreaming", plant.Becomes("false")),
		finally("isStreaming/until-result", func(c *client, t *toolBlock) { t.streaming = unanswered(t) && !t.stopped && !c.history }),
		shows("BLOCK-19/name-as-label", func(b wire.Value) wire.Value {
			return b.Edit("/tool_content_message", plant.When(wire.Value.IsNull, func(wire.Value) wire.Value { return b.Get("name") }))
		}),
		does("toolResultError/stopped-calls", func(m *manner) {
			m.terminate = func(c *client) {
				stopAll(c)
				for _, t := range c.blocks {
					t.failed = t.failed || unanswered(t)
				}
			}
			m.dot = func(t *toolBlock) string {
				if unanswered(t) && t.stopped {
					return "done"
				}
				return dotOf(t)
			}
		}),
	}
}

func shapeVariants() []plant.Row {
	return []plant.Row{
		shows("key-order", dialect.Backwards),
		shows("extra-members", func(b wire.Value) wire.Value {
			return b.With("key", wire.Str("k-"+b.Get("id").Text())).With("receivedAt", wire.Int(1732180000)).With("toolStatus",
				wire.Str("completed")).With("index", wire.Int(99))
		}),
		shows("nulls-absent", withoutNulls),
		answers("other-blocks", func(blocks []wire.Value) []wire.Value {
			out := []wire.Value{wire.ParseString(`{"type":"text","text":"Looking it up.","isStreaming":false}`)}
			for _, b := range blocks {
				out = append(out, b, words.ResultBlock(b.Get("id").Text(), "success", wire.Str("x")), words.Plain("group"))
			}
			return append(out, words.Plain(words.UserStopped))
		}),
		plant.New("FRAME-11/taken", plant.Hearing(func(input wire.Value) wire.Value {
			more := func(piece string) plant.Edit {
				return plant.In(func(chunks []wire.Value) []wire.Value { return append(chunks, wire.Str(piece)) })
			}
			return input.Edit("/chunks", more("\n\n")).Edit("/chunks_base64", more("Cgo="))
		})),
		plant.New("rejects-malformed", func(right dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation {
				for _, ev := range input.Get("events").Items() {
					b, lacks := ev.Get("content_block"), func(name string) bool { return !ev.Get("content_block").Get(name).IsString() }
					bare := typed(words.ToolUse)(b) && lacks("name") || typed(words.ToolResult)(b) && lacks("tool_use_id")
					if !ev.IsObject() || bare || typed(words.StartEvent)(ev) && b.IsObject() && lacks("type") {
						return dialect.Observation{Ending: dialect.Rejected, Reason: "no instance of the dialect"}
					}
				}
				return right(input)
			}
		}),
	}
}

// ProducerVariants are servers that take the other side of a free choice.
func ProducerVariants() []dialect.Variant {
	serves := func(id string, m serverManner) plant.Row {
		return plant.New(id, func(dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation { return runServer(m, input) }
		})
	}
	rows := []plant.Row{
		serves("BLOCK-57/answers-cancelled", serverManner{cancel: true}), serves("BLOCK-57/answers-and-terminal", serverManner{both: true}),
		serves("BLOCK-57/always-terminal", serverManner{always: true}), serves("BLOCK-59/from-seven", serverManner{first: 7, step: 3}),
		serves("message-frames", serverManner{framed: true}), serves("pings", serverManner{pings: true}),
		serves("bare", serverManner{bare: true}), serves("artifact-absent", serverManner{nullless: true}),
		serves("content-as-itself", serverManner{raw: true}), serves("overlap", serverManner{overlap: true}),
		serves("no-text", serverManner{noText: true}), serves("whole-text", serverManner{wholeText: true}),
		spoils("calls-overlap", overlapping), hearsTurn("results-last", resultsLast),
		hearsItems("content-null-empty", transcript.Result, func(r *transcript.Item) {
			r.Content = plant.When(wire.Value.IsNull, plant.Becomes(`""`))(r.Content)
		}),
		spoils("key-order", plant.Each(plant.Every, dialect.Backwards)),
		spoils("extra-members", plant.Each(plant.Every, func(ev wire.Value) wire.Value {
			more := plant.When(wire.Value.IsObject, plant.Having("created_at", wire.Int(1732180000)))
			return inBlock(more)(ev).With("trace", wire.Str("t-4"))
		})),
	}
	return plant.Variants(words.Producer(), plant.Titled(producerTitles, append(rows, plant.Restless(rows, "bare", "no-text"))))
}

// overlapping moves the stop of the first call behind the start of a call that follows it at once.
func overlapping(events []wire.Value) []wire.Value {
	call := starting(words.ToolUse)
	for i := range events {
		if i+2 < len(events) && call(events[i]) && call(events[i+2]) {
			events[i+1], events[i+2] = events[i+2], events[i+1]
			return events
		}
	}
	return events
}

// resultsLast sends results after all else but the stop, in the order of their calls.
func resultsLast(t *transcript.Transcript) {
	position := map[string]int{}
	for _, c := range t.Calls() {
		position[c.ID] = c.Position
	}
	rank := func(item transcript.Item) int {
		switch item.Kind {
		case transcript.Result:
			return 1 + position[item.ID]
		case transcript.Stop:
			return 1 + len(position)
		}
		return 0
	}
	slices.SortStableFunc(t.Items, func(a, b transcript.Item) int { return rank(a) - rank(b) })
}
