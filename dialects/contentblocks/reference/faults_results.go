package reference

import (
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/plant"
	"github.com/toolconform/conform/wire"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

func pairingFaults() []plant.Row {
	early := func(id string, edit func(r *resultBlock)) plant.Row {
		return orphans(id, func(c *client, r *resultBlock) { edit(r); c.waiting[r.callID] = r })
	}
	// late merges the results that wait when it hears such an event.
	late := func(id string, so plant.Of, also ...string) plant.Row {
		return does(id, func(m *manner) {
			var late []*resultBlock
			m.merge = func(_ *client, _ *toolBlock, r *resultBlock) { late = append(late, r) }
			m.hear = func(c *client, ev wire.Value) wire.Value {
				for len(late) > 0 && so(ev) {
					mergeResult(c, c.byID[late[0].callID], late[0])
					late = late[1:]
				}
				return ev
			}
		}, also...)
	}
	return []plant.Row{
		pairs("BLOCK-02/first-open", func(c *client, _ *resultBlock) *toolBlock { return c.find(unanswered) }),
		pairs("BLOCK-02/last-open", func(c *client, _ *resultBlock) *toolBlock { return c.findLast(unanswered) }),
		pairs("BLOCK-02/last-call", func(c *client, _ *resultBlock) *toolBlock { return c.findLast(anyCall) }),
		pairs("BLOCK-02/by-name", func(c *client, r *resultBlock) *toolBlock {
			if t := c.byID[r.callID]; t != nil {
				r.tool = t.name
			}
			return c.find(func(t *toolBlock) bool { return t.name == r.tool })
		}),
		pairs("BLOCK-02/by-prefix", func(c *client, r *resultBlock) *toolBlock {
			return c.find(func(t *toolBlock) bool { return strings.HasPrefix(r.callID, t.id) || strings.HasPrefix(t.id, r.callID) })
		}),
		pairs("BLOCK-02/by-index", func(c *client, r *resultBlock) *toolBlock {
			n, _ := strconv.Atoi(r.index)
			if i := n - len(c.blocks); i >= 0 && i < len(c.blocks) {
				return c.blocks[i]
			}
			return c.byID[r.callID]
		}),
		pairs("BLOCK-02/name-or-id", func(c *client, r *resultBlock) *toolBlock {
			return c.find(func(t *toolBlock) bool { return t.id == r.callID || t.name == r.callID })
		}),
		pairs("BLOCK-02/id-is-position", func(c *client, r *resultBlock) *toolBlock {
			if n, err := strconv.Atoi(r.callID); err == nil && n >= 0 && n < len(c.blocks) {
				return c.blocks[n]
			}
			return c.byID[r.callID]
		}),
		late("BLOCK-10/merged-by-the-next-event", func(wire.Value) bool { return true }, "BLOCK-02"),
		late("BLOCK-10/merged-at-message-stop", typed(words.MessageStop), "BLOCK-02"),
		falling("BLOCK-16/next-call", func(c *client, _ *resultBlock) *toolBlock { return c.findLast(unanswered) }),
		early("BLOCK-16/early-loses-its-status", func(r *resultBlock) { r.status = "success" }),
		early("BLOCK-16/early-content-only", func(r *resultBlock) { r.artifact = wire.Value{} }),
	}
}

func contentFaults() []plant.Row {
	return []plant.Row{
		does("BLOCK-03/echo-is-none", func(m *manner) {
			m.merge = func(c *client, t *toolBlock, r *resultBlock) {
				if s := r.content.Text(); s == "" || s != t.id && s != t.name {
					mergeResult(c, t, r)
				}
			}
		}),
		says("BLOCK-03/error-prefix", plant.Turned("^no ", "Error: no ")),
		says("BLOCK-03/fence-stripped", plant.Turned("(?s)^```\\w*\n(.*)\n```$", "$1")),
		says("BLOCK-03/gaps-closed", plant.Turned("\n{3,}", "\n\n")),
		merges("BLOCK-03/interned", func(c *client, t *toolBlock, _ *resultBlock) {
			if b := c.find(func(b *toolBlock) bool { return strings.EqualFold(b.result.Text(), t.result.Text()) }); b != nil && b != t {
				t.result = b.result
			}
		}),
	}
}

// recordFaults: the error flag and the artifact.
func recordFaults() []plant.Row {
	// lost loses the artifact of such calls, drop such artifacts.
	lost := func(slug string, so func(t *toolBlock) bool) plant.Row {
		return merges("BLOCK-05/"+slug, func(_ *client, t *toolBlock, _ *resultBlock) {
			if so(t) {
				t.artifact = wire.Value{}
			}
		})
	}
	drop := func(slug string, so plant.Of) plant.Row {
		return lost(slug, func(t *toolBlock) bool { return so(t.artifact) })
	}
	edit := func(slug string, edit plant.Edit) plant.Row {
		return merges("BLOCK-05/"+slug, func(_ *client, t *toolBlock, _ *resultBlock) { t.artifact = edit(t.artifact) })
	}
	return []plant.Row{
		fails("BLOCK-04/error-is-success", func(s string) bool { return s == "cancelled" || s == "timeout" }),
		fails("BLOCK-04/all-are-errors", func(string) bool { return true }),
		merges("BLOCK-04/empty-error", func(_ *client, t *toolBlock, _ *resultBlock) { t.failed = t.failed && t.result.Text() != "" }),
		finally("BLOCK-04/one-flag-for-all", func(c *client, t *toolBlock) {
			t.failed = c.find(func(t *toolBlock) bool { return t.failed }) != nil
		}),
		lost("success-only", func(t *toolBlock) bool { return t.failed }),
		lost("not-with-empty-content", func(t *toolBlock) bool { return t.result.Text() == "" }),
		drop("empty-dropped", wire.EmptyObject),
		drop("empty-list-dropped", func(v wire.Value) bool { return v.IsArray() && v.Len() == 0 }),
		drop("falsy-dropped", falsy),
		edit("nulls-dropped", withoutNulls), edit("text-read", plant.Parsed),
		edits("BLOCK-05/alone-in-data", func(ev wire.Value) bool {
			a := ev.Find("/content_block/artifact")
			return a.Len() == 1 && a.Has("data")
		}, plant.Inside("/content_block/artifact", func(a wire.Value) wire.Value { return a.Get("data") })),
	}
}

func falsy(v wire.Value) bool {
	return v.IsFalse() || v.Literal() == "0" || v.IsString() && v.Text() == ""
}

func displayFaults() []plant.Row {
	return []plant.Row{
		dots("BLOCK-06/empty-is-active", "active", func(t *toolBlock) bool { return t.result.Text() == "" && !t.history && !t.stopped }),
		dots("BLOCK-06/done-stays-active", "active", func(t *toolBlock) bool { return dotOf(t) == "done" }),
		dots("BLOCK-06/history-is-done", "done", func(t *toolBlock) bool { return t.history }),
		dots("BLOCK-06/artifact-is-done", "done", func(t *toolBlock) bool { return !t.artifact.IsNull() }),
		dots("BLOCK-06/stopped-is-error", "error", func(t *toolBlock) bool { return t.stopped && unanswered(t) && !t.history }),
		dots("BLOCK-07/history-active", "active", func(t *toolBlock) bool { return unanswered(t) && t.history }),
		dots("BLOCK-07/unstopped-history-active", "active", func(t *toolBlock) bool { return t.open && t.history }),
		dots("BLOCK-09/unstopped-spins", "active", func(t *toolBlock) bool { return t.open && unanswered(t) && !t.history }).Warn(),
		at("BLOCK-20/never", "isFromHistory", plant.Becomes("false")),
		finally("BLOCK-20/done-is-history", func(c *client, t *toolBlock) { t.history = c.history || t.stopped }),
		finally("BLOCK-20/open-is-live", func(c *client, t *toolBlock) {
			t.history, t.stopped = c.history && !unanswered(t), t.stopped || c.history
		}),
	}
}

func orphanFaults() []plant.Row {
	back := func(slug string, key func(string) string) plant.Row {
		return falling("BLOCK-13/falls-back-"+slug, pairing(key))
	}
	return []plant.Row{
		back("composed", norm.NFC.String), back("compatible", norm.NFKC.String), back("folded", cases.Fold().String),
		back("cut", plant.Cut(255)), back("blanks", func(s string) string { return strings.Join(strings.Fields(s), " ") }),
		orphans("BLOCK-13/makes-a-block", func(c *client, r *resultBlock) {
			t := &toolBlock{id: r.callID, name: r.tool, input: wire.Obj(), history: c.history}
			mergeResult(c, t, r)
			c.blocks = append(c.blocks, t)
		}),
		orphans("BLOCK-13/leaks-artifact", func(c *client, r *resultBlock) {
			if len(c.blocks) > 0 && !r.artifact.IsNull() {
				c.blocks[0].artifact = r.artifact
				merge := c.merge
				c.merge = func(c *client, t *toolBlock, late *resultBlock) {
					merge(c, t, late)
					c.blocks[0].artifact = r.artifact
				}
			}
		}),
		falling("BLOCK-13/suffix", func(c *client, r *resultBlock) *toolBlock {
			return c.find(func(t *toolBlock) bool { return strings.HasSuffix(r.callID, t.id) })
		}),
		orphans("BLOCK-13/blank-to-the-last", func(c *client, r *resultBlock) {
			if strings.TrimSpace(r.callID) == "" {
				c.last(func(t *toolBlock) { mergeResult(c, t, r) })
			}
		}),
		pairs("BLOCK-13/case-blind", func(c *client, r *resultBlock) *toolBlock {
			return c.find(func(t *toolBlock) bool { return strings.EqualFold(t.id, r.callID) && unanswered(t) })
		}),
		does("BLOCK-13/second-ends-stream", func(m *manner) {
			n := 0
			m.orphan = func(c *client, _ *resultBlock) {
				n++
				c.deaf = n > 1
			}
		}),
	}
}

// pairing takes two ids for one when their keys are equal.
func pairing(key func(id string) string) func(*client, *resultBlock) *toolBlock {
	return func(c *client, r *resultBlock) *toolBlock {
		return c.find(func(t *toolBlock) bool { return key(t.id) == key(r.callID) })
	}
}

// keyed is a fault for each of some keys.
func keyed(keys []plant.Key, fault func(k plant.Key) plant.Row) (rows []plant.Row) {
	for _, k := range keys {
		rows = append(rows, fault(k))
	}
	return rows
}

// secondFaults take a second result, and a second call with an id, in another way.
func secondFaults() []plant.Row {
	second := func(slug string, change func(t *toolBlock, r *resultBlock, old toolBlock), also ...string) plant.Row {
		return does("BLOCK-14/"+slug, func(m *manner) {
			m.merge = func(c *client, t *toolBlock, r *resultBlock) {
				old := *t
				mergeResult(c, t, r)
				if !old.result.IsAbsent() {
					change(t, r, old)
				}
			}
		}, also...)
	}
	again := func(slug string, do func(c *client, t *toolBlock)) plant.Row {
		return admitting("BLOCK-18/"+slug, func(c *client, t *toolBlock) {
			if c.byID[t.id] != nil {
				do(c, t)
			}
		})
	}
	return []plant.Row{
		second("status-of-first", func(t *toolBlock, _ *resultBlock, old toolBlock) { t.failed = old.failed }),
		second("once-failed", func(t *toolBlock, _ *resultBlock, old toolBlock) { t.failed = t.failed || old.failed }),
		second("artifact-of-first", func(t *toolBlock, _ *resultBlock, old toolBlock) {
			if !old.artifact.IsNull() {
				t.artifact = old.artifact
			}
		}),
		second("artifacts-joined", func(t *toolBlock, _ *resultBlock, old toolBlock) {
			for _, m := range old.artifact.Members() {
				if t.artifact.IsObject() && !t.artifact.Has(m.Name) {
					t.artifact = t.artifact.With(m.Name, m.Value)
				}
			}
		}, "BLOCK-05"),
		second("artifact-left-over", func(t *toolBlock, r *resultBlock, old toolBlock) {
			if r.artifact.IsNull() {
				t.artifact = old.artifact
			}
		}).Warn(),
		second("both-dropped", func(t *toolBlock, _ *resultBlock, _ toolBlock) { t.clear() }),
		second("extended", func(t *toolBlock, _ *resultBlock, old toolBlock) {
			if strings.HasPrefix(t.result.Text(), old.result.Text()) {
				t.result = wire.Str(old.result.Text() + t.result.Text())
			}
		}),
		again("third-block", func(c *client, t *toolBlock) { c.blocks = append(c.blocks, t) }),
		again("crash", func(c *client, _ *toolBlock) { c.crashed = true }),
		again("ends-stream", func(c *client, _ *toolBlock) { c.deaf = true }),
		again("starts-over", func(c *client, _ *toolBlock) { c.blocks = nil }),
	}
}

func statusFaults() []plant.Row {
	// also takes such statuses for successes.
	also := func(slug string, success func(s string) bool) plant.Row {
		return fails("BLOCK-15/"+slug, func(s string) bool { return s != "success" && !success(s) }).Warn()
	}
	return []plant.Row{
		also("missing-is-success", func(s string) bool { return s == "" }),
		also("any-case", func(s string) bool { return strings.EqualFold(s, "success") }),
		also("contains-success", func(s string) bool { return strings.Contains(s, "success") }),
		also("ok", func(s string) bool { return s == "ok" }),
		also("underway", func(s string) bool { return s == "partial" || s == "running" || s == "pending" }),
		merges("BLOCK-15/null-text", func(_ *client, t *toolBlock, r *resultBlock) {
			if r.content.Kind() == wire.Null {
				t.result, t.failed = wire.Str("null"), false
			}
		}),
	}
}
