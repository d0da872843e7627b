package contentblocks

import (
	"fmt"
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
	for slug, content := range map[string]string{"object": `{"price":82000,"name":"VNM"}`, "array": `[1,[2],{}]`, "number": `82000`,
		"zero": `0`, "false": `false`, "true": `true`, "empty-object": `{}`, "empty-array": `[]`} {
		add(slug, "success", content)
		add(slug+"-error", "error", content)
		add(slug+"-cancelled", "cancelled", content)
	}
	for slug, content := range enveloped() {
		add(slug, "success", content)
		add(slug+"-error", "error", content)
	}
	for slug, content := range map[string]string{"nulls": `[null,{"a":null},[null,0]]`, "markup": `{"html":"<b>&amp;</b>"}`,
		"astral": `{"t":"🎸 𝒳","🎸":1}`, "spelled": `{"n":"007","j":"{\"a\": 1}","pad":" x "}`} {
		add(slug, "success", content)
	}
}

// enveloped are values with one member or element that looks like the content
// itself: they are the content, whole.
func enveloped() map[string]string {
	return map[string]string{
		"text-list": `[{"type":"text","text":"82,000"}]`, "text-list-two": `[{"type":"text","text":"82,000"},{"type":"text","text":"VND"}]`,
		"text-item":   `{"type":"text","text":"82,000"}`,
		"member-text": `{"text":"82,000"}`, "member-error": `{"error":"limit"}`, "member-message": `{"message":"closed"}`,
		"member-result":  `{"result":82000}`,
		"member-content": `{"content":"82,000"}`, "member-output": `{"output":"82,000"}`, "member-value": `{"value":null}`,
		"member-data":   `{"data":[82000]}`,
		"member-status": `{"status":"error","isError":true}`, "one-element": `["82,000"]`,
	}
}
