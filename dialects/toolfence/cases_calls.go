package toolfence

import (
	"fmt"
	"strings"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// inputCases are about FENCE-03 and 04.
func (b *builder) inputCases() {
	for _, v := range []struct{ slug, value string }{
		{"object", `{"query":"cats","limit":5}`}, {"empty-object", `{}`}, {"null", `null`}, {"string", `"just text"`}, {"empty-string", `""`},
		{"zero", `0`}, {"number", `1234.5`}, {"false", `false`}, {"true", `true`}, {"empty-list", `[]`}, {"list", `[1,"two",{"three":3}]`},
		{"null-members", `{"a":null,"b":{"c":null,"d":[null]}}`}, {"nested", `{"a":{"b":[{"c":[[],{}]},null,false,0,""]},"":{"":""}}`},
		{"looks-like-json", `{"text":"{\"toolCallId\":\"inner\"}","n":"007","b":"true","z":"null"}`},
		{"like-members", `{"toolCallId":"not_me","toolName":"notMe","state":"output-error","input":{"input":1},"output":2,"errorText":"not an error","type":"text"}`},
		{"exotic", `{"__proto__":{"polluted":true},"constructor":1,"toString":"x","emoji":"🎸","e\u0301":"\u00e9","lines":"a\nb\r\nc\td","sep":"\u2028\u2029\u0000"}`},
	} {
		b.valid("input-"+v.slug, "An input that is "+v.slug+".", ids("FENCE-03"),
			text("calling\n"), tool(`{"toolCallId":"call_in","toolName":"take","state":"input-available","input":`+v.value+`}`),
			tool(`{"toolCallId":"call_out","toolName":"give","state":"output-available","input":`+v.value+`,"output":"other"}`), text("called\n"))
	}
	b.valid("input-before-outcome", "The input comes before output and error, wherever it stands in the object.", ids("FENCE-03"),
		tool(`{"output":"o1","state":"output-available","toolCallId":"late_in_1","input":{"n":1},"toolName":"x"}`),
		tool(`{"errorText":"e2","state":"output-error","toolCallId":"late_in_2","input":{"n":2},"toolName":"y"}`))
	b.adverse("same-id-without-input", "The id of a call with an input and an output comes again, with neither.", ids("FENCE-04", "FENCE-05"),
		tool(`{"toolCallId":"again_5","toolName":"a","state":"output-available","input":{"q":1},"output":{"v":1}}`), text("and\n"),
		tool(`{"toolCallId":"again_5","toolName":"a","state":"output-available"}`), tool(`{"toolCallId":"other_5","toolName":"a","state":"output-available"}`))
	b.valid("no-input", "No input, with every outcome.", ids("FENCE-04"),
		tool(`{"toolCallId":"none_1","toolName":"a","state":"input-available"}`),
		tool(`{"toolCallId":"none_2","toolName":"b","state":"output-available","output":"x"}`),
		tool(`{"toolCallId":"none_3","toolName":"c","state":"output-error","errorText":"y"}`),
		tool(`{"toolCallId":"none_4","toolName":"d"}`))
}

// outcomeCases are about FENCE-05 to 07: every state with every payload.
func (b *builder) outcomeCases() {
	tests := map[string][]string{
		"output": ids("FENCE-05"), "error": ids("FENCE-06"), "none": ids("FENCE-07"), "both": ids("FENCE-14"),
	}
	for _, state := range append([]string{""}, states()...) {
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
				text("before\n"), tool(object+`}`), text("between\n"), plainCall("call_next"), text("after\n"))
		}
	}
	for i, v := range []string{`"text"`, `42`, `-0.5`, `true`, `{}`, `{"results":[{"id":"call_next"}]}`, `[[1],[2]]`, `"null"`, `"0"`, `"{\"a\":1}"`, `"line one\nline two\n"`, `"~~~ and "`, dialect.Untidy} {
		b.valid(fmt.Sprintf("output-value-%02d", i+1), "An output that is "+v+".", ids("FENCE-05"),
			tool(`{"toolCallId":"call_v","toolName":"value","input":{},"output":`+v+`}`),
			tool(`{"toolCallId":"call_w","toolName":"value","state":"output-available","input":{},"output":`+v+`}`))
	}
	for i, v := range []string{`"rate limited"`, `" "`, `"null"`, `"{\"code\":7}"`, `"two\nlines"`, `"Lỗi 🚫 \"x\""`, `"false"`, `"undefined"`,
		`"{\"message\":\"m1\"}"`, `"{\"error\":{\"message\":\"m2\",\"code\":7}}"`, `"[{\"type\":\"text\",\"text\":\"m3\"}]"`, `"\"quoted\""`,
		`"Error: boom\n    at f (x.js:1:2)\n    at g (y.js:3:4)"`, `"Traceback (most recent call last):\n  File \"x.py\", line 1\nKeyError: 'k'"`, `"Error: Error: twice"`, `"  padded \t\n"`,
		`"nul\u0000 \u001b[31mred\u001b[0m"`, `"e\u0301 \u00e9 a\u00a0b\ufeffc"`, wire.Quote(repeated("0123456789 ", 1500) + "end")} {
		b.valid(fmt.Sprintf("error-text-%d", i+1), "The error text "+brief(v)+".", ids("FENCE-06"),
			tool(`{"toolCallId":"call_e","toolName":"fail","input":{},"errorText":`+v+`}`),
			tool(`{"toolCallId":"call_f","toolName":"fail","state":"output-error","input":{},"errorText":`+v+`}`))
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

// emptyCases are about FENCE-13 to 15: values that look like none.
func (b *builder) emptyCases() {
	for _, v := range []struct{ slug, value string }{{"false", `false`}, {"zero", `0`}, {"zero-point-zero", `0.0`}, {"empty-string", `""`}, {"empty-list", `[]`}} {
		b.valid("falsy-"+v.slug, "The output "+v.value+", with and without a state.", ids("FENCE-13"),
			tool(`{"toolCallId":"falsy_1","toolName":"count","input":{"n":1},"output":`+v.value+`}`), text("and\n"),
			tool(`{"toolCallId":"falsy_2","toolName":"count","state":"output-available","input":{"n":2},"output":`+v.value+`}`))
		b.adverse("falsy-"+v.slug+"-denied", "The output "+v.value+" beside a state without one.", ids("FENCE-13"),
			text("x\n"), tool(`{"toolCallId":"falsy_3","toolName":"count","state":"input-available","input":{"n":3},"output":`+v.value+`}`))
	}
	b.valid("null-output", "The output null, with and without a state.", ids("FENCE-13", "FENCE-05"),
		tool(`{"toolCallId":"null_1","toolName":"void","input":{"n":1},"output":null}`), text("and\n"),
		tool(`{"toolCallId":"null_2","toolName":"void","state":"output-available","input":{"n":2},"output":null}`))
	b.valid("null-output-of-error", "The output null beside an error.", ids("FENCE-06"),
		tool(`{"toolCallId":"null_3","toolName":"void","state":"output-error","input":{"n":3},"output":null,"errorText":"bad"}`))
	b.valid("null-output-beside-error", "The output null beside an error text that no state announces.", ids("FENCE-06"),
		tool(`{"toolCallId":"null_4","toolName":"void","input":{"n":4},"output":null,"errorText":"bad too"}`))
	b.adverse("null-output-denied", "The output null beside an error text and a state without one.", ids("FENCE-06"),
		text("x\n"), tool(`{"toolCallId":"null_5","toolName":"void","state":"input-available","input":null,"output":null,"errorText":"worse"}`))
	for i, o := range []string{
		`"output":false,"errorText":"falsy and failed"`, `"state":"output-error","output":"kept"`, `"state":"output-available","errorText":"failed after all"`,
		`"state":"output-error","output":0,"errorText":"zero"`,
	} {
		b.valid(fmt.Sprintf("both-%d", i+1), "Both outcomes are asked for: "+o+".", ids("FENCE-14"),
			text("x\n"), tool(`{"toolCallId":"call_b1","toolName":"both","input":{"i":1},`+o+`}`), text("y\n"), plainCall("call_b2"))
	}
	b.adverse("both-5", "Both outcomes are there, and the state says that there is none.", ids("FENCE-14"),
		text("x\n"), tool(`{"toolCallId":"call_b1","toolName":"both","input":{"i":1},"state":"input-available","output":[],"errorText":"both"}`), text("y\n"), plainCall("call_b2"))
	b.valid("empty-error-text", "An empty error text, with and without a state.", ids("FENCE-15"),
		tool(`{"toolCallId":"empty_1","toolName":"fail","input":{"n":1},"errorText":""}`),
		tool(`{"toolCallId":"empty_2","toolName":"fail","state":"output-error","input":{"n":2},"errorText":""}`))
	b.adverse("empty-error-text-denied", "An empty error text beside a state without an outcome.", ids("FENCE-15"),
		text("x\n"), tool(`{"toolCallId":"empty_3","toolName":"fail","state":"input-available","input":{"n":3},"errorText":""}`))
	b.valid("empty-error-text-and-output", "An empty error text beside an output.", ids("FENCE-15"),
		tool(`{"toolCallId":"empty_4","toolName":"fail","input":{"n":4},"output":"kept","errorText":""}`), text("tail\n"))
}

// orderCases are about FENCE-22 and 23.
func (b *builder) orderCases() {
	tests := ids("FENCE-22", "FENCE-23")
	b.valid("order-woven", "Text and calls by turns.", tests,
		text("t1\nt2\n"), plainCall("o_5"), text("t3\n"), plainCall("o_4"), plainCall("o_3"), text("t4\nt5\nt6\n"), plainCall("o_2"), text("t7\n"))
	b.valid("order-call-first", "A call before any text, and one behind all of it.", tests,
		plainCall("o_b"), text("only text\nof several lines\nhere\n"), plainCall("o_a"))
	c := b.valid("prompt-half-lines", "Reads that end in the middle of lines.", tests,
		text("first line\nsecond line\nthird line\n"), plainCall("call_half"), text("fourth line\nfifth line\nsixth line\n"), plainCall("call_other"), text("last line\n"))
	d, _ := documentOf(c.Script)
	c.Chunks = []int{}
	for i := 5; i < len(d.Bytes("")); i += 7 {
		c.Chunks = append(c.Chunks, i)
	}
	b.valid("prompt-long-tail", "Much text behind the last call: nothing waits for its end.", tests,
		text("a\n"), plainCall("call_early"), text(repeated("one more line\n", 60)))
	b.valid("prompt-fenced-text", "Lines of another code block come promptly too.", ids("FENCE-23"),
		code("sh", repeated("echo one\n", 30)), plainCall("call_sh"))
	c = b.valid("prompt-split-closing", "The closing fence arrives in pieces.", ids("FENCE-22", "FENCE-23"),
		text("x\n"), plainCall("call_cut"), text("y\nz\n"))
	c.Chunks = aroundFences(c)
}

// aroundFences cuts inside every run of backticks and around it.
func aroundFences(c *dialect.Case) []int {
	d, _ := documentOf(c.Script)
	data := d.Bytes("")
	cuts := []int{}
	for i := 1; i < len(data); i++ {
		if data[i] == '`' || data[i-1] == '`' || data[i] == '\n' {
			cuts = append(cuts, i)
		}
	}
	return cuts
}

// robustCases are about size and strange ids.
func (b *builder) robustCases() {
	b.sizeCases()
	b.strangeIDCases()
	b.survivalCases()
}

func sized(calls int) []segment {
	segments := make([]segment, 0, 2*calls)
	for i := range calls {
		segments = append(segments, toolValue(wire.Obj(
			wire.M("toolCallId", wire.Str(fmt.Sprintf("many_%d", calls-i))), wire.M("toolName", wire.Str("many")),
			wire.M("state", wire.Str("output-available")), wire.M("input", wire.Obj(wire.M("i", wire.Int(int64(i))))),
			wire.M("output", wire.Int(int64(3*i+1))))).with(style{Format: formatCompact}))
		if i%10 == 9 {
			segments = append(segments, text(fmt.Sprintf("after %d\n", i)))
		}
	}
	return segments
}
