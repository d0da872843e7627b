package contentblocks

import (
	"fmt"

	"github.com/toolconform/conform/wire"
)

// documentCases are the examples of document 003, word for word.
func documentCases(b *casebook) {
	outcomes := []struct{ slug, result string }{
		{"success", docResultSuccess}, {"error", docResultError}, {"cancelled", docResultCancelled},
	}
	for _, o := range outcomes {
		s := live(raw(docUse, docUseStop, o.result, docResultStop))
		b.valid("document-"+o.slug, "The document's full example of one call, its result: "+o.slug+".", s,
			"BLOCK-01", "BLOCK-02", "BLOCK-03", "BLOCK-04", "BLOCK-05", "BLOCK-06", "BLOCK-10", "BLOCK-19", "BLOCK-20")
		b.valid("document-"+o.slug+"-history", "The same loaded from history.", s.fromHistory(), "BLOCK-04", "BLOCK-06", "BLOCK-20")
	}
	b.valid("document-parallel", "The document's two calls in parallel.", live(raw(docParallelEvents()...)),
		"BLOCK-01", "BLOCK-02", "BLOCK-03", "BLOCK-06", "BLOCK-10", "BLOCK-11")
	b.valid("document-parallel-history", "The document's two calls in parallel, loaded from history.", live(raw(docParallelEvents()...)).fromHistory(),
		"BLOCK-02", "BLOCK-11", "BLOCK-20")
	artifact := fmt.Sprintf(`{"type":"content_block_start","index":3,"content_block":%s}`, docArtifactBlock)
	b.valid("document-artifact", "The document's result with an artifact.", live(raw(docUse, docUseStop, artifact, docResultStop)), "BLOCK-05", "BLOCK-03")
	b.valid("document-artifact-history", "The document's result with an artifact, loaded from history.",
		live(raw(docUse, docUseStop, artifact, docResultStop)).fromHistory(), "BLOCK-05", "BLOCK-20")
	merged := toolResult("toolu_01XyzAbc", "success", wire.Str("VNM: 82,000 VND"))
	b.valid("document-merged", "What the document shows as the merged block.", live(raw(docUse, docUseStop), block(3, merged)),
		"BLOCK-03", "BLOCK-04", "BLOCK-06", "BLOCK-19", "BLOCK-20")
	documentSteps(b)
	documentStops(b)
}

// documentSteps are the four steps of the document's summary, each as far as it goes.
func documentSteps(b *casebook) {
	whole := raw(docUse, docUseStop, docResultSuccess, docResultStop)
	b.valid("document-step-1", "The summary's step 1: the call has started.", live(whole[:1]), "BLOCK-01", "BLOCK-06", "BLOCK-19")
	b.valid("document-step-2", "Step 2: the call has stopped and runs.", live(whole[:2]), "BLOCK-01", "BLOCK-06", "BLOCK-20")
	b.valid("document-step-3", "Step 3: the result has started; merged already or not yet.", live(whole[:3]), "BLOCK-10")
	b.valid("document-step-2-history", "A call without result loaded from history is done.", live(whole[:2]).fromHistory(), "BLOCK-07", "BLOCK-20")
}

// documentStops: a turn that was stopped. The text and the printed formula
// contradict each other; BLOCK-09 rules.
func documentStops(b *casebook) {
	for _, t := range []struct {
		slug     string
		terminal wire.Value
	}{{"user-stopped", userStopped()}, {"error", failedTurn()}, {"error-bare", plain(blkError)}} {
		s := live(raw(docUse, docUseStop), block(3, t.terminal))
		b.valid("document-terminal-"+t.slug, "The turn is stopped while the tool runs.", s, "BLOCK-08", "BLOCK-09", "BLOCK-20")
		b.valid("document-terminal-"+t.slug+"-history", "A stopped turn loaded from history.", s.fromHistory(), "BLOCK-07", "BLOCK-08", "BLOCK-20")
	}
}

const docUse = `{
"type": "content_block_start",
"index": 2,
"content_block": {
"type": "tool_use",
"id": "toolu_01XyzAbc",
"name": "search_stock",
"input": {
"symbol": "VNM"
},
"tool_content_message": "Tìm kiếm cổ phiếu VNM"
},
"message_id": "msg-abc"
}`

const docUseStop = `{
"type": "content_block_stop",
"index": 2
}`

const docResultSuccess = `{
"type": "content_block_start",
"index": 3,
"content_block": {
"type": "tool_result",
"tool_use_id": "toolu_01XyzAbc",
"tool_name": "search_stock",
"content": "VNM - Vinamilk\nGiá: 82,000 VND\nThay đổi: -1.2% (-1,000 VND)\nKhối lượng: 1,234,567 cổ",
"status": "success",
"artifact": null
}
}`

const docResultStop = `{
"type": "content_block_stop",
"index": 3
}`

const docResultError = `{
"type": "content_block_start",
"index": 3,
"content_block": {
"type": "tool_result",
"tool_use_id": "toolu_01XyzAbc",
"tool_name": "search_stock",
"content": "Error: Symbol VNM not found or API unavailable",
"status": "error",
"artifact": null
}
}`

const docResultCancelled = `{
"type": "content_block_start",
"index": 3,
"content_block": {
"type": "tool_result",
"tool_use_id": "toolu_01XyzAbc",
"tool_name": "search_stock",
"content": "",
"status": "cancelled",
"artifact": null
}
}`

func docParallelEvents() []string {
	return []string{
		`{ "type": "content_block_start", "index": 1, "content_block": { "type": "tool_use", "id": "toolu_01", "name": "search_stock", "input": { "symbol": "VNM" } } }`,
		`{ "type": "content_block_stop", "index": 1 }`,
		`{ "type": "content_block_start", "index": 2, "content_block": { "type": "tool_use", "id": "toolu_02", "name": "search_stock", "input": { "symbol": "HPG" } } }`,
		`{ "type": "content_block_stop", "index": 2 }`,
		`{ "type": "content_block_start", "index": 3, "content_block": { "type": "tool_result", "tool_use_id": "toolu_01", "content": "VNM: 82,000 VND", "status": "success" } }`,
		`{ "type": "content_block_stop", "index": 3 }`,
		`{ "type": "content_block_start", "index": 4, "content_block": { "type": "tool_result", "tool_use_id": "toolu_02", "content": "HPG: 28,500 VND", "status": "success" } }`,
		`{ "type": "content_block_stop", "index": 4 }`,
	}
}

const docArtifactBlock = `{
"type": "tool_result",
"tool_use_id": "toolu_01XyzAbc",
"content": "Chart được tạo thành công",
"status": "success",
"artifact": {
"type": "chart",
"data": {
"labels": [
"T2",
"T3",
"T4"
],
"values": [
82000,
81500,
83000
]
}
}
}`
