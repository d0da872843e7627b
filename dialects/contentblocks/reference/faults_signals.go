package reference

import (
	"slices"

	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

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
		hears("BLOCK-01/input-of-deltas", func(c *client, ev wire.Value) wire.Value {
			piece := ev.Find("/delta/partial_json").Text()
			if o := c.open[wire.Int(words.IndexOf(ev)).Literal()]; typed(words.DeltaEvent)(ev) && o != nil && o.use != nil && piece != "" {
				o.use.input = wire.Str(o.use.input.Text() + piece) // an object has no text
				if whole, ok := wire.ParseText(o.use.input.Text()); ok {
					o.use.input = whole
				}
			}
			return ev
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
