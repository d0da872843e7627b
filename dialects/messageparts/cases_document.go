package messageparts

import (
	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// What the document's example is made of, word for word.
const (
	guitarQuestion = "please recommend a good acoustic guitar"
	whyQuestion    = "why did you choose that?"
	getGuitarsID   = "fc_0c2faf6d38da002d00692cec49be948196a19b1335f1b93647"
	recommendID    = "fc_08d3756a06aa6ffb00692cec4c18d481969c355bdc77771143"
	exampleMessage = "_R_ba_-1764551752994-gna6k9"
)

// exampleOutput is the document's Example Output (After Fix).
func exampleOutput() wire.Value {
	return wire.ParseString(`[
  {
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
  }
]`)
}

func documentCases() []*dialect.Case {
	return []*dialect.Case{
		valid("document-example", "The document's conversation: a server tool, a client tool, and the question that needs both results.",
			"01 02 03 04 05 06 08 20 21 22 23 25",
			script(user(guitarQuestion), toolCall(getGuitarsID, "getGuitars", "{}", server), returned(getGuitarsID, "[...]"),
				toolCall(recommendID, "recommendGuitar", `{"id":"6"}`, client), output(recommendID, "recommendGuitar", `{"id":"6"}`),
				callsDone(), user(whyQuestion))),
		valid("document-flow", "The document's complete flow: the client tool's call arrives in pieces and is executed once it is whole.",
			"01 02 03 04 06 08 20 22 23 25",
			script(user(guitarQuestion), deltas("call_rec", "recommendGuitar", client, "", `{"id"`, `:"6`, `"}`), callsDone(),
				output("call_rec", "recommendGuitar", `{"id":"6"}`), user(whyQuestion), say("It has a solid cedar top."), stop())),
		valid("server-tool-only", "A server tool alone: its result is part of the history.",
			"05 06 08 20 22 23 25",
			script(user("What is in stock?"), say("Let me look."), toolCall("srv-9", "getGuitars", `{"limit":3}`, server),
				returned("srv-9", `[{"id":"6","name":"Travelin' Man"}]`), say("There are three."), stop(), user("Thanks"))),
		valid("client-tool-only", "A client tool alone, told whole, executed before the finish.",
			"01 02 03 04 06 07 20 21 22 23 25",
			script(user("Show me one"), toolCall("cli-4", "recommendGuitar", `{"id":"11"}`, client),
				output("cli-4", "recommendGuitar", `{"shown":true,"id":"11"}`), callsDone())),
	}
}
