package contentblocks

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// dots is a client that shows another dot; what isn't said stays as it is.
func dots(id, title string, dot func(t *toolBlock, right string) string) dialect.Fault {
	return does(id, title, func(m *manner) {
		m.dot = func(t *toolBlock) string { return dot(t, dotOf(t)) }
	})
}

func displayFaults() []dialect.Fault {
	rename := func(from, to string) func(*toolBlock, string) string {
		return func(_ *toolBlock, right string) string {
			if right == from {
				return to
			}
			return right
		}
	}
	return []dialect.Fault{
		dots("BLOCK-06/error-is-done", "An error shows as done.", rename("error", "done")),
		dots("BLOCK-06/running", "A call that runs shows as running.", rename("active", "running")),
		dots("BLOCK-06/open-is-done", "A call shows as done as soon as its block has stopped.", func(t *toolBlock, right string) string {
			if t.result.IsAbsent() && !t.open {
				return "done"
			}
			return right
		}),
		dots("BLOCK-06/empty-is-active", "A call with an empty result still shows as active.", func(t *toolBlock, right string) string {
			if t.result.Text() == "" && !t.history && !t.stopped {
				return "active"
			}
			return right
		}),
		dots("BLOCK-06/done-stays-active", "The dot is not updated when the result comes.", rename("done", "active")),
		dots("BLOCK-06/history-is-done", "What was loaded from history is done, errors too.", func(t *toolBlock, right string) string {
			if t.history {
				return "done"
			}
			return right
		}),
		dots("BLOCK-06/artifact-is-done", "A result with an artifact is done.", func(t *toolBlock, right string) string {
			if !t.artifact.IsNull() {
				return "done"
			}
			return right
		}),
		dots("BLOCK-06/stopped-is-error", "A call that a terminal cut off shows as an error.", func(t *toolBlock, right string) string {
			if t.stopped && t.result.IsAbsent() && !t.history {
				return "error"
			}
			return right
		}),
		dots("BLOCK-07/history-active", "A call without result from history still spins.", func(t *toolBlock, right string) string {
			if t.result.IsAbsent() && t.history {
				return "active"
			}
			return right
		}),
		dots("BLOCK-07/history-error", "A call without result from history shows as an error.", func(t *toolBlock, right string) string {
			if t.result.IsAbsent() && t.history {
				return "error"
			}
			return right
		}),
		dots("BLOCK-07/unstopped-history-active", "A call from history that never stopped still spins.", func(t *toolBlock, right string) string {
			if t.open && t.history {
				return "active"
			}
			return right
		}),
		warns(dots("BLOCK-09/printed-formula", "A call that a live terminal cut off spins for ever.", func(t *toolBlock, right string) string {
			if t.result.IsAbsent() && !t.history {
				return "active"
			}
			return right
		})),
		warns(dots("BLOCK-09/unstopped-spins", "A call whose block never stopped spins on after the terminal.", func(t *toolBlock, right string) string {
			if t.open && t.result.IsAbsent() && !t.history {
				return "active"
			}
			return right
		})),
		warns(shows("BLOCK-19/dropped", "The label is dropped.", func(b wire.Value) wire.Value { return b.Without("tool_content_message") })),
		warns(shows("BLOCK-19/name", "The name stands in the label's place.", func(b wire.Value) wire.Value { return b.With("tool_content_message", b.Get("name")) })),
		warns(answers("BLOCK-19/last-for-all", "Every block shows the label that came last.", func(blocks []wire.Value) []wire.Value {
			for i := range blocks {
				for j := i + 1; j < len(blocks); j++ {
					if l := blocks[j].Get("tool_content_message"); l.IsString() {
						blocks[i] = blocks[i].With("tool_content_message", l)
					}
				}
			}
			return blocks
		})),
		shows("BLOCK-20/never", "isFromHistory is always false.", func(b wire.Value) wire.Value { return b.With("isFromHistory", wire.Boolean(false)) }),
		shows("BLOCK-20/always", "isFromHistory is always true.", func(b wire.Value) wire.Value { return b.With("isFromHistory", wire.Boolean(true)) }),
		does("BLOCK-20/done-is-history", "A finished turn counts as history.", func(m *manner) {
			m.finish = func(c *client) {
				for _, t := range c.blocks {
					t.history = c.history || t.stopped
				}
			}
		}),
		does("BLOCK-20/open-is-live", "A call without result is live, also from history.", func(m *manner) {
			m.finish = func(c *client) {
				for _, t := range c.blocks {
					t.history = c.history && !t.result.IsAbsent()
					t.stopped = t.stopped || c.history
				}
			}
		}),
	}
}

func terminalFaults() []dialect.Fault {
	ends := func(id, title string, terminate func(*client)) dialect.Fault {
		return does(id, title, func(m *manner) { m.terminate = terminate })
	}
	invent := func(text string) func(*client) {
		return func(c *client) {
			stopAll(c)
			for _, t := range c.blocks {
				if t.result.IsAbsent() {
					t.result, t.failed = wire.Str(text), true
				}
			}
		}
	}
	only := func(kind string) func(*manner) {
		return func(m *manner) {
			m.hear = func(_ *client, ev wire.Value) wire.Value {
				if t := ev.Get("content_block").Get("type").Text(); t == kind {
					return wire.Value{}
				}
				return ev
			}
		}
	}
	return []dialect.Fault{
		does("BLOCK-08/still-streaming", "A call stays streaming after the turn ended.", func(m *manner) {
			m.terminate = func(c *client) {
				for _, t := range c.blocks {
					t.stopped = true
				}
			}
		}),
		ends("BLOCK-08/answered-stream-on", "Only the open calls stop streaming.", func(c *client) {
			for _, t := range c.blocks {
				t.streaming, t.stopped = !t.result.IsAbsent(), true
			}
		}),
		ends("BLOCK-08/only-last", "Only the last block stops streaming.", func(c *client) {
			for i, t := range c.blocks {
				t.streaming, t.stopped = i < len(c.blocks)-1, true
			}
		}),
		ends("BLOCK-08/invented-text", "An open call gets a result that says it was cancelled.", invent("Cancelled by user")),
		ends("BLOCK-08/invented-empty", "An open call gets an empty result.", invent("")),
		does("BLOCK-08/error-unknown", "terminal_error is not known, and its calls stream on.", only(blkError)),
		does("BLOCK-08/stop-unknown", "terminal_user_stopped is not known, and its calls stream on.", only(blkUserStopped)),
		warns(does("BLOCK-09/error-spins", "terminal_error doesn't end the spinner.", only(blkError))),
	}
}
