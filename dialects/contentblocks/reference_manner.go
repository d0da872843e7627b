package contentblocks

import "github.com/toolconform/conform/wire"

// manner is how a client does each of its steps. The reference's is plainly();
// planted faults and variants replace a step.
type manner struct {
	// early: results are merged at their start.
	early bool
	// hear takes an event before all else; an absent one is passed over.
	hear func(*client, wire.Value) wire.Value
	// closes is the index of the block that a stop closes.
	closes func(c *client, index string) string
	// admit tells whether a new tool_use becomes a block.
	admit func(c *client, t *toolBlock, index string) bool
	// pair finds the call of a result.
	pair func(*client, *resultBlock) *toolBlock
	// orphan takes a result without call.
	orphan func(*client, *resultBlock)
	// merge puts a result into its call.
	merge func(*client, *toolBlock, *resultBlock)
	// failed tells whether a status is an error.
	failed func(status string) bool
	// terminate ends the turn.
	terminate func(*client)
	// finish is called at the end of the stream.
	finish func(*client)
	// dot is what the block shows.
	dot func(*toolBlock) string
}

func plainly() manner {
	return manner{
		hear:      func(_ *client, ev wire.Value) wire.Value { return ev },
		closes:    func(_ *client, index string) string { return index },
		admit:     func(*client, *toolBlock, string) bool { return true },
		pair:      func(c *client, r *resultBlock) *toolBlock { return c.byID[r.callID] },
		orphan:    func(c *client, r *resultBlock) { c.waiting[r.callID] = r },
		merge:     mergeResult,
		failed:    func(status string) bool { return status != "success" },
		terminate: stopAll,
		finish:    func(*client) {},
		dot:       dotOf,
	}
}

// mergeResult replaces whatever the call held before. A result without content is
// none; content that isn't text becomes its JSON.
func mergeResult(c *client, t *toolBlock, r *resultBlock) {
	if r.content.IsNull() {
		return
	}
	t.result = r.content
	if !r.content.IsString() {
		t.result = wire.Str(r.content.JSON())
	}
	t.failed = c.failed(r.status)
	t.artifact = r.artifact
}

func stopAll(c *client) {
	for _, t := range c.blocks {
		t.streaming, t.stopped = false, true
	}
}

func dotOf(t *toolBlock) string {
	switch {
	case t.result.IsAbsent() && (t.history || t.stopped):
		return "done"
	case t.result.IsAbsent():
		return "active"
	case t.failed:
		return "error"
	}
	return "done"
}
