package contentblocks

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/requirement"
	"github.com/toolconform/conform/stream"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// judgeProduced is what the checker finds in a producer's stream: nothing where the transcript
// is invalid, for then any answer is right.
func judgeProduced(script dialect.Script, o *dialect.Observation) *requirement.Ledger {
	p := &requirement.Ledger{}
	s, ok := script.(*stream.Exchange)
	if !ok || s.Transcript.Valid() != nil || wild(s.Transcript.JSON()) {
		return p
	}
	t := s.Transcript
	bare := o.Omitted("artifact")
	if bare {
		t = withoutArtifacts(t)
	}
	c := newJudge(dialect.CheckOptions{Transcript: &t})
	for _, e := range o.Events {
		ev := e.Value
		if b := ev.Get("content_block"); bare && b.Has("artifact") {
			ev = ev.With("content_block", b.Without("artifact"))
		}
		p.Found(c.Event(ev)...)
	}
	p.Found(c.End()...)
	if c.speaksOfIt() {
		p.Saw(c.Seen()...)
	}
	return p
}

// withoutArtifacts is the transcript as an implementation without them sees it.
func withoutArtifacts(t transcript.Transcript) transcript.Transcript {
	out := transcript.Transcript{MessageID: t.MessageID, Items: append([]transcript.Item(nil), t.Items...)}
	for i := range out.Items {
		out.Items[i].Artifact = wire.Value{}
	}
	return out
}

func producerRules() []requirement.Rule[*requirement.Ledger] {
	var rules []requirement.Rule[*requirement.Ledger]
	for _, r := range producerRequirements() {
		r.Roles = []string{"producer"}
		rules = append(rules, requirement.Rule[*requirement.Ledger]{Requirement: r, Judge: requirement.Told(r.ID)})
	}
	return rules
}

func producerRequirements() []requirement.Requirement {
	const must = requirement.Must
	return []requirement.Requirement{
		{ID: "BLOCK-50", Level: must, Source: docExample,
			Sentence: "Every event validates against the schema.",
			Right:    `{"type":"content_block_stop","index":2}`, Wrong: `{"type":"content_block_stop","index":"2"}`},
		{ID: "BLOCK-51", Level: must, Source: docOrder + "; " + docParallel + ": \"Mỗi tool có index riêng\"",
			Sentence: "Each `content_block_start` has exactly one `content_block_stop` with its index; an index belongs to one block " +
				"of a message.",
			Right: `start 3, stop 3, start 4, stop 4`, Wrong: `start 3, stop 3, start 3, stop 3`},
		{ID: "BLOCK-52", Level: must, Source: docOrder + ": \"không có delta\"",
			Sentence: "`tool_use` and `tool_result` are complete in their start: no `content_block_delta` for them.",
			Right:    `"input":{"symbol":"VNM"} in the start`, Wrong: `"input":{} in the start and an input_json_delta behind it`},
		{ID: "BLOCK-53", Level: must, Source: docOrder,
			Sentence: "A `tool_result` starts after the `tool_use` with its id has stopped.",
			Right:    `tool_use start, stop, tool_result start`, Wrong: `tool_use start, tool_result start, tool_use stop`},
		{ID: "BLOCK-54", Level: must, Source: docOrder + "; " + docStopped,
			Sentence: "Each call gets exactly one result, unless a terminal block cut it off.",
			Right:    `one tool_result for toolu_01`, Wrong: `two, or none and no terminal`},
		{ID: "BLOCK-55", Level: must, Source: docParallel + ": \"tool_use.id == tool_result.tool_use_id\"",
			Sentence: "No result without its call; no two calls with one id.",
			Right:    `tool_use toolu_01, tool_result for toolu_01`, Wrong: `tool_result for toolu_99`},
		{ID: "BLOCK-56", Level: must, Source: docStatus,
			Sentence: "The status is the transcript's: `success`, `error`, `cancelled`; content and artifact too.",
			Right:    `cancelled → "status":"cancelled"`, Wrong: `cancelled → "status":"error"`},
		{ID: "BLOCK-57", Level: must, Source: docStopped,
			Ruling: "The document lets a stopped turn leave calls open behind a terminal block, and knows `cancelled` as a status; " +
				"either tells the client. What comes after the terminal would be shown in a turn that has ended.",
			Sentence: "On a user stop or an error, every open call is either answered `cancelled`/`error` or followed by the terminal " +
				"block (without open calls the block is MAY); after it comes nothing but its own stop and the end of the message.",
			Right: `tool_use, terminal_user_stopped, message_stop`, Wrong: `tool_use, message_stop`},
		{ID: "BLOCK-58", Level: must, Source: docOrder + ": \"input đầy đủ\"",
			Sentence: "Every call of the transcript is there, with id, name and full input, in order.",
			Right:    `"name":"search_stock"`, Wrong: `"name":"Tìm kiếm cổ phiếu VNM"`},
		{ID: "BLOCK-59", Level: requirement.Should, Source: docParallel,
			Sentence: "Indices increase.",
			Right:    `1, 2, 3, or 1, 4, 9`, Wrong: `1, 3, 2`},
		{ID: "BLOCK-60", Level: must, Source: docExample + ": \"tool_name\", \"message_id\"",
			Sentence: "`tool_name` and `message_id`, where sent, are the call's name and the transcript's message id.",
			Right:    `"tool_name":"search_stock"`, Wrong: `"tool_name":"toolu_01XyzAbc"`},
	}
}
