package contentblocks

import (
	"slices"

	"github.com/toolconform/conform/requirement"
)

const (
	docOrder    = "document 003 (content blocks), Thứ Tự Events"
	docExample  = "document 003 (content blocks), Ví Dụ Đầy Đủ Một Tool Call"
	docStatus   = "document 003 (content blocks), Giá Trị tool_result.status"
	docParallel = "document 003 (content blocks), Nhiều Tool Calls Song Song"
	docMerge    = "document 003 (content blocks), Ghép tool_use + tool_result"
	docDot      = "document 003 (content blocks), Tính dotStatus"
	docStopped  = "document 003 (content blocks), Khi Nào Tool Không Có Result"
	docArtifact = "document 003 (content blocks), Artifact"
	docMerged   = "document 003 (content blocks), Object block Sau Khi Merge"
	docSummary  = "document 003 (content blocks), Tóm Tắt Flow Tool Call"
)

func consumerRules() []requirement.Rule[*view] {
	rules := append(callRules(), resultRules()...)
	rules = append(rules, displayRules()...)
	rules = append(rules, hostileRules()...)
	for i := range rules {
		rules[i].Roles = []string{"consumer"}
		judge := rules[i].Judge
		rules[i].Judge = func(v *view, n *requirement.Notes) {
			if !v.silent {
				judge(v, n)
			}
		}
	}
	return inOrder(rules)
}

// report adds every deviation of these kinds.
func (v *view) report(n *requirement.Notes, kinds ...kind) {
	v.reportIf(n, nil, kinds...)
}

// reportIf adds those whose call passes; deviations without a call always do.
func (v *view) reportIf(n *requirement.Notes, passes func(*reading) bool, kinds ...kind) {
	for _, d := range v.deviations {
		for _, k := range kinds {
			if d.kind == k && (passes == nil || d.reading == nil || passes(d.reading)) {
				n.Miss(d.finding)
			}
		}
	}
}

// harm adds deviations that may have been there without what the requirement is about:
// each says which line it breaks by itself.
func (v *view) harm(n *requirement.Notes, passes func(*reading) bool, kinds ...kind) {
	for _, d := range v.deviations {
		if slices.Contains(kinds, d.kind) && (passes == nil || d.reading == nil || passes(d.reading)) {
			f := d.finding
			f.Of = d.kind.breaks()
			n.Miss(f)
		}
	}
}

// breaks are the lines that a deviation breaks in any stream.
func (k kind) breaks() []string {
	switch k {
	case missingBlock, extraBlock, blockOrder, wrongName, wrongInput, twinBlocks:
		return []string{"BLOCK-01"}
	case missingResult:
		return []string{"BLOCK-10"}
	case foreignResult, inventedResult:
		return []string{"BLOCK-02", "BLOCK-03"} // of a twin, a wrong content is a foreign one
	case wrongContent:
		return []string{"BLOCK-03"}
	case wrongFlag:
		return []string{"BLOCK-04"}
	case wrongArtifact:
		return []string{"BLOCK-05"}
	case wrongDot:
		return []string{"BLOCK-06"}
	case mixedRecord:
		return []string{"BLOCK-04", "BLOCK-05", "BLOCK-06"}
	case wrongOrigin:
		return []string{"BLOCK-20"}
	}
	return nil
}

// sees notes that something was looked at.
func sees(n *requirement.Notes, yes bool) {
	if yes {
		n.Saw()
	}
}

func (v *view) any(passes func(*reading) bool) bool {
	for _, r := range v.readings {
		if passes(r) {
			return true
		}
	}
	return false
}

func callRules() []requirement.Rule[*view] {
	return []requirement.Rule[*view]{
		{Requirement: requirement.Requirement{ID: "BLOCK-01", Level: requirement.Must,
			Source:   docOrder + ": \"input được load đầy đủ trong content_block_start, không có delta\"",
			Sentence: "Every `tool_use` becomes one block, in order of arrival, with `id`, `name` and the full `input` of its start.",
			Right:    `{"blocks":[{"type":"tool_use","id":"toolu_01","name":"search_stock","input":{"symbol":"VNM"},…}]}`,
			Wrong:    `{"blocks":[{"type":"tool_use","id":"toolu_01","name":"search_stock","input":{},…}]}`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, len(v.m.calls) > 0)
				v.report(n, missingBlock, extraBlock, blockOrder, wrongName, wrongInput)
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-11", Level: requirement.Must, Source: docParallel + ": two calls of search_stock",
			Sentence: "Two calls of the same tool, even with equal input, stay two blocks.",
			Right:    `toolu_01 and toolu_02 both call search_stock {"symbol":"VNM"}: two blocks`, Wrong: `one block for both`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, v.namesakes())
				v.report(n, mergedBlock)
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-12", Level: requirement.Must, Source: docOrder,
			Ruling: "The document names its events and members and forbids no other; servers add pings, groups and fields, and a " +
				"client that stumbles over one loses the turn.",
			Sentence: "Unknown event types (`ping`, `group_start`, anything) and unknown members are ignored and change nothing.",
			Right:    `{"type":"ping"} between two blocks: the same blocks`, Wrong: `the stream ends at the ping`},
			Judge: func(v *view, n *requirement.Notes) {
				if v.m.unknown {
					n.Saw()
					v.harm(n, nil, missingBlock, extraBlock, blockOrder, wrongName, wrongInput, missingResult, foreignResult,
						inventedResult, wrongContent, wrongFlag, wrongArtifact, wrongDot, wrongOrigin)
				}
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-19", Level: requirement.Should,
			Source:   docMerged + ": \"tool_content_message … label hiển thị\"",
			Sentence: "`tool_content_message`, the label to show, is kept in the block.",
			Right:    `"tool_content_message":"Tìm kiếm cổ phiếu VNM"`,
			Wrong:    `"tool_content_message":null where the call carried one`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, !v.o.Omitted("tool_content_message") && v.any(func(r *reading) bool { return r.call.label.Text() != "" }))
				v.report(n, wrongLabel)
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-20", Level: requirement.Must,
			Source:   docMerged + ": \"true khi load từ history API\"",
			Sentence: "`isFromHistory` is true exactly for blocks loaded from history.",
			Right:    `"isFromHistory":true with "history":true in the input`, Wrong: `"isFromHistory":true in a live stream`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, !v.o.Omitted("isFromHistory") && len(v.readings) > 0)
				v.report(n, wrongOrigin)
			}},
	}
}

// namesakes tells whether two calls with different ids that call one tool have a block
// each.
func (v *view) namesakes() bool {
	first := map[string]string{}
	for _, r := range v.readings {
		if id, ok := first[r.call.name]; ok && id != r.call.id {
			return true
		}
		first[r.call.name] = r.call.id
	}
	return false
}

func resultRules() []requirement.Rule[*view] {
	return []requirement.Rule[*view]{
		{Requirement: requirement.Requirement{ID: "BLOCK-02", Level: requirement.Must,
			Source:   docParallel + ": \"tool_use.id == tool_result.tool_use_id\"",
			Sentence: "A result is merged into the call whose `id` equals its `tool_use_id`: never by index, position, name or arrival.",
			Right:    `results arrive for toolu_02, then toolu_01: each in its own block`, Wrong: `the first result in the first block`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, !v.o.Omitted("toolResult") && v.anyResult())
				v.report(n, missingResult, foreignResult, inventedResult)
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-03", Level: requirement.Must,
			Source:   docMerge + ": \"toolUseBlock.toolResult = toolResultBlock.content\"",
			Sentence: "`toolResult` is the content, verbatim; `\"\"` is a result.",
			Right:    `"content":"" → "toolResult":""`, Wrong: `"content":"" → "toolResult":null`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, !v.o.Omitted("toolResult") && v.anyResult())
				v.report(n, missingResult, wrongContent)
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-04", Level: requirement.Must,
			Source:   docStatus + ": \"toolResultError = status === 'error' || status === 'cancelled'\"",
			Sentence: "`toolResultError` is true for `error` and `cancelled`, false for `success`.",
			Right:    `"status":"cancelled" → "toolResultError":true`, Wrong: `"status":"cancelled" → "toolResultError":false`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, !v.o.Omitted("toolResultError") && v.any(func(r *reading) bool { return r.held != nil && r.held.known() }))
				v.report(n, wrongFlag)
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-05", Level: requirement.Must,
			Source: docArtifact + ": \"Client nhận artifact qua block.artifact sau khi merge\"; " + docSummary +
				": \"artifact = artifact if exists\"",
			Sentence: "A present `artifact` is merged; absent and `null` are the same.",
			Right:    `"artifact":{"type":"chart",…} → the same in the block`, Wrong: `"artifact":null where the result carried one`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, !v.o.Omitted("artifact") && v.any(func(r *reading) bool { return r.held != nil }))
				v.report(n, wrongArtifact)
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-10", Level: requirement.Must,
			Source:   docMerge + ": \"Khi nhận content_block_stop của tool_result\"; " + docSummary,
			Sentence: "The result is merged once its block has stopped. Whether it shows already at its start is MAY.",
			Right:    `start, stop → merged`, Wrong: `start, stop → still no toolResult`},
			Judge: judgeMergedAtStop},
	}
}

// anyResult tells whether some result in the stream could be merged wrongly.
func (v *view) anyResult() bool {
	return v.any(func(r *reading) bool { return r.call.must() || r.held != nil }) || len(v.m.holders) > 0 && len(v.readings) > 0
}

func judgeMergedAtStop(v *view, n *requirement.Notes) {
	if v.o.Omitted("toolResult") {
		return
	}
	for _, r := range v.readings {
		if r.call.must() {
			n.Saw()
		}
		if len(r.call.results) != 1 {
			continue
		}
		res := r.call.results[0]
		if !res.span.pending() || res.span.nowhere || res.span.starts > 1 || !res.content.IsString() {
			continue
		}
		if r.held != nil {
			n.Policy("the result shows at its start")
		} else if r.block.Get("toolResult").IsNull() {
			n.Policy("the result shows at its stop")
		}
	}
	v.report(n, missingResult)
}

func displayRules() []requirement.Rule[*view] {
	sentTerminal := func(v *view) bool { return v.m.ended }
	return []requirement.Rule[*view]{
		{Requirement: requirement.Requirement{ID: "BLOCK-06", Level: requirement.Must, Source: docDot,
			Sentence: "`dotStatus`: no result and live: `active`; result with error: `error`; result without: `done`.",
			Right:    `a live call without result: "active"`, Wrong: `a call with the result "" still "active"`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, !v.o.Omitted("dotStatus") &&
					v.any(func(r *reading) bool { return r.held != nil || !v.m.history && !r.call.maybeCutOff }))
				v.report(n, wrongDot)
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-07", Level: requirement.Must,
			Source:   docStopped + ": \"isFromHistory = true → isActive = false → dotStatus = 'done'\"",
			Sentence: "A call without result loaded from history is `done`, not `active`.",
			Right:    `history, no tool_result: "done"`, Wrong: `history, no tool_result: "active"`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, !v.o.Omitted("dotStatus") && v.m.history && v.any(func(r *reading) bool { return r.held == nil && !r.call.must() }))
				v.report(n, historyDot)
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-08", Level: requirement.Must,
			Source: docStopped + ": \"block.isStreaming = false\"",
			Sentence: "After `terminal_user_stopped` or `terminal_error` no block is streaming, and no result was invented for " +
				"an open call.",
			Right: `"isStreaming":false,"toolResult":null`, Wrong: `"toolResult":"cancelled" though the server sent none`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, sentTerminal(v) && len(v.readings) > 0 && !(v.o.Omitted("isStreaming") && v.o.Omitted("toolResult")))
				v.report(n, stillStreaming)
				if v.m.maybeEnded {
					v.report(n, inventedResult)
					v.reportIf(n, func(r *reading) bool { return len(r.call.results) == 0 }, foreignResult)
				}
			}},
		{Requirement: requirement.Requirement{ID: "BLOCK-09", Level: requirement.Should,
			Source: docStopped + ": \"bị dừng, dùng dotStatus = 'done'\"",
			Ruling: "The document contradicts itself: its text wants `done` for a call that a terminal cut off, its printed formula " +
				"gives `active` in a live stream. The text names the case; the formula forgets it, and a spinner that never ends is " +
				"what a user would report.",
			Sentence: "After a live terminal, an open call is `done`. (The text says so, the printed formula says `active`: " +
				"`active` is a warn.)",
			Right: `terminal_user_stopped → "dotStatus":"done"`, Wrong: `terminal_user_stopped → "dotStatus":"active" for ever`},
			Judge: func(v *view, n *requirement.Notes) {
				sees(n, !v.o.Omitted("dotStatus") && sentTerminal(v) && !v.m.history &&
					v.any(func(r *reading) bool { return r.call.cutOff && r.held == nil && !r.call.must() }))
				v.report(n, terminalDot)
			}},
	}
}

// inOrder sorts the rules as the catalogue lists them: 01…12, 19, 20, 13…18 become
// the order of their ids.
func inOrder[S any](rules []requirement.Rule[S]) []requirement.Rule[S] {
	for i := range rules {
		for j := i; j > 0 && rules[j].ID < rules[j-1].ID; j-- {
			rules[j], rules[j-1] = rules[j-1], rules[j]
		}
	}
	return rules
}
