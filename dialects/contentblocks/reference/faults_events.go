package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

func terminalFaults() []plant.Row {
	unknown := func(id, kind string) plant.Row { return edits(id, starting(kind), plant.Gone) }
	return []plant.Row{
		ends("BLOCK-08/answered-stream-on", func(t *toolBlock) { t.streaming = !unanswered(t) }),
		ends("BLOCK-08/invented-empty", func(t *toolBlock) {
			if unanswered(t) {
				t.result, t.failed = wire.Str(""), true
			}
		}),
		unknown("BLOCK-08/error-unknown", words.Failed), unknown("BLOCK-08/stop-unknown", words.UserStopped),
		unknown("BLOCK-09/error-spins", words.Failed).Warn(),
	}
}

// familiar tells whether an event is one of a block.
func familiar(ev wire.Value) bool {
	return strings.HasPrefix(ev.Get("type").Text(), "content_block_") || strings.HasPrefix(ev.Get("type").Text(), "message_")
}

func unknownFaults() []plant.Row {
	call, result := starting(words.ToolUse), starting(words.ToolResult)
	holds := func(member string) plant.Of {
		return func(ev wire.Value) bool { return ev.Get("content_block").Has(member) }
	}
	is := func(pointer string, of plant.Of) plant.Of {
		return func(ev wire.Value) bool { return of(ev.Find(pointer)) }
	}
	with := func(status string) plant.Edit { return inBlock(plant.Having("status", wire.Str(status))) }
	deaf := func(c *client) { c.deaf = true }
	read := func(b wire.Value) *resultBlock {
		return &resultBlock{callID: b.Get("tool_use_id").Text(), content: b.Get("content"), status: b.Get("status").Text()}
	}
	return []plant.Row{
		upon("BLOCK-12/ping-ends", typed(words.Ping), deaf),
		upon("BLOCK-12/closes-all", plant.Not(familiar), func(c *client) { c.open = map[string]*openBlock{} }),
		hears("BLOCK-12/bare-results", func(c *client, ev wire.Value) wire.Value {
			if typed(words.ToolResult)(ev) {
				c.apply(read(ev))
			}
			return ev
		}),
		edits("BLOCK-12/is-error", plant.All(result, is("/content_block/is_error", wire.Value.IsFalse)), with("success")),
		edits("BLOCK-12/is-error-true", plant.All(result, is("/content_block/is_error", wire.Value.IsTrue)), with("error")),
		upon("BLOCK-12/error-event-ends", typed("error"), deaf),
		upon("BLOCK-06/error-event-stops", typed("error"), stopAll, "BLOCK-12"),
		edits("BLOCK-12/any-start", func(ev wire.Value) bool {
			return strings.HasSuffix(ev.Get("type").Text(), "_start") && ev.Get("content_block").IsObject()
		}, plant.Having("type", wire.Str(words.StartEvent)), "BLOCK-01"),
		edits("BLOCK-12/own-id", plant.All(result, holds("id")),
			inBlock(func(b wire.Value) wire.Value { return b.With("tool_use_id", b.Get("id")) })),
		hears("BLOCK-12/call-with-status", func(c *client, ev wire.Value) wire.Value {
			if b := ev.Get("content_block"); call(ev) && b.Has("status") {
				c.waiting[b.Get("id").Text()] = read(b)
			}
			return ev
		}),
		hears("BLOCK-12/stop-with-block", func(c *client, ev wire.Value) wire.Value {
			if typed(words.StopEvent)(ev) && holds("tool_use_id")(ev) {
				c.apply(read(ev.Get("content_block")))
			}
			return ev
		}),
		edits("BLOCK-12/event-id", plant.All(call, is("/id", wire.Value.IsString)), func(ev wire.Value) wire.Value {
			return inBlock(plant.Having("id", ev.Get("id")))(ev)
		}),
		edits("BLOCK-12/event-wins", plant.All(result, typed(words.StartEvent)), func(ev wire.Value) wire.Value {
			for _, name := range []string{"content", "status", "tool_use_id"} {
				if v := ev.Get(name); v.IsString() {
					ev = inBlock(plant.Having(name, v))(ev)
				}
			}
			return ev
		}),
		hears("BLOCK-12/stop-tells", func(c *client, ev wire.Value) wire.Value {
			o := c.open[ev.Get("index").Literal()]
			if status := ev.Get("status"); typed(words.StopEvent)(ev) && status.IsString() && o != nil && o.result != nil {
				o.result.status = status.Text()
			}
			return ev
		}),
		edits("BLOCK-12/inner-index", plant.All(typed(words.StartEvent), is("/content_block/index", plant.Not(wire.Value.IsNull))),
			func(ev wire.Value) wire.Value { return ev.With("index", ev.Find("/content_block/index")) }),
		edits("BLOCK-12/strict-members", holds("cache_control"), plant.Gone),
		does("BLOCK-12/spread", func(m *manner) {
			forged := map[string]wire.Value{}
			m.hear = func(_ *client, ev wire.Value) wire.Value {
				if b := ev.Get("content_block"); b.Has("toolResult") {
					forged[b.Get("id").Text()] = b.Get("toolResult")
				}
				return ev
			}
			m.finish = func(c *client) {
				for _, t := range c.blocks {
					if r, ok := forged[t.id]; ok {
						t.result = r
					}
				}
			}
		}),
	}
}

func indexFaults() []plant.Row {
	// stray is a client that does something at a stop for an index never started.
	stray := func(id string, do func(*client)) plant.Row {
		return does(id, func(m *manner) {
			m.closes = func(c *client, index string) string {
				if c.open[index] == nil {
					do(c)
				}
				return index
			}
		})
	}
	return []plant.Row{
		stray("BLOCK-17/crash", func(c *client) { c.crashed = true }),
		stray("BLOCK-17/stray-ends", func(c *client) { c.deaf = true }),
		edits("BLOCK-17/byte-indices", func(ev wire.Value) bool { return words.IndexOf(ev) > 255 },
			func(ev wire.Value) wire.Value { return ev.With("index", wire.Int(words.IndexOf(ev)%256)) }),
		does("BLOCK-17/index-once", func(m *manner) {
			used := map[string]bool{}
			m.hear = func(_ *client, ev wire.Value) wire.Value {
				index := ev.Get("index").Literal()
				if was := used[index]; typed(words.StartEvent)(ev) && was {
					return wire.Value{}
				}
				used[index] = used[index] || typed(words.StartEvent)(ev)
				return ev
			}
		}),
		does("BLOCK-17/unstopped-hides", func(m *manner) {
			m.finish = func(c *client) {
				if i := slices.IndexFunc(c.blocks, func(t *toolBlock) bool { return t.open }); i >= 0 {
					c.blocks = c.blocks[:i+1]
				}
			}
		}),
		hears("BLOCK-17/zero-is-none", func(c *client, ev wire.Value) wire.Value {
			n, ok := ev.Get("index").Int64()
			open := len(c.open)
			if !typed(words.StartEvent)(ev) {
				open--
			}
			if ok && n == 0 {
				return ev.With("index", wire.Int(int64(open)))
			}
			return ev
		}),
		leftBehind("BLOCK-05/of-its-index", "artifact", wire.Value.IsNull),
		leftBehind("BLOCK-03/of-its-index", "content", func(v wire.Value) bool { return v.Text() == "" }),
		does("BLOCK-03/emptied-by-a-stop", func(m *manner) {
			m.closes = func(c *client, index string) string {
				if o := c.open[index]; o != nil && o.use != nil && wire.Equal(o.use.result, wire.Str("")) {
					o.use.result = wire.Value{}
				}
				return index
			}
		}),
	}
}

// leftBehind is a client that gives a result without a member that of the one before at the same index.
func leftBehind(id, member string, without plant.Of) plant.Row {
	return does(id, func(m *manner) {
		last := map[string]wire.Value{}
		m.hear = func(_ *client, ev wire.Value) wire.Value {
			b, index := ev.Get("content_block"), ev.Get("index").Literal()
			if b.Get("type").Text() != words.ToolResult {
				return ev
			}
			before := last[index].Get(member)
			if last[index] = b; without(b.Get(member)) && !without(before) {
				return ev.With("content_block", b.With(member, before))
			}
			return ev
		}
	})
}

// envelopeFaults take the events of a message for more than they are.
func envelopeFaults() []plant.Row {
	stops := func(reasons ...string) plant.Of {
		return func(ev wire.Value) bool { return slices.Contains(reasons, ev.Find("/delta/stop_reason").Text()) }
	}
	emptyText := plant.All(starting(words.TextBlock),
		func(ev wire.Value) bool { return wire.Equal(ev.Find("/content_block/text"), wire.Str("")) })
	// forget loses the calls: what comes for them is an orphan.
	forget := func(c *client) { c.byID = map[string]*toolBlock{} }
	start, stop := typed(words.MessageStart), typed(words.MessageStop)
	return []plant.Row{
		upon("BLOCK-06/message-stop-ends", stop, stopAll), upon("BLOCK-06/message-start-ends", start, stopAll),
		upon("BLOCK-06/max-tokens-ends", stops("max_tokens", "refusal", "stop_sequence", "pause_turn"), stopAll),
		upon("BLOCK-06/end-turn-ends", stops("end_turn"), stopAll),
		upon("BLOCK-02/forgets-at-message-stop", stop, forget, "BLOCK-03", "BLOCK-10", "BLOCK-17"),
		upon("BLOCK-02/forgets-at-message-start", start, forget, "BLOCK-03", "BLOCK-10", "BLOCK-17"),
		upon("BLOCK-02/forgets-at-stop-reason", typed(words.MessageDelta), forget, "BLOCK-03", "BLOCK-10"),
		upon("BLOCK-02/forgets-at-empty-text", emptyText, forget, "BLOCK-03", "BLOCK-10", "BLOCK-17"),
		upon("BLOCK-02/deaf-behind-empty-text", emptyText, func(c *client) { c.deaf = true },
			"BLOCK-01", "BLOCK-03", "BLOCK-10", "BLOCK-17"),
		does("BLOCK-11/once-a-conversation", func(m *manner) {
			old := map[*toolBlock]bool{}
			m.hear = func(c *client, ev wire.Value) wire.Value {
				if start(ev) {
					for _, t := range c.blocks {
						old[t] = true
					}
				}
				return ev
			}
			m.admit = func(c *client, t *toolBlock, _ string) bool {
				return c.find(func(b *toolBlock) bool { return old[b] && equal(b, t) }) == nil
			}
		}, "BLOCK-01", "BLOCK-17"),
		admitting("BLOCK-02/cached-result", func(c *client, t *toolBlock) {
			if b := c.find(func(b *toolBlock) bool { return equal(b, t) && !unanswered(b) }); b != nil {
				t.result, t.failed, t.artifact = b.result, b.failed, b.artifact
			}
		}, "BLOCK-17"),
	}
}

// nearFaults take what is nearly the same for the same.
func nearFaults() []plant.Row {
	return []plant.Row{
		admits("BLOCK-11/label", func(c *client, t *toolBlock) bool {
			return t.label.IsNull() || c.find(func(b *toolBlock) bool {
				return unanswered(b) && equal(b, t) && wire.Equal(b.label, t.label)
			}) == nil
		}, "BLOCK-01"),
		admitting("BLOCK-01/input-of-a-sibling", func(c *client, t *toolBlock) {
			if b := c.find(func(b *toolBlock) bool {
				return unanswered(b) && b.name == t.name && t.input.Len() > 1 && names(b.input) == names(t.input)
			}); b != nil {
				t.input = b.input
			}
		}),
	}
}

// names are those of an object's members.
func names(v wire.Value) string {
	all := ""
	for _, m := range v.Members() {
		all += m.Name + "\x00"
	}
	return all
}
