package generator

import (
	"fmt"
	"slices"
	"strconv"
	gostrings "strings"
	"sync"

	"github.com/toolconform/conform/dialect"
	"github.com/toolconform/conform/wire"
)

// one picks an element.
func one[T any](pick dialect.Pick, list []T) T { return list[pick(len(list))] }

// chance is true once in n times, never when picks are 0.
func chance(pick dialect.Pick, n int) bool { return pick(n) == n-1 }

// Strings that implementations mistake for something else: empty, falsy-looking,
// JSON-looking, dates, multi-line, with line separators that are none in JSON,
// with markup, with escapes, words of the protocols themselves, long ones.
func strings() []string {
	return []string{
		"82,000 VND", "sunny", "", "0", "null", "false", "{}", "[]", `{"a":1}`, `"quoted"`, "undefined",
		" leading and trailing ", "line one\nline two", "trailing newline\n", "tab\tand\\backslash\"quote\"",
		"a\u2028b\u2029c\u0085d", "Giá: 82,000 VND", "🎸 guitar", "e\u0301 is not \u00e9", "<b>&amp;</b><script>alert(1)</script>",
		"true", "-0", "1e3", "NaN", "[object Object]", "data: not a field", "id: 7", "error", "success", "cancelled",
		"\x1b[31mred\x1b[0m", "\r\n", "0x10", "007", "12345678901234567",
		"Error: not found", "error on line 1\nat line 2\nat line 3", "Timeout", "Cancelled by user", "done", "running", "end", "ERROR",
		"2025-11-20", "2025-11-20T10:00:00Z", "lone\rreturn", " ", "\n", "\u00a0", "\ufeffmarked", "50% %s %d ${x} {{y}}", "a%20b+c&d=e",
		`\n`, "'single'", "`tick`", "```", "~~~tool", "[DONE]", "event: x\ndata: y\n\n", "1,5",
		"+1", "Infinity", "__proto__", "👩‍🚀 and 🇻🇳",
		`{"error":null,"ok":true}`, `{"status":"error","is_error":true}`, "Searching...", "no error", "timeout: 30s", "(no content)", "N/A",
		gostrings.Repeat("long text, ", 450),
		`{"b": 1, "a": [1, 2.0]}`, "[ 1,\n  2 ]", `{"a":1}{"b":2}`, `{"cut":`, `C:\new\`, `\`, `"`, `\u0041\"`, "a // b /* c */", "---",
		"> quoted", "    indented",
		"\ttab first", "trailing blank ", "1.10", "1_000", "½ ﬁ Ａ",
		"İ ß ſ", "\u202eright to left", "zero\u200bwidth", "nul\x00 and \x1f",
		"tool-call-1", "null ",
		"not a character: \ufffe, \uffff", "delete\x7f", "vertical\x0btab, form\x0cfeed", "$& and $1, $$ and $`", "100%% of \\1",
		"“curly” and ‘single’",
		"<|im_end|></s><s>", "<think>hm</think>", "<tool_call>{}</tool_call>", "```json\n{}\n```", "❤️ and \ue000 and \U000e0041",
		"two  blanks,   three",
		"blank\n\n\n\nlines", "yes", "no", "on", "~", "None", "2025-11-20T10:00:00.123456+07:00", "1.50", "x {} y", "# note", "@all",
		"* a\n* b", "\u2066isolated\u2069",
		"key=value; k2=v2", "1,234.56", "-1", "0.10", "a\\b", "\\u0041", "%00%41", "http://x.example/a?b=c&d=%20#e", "a\r\nb", "\\\\", "''",
		`""`, "(1)", "$x^2$", "tool_use", "toolu_01",
	}
}

// scalars are the JSON values that are "nothing" in some language, numbers that
// some lose, and some that nobody does.
func scalars() []wire.Value {
	return []wire.Value{
		wire.Int(1), wire.Int(0), wire.Boolean(false), wire.Str(""), wire.NullValue, wire.Boolean(true),
		wire.Int(-1), wire.Num("0.1"), wire.Num("1.5"), wire.Num("1e21"), wire.Int(82000), wire.Int(9007199254740991),
		wire.List(), wire.Obj(), wire.Num("0.125"), wire.Num("3.14159"), wire.Num("-0.0625"), wire.Num("1e-7"), wire.Num("1234567.891"),
		wire.Num("1.0"), wire.Num("2e3"), wire.Int(4294967296), wire.Int(2147483648), wire.Int(-9007199254740991),
		wire.List(wire.NullValue), wire.Obj(wire.M("none", wire.NullValue)), wire.List(wire.List()),
	}
}

// precise are numbers that a double holds and shorter ones don't, and its limits.
func precise() []wire.Value {
	var list []wire.Value
	for _, literal := range []string{"0.30000000000000004", "0.1234567890123456", "123456789.12345678", "16777217", "2147483649",
		"-2147483649",
		"123456789012345", "2251799813685249.5", "1e-10", "-1.5e-9", "5e-324", "1.7976931348623157e308", "1e22", "100", "-82000", "0.5e1"} {
		list = append(list, wire.Num(literal))
	}
	return list
}

// composites are lists and objects whose order, repetition, nesting or member
// names somebody tidies up. They are built once: every drawn value may pick one.
var composites = sync.OnceValue(func() []wire.Value {
	var list []wire.Value
	for _, text := range []string{`[3,1,2]`, `["b","a","c"]`, `[1,1,2,1]`, `[[1,2],[3],[]]`, `[1]`, `["only"]`, `[[[1]]]`, `[null,1,null]`,
		`[0,false,"",null,[],{}]`,
		`{"b":1,"a":2}`, `{"0":"a","1":"b"}`, `{"a.b":1,"a":{"b":2}}`, `{"$ref":"#/a","$x":1}`, `{"@type":"x"}`, `{"_private":1}`,
		`{"length":3}`,
		`{"Key":1,"key":2,"KEY":3}`, `{" key ":1,"key":2}`, `{"first_name":1,"firstName":2,"first-name":3}`, `{"a/b":1,"a~b":2,"a[0]":3}`,
		`{"e\u0301":1,"\u00e9":2}`, `{"none":null,"empty":"","zero":0,"no":false,"list":[],"object":{}}`, `{"result":{"ok":true}}`,
		`{"error":"none"}`,
		`{"type":"tool_use","id":"toolu_9"}`, `{"data":{"data":{"data":1}}}`, `{"then":1,"toJSON":2,"valueOf":3,"hasOwnProperty":4}`,
		`{"":{"":""}}`, `[{"id":1},{"id":1}]`} {
		list = append(list, wire.ParseString(text))
	}
	var many []wire.Value
	var members []wire.Member
	for i := range 120 {
		many = append(many, wire.Int(int64((i*37)%120)))
		members = append(members, wire.M(fmt.Sprintf("member %d", (i*37)%120), wire.Int(int64(i))))
	}
	deep := wire.Str("the bottom")
	for range 12 {
		deep = wire.Obj(wire.M("in", wire.List(deep)))
	}
	long := wire.Obj(wire.M(gostrings.Repeat("a long name, ", 10), wire.Int(1)))
	return append(list, wire.List(many...), wire.Obj(members...), deep, long)
})

// plain are the values that are no text, but for the composites.
var plain = sync.OnceValue(func() []wire.Value { return slices.Concat(scalars(), precise()) })

// names of members: ordinary ones, and those that collide with something.
func memberNames() []string {
	return []string{"symbol", "query", "limit", "id", "type", "name", "input", "index", "", "toString", "constructor",
		"a b", "Tên", "0", "nested", "status", "content", "error", "output", "state", "stage", "items", "длина", "Symbol",
		"a.b", "$ref", "@type", "_private", "length", " padded ", "first_name", "firstName", "a/b", "SYMBOL", "e\u0301", "\u00e9"}
}

// Value draws any JSON value of at most this depth.
func Value(pick dialect.Pick, depth int) wire.Value {
	kinds := 4
	if depth <= 0 {
		kinds = 2
	}
	switch pick(kinds) {
	case 0:
		return wire.Str(one(pick, strings()))
	case 1:
		return one(pick, plain())
	case 2:
		return Object(pick, depth-1)
	}
	if chance(pick, 4) {
		return one(pick, composites())
	}
	items := make([]wire.Value, pick(4))
	for i := range items {
		items[i] = Value(pick, depth-1)
	}
	return wire.List(items...)
}

// Object draws an object without duplicate members.
func Object(pick dialect.Pick, depth int) wire.Value {
	n := pick(4)
	members := make([]wire.Member, 0, n)
	seen := map[string]bool{}
	for range n {
		name := one(pick, memberNames())
		if seen[name] {
			name += strconv.Itoa(len(members))
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		members = append(members, wire.M(name, Value(pick, depth)))
	}
	return wire.Obj(members...)
}
