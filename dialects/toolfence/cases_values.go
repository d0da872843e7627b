package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialects/toolfence/document"
	"github.com/toolconform/conform/dialects/toolfence/words"
	"github.com/toolconform/conform/transcript"
	"github.com/toolconform/conform/wire"
)

// outcomeCases are about FENCE-05 to 07: every state with every payload.
func (b *builder) outcomeCases() {
	tests := map[string][]string{
		"output": ids("FENCE-05"), "error": ids("FENCE-06"), "none": ids("FENCE-07"), "both": ids("FENCE-14"),
	}
	for _, state := range append([]string{""}, words.States()...) {
		for _, payload := range []string{"none", "output", "error", "both"} {
			object := fmt.Sprintf(`{"toolCallId":"id_%s","toolName":"matrix","input":{"for":"%s"}`, payload, state)
			name := "no-state"
			if state != "" {
				object, name = object+`,"state":"`+state+`"`, state
			}
			if payload == "output" || payload == "both" {
				object += `,"output":{"value":"` + state + ` out"}`
			}
			if payload == "error" || payload == "both" {
				object += `,"errorText":"` + state + ` went wrong"`
			}
			wanted := wanted(state, payload)
			add := b.valid
			if denied(state, payload) {
				add = b.adverse
			}
			add("outcome-"+name+"-"+payload, fmt.Sprintf("State %s with payload: %s.", name, payload), tests[wanted],
				document.Text("before\n"), document.Tool(object+`}`), document.Text("between\n"), document.PlainCall("call_next"),
				document.Text("after\n"))
		}
	}
}

// denied: the state says that there is no outcome yet, and the payload is one. The
// payload counts, but no right producer contradicts itself so.
func denied(state, payload string) bool {
	return strings.HasPrefix(state, "input-") && payload != "none"
}

// wanted is which outcome state and payload ask for.
func wanted(state, payload string) string {
	output := payload == "output" || payload == "both" || state == "output-available"
	failure := payload == "error" || payload == "both" || state == "output-error"
	switch {
	case output && failure:
		return "both"
	case output:
		return "output"
	case failure:
		return "error"
	}
	return "none"
}

// lookalike is a value that looks like something that somebody may want to open,
// to shorten or to hide.
type lookalike struct{ slug, value string }

// lookalikes are values for inputs, outputs and contents alike.
func lookalikes() []lookalike {
	return []lookalike{
		{"telling-error", `{"error":"no rows","n":1}`},
		{"telling-failure", `{"success":false,"isError":true,"status":"error","message":"m"}`},
		{"like-a-fence", `{"toolCallId":"inner","state":"output-error","errorText":"inner","output":1}`},
		{"typed", `{"type":"text","n":1}`}, {"typed-value", `{"type":"json","value":{"a":1}}`},
		{"typed-text", `{"type":"text","text":"x1"}`},
		{"only-content", `{"content":"x2"}`}, {"only-value", `{"value":3}`}, {"only-text", `{"text":"x4"}`},
		{"only-result", `{"result":[5]}`},
		{"only-output", `{"output":"x6"}`}, {"only-input", `{"input":{"a":7}}`}, {"only-data", `{"data":{"a":8}}`},
		{"only-error", `{"error":"x9"}`},
		{"content-list", `{"content":[{"type":"text","text":"x10"}]}`}, {"list-of-parts", `[{"type":"text","text":"x11"}]`},
		{"list-of-one", `["x12"]`}, {"list-of-one-object", `[{"a":13}]`}, {"list-of-one-list", `[[14]]`},
		{"json-object-text", `"{\"q\":1}"`}, {"json-list-text", `"[1,2]"`}, {"json-string-text", `"\"quoted\""`},
		{"json-number-text", `"15"`},
		{"nested-json-text", `{"q":"{\"a\":[1]}","n":"16","t":"true"}`},
		{"secrets", `{"key":"k1","token":"t2","secret":"s3","password":"p4","apiKey":"a5","api_key":"a6","authorization":"Bearer b7",` +
			`"email":"a@b.c"}`},
		{"backslashes", `["\\\\srv\\share","C:\\new\\table","\\u0041","a\\nb","\\\"","\\"]`},
		{"markup", `["<b>&amp;</b>","&lt;","%20+%41","${x} {{y}} #{z}","</script>","a\r\nb\rc"]`},
		{"odd-characters", `["nul\u0000","\u0007\u001b[31m\u007f","e\u0301 \u00e9","a\u00a0b\ufeffc\u200bd",` +
			`"\ud83d\udc69\u200d\ud83d\udc67",` +
			`"  padded \t\n"]`},
		{"dates", `["2024-01-02","2024-01-02T03:04:05Z","1704164645000","12:30"]`},
		{"falsy-members", `{"a":false,"b":0,"c":"","d":[],"e":{},"f":null,"g":-0.5}`},
		{"long-list", "[" + strings.Repeat("7,", 300) + "8]"}, {"long-text", wire.Quote(repeated("0123456789 ", 1500) + "end")},
		{"deep", strings.Repeat(`{"d":[`, 12) + "9" + strings.Repeat("]}", 12)},
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
			document.Tool(`{"toolCallId":"val_1","toolName":"take","input":`+v.value+`}`), document.Text("and\n"),
			document.Tool(`{"toolCallId":"val_2","toolName":"give","input":{},"output":`+v.value+`}`),
			document.Tool(`{"toolCallId":"val_3","toolName":"both","state":"output-available","input":`+v.value+`,"output":`+v.value+`}`))
	}
}

// lookalikeCases: values are written as they are.
func (s *scribe) lookalikeCases() {
	for _, v := range lookalikes() {
		value := wire.ParseString(v.value)
		in := wire.Obj(wire.M("v", value))
		if value.IsObject() {
			in = value
		}
		s.valid("value-"+v.slug, "An input with, and a content that is "+brief(v.value)+".", ids("FENCE-50", "FENCE-51"),
			said("a\n"), transcript.Item{Kind: transcript.Call, ID: "val_1", Name: "take", Input: in}, succeeded("val_1", v.value),
			said("b\n"))
	}
}

// otherMemberCases are about FENCE-12.
func (b *builder) otherMemberCases() {
	for i, m := range document.UnknownMembers() {
		extra := wire.Obj(m).JSON()
		extra = strings.TrimSuffix(strings.TrimPrefix(extra, "{"), "}")
		b.valid(fmt.Sprintf("other-member-%02d", i+1), "The member "+wire.Quote(m.Name)+" is preserved and disturbs nothing.",
			ids("FENCE-12"),
			document.Text("a\n"), document.Tool(`{`+extra+`,"toolCallId":"call_o1","toolName":"extra","state":"input-available",`+
				`"input":{"n":1}}`),
			document.Tool(`{"toolCallId":"call_o2","toolName":"extra","state":"output-available","input":{"n":2},`+
				`"output":"out",`+extra+`}`),
			document.Tool(`{"toolCallId":"call_o3","toolName":"extra","input":{"n":3},"errorText":"err",`+extra+`}`), document.Text("b\n"))
	}
	var odd strings.Builder
	for i, name := range oddMembers() {
		fmt.Fprintf(&odd, ",%s:%d", wire.Quote(name), 900+i)
	}
	b.valid("other-members-odd", "Members with odd names, and names that other dialects have.", ids("FENCE-12"),
		document.Tool(`{"toolCallId":"call_m1","toolName":"extra","input":{"n":1},"output":"out"`+odd.String()+`}`), document.Text("and\n"),
		document.Tool(`{"toolCallId":"call_m2","toolName":"extra"`+odd.String()+`}`))
	b.valid("other-members-many", "Many other members of every kind, falsy ones among them.", ids("FENCE-12"),
		document.Tool(`{"a":null,"b":false,"c":0,"d":"","e":[],"f":{},"g":1.50,"h":"text","i":[{"j":[null]}],"toolCallId":"call_o4",`+
			`"k":{"toolCallId":"x"},"toolName":"extra","input":{},"l":"\u2028","value":3}`),
		unnamed(`"input":{"n":5},"own":"of a call without id"`))
}

// oddMembers are names of members that the document doesn't know.
func oddMembers() []string {
	return []string{"_x", "$ref", "é", "e\u0301", "名前", "🎸", "text", "content", "delta", "title", "label", "description", "0",
		"length",
		"constructor", "__proto__",
		"toolcallid", "tool_call_id", "call_id", "tool", "function", "arguments", "parameters", "Input", "outputs", "error_text",
		"errorMessage", "done", "role",
		"stage", "chunk", "events", "a.b", "a b", strings.Repeat("m", 100)}
}
