package reference

import (
	"sort"
	"strconv"
	"sync/atomic"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// ConsumerVariants are clients that take the other side of a free choice.
func ConsumerVariants() []dialect.Variant {
	list := append(choiceVariants(), displayVariants()...)
	return append(list, shapeVariants()...)
}

// variant is a fault's twin: planted the same way, and right.
func variant(f dialect.Fault) dialect.Variant {
	return dialect.Variant{ID: f.ID, Pair: f.Pair, Title: f.Title, Plant: f.Plant}
}

func choiceVariants() []dialect.Variant {
	hollow := func(id, title string, content wire.Value) dialect.Variant {
		return variant(does(id, title, func(m *manner) {
			m.merge = func(c *client, t *toolBlock, r *resultBlock) {
				if r.content.IsNull() {
					t.result, t.failed, t.artifact = content, c.failed(r.status), r.artifact
					return
				}
				mergeResult(c, t, r)
			}
		}))
	}
	return []dialect.Variant{
		variant(does("BLOCK-10/at-start", "A result is merged at its start.", func(m *manner) { m.early = true })),
		variant(does("BLOCK-10/dot-at-stop", "A result is merged at its start, its dot at its stop.", func(m *manner) {
			// The stop of any of its results settles a call: the first may never stop.
			running, kept := map[*toolBlock]map[string]bool{}, map[*resultBlock]bool{}
			m.early = true
			m.orphan = func(c *client, r *resultBlock) { kept[r] = true; c.waiting[r.callID] = r }
			m.merge = func(c *client, t *toolBlock, r *resultBlock) {
				if t.result.IsAbsent() && !r.content.IsNull() && !kept[r] {
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
		})),
		variant(does("BLOCK-14/first-wins", "The first result stays.", func(m *manner) {
			m.merge = func(c *client, t *toolBlock, r *resultBlock) {
				if t.result.IsAbsent() {
					mergeResult(c, t, r)
				}
			}
		})),
		hollow("BLOCK-15/held-empty", "A result without content is held as an empty text.", wire.Str("")),
		hollow("BLOCK-15/held-null", "A result without content is held: no toolResult, its flag and artifact.", wire.NullValue),
		variant(does("BLOCK-15/unknown-is-none", "A result of unknown status is no result.", func(m *manner) {
			m.merge = func(c *client, t *toolBlock, r *resultBlock) {
				if r.status == "success" || r.status == "error" || r.status == "cancelled" {
					mergeResult(c, t, r)
				}
			}
		})),
		variant(does("BLOCK-16/dropped", "A result before its call is dropped.",
			func(m *manner) { m.orphan = func(*client, *resultBlock) {} })),
		variant(does("BLOCK-17/unstopped-call-misses", "A call whose block never stopped gets no result.", func(m *manner) {
			var late []*resultBlock
			m.merge = func(c *client, t *toolBlock, r *resultBlock) { late = append(late, r) }
			m.finish = func(c *client) {
				for _, r := range late {
					if t := c.byID[r.callID]; t != nil && !t.open {
						mergeResult(c, t, r)
					}
				}
			}
		})),
		variant(does("BLOCK-17/open-results-count", "At the end of the stream, results that never stopped are merged.", func(m *manner) {
			m.finish = func(c *client) {
				for _, o := range c.open {
					if o.result != nil {
						c.apply(o.result)
					}
				}
			}
		})),
		variant(hears("BLOCK-17/messages-end-blocks", "Where a message begins or ends, what is open is forgotten.",
			func(c *client, ev wire.Value) wire.Value {
				if typed(words.MessageStart)(ev) || typed(words.MessageStop)(ev) {
					c.open = map[string]*openBlock{}
				}
				return ev
			})),
		variant(does("BLOCK-18/first-only", "A second call with an id is passed over.", func(m *manner) {
			m.admit = func(c *client, t *toolBlock, _ string) bool { return c.byID[t.id] == nil }
		})),
		variant(does("BLOCK-18/replaces", "A second call with an id takes the first one's place.", func(m *manner) {
			m.admit = func(c *client, t *toolBlock, _ string) bool {
				if old := c.byID[t.id]; old != nil {
					c.keep(func(b *toolBlock) bool { return b != old })
					delete(c.byID, t.id)
				}
				return true
			}
		})),
		variant(does("BLOCK-18/last-answered", "Of two calls with an id the last gets the results.", func(m *manner) {
			m.pair = func(c *client, r *resultBlock) *toolBlock {
				if c.byID[r.callID] == nil {
					return nil
				}
				return c.findLast(func(t *toolBlock) bool { return t.id == r.callID })
			}
		})),
		variant(hears("terminal/deaf", "After a terminal nothing is taken any more.", func(c *client, ev wire.Value) wire.Value {
			for _, t := range c.blocks {
				c.deaf = c.deaf || t.stopped
			}
			return ev
		})),
		variant(does("terminal/at-start", "The turn ends with the start of the terminal.", func(m *manner) {
			m.hear = func(c *client, ev wire.Value) wire.Value {
				if isBlock(ev, words.UserStopped) || isBlock(ev, words.Failed) {
					stopAll(c)
				}
				return ev
			}
		})),
		variant(does("terminal/later-calls-stopped", "What comes after a terminal is stopped too.", func(m *manner) {
			ended := false
			m.terminate = func(c *client) { ended = true; stopAll(c) }
			m.finish = func(c *client) {
				if ended {
					stopAll(c)
				}
			}
		})),
	}
}

func displayVariants() []dialect.Variant {
	return []dialect.Variant{
		variant(shows("isStreaming/never", "isStreaming is false always.",
			func(b wire.Value) wire.Value { return b.With("isStreaming", wire.Boolean(false)) })),
		variant(does("isStreaming/until-result", "A live call is streaming until its result or a terminal.", func(m *manner) {
			m.finish = func(c *client) {
				for _, t := range c.blocks {
					t.streaming = t.result.IsAbsent() && !t.stopped && !c.history
				}
			}
		})),
		variant(shows("BLOCK-19/name-as-label", "Without a label the name is shown.", func(b wire.Value) wire.Value {
			if b.Get("tool_content_message").IsNull() {
				return b.With("tool_content_message", b.Get("name"))
			}
			return b
		})),
		variant(does("toolResultError/stopped-calls", "A call that a terminal cut off is marked as failed.", func(m *manner) {
			m.terminate = func(c *client) {
				stopAll(c)
				for _, t := range c.blocks {
					t.failed = t.failed || t.result.IsAbsent()
				}
			}
			m.dot = func(t *toolBlock) string {
				if t.result.IsAbsent() && t.stopped {
					return "done"
				}
				return dotOf(t)
			}
		})),
	}
}

func shapeVariants() []dialect.Variant {
	return []dialect.Variant{
		variant(shows("key-order", "The members stand in another order.", dialect.Backwards)),
		variant(shows("extra-members", "Blocks have further members.", func(b wire.Value) wire.Value {
			return b.With("key", wire.Str("k-"+b.Get("id").Text())).With("receivedAt", wire.Int(1732180000)).With("toolStatus",
				wire.Str("completed")).With("index", wire.Int(99))
		})),
		variant(shows("nulls-absent", "What is null is left out.", withoutNulls)),
		variant(answers("other-blocks", "Blocks of other types stand among the calls.", func(blocks []wire.Value) []wire.Value {
			out := []wire.Value{wire.ParseString(`{"type":"text","text":"Looking it up.","isStreaming":false}`)}
			for _, b := range blocks {
				out = append(out, b, words.ResultBlock(b.Get("id").Text(), "success", wire.Str("x")), words.Plain("group"))
			}
			return append(out, words.Plain(words.UserStopped))
		})),
		variant(dialect.FaultOf(words.Consumer(), "FRAME-11/taken", "An event that the end of the input cut off is taken when it is whole.",
			func(right dialect.Answer) dialect.Answer {
				return func(input wire.Value) dialect.Observation {
					if chunks := input.Get("chunks"); chunks.IsArray() {
						input = input.With("chunks", chunks.Append(wire.Str("\n\n")))
					} else if chunks := input.Get("chunks_base64"); chunks.IsArray() {
						input = input.With("chunks_base64", chunks.Append(wire.Str("Cgo=")))
					}
					return right(input)
				}
			})),
		variant(dialect.FaultOf(words.Consumer(), "rejects-malformed",
			"An event that isn't an object with a type, or whose block isn't one, is refused.", func(right dialect.Answer) dialect.Answer {
				return func(input wire.Value) dialect.Observation {
					for _, ev := range input.Get("events").Items() {
						b := ev.Get("content_block")
						if !ev.IsObject() || ev.Get("type").Text() == words.StartEvent && b.IsObject() && !b.Get("type").IsString() {
							return dialect.Observation{Ending: dialect.Rejected, Reason: "no instance of the dialect"}
						}
					}
					return right(input)
				}
			})),
	}
}

// ProducerVariants are servers that take the other side of a free choice.
func ProducerVariants() []dialect.Variant {
	serves := func(id, title string, m serverManner) dialect.Variant {
		return variant(dialect.FaultOf(words.Producer(), id, title, func(dialect.Answer) dialect.Answer {
			return func(input wire.Value) dialect.Observation { return runServer(m, input) }
		}))
	}
	return []dialect.Variant{
		serves("BLOCK-57/answers-cancelled", "Open calls of a stopped turn are answered cancelled, without a terminal.",
			serverManner{cancel: true}),
		serves("BLOCK-57/answers-and-terminal", "Open calls are answered cancelled, and the terminal follows.", serverManner{both: true}),
		serves("BLOCK-57/always-terminal", "Every stopped turn ends with a terminal.", serverManner{always: true}),
		serves("BLOCK-59/from-seven", "Indices begin at 7 and rise by 3.", serverManner{first: 7, step: 3}),
		serves("message-frames", "The message's own events stand around.", serverManner{framed: true}),
		serves("pings", "Pings between the blocks.", serverManner{pings: true}),
		serves("bare", "No tool_name, message_id or label.", serverManner{bare: true}),
		serves("artifact-absent", "A result without artifact has no member for it.", serverManner{nullless: true}),
		serves("content-as-itself", "Content that is no text is sent as itself.", serverManner{raw: true}),
		serves("overlap", "A text block is open around each result.", serverManner{overlap: true}),
		serves("no-text", "Text goes another way.", serverManner{noText: true}),
		serves("whole-text", "Text stands in the start of its block.", serverManner{wholeText: true}),
		variant(spoils("calls-overlap", "A call stops after the next one has started.", overlapping)),
		variant(hearsTurn("results-last", "Results are sent after everything else, in the order of the calls.", resultsLast)),
		variant(hearsItems("content-null-empty", "The content null is sent as an empty text.", transcript.Result, func(r *transcript.Item) {
			if r.Content.IsNull() {
				r.Content = wire.Str("")
			}
		})),
		variant(each("key-order", "Members stand in another order.",
			func(ev wire.Value) []wire.Value { return plant.Only(dialect.Backwards(ev)) })),
		variant(each("extra-members", "Events and blocks have further members.", func(ev wire.Value) []wire.Value {
			if b := ev.Get("content_block"); b.IsObject() {
				ev = ev.With("content_block", b.With("created_at", wire.Int(1732180000)))
			}
			return plant.Only(ev.With("trace", wire.Str("t-4")))
		})),
		restless(),
	}
}

// overlapping moves the stop of the first call behind the start of a call that
// follows it at once.
func overlapping(events []wire.Value) []wire.Value {
	for i := range events {
		if i+2 < len(events) && isBlock(events[i], words.ToolUse) && isBlock(events[i+2], words.ToolUse) {
			events[i+1], events[i+2] = events[i+2], events[i+1]
			return events
		}
	}
	return events
}

func resultsLast(t transcript.Transcript) transcript.Transcript {
	position := map[string]int{}
	var first, results, last []transcript.Item
	for _, item := range t.Items {
		switch item.Kind {
		case transcript.Call:
			position[item.ID] = len(position)
			first = append(first, item)
		case transcript.Result:
			results = append(results, item)
		case transcript.Stop:
			last = append(last, item)
		default:
			first = append(first, item)
		}
	}
	sort.SliceStable(results, func(i, j int) bool { return position[results[i].ID] < position[results[j].ID] })
	return transcript.Transcript{MessageID: t.MessageID, Items: append(append(first, results...), last...)}
}

// restless is a server that tells the same turn in another way each time: other
// indices, another message id in its own events, text cut elsewhere, results in
// another order, pings now and then.
func restless() dialect.Variant {
	const title = "Every answer is put in another way: indices, pieces of text, the order of results, pings, ids of its own."
	return variant(dialect.FaultOf(words.Producer(), "restless", title, func(dialect.Answer) dialect.Answer {
		var answers atomic.Int64
		return func(input wire.Value) dialect.Observation {
			n := answers.Add(1)
			if t, err := transcript.Parse(input.Get("transcript")); err == nil && n%4 == 1 {
				input = input.With("transcript", resultsLast(t).JSON())
			}
			m := serverManner{first: n % 5, step: n % 3, framed: n%2 == 0, pings: n%3 == 0, nullless: n%2 == 1, raw: n%4 == 2,
				cancel: n%6 == 3, both: n%6 == 4, always: n%6 == 5, overlap: n%5 == 2, wholeText: n%7 == 0}
			return emitting(runServer(m, input), func(events []wire.Value) []wire.Value { return anew(events, n) })
		}
	}))
}

// anew cuts every text somewhere, and names the message and the time.
func anew(events []wire.Value, n int64) []wire.Value {
	var out []wire.Value
	for _, ev := range events {
		letters := []rune(ev.Get("delta").Get("text").Text())
		if ev.Get("type").Text() == words.MessageStart {
			ev = ev.With("message", wire.Obj(wire.M("id", wire.Str("msg_"+strconv.FormatInt(n, 36)))))
		}
		if cut := int(n) % (len(letters) + 1); len(letters) > 0 && n%3 > 0 {
			out = append(out, words.TextDelta(words.IndexOf(ev), string(letters[:cut])),
				words.TextDelta(words.IndexOf(ev), string(letters[cut:])))
			continue
		}
		out = append(out, ev.With("created_at", wire.Int(1732180000+n)))
	}
	return out
}
