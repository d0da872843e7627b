package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
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
	call, result, stop := starting(words.ToolUse), starting(words.ToolResult), typed(words.StopEvent)
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
		noting("BLOCK-12/bare-results", typed(words.ToolResult), func(c *client, ev wire.Value) { c.apply(read(ev)) }),
		edits("BLOCK-12/is-error", plant.All(result, is("/content_block/is_error", wire.Value.IsFalse)), with("success")),
		edits("BLOCK-12/is-error-true", plant.All(result, is("/content_block/is_error", wire.Value.IsTrue)), with("error")),
		upon("BLOCK-12/error-event-ends", typed("error"), deaf),
		upon("BLOCK-06/error-event-stops", typed("error"), stopAll, "BLOCK-12"),
		edits("BLOCK-12/any-start", func(ev wire.Value) bool {
			return strings.HasSuffix(ev.Get("type").Text(), "_start") && ev.Get("content_block").IsObject()
		}, plant.Having("type", wire.Str(words.StartEvent)), "BLOCK-01"),
		edits("BLOCK-12/own-id", plant.All(result, holds("id")),
			inBlock(func(b wire.Value) wire.Value { return b.With("tool_use_id", b.Get("id")) })),
		noting("BLOCK-12/call-with-status", plant.All(call, holds("status")), func(c *client, ev wire.Value) {
			c.waiting[ev.Find("/content_block/id").Text()] = read(ev.Get("content_block"))
		}),
		noting("BLOCK-12/stop-with-block", plant.All(stop, holds("tool_use_id")), func(c *client, ev wire.Value) {
			c.apply(read(ev.Get("content_block")))
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
		noting("BLOCK-12/stop-tells", plant.All(stop, is("/status", wire.Value.IsString)), func(c *client, ev wire.Value) {
			if o := c.open[ev.Get("index").Literal()]; o != nil && o.result != nil {
				o.result.status = ev.Get("status").Text()
			}
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
	// stopping is a client that does something at a stop, nil for what was never started, stray one that does it at such a stop.
	stopping := func(id string, do func(c *client, o *openBlock)) plant.Row {
		return does(id, func(m *manner) {
			m.closes = func(c *client, index string) string { do(c, c.open[index]); return index }
		})
	}
	stray := func(id string, do func(*client)) plant.Row {
		return stopping(id, func(c *client, o *openBlock) {
			if o == nil {
				do(c)
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
		finishes("BLOCK-17/unstopped-hides", func(c *client) {
			if i := slices.IndexFunc(c.blocks, func(t *toolBlock) bool { return t.open }); i >= 0 {
				c.blocks = c.blocks[:i+1]
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
		stopping("BLOCK-03/emptied-by-a-stop", func(_ *client, o *openBlock) {
			if o != nil && o.use != nil && wire.Equal(o.use.result, wire.Str("")) {
				o.use.result = wire.Value{}
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

// callNames are members in which other wires name a call.
var callNames = []string{"parent_tool_use_id", "tool_call_id", "id"}

// signalFaults: what looks like a signal is taken for one.
func signalFaults() []plant.Row {
	// named reads a result as one of the call that another of its members names.
	named := func(id string, so func(c *client, b wire.Value) bool, also ...string) plant.Row {
		return hears(id, func(c *client, ev wire.Value) wire.Value {
			b := ev.Get("content_block")
			if !starting(words.ToolResult)(ev) || !so(c, b) {
				return ev
			}
			for _, name := range callNames {
				if b.Has(name) {
					return inBlock(plant.Having("tool_use_id", b.Get(name)))(ev)
				}
			}
			return ev
		}, also...)
	}
	return []plant.Row{
		pairs("BLOCK-02/second-to-namesake", func(c *client, r *resultBlock) *toolBlock {
			t := c.byID[r.callID]
			if t == nil || unanswered(t) {
				return t
			}
			return c.find(func(other *toolBlock) bool { return unanswered(other) && other.name == t.name })
		}),
		named("BLOCK-13/unknown-id-elsewhere", func(c *client, b wire.Value) bool {
			return b.Get("tool_use_id").IsString() && c.byID[b.Get("tool_use_id").Text()] == nil
		}, "BLOCK-02"),
		named("BLOCK-02/missing-id-elsewhere", func(_ *client, b wire.Value) bool { return b.Get("tool_use_id").IsNull() }),
		merges("BLOCK-04/artifact-tells-failure", func(_ *client, t *toolBlock, r *resultBlock) {
			t.failed = t.failed || tellsFailure(r.artifact)
		}),
		merges("BLOCK-04/failure-by-first-word", func(_ *client, t *toolBlock, r *resultBlock) {
			t.failed = t.failed || plant.Failing(r.content)
		}),
		merges("BLOCK-05/artifact-of-content", func(_ *client, t *toolBlock, r *resultBlock) {
			if inner, ok := wire.ParseText(r.content.Text()); ok && r.artifact.IsNull() {
				t.artifact = inner.Get("artifact")
			}
		}),
		noting("BLOCK-01/input-of-deltas", typed(words.DeltaEvent), func(c *client, ev wire.Value) {
			piece := ev.Find("/delta/partial_json").Text()
			if o := c.open[wire.Int(words.IndexOf(ev)).Literal()]; o != nil && o.use != nil && piece != "" {
				o.use.input = wire.Str(o.use.input.Text() + piece) // an object has no text
				if whole, ok := wire.ParseText(o.use.input.Text()); ok {
					o.use.input = whole
				}
			}
		}),
		admitting("BLOCK-01/name-cut-at-128", func(_ *client, t *toolBlock) { t.name = t.name[:min(len(t.name), 128)] }),
		admitting("BLOCK-01/name-cut-at-1000", func(_ *client, t *toolBlock) { t.name = t.name[:min(len(t.name), 1000)] }),
		edits("BLOCK-12/arguments-member", func(ev wire.Value) bool {
			b := ev.Get("content_block")
			return starting(words.ToolUse)(ev) && wire.EmptyObject(b.Get("input")) && b.Get("arguments").IsObject()
		}, inBlock(func(b wire.Value) wire.Value { return b.With("input", b.Get("arguments")) }), "BLOCK-01"),
		edits("BLOCK-01/mcp-calls", starting("mcp_tool_use"), inBlock(plant.Having("type", wire.Str(words.ToolUse)))),
		edits("BLOCK-12/any-case", func(ev wire.Value) bool { return ev.Get("type").Text() == "CONTENT_BLOCK_START" },
			plant.Having("type", wire.Str(words.StartEvent))),
		admitting("ROBUST-03/answered-are-evicted", func(c *client, _ *toolBlock) {
			if i := slices.IndexFunc(c.blocks, func(t *toolBlock) bool { return !unanswered(t) }); i >= 0 && len(c.blocks) >= 128 {
				c.blocks = slices.Delete(c.blocks, i, i+1)
			}
		}),
		does("BLOCK-08/only-the-last-stops", func(m *manner) {
			m.terminate = func(c *client) {
				for i, t := range c.blocks {
					t.stopped, t.streaming = true, t.streaming && i < len(c.blocks)-1
				}
			}
		}),
	}
}

func tellsFailure(artifact wire.Value) bool {
	return artifact.Get("type").Text() == "error" || artifact.Has("error") || artifact.Get("success").IsFalse()
}

// toldSignalFaults are those of servers.
func toldSignalFaults() []plant.Row {
	failed := func(slug string, so func(r *transcript.Item) bool) plant.Row {
		return hearsItems("BLOCK-56/"+slug, transcript.Result, func(r *transcript.Item) {
			if r.Status == transcript.Success && so(r) {
				r.Status = transcript.Error
			}
		})
	}
	return []plant.Row{
		failed("failure-by-first-word", func(r *transcript.Item) bool { return plant.Failing(r.Content) }),
		failed("artifact-tells-failure", func(r *transcript.Item) bool { return tellsFailure(r.Artifact) }),
		hearsItems("BLOCK-56/artifact-of-content", transcript.Result, func(r *transcript.Item) {
			if r.Artifact.IsNull() && r.Content.Has("artifact") {
				r.Artifact = r.Content.Get("artifact")
			}
		}),
		hearsItems("BLOCK-58/name-cut-at-128", transcript.Call, func(c *transcript.Item) { c.Name = c.Name[:min(len(c.Name), 128)] }),
		hearsItems("BLOCK-58/name-cut-at-1000", transcript.Call, func(c *transcript.Item) { c.Name = c.Name[:min(len(c.Name), 1000)] }),
		hearsInputs("members-of-blocks-lost", plant.Lacking("tool_content_message", "message_id")),
		hearsInputs("input-unwrapped", plant.Unwrapped),
	}
}

// sharedConsumerFaults are those that consumers have on every wire, and each shared change of a text wherever a block shows one.
func sharedConsumerFaults() []plant.Row {
	shown := plant.Shown{
		Calls: "/blocks", ID: "id", Name: "name", Arguments: "input",
		Is:      func(b wire.Value) bool { return b.Get("type").Text() == words.ToolUse },
		OfCalls: "BLOCK-01", OfArguments: "BLOCK-01", OfOrder: "BLOCK-01", OfTwins: "BLOCK-11",
		Except: []string{"doubles"}, // numbers are spoilt in artifacts, too
	}
	at := func(member string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return shown.At(member, plant.Deep(e)) }
	}
	labels := plant.Product([]plant.Place{
		{Slug: "label", Title: "A label", Requirement: "BLOCK-19", Plant: at("tool_content_message")},
	}, plant.Changes())
	for i := range labels {
		labels[i].Warns = true
	}
	whole := func(member string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return shown.At(member, e) }
	}
	return slices.Concat(shown.Faults(), labels, plant.Product([]plant.Place{
		{Slug: "input", Title: "Inputs", Requirement: "BLOCK-01", Plant: whole("input")},
		{Slug: "artifact", Title: "Artifacts", Requirement: "BLOCK-05", Plant: whole("artifact")},
	}, plant.Tidied()), plant.Product([]plant.Place{
		{Slug: "content", Title: "A content", Requirement: "BLOCK-03", Plant: at("toolResult")},
		{Slug: "artifact", Title: "An artifact", Requirement: "BLOCK-05", Plant: at("artifact")},
	}, plant.Changes()))
}

// sharedProducerFaults are those that producers have on every wire, and each shared change of a text wherever a block tells one.
func sharedProducerFaults() []plant.Row {
	told := plant.Told{
		Name: "/content_block/name", ID: "/content_block/id", OfCalls: "BLOCK-58", OfCut: "BLOCK-57", OfError: "BLOCK-57",
		// Inputs are values, and no text is cut; another id is one that its result doesn't have.
		Except: []string{"p-malformed-empty", "p-pieces-any-case", "p-empty-stop-is-stop", "p-cut-completed",
			"p-doubles-in-result", "id-lower"},
	}
	at := func(member string) func(plant.Edit) plant.Plant {
		return func(e plant.Edit) plant.Plant { return told.At("/content_block/"+member, plant.Deep(e)) }
	}
	names := plant.Product([]plant.Place{
		{Slug: "name", Title: "A name", Requirement: "BLOCK-58", Plant: at("name")},
	}, plant.Named("cut-at-nul", "unescaped", "crlf", "falsy-lost", "printed-anew"))
	inputs := func(e plant.Edit) plant.Plant { return told.At("/content_block/input", e) }
	return slices.Concat(told.Faults(), names, plant.Product([]plant.Place{
		{Slug: "input", Title: "Inputs", Requirement: "BLOCK-58", Plant: inputs},
	}, plant.Tidied()), plant.Product([]plant.Place{
		{Slug: "content", Title: "A content", Requirement: "BLOCK-56", Plant: at("content")},
		{Slug: "artifact", Title: "An artifact", Requirement: "BLOCK-56", Plant: at("artifact")},
		{Slug: "input", Title: "An input", Requirement: "BLOCK-58", Plant: at("input")},
	}, plant.Changes()))
}
