package reference

import (
	"slices"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/wire"
)

// ConsumerFaults are faulty clients. Most replace one step of the reference.
func ConsumerFaults() []dialect.Fault {
	return joined(callFaults(), pairingFaults(), contentFaults(), recordFaults(), displayFaults(), terminalFaults(),
		unknownFaults(), orphanFaults(), secondFaults(), statusFaults(), indexFaults(), metaFaults(), robustFaults(), valueFaults(),
		alikeFaults(), tidiedFaults(), surroundingFaults(), nearFaults(), sharedConsumerFaults())
}

func joined(lists ...[]dialect.Fault) []dialect.Fault {
	var all []dialect.Fault
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// does is a client that does one step in another way.
func does(id, title string, edit func(*manner)) dialect.Fault {
	return dialect.FaultOf(words.Consumer(), id, title, func(dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation {
			m := plainly()
			edit(&m)
			return runClient(m, input)
		}
	})
}

// shows is a client that shows a block in another way.
func shows(id, title string, edit func(block wire.Value) wire.Value) dialect.Fault {
	return answers(id, title, func(blocks []wire.Value) []wire.Value {
		for i, b := range blocks {
			blocks[i] = edit(b)
		}
		return blocks
	})
}

// answers is a client that answers with other blocks.
func answers(id, title string, edit func(blocks []wire.Value) []wire.Value) dialect.Fault {
	return dialect.FaultOf(words.Consumer(), id, title, func(right dialect.Answer) dialect.Answer {
		return func(input wire.Value) dialect.Observation { return rebuilt(right(input), edit) }
	})
}

func rebuilt(o dialect.Observation, edit func([]wire.Value) []wire.Value) dialect.Observation {
	if blocks := o.State.Get("blocks"); blocks.IsArray() {
		o.State = o.State.With("blocks", wire.List(edit(blocks.Items())...))
	}
	return o
}

// also names further requirements that the fault violates.
func also(f dialect.Fault, ids ...string) dialect.Fault {
	f.Requirements = append(f.Requirements, ids...)
	return f
}

func callFaults() []dialect.Fault {
	return []dialect.Fault{
		answers("BLOCK-01/newest-first", "New blocks are put in front.", func(blocks []wire.Value) []wire.Value {
			out := make([]wire.Value, 0, len(blocks))
			for i := len(blocks) - 1; i >= 0; i-- {
				out = append(out, blocks[i])
			}
			return out
		}),
		shows("BLOCK-01/nulls-dropped", "Members of the input that are null are dropped.", func(b wire.Value) wire.Value {
			return b.With("input", withoutNulls(b.Get("input")))
		}),
		shows("BLOCK-01/name-from-label", "The label becomes the name.", func(b wire.Value) wire.Value {
			if l := b.Get("tool_content_message"); l.IsString() {
				return b.With("name", l)
			}
			return b
		}),
		does("BLOCK-01/index-zero-is-none", "A block at index 0 is taken for one without index.", func(m *manner) {
			m.admit = func(_ *client, _ *toolBlock, index string) bool { return index != "0" }
		}),
		does("BLOCK-01/shown-at-stop", "A call shows only when its block has stopped.", func(m *manner) {
			m.finish = func(c *client) { c.keep(func(t *toolBlock) bool { return !t.open }) }
		}),
		does("BLOCK-01/late-delta-erases", "A delta of input JSON after the stop erases the input.", func(m *manner) {
			m.hear = func(c *client, ev wire.Value) wire.Value {
				if ev.Get("delta").Get("type").Text() == "input_json_delta" && len(c.blocks) > 0 {
					c.blocks[len(c.blocks)-1].input = wire.Obj()
				}
				return ev
			}
		}),
		does("BLOCK-01/slot-by-index", "A block that reuses an index replaces the one that had it.", func(m *manner) {
			slots := map[string]*toolBlock{}
			m.admit = func(c *client, t *toolBlock, index string) bool {
				old := slots[index]
				slots[index] = t
				c.keep(func(b *toolBlock) bool { return b != old })
				return true
			}
		}),
		does("BLOCK-01/sorted-by-index-text", "Blocks stand in the order of their indices, compared as text.", func(m *manner) {
			at := map[*toolBlock]string{}
			m.admit = func(_ *client, t *toolBlock, index string) bool { at[t] = index; return true }
			m.finish = func(c *client) {
				slices.SortStableFunc(c.blocks, func(a, b *toolBlock) int { return strings.Compare(at[a], at[b]) })
			}
		}),
		hears("BLOCK-01/any-tool-use", "Whatever ends in tool_use is a call.", func(_ *client, ev wire.Value) wire.Value {
			if strings.HasSuffix(ev.Get("content_block").Get("type").Text(), words.ToolUse) {
				return words.Edited(ev, wire.Str(words.ToolUse), "content_block", "type")
			}
			return ev
		}),
	}
}

// keep drops the blocks that don't pass.
func (c *client) keep(passes func(*toolBlock) bool) {
	var kept []*toolBlock
	for _, t := range c.blocks {
		if passes(t) {
			kept = append(kept, t)
		}
	}
	c.blocks = kept
}

func (c *client) has(passes func(*toolBlock) bool) bool { return c.find(passes) != nil }

// find is the first block that passes, nil where none does.
func (c *client) find(passes func(*toolBlock) bool) *toolBlock {
	for _, t := range c.blocks {
		if passes(t) {
			return t
		}
	}
	return nil
}

// findLast is the last block that passes.
func (c *client) findLast(passes func(*toolBlock) bool) *toolBlock {
	for i := len(c.blocks) - 1; i >= 0; i-- {
		if passes(c.blocks[i]) {
			return c.blocks[i]
		}
	}
	return nil
}

func withoutNulls(v wire.Value) wire.Value {
	var kept []wire.Member
	for _, m := range v.Members() {
		if !m.Value.IsNull() {
			kept = append(kept, m)
		}
	}
	return wire.Obj(kept...)
}

// tidiedFaults show values as somebody tidied them up.
func tidiedFaults() []dialect.Fault {
	var list []dialect.Fault
	for _, tidy := range dialect.Tidyings() {
		list = append(list,
			shows("BLOCK-01/input-"+tidy.Slug, "Inputs "+tidy.Title+".",
				func(b wire.Value) wire.Value { return b.With("input", tidy.Change(b.Get("input"))) }),
			shows("BLOCK-05/artifact-"+tidy.Slug, "Artifacts "+tidy.Title+".",
				func(b wire.Value) wire.Value { return b.With("artifact", tidy.Change(b.Get("artifact"))) }))
	}
	return list
}

// tidiedTurnFaults send them like that.
func tidiedTurnFaults() []dialect.Fault {
	var list []dialect.Fault
	for _, tidy := range dialect.Tidyings() {
		list = append(list, starts("BLOCK-58/input-"+tidy.Slug, "Inputs "+tidy.Title+".", words.ToolUse,
			func(b wire.Value) wire.Value { return b.With("input", tidy.Change(b.Get("input"))) }))
	}
	return list
}

// metaFaults are seen by the properties without an oracle.
func metaFaults() []dialect.Fault {
	return []dialect.Fault{
		answers("META-02/sorted-by-id", "Blocks stand in the order of their ids.", func(blocks []wire.Value) []wire.Value {
			for i := range blocks {
				for j := i; j > 0 && blocks[j].Get("id").Text() < blocks[j-1].Get("id").Text(); j-- {
					blocks[j], blocks[j-1] = blocks[j-1], blocks[j]
				}
			}
			return blocks
		}),
		pairs("META-03/by-arrival", "The n-th result belongs to the n-th call.", func(c *client, _ *resultBlock) *toolBlock {
			return c.find(func(t *toolBlock) bool { return t.result.IsAbsent() })
		}),
		does("META-03/earlier-call-closes", "A result closes the calls before its own: their results come too late.", func(m *manner) {
			m.pair = func(c *client, r *resultBlock) *toolBlock {
				passed := false
				for _, t := range c.blocks {
					if t.id == r.callID {
						passed = true
						continue
					}
					if passed && !t.result.IsAbsent() {
						return nil
					}
				}
				return c.byID[r.callID]
			}
		}),
		hears("META-04/counts-events", "A block is known by the number of events before it.", func(c *client, ev wire.Value) wire.Value {
			if !familiar(ev) && len(c.blocks) > 0 {
				c.blocks[len(c.blocks)-1].label = ev.Get("type")
			}
			return ev
		}),
		hears("META-04/unknown-member-drops-status", "A result with a member that is not known is an error.",
			func(_ *client, ev wire.Value) wire.Value {
				if b := ev.Get("content_block"); b.Has("x_cache") && b.Has("status") {
					return words.Edited(ev, wire.Str("error"), "content_block", "status")
				}
				return ev
			}),
		does("META-05/new-call-clears", "A new call clears the results before it.", func(m *manner) {
			m.admit = func(c *client, _ *toolBlock, _ string) bool {
				for _, t := range c.blocks {
					t.result, t.failed, t.artifact = wire.Value{}, false, wire.Value{}
				}
				return true
			}
		}),
		does("BLOCK-04/terminal-clears-errors", "The terminal turns errors into successes.", func(m *manner) {
			m.terminate = func(c *client) {
				stopAll(c)
				for _, t := range c.blocks {
					t.failed = false
				}
			}
		}),
		does("META-08/history-without-errors", "Loaded from history, a result is never an error.", func(m *manner) {
			m.finish = func(c *client) {
				for _, t := range c.blocks {
					t.failed = t.failed && !c.history
				}
			}
		}),
		does("META-08/history-without-cancelled", "Loaded from history, an empty result is none.", func(m *manner) {
			m.finish = func(c *client) {
				for _, t := range c.blocks {
					if c.history && t.result.Text() == "" {
						t.result = wire.Value{}
					}
				}
			}
		}),
		does("ROBUST-06/started-is-success", "A call is a success until its result says otherwise.", func(m *manner) {
			m.admit = func(c *client, t *toolBlock, _ string) bool { t.result = wire.Str(""); return true }
		}),
	}
}

func robustFaults() []dialect.Fault {
	limit := func(id, title string, n int) dialect.Fault {
		return does(id, title, func(m *manner) {
			m.admit = func(c *client, _ *toolBlock, _ string) bool { return len(c.blocks) < n }
		})
	}
	cut := func(id, title string, n int) dialect.Fault {
		return says(id, title, func(s string) wire.Value { return wire.Str(s[:min(n, len(s))]) })
	}
	ids := func(id, title string, edit func(string) string) dialect.Fault {
		return does(id, title, func(m *manner) {
			m.hear = func(_ *client, ev wire.Value) wire.Value {
				for _, member := range []string{"id", "tool_use_id"} {
					if v := ev.Get("content_block").Get(member); v.IsString() {
						ev = words.Edited(ev, wire.Str(edit(v.Text())), "content_block", member)
					}
				}
				return ev
			}
		})
	}
	return []dialect.Fault{
		limit("ROBUST-03/512-calls", "Calls beyond the 512th are dropped.", 512),
		limit("ROBUST-03/5000-calls", "Calls beyond the 5,000th are dropped.", 5000).Warning(),
		cut("ROBUST-03/64-kib", "A result is cut at 64 KiB.", 1<<16),
		cut("ROBUST-03/4-mib", "A result is cut at 4 MiB.", 4*words.MiB).Warning(),
		shows("ROBUST-03/64-deep", "Inputs are cut at a depth of 64.",
			func(b wire.Value) wire.Value { return b.With("input", dialect.CutDeep(b.Get("input"), 64)) }),
		shows("ROBUST-04/doubles", "Numbers are doubles.", func(b wire.Value) wire.Value {
			return b.With("input", dialect.Doubles(b.Get("input"))).With("artifact", dialect.Doubles(b.Get("artifact")))
		}).Warning(),
		ids("ROBUST-05/trimmed", "Ids are trimmed.", strings.TrimSpace),
		ids("ROBUST-05/lower-case", "Ids are lower-cased.", strings.ToLower),
		ids("ROBUST-05/composed", "Ids are normalised.", func(s string) string { return strings.ReplaceAll(s, "e\u0301", "\u00e9") }),
		ids("ROBUST-05/255-bytes", "Ids are cut at 255 bytes.", func(s string) string { return s[:min(255, len(s))] }),
		pairs("ROBUST-05/prototype", "Names of the language's own members are never found.", func(c *client, r *resultBlock) *toolBlock {
			if r.callID == "__proto__" || r.callID == "constructor" {
				return nil
			}
			return c.byID[r.callID]
		}),
	}
}
