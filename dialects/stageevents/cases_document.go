package stageevents

import "github.com/toolconform/conform/dialect"

// documentCases are what document 001 itself tells: its lifecycle, its fields and
// its prose, in its words.
func documentCases() []*dialect.Case {
	return []*dialect.Case{
		valid("document-shortest-life", "Exactly one `start` event, exactly one `end` event, none between.", "50 52",
			`{"id":"call_b8","stage":"start","name":"Initial tool announcement with metadata"}`,
			`{"id":"call_b8","stage":"end","result":"Final result or error summary"}`),
		valid("document-whole-life", "Exactly one `start`, zero or more `streaming`, zero or more `running`, exactly one `end`.", "50 52 53 58",
			`{"id":"call_k3","stage":"start","name":"Initial tool announcement with metadata"}`,
			`{"id":"call_k3","stage":"streaming","parametersChunk":"{\"q\":\"Incremental parameter "}`,
			`{"id":"call_k3","stage":"streaming","parametersChunk":"or result updates\"}"}`,
			`{"id":"call_k3","stage":"running","shortResult":"Ongoing execution status without new output"}`,
			`{"id":"call_k3","stage":"running"}`,
			`{"id":"call_k3","stage":"end","success":true,"result":"Final result or error summary"}`),
		valid("document-streaming-without-running", "Zero or more `running` events (for long operations): none for a short one.", "50 58",
			`{"id":"call_m1","stage":"start","name":"onToolBlockUpdated"}`,
			`{"id":"call_m1","stage":"streaming","parametersChunk":"{\"file\":\"packages/agent-sdk/src/utils/messageOperations.ts\"}"}`,
			`{"id":"call_m1","stage":"end","result":"add `+"`stage`, remove `isRunning`"+`"}`),
		valid("document-running-without-streaming", "Zero or more `streaming` events (if tool supports streaming): none where it doesn't.", "50 53",
			`{"id":"call_p6","stage":"start","name":"messageManager","parameters":"{\"path\":\"packages/agent-sdk/src/managers/messageManager.ts\"}"}`,
			`{"id":"call_p6","stage":"running"}`,
			`{"id":"call_p6","stage":"end","result":"Callback handling"}`),
		valid("document-error-at-end", "Errors communicated through `end` stage with appropriate error payload.", "50 52",
			`{"id":"call_e5","stage":"start","name":"toolManager"}`,
			`{"id":"call_e5","stage":"running"}`,
			`{"id":"call_e5","stage":"end","success":false,"error":"Tool execution logic: ENOENT"}`),
		valid("document-result-on-streaming", "`streaming` is told for result updates too: they count on `end` only.", "50",
			`{"id":"call_r2","stage":"start","name":"toolManager"}`,
			`{"id":"call_r2","stage":"streaming","parametersChunk":"{}"}`,
			`{"id":"call_r2","stage":"streaming","result":"Incremental result, "}`,
			`{"id":"call_r2","stage":"end","result":"Incremental result, now whole"}`),
		valid("document-result-on-streaming-then-error", "A partial result told by `streaming` is no result of a call that failed.", "50",
			`{"id":"call_r4","stage":"start","name":"toolManager"}`,
			`{"id":"call_r4","stage":"streaming","result":"half of it"}`,
			`{"id":"call_r4","stage":"end","error":"broke off"}`),
		valid("document-result-on-streaming-then-bare-end", "A partial result told by `streaming` is no result of an end without one.", "50",
			`{"id":"call_r7","stage":"start","name":"toolManager"}`,
			`{"id":"call_r7","stage":"running","result":"half of it"}`,
			`{"id":"call_r7","stage":"end","success":true}`),
		adversarial("document-is-running", "Removal of `isRunning`: a producer of the time before still sends it, no block shows it.", "52",
			`{"id":"call_d9","stage":"start","name":"grep","isRunning":true}`,
			`{"id":"call_d9","stage":"running","isRunning":true}`,
			`{"id":"call_d4","stage":"start","name":"glob","isRunning":true}`,
			`{"id":"call_d9","stage":"end","result":"2 lines","isRunning":false}`),
	}
}
