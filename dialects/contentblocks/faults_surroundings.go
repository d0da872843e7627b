package contentblocks

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

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
		return isBlock(ev, blkText) && ev.Get("content_block").Get("text").IsString() && ev.Get("content_block").Get("text").Text() == ""
	}
	return []dialect.Fault{
		upon("BLOCK-06/message-stop-ends", "A call that still runs at message_stop is taken for done.", typed(evMessageStop), stopAll),
		upon("BLOCK-06/message-start-ends", "A call that still runs at message_start is taken for done.", typed(evMessageStart), stopAll),
		upon("BLOCK-06/max-tokens-ends", "A message cut off by its length ends its calls.", stops("max_tokens", "refusal", "stop_sequence", "pause_turn"), stopAll),
		upon("BLOCK-06/end-turn-ends", "The stop reason end_turn ends the calls.", stops("end_turn"), stopAll),
		also(upon("BLOCK-02/forgets-at-message-stop", "A result behind message_stop finds its call no more.", typed(evMessageStop), forget), "BLOCK-03", "BLOCK-10", "BLOCK-17"),
		also(upon("BLOCK-02/forgets-at-message-start", "A result behind message_start finds its call no more.", typed(evMessageStart), forget), "BLOCK-03", "BLOCK-10", "BLOCK-17"),
		also(upon("BLOCK-02/forgets-at-stop-reason", "A result behind a message_delta finds its call no more.", typed(evMessageDelta), forget), "BLOCK-03", "BLOCK-10"),
		also(upon("BLOCK-02/forgets-at-empty-text", "A result behind an empty text finds its call no more.", emptyText, forget), "BLOCK-03", "BLOCK-10", "BLOCK-17"),
		also(hears("BLOCK-02/deaf-behind-empty-text", "An empty text ends the stream.", func(c *client, ev wire.Value) wire.Value {
			c.deaf = c.deaf || emptyText(ev)
			return ev
		}), "BLOCK-01", "BLOCK-03", "BLOCK-10", "BLOCK-17"),
		also(does("BLOCK-10/message-stop-drops-the-open", "message_stop closes what is open, so that a result that stops later is lost.", func(m *manner) {
			m.hear = func(c *client, ev wire.Value) wire.Value {
				if typed(evMessageStop)(ev) {
					c.open = map[string]*openBlock{}
				}
				return ev
			}
		}), "BLOCK-02", "BLOCK-03"),
	}
}

// againFaults take a call that comes again for the earlier one.
func againFaults() []dialect.Fault {
	equal := func(id, title string, earlier func(c *client, b *toolBlock) bool) dialect.Fault {
		return also(does(id, title, func(m *manner) {
			m.admit = func(c *client, t *toolBlock, _ string) bool {
				return !c.has(func(b *toolBlock) bool { return b.name == t.name && wire.Equal(b.input, t.input) && earlier(c, b) })
			}
		}), "BLOCK-01", "BLOCK-17")
	}
	return []dialect.Fault{
		equal("BLOCK-11/repeats-an-answered-call", "A call equal to one that was answered is taken for a replay.", func(_ *client, b *toolBlock) bool { return !b.result.IsAbsent() && !b.failed }),
		equal("BLOCK-11/retries-a-failed-call", "A call equal to one that failed takes its place.", func(_ *client, b *toolBlock) bool { return b.failed }),
		also(does("BLOCK-11/once-a-conversation", "A call equal to one of an earlier message is taken for a replay.", func(m *manner) {
			old := map[*toolBlock]bool{}
			m.hear = func(c *client, ev wire.Value) wire.Value {
				if typed(evMessageStart)(ev) {
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
		hearsTurn("BLOCK-58/call-behind-empty-text", "A call right behind an empty text is not sent.", func(t transcript.Transcript) transcript.Transcript {
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
