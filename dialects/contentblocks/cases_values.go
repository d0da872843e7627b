package contentblocks

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/transcript"
)

// valueTurns: results whose content is no text. A success, and what an error and a
// cancelled call say in the same form.
func valueTurns(b *casebook) {
	add := func(slug, status, content string) {
		b.valid("value-"+slug, fmt.Sprintf("A result with the status %s whose content is the value %s.", status, content),
			told(tSell(), tBuy(), tValue("toolu_K7", status, content, ""), tResult("toolu_C2", "success", "calm")), "BLOCK-56", "BLOCK-50")
	}
	add("null", "success", `null`)
	add("null-error", "error", `null`)
	add("null-cancelled", "cancelled", `null`)
	for slug, content := range map[string]string{"object": `{"price":82000,"name":"VNM"}`, "array": `[1,[2],{}]`, "number": `82000`, "zero": `0`, "false": `false`, "true": `true`, "empty-object": `{}`, "empty-array": `[]`} {
		add(slug, "success", content)
		add(slug+"-error", "error", content)
		add(slug+"-cancelled", "cancelled", content)
	}
	for slug, content := range enveloped() {
		add(slug, "success", content)
		add(slug+"-error", "error", content)
	}
	for slug, content := range map[string]string{"nulls": `[null,{"a":null},[null,0]]`, "markup": `{"html":"<b>&amp;</b>"}`, "astral": `{"t":"🎸 𝒳","🎸":1}`, "spelled": `{"n":"007","j":"{\"a\": 1}","pad":" x "}`} {
		add(slug, "success", content)
	}
}

// enveloped are values with one member or element that looks like the content
// itself: they are the content, whole.
func enveloped() map[string]string {
	return map[string]string{
		"text-list": `[{"type":"text","text":"82,000"}]`, "text-list-two": `[{"type":"text","text":"82,000"},{"type":"text","text":"VND"}]`, "text-item": `{"type":"text","text":"82,000"}`,
		"member-text": `{"text":"82,000"}`, "member-error": `{"error":"limit"}`, "member-message": `{"message":"closed"}`, "member-result": `{"result":82000}`,
		"member-content": `{"content":"82,000"}`, "member-output": `{"output":"82,000"}`, "member-value": `{"value":null}`, "member-data": `{"data":[82000]}`,
		"member-status": `{"status":"error","isError":true}`, "one-element": `["82,000"]`,
	}
}

// textTurns: text that is empty, and text that is long, beside tool blocks.
func textTurns(b *casebook) {
	b.valid("text-empty", "Empty texts before, between and after.", told(tText(""), tBuy(), tText(""), tResult("toolu_K7", "success", "82,600"), tText("")), "BLOCK-51", "BLOCK-52", "BLOCK-50")
	b.valid("text-empty-only", "A turn of one empty text.", told(tText("")), "BLOCK-51", "BLOCK-50")
	b.valid("text-long", "Long texts right behind a call and right behind its result.",
		told(tSell(), tText(long(400)), tResult("toolu_C2", "success", "mild"), tText(long(900)), tBuy(), tResult("toolu_K7", "error", "closed")), "BLOCK-51", "BLOCK-52", "BLOCK-59")
	for slug, id := range map[string]string{"padded": " msg 7 ", "number": "00420", "case": "Msg-AB-ä", "uuid": "550E8400-e29b-41d4-a716-446655440000-2", "long": "msg-" + long(300), "quotes": "msg\"'\\/7"} {
		b.valid("message-id-"+slug, fmt.Sprintf("The message id is %q.", id), &turn{transcript.Transcript{MessageID: id,
			Items: []transcript.Item{tBuy(), tResult("toolu_K7", "success", "82,700")}}}, "BLOCK-60", "BLOCK-50")
	}
}

// toolNames are names that something may cut, trim, lower or spell differently.
func toolNames() []string {
	return []string{" padded ", strings.Repeat("long_name_", 12), "GetGuitars", "getguitars", "mcp__Server__get.Thing-2", "Tìm_kiếm 🔎",
		"srv:find", "srv/find", "srv.find", "Grep", "grep", "100%", "a%20b", "a\tb", "tool_use"}
}

// namedTurn calls each of them, and answers in the other order.
func namedTurn() []transcript.Item {
	var calls, results []transcript.Item
	for i, name := range toolNames() {
		id := fmt.Sprintf("call_%c", 'p'-i)
		calls = append(calls, tCall(id, name, fmt.Sprintf(`{"n":%d}`, 40+i), ""))
		results = append([]transcript.Item{tResult(id, "success", fmt.Sprintf("no. %d", 7*i))}, results...)
	}
	return append(calls, results...)
}
