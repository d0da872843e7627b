package contentblocks

import (
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// metaFaults are seen by the properties without an oracle.
func metaFaults() []dialect.Fault {
	return []dialect.Fault{
		does("META-02/known-prefixes", "Only ids that begin as the usual servers' do are calls.", func(m *manner) {
			m.admit = func(_ *client, t *toolBlock, _ string) bool {
				return strings.HasPrefix(t.id, "toolu_") || strings.HasPrefix(t.id, "call_")
			}
		}),
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
		hears("META-04/unknown-member-drops-status", "A result with a member that is not known is an error.", func(_ *client, ev wire.Value) wire.Value {
			if b := ev.Get("content_block"); b.Has("x_cache") && b.Has("status") {
				return edited(ev, wire.Str("error"), "content_block", "status")
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
		does("ROBUST-06/end-is-success", "At the end of the stream an open call is done, with an empty result.", func(m *manner) {
			m.finish = func(c *client) {
				for _, t := range c.blocks {
					if t.result.IsAbsent() && !t.open && !t.stopped {
						t.result = wire.Str("")
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
						ev = edited(ev, wire.Str(edit(v.Text())), "content_block", member)
					}
				}
				return ev
			}
		})
	}
	return []dialect.Fault{
		limit("ROBUST-03/512-calls", "Calls beyond the 512th are dropped.", 512),
		warns(limit("ROBUST-03/5000-calls", "Calls beyond the 5,000th are dropped.", 5000)),
		cut("ROBUST-03/64-kib", "A result is cut at 64 KiB.", 1<<16),
		warns(cut("ROBUST-03/4-mib", "A result is cut at 4 MiB.", 4*mib)),
		shows("ROBUST-03/64-deep", "Inputs are cut at a depth of 64.", func(b wire.Value) wire.Value { return b.With("input", dialect.CutDeep(b.Get("input"), 64)) }),
		warns(shows("ROBUST-04/doubles", "Numbers are doubles.", func(b wire.Value) wire.Value {
			return b.With("input", dialect.Doubles(b.Get("input"))).With("artifact", dialect.Doubles(b.Get("artifact")))
		})),
		ids("ROBUST-05/trimmed", "Ids are trimmed.", strings.TrimSpace),
		ids("ROBUST-05/lower-case", "Ids are lower-cased.", strings.ToLower),
		ids("ROBUST-05/composed", "Ids are normalised.", func(s string) string { return strings.ReplaceAll(s, "e\u0301", "\u00e9") }),
		ids("ROBUST-05/255-bytes", "Ids are cut at 255 bytes.", func(s string) string { return s[:min(255, len(s))] }),
		ids("ROBUST-05/no-emoji", "Ids are ASCII.", func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 0x7F {
					return -1
				}
				return r
			}, s)
		}),
		pairs("ROBUST-05/prototype", "Names of the language's own members are never found.", func(c *client, r *resultBlock) *toolBlock {
			if r.callID == "__proto__" || r.callID == "constructor" {
				return nil
			}
			return c.byID[r.callID]
		}),
	}
}
