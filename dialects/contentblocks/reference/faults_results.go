package reference

import (
	"strconv"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/dialects/contentblocks/words"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// pairs is a client that finds the call of a result in another way.
func pairs(id, title string, pair func(*client, *resultBlock) *toolBlock) dialect.Fault {
	return does(id, title, func(m *manner) { m.pair = pair })
}

func pairingFaults() []dialect.Fault {
	unanswered := func(t *toolBlock) bool { return t.result.IsAbsent() }
	return []dialect.Fault{
		pairs("BLOCK-02/first-open", "A result goes to the first open call.",
			func(c *client, _ *resultBlock) *toolBlock { return c.find(unanswered) }),
		pairs("BLOCK-02/last-open", "A result goes to the last open call.",
			func(c *client, _ *resultBlock) *toolBlock { return c.findLast(unanswered) }),
		pairs("BLOCK-02/last-call", "A result goes to the last call.", func(c *client, _ *resultBlock) *toolBlock {
			return c.findLast(func(*toolBlock) bool { return true })
		}),
		pairs("BLOCK-02/by-name", "A result that names its tool goes to the first call of that tool.",
			func(c *client, r *resultBlock) *toolBlock {
				if t := c.byID[r.callID]; t != nil {
					r.tool = t.name
				}
				return c.find(func(t *toolBlock) bool { return t.name == r.tool })
			}),
		pairs("BLOCK-02/by-prefix", "An id that begins with another is taken for it.", func(c *client, r *resultBlock) *toolBlock {
			return c.find(func(t *toolBlock) bool { return strings.HasPrefix(r.callID, t.id) || strings.HasPrefix(t.id, r.callID) })
		}),
		pairs("BLOCK-02/by-index", "A result's index less the number of calls is the call's position.",
			func(c *client, r *resultBlock) *toolBlock {
				n, _ := strconv.Atoi(r.index)
				if i := n - len(c.blocks); i >= 0 && i < len(c.blocks) {
					return c.blocks[i]
				}
				return c.byID[r.callID]
			}),
		pairs("BLOCK-02/name-or-id", "What equals the id or the name is the call.", func(c *client, r *resultBlock) *toolBlock {
			return c.find(func(t *toolBlock) bool { return t.id == r.callID || t.name == r.callID })
		}),
		pairs("BLOCK-02/id-is-position", "An id that is a number is the call's position.", func(c *client, r *resultBlock) *toolBlock {
			if n, err := strconv.Atoi(r.callID); err == nil && n >= 0 && n < len(c.blocks) {
				return c.blocks[n]
			}
			return c.byID[r.callID]
		}),
		also(does("BLOCK-10/merged-by-the-next-event", "A result is merged by the event that follows its stop.", func(m *manner) {
			var late *resultBlock
			m.merge = func(_ *client, _ *toolBlock, r *resultBlock) { late = r }
			m.hear = func(c *client, ev wire.Value) wire.Value {
				if late != nil {
					mergeResult(c, c.byID[late.callID], late)
					late = nil
				}
				return ev
			}
		}), "BLOCK-02"),
		also(does("BLOCK-10/merged-at-message-stop", "Results are merged at message_stop only.", func(m *manner) {
			var late []*resultBlock
			m.merge = func(_ *client, _ *toolBlock, r *resultBlock) { late = append(late, r) }
			m.hear = func(c *client, ev wire.Value) wire.Value {
				if ev.Get("type").Text() == "message_stop" {
					for _, r := range late {
						mergeResult(c, c.byID[r.callID], r)
					}
				}
				return ev
			}
		}), "BLOCK-02"),
		pairs("BLOCK-16/next-call", "A result before its call goes to whichever call comes next.",
			func(c *client, r *resultBlock) *toolBlock {
				if t := c.byID[r.callID]; t != nil {
					return t
				}
				return c.findLast(unanswered)
			}),
		does("BLOCK-16/early-loses-its-status", "A result before its call is merged later as a success.", func(m *manner) {
			m.orphan = func(c *client, r *resultBlock) { r.status = "success"; c.waiting[r.callID] = r }
		}),
		does("BLOCK-16/early-content-only", "Of a result before its call only the content is kept.", func(m *manner) {
			m.orphan = func(c *client, r *resultBlock) { r.artifact = wire.Value{}; c.waiting[r.callID] = r }
		}),
	}
}

// says is a client that keeps a result's content in another way.
func says(id, title string, edit func(string) wire.Value) dialect.Fault {
	return does(id, title, func(m *manner) {
		m.merge = func(c *client, t *toolBlock, r *resultBlock) {
			mergeResult(c, t, r)
			if t.result.IsString() {
				t.result = edit(t.result.Text())
			}
		}
	})
}

func texts(edit func(string) string) func(string) wire.Value {
	return func(s string) wire.Value { return wire.Str(edit(s)) }
}

func contentFaults() []dialect.Fault {
	replace := func(from, to string) func(string) wire.Value {
		return texts(func(s string) string { return strings.ReplaceAll(s, from, to) })
	}
	return []dialect.Fault{
		does("BLOCK-03/echo-is-none", "A content that is the call's id or name is no result.", func(m *manner) {
			merge := m.merge
			m.merge = func(c *client, t *toolBlock, r *resultBlock) {
				if s := r.content.Text(); s == "" || s != t.id && s != t.name {
					merge(c, t, r)
				}
			}
		}),
		says("BLOCK-03/composed", "Combining characters are composed.", replace("e\u0301", "\u00e9")),
		says("BLOCK-03/no-controls", "Control characters are dropped.", replace("\x1b", "")),
		says("BLOCK-03/line-separators", "U+2028 becomes a line feed.", replace("\u2028", "\n")),
		says("BLOCK-03/error-prefix", "Contents that don't say so are marked as errors.", texts(func(s string) string {
			if strings.HasPrefix(s, "no ") {
				return "Error: " + s
			}
			return s
		})),
		says("BLOCK-03/latin", "Beyond the Basic Multilingual Plane there is only a question mark.", texts(func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 0xFFFF {
					return '?'
				}
				return r
			}, s)
		})),
	}
}

// recordFaults: the error flag and the artifact.
func recordFaults() []dialect.Fault {
	status := func(id, title string, failed func(string) bool) dialect.Fault {
		return does(id, title, func(m *manner) { m.failed = failed })
	}
	artifact := func(id, title string, edit func(*toolBlock, *resultBlock)) dialect.Fault {
		return does(id, title, func(m *manner) {
			m.merge = func(c *client, t *toolBlock, r *resultBlock) {
				mergeResult(c, t, r)
				edit(t, r)
			}
		})
	}
	drop := func(when func(wire.Value) bool) func(*toolBlock, *resultBlock) {
		return func(t *toolBlock, _ *resultBlock) {
			if when(t.artifact) {
				t.artifact = wire.Value{}
			}
		}
	}
	return []dialect.Fault{
		status("BLOCK-04/error-is-success", "The status is not looked at.",
			func(s string) bool { return s == "cancelled" || s == "timeout" }),
		status("BLOCK-04/all-are-errors", "Whatever has a status is an error.", func(string) bool { return true }),
		artifact("BLOCK-04/empty-error", "An error without text is none.",
			func(t *toolBlock, _ *resultBlock) { t.failed = t.failed && t.result.Text() != "" }),
		does("BLOCK-04/one-flag-for-all", "One error marks every call.", func(m *manner) {
			m.finish = func(c *client) {
				if c.has(func(t *toolBlock) bool { return t.failed }) {
					for _, t := range c.blocks {
						t.failed = true
					}
				}
			}
		}),
		artifact("BLOCK-05/success-only", "Only a success keeps its artifact.", func(t *toolBlock, _ *resultBlock) {
			if t.failed {
				t.artifact = wire.Value{}
			}
		}),
		artifact("BLOCK-05/not-with-empty-content", "Without text there is no artifact.", func(t *toolBlock, _ *resultBlock) {
			if t.result.Text() == "" {
				t.artifact = wire.Value{}
			}
		}),
		artifact("BLOCK-05/empty-dropped", "An artifact without members is none.",
			drop(func(v wire.Value) bool { return v.IsObject() && v.Len() == 0 })),
		artifact("BLOCK-05/empty-list-dropped", "An artifact without elements is none.",
			drop(func(v wire.Value) bool { return v.IsArray() && v.Len() == 0 })),
		artifact("BLOCK-05/falsy-dropped", "0, false and \"\" are no artifacts.", drop(func(v wire.Value) bool {
			return v.IsFalse() || v.Literal() == "0" || v.IsString() && v.Text() == ""
		})),
		artifact("BLOCK-05/nulls-dropped", "Members of the artifact that are null are dropped.", func(t *toolBlock, _ *resultBlock) {
			if t.artifact.IsObject() {
				t.artifact = withoutNulls(t.artifact)
			}
		}),
		artifact("BLOCK-05/text-read", "An artifact that is a text of JSON is read.",
			func(t *toolBlock, _ *resultBlock) { t.artifact = readText(t.artifact) }),
	}
}

// surroundingFaults go wrong by what stands beside a call and its result.
func surroundingFaults() []dialect.Fault {
	return append(envelopeFaults(), againFaults()...)
}

// upon is a client that does something more when it hears such an event.
func upon(id, title string, is func(ev wire.Value) bool, do func(*client)) dialect.Fault {
	return hears(id, title, func(c *client, ev wire.Value) wire.Value {
		if is(ev) {
			do(c)
		}
		return ev
	})
}

func typed(kind string) func(wire.Value) bool {
	return func(ev wire.Value) bool { return ev.Get("type").Text() == kind }
}

// forget loses the calls: what comes for them is an orphan.
func forget(c *client) { c.byID = map[string]*toolBlock{} }

// envelopeFaults take the events of a message for more than they are.
func envelopeFaults() []dialect.Fault {
	stops := func(reasons ...string) func(wire.Value) bool {
		return func(ev wire.Value) bool {
			for _, r := range reasons {
				if ev.Get("delta").Get("stop_reason").Text() == r {
					return true
				}
			}
			return false
		}
	}
	emptyText := func(ev wire.Value) bool {
		return isBlock(ev, words.TextBlock) && ev.Get("content_block").Get("text").IsString() &&
			ev.Get("content_block").Get("text").Text() == ""
	}
	return []dialect.Fault{
		upon("BLOCK-06/message-stop-ends", "A call that still runs at message_stop is taken for done.", typed(words.MessageStop), stopAll),
		upon("BLOCK-06/message-start-ends", "A call that still runs at message_start is taken for done.", typed(words.MessageStart),
			stopAll),
		upon("BLOCK-06/max-tokens-ends", "A message cut off by its length ends its calls.",
			stops("max_tokens", "refusal", "stop_sequence", "pause_turn"), stopAll),
		upon("BLOCK-06/end-turn-ends", "The stop reason end_turn ends the calls.", stops("end_turn"), stopAll),
		also(upon("BLOCK-02/forgets-at-message-stop", "A result behind message_stop finds its call no more.", typed(words.MessageStop),
			forget),
			"BLOCK-03", "BLOCK-10", "BLOCK-17"),
		also(upon("BLOCK-02/forgets-at-message-start", "A result behind message_start finds its call no more.", typed(words.MessageStart),
			forget), "BLOCK-03", "BLOCK-10", "BLOCK-17"),
		also(upon("BLOCK-02/forgets-at-stop-reason", "A result behind a message_delta finds its call no more.", typed(words.MessageDelta),
			forget), "BLOCK-03", "BLOCK-10"),
		also(upon("BLOCK-02/forgets-at-empty-text", "A result behind an empty text finds its call no more.", emptyText, forget), "BLOCK-03",
			"BLOCK-10", "BLOCK-17"),
		also(hears("BLOCK-02/deaf-behind-empty-text", "An empty text ends the stream.", func(c *client, ev wire.Value) wire.Value {
			c.deaf = c.deaf || emptyText(ev)
			return ev
		}), "BLOCK-01", "BLOCK-03", "BLOCK-10", "BLOCK-17"),
	}
}

// againFaults take a call that comes again for the earlier one.
func againFaults() []dialect.Fault {
	return []dialect.Fault{
		also(does("BLOCK-11/once-a-conversation", "A call equal to one of an earlier message is taken for a replay.", func(m *manner) {
			old := map[*toolBlock]bool{}
			m.hear = func(c *client, ev wire.Value) wire.Value {
				if typed(words.MessageStart)(ev) {
					for _, t := range c.blocks {
						old[t] = true
					}
				}
				return ev
			}
			m.admit = func(c *client, t *toolBlock, _ string) bool {
				return !c.has(func(b *toolBlock) bool { return old[b] && b.name == t.name && wire.Equal(b.input, t.input) })
			}
		}), "BLOCK-01", "BLOCK-17"),
		also(does("BLOCK-02/cached-result", "A call equal to an answered one shows that one's result at once.", func(m *manner) {
			m.admit = func(c *client, t *toolBlock, _ string) bool {
				if b := c.find(func(b *toolBlock) bool {
					return b.name == t.name && wire.Equal(b.input, t.input) && !b.result.IsAbsent()
				}); b != nil {
					t.result, t.failed, t.artifact = b.result, b.failed, b.artifact
				}
				return true
			}
		}), "BLOCK-17"),
	}
}

// againTurnFaults are servers that mistake what stands beside a call.
func againTurnFaults() []dialect.Fault {
	emptyText := func(item transcript.Item) bool { return item.Kind == transcript.Text && item.Text == "" }
	return []dialect.Fault{
		hearsTurn("BLOCK-58/answered-once", "A call equal to one that was answered before it is not sent.", dialect.WithoutRepeats),
		hearsTurn("BLOCK-58/call-behind-empty-text", "A call right behind an empty text is not sent.",
			func(t transcript.Transcript) transcript.Transcript {
				lost, behind := map[string]bool{}, false
				var kept []transcript.Item
				for _, item := range t.Items {
					lost[item.ID] = lost[item.ID] || behind && item.Kind == transcript.Call
					if behind = emptyText(item); item.ID == "" || !lost[item.ID] {
						kept = append(kept, item)
					}
				}
				t.Items = kept
				return t
			}),
	}
}
