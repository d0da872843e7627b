package reference

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
)

//go:embed titles_consumer.txt
var consumerTitles string

// ConsumerFaults are faulty clients. Most replace one step of the reference. Their titles stand in titles_consumer.txt.
func ConsumerFaults() []dialect.Fault {
	return plant.Faults(words.Consumer(), plant.Titled(consumerTitles, slices.Concat(callFaults(), pairingFaults(), contentFaults(),
		recordFaults(), displayFaults(), terminalFaults(), unknownFaults(), orphanFaults(), secondFaults(), statusFaults(), indexFaults(),
		metaFaults(), robustFaults(), keyed(plant.Keys(), func(k plant.Key) plant.Row { return pairs("ROBUST-05/"+k.Slug, pairing(k.Of)) }),
		envelopeFaults(), nearFaults(), signalFaults(), sharedConsumerFaults())))
}

// does is a client that does one step in another way.
func does(id string, edit func(*manner), also ...string) plant.Row {
	return plant.New(id, func(dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			m := plainly()
			edit(&m)
			return runClient(m, input)
		}
	}, also...)
}

// hears is a client that takes an event in another way, edits one that edits those of which so is true, and upon one that does
// something more when it hears them, noting one that does it with the event.
func hears(id string, hear func(*client, wire.Value) wire.Value, also ...string) plant.Row {
	return does(id, func(m *manner) { m.hear = hear }, also...)
}

func edits(id string, so plant.Of, edit plant.Edit, also ...string) plant.Row {
	return hears(id, func(_ *client, ev wire.Value) wire.Value { return plant.When(so, edit)(ev) }, also...)
}

func upon(id string, so plant.Of, do func(*client), also ...string) plant.Row {
	return noting(id, so, func(c *client, _ wire.Value) { do(c) }, also...)
}

func noting(id string, so plant.Of, do func(*client, wire.Value), also ...string) plant.Row {
	return hears(id, func(c *client, ev wire.Value) wire.Value {
		if so(ev) {
			do(c, ev)
		}
		return ev
	}, also...)
}

// admits is a client that makes a block of some calls only, admitting one that does something with each.
func admits(id string, admit func(c *client, t *toolBlock) bool, also ...string) plant.Row {
	return does(id, func(m *manner) { m.admit = func(c *client, t *toolBlock, _ string) bool { return admit(c, t) } }, also...)
}

func admitting(id string, do func(c *client, t *toolBlock), also ...string) plant.Row {
	return admits(id, func(c *client, t *toolBlock) bool { do(c, t); return true }, also...)
}

// pairs is a client that finds the call of a result in another way, falling one that does so where no call has its id.
func pairs(id string, pair func(*client, *resultBlock) *toolBlock, also ...string) plant.Row {
	return does(id, func(m *manner) { m.pair = pair }, also...)
}

func falling(id string, pair func(*client, *resultBlock) *toolBlock, also ...string) plant.Row {
	return pairs(id, func(c *client, r *resultBlock) *toolBlock {
		if t := c.byID[r.callID]; t != nil {
			return t
		}
		return pair(c, r)
	}, also...)
}

// orphans is a client that takes a result without its call in another way.
func orphans(id string, take func(*client, *resultBlock), also ...string) plant.Row {
	return does(id, func(m *manner) { m.orphan = take }, also...)
}

// merges is a client that changes a call behind the merge of a result.
func merges(id string, change func(c *client, t *toolBlock, r *resultBlock), also ...string) plant.Row {
	return does(id, func(m *manner) {
		m.merge = func(c *client, t *toolBlock, r *resultBlock) {
			mergeResult(c, t, r)
			change(c, t, r)
		}
	}, also...)
}

// says keeps a result's content in another way.
func says(id string, edit func(string) string) plant.Row {
	return merges(id, func(_ *client, t *toolBlock, _ *resultBlock) { t.result = plant.Text(edit)(t.result) })
}

// fails is a client that takes other statuses for errors.
func fails(id string, failed func(status string) bool) plant.Row {
	return does(id, func(m *manner) { m.failed = failed })
}

// finally changes every call at the end, finishes does something once then.
func finally(id string, change func(c *client, t *toolBlock)) plant.Row {
	return finishes(id, func(c *client) {
		for _, t := range c.blocks {
			change(c, t)
		}
	})
}

func finishes(id string, finish func(c *client)) plant.Row {
	return does(id, func(m *manner) { m.finish = finish })
}

// ends is a client that ends a turn in another way, and changes every call then.
func ends(id string, change func(t *toolBlock)) plant.Row {
	return does(id, func(m *manner) {
		m.terminate = func(c *client) {
			stopAll(c)
			for _, t := range c.blocks {
				change(t)
			}
		}
	})
}

// dots is a client that shows another dot where so is true.
func dots(id, dot string, so func(t *toolBlock) bool) plant.Row {
	return does(id, func(m *manner) {
		m.dot = func(t *toolBlock) string {
			if so(t) {
				return dot
			}
			return dotOf(t)
		}
	})
}

// shows is a client that shows a block in another way, at one of its members, answers one that answers with other blocks.
func shows(id string, edit plant.Edit) plant.Row {
	return plant.New(id, plant.Showing("/blocks/*", edit))
}

func at(id, member string, edit plant.Edit) plant.Row {
	return plant.New(id, plant.Showing("/blocks/*/"+member, edit))
}

func answers(id string, change plant.List) plant.Row {
	return plant.New(id, plant.Showing("/blocks", plant.In(change)))
}

func typed(kind string) plant.Of { return plant.Says("type", kind) }

// starting tells of events that start a block of a type.
func starting(kind string) plant.Of {
	return func(ev wire.Value) bool { return ev.Get("content_block").Get("type").Text() == kind }
}

// inBlock edits the block of an event.
func inBlock(edit plant.Edit) plant.Edit { return plant.Inside("/content_block", edit) }

// keep drops the blocks that don't pass.
func (c *client) keep(passes func(*toolBlock) bool) {
	c.blocks = slices.DeleteFunc(c.blocks, func(t *toolBlock) bool { return !passes(t) })
}

// find is the first block that passes, findLast the last one; nil where none does.
func (c *client) find(passes func(*toolBlock) bool) *toolBlock {
	if i := slices.IndexFunc(c.blocks, passes); i >= 0 {
		return c.blocks[i]
	}
	return nil
}

func (c *client) findLast(passes func(*toolBlock) bool) *toolBlock {
	for _, t := range slices.Backward(c.blocks) {
		if passes(t) {
			return t
		}
	}
	return nil
}

func anyCall(*toolBlock) bool { return true }

func unanswered(t *toolBlock) bool { return t.result.IsAbsent() }

func (t *toolBlock) clear() { t.result, t.failed, t.artifact = wire.Value{}, false, wire.Value{} }

// last does something with the block that began last, where there is one.
func (c *client) last(do func(t *toolBlock)) {
	if t := c.findLast(anyCall); t != nil {
		do(t)
	}
}

// equal: the calls say the same.
func equal(a, b *toolBlock) bool { return a.name == b.name && wire.Equal(a.input, b.input) }

func callFaults() []plant.Row {
	return []plant.Row{
		at("BLOCK-01/nulls-dropped", "input", withoutNulls), at("BLOCK-01/proto-lost", "input", withoutProto),
		shows("BLOCK-01/name-from-label", plant.When(func(b wire.Value) bool { return b.Get("tool_content_message").IsString() },
			func(b wire.Value) wire.Value { return b.With("name", b.Get("tool_content_message")) })),
		does("BLOCK-01/index-zero-is-none", func(m *manner) {
			m.admit = func(_ *client, _ *toolBlock, index string) bool { return index != "0" }
		}),
		finishes("BLOCK-01/shown-at-stop", func(c *client) { c.keep(func(t *toolBlock) bool { return !t.open }) }),
		upon("BLOCK-01/late-delta-erases", func(ev wire.Value) bool { return ev.Find("/delta/type").Text() == "input_json_delta" },
			func(c *client) { c.last(func(t *toolBlock) { t.input = wire.Obj() }) }),
		does("BLOCK-01/sorted-by-index-text", func(m *manner) {
			at := map[*toolBlock]string{}
			m.admit = func(_ *client, t *toolBlock, index string) bool { at[t] = index; return true }
			m.finish = func(c *client) {
				slices.SortStableFunc(c.blocks, func(a, b *toolBlock) int { return strings.Compare(at[a], at[b]) })
			}
		}),
		edits("BLOCK-01/any-tool-use", func(ev wire.Value) bool {
			return strings.HasSuffix(ev.Find("/content_block/type").Text(), words.ToolUse)
		}, inBlock(plant.Having("type", wire.Str(words.ToolUse)))),
	}
}

// withoutNulls and what follows are changes of values; clients and servers make the same.
func withoutNulls(v wire.Value) wire.Value {
	for _, m := range v.Members() {
		if m.Value.IsNull() {
			v = v.Without(m.Name)
		}
	}
	return v
}

// withoutProto loses members called __proto__, as copies in JavaScript do.
func withoutProto(v wire.Value) wire.Value {
	if v.IsObject() {
		return v.Without("__proto__").Each(withoutProto)
	}
	return v
}

func isProto(id string) bool { return id == "__proto__" || id == "constructor" }

// metaFaults are seen by the properties without an oracle.
func metaFaults() []plant.Row {
	return []plant.Row{
		answers("META-02/sorted-by-id", plant.Sorted("id")),
		pairs("META-03/by-arrival", func(c *client, _ *resultBlock) *toolBlock { return c.find(unanswered) }),
		pairs("META-03/earlier-call-closes", func(c *client, r *resultBlock) *toolBlock {
			i := slices.IndexFunc(c.blocks, func(t *toolBlock) bool { return t.id == r.callID })
			if i >= 0 && slices.ContainsFunc(c.blocks[i:], func(t *toolBlock) bool { return t.id != r.callID && !unanswered(t) }) {
				return nil
			}
			return c.byID[r.callID]
		}),
		noting("META-04/counts-events", plant.Not(familiar), func(c *client, ev wire.Value) {
			c.last(func(t *toolBlock) { t.label = ev.Get("type") })
		}),
		edits("META-04/unknown-member-drops-status", func(ev wire.Value) bool {
			return ev.Get("content_block").Has("x_cache") && ev.Get("content_block").Has("status")
		}, inBlock(plant.Having("status", wire.Str("error")))),
		admitting("META-05/new-call-clears", func(c *client, _ *toolBlock) {
			for _, t := range c.blocks {
				t.clear()
			}
		}),
		ends("BLOCK-04/terminal-clears-errors", func(t *toolBlock) { t.failed = false }),
		finally("META-08/history-without-errors", func(c *client, t *toolBlock) { t.failed = t.failed && !c.history }),
		finally("META-08/history-without-cancelled", func(c *client, t *toolBlock) {
			if c.history && t.result.Text() == "" {
				t.result = wire.Value{}
			}
		}),
		admitting("ROBUST-06/started-is-success", func(_ *client, t *toolBlock) { t.result = wire.Str("") }),
	}
}

func robustFaults() []plant.Row {
	limit := func(id string, n int) plant.Row {
		return admits(id, func(c *client, _ *toolBlock) bool { return len(c.blocks) < n })
	}
	ids := func(id string, edit func(string) string) plant.Row {
		return hears(id, func(_ *client, ev wire.Value) wire.Value { return allIDs(edit)(ev) })
	}
	return []plant.Row{
		limit("ROBUST-03/512-calls", 512), limit("ROBUST-03/5000-calls", 5000).Warn(),
		says("ROBUST-03/64-kib", plant.Cut(1<<16)), says("ROBUST-03/4-mib", plant.Cut(4*words.MiB)).Warn(),
		at("ROBUST-03/64-deep", "input", func(v wire.Value) wire.Value { return dialect.CutDeep(v, 64) }),
		shows("ROBUST-04/doubles", func(b wire.Value) wire.Value {
			return b.Edit("/input", dialect.Doubles).Edit("/artifact", dialect.Doubles)
		}).Warn(),
		ids("ROBUST-05/trimmed", strings.TrimSpace), ids("ROBUST-05/lower-case", strings.ToLower),
		ids("ROBUST-05/composed", plant.Replaced("e\u0301", "\u00e9")), ids("ROBUST-05/255-bytes", plant.Cut(255)),
		pairs("ROBUST-05/prototype", func(c *client, r *resultBlock) *toolBlock {
			if isProto(r.callID) {
				return nil
			}
			return c.byID[r.callID]
		}),
	}
}

// allIDs edits the id of a call, and where a result names it.
func allIDs(edit func(string) string) plant.Edit {
	return func(ev wire.Value) wire.Value {
		return ev.Edit("/content_block/id", plant.Text(edit)).Edit("/content_block/tool_use_id", plant.Text(edit))
	}
}
