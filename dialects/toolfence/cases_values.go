package toolfence

import (
	"strings"

	"github.com/toolconform/conform/wire"
)

// lookalike is a value that looks like something that somebody may want to open,
// to shorten or to hide.
type lookalike struct{ slug, value string }

// lookalikes are values for inputs, outputs and contents alike.
func lookalikes() []lookalike {
	return []lookalike{
		{"telling-error", `{"error":"no rows","n":1}`}, {"telling-failure", `{"success":false,"isError":true,"status":"error","message":"m"}`},
		{"like-a-fence", `{"toolCallId":"inner","state":"output-error","errorText":"inner","output":1}`},
		{"typed", `{"type":"text","n":1}`}, {"typed-value", `{"type":"json","value":{"a":1}}`}, {"typed-text", `{"type":"text","text":"x1"}`},
		{"only-content", `{"content":"x2"}`}, {"only-value", `{"value":3}`}, {"only-text", `{"text":"x4"}`}, {"only-result", `{"result":[5]}`},
		{"only-output", `{"output":"x6"}`}, {"only-input", `{"input":{"a":7}}`}, {"only-data", `{"data":{"a":8}}`}, {"only-error", `{"error":"x9"}`},
		{"content-list", `{"content":[{"type":"text","text":"x10"}]}`}, {"list-of-parts", `[{"type":"text","text":"x11"}]`},
		{"list-of-one", `["x12"]`}, {"list-of-one-object", `[{"a":13}]`}, {"list-of-one-list", `[[14]]`},
		{"json-object-text", `"{\"q\":1}"`}, {"json-list-text", `"[1,2]"`}, {"json-string-text", `"\"quoted\""`}, {"json-number-text", `"15"`}, {"nested-json-text", `{"q":"{\"a\":[1]}","n":"16","t":"true"}`},
		{"secrets", `{"key":"k1","token":"t2","secret":"s3","password":"p4","apiKey":"a5","api_key":"a6","authorization":"Bearer b7","email":"a@b.c"}`},
		{"backslashes", `["\\\\srv\\share","C:\\new\\table","\\u0041","a\\nb","\\\"","\\"]`},
		{"markup", `["<b>&amp;</b>","&lt;","%20+%41","${x} {{y}} #{z}","</script>","a\r\nb\rc"]`},
		{"odd-characters", `["nul\u0000","\u0007\u001b[31m\u007f","e\u0301 \u00e9","a\u00a0b\ufeffc\u200bd","\ud83d\udc69\u200d\ud83d\udc67","  padded \t\n"]`},
		{"dates", `["2024-01-02","2024-01-02T03:04:05Z","1704164645000","12:30"]`},
		{"falsy-members", `{"a":false,"b":0,"c":"","d":[],"e":{},"f":null,"g":-0.5}`},
		{"long-list", "[" + strings.Repeat("7,", 300) + "8]"}, {"long-text", wire.Quote(repeated("0123456789 ", 1500) + "end")}, {"deep", strings.Repeat(`{"d":[`, 12) + "9" + strings.Repeat("]}", 12)},
	}
}

// brief is a value for a title.
func brief(value string) string {
	if runes := []rune(value); len(runes) > 100 {
		return string(runes[:100]) + "…"
	}
	return value
}

// valueCases: values come as they are, as input and as output (FENCE-03 and 05).
func (b *builder) valueCases() {
	for _, v := range lookalikes() {
		b.valid("value-"+v.slug, "An input and an output that are "+brief(v.value)+".", ids("FENCE-03", "FENCE-05"),
			tool(`{"toolCallId":"val_1","toolName":"take","input":`+v.value+`}`), text("and\n"),
			tool(`{"toolCallId":"val_2","toolName":"give","input":{},"output":`+v.value+`}`),
			tool(`{"toolCallId":"val_3","toolName":"both","state":"output-available","input":`+v.value+`,"output":`+v.value+`}`))
	}
}

// leftOverCases: nothing of a call is left over for the next one.
func (b *builder) leftOverCases() {
	full := tool(`{"toolCallId":"full_1","toolName":"full","state":"output-available","input":{"n":1},"output":"o1","extra":"x1"}`)
	failed := tool(`{"toolCallId":"full_2","toolName":"fuller","state":"output-error","input":{"n":2},"errorText":"e2"}`)
	b.valid("left-over-input", "A call without an input behind calls that have one.", ids("FENCE-04"),
		full, tool(`{"toolCallId":"bare_1","toolName":"bare"}`), text("and\n"), failed, tool(`{"toolCallId":"bare_2","toolName":"fuller","output":"o3"}`))
	b.valid("left-over-outcome", "Calls without an outcome behind calls that have one.", ids("FENCE-07"),
		full, tool(`{"toolCallId":"bare_3","toolName":"full","input":{"n":3}}`), failed, tool(`{"toolCallId":"bare_4","toolName":"fuller","state":"input-available","input":{"n":4}}`), text("end\n"))
	b.valid("left-over-name", "Calls without a name or an id behind calls that have both.", ids("FENCE-11", "FENCE-09", "FENCE-12"),
		full, tool(`{"toolCallId":"bare_5","input":{"n":5}}`), failed, unnamed(`"input":{"n":6},"output":"o6"`), text("end\n"))
}
