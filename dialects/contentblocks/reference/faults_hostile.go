package reference

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/wire"
)

// hears is a client that takes an event in another way.
func hears(id, title string, hear func(*client, wire.Value) wire.Value) dialect.Fault {
	return does(id, title, func(m *manner) { m.hear = hear })
}

// familiar tells whether an event is one of a block.
func familiar(ev wire.Value) bool {
	return strings.HasPrefix(ev.Get("type").Text(), "content_block_") || strings.HasPrefix(ev.Get("type").Text(), "message_")
}

func unknownFaults() []dialect.Fault {
	return []dialect.Fault{
		hears("BLOCK-12/ping-ends", "A ping ends the stream.", func(c *client, ev wire.Value) wire.Value {
			c.deaf = c.deaf || ev.Get("type").Text() == words.Ping
			return ev
		}),
		hears("BLOCK-12/closes-all", "An unknown event closes what is open.", func(c *client, ev wire.Value) wire.Value {
			if !familiar(ev) {
				c.open = map[string]*openBlock{}
			}
			return ev
		}),
		hears("BLOCK-12/bare-results", "An event that is itself a tool_result is merged.", func(c *client, ev wire.Value) wire.Value {
			if ev.Get("type").Text() == words.ToolResult {
				c.apply(&resultBlock{callID: ev.Get("tool_use_id").Text(), content: ev.Get("content"), status: ev.Get("status").Text()})
			}
			return ev
		}),
		hears("BLOCK-12/is-error", "is_error decides, where a result has it.", func(_ *client, ev wire.Value) wire.Value {
			b := ev.Get("content_block")
			if b.Get("is_error").IsFalse() && b.Get("type").Text() == words.ToolResult {
				return ev.With("content_block", b.With("status", wire.Str("success")))
			}
			return ev
		}),
		hears("BLOCK-12/is-error-true", "A result with is_error is an error, whatever its status.",
			func(_ *client, ev wire.Value) wire.Value {
				if b := ev.Get("content_block"); b.Get("is_error").IsTrue() && b.Get("type").Text() == words.ToolResult {
					return words.Edited(ev, wire.Str("error"), "content_block", "status")
				}
				return ev
			}),
		hears("BLOCK-12/error-event-ends", "An event called error ends the stream.", func(c *client, ev wire.Value) wire.Value {
			c.deaf = c.deaf || ev.Get("type").Text() == "error"
			return ev
		}),
		also(hears("BLOCK-06/error-event-stops", "An event called error ends the turn as a terminal does.",
			func(c *client, ev wire.Value) wire.Value {
				if ev.Get("type").Text() == "error" {
					stopAll(c)
				}
				return ev
			}), "BLOCK-12"),
		also(hears("BLOCK-12/any-start", "Whatever ends in start and carries a block starts one.",
			func(_ *client, ev wire.Value) wire.Value {
				if strings.HasSuffix(ev.Get("type").Text(), "_start") && ev.Get("content_block").IsObject() {
					return ev.With("type", wire.Str(words.StartEvent))
				}
				return ev
			}), "BLOCK-01"),
		hears("BLOCK-12/own-id", "The id of a result, where it has one, is taken for its call's.",
			func(_ *client, ev wire.Value) wire.Value {
				if b := ev.Get("content_block"); b.Get("type").Text() == words.ToolResult && b.Has("id") {
					return words.Edited(ev, b.Get("id"), "content_block", "tool_use_id")
				}
				return ev
			}),
		hears("BLOCK-12/call-with-status", "A call with a content and a status is its own result.",
			func(c *client, ev wire.Value) wire.Value {
				if b := ev.Get("content_block"); b.Get("type").Text() == words.ToolUse && b.Has("status") {
					c.waiting[b.Get("id").Text()] = &resultBlock{content: b.Get("content"), status: b.Get("status").Text()}
				}
				return ev
			}),
		hears("BLOCK-12/stop-with-block", "A stop's block is what is merged.", func(c *client, ev wire.Value) wire.Value {
			if b := ev.Get("content_block"); ev.Get("type").Text() == words.StopEvent && b.Has("tool_use_id") {
				c.apply(&resultBlock{callID: b.Get("tool_use_id").Text(), content: b.Get("content"), status: b.Get("status").Text()})
			}
			return ev
		}),
		hears("BLOCK-12/event-id", "The id of an event is taken for its block's.", func(_ *client, ev wire.Value) wire.Value {
			if id := ev.Get("id"); id.IsString() && ev.Get("content_block").Get("type").Text() == words.ToolUse {
				return words.Edited(ev, id, "content_block", "id")
			}
			return ev
		}),
		hears("BLOCK-12/event-wins", "A result's members that stand on its event win over those in the block.",
			func(_ *client, ev wire.Value) wire.Value {
				if ev.Get("type").Text() == words.StartEvent && ev.Get("content_block").Get("type").Text() == words.ToolResult {
					for _, name := range []string{"content", "status", "tool_use_id"} {
						if v := ev.Get(name); v.IsString() {
							ev = words.Edited(ev, v, "content_block", name)
						}
					}
				}
				return ev
			}),
		hears("BLOCK-12/stop-tells", "A result ends with the status that its stop carries.", func(c *client, ev wire.Value) wire.Value {
			o := c.open[ev.Get("index").Literal()]
			if status := ev.Get("status"); ev.Get("type").Text() == words.StopEvent && status.IsString() && o != nil && o.result != nil {
				o.result.status = status.Text()
			}
			return ev
		}),
		hears("BLOCK-12/inner-index", "The index inside a block is taken for its event's.", func(_ *client, ev wire.Value) wire.Value {
			if i := ev.Get("content_block").Get("index"); !i.IsNull() && ev.Get("type").Text() == words.StartEvent {
				return ev.With("index", i)
			}
			return ev
		}),
		hears("BLOCK-12/strict-members", "A block with a member that is not known is dropped.", func(_ *client, ev wire.Value) wire.Value {
			for _, m := range ev.Get("content_block").Members() {
				if m.Name == "cache_control" {
					return wire.Value{}
				}
			}
			return ev
		}),
		does("BLOCK-12/spread", "Members of the wire overwrite those of the merged block.", func(m *manner) {
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

func orphanFaults() []dialect.Fault {
	orphan := func(id, title string, take func(*client, *resultBlock)) dialect.Fault {
		return does(id, title, func(m *manner) { m.orphan = take })
	}
	return []dialect.Fault{
		orphan("BLOCK-13/makes-a-block", "A result without its call makes a call.", func(c *client, r *resultBlock) {
			t := &toolBlock{id: r.callID, name: r.tool, input: wire.Obj(), history: c.history}
			mergeResult(c, t, r)
			c.blocks = append(c.blocks, t)
		}),
		orphan("BLOCK-13/leaks-artifact", "The artifact of a result without its call goes to the first call.",
			func(c *client, r *resultBlock) {
				if len(c.blocks) > 0 && !r.artifact.IsNull() {
					c.blocks[0].artifact = r.artifact
					merge := c.merge
					c.merge = func(c *client, t *toolBlock, late *resultBlock) {
						merge(c, t, late)
						c.blocks[0].artifact = r.artifact
					}
				}
			}),
		does("BLOCK-13/suffix", "An id that ends as a call's is taken for it.", func(m *manner) {
			m.pair = func(c *client, r *resultBlock) *toolBlock {
				if t := c.byID[r.callID]; t != nil {
					return t
				}
				return c.find(func(t *toolBlock) bool { return strings.HasSuffix(r.callID, t.id) })
			}
		}),
		orphan("BLOCK-13/blank-to-the-last", "A result with a blank id goes to the last call.", func(c *client, r *resultBlock) {
			if t := c.findLast(func(*toolBlock) bool { return true }); t != nil && strings.TrimSpace(r.callID) == "" {
				mergeResult(c, t, r)
			}
		}),
		does("BLOCK-13/case-blind", "Ids are compared without regard to case.", func(m *manner) {
			m.pair = func(c *client, r *resultBlock) *toolBlock {
				return c.find(func(t *toolBlock) bool { return strings.EqualFold(t.id, r.callID) && t.result.IsAbsent() })
			}
		}),
	}
}

// merges is a client that takes a second result in another way.
func merges(id, title string, merge func(c *client, t *toolBlock, r *resultBlock, old toolBlock)) dialect.Fault {
	return does(id, title, func(m *manner) {
		m.merge = func(c *client, t *toolBlock, r *resultBlock) {
			old := *t
			mergeResult(c, t, r)
			if !old.result.IsAbsent() {
				merge(c, t, r, old)
			}
		}
	})
}

func secondFaults() []dialect.Fault {
	return []dialect.Fault{
		merges("BLOCK-14/status-of-first", "The last content wins, the first status stays.",
			func(_ *client, t *toolBlock, _ *resultBlock, old toolBlock) { t.failed = old.failed }),
		merges("BLOCK-14/once-failed", "Once failed, failed for ever.",
			func(_ *client, t *toolBlock, _ *resultBlock, old toolBlock) { t.failed = t.failed || old.failed }),
		merges("BLOCK-14/artifact-of-first", "The first artifact stays, the last content wins.",
			func(_ *client, t *toolBlock, _ *resultBlock, old toolBlock) {
				if !old.artifact.IsNull() {
					t.artifact = old.artifact
				}
			}),
		also(merges("BLOCK-14/artifacts-joined", "The members of both artifacts are joined.",
			func(_ *client, t *toolBlock, _ *resultBlock, old toolBlock) {
				if t.artifact.IsObject() {
					for _, m := range old.artifact.Members() {
						if !t.artifact.Has(m.Name) {
							t.artifact = t.artifact.With(m.Name, m.Value)
						}
					}
				}
			}), "BLOCK-05"),
		merges("BLOCK-14/artifact-left-over", "The printed merge: an artifact stays where the second result has none.",
			func(_ *client, t *toolBlock, r *resultBlock, old toolBlock) {
				if r.artifact.IsNull() {
					t.artifact = old.artifact
				}
			}).Warning(),
		merges("BLOCK-14/both-dropped", "Two results cancel each other.", func(_ *client, t *toolBlock, _ *resultBlock, _ toolBlock) {
			t.result, t.failed, t.artifact = wire.Value{}, false, wire.Value{}
		}),
		does("BLOCK-18/third-block", "A second call with an id makes two more blocks.", func(m *manner) {
			m.admit = func(c *client, t *toolBlock, _ string) bool {
				if c.byID[t.id] != nil {
					c.blocks = append(c.blocks, t)
				}
				return true
			}
		}),
		does("BLOCK-18/crash", "A second call with an id is a crash.", func(m *manner) {
			m.admit = func(c *client, t *toolBlock, _ string) bool {
				c.crashed = c.crashed || c.byID[t.id] != nil
				return true
			}
		}),
		does("BLOCK-18/ends-stream", "A second call with an id ends the stream.", func(m *manner) {
			m.admit = func(c *client, t *toolBlock, _ string) bool { c.deaf = c.deaf || c.byID[t.id] != nil; return true }
		}),
		does("BLOCK-18/starts-over", "A second call with an id drops the calls before it.", func(m *manner) {
			m.admit = func(c *client, t *toolBlock, _ string) bool {
				if c.byID[t.id] != nil {
					c.blocks = nil
				}
				return true
			}
		}),
	}
}

func statusFaults() []dialect.Fault {
	return []dialect.Fault{
		does("BLOCK-15/missing-is-success", "A missing status is a success.", func(m *manner) {
			m.failed = func(s string) bool { return s != "success" && s != "" }
		}).Warning(),
		does("BLOCK-15/any-case", "SUCCESS is a success.", func(m *manner) {
			m.failed = func(s string) bool { return !strings.EqualFold(s, "success") }
		}).Warning(),
		does("BLOCK-15/contains-success", "Whatever contains the word success is one.", func(m *manner) {
			m.failed = func(s string) bool { return !strings.Contains(s, "success") }
		}).Warning(),
		does("BLOCK-15/ok", "The status ok is a success.",
			func(m *manner) { m.failed = func(s string) bool { return s != "success" && s != "ok" } }).Warning(),
		does("BLOCK-15/null-text", "Null content becomes the text null, and its error a success.", func(m *manner) {
			m.merge = func(c *client, t *toolBlock, r *resultBlock) {
				mergeResult(c, t, r)
				if r.content.Kind() == wire.Null {
					t.result, t.failed = wire.Str("null"), false
				}
			}
		}),
	}
}

func indexFaults() []dialect.Fault {
	stops := func(id, title string, closes func(*client, string) string) dialect.Fault {
		return does(id, title, func(m *manner) { m.closes = closes })
	}
	return []dialect.Fault{
		stops("BLOCK-17/crash", "A stop for an index never started is a crash.", func(c *client, index string) string {
			c.crashed = c.crashed || c.open[index] == nil
			return index
		}),
		stops("BLOCK-17/stray-ends", "A stop for an index never started ends the stream.", func(c *client, index string) string {
			c.deaf = c.deaf || c.open[index] == nil
			return index
		}),
		hears("BLOCK-17/byte-indices", "Of an index the last byte is read.", func(_ *client, ev wire.Value) wire.Value {
			if n, ok := ev.Get("index").Int64(); ok && n > 255 {
				return ev.With("index", wire.Int(n%256))
			}
			return ev
		}),
		does("BLOCK-17/index-once", "A block at an index that was used is dropped.", func(m *manner) { m.hear = onceOnly() }),
		does("BLOCK-17/unstopped-hides", "An unstopped call hides what comes after it.", func(m *manner) {
			m.finish = func(c *client) {
				hidden := false
				c.keep(func(t *toolBlock) bool {
					was := hidden
					hidden = hidden || t.open
					return !was
				})
			}
		}),
	}
}

// onceOnly drops starts at an index that was seen.
func onceOnly() func(*client, wire.Value) wire.Value {
	used := map[string]bool{}
	return func(_ *client, ev wire.Value) wire.Value {
		index := ev.Get("index").Literal()
		if ev.Get("type").Text() != words.StartEvent {
			return ev
		}
		if used[index] {
			return wire.Value{}
		}
		used[index] = true
		return ev
	}
}
