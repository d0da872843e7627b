package schemas_test

// The examples as the documents and the adapter protocol print them.

type example struct{ schema, json string }

// documented are the examples of the four documents.
func documented() map[string]example {
	return map[string]example{
		"000 Example": {"tool-fence", `{
  "toolCallId": "call_123",
  "toolName": "search",
  "state": "output-available",
  "input": {
    "query": "cats"
  },
  "output": {
    "results": [
      { "title": "All About Cats", "url": "https://example.com/cats" }
    ]
  }
}`},
		"001 start":     {"stage-event", `{"id":"t1","stage":"start","name":"read_file"}`},
		"001 streaming": {"stage-event", `{"id":"t1","stage":"streaming","parametersChunk":"{\"path\":"}`},
		"001 running":   {"stage-event", `{"id":"t1","stage":"running"}`},
		"001 end":       {"stage-event", `{"id":"t1","stage":"end","result":"42 lines","success":true,"shortResult":"42"}`},
		"001 end error": {"stage-event", `{"id":"t1","stage":"end","parameters":"{}","success":false,"error":"no such file"}`},
		"002 Example Output": {"ui-message", `{
    "id": "_R_ba_-1764551752994-gna6k9",
    "role": "assistant",
    "parts": [
      {
        "type": "tool-call",
        "id": "fc_0c2faf6d38da002d00692cec49be948196a19b1335f1b93647",
        "name": "getGuitars",
        "arguments": "{}",
        "state": "input-complete"
      },
      {
        "type": "tool-result",
        "toolCallId": "fc_0c2faf6d38da002d00692cec49be948196a19b1335f1b93647",
        "content": "[...]",
        "state": "complete"
      },
      {
        "type": "tool-call",
        "id": "fc_08d3756a06aa6ffb00692cec4c18d481969c355bdc77771143",
        "name": "recommendGuitar",
        "arguments": "{\"id\":\"6\"}",
        "state": "input-complete",
        "output": { "id": "6" }
      },
      {
        "type": "tool-result",
        "toolCallId": "fc_08d3756a06aa6ffb00692cec4c18d481969c355bdc77771143",
        "content": "{\"id\":\"6\"}",
        "state": "complete"
      }
    ]
  }`},
		"003 tool_use": {"content-block-event", `{
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
}`},
		"003 stop": {"content-block-event", `{
"type": "content_block_stop",
"index": 2
}`},
		"003 success": {"content-block-event", `{
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
}`},
		"003 error": {"content-block-event", `{
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
}`},
		"003 cancelled": {"content-block-event", `{
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
}`},
		"003 parallel call": {"content-block-event",
			`{ "type": "content_block_start", "index": 1, "content_block": { "type": "tool_use", "id": "toolu_01", "name": ` +
				`"search_stock",` +
				` "input": { "symbol": "VNM" } } }`},
		"003 parallel result": {"content-block-event",
			`{ "type": "content_block_start", "index": 4, "content_block": { "type": "tool_result", "tool_use_id": "toolu_02",` +
				` "content": "HPG: 28,500 VND", "status": "success" } }`},
		"003 artifact": {"content-block", `{
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
}`},
	}
}

// spoken are the messages and shapes of the adapter protocol.
func spoken() map[string]example {
	inCase := func(dialect, role, input string) example {
		return example{"harness-to-adapter", `{"type":"case","id":"17","dialect":"` + dialect + `","role":"` + role +
			`","deadline_ms":5000,"input":` + input + `}`}
	}
	return map[string]example{
		"harness hello": {"harness-to-adapter", `{"type":"hello","protocol":1,"harness":{"name":"conform","version":"0.1.0"}}`},
		"adapter hello": {"adapter-to-harness", `{"type":"hello","protocol":1,
   "implementation":{"name":"acme-chat","version":"2.3.1","language":"typescript","url":"https://acme.example"},
   "supports":[{"dialect":"content-blocks","role":"consumer","encodings":["events","sse"],"omits":["artifact"]},
               {"dialect":"tool-fence","role":"consumer"}],
   "concurrency":16}`},
		"event":          {"adapter-to-harness", `{"type":"event","id":"17","event":{"type":"text-delta","delta":"a"},"after":3}`},
		"done":           {"adapter-to-harness", `{"type":"done","id":"17","state":{}}`},
		"done stateless": {"adapter-to-harness", `{"type":"done","id":"17"}`},
		"rejected":       {"adapter-to-harness", `{"type":"rejected","id":"17","reason":"not an event"}`},
		"skipped":        {"adapter-to-harness", `{"type":"skipped","id":"17","reason":"no history"}`},

		"events":   inCase("content-blocks", "consumer", `{"events":[{"type":"ping"},42],"history":true}`),
		"sse":      inCase("content-blocks", "consumer", `{"encoding":"sse","chunks":["data: {\"type\"",":\"ping\"}\n\n"]}`),
		"base64":   inCase("stage-events", "consumer", `{"encoding":"ndjson","chunks_base64":["eyJpZCI6IsM=","","oSJ9Cg=="]}`),
		"markdown": inCase("tool-fence", "consumer", `{"chunks":["Hello\n"]}`),
		"producer": inCase("content-blocks", "producer", `{"transcript":`+transcript+`}`),
		"later":    inCase("a-dialect-to-come", "consumer", `{"anything":1}`),
		"converter": inCase("message-parts", "converter", `{"messages":[
   {"id":"u1","role":"user","parts":[{"type":"text","content":"hello"}]}]}`),
		"steps": inCase("message-parts", "consumer", `{"steps":[
{"type":"text","text":"…"},
{"type":"tool_call","toolCall":{"id":"c1","name":"recommendGuitar","arguments":"{\"id\":\"6\"}"},"execution":"client"},
{"type":"tool_call_delta","id":"c1","name":"recommendGuitar","argumentsDelta":"{\"id\":","execution":"client"},
{"type":"tool_result","toolCallId":"c1","content":"[…]","state":"complete"},
{"type":"add_tool_result","toolCallId":"c1","tool":"recommendGuitar","output":{"id":"6"},"state":"output-available","errorText":null},
{"type":"finish","reason":"tool_calls"},
{"type":"user_message","text":"why did you choose that?"}]}`),

		"transcript": {"transcript", transcript},
		"raw arguments": {"transcript",
			`{"messageId":"m","items":[{"type":"call","id":"c","name":"n","arguments":"{\"a\":"},` +
				`{"type":"stop","reason":"user_stopped"}]}`},
		"text delta":     {"content-block-event", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}`},
		"text":           {"content-block", `{"type":"text"}`},
		"user stopped":   {"content-block", `{"type":"terminal_user_stopped"}`},
		"terminal error": {"content-block", `{"type":"terminal_error","message":"out of memory"}`},
		"other block":    {"content-block", `{"type":"thinking"}`},
		"ping":           {"content-block-event", `{"type":"ping"}`},
		"group":          {"content-block-event", `{"type":"group_start"}`},
		"message start":  {"content-block-event", `{"type":"message_start","message":{"id":"msg-abc"}}`},
		"model user":     {"model-message", `{"role":"user","content":"hello"}`},
		"model silent": {"model-message", `{"role":"assistant","content":null,"toolCalls":[{"id":"c1","name":"n",` +
			`"arguments":{"id":"6"}}]}`},
		"model tool": {"model-message", `{"role":"tool","toolCallId":"c1","content":"{\"id\":\"6\"}"}`},
		"other part": {"message-part", `{"type":"thinking"}`},
		"result":     {"result", result},
	}
}

const transcript = `{"messageId":"msg-1","items":[
  {"type":"text","text":"Looking it up."},
  {"type":"call","id":"call_1","name":"search_stock","input":{"symbol":"VNM"},"label":"Search VNM"},
  {"type":"input-delta","callId":"call_1","delta":"{\"symbol\":"},
  {"type":"input-delta","callId":"call_1","delta":"\"VNM\"}"},
  {"type":"progress","callId":"call_1","text":"contacting exchange"},
  {"type":"result","callId":"call_1","status":"success","content":"82,000","artifact":{"type":"chart","data":{}}},
  {"type":"stop","reason":"completed"}]}`

const result = `{"schemaVersion":1,"complete":true,
 "suite":{"name":"conform","version":"0.1.0","corpus":"sha256:00"},
 "implementation":{"name":"acme-chat"},"supports":[],"profile":"full","seed":1,"shard":null,
 "summary":{"pass":0,"fail":0,"warn":0,"skip":0,"unobserved":0,"cases":0},
 "requirements":[{"id":"BLOCK-02","level":"MUST","verdict":"fail","cases":["a"],
                  "by":[{"dialect":"content-blocks","role":"consumer","verdict":"fail"}]}],
 "policies":[{"requirement":"BLOCK-14","observed":"last result wins"}],
 "cases":[{"id":"a","dialect":"content-blocks","role":"consumer","class":"valid","tests":["BLOCK-02"],"verdict":"fail",
           "findings":[{"requirement":"BLOCK-02","level":"MUST","message":"m","expected":1,"actual":null}],
           "replay":"conform run --case a -- cmd"}],
 "properties":[{"requirement":"META-01","dialect":"content-blocks","role":"consumer","runs":1000,"verdict":"pass"}],
 "adapterErrors":[{"kind":"not a JSON object","case":"a","bytes":"x"}]}`

// filed are case files, one for each form of script.
func filed() map[string]example {
	file := func(dialect, role, script, more string) example {
		return example{"case", `{"schemaVersion":1,"id":"` + dialect + `/x","title":"A case.","dialect":"` + dialect + `","role":"` + role +
			`","class":"valid","tests":["BLOCK-02","ROBUST-01"],"script":` + script + more + `}`}
	}
	blocks := `{"events":[{"type":"ping"},7],"history":true}`
	return map[string]example{
		"file of blocks":     file("content-blocks", "consumer", blocks, `,"encoding":"sse","cuts":[0,5,9]`),
		"file of updates":    file("stage-events", "consumer", `[{"id":"a","stage":"end"},{}]`, `,"mayReject":true,"heavy":false`),
		"file of a document": file("tool-fence", "consumer", document, ""),
		"file of steps":      file("message-parts", "consumer", `{"steps":[{"type":"finish"}]}`, ""),
		"file of messages":   file("message-parts", "converter", `{"messages":[{"id":"m","role":"assistant","parts":[]}]}`, ""),
		"file of a turn":     file("stage-events", "producer", transcript, ""),
		"file of a member":   file("content-blocks", "producer", `{"transcript":`+transcript+`}`, ""),
		"file of bytes": file("content-blocks", "consumer",
			`{"chunks_base64":["/w=="],"meaning":`+blocks+`,"otherwise":`+blocks+`,"reads":{"chunks":["a","b"]}}`,
			`,"framed":true,"blame":{"requirement":"FRAME-11","level":"MAY"}`),
	}
}

const document = `{"newline":"crlf","bom":true,"unterminated":true,"segments":[
  {"text":"before\n"},
  {"tool":{"toolName":"n"},"body":"{\"toolName\":\"n\"}","style":{"tilde":true,"length":4,"format":"airy"}},
  {"broken":"[1]"},
  {"code":"x","info":"js"},
  {"quote":[{"list":[{"text":"deep"}],"marker":"- "}]}]}`
